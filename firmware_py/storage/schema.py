"""The tables of the database, and the way from every earlier version to this one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache

from firmware_py.storage.small_rows import row_hash

MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = ()
"""What leads from each version to the next, in order: the first from version 1 to 2.

The last must leave the tables as SCHEMA makes them, to the letter: a start and a restore compare.
"""
SCHEMA_VERSION = 1
"""One more than there are migrations; a number, as `systemd/update` reads this line as text."""
VERSION = "version"
"""A row of the digests says it again: a flipped bit of the header makes no other version."""

SCHEMA = """
CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  header TEXT NOT NULL,
  status TEXT NOT NULL,
  began_at INTEGER,
  ended_at INTEGER,
  outcome TEXT,
  last_number INTEGER NOT NULL,
  last_hash BLOB NOT NULL
) STRICT;
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
CREATE TABLE players (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  retired INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  hash BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE profiles (
  game TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  hash BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE digests (of TEXT PRIMARY KEY, hash BLOB NOT NULL) STRICT, WITHOUT ROWID;
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
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        write_version(db, SCHEMA_VERSION)


def write_version(db: sqlite3.Connection, version: int) -> None:
    """Write the version into the header and, with a hash, into a row."""
    db.execute(f"PRAGMA user_version={version}")
    db.execute("INSERT OR REPLACE INTO digests VALUES (?, ?)", version_row(version))


def version_row(version: int) -> tuple[str, bytes]:
    """Return the row of the digests in a file of a version, of every Tablemate."""
    return VERSION, row_hash(VERSION, version)


def has_version_row(db: sqlite3.Connection, version: int) -> bool:
    """Return whether the row confirms the version that the header names."""
    query = "SELECT 1 FROM digests WHERE of=? AND hash=?"
    return db.execute(query, version_row(version)).fetchone() is not None


def migrate(db: sqlite3.Connection) -> None:
    """Bring a database of an earlier version to this one, all or nothing; raise sqlite3.Error."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version == SCHEMA_VERSION:
        return
    if not 0 < version < SCHEMA_VERSION:
        raise sqlite3.DatabaseError("no tables of Tablemate")
    with transaction(db):
        for step in MIGRATIONS[version - 1 :]:
            step(db)
        write_version(db, SCHEMA_VERSION)


Tables = list[tuple[str, str, str, str | None]]


def tables_of(db: sqlite3.Connection) -> Tables:
    """Return every table, index, view and trigger of a database with its text."""
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2 LIMIT 100")
    return rows.fetchall()


@cache
def our_tables() -> Tables:
    """Return what a database of this version has."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        create(db)
        return tables_of(db)
