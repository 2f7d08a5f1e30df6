"""The surroundings in which the tests have to pass, and how a command is run in each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

NOBODY = 65534
YEARS_S = 10 * 365 * 24 * 3600
WALL_CLOCK = Path(__file__).with_name("wall_clock.c")
NETWORK = Path(__file__).with_name("without_network.py")
PYTHONS = ("3.11", "3.12", "3.13")


class NotHere(Exception):
    """This machine cannot give a row what it needs; the message says what."""


@dataclass(frozen=True, slots=True)
class Around:
    """What surrounds a command."""

    before: tuple[str, ...] = ()
    """The commands that run it."""
    environment: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    """More options of pytest."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    what: str
    surround: Callable[[Path], Around] = lambda _folder: Around()
    """Returns what is around the tests, from a folder for files of its own; raises NotHere."""
    folder: str = "t"
    """The name of the folder in which the copy is."""
    as_root: bool = False
    home: str = "home"
    """What HOME is: `home`, or `unwritable`."""
    python: str = ""
    """The version of Python, if not any."""


def is_root() -> bool:
    """Return whether this runs as root."""
    return os.geteuid() == 0


def tool(name: str, package: str) -> str:
    """Return where a program is."""
    found = shutil.which(name)
    if found is None:
        raise NotHere(f"no {name}: apt install {package}")
    return found


def privileged() -> Around:
    """Return nothing around root."""
    if not is_root():
        raise NotHere("run it as root")
    return Around()


def namespace(*kinds: str) -> tuple[str, ...]:
    """Return how to get namespaces: root at once, others through one of users."""
    own = () if is_root() else ("--user", "--map-current-user", "--keep-caps")
    return (tool("unshare", "util-linux"), *own, *kinds)


def started_ago(seconds: float) -> Around:
    """Return a monotonic clock that shows `seconds` now."""
    offsets = Path("/proc/self/timens_offsets").read_text("ascii").split()
    now_s = time.clock_gettime(time.CLOCK_BOOTTIME) - int(offsets[offsets.index("boottime") + 1])
    shift = int(seconds - now_s)  # from the machine's own clock, also inside of another row
    kinds = ("--time", f"--monotonic={shift}", f"--boottime={shift}", "--fork")
    return Around((*namespace(*kinds), *without_rights()))


def without_rights() -> tuple[str, ...]:
    """Return how to give up the rights that a namespace of users brought."""
    if is_root():
        return ()
    return (tool("setpriv", "util-linux"), "--ambient-caps=-all", "--inh-caps=-all")


def dated(day: str, folder: Path) -> Around:
    """Return a wall clock that shows a day.

    libfaketime cannot: its `clock_nanosleep` fails, or waits for years, once the clock is shifted.
    """
    library = folder / "wall_clock.so"
    command = [tool("cc", "gcc libc6-dev"), "-shared", "-fPIC", "-O2"]
    command += ["-o", str(library), str(WALL_CLOCK)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise NotHere("no C compiler that works: apt install gcc libc6-dev")
    library.chmod(0o755)
    shift = int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() - time.time())
    return Around(environment={"LD_PRELOAD": str(library), "SHIFT_S": str(shift)})


def offline() -> Around:
    """Return a machine with a loopback and no other network."""
    return Around((*namespace("--net"), sys.executable, str(NETWORK), *without_rights()))


def speaking(language: str) -> Around:
    """Return a language of the system."""
    return Around(environment={"LANG": language, "LC_ALL": language})


def shuffled() -> Around:
    """Return another order of the tests; the seed is printed, and ARGS can give it again."""
    seed = os.environ.get("SEED") or str(int.from_bytes(os.urandom(4), "big"))
    print(f"random order: SEED={seed}", flush=True)
    return Around(options=("--random-order", f"--random-order-seed={seed}"))


ROWS = (
    Row("user", "as an ordinary user"),
    Row("root", "as root", lambda _: privileged(), as_root=True),
    Row("clock-0", "the machine was started 5 seconds ago", lambda _: started_ago(5)),
    Row("clock-years", "it was started ten years ago", lambda _: started_ago(YEARS_S)),
    Row(
        "1970", "the wall clock was never set", lambda folder: dated("1970-01-01T00:10:00", folder)
    ),
    Row(
        "2038",
        "after the last second of 32 bits",
        lambda folder: dated("2038-01-20T00:00:00", folder),
    ),
    Row(
        "2107",
        "in the last year of a ZIP file",
        lambda folder: dated("2107-06-15T12:00:00", folder),
    ),
    Row("lang-c", "LANG=C", lambda _: speaking("C")),
    Row("home", "HOME cannot be written to", home="unwritable"),
    Row("path", "in a folder with a space and an umlaut", folder="für zwei"),
    Row("offline", "without a network", lambda _: offline()),
    Row("random", "in random order", lambda _: shuffled()),
    *(Row(f"python-{version}", f"on Python {version}", python=version) for version in PYTHONS),
)
