"""The service's files, what they say, and trees to install them into."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
UNITS = sorted(
    path for ending in ("service", "path", "socket") for path in SYSTEMD.glob(f"*.{ending}")
)
CONFIG_TXT = "# my Pi\ndtparam=audio=on\n[cm4]\notg_mode=1\n"
BASE_PYTHON = Path(sys.base_prefix) / "bin" / "python3"

needs_systemd = pytest.mark.skipif(
    not (shutil.which("systemd-analyze") and shutil.which("systemd-sysusers")),
    reason="apt install systemd",
)


def run(
    *command: str | Path, check: bool = True, umask: int = -1, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command and return what it said."""
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, check=False, umask=umask, env=env
    )
    if check and done.returncode:
        raise AssertionError(f"{command} failed\n{done.stdout}\n{done.stderr}")
    return done


def quick_python(folder: Path, python: Path = BASE_PYTHON) -> Path:
    """Return a stand-in for a Python: it copies one environment, and makes none anew with pip."""
    run(python, "-m", "venv", "--system-site-packages", folder / "environment")
    command = folder / "python3"
    command.write_text(
        "#!/bin/sh\n"
        'for last in "$@"; do :; done\n'
        f'[ "$1 $2" != "-m venv" ] || exec cp -R \'{folder}/environment\' "$last"\n'
        f"exec '{python}' \"$@\"\n"
    )
    command.chmod(0o755)
    return command


def settings(unit: Path) -> dict[str, list[str]]:
    """Return the settings of a unit file, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        if match := re.match(r"(\w+)=(.*)", line):
            found.setdefault(match[1], []).append(match[2])
    return found


def exposure(unit: Path) -> str:
    """Return what systemd says of how much a unit could do to the system: 0 is nothing."""
    said = run("systemd-analyze", "security", "--offline=yes", "--no-pager", unit).stdout
    found = re.search(r"exposure level for .*: ([\d.]+)", said)
    assert found is not None
    return found[1]


def pins(lock: Path) -> dict[str, tuple[str, list[str]]]:
    """Return the libraries of a lock file: version with its condition, and the hashes."""
    found = {}
    for line in lock.read_text().replace("\\\n", " ").splitlines():
        pinned, *hashes = re.split(r"\s+--hash=sha256:", line)
        name, _, version = pinned.partition("==")
        found[name] = (version, hashes)
    return found


def write_wheel(folder: Path, name: str, version: str, **modules: str) -> Path:
    """Make a library that pip believes, empty or with some modules."""
    stem = f"{name.replace('.', '_').replace('-', '_')}-{version}"
    files = {
        f"{stem}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{stem}.dist-info/WHEEL": (
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        ),
    } | {f"{module}.py": text for module, text in modules.items()}
    place = folder / f"{stem}-py3-none-any.whl"
    with ZipFile(place, "w") as wheel:
        for path, text in files.items():
            wheel.writestr(ZipInfo(path), text)  # the day may be 1970
        record = "".join(f"{path},,\n" for path in (*files, f"{stem}.dist-info/RECORD"))
        wheel.writestr(ZipInfo(f"{stem}.dist-info/RECORD"), record)
    return place


def write_lock(lock: Path, wheels: list[Path]) -> None:
    """Pin some wheels as they are."""
    lines = []
    for wheel in wheels:
        name, version, *_ = wheel.name.split("-")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        lines.append(f"{name}=={version} \\\n    --hash=sha256:{digest}\n")
    lock.write_text("".join(lines))


def make_tree(tree: Path) -> Path:
    """Make the little of a Pi that matters."""
    (tree / "boot" / "firmware").mkdir(parents=True)
    (tree / "etc").mkdir()
    (tree / "boot" / "firmware" / "config.txt").write_text(CONFIG_TXT)
    return tree
