"""One run for each cache: it deletes what another one left unfinished."""

from __future__ import annotations

import fcntl
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(cache: Path) -> Iterator[None]:
    """Hold the cache for this run; Ctrl-C and a polite kill end it so that all is cleaned up."""

    def stop(number: int, _frame: object) -> None:
        sys.exit(f"vm: ended by {signal.Signals(number).name}")

    cache.mkdir(exist_ok=True)
    with (cache / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit(f"vm: another run uses {cache}; wait for it, or give another --cache")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, stop)
        yield
