"""The n-th call to the disk fails: a start comes to an end, and nothing confirmed is lost."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest
from disk_faults import ERRORS, KINDS, SCENES, Case, Disk


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    """Return a disk that can be made to fail; a C compiler is part of the test machine."""
    made = Disk(tmp_path_factory.mktemp("disk"))
    yield made
    made.close()


SOME = (1, 2, 5, 14, 40, 92)
"""A few of the calls; `make fault-soak` tries all."""


@pytest.mark.parametrize("scene", SCENES)
def test_a_call_that_fails_costs_nothing_confirmed(disk: Disk, scene: str) -> None:
    """Once or lasting, with each error in turn: no traceback, nothing lost, and a report."""
    hit = set()
    for kind in KINDS:
        for turn, at in enumerate(SOME):
            error = ERRORS[kind][turn % len(ERRORS[kind])]
            outcome = disk.run(Case(scene, kind, at, error, lasts=turn % 2 == 0))
            assert outcome[1:] == ("", "", ""), (kind, at, error)
            if not outcome.was_hit:
                break
            hit.add(kind)
    assert len(hit) > 1


@pytest.mark.parametrize("lasts", [False, True], ids=["once", "for good"])
def test_a_first_page_that_cannot_be_read_is_reported_at_the_start(disk: Disk, lasts: bool) -> None:
    """It is neither lost nor taken for a new box."""
    outcome = disk.run(Case("start", "head", 1, errno.EIO, lasts))
    assert outcome == (True, "", "", "")


def test_a_sync_that_takes_long_fails_nothing(disk: Disk) -> None:
    """It is only slow."""
    outcome = disk.run(Case("play", "sync", 1, errno.EIO, lasts=True, slow_ms=5))
    assert outcome == (True, "", "", "")


@pytest.mark.parametrize("place", [("page", at) for at in range(9)] + [("log", 0), ("log", 3)])
def test_a_place_that_heals_costs_nothing(disk: Disk, place: tuple[str, int]) -> None:
    """The file stays where it is, the box plays from memory, and later everything is there."""
    assert disk.run(Case("heal", *place, errno.EIO, lasts=True))[1:] == ("", "", "")


def test_a_place_that_heals_was_met(disk: Disk) -> None:
    """The test above would pass on a disk without faults."""
    assert disk.run(Case("heal", "page", 0, errno.EIO, lasts=True)).was_hit
    assert disk.run(Case("heal", "log", 0, errno.EIO, lasts=True)).was_hit
    assert disk.run(Case("recover", "page", 1, errno.EIO, lasts=True)).was_hit
