"""Talks to systemd: the box is ready, alive or stopping, and the power can be switched off.

The watchdog is fed by the event loop, and only if the loop has made progress: systemd restarts a
program that hangs.

    say("READY=1")   the first picture is up      beat(progress)   each round of the loop
    say("STOPPING=1")   the loop has ended

While a choice is saved or a game is loaded, the loop may be blocked by the disk. `SlowWork` is the
context for both. Its thread does nothing if the work ends soon:

    work begins --> 0.5 s --> "Saving…" --> feed the watchdog every few seconds, for a minute

After that minute the watchdog is not fed any more: a disk that never answers is a hang, too.
The recovery of a damaged file may take many minutes; each completed step restarts the minute.

To switch the power off, the box creates a file, and systemd's path unit acts on it. So the program
needs neither sudo nor polkit:

    Quit(power_off=True) --> /run/tablemate/poweroff --> tablemate-poweroff.path
                                                     --> systemctl poweroff --> SIGTERM to us
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event, Lock, Thread

from hardware.events import Inbox, Stopped

PATIENCE_S = 0.5
FEED_EVERY_S = 3.0
LONGEST_S = 60.0
FEEDS = round(LONGEST_S / FEED_EVERY_S)
POWER_OFF_NOTE = "poweroff"
END_S = 8.0
"""Less than the timeout of the watchdog, which is not fed during the wait."""

Wait = Callable[[Event, float], bool]
"""Waits for an event at most so long; returns whether it was set."""


class Watchdog:
    """Sends messages to systemd; does nothing without systemd."""

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
        """Send a line such as READY=1; after an error the next call connects again."""
        if not self._address:
            return
        try:
            # Kept open, to save work on an idle box.
            self._line = self._line or self._connected()
            self._line.sendall(state.encode())
        except OSError:
            self.close()

    def close(self) -> None:
        """Close the socket; `say` opens it again."""
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
        """Feed the watchdog if it is time and `progress` changed; return when to call again."""
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
        """Held while the thread acts for the loop, which must not continue meanwhile."""
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
        """The number of nested contexts."""
        return self._depth

    def go_on(self) -> None:
        """Restart the minute, because a step of long work is done."""
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
        """Call a function for the loop, unless the work is done."""
        with self._acting:
            if self._done.is_set():
                return
            try:
                what()
            except Exception:  # a display that fails must not starve the watchdog
                logging.getLogger(__name__).exception("while work takes long")


# --- power off ---


def can_power_off(environment: Mapping[str, str]) -> bool:
    """Return whether the program runs as the service, which can switch the Pi off."""
    return bool(environment.get("NOTIFY_SOCKET")) and _folder(environment) is not None


def request_power_off(environment: Mapping[str, str]) -> bool:
    """Create the file that the path unit waits for; return whether that worked."""
    folder = _folder(environment)
    if folder is None:
        return False
    try:
        (folder / POWER_OFF_NOTE).touch()
    except OSError:
        logging.exception("the power cannot be switched off")
        return False
    return True


def wait_for_the_end(inbox: Inbox, clock: Callable[[], float], wait_s: float = END_S) -> bool:
    """Wait, with the last picture up, until systemd stops us; return False if it does not."""
    until_s = clock() + wait_s
    while (left_s := until_s - clock()) > 0:
        if isinstance(inbox.take(left_s), Stopped):
            return True
    return False


def _folder(environment: Mapping[str, str]) -> Path | None:
    given = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(given) if given else None
