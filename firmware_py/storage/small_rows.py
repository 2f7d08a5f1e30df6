"""Names, settings and what was learned about a table's copy: rows that vouch for themselves.

They belong to no chain, so each holds a hash over what it says: one in which a bit flipped is found
at a start, and left out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from engines.digest import sha256

HASH_BYTES = 8
"""Against damage, not against people: eight bytes are plenty."""
COLUMNS = {"players": "name, retired", "settings": "key, value", "profiles": "game, value"}
"""What the hash of a row is over; the number of a player says only who came first."""


def row_hash(table: str, *values: object) -> bytes:
    """Return the hash of a row; in a damaged one may be anything, such as bytes."""
    return sha256(json.dumps((table, *values), default=repr).encode()).digest()[:HASH_BYTES]


def find_changed(db: sqlite3.Connection) -> Iterator[tuple[str, Any]]:
    """Go through the rows that are not as they were stored: table, and name or key."""
    for table, columns in COLUMNS.items():
        for *values, stored in db.execute(f"SELECT {columns}, hash FROM {table}"):  # noqa: S608 - constants
            if row_hash(table, *values) != stored:
                yield table, values[0]


def put_player(db: sqlite3.Connection, number: int | None, name: str, retired: int) -> None:
    """Write a name of the roster, unless it is there."""
    row = (number, name, retired, row_hash("players", name, retired))
    db.execute("INSERT OR IGNORE INTO players VALUES (?, ?, ?, ?)", row)


def put_value(db: sqlite3.Connection, table: str, key: str, text: str) -> None:
    """Write a setting or a profile."""
    row = (key, text, row_hash(table, key, text))
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", row)  # noqa: S608 - one of two
