#!/usr/bin/env python3
"""The Python that the tests run with: the project's libraries and build tools, kept in the cache.

A plain Debian with python3-venv is enough, and the system's own packages are left alone.
Run as a program it prints the path of that Python, for scripts.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
HOME = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "tablemate-vm"


def make_python(cache: Path) -> Path:
    """Return a Python that can build the project and run its code; make it if it is not there."""
    wanted = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    # The editable install of a developer would win over the code next to this file: no project.
    needed = (*wanted["build-system"]["requires"], *wanted["project"]["dependencies"])
    key = hashlib.sha256(repr((sys.version_info[:2], needed)).encode()).hexdigest()[:12]
    place = cache / f"python-{key}"
    python = place / "bin" / "python"
    stamp = place / "complete"
    if not stamp.exists():
        print("vm: making python", file=sys.stderr, flush=True)
        for old in cache.glob("python-*"):
            shutil.rmtree(old)
        try:
            subprocess.run([sys.executable, "-m", "venv", place], check=True)
            command: list[str | Path] = [
                python,
                "-m",
                "pip",
                "--quiet",
                "--disable-pip-version-check",
                "install",
            ]
            subprocess.run([*command, "pip>=23", *needed], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"vm: {error}; on Debian install python3-venv, and check the network")
        stamp.touch()
    return python


def enter(cache: Path) -> None:
    """Go on as that Python; return if this is it already."""
    python = make_python(cache)
    if Path(sys.prefix).resolve() != python.parents[1].resolve():
        os.execv(python, [str(python), *sys.argv])


if __name__ == "__main__":
    HOME.mkdir(parents=True, exist_ok=True)
    print(make_python(HOME))
