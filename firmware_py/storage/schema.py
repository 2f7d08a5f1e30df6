"""The tables of the database, their migrations, and the hashes of players, settings and the like.

Rows of these tables are not in the chain of a match, so each has a hash over its own values:
a row in which a bit flipped is found at the start and left out. A digest of each table is stored in
another page of the file, by which a stale page or a missing row is found.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256

HASH_BYTES = 8
"""Enough to detect damage; these hashes are not a protection against people."""
EMPTY_DIGEST = sha256(b"").digest()[:HASH_BYTES]
"""The digest of a table without rows, which is not stored."""
TEXT_KEY = "text:"
"""Prefix of rows that hold a file from a backup instead of a setting (`own_texts`)."""
OWN_KEY = "own:"
"""Prefix of settings of this box, such as its paired pages, which are left out of backups."""
COLUMNS = {
    "players": "name, retired",
    "settings": "key, value",
    "profiles": "game, value",
    "evenings": "number, value",
}
"""The columns that are hashed. The id of a player only gives the order."""
VALUES = ("settings", "profiles", "evenings")
"""The tables of texts by a key; only the hash of a row says to which it belongs."""


def row_hash(table: str, *values: object) -> bytes:
    """Return the hash of a row; a damaged one may hold any type, such as bytes."""
    return sha256(json.dumps((table, *values), default=repr).encode()).digest()[:HASH_BYTES]


def find_changed(db: sqlite3.Connection) -> Iterator[str]:
    """Yield every row and table whose hash does not match, as text for the log."""
    sealed = dict(db.execute("SELECT of, hash FROM digests"))
    for table, columns in COLUMNS.items():
        for *values, stored in db.execute(f"SELECT {columns}, hash FROM {table}"):  # noqa: S608 - constants
            if row_hash(table, *values) != stored:
                yield f"{values[0]!r} of {table}"
        if _digest(db, table) != sealed.get(table, EMPTY_DIGEST):
            yield table


def seal(db: sqlite3.Connection, *tables: str) -> None:
    """Store the digests of tables (default: all), in the transaction that changed them."""
    for table in tables or COLUMNS:
        row = (table, _digest(db, table))
        db.execute("INSERT OR REPLACE INTO digests VALUES (?, ?)", row)


def _digest(db: sqlite3.Connection, table: str) -> bytes:
    rows = db.execute(f"SELECT hash FROM {table} ORDER BY 1")  # noqa: S608 - one of four
    return sha256(b"".join(bytes(stored) for (stored,) in rows)).digest()[:HASH_BYTES]


def put_player(db: sqlite3.Connection, number: int | None, name: str, retired: int) -> None:
    """Insert a player, unless the name exists."""
    row = (number, name, retired, row_hash("players", name, retired))
    db.execute("INSERT OR IGNORE INTO players VALUES (?, ?, ?, ?)", row)


def put_value(db: sqlite3.Connection, table: str, key: str, text: str) -> None:
    """Insert or replace a row of one of `VALUES`."""
    row = (key, text, row_hash(table, key, text))
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", row)  # noqa: S608 - one of three


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = ()
"""The step from each version to the next, in order: the first from version 1 to 2.

The result must equal SCHEMA to the letter, because a start and a restore compare the tables.
"""
SCHEMA_VERSION = 1
"""One more than the number of migrations. A literal, as `systemd/update` reads this line as text.

A row of the digests repeats it, so that a flipped bit in the header is not taken for a version.
"""
VERSION = "version"

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
CREATE TABLE evenings (
  number TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  hash BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE digests (of TEXT PRIMARY KEY, hash BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX matches_by_status ON matches(status, id);
"""

INSERT_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def create(db: sqlite3.Connection) -> None:
    """Create the tables of this version."""
    with transaction(db):
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        write_version(db, SCHEMA_VERSION)


def write_version(db: sqlite3.Connection, version: int) -> None:
    """Write the version into the header and its hash into a row."""
    db.execute(f"PRAGMA user_version={version}")
    db.execute("INSERT OR REPLACE INTO digests VALUES (?, ?)", version_row(version))


def version_row(version: int) -> tuple[str, bytes]:
    """Return the digest row of a version; the same in every release."""
    return VERSION, row_hash(VERSION, version)


def has_version_row(db: sqlite3.Connection, version: int) -> bool:
    """Return whether the digest row matches the version in the header."""
    query = "SELECT 1 FROM digests WHERE of=? AND hash=?"
    return db.execute(query, version_row(version)).fetchone() is not None


def migrate(db: sqlite3.Connection) -> None:
    """Migrate a database of an earlier version in one transaction; raise sqlite3.Error."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version == SCHEMA_VERSION:
        return
    if not 0 < version < SCHEMA_VERSION:
        raise sqlite3.DatabaseError("not the tables of Tablemate")
    with transaction(db):
        for step in MIGRATIONS[version - 1 :]:
            step(db)
        write_version(db, SCHEMA_VERSION)


Tables = list[tuple[str, str, str, str | None]]


def tables_of(db: sqlite3.Connection) -> Tables:
    """Return every table, index, view and trigger of a database with its SQL."""
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2 LIMIT 100")
    return rows.fetchall()


@cache
def our_tables() -> Tables:
    """Return `tables_of` a new database of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        create(db)
        return tables_of(db)
