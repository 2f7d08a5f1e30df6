"""Writes the verified rows of a damaged file into a new one.

Rows come unordered and may come twice. They are gathered in a temporary database, which keeps the
use of memory bounded, and then each match is saved on its own, along its chain of hashes.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from engines import catalog
from engines.errors import EngineError
from engines.match import begin, follow
from engines.record import DEALER, TABLE, BadRecord, read
from engines.unicode import read_json
from firmware_py.storage import event_log
from firmware_py.storage.database import is_damage
from firmware_py.storage.event_log import (
    ABANDONED,
    BEGAN,
    KIND_OF_STATUS,
    OVER,
    PAUSED,
    StatusChange,
    StoredEvent,
    status_of,
)
from firmware_py.storage.raw_pages import RawPages, RawRow, raw_rows
from firmware_py.storage.recovery_report import GoOn, Salvaged, nothing
from firmware_py.storage.schema import (
    INSERT_EVENT,
    VALUES,
    put_player,
    put_value,
    row_hash,
    seal,
    transaction,
)
from firmware_py.storage.store import is_date

if TYPE_CHECKING:
    from logging import Logger

GATHERED = """
CREATE TABLE events (match, number, kind, who, text, clock, at, lines, hash);
CREATE INDEX in_order ON events(match, number);
CREATE TABLE matches (
  id PRIMARY KEY, header, status, began_at, ended_at, outcome, last_number, last_hash);
"""
HASH_BYTES = 32
ENDED = KIND_OF_STATUS[OVER]
HIGHEST_MATCH = 10**9
"""A higher number is damage; the next match still needs a number above it."""


class MatchRow(NamedTuple):
    """The row of a match, which may be intact when its events are not."""

    header: str
    status: str
    began_at: int | None
    ended_at: int | None
    outcome: str | None
    last_number: int
    last_hash: bytes


def salvage(pages: RawPages, db: sqlite3.Connection, go_on: GoOn = nothing) -> Salvaged:
    """Write the verified rows of a file into a new database."""
    with closing(sqlite3.connect("", isolation_level=None)) as found, transaction(db):
        for statement in GATHERED.split(";"):
            found.execute(statement)
        with transaction(found):
            for row in raw_rows(pages):
                go_on()
                # A number out of range, or a name that was found before.
                with suppress(OverflowError, ValueError, sqlite3.IntegrityError):
                    _gather(row, found, db)
        seal(db)
        return save_matches(found, db, go_on)


def save_matches(
    found: sqlite3.Connection, db: sqlite3.Connection, go_on: GoOn = nothing
) -> Salvaged:
    """Save every match that has a row or an event, each independently of the others."""
    salvaged = Salvaged()
    numbers = found.execute("SELECT match FROM events UNION SELECT id FROM matches ORDER BY 1")
    for (match,) in numbers.fetchall():
        go_on()
        db.execute("SAVEPOINT one_match")
        try:
            saved = _save_match(match, found, db)
        except Exception as error:
            if isinstance(error, OSError) or (
                isinstance(error, sqlite3.Error) and not is_damage(error)
            ):
                raise  # the disk fails, not the match
            _log().error("match %s cannot be saved: %r", match, error)
            db.execute("ROLLBACK TO one_match")
            saved = _lost(match)
        db.execute("RELEASE one_match")
        salvaged = salvaged.plus(saved)
    return salvaged


def _lost(match: int) -> Salvaged:
    return Salvaged(lost=1, lost_numbers=(match,))


def _log() -> Logger:
    """Return a logger; calling `logging.error` would configure the root logger too early."""
    import logging  # slow to import, and seldom needed

    return logging.getLogger(__name__)


def choices_in(pages: RawPages) -> set[tuple[int, int]]:
    """Return match and number of all events that were a transaction of their own."""
    rows = (row.values for row in raw_rows(pages) if row.id is None and _is_event(row.values))
    # The dealer's answer and the end are stored in the transaction of the choice before.
    return {values[:2] for values in rows if values[3] != DEALER and values[2] != ENDED}


# --- gathering ---


def _gather(row: RawRow, found: sqlite3.Connection, db: sqlite3.Connection) -> None:
    """Sort a row by the types of its columns, and ignore one that fits none of our tables."""
    match row:
        case RawRow(None, values) if _is_event(values):
            found.execute(INSERT_EVENT, values)
        case RawRow(
            int(number),
            (
                None,
                str(),
                str(header),
                str(status),
                began,
                ended,
                outcome,
                int(last),
                bytes(stored),
            ),
        ):
            if is_date(began) and is_date(ended) and _fits(outcome, str):
                status = status if status in KIND_OF_STATUS else PAUSED
                # A stale page may hold an older version of the row.
                found.execute(
                    "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE"
                    " SET header=excluded.header, status=excluded.status,"
                    " began_at=excluded.began_at, ended_at=excluded.ended_at,"
                    " outcome=excluded.outcome, last_number=excluded.last_number,"
                    " last_hash=excluded.last_hash WHERE excluded.last_number>last_number",
                    (number, header, status, began, ended, outcome, last, stored),
                )
        case RawRow(int(number), (None, str(name), int(retired), bytes(stored))):
            if stored == row_hash("players", name, retired):
                put_player(db, number, name, retired)
        case RawRow(None, (str(key), str(value), bytes(stored))) if is_json(value):
            for table in VALUES:  # only the hash tells them apart
                if stored == row_hash(table, key, value):
                    put_value(db, table, key, value)
        case _:
            pass


def _is_event(values: tuple[Any, ...]) -> bool:
    match values:
        case (int(), int(), str(), str(), str(), clock, at, int(), bytes() as stored):
            return len(stored) == HASH_BYTES and _fits(clock, str) and is_date(at)
    return False


def _fits(value: object, kind: type) -> bool:
    return value is None or isinstance(value, kind)


def is_json(text: str) -> bool:
    """Return whether a text is JSON that we can read."""
    try:
        read_json(text)
    except (ValueError, RecursionError):
        return False
    return True


# --- one match ---


def _save_match(match: int, found: sqlite3.Connection, db: sqlite3.Connection) -> Salvaged:
    values = found.execute(
        "SELECT header, status, began_at, ended_at, outcome, last_number, last_hash"
        " FROM matches WHERE id=?",
        (match,),
    ).fetchone()
    row = None if values is None else MatchRow(*values)
    is_number = 0 < match <= HIGHEST_MATCH
    events = list(_follow_chain(match, row, found)) if is_number else []
    if not events or not _is_header(events[0].text):
        return _lost(match)
    is_short = _is_short(events, row, found)
    if is_short:
        events = _playable(events)
    _write(events, db)
    if is_short and row is not None:
        _write_end(match, row, db)
    return Salvaged(1, events[-1].lines, int(is_short))


def _follow_chain(
    match: int, row: MatchRow | None, found: sqlite3.Connection
) -> Iterator[StoredEvent]:
    """Yield the events of a match up to the first that does not fit the chain."""
    before, number, lines = b"", 0, 0
    trusted = False
    candidates = _candidates(match, found)
    while True:
        for *columns, stored in candidates[number]:
            event = StoredEvent(*columns)
            counted = lines + event.is_line
            fits = event.lines == counted and (event.kind == BEGAN) == (number == 0)
            if fits and (trusted or event.link(before) == stored):
                # After a lost beginning neither the hash nor the rules confirm the clock.
                yield event._replace(clock=None) if trusted else event
                before, lines, trusted = stored, counted, False
                break
        else:
            if number or row is None:
                return
            # The first event is lost, but the row of the match repeats it.
            yield StoredEvent(match, 0, BEGAN, TABLE, row.header, None, row.began_at)
            trusted = True
        number += 1


def _candidates(match: int, found: sqlite3.Connection) -> dict[int, list[tuple[Any, ...]]]:
    """Return the events of a match by number; a stale page may hold a second version of one."""
    sorted_rows: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in found.execute("SELECT * FROM events WHERE match=?", (match,)):
        if _is_event(row):
            sorted_rows[row[1]].append(row)
    return sorted_rows


def _is_header(text: str) -> bool:
    try:
        read(text)
    except BadRecord:
        return False
    return True


def _is_short(events: list[StoredEvent], row: MatchRow | None, found: sqlite3.Connection) -> bool:
    """Return whether a part of the match is missing from `events`."""
    highest = found.execute(
        "SELECT max(number) FROM events WHERE match=?", (events[0].match,)
    ).fetchone()[0]
    if highest is None or highest > events[-1].number:
        return True
    if row is None:
        return False
    return row.last_number > events[-1].number or row.status != status_of(events)[0]


def _playable(events: list[StoredEvent]) -> list[StoredEvent]:
    """Return the events up to the first that the rules refuse; a match must replay to go on."""
    header = read(events[0].text).header
    if header.game not in catalog.GAMES:
        return events
    engine = catalog.load(header.game)
    if header.rules != engine.version:
        return events
    lines = event_log.record_of(events).lines
    if len(header.names) not in (0, header.start.seats):
        raise BadRecord("other names than seats")
    match = begin(engine, header)
    try:
        follow(match, lines)
    except EngineError:
        pairs = enumerate(zip(match.lines, lines, strict=False))
        good = next((at for at, (one, other) in pairs if one != other), len(match.lines))
        return [event for event in events if event.lines <= good]
    return events


def _write(events: list[StoredEvent], db: sqlite3.Connection) -> None:
    began = events[0]
    game = read(began.text).header.game
    status, set_by = status_of(events)
    ended = set_by.at if status in (OVER, ABANDONED) else None
    outcome = set_by.text or None if status == OVER else None
    first = event_log.begin(db, game, began)
    event_log.add(db, events[1:], first)
    db.execute(
        "UPDATE matches SET status=?, ended_at=?, outcome=? WHERE id=?",
        (status, ended, outcome, began.match),
    )


def _write_end(match: int, row: MatchRow, db: sqlite3.Connection) -> None:
    """Write the end of a match that is known although events before it are lost."""
    if row.status not in (OVER, ABANDONED):
        return
    try:
        outcome = None if row.outcome is None else read_json(row.outcome)
    except (ValueError, RecursionError):  # damaged
        outcome = None
    last = event_log.require_last(db, match)
    change = StatusChange(row.status, outcome)
    event_log.change_status(db, match, last, change, None, row.ended_at)
