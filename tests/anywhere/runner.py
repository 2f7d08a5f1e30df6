"""Runs the tests of one row: in a copy of the project, as its user, and counts what happened."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.anywhere.rows import NOBODY, Around, NotHere, Row, is_root, tool

ROOT = Path(__file__).parents[2]
NODE_MODULES = (
    "tests/hardware/micropython",
    "tests/firmware_py/panels/axe",
    "tests/firmware_py/panels/lint",
    "docs/tab",
)
PASSED_ON = ("PATH", "TERM", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_CERT")


class SetupError(Exception):
    """The copy for a row could not be made: a failure, and nothing that the machine lacks."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a row."""

    row: Row
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    why: str = ""
    """What could not be had, or what went wrong outside the tests."""
    was_run: bool = True

    @property
    def is_good(self) -> bool:
        """Return whether tests ran, and all of them passed."""
        return not self.was_run or (bool(self.passed) and not self.failed and not self.why)


def run_row(row: Row, arguments: Sequence[str], *, here: bool = False) -> Result:
    """Run a row in a copy, or `here`: in this folder, with this Python, as this user."""
    began_s = time.monotonic()
    try:
        with _folder(row) as folder:
            around = row.surround(folder)
            if around.note:
                print(around.note, flush=True)
            if here:
                project, python = ROOT, sys.executable
            else:
                project, python = _copy(row, folder)
            command = [*_user(row, here=here), python, "-m", "pytest"]
            code, log = _run_tests(row, around, command, arguments, project, folder)
            seconds = time.monotonic() - began_s
            return _count(row, folder / "result.xml", code, seconds, log, _left_behind(folder))
    except NotHere as error:
        return Result(row, why=str(error), was_run=False)
    except SetupError as error:
        return Result(row, why=str(error))


def why_missing(row: Row, *, here: bool = False) -> str:
    """Return what this machine lacks for a row, or nothing."""
    try:
        with _folder(row) as folder:
            row.surround(folder)
            if row.python and not here and not any(_candidates(row.python)):
                return f"no Python {row.python}"
    except NotHere as error:
        return str(error)
    return ""


def _run_tests(
    row: Row,
    around: Around,
    command: list[str],
    arguments: Sequence[str],
    project: Path,
    folder: Path,
) -> tuple[int, str]:
    # `around` runs first: only root may leave namespaces of users out.
    whole = [
        *around.before,
        *command,
        *("-q", "-p", "no:cacheprovider", f"--junitxml={folder / 'result.xml'}"),
        *around.options,
        *arguments,
    ]
    environment = _environment(row, folder) | dict(around.environment)
    with (folder / "log").open("w+b") as log:
        done = subprocess.run(
            whole, cwd=project, env=environment, stdout=log, stderr=log, check=False
        )
        log.seek(0)
        return done.returncode, log.read().decode(errors="replace")


def _environment(row: Row, folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    temporary = folder / "tmp"
    home = {"HOME": str(folder / row.home), "TMPDIR": str(temporary)}
    return {"LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"} | kept | home


@contextmanager
def _folder(row: Row) -> Iterator[Path]:
    """Make the folder of a row, with a home; nothing of it stays. Its name is short: sockets."""
    top = Path(tempfile.mkdtemp(prefix="tm", dir="/tmp"))
    try:
        top.chmod(0o755)
        folder = top / row.folder
        for name, mode in (("", 0o755), ("tmp", 0o1777), ("home", 0o700), ("unwritable", 0o555)):
            (folder / name).mkdir(exist_ok=True)
            (folder / name).chmod(mode)
        if is_root() and not row.as_root:
            for name in ("", "tmp", "home"):
                os.chown(folder / name, NOBODY, NOBODY)
        yield folder
    finally:
        shutil.rmtree(top)


def _user(row: Row, *, here: bool) -> tuple[str, ...]:
    if row.as_root or here or not is_root():
        return ()
    user = ("--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups")
    return (tool("setpriv", "util-linux"), *user)


def _copy(row: Row, folder: Path) -> tuple[Path, str]:
    """Clone the project with what is installed in it; return it and its Python."""
    python = _interpreter(row, folder)
    project = folder / "p"
    environment = _environment(row, folder)
    user = _user(row, here=False)

    def run(*command: str | Path, as_user: bool = True) -> None:
        whole = [*(user if as_user else ()), *map(str, command)]
        done = subprocess.run(
            whole, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SetupError(f"{' '.join(map(str, command))}: {done.stderr[-400:]}")

    run("git", "clone", "--quiet", "--no-hardlinks", ROOT, project, as_user=False)
    for place in NODE_MODULES:
        if (modules := ROOT / place / "node_modules").is_dir():
            shutil.copytree(modules, project / place / "node_modules", symlinks=True)
    if user:
        run("chown", "-R", f"{NOBODY}:{NOBODY}", project, as_user=False)
    run("make", "-C", project, f"PYTHON={python}", ".venv/dev.stamp")
    return project, str(project / ".venv/bin/python")


def _interpreter(row: Row, folder: Path) -> str:
    """Return a Python that the user of the row can start; copy one that is in a private folder."""
    versions = [row.python] if row.python else ["3.13", "3.12", "3.11"]
    private = []
    for version in versions:
        for place in _candidates(version):
            if not is_root() or _is_public(place):
                return str(place)
            private.append((version, place))
    if not private:
        raise NotHere(f"no Python {' or '.join(versions)}")
    version, place = private[0]
    copy = folder / "python"
    ignored = shutil.ignore_patterns("test", "tests", "__pycache__", "*.a", "site-packages")
    shutil.copytree(place.parents[1], copy, symlinks=True, ignore=ignored)
    program = copy / "bin" / f"python{version}"
    libraries = folder.parent / "lib"  # a short path
    libraries.symlink_to(copy / "lib")
    _find_libraries(program, place.parents[1] / "lib", libraries)
    return str(program)


def _find_libraries(program: Path, former: Path, own: Path) -> None:
    """Let a copied program look for its libraries in `own`, and no longer in `former`.

    LD_LIBRARY_PATH would not reach what a test starts in an environment of its own, and $ORIGIN
    would not do for one more copy, as in a `venv`.
    """
    old, new = bytes(former) + b"\0", bytes(own) + b"\0"  # as in DT_RUNPATH
    if len(new) > len(old):
        raise SetupError(f"{own} is too long to take the place of {former}")
    program.write_bytes(program.read_bytes().replace(old, new.ljust(len(old), b"\0")))


def _candidates(version: str) -> Iterator[Path]:
    """Yield the interpreters of a version: the system's, those of pyenv and of uv."""
    home = Path.home()
    for folder in (Path("/usr/bin"), Path("/usr/local/bin")):
        yield from (each.resolve() for each in folder.glob(f"python{version}"))
    for pattern in (
        f".pyenv/versions/{version}.*/bin/python{version}",
        f".local/share/uv/python/cpython-{version}*/bin/python{version}",
    ):
        yield from (each.resolve() for each in sorted(home.glob(pattern), reverse=True))


def _is_public(place: Path) -> bool:
    return all(folder.stat().st_mode & 0o001 for folder in (place, *place.parents))


def _count(row: Row, result: Path, code: int, seconds: float, log: str, left: list[str]) -> Result:
    why = f"left behind: {', '.join(left)}" if left else ""
    try:
        suite = ET.parse(result).getroot().find("testsuite")
    except (OSError, ET.ParseError):
        suite = None
    if suite is None:
        print(log)
        return Result(row, seconds=seconds, why=f"pytest ended with {code}")
    total, failures, errors, skipped = (
        int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    if failed or code:
        print(log)
    if code and not failed:
        why = why or f"pytest ended with {code}"
    return Result(row, total - failed - skipped, failed, skipped, seconds, why)


def _left_behind(folder: Path) -> list[str]:
    """End every process that was started from the folder and still runs; return their commands."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, UnicodeDecodeError):
            continue
        if f"{folder}/" in command and int(process.name) != os.getpid():
            found.append(command[:100])
            os.kill(int(process.name), signal.SIGKILL)
    return found
