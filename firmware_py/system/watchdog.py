"""Tells systemd how we are: ready, alive, stopping. A plain socket is enough.

The watchdog is fed from the event loop itself, and only when the loop has gone round since the
last time: a program that hangs, in a screen or a painter, stops feeding, and is replaced.

    say("READY=1")   the first picture is up      beat(progress)   each round of the loop
    say("STOPPING=1")   the loop has ended        feed()           each step of long work
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping


class Watchdog:
    """Does nothing where no systemd listens."""

    def __init__(self, time: Callable[[], float], environment: Mapping[str, str]) -> None:
        self._time = time
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._line: socket.socket | None = None
        wanted = int(environment.get("WATCHDOG_USEC", "0")) / 1e6
        mine = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._every_s = wanted / 2 if wanted and mine else 0.0
        self._fed_s = time()
        self._progress = -1

    def say(self, state: str) -> None:
        """Send a line such as READY=1; a listener that is gone is tried again the next time."""
        if not self._address:
            return
        try:
            # Kept open: a box at rest wakes for little else.
            self._line = self._line or self._connected()
            self._line.sendall(state.encode())
        except OSError:
            self.close()

    def close(self) -> None:
        """Let go of the line; the next word opens it again."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _connected(self) -> socket.socket:
        address = self._address
        if address.startswith("@"):  # an abstract socket
            address = "\0" + address[1:]
        line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            line.connect(address)
        except OSError:
            line.close()
            raise
        return line

    def feed(self) -> bool:
        """Feed, if it is time; say whether it was. For each step of long work within one round."""
        now = self._time()
        is_time = bool(self._address and self._every_s) and now - self._fed_s >= self._every_s
        if is_time:
            self.say("WATCHDOG=1")
            self._fed_s = now
        return is_time

    def beat(self, progress: int) -> float | None:
        """Feed if it is time and something has moved; return when to come back."""
        if not self._every_s or not self._address:
            return None
        if progress != self._progress and self.feed():
            self._progress = progress
        now = self._time()
        return self._fed_s + self._every_s if now - self._fed_s < self._every_s else now + 1.0
