"""Tells systemd that the box is ready, alive or stopping, also while it works for long.

The watchdog is fed from the event loop itself, and only when the loop has gone round since the
last time: a program that hangs, in a screen or a painter, stops feeding, and is replaced.

    say("READY=1")   the first picture is up      beat(progress)   each round of the loop
    say("STOPPING=1")   the loop has ended

While a choice is saved the loop is blocked in the disk, and while a game is loaded it may be as
well. `SlowWork` is the context for both. Its thread does nothing if the work ends soon:

    work begins --> 0.5 s --> "Saving..." --> every few seconds a word to the watchdog, for a minute

After that minute the watchdog gets nothing more: a disk that never answers is a hang as well.
Repairing a damaged file may take many minutes; each completed step of it begins the minute again.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread

PATIENCE_S = 0.5
FEED_EVERY_S = 3.0
LONGEST_S = 60.0
FEEDS = round(LONGEST_S / FEED_EVERY_S)

Wait = Callable[[Event, float], bool]
"""Waits for an event, not longer than that; says whether it came."""


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

    def beat(self, progress: int) -> float | None:
        """Feed if it is time and something has moved; return when to come back."""
        if not self._every_s or not self._address:
            return None
        now = self._time()
        if progress != self._progress and now - self._fed_s >= self._every_s:
            self.say("WATCHDOG=1")
            self._fed_s, self._progress = now, progress
        return self._fed_s + self._every_s if now - self._fed_s < self._every_s else now + 1.0


class SlowWork:
    """A context around each save, and around work that may have to load a game first."""

    def __init__(
        self,
        show: Callable[[], None],
        feed: Callable[[], None],
        wait: Wait = Event.wait,
    ) -> None:
        self._show = show
        self._feed = feed
        self._wait = wait
        self._begun, self._done = Event(), Event()
        self._acting = Lock()
        """Held while the thread acts in the place of the loop, which must not go on meanwhile."""
        self._depth = 0
        self._goes_on = False
        self._is_closed = False
        self._thread = Thread(target=self._watch, name="slow work", daemon=True)
        self._thread.start()

    def __enter__(self) -> None:
        self._depth += 1
        if self._depth == 1:
            self._done.clear()
            self._begun.set()

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            with self._acting:
                self._done.set()

    @property
    def depth(self) -> int:
        """How many contexts are entered, one within the other."""
        return self._depth

    def go_on(self) -> None:
        """Begin the minute again: a step of long work is done."""
        self._goes_on = True

    def close(self) -> None:
        """End the thread."""
        self._is_closed = True
        self._done.set()
        self._begun.set()
        self._thread.join()

    def _watch(self) -> None:
        while True:
            self._begun.wait()
            self._begun.clear()
            if self._is_closed:
                return
            if not self._wait(self._done, PATIENCE_S):
                self._act(self._show)
                self._keep_feeding()

    def _keep_feeding(self) -> None:
        left = FEEDS
        while left:
            self._goes_on = False
            self._act(self._feed)
            if self._wait(self._done, FEED_EVERY_S):
                return
            left = FEEDS if self._goes_on else left - 1

    def _act(self, what: Callable[[], None]) -> None:
        """Do something in the place of the loop, unless it goes on already."""
        with self._acting:
            if self._done.is_set():
                return
            try:
                what()
            except Exception:  # a display that fails must not starve the watchdog
                logging.getLogger(__name__).exception("while work takes long")
