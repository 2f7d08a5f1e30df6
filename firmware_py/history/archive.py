"""Ended matches: reads them from the store, a page at a time, and never writes.

Works on the box's own connection, and on a separate one while the box is running. Pages are read
by key, so that each takes the same time in a history of ten thousand matches.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engines.errors import EngineError
from engines.record import Record, read
from engines.unicode import read_json
from firmware_py.storage.database import FILE_NAME, open_to_read
from firmware_py.storage.disk import require_file
from firmware_py.storage.errors import StoreError, StoreTooNew
from firmware_py.storage.event_log import ABANDONED, OVER, StoredEvent, events_of, record_of
from firmware_py.storage.schema import SCHEMA_VERSION, has_version_row
from firmware_py.storage.store import SELECT_MATCHES, StoredMatch, read_match_row

# The plus keeps SQLite from using the index on status: the order is that of the numbers.
_ENDED = f"+status IN ('{OVER}', '{ABANDONED}')"


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """The players of a finished match, and how it ended."""

    match: int
    game: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    by: str
    """The cause, as the game's outcome names it."""
    levels: tuple[int, ...] = ()
    """The level of each seat that the box played; 0 for people."""
    practice: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    """What the table entered before the match."""


class EndedMatches:
    """The matches that have ended, and their records."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def count(self) -> int:
        """Return the number of ended matches."""
        row = self._db.execute(
            "SELECT count(*) FROM matches WHERE status IN (?, ?)", (OVER, ABANDONED)
        ).fetchone()
        return int(row[0])

    def older(self, than: int | None, limit: int) -> list[StoredMatch]:
        """Return ended matches before one, newest first; without one, from the newest."""
        rows = self._db.execute(
            f"{SELECT_MATCHES} WHERE {_ENDED} AND id < ? ORDER BY id DESC LIMIT ?",
            (2**62 if than is None else than, limit),
        )
        return [read_match_row(row) for row in rows]

    def newer(self, than: int, limit: int) -> list[StoredMatch]:
        """Return the ended matches right after one, newest first."""
        rows = self._db.execute(
            f"{SELECT_MATCHES} WHERE {_ENDED} AND id > ? ORDER BY id LIMIT ?",
            (than, limit),
        )
        return [read_match_row(row) for row in rows][::-1]

    def stored(self, match: int) -> StoredMatch:
        """Return one match, ended or not; raise StoreError."""
        row = self._db.execute(f"{SELECT_MATCHES} WHERE id=?", (match,)).fetchone()
        if row is None:
            raise StoreError(f"there is no match {match}")
        return read_match_row(row)

    def newest(self) -> int | None:
        """Return the number of the newest match, ended or not."""
        number = self._db.execute("SELECT max(id) FROM matches").fetchone()[0]
        return None if number is None else int(number)

    def events(self, match: int) -> list[StoredEvent]:
        """Return the events of a match; raise StoreError."""
        return events_of(self._db, match)

    def record(self, match: int) -> Record:
        """Return the record of a match; raise StoreError."""
        return record_of(self.events(match))

    def settings(self) -> dict[str, Any]:
        """Return the stored settings; empty if they cannot be read."""
        try:
            rows = self._db.execute("SELECT key, value FROM settings").fetchall()
            return {key: read_json(value) for key, value in rows}
        except (sqlite3.Error, ValueError):
            return {}

    def results(self) -> Iterator[FinishedMatch]:
        """Yield all finished matches in the order they were begun.

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
    """Return the result of a match; None if its row is damaged."""
    try:
        ended: dict[str, Any] = read_json(outcome)
        names = _names(header)
        made = FinishedMatch(
            match,
            game,
            names,
            tuple(ended["winners"]),
            tuple(ended["scores"]),
            str(ended["by"]),
            _levels(header),
            "\npractice true\n" in header and any(_levels(header)),
            _given(header),
        )
        sound = all(type(number) is int for number in (*made.winners, *made.scores))
    except (EngineError, ValueError, TypeError, LookupError, RecursionError):
        return None
    return made if sound and len(names) in (0, len(made.scores)) else None


def _names(header: str) -> tuple[str, ...]:
    """Return the names in a header, ten times faster than reading all of it."""
    _, found, rest = header.rpartition("\nnames ")
    return tuple(read_json(rest.partition("\n")[0])) if found else read(header).header.names


def _given(header: str) -> dict[str, Any]:
    _, found, rest = header.partition("\ngiven ")
    given = read_json(rest.partition("\n")[0]) if found else {}
    return given if isinstance(given, dict) else {}


def _levels(header: str) -> tuple[int, ...]:
    """Return the levels in a header; empty if the box played no seat."""
    _, found, rest = header.rpartition("\nlevels ")
    return tuple(read_json(rest.partition("\n")[0])) if found else ()


@contextmanager
def open_archive(data: Path) -> Iterator[EndedMatches]:
    """Open a data folder for reading, while a box may be running on it; raise StoreError."""
    path = data / FILE_NAME
    require_file(
        path, f"there is nothing kept in {data}: name the box's data directory with --data"
    )
    with open_to_read(path) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if not has_version_row(db, version):
            raise StoreError(f"{path} is damaged: start the box once to repair it")
        if version > SCHEMA_VERSION:
            raise StoreTooNew(f"{path} was written by a newer Tablemate: update this one first")
        if version < SCHEMA_VERSION:
            raise StoreError(f"{path} is of an older Tablemate: start the box once to update it")
        yield EndedMatches(db)
