"""Looking back: reads what the store holds, a stretch at a time, and never writes.

Works on the box's own connection, and on a connection of its own beside a running box. A history
of ten thousand matches is read by key, so that a page costs the same wherever it is.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.errors import EngineError
from engines.record import Record, read
from firmware_py.storage.event_log import events_of, record_of
from firmware_py.storage.store import (
    ABANDONED,
    FILE_NAME,
    OVER,
    SCHEMA_VERSION,
    StoreError,
    StoreTooNew,
)
from firmware_py.storage.stored_match import LISTED, StoredMatch, stored_match_of

# The plus keeps SQLite from the index on status: the numbers themselves are the order wanted.
_ENDED = f"+status IN ('{OVER}', '{ABANDONED}')"


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """Who played a finished match, and how it ended."""

    match: int
    game: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    by: str
    """The cause, as the game's outcome names it."""


class Archive:
    """The matches that have ended, and what stands in their records."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def count(self) -> int:
        """Count the matches that have ended."""
        row = self._db.execute(
            "SELECT count(*) FROM matches WHERE status IN (?, ?)", (OVER, ABANDONED)
        ).fetchone()
        return int(row[0])

    def older(self, than: int | None, limit: int) -> list[StoredMatch]:
        """List ended matches before one, newest first; from the newest, if none is named."""
        rows = self._db.execute(
            f"{LISTED} WHERE {_ENDED} AND id < ? ORDER BY id DESC LIMIT ?",
            (2**62 if than is None else than, limit),
        )
        return [stored_match_of(row) for row in rows]

    def newer(self, than: int, limit: int) -> list[StoredMatch]:
        """List the ended matches right after one, newest first."""
        rows = self._db.execute(
            f"{LISTED} WHERE {_ENDED} AND id > ? ORDER BY id LIMIT ?",
            (than, limit),
        )
        return [stored_match_of(row) for row in rows][::-1]

    def stored(self, match: int) -> StoredMatch:
        """Return one match, ended or not; raise StoreError."""
        row = self._db.execute(f"{LISTED} WHERE id=?", (match,)).fetchone()
        if row is None:
            raise StoreError(f"there is no match {match}")
        return stored_match_of(row)

    def newest(self) -> int | None:
        """Return the number of the newest match, ended or not."""
        number = self._db.execute("SELECT max(id) FROM matches").fetchone()[0]
        return None if number is None else int(number)

    def record(self, match: int) -> Record:
        """Return the record of a match; raise StoreError."""
        return record_of(events_of(self._db, match))

    def times(self, match: int) -> list[int | None]:
        """Return when each line of a match was kept, where the date was known."""
        return [event.at for event in events_of(self._db, match) if event.is_line]

    def results(self) -> Iterator[FinishedMatch]:
        """Go through all finished matches in the order they were begun, one at a time.

        One that cannot be read is left out.
        """
        rows = self._db.execute(
            "SELECT id, game, header, outcome FROM matches"
            " WHERE status=? AND outcome IS NOT NULL ORDER BY id",
            (OVER,),
        )
        for row in rows:
            result = _result(*row)
            if result is not None:
                yield result


def _result(match: int, game: str, header: str, outcome: str) -> FinishedMatch | None:
    """Return how a match ended; None if its row is damaged."""
    try:
        told: dict[str, Any] = json.loads(outcome)
        names = _names(header)
        made = FinishedMatch(
            match, game, names, tuple(told["winners"]), tuple(told["scores"]), str(told["by"])
        )
        sound = all(type(number) is int for number in (*made.winners, *made.scores))
    except (EngineError, ValueError, TypeError, LookupError):
        return None
    return made if sound and len(names) in (0, len(made.scores)) else None


def _names(header: str) -> tuple[str, ...]:
    """Return the names in a header: a tenth of the work of reading all of it."""
    _, found, rest = header.rpartition("\nnames ")
    return tuple(json.loads(rest.partition("\n")[0])) if found else read(header).header.names


@contextmanager
def open_archive(data: Path) -> Iterator[Archive]:
    """Open what is kept in a data directory beside a box that may be running; raise StoreError."""
    path = data / FILE_NAME
    if not path.is_file():
        raise StoreError(
            f"there is nothing kept in {data}: name the box's data directory with --data"
        )
    with connect_to_read(path) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise StoreTooNew(f"{path} was written by a newer Tablemate: update this one first")
        if version < SCHEMA_VERSION:
            raise StoreError(f"{path} is of an older Tablemate: start the box once to update it")
        yield Archive(db)


@contextmanager
def connect_to_read(path: Path, *, is_ours: bool = True) -> Iterator[sqlite3.Connection]:
    """Open a database file for reading only; raise StoreError where it cannot be read.

    Beside our own database SQLite may have to make its log of pending writes, as a box can start
    at any time. A file from elsewhere, or in a directory that cannot be written, is taken as it
    lies, and nothing appears beside it.
    """
    has_log = path.with_name(f"{path.name}-wal").exists()
    may_grow = has_log or (is_ours and os.access(path.parent, os.W_OK))
    mode = "mode=ro" if may_grow else "immutable=1"
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be opened: {error}") from error
    try:
        yield db
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    finally:
        db.close()
