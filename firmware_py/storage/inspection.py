"""Looks through the stored matches while the box has nothing else to do, a little each minute.

A start checks the matches that can go on; those that have ended would only be looked at when
somebody reads them, which may be after the last good backup is gone. One wake a minute, a bounded
number of events each, so that a box at rest stays at rest; it goes on where it was after a start.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from firmware_py.core.language import N_
from firmware_py.storage.recovery_report import Say
from firmware_py.storage.store import Store, StoreError

EVERY_S = 60.0
EVENTS_AT_ONCE = 250
"""So many events, or the one match that has more, are looked at in one go."""
MATCHES_AT_ONCE = 5
REST_S = 24 * 3600.0
"""How long a box waits that has looked at everything."""
PLACE = "inspected"
NOTED_EVERY = 50
"""The place is written down after so many matches: a card does not like many writes."""


class DamageFound(NamedTuple):
    """A stored match that is not as it was, for the first screen that can show it."""

    match: int
    why: str

    @property
    def is_unread(self) -> bool:
        """Return whether nothing can be read, as `RecoveryReport` does: a match could."""
        return False

    def text(self, say: Say) -> str:
        """Return it in words."""
        words = N_("Match {number} is damaged. Restore a backup, or delete the match.")
        return say(words, number=self.match)


class Inspection:
    """The walk through all matches, oldest first, and again from the beginning."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._due_s: float | None = None
        noted = store.settings().get(PLACE)
        self._place = noted if isinstance(noted, int) and 0 <= noted < 2**62 else 0
        self._noted = self._place

    def deadline_s(self, now_s: float) -> float:
        """Return when to call `due`."""
        if self._due_s is None:
            self._due_s = now_s + EVERY_S
        return self._due_s

    def due(self, now_s: float) -> DamageFound | None:
        """Look at some matches if it is time; return the first that is damaged."""
        if now_s < self.deadline_s(now_s):
            return None
        self._due_s = now_s + EVERY_S
        try:
            return self._look(now_s)
        except (sqlite3.Error, OSError):
            # The disk fails, or the file does: the next write finds that, and mends it.
            return None

    def _look(self, now_s: float) -> DamageFound | None:
        left = EVENTS_AT_ONCE
        for _ in range(MATCHES_AT_ONCE):
            number = self._store.next_number(self._place)
            if number is None:
                self._due_s = now_s + REST_S
                self._note(0)
                return None
            self._place = number
            try:
                left -= len(self._store.events(number))
            except StoreError as error:
                return DamageFound(number, str(error))
            if left <= 0:
                break
        if self._place - self._noted >= NOTED_EVERY:
            self._note(self._place)
        return None

    def _note(self, place: int) -> None:
        self._place = place
        if self._noted != place:
            self._noted = place
            self._store.put_setting(PLACE, place)
