"""The end of the program: saves what still waits, or says what is lost.

    q, Ctrl-C, Ctrl-D, Quit, Shut down --> `ask_if_unsaved` in ui.screens.unsaved --+
    a signal, a terminal that is gone --> nobody can be asked ----------------------+--> `save_rest`
                                              stderr and NOT_SAVED_CODE <-- lost? <--

An update asks before it is taken; the service is then stopped by a signal as any other time.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from firmware_py.storage.write_queue import MISTAKES, WriteQueue

NOT_SAVED_CODE = 74
"""EX_IOERR of sysexits.h. The unit counts it as an end and not as a failure to start."""
WAIT_S = 6.0
"""How long to wait for the disk where nobody can be asked: less than systemd waits for us."""
EVERY_S = 0.5


def save_rest(
    queue: WriteQueue,
    wait_s: float,
    clock: Callable[[], float],
    keep_up: Callable[[], None] = lambda: None,
    sleep: Callable[[float], None] = time.sleep,
) -> str:
    """Write what still waits, trying for `wait_s`; return what is lost as a sentence, or "".

    `keep_up` is called before each wait, for the display and the watchdog.
    """
    until_s = clock() + wait_s
    while not _is_saved(queue) and clock() < until_s:
        keep_up()
        sleep(EVERY_S)
    return _loss(queue) if queue.unsaved else ""


def tell(loss: str) -> None:
    """Say on stderr what is lost; a terminal that is gone hears nothing."""
    with suppress(OSError, ValueError):
        print(f"tablemate: {loss}", file=sys.stderr, flush=True)


def _is_saved(queue: WriteQueue) -> bool:
    try:
        return queue.retry()
    except MISTAKES:
        logging.getLogger(__name__).exception("could never be written")
        return False


def _loss(queue: WriteQueue) -> str:
    """Return how many changes are lost, of which matches, and why."""
    matches = (
        f"match {each.id} ({each.header.game}: {', '.join(each.header.names)})"
        for each in queue.matches_ahead()
    )
    what = ", ".join(matches) or "settings"
    return f"not saved, and lost: {queue.unsaved} changes, in {what}: {queue.error}"
