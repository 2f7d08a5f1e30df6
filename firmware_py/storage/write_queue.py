"""Writes to the store, and queues what could not be written.

Writing may fail: a full disk, a read-only directory, a card that was pulled. Then the job waits
here, in order, the top bar shows NOT SAVED with a count, and every further write and a timer try
the whole queue again. Meanwhile play goes on, and lists include the matches that wait:

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
from firmware_py.storage.recovery import recover_if_damaged
from firmware_py.storage.recovery_report import GoOn, RecoveryReport, forget_notice, nothing
from firmware_py.storage.store import Store, StoredMatch

Job = Callable[[Store], None]

RETRY_S = 10.0
MOST_OPEN = 200
"""The number of open matches that are listed."""
MISTAKES = (
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    sqlite3.InterfaceError,
    StoreError,
)
"""Errors of the program and not of the disk, for which no retry helps."""


class OpenMatch(Protocol):
    """A match on the table, whose newest events may not be on disk."""

    @property
    def number(self) -> int: ...

    def stored(self) -> StoredMatch:
        """Return the match as a list shows it once it is on disk."""
        ...


class WriteQueue:
    """The only way to write to the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.error = ""
        """Why the last try failed; empty while everything is on disk."""
        self.report: RecoveryReport | DamageFound | None = None
        """Set when damage was found while the box runs; the next screen that can shows it."""
        self.saving: AbstractContextManager[None] = nullcontext()
        """Entered around each save, to show when one takes long."""
        self.on_return: Callable[[], None] = nothing
        """Called when everything was written to a disk that was not usable before."""
        self.go_on: GoOn = nothing
        """Called with each step of a recovery, which may take longer than a save."""
        self.inspection: Inspection | None = None
        """Checks stored matches while nothing waits, on a box that runs for a long time."""
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
        """The number of confirmed changes that are not on disk."""
        return len(self._waiting)

    def write(self, job: Job, match: OpenMatch | None = None) -> bool:
        """Write now; return whether the job and everything before it is on disk.

        Until it is, `match` is listed from here instead of from the store.
        """
        if not self.store.on_disk:
            with suppress(StoreError):  # the database in memory may lack rows of the disk
                job(self.store)
        self._waiting.append(job)
        saved = self.retry()
        if not saved and match is not None:
            self._ahead[match.number] = match
        return saved

    def retry(self) -> bool:
        """Try to write everything that waits, in order; raise one of MISTAKES as it is."""
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
        """Set aside files that cannot be read completely, as the user chose, and use the rest.

        Returns whether everything is on disk.
        """
        return self._reach(without_unread=True) and self.retry()

    def _reach(self, *, without_unread: bool = False) -> bool:
        """Open the file if it is not open; return whether the disk is usable."""
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
        """Recover a damaged file before anything is written into it."""
        report = recover_if_damaged(folder, self.go_on, without_unread=without_unread)
        self.report = report or self.report

    def forget_report(self) -> None:
        """Note that people have read the report; until then each start shows it again."""
        forget_notice(self.store.path.parent)

    def _fail(self, error: Exception) -> bool:
        if self.error != str(error):
            import logging  # slow to import

            logging.error("could not be written: %s", error)
        elif is_unread(error):  # the second time, some seconds later
            self._report_unread(error)
        self.error = str(error)
        return False

    def _try(self, job: Job) -> None:
        try:
            job(self.store)
        except sqlite3.Error as error:
            if isinstance(error, MISTAKES) or not is_damage(error):
                raise
            with self.store.file_released():
                self._prepare(self.store.path.parent)
            job(self.store)

    @property
    def _is_settled(self) -> bool:
        return self.store.on_disk and not self._waiting

    def deadline_s(self, now_s: float) -> float | None:
        """Return when to call `due`; None while nothing waits and there is no inspection."""
        if self._is_settled:
            return None if self.inspection is None else self.inspection.deadline_s(now_s)
        if self._retry_at_s is None:
            self._retry_at_s = now_s + RETRY_S
        return self._retry_at_s

    def due(self, now_s: float) -> None:
        """Retry what waits, or inspect stored matches, if it is time."""
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

    # --- matches, on disk or waiting ---

    def next_match(self) -> int:
        """Return the number for a new match; the disk is not read while it fails."""
        known = self.store.highest_match + 1
        if not self._waiting:
            with suppress(sqlite3.Error):  # the following write reports it
                known = self.store.next_match()
        self._last_number = max(self._last_number + 1, known)
        return self._last_number

    def ahead(self, match: int) -> OpenMatch | None:
        """Return the match if its newest events are not on disk, else None."""
        return self._ahead.get(match)

    def matches_ahead(self) -> list[StoredMatch]:
        """List the matches whose newest events are not on disk."""
        return [match.stored() for match in self._ahead.values()]

    def open_matches(self) -> list[StoredMatch]:
        """List the matches that can be continued, newest first, on disk or not."""
        try:
            listed = self.store.matches(RUNNING, PAUSED, limit=MOST_OPEN)
        except sqlite3.Error as error:
            listed = []
            if not self._waiting:  # otherwise the top bar shows already that the disk fails
                self._report_unread(error)
        found = {stored.id: stored for stored in listed}
        found |= {number: match.stored() for number, match in self._ahead.items()}
        shown = (stored for stored in found.values() if stored.status in (RUNNING, PAUSED))
        return sorted(
            (stored for stored in shown if stored.id not in self._removed),
            key=lambda k: k.id,
            reverse=True,
        )

    def _report_unread(self, error: Exception) -> None:
        """Report a read error of the disk, each text once."""
        if self._read_error == str(error):
            return
        self._read_error = str(error)
        self.report = self.report or RecoveryReport(str(error), can_read=False)

    def abandon(self, match: int) -> bool:
        """Mark a match as abandoned; return whether that is on disk."""
        return self._remove(match, lambda store: store.set_status(match, ABANDONED))

    def delete(self, match: int) -> bool:
        """Delete a match; return whether that is on disk."""
        return self._remove(match, lambda store: store.delete(match))

    def _remove(self, match: int, job: Job) -> bool:
        self._removed.add(match)
        return self.write(job)
