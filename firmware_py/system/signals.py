"""Turns signals into events, so that the event loop ends the program.

    signal --> any of our threads --> a byte in a pipe --> the listener --> Stopped in the inbox

Python runs signal handlers only in the main thread, and only when that thread executes code, which
it does not while it waits at the inbox: a signal that another thread received (as after SIGSTOP and
SIGCONT), or that came just before the wait, does not end the wait. The byte in the pipe always
wakes the listener.

A start may take minutes to recover a file, or wait for a disk. Interrupting it loses nothing, as
with a power cut, so until the start is complete a signal ends the program without the loop.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from types import FrameType

from hardware.events import Inbox, Stopped, Tick

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LOST = "ignored due to race condition"
"""Python's message about a signal whose handler was removed before it could run."""
GRACE_S = 1.5
"""How long a start may continue after a signal."""


@contextmanager
def stop_on_signals(
    inbox: Inbox, *, for_good: bool = False, started: Event | None = None
) -> Iterator[None]:
    """Post Stopped for Ctrl-C, SIGTERM and a closed terminal.

    At the end the old handlers are restored. With `for_good`, when the program ends, signals are
    ignored instead, because a second one must not look like a crash. Until `started` is set, the
    program ends soon after a signal, whatever it does.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)  # a signal handler writes to it
    listener = Thread(target=_listen, args=(reading, inbox, started), name="signals", daemon=True)
    listener.start()
    old_pipe = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    old = {number: signal.signal(number, _leave_to_the_listener) for number in NUMBERS}
    try:
        yield
    finally:
        if for_good:
            _ignore_from_now_on()
        else:
            for number, handler in old.items():
                signal.signal(number, handler)
        signal.set_wakeup_fd(old_pipe)
        if started is not None:
            started.set()  # a failed start ends with its own exit code
        os.close(writing)
        listener.join()
        os.close(reading)


def _ignore_from_now_on() -> None:
    """Ignore further signals, and those that Python has noted but not handled yet.

    Python notes a signal first and looks up its handler later. If the handler was removed in
    between, Python prints a traceback, which is suppressed here. This function opens nothing,
    because a start may have failed for lack of file descriptors.
    """
    report = sys.unraisablehook

    def report_others(what: sys.UnraisableHookArgs) -> None:
        if not (isinstance(what.exc_value, OSError) and LOST in str(what.exc_value)):
            report(what)

    sys.unraisablehook = report_others
    for number in NUMBERS:
        signal.signal(number, signal.SIG_IGN)


def _listen(reading: int, inbox: Inbox, started: Event | None) -> None:
    """Post an event for each signal that ends the program, until the pipe is closed."""
    while arrived := os.read(reading, 64):
        for number in arrived:
            if number not in NUMBERS:  # SIGWINCH or SIGCONT
                inbox.post(Tick(0.0))  # wakes the main thread, which runs the handler
            else:
                inbox.post(Stopped(signal.Signals(number).name))
                if started is not None and not started.wait(GRACE_S):
                    os._exit(0)


def _leave_to_the_listener(_number: int, _frame: FrameType | None) -> None:
    """Do nothing; without a handler Python would not write to the pipe."""
