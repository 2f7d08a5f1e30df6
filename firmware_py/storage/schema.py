"""The tables of the database, and the way from every earlier version to this one.

1  matches, events, players, settings, profiles; a chain over the lines of the record only
2  events say when a match began, paused, went on and ended; the chain covers header, dates
   and outcome; each event counts the lines, so that nothing ever has to be counted
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engines.digest import sha256
from engines.record import TABLE
from firmware_py.storage.chain import BEGAN, KIND_OF_STATUS, RUNNING, StoredEvent

SCHEMA_VERSION = 2

EVENTS = """
CREATE TABLE events (
  match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  who TEXT NOT NULL,
  text TEXT NOT NULL,
  clock TEXT,
  at INTEGER,
  lines INTEGER NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
"""

SCHEMA = f"""
CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  header TEXT NOT NULL,
  status TEXT NOT NULL,
  began_at INTEGER,
  ended_at INTEGER,
  outcome TEXT
) STRICT;
{EVENTS}
CREATE TABLE players (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  retired INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE profiles (game TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX matches_by_status ON matches(status, id);
"""

INSERT_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Do all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def create(db: sqlite3.Connection) -> None:
    """Make the tables of this version."""
    with transaction(db):
        _execute(db, SCHEMA)
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")


def migrate(db: sqlite3.Connection) -> None:
    """Bring a database of an earlier version to this one, all or nothing; raise sqlite3.Error."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version == SCHEMA_VERSION:
        return
    if not 0 < version < SCHEMA_VERSION:
        raise sqlite3.DatabaseError("no tables of Tablemate")
    with transaction(db):
        for step in _STEPS[version - 1 :]:
            step(db)
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")


def _execute(db: sqlite3.Connection, script: str) -> None:
    for statement in script.split(";"):
        db.execute(statement)


# --- from 1 to 2 ---


def link_1(before: bytes, columns: tuple[Any, ...]) -> bytes:
    """Return the hash of version 1: over match, number, kind, who, text and clock."""
    return sha256(before + json.dumps(list(columns)).encode()).digest()


def _from_1(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE events RENAME TO events_1")
    _execute(db, EVENTS)
    matches = db.execute("SELECT id, header, status, began_at, ended_at, outcome FROM matches")
    for match, header, *told in matches.fetchall():
        rows = db.execute(
            "SELECT match, number, kind, who, text, clock, at, hash FROM events_1"
            " WHERE match=? ORDER BY number",
            (match,),
        )
        for event, stored in rechain(match, header, tuple(told), rows):
            db.execute(INSERT_EVENT, (*event, stored))
    db.execute("DROP TABLE events_1")


def rechain(
    match: int, header: str, told: tuple[Any, ...], rows: Iterator[tuple[Any, ...]]
) -> Iterator[tuple[StoredEvent, bytes]]:
    """Go through the events of a match of version 1 as version 2 keeps them.

    Where the old chain was broken, the old hash stays, and so the new chain breaks there too.
    """
    status, began_at, ended_at, outcome = told
    first = StoredEvent(match, 0, BEGAN, TABLE, header, None, began_at, 0)
    old, new = b"", first.link(b"")
    yield first, new
    last = 0
    for expected, (_, number, kind, who, text, clock, at, stored) in enumerate(rows):
        old = link_1(old, (match, expected, kind, who, text, clock))
        last = number + 1
        event = StoredEvent(match, last, kind, who, text, clock, at, last)
        new = event.link(new) if (number, stored) == (expected, old) else stored
        yield event, new
    if status not in KIND_OF_STATUS:
        raise sqlite3.DatabaseError(f"match {match} stands as {status!r}")
    if status != RUNNING:
        kind = KIND_OF_STATUS[status]
        event = StoredEvent(match, last + 1, kind, TABLE, outcome or "", None, ended_at, last)
        yield event, event.link(new)


_STEPS = (_from_1,)
