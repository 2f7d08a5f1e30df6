"""Writes to the store, and remembers what could not be written.

Writing may fail: a full disk, a directory that became read-only, a card that was pulled. Then
the job waits here, in order, the top bar says NOT SAVED with a count, and every further write
and a timer try the whole queue again. Play goes on, and so do lists and matches that wait:

    write(job) --> on disk: True
              \\-> waiting, in order: False --> every write, every 10 s --> on disk
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from firmware_py.storage.damage import DamageFound, Inspection
from firmware_py.storage.database import is_damage, is_unread
from firmware_py.storage.errors import StoreError
from firmware_py.storage.event_log import ABANDONED, PAUSED, RUNNING
from firmware_py.storage.recovery import mend
from firmware_py.storage.recovery_report import GoOn, RecoveryReport, forget_notice, nothing
from firmware_py.storage.store import Store, StoredMatch

Job = Callable[[Store], None]

RETRY_S = 10.0
MOST_OPEN = 200
"""So many matches that can go on are listed."""
MISTAKES = (
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    sqlite3.InterfaceError,
    StoreError,
)
"""Errors that are ours and not the disk's: no retry helps."""


class OpenMatch(Protocol):
    """A match on the table that may be ahead of the disk."""

    @property
    def number(self) -> int:
        """Its number."""
        ...

    def stored(self) -> StoredMatch:
        """Return it as a list would show it, were it on disk."""
        ...


class WriteQueue:
    """The only way to write to the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.error = ""
        """Why the last try failed; empty while all is on disk."""
        self.report: RecoveryReport | DamageFound | None = None
        """Told when the file was mended while the box ran; the first screen that can shows it."""
        self.saving: AbstractContextManager[None] = nullcontext()
        """Around each save, for whoever says so when one takes long."""
        self.on_return: Callable[[], None] = nothing
        """Called when everything is on a disk that could not be used before."""
        self.go_on: GoOn = nothing
        """Called with each step of mending, which may take longer than any save."""
        self.inspection: Inspection | None = None
        """Looks through what is stored while nothing waits, on a box that runs for long."""
        self._waiting: deque[Job] = deque()
        self._ahead: dict[int, OpenMatch] = {}
        self._removed: set[int] = set()
        self._last_number = 0
        self._retry_at_s: float | None = None
        self._read_error = ""
        self._has_returned = False

    # --- writing ---

    @property
    def unsaved(self) -> int:
        """How many confirmed things are not on disk."""
        return len(self._waiting)

    def write(self, job: Job, match: OpenMatch | None = None) -> bool:
        """Write now; return whether it, and everything before it, is on disk.

        While it is not, a match that is named is found here and not in the store.
        """
        if not self.store.on_disk:
            with suppress(StoreError):  # the memory may know less than the disk
                job(self.store)
        self._waiting.append(job)
        saved = self.retry()
        if not saved and match is not None:
            self._ahead[match.number] = match
        return saved

    def retry(self) -> bool:
        """Try to write everything that waits, in order; raise for what can never be written."""
        if not self._reach():
            return False
        while self._waiting:
            try:
                with self.saving:
                    self._try(self._waiting[0])
            except Exception as error:
                if isinstance(error, sqlite3.Error | OSError) and not isinstance(error, MISTAKES):
                    return self._fail(error)
                self._waiting.popleft()
                raise
            self._waiting.popleft()
        self.error = ""
        self._retry_at_s = None
        self._ahead.clear()
        self._removed.clear()
        if self._has_returned:
            self._has_returned = False
            self.on_return()
        return True

    def go_without_unread(self) -> bool:
        """Set files aside of which a place cannot be read, as somebody chose; go on with the rest.

        Returns whether everything is on disk.
        """
        return self._reach(without_unread=True) and self.retry()

    def _reach(self, *, without_unread: bool = False) -> bool:
        """Return whether there is a disk, perhaps since now."""
        prepare = partial(self._prepare, without_unread=without_unread)
        try:
            if not self.store.on_disk:
                with self.saving:
                    self.store.reach_disk(prepare)
                self._has_returned = True
            elif without_unread:
                with self.saving, self.store.file_released():
                    prepare(self.store.path.parent)
        except (sqlite3.Error, OSError, StoreError) as error:
            return self._fail(error)
        return True

    def _prepare(self, folder: Path, *, without_unread: bool = False) -> None:
        """Mend a file that could not be at the start, before anything is written into it."""
        report = mend(folder, self.go_on, without_unread=without_unread)
        self.report = report or self.report

    def forget_report(self) -> None:
        """Note that the table has read what was told; until then each start tells it again."""
        forget_notice(self.store.path.parent)

    def _fail(self, error: Exception) -> bool:
        if self.error != str(error):
            import logging  # slow to import

            logging.error("could not be written: %s", error)
        elif is_unread(error):  # for some seconds now
            self._tell_unread(error)
        self.error = str(error)
        return False

    def _try(self, job: Job) -> None:
        try:
            job(self.store)
        except sqlite3.Error as error:
            if isinstance(error, MISTAKES) or not is_damage(error):
                raise
            self._mend()
            job(self.store)

    def _mend(self) -> None:
        """Save what a file holds that was damaged under our hands."""
        with self.store.file_released():
            self._prepare(self.store.path.parent)

    @property
    def _is_settled(self) -> bool:
        return self.store.on_disk and not self._waiting

    def deadline_s(self, now_s: float) -> float | None:
        """Return when to call `due`; None while nothing waits and nothing is to be looked at."""
        if self._is_settled:
            return None if self.inspection is None else self.inspection.deadline_s(now_s)
        if self._retry_at_s is None:
            self._retry_at_s = now_s + RETRY_S
        return self._retry_at_s

    def due(self, now_s: float) -> None:
        """Try again what waits, or look at what is stored, if it is time."""
        if self._is_settled:
            if self.inspection is not None and (found := self.inspection.due(now_s)) is not None:
                self.report = found
            return
        deadline_s = self.deadline_s(now_s)
        if deadline_s is not None and now_s >= deadline_s:
            self._retry_at_s = now_s + RETRY_S
            try:
                self.retry()
            except MISTAKES:
                import logging  # slow to import

                logging.exception("could never be written")

    # --- matches, wherever they are ---

    def next_match(self) -> int:
        """Return a number that no match has; the disk is not asked while it fails."""
        known = self.store.highest_match + 1
        if not self._waiting:
            with suppress(sqlite3.Error):  # the write that follows says what is wrong
                known = self.store.next_match()
        self._last_number = max(self._last_number + 1, known)
        return self._last_number

    def ahead(self, match: int) -> OpenMatch | None:
        """Return the match on the table whose newest events are not on disk; None: they are."""
        return self._ahead.get(match)

    def matches_ahead(self) -> list[StoredMatch]:
        """List the matches whose newest events are not on disk."""
        return [match.stored() for match in self._ahead.values()]

    def open_matches(self) -> list[StoredMatch]:
        """List the matches that can go on, newest first, on disk or not."""
        try:
            listed = self.store.matches(RUNNING, PAUSED, limit=MOST_OPEN)
        except sqlite3.Error as error:
            listed = []
            if not self._waiting:  # else the top bar says already that the disk fails
                self._tell_unread(error)
        found = {stored.id: stored for stored in listed}
        found |= {number: match.stored() for number, match in self._ahead.items()}
        shown = (stored for stored in found.values() if stored.status in (RUNNING, PAUSED))
        return sorted(
            (stored for stored in shown if stored.id not in self._removed),
            key=lambda k: k.id,
            reverse=True,
        )

    def _tell_unread(self, error: Exception) -> None:
        """Tell the table once what the disk did not give."""
        if self._read_error == str(error):
            return
        self._read_error = str(error)
        self.report = self.report or RecoveryReport(str(error), can_read=False)

    def abandon(self, match: int) -> bool:
        """Give a match up."""
        return self._remove(match, lambda store: store.set_status(match, ABANDONED))

    def delete(self, match: int) -> bool:
        """Forget a match."""
        return self._remove(match, lambda store: store.delete(match))

    def _remove(self, match: int, job: Job) -> bool:
        self._removed.add(match)
        return self.write(job)
