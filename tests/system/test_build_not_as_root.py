"""Installing from the sources: what is fetched to build with never runs as root."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.service_files import (
    BASE_PYTHON,
    ROOT,
    SYSTEMD,
    make_tree,
    needs_systemd,
    quick_python,
    run,
    write_lock,
    write_wheel,
)

SYSTEM_PYTHON = Path("/usr/bin/python3")
OWNER = 54321
BUILD_TOOL = """
import os, pathlib, sys, zipfile
place = pathlib.Path(sys.argv[-1])
place.mkdir()
stem = "tablemate_box-9.9"
files = {
    f"{stem}.dist-info/METADATA": "Metadata-Version: 2.1\\nName: tablemate-box\\nVersion: 9.9\\n",
    f"{stem}.dist-info/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    "built_by.txt": f"{os.getuid()} {os.getgid()} {os.getgroups()}",
    "firmware_py/update/update_file.py": "",
    "firmware_py/update/keys/project.pem": "",
}
with zipfile.ZipFile(place / f"{stem}-py3-none-any.whl", "w") as wheel:
    for path, text in files.items():
        wheel.writestr(zipfile.ZipInfo(path), text)
    record = "".join(f"{path},,\\n" for path in (*files, f"{stem}.dist-info/RECORD"))
    wheel.writestr(zipfile.ZipInfo(f"{stem}.dist-info/RECORD"), record)
"""
"""Takes the place of hatchling, and tells as whom it was run."""


@pytest.fixture
def wheels() -> Iterator[Path]:
    """Return a directory that every user may read, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def make_project(project: Path, wheels: Path) -> Path:
    """Make a project whose build tool is the stand-in, and which needs no libraries."""
    project.mkdir()
    shutil.copytree(SYSTEMD, project / "systemd")
    for name in ("engines", "hardware", "firmware_py", "docs"):
        (project / name).mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project)
    shutil.copy(ROOT / "docs" / "tablemate.example.toml", project / "docs")
    tool = write_wheel(wheels, "hatchling", "9.9", hatchling=BUILD_TOOL)
    write_lock(project / "systemd" / "build.lock", [tool])
    (project / "systemd" / "box.lock").write_text("")
    return project


@needs_systemd
@pytest.mark.parametrize("owner", [0, pytest.param(OWNER, marks=pytest.mark.needs_root)])
def test_the_wheel_is_built_by_the_owner_of_the_sources_but_never_by_root(
    tmp_path: Path, wheels: Path, owner: int
) -> None:
    """Neither with root's groups."""
    project = make_project(tmp_path / "project", wheels)
    builder = f"{os.getuid()} {os.getgid()}"
    if os.getuid() == 0:
        os.chown(project, owner, owner)
        builder = f"{owner or 65533} {owner or 65533} []"
    tree = make_tree(tmp_path / "pi")
    offline = {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": wheels.as_uri(),  # a list with spaces between its places
        "PIP_CONFIG_FILE": os.devnull,
    }
    python = SYSTEM_PYTHON if os.getuid() == 0 and SYSTEM_PYTHON.exists() else BASE_PYTHON
    if owner:  # once with environments as they are made on a box is enough
        python = quick_python(wheels, python)
    command: list[str | Path] = [
        project / "systemd" / "install",
        "--root",
        tree,
        "--python",
        python,
    ]
    run(*command, env={"PATH": os.environ["PATH"], **offline})
    (marker,) = tree.glob("opt/tablemate/env/lib/python3*/site-packages/built_by.txt")
    assert marker.read_text().startswith(builder)
