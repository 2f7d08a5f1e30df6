"""Signals as events: the program ends where the loop ends, whoever asked for it.

    signal --> any thread of ours, where the kernel likes --> a byte in a pipe --> the listener
                                                                --> Stopped in the inbox

Python runs handlers in its main thread alone, and only once that thread does something. It does
nothing while it waits at the inbox, and what came to another thread, as after SIGSTOP and SIGCONT,
or in the moment before the wait, does not end the wait. The pipe does, whatever the main thread is
in the midst of.

A start may be in the midst of mending a file for minutes, or wait for a disk. Nothing is lost when
that is cut off, as by a power cut: who asks for the end then gets it soon, without the loop.
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
"""What Python says of a signal for which there is no handler any more once it looks."""
GRACE_S = 1.5
"""How long a start may still take that was asked to end."""


@contextmanager
def stop_on_signals(
    inbox: Inbox, *, for_good: bool = False, started: Event | None = None
) -> Iterator[None]:
    """Turn Ctrl-C, SIGTERM and a closed terminal into an event.

    At the end signals mean again what they meant before. Where the program ends with it,
    `for_good`, they mean nothing any more: a second one must not look like a crash.
    Until `started` is set, the program ends soon after a signal wherever it is.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)  # it is written to from within a handler
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
            started.set()  # a start that failed has come to its end as well, with its own code
        os.close(writing)
        listener.join()
        os.close(reading)


def _ignore_from_now_on() -> None:
    """Let further signals mean nothing, and those that are just under way as well.

    Python notes a signal first, in whatever thread the kernel interrupts, and looks up later what
    to do about it. One that is noted late finds nothing to do any more: Python calls it lost, with
    a traceback in the midst of whatever is done next. Nobody needs to know.
    Nothing is opened here: a start may end because it could open no file.
    """
    told = sys.unraisablehook

    def tell(what: sys.UnraisableHookArgs) -> None:
        if not (isinstance(what.exc_value, OSError) and LOST in str(what.exc_value)):
            told(what)

    sys.unraisablehook = tell
    for number in NUMBERS:
        signal.signal(number, signal.SIG_IGN)


def _listen(reading: int, inbox: Inbox, started: Event | None) -> None:
    """Post an event for each signal that asks for the end, until the pipe is closed."""
    while arrived := os.read(reading, 64):
        for number in arrived:
            if number not in NUMBERS:  # a resized window, or a program that goes on after a stop
                inbox.post(Tick(0.0))  # only wakes the main thread, which has a handler
            else:
                inbox.post(Stopped(signal.Signals(number).name))
                if started is not None and not started.wait(GRACE_S):
                    os._exit(0)


def _leave_to_the_listener(_number: int, _frame: FrameType | None) -> None:
    """Do nothing; without a handler Python would not write to the pipe."""
