"""The tables of the database, and the way from every earlier version to this one.

Names, settings and what was learned about a table's copy: rows that vouch for themselves.

They belong to no chain, so each holds a hash over what it says: one in which a bit flipped is found
at a start, and left out. A digest of each table lies in another page: one that is older than it
should be, or lacks a row, is found by that.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256

HASH_BYTES = 8
"""Against damage, not against people: eight bytes are plenty."""
NOTHING = sha256(b"").digest()[:HASH_BYTES]
"""The digest of a table without rows, which need not be noted."""
TEXT_KEY = "text:"
"""Settings of that name are no settings but files that came with a backup (`own_texts`)."""
OWN_KEY = "own:"
"""Settings of that name are about this box, such as its paired pages: no backup brings them."""
COLUMNS = {"players": "name, retired", "settings": "key, value", "profiles": "game, value"}
"""What the hash of a row is over; the number of a player says only who came first."""


def row_hash(table: str, *values: object) -> bytes:
    """Return the hash of a row; in a damaged one may be anything, such as bytes."""
    return sha256(json.dumps((table, *values), default=repr).encode()).digest()[:HASH_BYTES]


def find_changed(db: sqlite3.Connection) -> Iterator[str]:
    """Go through what is not as it was stored, in words for the log."""
    sealed = dict(db.execute("SELECT of, hash FROM digests"))
    for table, columns in COLUMNS.items():
        for *values, stored in db.execute(f"SELECT {columns}, hash FROM {table}"):  # noqa: S608 - constants
            if row_hash(table, *values) != stored:
                yield f"{values[0]!r} of {table}"
        if _digest(db, table) != sealed.get(table, NOTHING):
            yield table


def seal(db: sqlite3.Connection, *tables: str) -> None:
    """Note what tables hold now, in the transaction that changed them."""
    for table in tables or COLUMNS:
        row = (table, _digest(db, table))
        db.execute("INSERT OR REPLACE INTO digests VALUES (?, ?)", row)


def _digest(db: sqlite3.Connection, table: str) -> bytes:
    rows = db.execute(f"SELECT hash FROM {table} ORDER BY 1")  # noqa: S608 - one of three
    return sha256(b"".join(bytes(stored) for (stored,) in rows)).digest()[:HASH_BYTES]


def put_player(db: sqlite3.Connection, number: int | None, name: str, retired: int) -> None:
    """Write a name of the roster, unless it is there."""
    row = (number, name, retired, row_hash("players", name, retired))
    db.execute("INSERT OR IGNORE INTO players VALUES (?, ?, ?, ?)", row)


def put_value(db: sqlite3.Connection, table: str, key: str, text: str) -> None:
    """Write a setting or a profile."""
    row = (key, text, row_hash(table, key, text))
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", row)  # noqa: S608 - one of two


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
