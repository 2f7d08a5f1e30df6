"""The n-th call to the disk fails: a start comes to an end, and nothing confirmed is lost."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest

from bench.disk_faults import ERRORS, KINDS, SCENES, Case, Disk


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    """Return a disk that can be made to fail; a C compiler is part of the test machine."""
    made = Disk(tmp_path_factory.mktemp("disk"))
    yield made
    made.close()


SOME = (1, 2, 3, 5, 9, 14, 23, 40, 65, 92)
"""A few of the calls; `make fault-soak` tries all."""


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_call_that_fails_costs_nothing_confirmed(disk: Disk, scene: str, kind: str) -> None:
    """Once or for good, with each error in turn: no traceback, nothing lost, and told."""
    hit = 0
    for turn, at in enumerate(SOME):
        error = ERRORS[kind][turn % len(ERRORS[kind])]
        for lasts in (False, True):
            outcome = disk.run(Case(scene, kind, at, error, lasts))
            assert outcome[1:] == ("", "", ""), (at, error, lasts)
            hit += outcome.was_hit
    assert hit or (scene, kind) in {("recover", "truncate"), ("restore", "truncate"),
                                    ("restore", "map")}  # fmt: skip


def test_a_sync_that_takes_long_fails_nothing(disk: Disk) -> None:
    """It is only slow."""
    outcome = disk.run(Case("play", "sync", 1, errno.EIO, lasts=True, slow_ms=5))
    assert outcome == (True, "", "", "")
