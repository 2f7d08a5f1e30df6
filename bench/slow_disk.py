"""Let syncs take many seconds, and look whether the watchdog is fed and the screen says so.

    python bench/slow_disk.py

The C library of the other bench makes each sync below the data folder slow in a child process,
which saves a choice, or recovers a file that was damaged meanwhile, as a box does: with the
thread that feeds systemd's watchdog while a save takes long. The parent listens in the place of
systemd, with the deadline of the service. Real seconds pass, about a minute of them.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import logging
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from disk_faults import KINDS, SCENES, Box, begin, build_library, move, preloaded

from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.system.systemd import SlowWork, Watchdog

UNIT = Path(__file__).parent.parent / "systemd" / "tablemate.service"
SHOWN, BEGUN, DONE = "STATUS=saving", "STATUS=begun", "STATUS=done"


class Slow(NamedTuple):
    """A scene, and how long a sync takes in it."""

    name: str
    scene: str
    sync_s: int
    lasts: bool


CASES = (
    Slow("a choice", "end", 12, lasts=False),
    Slow("recovering", "recover while running", 4, lasts=True),
)


def be_a_box(folder: Path, case: Slow) -> None:
    """Play a scene on a slow disk."""
    logging.disable(logging.CRITICAL)
    library = ctypes.CDLL(None)
    library.fault_watch(str(folder).encode())
    watchdog = Watchdog(time.monotonic, os.environ)
    box = Box(folder)
    scene = SCENES[case.scene](box)
    next(scene)
    slow = SlowWork(lambda: watchdog.say(SHOWN), lambda: watchdog.say("WATCHDOG=1"))
    box.queue.saving, box.queue.go_on = slow, slow.go_on
    watchdog.say(BEGUN)
    kind = KINDS.index("sync")
    library.fault_arm(kind, 1, errno.EIO, int(case.lasts), case.sync_s * 1000)
    next(scene, None)
    library.fault_disarm()
    watchdog.say(DONE)
    assert not box.queue.unsaved, box.queue.error
    slow.close()
    box.close()


def deadline_s() -> float:
    """Return how long systemd waits for a word of the service."""
    found = re.search(r"^WatchdogSec=(\d+)$", UNIT.read_text(), re.MULTILINE)
    assert found is not None
    return float(found[1])


def listen(case: Slow, place: Path, library: Path) -> tuple[float, float, bool]:
    """Run a case; return how long it took, the longest silence, and whether the screen said so."""
    store = Store(place / "data")
    move(begin(WriteQueue(store), 1))
    store.close()
    heard: list[tuple[float, str]] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(place / "notify"))
        line.settimeout(300.0)
        extra = {
            "NOTIFY_SOCKET": str(place / "notify"),
            "WATCHDOG_USEC": str(int(deadline_s() * 1e6)),
        }
        number = str(CASES.index(case))
        child = subprocess.Popen(
            [sys.executable, __file__, "--box", number, str(place / "data")],
            env=preloaded(library) | extra,
        )
        while not heard or heard[-1][1] != DONE:
            word = line.recv(4096).decode()
            heard.append((time.monotonic(), word))
        assert child.wait() == 0, "the box failed"
    times = [at_s for at_s, word in heard if word in (BEGUN, "WATCHDOG=1", DONE)]
    silence_s = max(after - before for before, after in pairwise(times))
    return times[-1] - times[0], silence_s, any(word == SHOWN for _, word in heard)


def is_bad(case: Slow, took_s: float, silence_s: float, limit_s: float, *, is_shown: bool) -> bool:
    """Return whether the watchdog would have acted, nothing was shown, or the disk was not slow."""
    return silence_s >= limit_s or not is_shown or took_s < case.sync_s


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--box", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.box:
        be_a_box(Path(asked.box[1]), CASES[int(asked.box[0])])
        return 0
    limit_s, bad = deadline_s(), 0
    print(f"{'slow disk':12}{'a sync':>8}{'took':>8}{'silence':>9}{'of':>6}{'shown':>8}")
    for case in CASES:
        with tempfile.TemporaryDirectory() as name:
            took_s, silence_s, is_shown = listen(case, Path(name), build_library(Path(name)))
        shown = "yes" if is_shown else "no"
        figures = f"{case.sync_s:6} s{took_s:6.0f} s{silence_s:7.1f} s{limit_s:4.0f} s"
        print(f"{case.name:12}{figures}{shown:>8}")
        bad += is_bad(case, took_s, silence_s, limit_s, is_shown=is_shown)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
