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
    ],
    "build.lock": PROJECT["build-system"]["requires"],
}
FROM_THE_SYSTEM = {"spidev"}
"""Has no wheel, and nothing is built as root: it comes as the package python3-spidev."""


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_line_of_a_lock_has_one_version_and_a_hash(lock: Path) -> None:
    """Nothing is taken on trust."""
    for name, (version, hashes) in pins(lock).items():
        assert re.fullmatch(r"[a-z0-9-]+", name)
        assert re.match(r"[\d.]+(post\d+)?( ;|$)", version), name
        assert hashes, name
        assert all(re.fullmatch("[0-9a-f]{64}", each) for each in hashes), name


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
    """Where libraries are fetched from is for whoever installs to say."""
    assert not re.search(r"://|--(extra-)?index-url|--find-links", lock.read_text())


def test_what_comes_from_the_system_is_installed_with_it() -> None:
    """By the package that Debian has."""
    script = (SYSTEMD / "install").read_text()
    assert all(f"python3-{name}" in script for name in FROM_THE_SYSTEM)
