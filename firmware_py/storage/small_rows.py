"""Names, settings and what was learned about a table's copy: rows that vouch for themselves.

They belong to no chain, so each holds a hash over what it says: one in which a bit flipped is found
at a start, and left out. A digest of each table lies in another page: one that is older than it
should be, or lacks a row, is found by that.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
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
