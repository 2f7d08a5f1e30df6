"""Signals as events: the program ends where the loop ends, whoever asked for it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hardware.events import Inbox, Stopped


@contextmanager
def stop_on_signals(inbox: Inbox) -> Iterator[None]:
    """Turn Ctrl-C, SIGTERM and a closed terminal into an event, and undo it at the end."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def stop(number: int, _frame: Any) -> None:
        inbox.post(Stopped(signal.Signals(number).name))

    old = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
