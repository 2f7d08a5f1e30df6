"""The layers of the packages hold, and a wrong import is noticed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engines", "hardware", "firmware_py")


def lint(project: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of pyproject.toml in a copy of the project."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=False
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of the packages."""
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package,
            tmp_path / package,
            ignore=lambda folder, names: [
                name
                for name in names
                if not (Path(folder, name).is_dir() or name.endswith(".py"))
                or name in ("__pycache__", "case", "pico_panel", "text")
            ],
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_package_imports_only_packages_below_it(project: Path) -> None:
    checked = lint(project)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("firmware_py/core/picture.py", "from firmware_py.app import loop"),
        ("firmware_py/ui/canvas.py", "def late():\n    from firmware_py.screens.home import home"),
        ("firmware_py/screens/play/why.py", "import firmware_py.panels.base"),
        ("engines/match.py", "def late():\n    import firmware_py.storage.store"),
        ("firmware_py/oddments.py", "x = 1"),
    ],
)
def test_a_wrong_import_is_noticed(project: Path, module: str, line: str) -> None:
    """At the top, inside a function, and a package that has no layer."""
    with (project / module).open("a") as file:
        file.write(f"\n\n{line}\n")
    checked = lint(project)
    assert checked.returncode == 1, checked.stdout + checked.stderr
