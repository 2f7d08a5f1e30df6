"""The surroundings in which the tests have to pass, and how a command is run in each."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

NOBODY = 65534
YEARS_S = 10 * 365 * 24 * 3600
WALL_CLOCK = Path(__file__).with_name("wall_clock.c")
NETWORK = Path(__file__).with_name("without_network.py")
PROJECT = Path(__file__).parents[2]
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
    note: str = ""
    """What to print before the tests, to repeat them."""

    def within(self, outer: Around) -> Around:
        """Return both: the commands of `outer` run those of this one."""
        return Around(
            (*outer.before, *self.before),
            {**outer.environment, **self.environment},
            (*outer.options, *self.options),
            outer.note or self.note,
        )


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
    kind: str = ""
    """Rows of the same kind exclude each other."""
    conditions: tuple[str, ...] = ()
    """The rows that this one combines."""


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
    if " " in str(folder):  # LD_PRELOAD is a list with spaces between its places
        folder = Path(tempfile.mkdtemp(dir="/tmp"))
        folder.chmod(0o755)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    library = folder / "wall_clock.so"
    command = [tool("cc", "gcc libc6-dev"), "-shared", "-fPIC", "-O2"]
    command += ["-o", str(library), str(WALL_CLOCK)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise NotHere("no C compiler that works: apt install gcc libc6-dev")
    library.chmod(0o755)
    machine_s = time.time() - int(os.environ.get("SHIFT_S", "0"))  # also inside of another row
    shift = int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() - machine_s)
    return Around(environment={"LD_PRELOAD": str(library), "SHIFT_S": str(shift)})


def offline() -> Around:
    """Return a machine with a loopback and no other network."""
    return Around((*namespace("--net"), sys.executable, str(NETWORK), *without_rights()))


def speaking(language: str, folder: Path) -> Around:
    """Return a language of the system.

    LC_ALL keeps Python from correcting it, and Python before 3.12.4 from starting where an
    installed project is in a folder that is not in ASCII: it reads `.pth` files in that encoding.
    """
    everything = {"LC_ALL": language} if f"{PROJECT}{folder}".isascii() else {}
    return Around(environment={"LANG": language, **everything})


def shuffled() -> Around:
    """Return another order of the tests; the seed is printed, and SEED can give it again."""
    seed = os.environ.get("SEED") or str(int.from_bytes(os.urandom(4), "big"))
    options = ("--random-order", f"--random-order-seed={seed}")
    return Around(options=options, note=f"random order: SEED={seed}")


ROWS = (
    Row("user", "as an ordinary user", kind="user"),
    Row("root", "as root", lambda _: privileged(), as_root=True, kind="user"),
    Row(
        "clock-0",
        "the machine was started 5 seconds ago",
        lambda _: started_ago(5),
        kind="monotonic clock",
    ),
    Row(
        "clock-years",
        "it was started ten years ago",
        lambda _: started_ago(YEARS_S),
        kind="monotonic clock",
    ),
    Row(
        "1970",
        "the wall clock was never set",
        lambda folder: dated("1970-01-01T00:10:00", folder),
        kind="wall clock",
    ),
    Row(
        "2038",
        "after the last second of 32 bits",
        lambda folder: dated("2038-01-20T00:00:00", folder),
        kind="wall clock",
    ),
    Row(
        "2107",
        "in the last year of a ZIP file",
        lambda folder: dated("2107-06-15T12:00:00", folder),
        kind="wall clock",
    ),
    Row("lang-c", "LANG=C", lambda folder: speaking("C", folder)),
    Row("home", "HOME cannot be written to", home="unwritable"),
    Row("path", "in a folder with a space and an umlaut", folder="für zwei"),
    Row("offline", "without a network", lambda _: offline()),
    Row("random", "in random order", lambda _: shuffled()),
    *(
        Row(f"python-{version}", f"on Python {version}", python=version, kind="Python")
        for version in PYTHONS
    ),
)

COMBINATIONS = {
    "early": ("user", "clock-0", "1970", "lang-c", "home", "python-3.11"),
    "later": ("root", "clock-years", "2038", "path", "random", "python-3.12"),
    "last": ("user", "2107", "offline", "random", "python-3.13"),
}
"""What runs by default: every condition, in few runs of the whole suite."""


def combine(name: str, rows: Sequence[Row]) -> Row:
    """Return one row with the surroundings of several that do not exclude each other."""
    kinds = [row.kind for row in rows if row.kind]
    if len(kinds) != len(set(kinds)):
        raise ValueError(f"{name} combines rows that exclude each other")

    def surround(folder: Path) -> Around:
        around = Around()
        for row in rows:
            around = row.surround(folder).within(around)
        return around

    usual = Row("", "")
    return Row(
        name,
        ", ".join(row.what for row in rows),
        surround,
        folder=_one((row.folder for row in rows), usual.folder),
        as_root=any(row.as_root for row in rows),
        home=_one((row.home for row in rows), usual.home),
        python=_one((row.python for row in rows), usual.python),
        conditions=tuple(row.name for row in rows),
    )


def _one(values: Iterable[str], usual: str) -> str:
    return next((value for value in values if value != usual), usual)
