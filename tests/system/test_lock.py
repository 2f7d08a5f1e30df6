"""What the box gets is pinned, and is what the project asks for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.service_files import ROOT, SYSTEMD, pins

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = [SYSTEMD / "box.lock", SYSTEMD / "build.lock"]
ASKED = {
    "box.lock": [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["pi"],
        *PROJECT["project"]["optional-dependencies"]["club"],
    ],
    "build.lock": PROJECT["build-system"]["requires"],
}
PLACE = re.compile(r"://|--(extra-)?index-url|--find-links")
FROM_THE_SYSTEM = {"spidev"}
"""Has no wheel, and nothing is built as root: it comes as the package python3-spidev."""


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_line_of_a_lock_has_one_version_and_a_hash(lock: Path) -> None:
    """Nothing is taken on trust."""
    assert pins(lock)
    assert loose(lock) == []


def loose(lock: Path) -> list[str]:
    """Return the lines of a lock without one version or without a hash."""
    return [
        name
        for name, (version, hashes) in pins(lock).items()
        if not re.fullmatch(r"[a-z0-9-]+", name)
        or not re.match(r"[\d.]+(post\d+)?( ;|$)", version)
        or not hashes
        or not all(re.fullmatch("[0-9a-f]{64}", each) for each in hashes)
    ]


@pytest.mark.parametrize(
    "line", ["luma", "luma==1.0", "luma==1.* --hash=sha256:{hash}", "luma==1.0 --hash=sha256:0"]
)
def test_a_line_that_pins_nothing_is_seen(line: str, tmp_path: Path) -> None:
    """Without a version, without a hash, with a range, with half a hash."""
    lock = tmp_path / "box.lock"
    lock.write_text(f"good==1.0 --hash=sha256:{'0' * 64}\n{line.format(hash='0' * 64)}\n")
    assert loose(lock) == ["luma"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_satisfies_what_the_project_asks_for(lock: Path) -> None:
    """Within the ranges and under the same conditions; `make lock` brings it up to date."""
    locked = pins(lock)
    for text in ASKED[lock.name]:
        asked = Requirement(text)
        name = canonicalize_name(asked.name)
        if name in FROM_THE_SYSTEM:
            assert name not in locked
            continue
        version, _, condition = locked[name][0].partition(" ; ")
        assert asked.specifier.contains(version), text
        assert bool(condition) == bool(asked.marker), text


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_place(lock: Path) -> None:
    """The index from which libraries are fetched is not pinned."""
    assert not PLACE.search(lock.read_text())


@pytest.mark.parametrize(
    "line", ["--index-url x", "--find-links wheels", "luma @ https://example.org/luma.whl"]
)
def test_a_place_is_seen(line: str) -> None:
    """In each of the ways to name one."""
    assert PLACE.search(f"good==1.0\n{line}\n")


def test_what_comes_from_the_system_is_installed_with_it() -> None:
    """By the package that Debian has."""
    script = (SYSTEMD / "install").read_text()
    assert all(f"python3-{name}" in script for name in FROM_THE_SYSTEM)
