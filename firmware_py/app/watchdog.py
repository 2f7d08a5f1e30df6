"""Tells systemd how we are: ready, alive, stopping. A plain socket is enough.

The watchdog is fed from the event loop itself, and only when the loop has gone round since the
last time: a program that hangs, in a screen or a painter, stops feeding, and is replaced.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping


class Watchdog:
    """Does nothing where no systemd listens."""

    def __init__(
        self, time: Callable[[], float], environment: Mapping[str, str] = os.environ
    ) -> None:
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

    def beat(self, progress: int) -> float | None:
        """Feed if it is time and something has moved; return when to come back."""
        if not self._every_s or not self._address:
            return None
        now = self._time()
        if now - self._fed_s >= self._every_s and progress != self._progress:
            self.say("WATCHDOG=1")
            self._fed_s, self._progress = now, progress
        return self._fed_s + self._every_s if now - self._fed_s < self._every_s else now + 1.0
