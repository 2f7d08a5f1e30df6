"""A save that takes long is no hang: the screen says what it waits for, and the watchdog is fed.

The event loop is blocked in the disk while a choice is saved, as the tick must come after it. So a
thread beside it wakes when a save begins, and does nothing if it ends soon, as nearly all do:

    save begins --> 0.5 s --> "Saving..." --> every few seconds a word to the watchdog, for a minute

After that minute the watchdog gets nothing more: a disk that never answers is a hang as well.
Mending a damaged file may take many minutes; each step of it that is done begins the minute again.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread

PATIENCE_S = 0.5
FEED_EVERY_S = 3.0
LONGEST_S = 60.0
FEEDS = round(LONGEST_S / FEED_EVERY_S)

Wait = Callable[[Event, float], bool]
"""Waits for an event, not longer than that; says whether it came."""


class SlowSave:
    """A context around each save."""

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
        self._thread = Thread(target=self._watch, name="slow save", daemon=True)
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
    def is_saving(self) -> bool:
        """Say whether a save is under way."""
        return self._depth > 0

    def go_on(self) -> None:
        """Note that the work goes on, however long it takes."""
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
                import logging  # slow to import, and seldom needed

                logging.getLogger(__name__).exception("while a save takes long")
