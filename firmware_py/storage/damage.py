"""Finds damage in a database: at the start at a bounded cost, and while the box runs.

A start checks the file and the open matches. Ended matches would be checked only when somebody
reads them, perhaps after the last good backup is gone, so `Inspection` checks them in the
background: once a minute a bounded number of events, continuing after a restart.
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
from firmware_py.storage.event_log import (
    NEWEST_NAME,
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
"""A larger file is not read as a whole at the start; damage is found where it is used."""
SHORTEST_LOG = 4096
"""The log of a file that is marked as open holds at least one page."""
OPEN_MATCHES = "SELECT id FROM matches WHERE status IN (?, ?)"
SMALL_TABLES = ("players", "settings", "profiles", "evenings", "digests")


T = TypeVar("T")


def look_twice(find: Callable[[T], str | None], place: T) -> str | None:
    """Return what is wrong if a second check finds it, too.

    SQLite also reports damage for a page that the disk failed to read once.
    """
    return find(place) and find(place)


def find_damage(path: Path) -> str | None:
    """Return what is wrong with a database, or None.

    Raises StoreTooNew, and sqlite3.Error or OSError if the disk fails: a file that cannot be read
    is not known to be damaged.
    """
    wal = wal_path(path)
    if not path.exists():
        if size_of(wal):
            return "the file is missing, its log is there"
        # Even an incomplete note or an empty log shows that there was a file.
        traces = (wal, path.parent / NEWEST_NAME)
        return "the file is missing" if any(each.exists() for each in traces) else None
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return "the file is empty" if not size_of(path) else "the file is not a database"
        refuse_newer(path)
        roll_back(path)
        if size_of(wal) and _is_wal_damaged(path):
            return "the log is damaged"
        return _check(path)
    except UnicodeDecodeError as error:  # SQLite's message quotes damaged text
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
    """Count the choices behind damage in the log; one may have been in progress at a power cut."""
    from firmware_py.storage.raw_pages import RawPages  # slow, and seldom needed
    from firmware_py.storage.salvage import choices_in

    return len(choices_in(RawPages(path)) - choices_in(RawPages(path, beyond_damage=False)))


def inspect(path: Path) -> str | None:
    """Return what the next start would find damaged, without changing anything.

    While a box runs its log is not checked, because it changes. Raises like `find_damage`.
    """
    if size_of(path.with_name(f"{path.name}-journal")):
        return None  # an interrupted write, which the next start rolls back
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
    """Open a file for reading, without creating a log."""
    mode = "mode=ro" if size_of(wal_path(path)) else "mode=ro&immutable=1"
    place = f"{path.absolute().as_uri()}?{mode}"
    db = sqlite3.connect(place, uri=True, isolation_level=None)
    db.text_factory = lambda data: data.decode(errors="replace")
    return db


def _check(path: Path) -> str | None:
    """Let SQLite check the whole file if it is small, else only the small tables."""
    newest = find_newest(path.parent)  # before the file, which a running box may change
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
            return "the file does not hold our tables"
        if not schema.has_version_row(db, version):
            return "the version does not match its digest"
        if version == SCHEMA_VERSION and schema.tables_of(db) != schema.our_tables():
            return "the tables have another definition"  # even by one letter
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
    """Return what is wrong with an open match, or None.

    Open matches are few, however many have ended; `Inspection` checks those.
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
"""The events that are checked in one go, or one match that has more."""
MATCHES_AT_ONCE = 5
REST_S = 24 * 3600.0
"""The pause after all matches were checked."""
PLACE = "inspected"
NOTED_EVERY = 50
"""Store the place after this many matches, to spare the card."""


class DamageFound(NamedTuple):
    """A damaged match, for the next screen that can show it."""

    match: int
    why: str

    @property
    def is_unread(self) -> bool:
        """Return False: the match could be read; see `RecoveryReport`."""
        return False

    def text(self, say: Say) -> str:
        """Return it as a sentence."""
        words = N_("Game {number} is damaged. Restore a backup, or delete the game.")
        return say(words, number=self.match)


class Inspection:
    """Checks all matches, oldest first, and then starts again."""

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
        """Check some matches if it is time; return the first damaged one, or None."""
        if now_s < self.deadline_s(now_s):
            return None
        self._due_s = now_s + EVERY_S
        try:
            return self._check(now_s)
        except (sqlite3.Error, OSError):
            # The next write finds a failing disk or a damaged file, and recovers it.
            return None

    def _check(self, now_s: float) -> DamageFound | None:
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
