"""Switching the power off: the box only leaves a note, and systemd's path unit acts on it.

    Quit(power_off=True) --> /run/tablemate/poweroff --> tablemate-poweroff.path
                                                     --> systemctl poweroff --> SIGTERM to us

So the program needs no rights of its own: no sudo, no polkit.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path

from hardware.events import Inbox, Stopped

NOTE = "poweroff"
WAIT_S = 8.0
"""Less than the watchdog's patience: it is fed once more, and then nobody does while we wait."""


def can_power_off(environment: Mapping[str, str]) -> bool:
    """Say whether we run as the service, which alone can switch the Pi off."""
    return bool(environment.get("NOTIFY_SOCKET")) and _folder(environment) is not None


def request_power_off(environment: Mapping[str, str]) -> bool:
    """Leave the note that the path unit waits for; return whether it could be left."""
    folder = _folder(environment)
    if folder is None:
        return False
    try:
        (folder / NOTE).touch()
    except OSError:
        logging.exception("the power cannot be switched off")
        return False
    return True


def wait_for_the_end(inbox: Inbox, clock: Callable[[], float], wait_s: float = WAIT_S) -> bool:
    """Keep the last picture up until systemd stops us; return False if it never does."""
    until_s = clock() + wait_s
    while (left_s := until_s - clock()) > 0:
        if isinstance(inbox.take(left_s), Stopped):
            return True
    return False


def _folder(environment: Mapping[str, str]) -> Path | None:
    given = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(given) if given else None
