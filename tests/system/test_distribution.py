"""What the tree says about the project as a package, against its metadata."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.support.service_files import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
INSTALL = re.compile(r"(?:pip|pipx|uv tool) install ((?:[^`\n;|&]|\\\n)*)")
FOREIGN = re.compile(r"^tablemate\b(?!-box)")
"""`tablemate` on PyPI is another project."""


def tracked() -> list[Path]:
    """Return every text file that git knows."""
    said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = said.stdout.decode().split("\0")[:-1]
    endings = {".py", ".md", ".toml", ".yml", ""}
    return [path for name in names if (path := ROOT / name).suffix in endings and path.is_file()]


def advised(text: str) -> list[str]:
    """Return what commands in a text would install."""
    words = [word.strip("'\"(),.`") for found in INSTALL.findall(text) for word in found.split()]
    return [word for word in words if word.startswith("tablemate")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pip install 'tablemate[pi]', or", ["tablemate[pi]"]),
        ("`pipx install tablemate-box`", ["tablemate-box"]),
        ("uv tool install --python 3.13 tablemate", ["tablemate"]),
        ("pip install gpiod", []),
    ],
)
def test_advice_is_found(text: str, names: list[str]) -> None:
    """So that the next test can fail."""
    assert advised(text) == names


def test_no_advice_installs_another_project() -> None:
    """Whatever is told to be installed by our name is the name of our distribution."""
    assert PROJECT["name"] == "tablemate-box"
    wrong = {
        str(path.relative_to(ROOT)): names
        for path in tracked()
        if path != Path(__file__)
        and (names := [n for n in advised(path.read_text(errors="replace")) if FOREIGN.match(n)])
    }
    assert wrong == {}


def test_the_command_keeps_its_name() -> None:
    """Only the distribution is called otherwise."""
    assert list(PROJECT["scripts"]) == ["tablemate"]


START = "from firmware_py.__main__ import main; raise SystemExit(main(['--version']))"


def start(folder: Path, *places: Path) -> subprocess.CompletedProcess[str]:
    """Ask for the version, with packages from some places."""
    path = os.pathsep.join(map(str, places))
    return subprocess.run(
        [sys.executable, "-c", START],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["engines", "hardware"])
def test_a_package_of_another_project_is_named(tmp_path: Path, name: str) -> None:
    """Both names are taken on PyPI: a clear sentence, not an error from somewhere inside."""
    foreign = tmp_path / "site" / name / "__init__.py"
    foreign.parent.mkdir(parents=True)
    foreign.touch()
    done = start(tmp_path, tmp_path / "site", ROOT)
    assert done.returncode == 1
    assert done.stderr.startswith(f"tablemate: {foreign} is not Tablemate's")
    assert "pipx install tablemate-box" in done.stderr
    assert start(tmp_path, ROOT, tmp_path / "site").returncode == 0


def test_a_package_that_lost_its_beginning_is_named(tmp_path: Path) -> None:
    """As `pip uninstall hardware` of the other project leaves it."""
    for name in ("engines", "hardware", "firmware_py"):
        copytree(ROOT / name, tmp_path / name, ignore=ignore_patterns("__pycache__", "case"))
    assert start(tmp_path, tmp_path).returncode == 0
    (tmp_path / "hardware" / "__init__.py").unlink()
    done = start(tmp_path, tmp_path)
    assert done.returncode == 1
    assert "hardware" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_form_for_volunteers_has_the_steps_of_their_page() -> None:
    """Each number once, in order."""
    found = [
        re.findall(r"(?m)^\| (\d+) \|", (ROOT / name).read_text())
        for name in (
            "docs/hardware-acceptance.md",
            ".github/ISSUE_TEMPLATE/hardware-acceptance.md",
        )
    ]
    assert found[0] == found[1] == [str(number) for number in range(1, 18)]
