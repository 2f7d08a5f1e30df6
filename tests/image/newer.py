"""A newer version of this very program, as an update that the card's copy believes."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from outfit import PROJECT
from tree import PYTHON
from workshop import run

VERSION = "9.0.1"
SOURCES = (
    *("engines", "hardware", "firmware_py", "pyproject.toml", "hatch_build.py"),
    *("README.md", "LICENSE"),
)
MAKE = PROJECT / "systemd" / "make_update"


def make_newer(folder: Path, libraries: Path) -> tuple[bytes, str]:
    """Return an update for a Raspberry Pi, and the public half of the key it is signed with."""
    key, source, wheels = folder / "key", folder / "source", folder / "wheels"
    public = run(sys.executable, MAKE, "--new-key", key)
    source.mkdir()
    for name in SOURCES:
        place = PROJECT / name
        (shutil.copytree if place.is_dir() else shutil.copy)(place, source / name)
    named = source / "firmware_py" / "version.py"
    named.write_text(re.sub(r'"[\d.]+"', f'"{VERSION}"', named.read_text()))
    shutil.copytree(libraries, wheels)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels, cwd=source)
    kind = ("--python", PYTHON, "--machine", "aarch64")
    run(sys.executable, MAKE, "--key", key, "--wheels", wheels, *kind, "--out", folder)
    (update,) = folder.glob(f"tablemate-{VERSION}-*.update")
    made = update.read_bytes()
    for path in (key, update):
        path.unlink()
    for path in (source, wheels):
        shutil.rmtree(path)
    return made, public
