"""What is kept, on SQLite: events that only grow, matches, players, settings, board profiles.

One transaction for each confirmed choice, on disk (`synchronous=FULL`) before anybody is told.
Each event carries a hash over itself and the one before it, so that a damaged or edited row is
found. Dates are unknown until somebody set the clock (a Pi has none of its own); order is by
number.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engines.record import Header, Line, Record, read, write

if TYPE_CHECKING:
    from firmware_py.archive import Archive

FILE_NAME = "tablemate.db"
LOCK_NAME = "tablemate.lock"
SCHEMA_VERSION = 1
CLOCK_WAS_SET_AFTER = 1_767_225_600
"""2026-01-01: an earlier date can only be a clock that was never set."""

SCHEMA = """
CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  header TEXT NOT NULL,
  status TEXT NOT NULL,
  began_at INTEGER,
  ended_at INTEGER,
  outcome TEXT
) STRICT;
CREATE TABLE events (
  match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  who TEXT NOT NULL,
  text TEXT NOT NULL,
  clock TEXT,
  at INTEGER,
  hash BLOB NOT NULL,
  PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE players (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  retired INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE profiles (game TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX matches_by_status ON matches(status, id);
"""

RUNNING, PAUSED, OVER, ABANDONED = "running", "paused", "over", "abandoned"


class StoreError(Exception):
    """Something could not be kept or read; the message says what to do."""


class StoreInUse(StoreError):
    """Another Tablemate works on the same data directory."""


class StoreTooNew(StoreError):
    """The file was written by a newer Tablemate; it is left untouched."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match in a list."""

    id: int
    header: Header
    status: str
    began_at: int | None
    ended_at: int | None
    outcome: dict[str, Any] | None
    events: int


def now() -> int | None:
    """Return the date in seconds, or None while the clock was not set."""
    seconds = int(time.time())
    return seconds if seconds >= CLOCK_WAS_SET_AFTER else None


def link(before: bytes, place: tuple[int, int], kind: str, line: Line, clock: str | None) -> bytes:
    """Return the hash of an event: over the event and the hash of the one before."""
    body = json.dumps([*place, kind, line.who, line.text, clock])
    return hashlib.sha256(before + body.encode()).digest()


def take_lock(folder: Path) -> TextIO:
    """Return the open lock of a data directory; raise StoreInUse while another program has it."""
    lock = (folder / LOCK_NAME).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise StoreInUse(
            f"another Tablemate works in {folder}: end it first, or choose another --data"
        ) from error
    return lock


class Store:
    """The file. Raises sqlite3.Error or OSError when the disk does; nothing is half kept."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE_NAME
        self._lock = take_lock(folder)
        self._open()

    def _open(self) -> None:
        self._db = sqlite3.connect(self.path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA foreign_keys=ON")
        self._migrate()

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        self._db.close()
        self._lock.close()

    @contextmanager
    def set_down(self) -> Iterator[None]:
        """Let go of the file, not of the lock, while something else replaces it."""
        self._db.close()
        try:
            yield
        finally:
            self._open()

    def _migrate(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            self.close()
            raise StoreTooNew(
                f"{self.path} was written by a newer Tablemate (schema {version}, this one knows "
                f"{SCHEMA_VERSION}): update Tablemate; the file is untouched"
            )
        if version == 0:
            with self._transaction():
                for statement in SCHEMA.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    # --- matches ---

    def next_match(self) -> int:
        """Return a number that no match has."""
        row = self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM matches").fetchone()
        return int(row[0])

    def begin(self, match: int, header: Header) -> None:
        """Keep a match that begins."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?, NULL, NULL)",
                (match, header.game, write(Record(header)), RUNNING, now()),
            )

    def append(
        self, match: int, number: int, lines: Iterable[Line], clock: str | None = None
    ) -> None:
        """Keep events from `number` on (counted from 0): one transaction for one choice."""
        with self._transaction():
            before = self._hash_before(match, number)
            for at, line in enumerate(lines, number):
                kind = _kind(line)
                before = link(before, (match, at), kind, line, clock)
                self._db.execute(
                    "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (match, at, kind, line.who, line.text, clock, now(), before),
                )

    def _hash_before(self, match: int, number: int) -> bytes:
        if number == 0:
            return b""
        row = self._db.execute(
            "SELECT hash FROM events WHERE match=? AND number=?", (match, number - 1)
        ).fetchone()
        if row is None:
            raise StoreError(f"event {number - 1} of match {match} is missing")
        return bytes(row[0])

    def set_status(self, match: int, status: str, outcome: dict[str, Any] | None = None) -> None:
        """Note that a match runs, is paused, over or abandoned."""
        ended = now() if status in (OVER, ABANDONED) else None
        with self._transaction():
            self._db.execute(
                "UPDATE matches SET status=?, ended_at=?, outcome=? WHERE id=?",
                (status, ended, None if outcome is None else json.dumps(outcome), match),
            )

    def delete(self, match: int) -> None:
        """Forget a match."""
        with self._transaction():
            self._db.execute("DELETE FROM matches WHERE id=?", (match,))

    def matches(self, *statuses: str, limit: int = 50, offset: int = 0) -> list[Kept]:
        """List matches, newest first."""
        rows = self._db.execute(
            "SELECT id, header, status, began_at, ended_at, outcome,"
            " (SELECT count(*) FROM events WHERE match=matches.id) FROM matches"
            " WHERE status IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT ? OFFSET ?",
            (json.dumps(statuses), limit, offset),
        )
        return [kept_of(row) for row in rows]

    def count(self, *statuses: str) -> int:
        """Count matches."""
        row = self._db.execute(
            "SELECT count(*) FROM matches WHERE status IN (SELECT value FROM json_each(?))",
            (json.dumps(statuses),),
        ).fetchone()
        return int(row[0])

    def record(self, match: int) -> Record:
        """Return the record of a match."""
        row = self._db.execute("SELECT header FROM matches WHERE id=?", (match,)).fetchone()
        if row is None:
            raise StoreError(f"there is no match {match}")
        rows = self._db.execute(
            "SELECT who, text FROM events WHERE match=? ORDER BY number", (match,)
        )
        return Record(read(row[0]).header, tuple(Line(who, text) for who, text in rows))

    def last_clock(self, match: int) -> str | None:
        """Return what the clock said with the newest event."""
        row = self._db.execute(
            "SELECT clock FROM events WHERE match=? ORDER BY number DESC LIMIT 1", (match,)
        ).fetchone()
        return None if row is None else row[0]

    def broken_chain(self, match: int) -> int | None:
        """Return the number of the first event whose hash does not fit; None: all do."""
        before = b""
        rows = self._db.execute(
            "SELECT number, kind, who, text, clock, hash FROM events WHERE match=? ORDER BY number",
            (match,),
        )
        for expected, (number, kind, who, text, clock, kept) in enumerate(rows):
            before = link(before, (match, expected), kind, Line(who, text), clock)
            if number != expected or kept != before:
                return expected
        return None

    @property
    def archive(self) -> Archive:
        """What has ended, for looking back."""
        from firmware_py.archive import Archive

        return Archive(self._db)

    # --- people, settings, profiles ---

    def players(self) -> list[str]:
        """List the names of the roster, in the order they came."""
        rows = self._db.execute("SELECT name FROM players WHERE retired=0 ORDER BY id")
        return [row[0] for row in rows]

    def add_player(self, name: str) -> None:
        """Put a name on the roster."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO players(name) VALUES (?) ON CONFLICT(name) DO UPDATE SET retired=0",
                (name,),
            )

    def rename_player(self, old: str, new: str) -> None:
        """Change a name on the roster; old matches keep the name they were played under."""
        with self._transaction():
            self._db.execute("UPDATE players SET name=? WHERE name=?", (new, old))

    def retire_player(self, name: str) -> None:
        """Take a name off the roster."""
        with self._transaction():
            self._db.execute("UPDATE players SET retired=1 WHERE name=?", (name,))

    def settings(self) -> dict[str, Any]:
        """Return everything that was set on the box."""
        return {k: json.loads(v) for k, v in self._db.execute("SELECT key, value FROM settings")}

    def put_setting(self, key: str, value: Any) -> None:
        """Keep a setting."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO settings VALUES (?, ?)"
                " ON CONFLICT(key) DO UPDATE SET value=excluded.value",
                (key, json.dumps(value)),
            )

    def profile(self, game: str) -> Any:
        """Return what the table's copy of a game is known to look like; None: nothing yet."""
        row = self._db.execute("SELECT value FROM profiles WHERE game=?", (game,)).fetchone()
        return None if row is None else json.loads(row[0])

    def put_profile(self, game: str, value: Any) -> None:
        """Keep what was learned about the table's copy of a game."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO profiles VALUES (?, ?)"
                " ON CONFLICT(game) DO UPDATE SET value=excluded.value",
                (game, json.dumps(value)),
            )


def _kind(line: Line) -> str:
    word = line.text.partition(" ")[0]
    kinds = {"undo": "undone", "redo": "redone", "edit": "edited"}
    return kinds.get(word, "played") if line.who == "table" else "played"


def kept_of(row: tuple[Any, ...]) -> Kept:
    """Return the match that a row of a list describes; raise BadRecord."""
    number, header, status, began, ended, outcome, events = row
    return Kept(
        number,
        read(header).header,
        status,
        began,
        ended,
        None if outcome is None else json.loads(outcome),
        events,
    )
