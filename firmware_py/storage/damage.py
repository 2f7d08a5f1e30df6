"""Looks for damage in a database before it is used, at a bounded cost.

Looks through the stored matches while the box has nothing else to do, a little each minute.

A start checks the matches that can go on; those that have ended would only be looked at when
somebody reads them, which may be after the last good backup is gone. One wake a minute, a bounded
number of events each, so that a box at rest stays at rest; it goes on where it was after a start.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeVar

from firmware_py.core.language import N_
from firmware_py.storage import schema
from firmware_py.storage.database import (
    is_damage,
    is_in_use,
    is_marked_open,
    refuse_newer,
    roll_back,
)
from firmware_py.storage.disk import MAGIC, size_of, wal_path
from firmware_py.storage.errors import DamagedMatch
from firmware_py.storage.event_log import NEWEST_NAME as NOTE_NAME
from firmware_py.storage.event_log import (
    PAUSED,
    RUNNING,
    events_of,
    find_newest,
    has_event,
    has_sound_rows,
)
from firmware_py.storage.recovery_report import Say
from firmware_py.storage.schema import SCHEMA_VERSION, find_changed
from firmware_py.storage.store import Store, StoreError

CHECKED_BYTES = 8 * 1024 * 1024
"""A larger file is not read as a whole at a start: its damages are found where it is used."""
SHORTEST_LOG = 4096
"""The log of a file that is marked as open holds a page, and more."""
OPEN_MATCHES = "SELECT id FROM matches WHERE status IN (?, ?)"
SMALL_TABLES = ("players", "settings", "profiles", "digests")


T = TypeVar("T")


def look_twice(find: Callable[[T], str | None], place: T) -> str | None:
    """Return what is wrong if a second look says so too.

    SQLite reports a page that the disk did not give just once as a damaged one.
    """
    return find(place) and find(place)


def find_damage(path: Path) -> str | None:
    """Return what is wrong with a database; None: nothing.

    Raises StoreTooNew, and as the disk: what cannot be read is not known to be damaged.
    """
    wal = wal_path(path)
    if not path.exists():
        if size_of(wal):
            return "the file is missing, its log is there"
        # A note that is not whole, or an empty log, was written beside a file as well.
        beside = (wal, path.parent / NOTE_NAME)
        return "the file is missing" if any(each.exists() for each in beside) else None
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return "the file is empty" if not size_of(path) else "the file is no database"
        refuse_newer(path)
        roll_back(path)
        if size_of(wal) and _is_wal_damaged(path):
            return "the log is damaged"
        return _check(path)
    except UnicodeDecodeError as error:  # SQLite's own complaint quotes what it found
        return str(error)
    except sqlite3.Error as error:
        if is_damage(error):
            return str(error)
        raise


def _is_wal_damaged(path: Path) -> bool:
    from firmware_py.storage.raw_pages import read_log  # slow: only after a power cut

    log = read_log(wal_path(path).read_bytes())
    return log.is_damaged or (log.lost_commits == 1 and _choices_behind_damage(path) > 1)


def _choices_behind_damage(path: Path) -> int:
    """Count what was chosen behind a damaged place of the log: one choice may be in flight."""
    from firmware_py.storage.raw_pages import RawPages  # slow: hardly ever needed
    from firmware_py.storage.salvage import choices_in

    return len(choices_in(RawPages(path)) - choices_in(RawPages(path, beyond_damage=False)))


def inspect(path: Path) -> str | None:
    """Return what the next start would find damaged, and change nothing.

    Beside a running box the log is left out, which changes while it is read. Raises StoreTooNew,
    and as the disk.
    """
    if size_of(path.with_name(f"{path.name}-journal")):
        return None  # a write that was cut off, which the next start undoes
    try:
        damage = _check(path) if is_in_use(path.parent) else find_damage(path)
        if damage is None and path.exists():
            with closing(_open_to_check(path)) as db:
                damage = find_damaged_match(db)
    except sqlite3.Error as error:
        if is_damage(error):
            return str(error)
        raise
    return damage


def _open_to_check(path: Path) -> sqlite3.Connection:
    """Open a file to read, without making a log beside it."""
    mode = "mode=ro" if size_of(wal_path(path)) else "mode=ro&immutable=1"
    place = f"{path.absolute().as_uri()}?{mode}"
    db = sqlite3.connect(place, uri=True, isolation_level=None)
    db.text_factory = lambda data: data.decode(errors="replace")
    return db


def _check(path: Path) -> str | None:
    """Let SQLite look at everything while that is little, at the small tables otherwise."""
    newest = find_newest(path.parent)  # before the file, which a box may write to
    with closing(_open_to_check(path)) as db:
        db.execute("BEGIN")
        tables = ("",) if size_of(path) <= CHECKED_BYTES else SMALL_TABLES
        for table in tables:
            # The quick check would not compare the tables with their indexes.
            verdict = db.execute(f"PRAGMA integrity_check({table or 1})").fetchone()[0]
            if verdict != "ok":
                return str(verdict)
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if not 0 < version <= SCHEMA_VERSION:
            return "the file holds no tables of ours"
        if not schema.has_version_row(db, version):
            return "the version is not the one that was written"
        if version == SCHEMA_VERSION and schema.tables_of(db) != schema.our_tables():
            return "the tables are not as they were made"  # a letter of a name is enough
        db.execute(OPEN_MATCHES, (RUNNING, PAUSED)).fetchall()
        if tables == ("",) and not has_sound_rows(db):
            return "matches and events do not belong together"
        if (changed := next(find_changed(db), None)) is not None:
            return f"{changed} is not as it was stored"
        if newest is not None and not has_event(db, newest):
            return "the newest event is missing"
        if size_of(wal_path(path)) < SHORTEST_LOG and is_marked_open(db):
            return "the log is missing"
    return None


def find_damaged_match(db: sqlite3.Connection) -> str | None:
    """Return what is wrong with an open match; those that ended are looked at when they are read.

    Their number is small and has nothing to do with that of the ended ones.
    """
    try:
        for (number,) in db.execute(OPEN_MATCHES, (RUNNING, PAUSED)).fetchall():
            events_of(db, number)
    except DamagedMatch:
        return f"match {number} is not as it was stored"
    except sqlite3.Error as error:
        if is_damage(error):
            return str(error)
        raise
    return None


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
