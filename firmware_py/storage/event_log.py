"""Writing the events of a match and reading them again, inside somebody else's transaction.

Whatever is there already stays as it is: a choice whose fate is unknown can be written again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

from engines.record import TABLE, Record, RecordLine, read
from firmware_py.storage.errors import DamagedMatch, MissingLines, StoreError
from firmware_py.storage.hash_chain import (
    ABANDONED,
    KIND_OF_STATUS,
    LINE_KINDS,
    OVER,
    RUNNING,
    StoredEvent,
    check_chain,
    kind_of,
    status_of,
)
from firmware_py.storage.newest_event import NewestEvent
from firmware_py.storage.schema import INSERT_EVENT


class StatusChange(NamedTuple):
    """The new status of a match, with its outcome once it has one."""

    status: str
    outcome: dict[str, Any] | None = None


class LastEvent(NamedTuple):
    """The newest event of a match: what the next one is linked to."""

    number: int
    lines: int
    hash: bytes


def find_last(db: sqlite3.Connection, match: int) -> LastEvent | None:
    """Return the newest event of a match; None: there is no such match."""
    row = db.execute(
        "SELECT number, lines, hash FROM events WHERE match=? ORDER BY number DESC LIMIT 1",
        (match,),
    ).fetchone()
    return None if row is None else LastEvent(*row)


def require_last(db: sqlite3.Connection, match: int) -> LastEvent:
    """Return the newest event of a match; raise MissingLines."""
    last = find_last(db, match)
    if last is None:
        raise MissingLines(match, None)
    return last


def begin(db: sqlite3.Connection, game: str, began: StoredEvent) -> LastEvent:
    """Write the row of a match and its first event; return that."""
    stored = began.link(b"")
    db.execute(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, NULL, NULL, 0, ?)",
        (began.match, game, began.text, RUNNING, began.at, stored),
    )
    db.execute(INSERT_EVENT, (*began, stored))
    return LastEvent(began.number, began.lines, stored)


def add(db: sqlite3.Connection, events: Iterable[StoredEvent], last: LastEvent) -> LastEvent:
    """Write events behind the last, and note in the row of the match which is the last now.

    The row lies in another page: a page of events that is lost or older than it should be is found.
    """
    event = None
    for event in events:
        last = LastEvent(event.number, event.lines, event.link(last.hash))
        db.execute(INSERT_EVENT, (*event, last.hash))
    if event is not None:
        db.execute(
            "UPDATE matches SET last_number=?, last_hash=? WHERE id=?",
            (last.number, last.hash, event.match),
        )
    return last


def extend(
    db: sqlite3.Connection,
    match: int,
    last: LastEvent,
    number: int,
    lines: tuple[RecordLine, ...],
    clock: str | None,
    at: int | None,
) -> LastEvent:
    """Write lines of a record, the first as line `number`, and return the newest event.

    Raises MissingLines for a gap, StoreError for a line that is stored already and another one.
    """
    if last.lines < number:
        raise MissingLines(match, last.lines)
    if last.lines > number:
        if _lines(db, match, number) != lines:
            raise StoreError(f"line {number} of match {match} is another one")
        return last
    new = (
        StoredEvent(
            match, last.number + step, kind_of(line), line.who, line.text, clock, at,
            last.lines + step,
        )
        for step, line in enumerate(lines, 1)
    )  # fmt: skip
    return add(db, new, last)


def change_status(
    db: sqlite3.Connection,
    match: int,
    last: LastEvent,
    change: StatusChange,
    clock: str | None,
    at: int | None,
) -> LastEvent:
    """Write the status of a match, if it is new, and return the newest event."""
    outcome = None if change.outcome is None else json.dumps(change.outcome)
    row = db.execute("SELECT status, outcome FROM matches WHERE id=?", (match,)).fetchone()
    if row == (change.status, outcome):
        return last
    place = (match, last.number + 1, KIND_OF_STATUS[change.status])
    last = add(db, [StoredEvent(*place, TABLE, outcome or "", clock, at, last.lines)], last)
    ended = at if change.status in (OVER, ABANDONED) else None
    db.execute(
        "UPDATE matches SET status=?, ended_at=?, outcome=? WHERE id=?",
        (change.status, ended, outcome, match),
    )
    return last


def events_of(db: sqlite3.Connection, match: int) -> list[StoredEvent]:
    """Return the events of a match; raise StoreError, DamagedMatch if one is not as it was."""
    row = db.execute("SELECT * FROM matches WHERE id=?", (match,)).fetchone()
    if row is None:
        raise StoreError(f"there is no match {match}")
    rows = db.execute("SELECT * FROM events WHERE match=? ORDER BY number", (match,))
    events, last_hash = check_chain(match, rows)
    began, last, (status, set_by) = events[0], events[-1], status_of(events)
    _, game, *told, number, stored = row
    if (number, stored) != (last.number, last_hash):
        raise DamagedMatch(match, last.number + 1)
    ended = set_by.at if status in (OVER, ABANDONED) else None
    if told != [
        began.text,
        status,
        began.at,
        ended,
        set_by.text or None if status == OVER else None,
    ]:
        raise DamagedMatch(match, set_by.number)
    if f"\ngame {game}\n" not in began.text:
        raise DamagedMatch(match, 0)
    return events


def has_sound_rows(db: sqlite3.Connection) -> bool:
    """Say whether every match has its last event, and every event its match.

    Cheap beside the chains, which are not looked at here.
    """
    loose = db.execute(
        "SELECT 1 FROM matches WHERE status NOT IN (?, ?, ?, ?) OR last_number + 1 <> ("
        "  SELECT count(*) FROM events WHERE match=id) OR NOT EXISTS ("
        "  SELECT 1 FROM events WHERE match=id AND number=last_number AND hash=last_hash) LIMIT 1",
        tuple(KIND_OF_STATUS),
    ).fetchone()
    return loose is None and not db.execute("PRAGMA foreign_key_check(events)").fetchall()


def has_event(db: sqlite3.Connection, newest: NewestEvent) -> bool:
    """Say whether an event is there, and no other in its place."""
    query = "SELECT 1 FROM events WHERE match=? AND number=? AND hash=?"
    return db.execute(query, newest).fetchone() is not None


def record_of(events: Iterable[StoredEvent]) -> Record:
    """Return the record that the events of a match make."""
    began, *others = events
    lines = tuple(RecordLine(event.who, event.text) for event in others if event.is_line)
    return Record(read(began.text).header, lines)


def _lines(db: sqlite3.Connection, match: int, first: int) -> tuple[RecordLine, ...]:
    # The number of an event is above the index of its line, as the beginning comes first.
    rows = db.execute(
        "SELECT who, text, kind FROM events WHERE match=? AND number>? AND lines>? ORDER BY number",
        (match, first, first),
    )
    return tuple(RecordLine(who, text) for who, text, kind in rows if kind in LINE_KINDS)
