"""Keeps things in the store, and remembers what could not be kept.

Writing may fail: a full disk, a directory that became read-only, a card that was pulled. Then
the job waits here, in order, the top bar says NOT SAVED with a count, and every further write
and every retry tries the whole queue again. Play goes on.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import deque
from collections.abc import Callable

from firmware_py.store import Store, StoreError

Job = Callable[[Store], None]

RETRY_S = 10.0


class Keeper:
    """The only way to write to the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.why_not = ""
        self._waiting: deque[Job] = deque()

    @property
    def unsaved(self) -> int:
        """How many confirmed things are not on disk."""
        return len(self._waiting)

    def keep(self, job: Job) -> bool:
        """Write now; return whether it, and everything before it, is on disk."""
        self._waiting.append(job)
        return self.retry()

    def retry(self) -> bool:
        """Try to write everything that waits, in order."""
        while self._waiting:
            try:
                self._waiting[0](self.store)
            except (sqlite3.Error, OSError, StoreError) as error:
                if self.why_not != str(error):
                    logging.exception("could not be kept")
                self.why_not = str(error)
                return False
            self._waiting.popleft()
        self.why_not = ""
        return True
