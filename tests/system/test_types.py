"""mypy checks every Python file of the project, and sees what a test overrides in vain."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mypy.main import process_options

ROOT = Path(__file__).parents[2]
NOT_OURS = {"build", "dist", "node_modules"}
OTHER_PYTHONS = ("hardware/pico_panel/", "tests/hardware/micropython/stand_ins/", "docs/tab/")
"""MicroPython and Pyodide, with modules that mypy cannot find."""
IN_VAIN = """
class Painter:
    def compose(self) -> int:
        return 1


class Watched(Painter):
    def _compose(self) -> int:
        return super()._compose() + 1
"""

NEVER_ENDS = """
def read(lines: list[str]) -> str:
    while True:
        line = lines.pop()
        if line:
            found = line
    return found
"""


def python_files(root: Path) -> Iterator[str]:
    """Yield the Python files of a project, by suffix or by their first line."""
    for folder, names, files in os.walk(root):
        names[:] = [name for name in names if name[0] != "." and name not in NOT_OURS]
        for path in (Path(folder) / name for name in files):
            if path.suffix == ".py" or (not path.suffix and _is_script(path)):
                yield path.relative_to(root).as_posix()


def _is_script(path: Path) -> bool:
    with path.open("rb") as file:
        first = file.readline(100)
    return first.startswith(b"#!") and b"python" in first


def unchecked(root: Path) -> set[str]:
    """Return the Python files that mypy leaves out; it has to be run in `root`."""
    sources, _ = process_options([])
    checked = {Path(source.path).as_posix() for source in sources if source.path}
    return {*python_files(root)} - checked


def test_every_python_file_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those without a suffix."""
    monkeypatch.chdir(ROOT)
    assert {path for path in unchecked(ROOT) if not path.startswith(OTHER_PYTHONS)} == set()


@pytest.mark.parametrize("name", ["build.py", "systemd/build"])
def test_a_file_that_is_left_out_is_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted one in a project whose configuration names another."""
    (tmp_path / "systemd").mkdir()
    (tmp_path / "checked.py").touch()
    (tmp_path / "pyproject.toml").write_text('[tool.mypy]\nfiles = ["checked.py"]\n')
    monkeypatch.chdir(tmp_path)
    assert unchecked(tmp_path) == set()
    (tmp_path / name).write_text("#!/usr/bin/env python3\n")
    assert unchecked(tmp_path) == {name}


def check_planted(tmp_path: Path, text: str, files: tuple[str, ...], said: str) -> None:
    """Check that mypy says the same of a text in the place of each of some files."""
    planted = tmp_path / "planted.py"
    planted.write_text(text)
    shadows = [word for file in files for word in ("--shadow-file", file, str(planted))]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", f"--cache-dir={os.devnull}", *shadows, *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    for file in files:
        assert f"{file}:{said}" in done.stdout


def test_what_overrides_nothing_is_found_everywhere(tmp_path: Path) -> None:
    """A class that calls a method its parent does not have, planted in each folder."""
    files = ("tests/conftest.py", "bench/children.py", "docs/make_hats.py", "systemd/wifi")
    check_planted(tmp_path, IN_VAIN, files, '9: error: "_compose" undefined in superclass')


def test_a_loop_that_never_ends_is_found(tmp_path: Path) -> None:
    """What comes after it is never run; in the scenes of the virtual machine as well."""
    files = ("tests/vm/table.py", "bench/children.py", "docs/make_hats.py", "systemd/wifi")
    check_planted(tmp_path, NEVER_ENDS, files, "7: error: Statement is unreachable")
