"""`make release`: what it refuses, what it signs, and that a difference between builds is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "systemd/make_release"


@pytest.fixture(scope="module")
def release() -> ModuleType:
    """Load the script as a module."""
    loader = SourceFileLoader("make_release", str(SCRIPT))
    spec = spec_from_loader("make_release", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Make a private key."""
    place = tmp_path / "key"
    command = ["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(place)]
    subprocess.run(command, check=True)
    return place


def test_a_difference_between_two_builds_is_named(release: ModuleType, tmp_path: Path) -> None:
    """A byte, a file more, and a file less."""
    for place, files in (("a", {"same": "1", "byte": "1", "less": ""}),
                         ("b", {"same": "1", "byte": "2", "more": ""})):  # fmt: skip
        (tmp_path / place).mkdir()
        for name, text in files.items():
            (tmp_path / place / name).write_text(text)
    one, other = (release.hashes(tmp_path / place) for place in ("a", "b"))
    assert list(release.differences(one, other)) == ["byte", "less", "more"]
    assert not list(release.differences(one, one))


def test_a_stranger_can_check_every_file(release: ModuleType, key: Path, tmp_path: Path) -> None:
    """With the commands of RELEASE.md; a changed file and a changed list are noticed."""
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "tablemate.whl").write_text("program")
    release.sign(folder, key)
    lines = (ROOT / "RELEASE.md").read_text().splitlines()
    commands = [line for line in lines if line.startswith(("openssl pkeyutl", "sha256sum"))]
    assert len(commands) == 2

    def check() -> list[int]:
        """Return the exit code of each command."""
        return [
            subprocess.run(
                line, shell=True, cwd=folder, capture_output=True, check=False
            ).returncode
            for line in commands
        ]

    assert check() == [0, 0]
    (folder / "tablemate.whl").write_text("another")
    assert check() == [0, 1]
    (folder / "SHA256SUMS").write_text("")
    assert check()[0] == 1


def test_without_a_key_it_says_how_to_make_one(tmp_path: Path) -> None:
    """Before anything is built."""
    command = [sys.executable, str(SCRIPT), "--key", str(tmp_path / "none")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "make release-key" in done.stderr


def test_a_packed_folder_is_the_same_for_everybody(release: ModuleType, tmp_path: Path) -> None:
    """At another time, with other rights: the same bytes."""
    for place, mode in (("a", 0o600), ("b", 0o666)):
        (tmp_path / place / "try").mkdir(parents=True)
        page = tmp_path / place / "try" / "index.html"
        page.write_text("page")
        page.chmod(mode)
        os.utime(page, (mode, mode))
        release.pack(tmp_path / place, tmp_path / f"{place}.tar.gz", 1)
    assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "b.tar.gz").read_bytes()


def test_the_contents_name_python_for_the_browser(release: ModuleType) -> None:
    """As the lock file pins it."""
    part = release.npm_component(ROOT / "docs/tab", "pyodide")
    assert part["purl"].startswith("pkg:npm/pyodide@")
    assert part["hashes"][0]["alg"] == "SHA-512"
    assert len(part["hashes"][0]["content"]) == 128


def test_the_contents_name_each_library(release: ModuleType, tmp_path: Path) -> None:
    """With its version and its hash."""
    (tmp_path / "luma.oled-3.16.0-py2.py3-none-any.whl").write_bytes(b"a library")
    whole = {"type": "application", "name": "tablemate-box", "version": "1"}
    (part,) = json.loads(release.cyclonedx(whole, release.wheel_components(tmp_path)))["components"]
    assert part["purl"] == "pkg:pypi/luma.oled@3.16.0"
    assert part["hashes"][0]["content"] == release.hashes(tmp_path).popitem()[1]
