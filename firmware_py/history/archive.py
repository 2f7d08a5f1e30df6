"""Matches that have ended: reads what the store holds, a stretch at a time, and never writes.

Works on the box's own connection, and on a connection of its own beside a running box. A history
of ten thousand matches is read by key, so that a page costs the same wherever it is.
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
from firmware_py.storage.event_log import ABANDONED, OVER, events_of, record_of
from firmware_py.storage.schema import SCHEMA_VERSION, has_version_row
from firmware_py.storage.store import SELECT_MATCHES, StoredMatch, read_match_row

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
    levels: tuple[int, ...] = ()
    """Of the seats that the box played; 0 for people."""
    practice: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    """What the table told before the match."""


class Archive:
    """The matches that have ended, and their records."""

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
            f"{SELECT_MATCHES} WHERE {_ENDED} AND id < ? ORDER BY id DESC LIMIT ?",
            (2**62 if than is None else than, limit),
        )
        return [read_match_row(row) for row in rows]

    def newer(self, than: int, limit: int) -> list[StoredMatch]:
        """List the ended matches right after one, newest first."""
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

    def record(self, match: int) -> Record:
        """Return the record of a match; raise StoreError."""
        return record_of(events_of(self._db, match))

    def times(self, match: int) -> list[int | None]:
        """Return when each line of a match was stored, where the date was known."""
        return [event.at for event in events_of(self._db, match) if event.is_line]

    def settings(self) -> dict[str, Any]:
        """Return what people set on the box; nothing, if that cannot be read."""
        try:
            rows = self._db.execute("SELECT key, value FROM settings").fetchall()
            return {key: read_json(value) for key, value in rows}
        except (sqlite3.Error, ValueError):
            return {}

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
        told: dict[str, Any] = read_json(outcome)
        names = _names(header)
        made = FinishedMatch(
            match,
            game,
            names,
            tuple(told["winners"]),
            tuple(told["scores"]),
            str(told["by"]),
            _levels(header),
            "\npractice true\n" in header,
            _given(header),
        )
        sound = all(type(number) is int for number in (*made.winners, *made.scores))
    except (EngineError, ValueError, TypeError, LookupError, RecursionError):
        return None
    return made if sound and len(names) in (0, len(made.scores)) else None


def _names(header: str) -> tuple[str, ...]:
    """Return the names in a header: a tenth of the work of reading all of it."""
    _, found, rest = header.rpartition("\nnames ")
    return tuple(read_json(rest.partition("\n")[0])) if found else read(header).header.names


def _given(header: str) -> dict[str, Any]:
    """Return what was told before a match, if anything was."""
    _, found, rest = header.partition("\ngiven ")
    told = read_json(rest.partition("\n")[0]) if found else {}
    return told if isinstance(told, dict) else {}


def _levels(header: str) -> tuple[int, ...]:
    """Return the levels in a header, if a player of the box had a seat."""
    _, found, rest = header.rpartition("\nlevels ")
    return tuple(read_json(rest.partition("\n")[0])) if found else ()


@contextmanager
def open_archive(data: Path) -> Iterator[Archive]:
    """Open a data directory to read, beside a box that may be running; raise StoreError."""
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
        yield Archive(db)
