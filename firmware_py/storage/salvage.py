"""Sorts the rows of a damaged file and writes what can be trusted into a new one.

Rows come in no order and may come twice. They are gathered in a temporary database, so that a long
history needs no memory, and then read match by match along the chain.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from engines import catalog
from engines.errors import EngineError
from engines.match import Match, follow
from engines.record import TABLE, BadRecord, read
from firmware_py.storage import event_log
from firmware_py.storage.chain import (
    ABANDONED,
    BEGAN,
    KIND_OF_STATUS,
    OVER,
    PAUSED,
    StoredEvent,
    status_of,
)
from firmware_py.storage.event_log import Standing
from firmware_py.storage.raw_pages import Pages, RawRow, rows
from firmware_py.storage.schema import link_1, rechain, transaction

GATHERED = """
CREATE TABLE events (match, number, kind, who, text, clock, at, lines, hash);
CREATE INDEX in_order ON events(match, number);
CREATE TABLE matches (id PRIMARY KEY, header, status, began_at, ended_at, outcome);
"""
HASH_BYTES = 32


@dataclass(slots=True)
class Saved:
    """How much was saved."""

    matches: int = 0
    events: int = 0
    shortened: int = 0
    """Matches of which later events were seen that do not fit, or none at all."""
    lost: int = 0
    """Matches of which there are events, but not their beginning."""


def save_rows(pages: Pages, db: sqlite3.Connection) -> Saved:
    """Write everything trustworthy of a file into a new database."""
    saved = Saved()
    with closing(sqlite3.connect("", isolation_level=None)) as found, transaction(db):
        for statement in GATHERED.split(";"):
            found.execute(statement)
        with transaction(found):
            for row in rows(pages):
                _gather(row, found, db)
        numbers = found.execute("SELECT match FROM events UNION SELECT id FROM matches ORDER BY 1")
        for (match,) in numbers.fetchall():
            _save_match(match, found, db, saved)
    return saved


# --- gathering ---


def _gather(row: RawRow, found: sqlite3.Connection, db: sqlite3.Connection) -> None:
    """Put a row where it belongs, by its shape; whatever has none of our shapes is not ours."""
    match row:
        case RawRow(None, (int(), int(), str(), str(), str(), clock, at, int(), bytes() as stored)):
            if len(stored) == HASH_BYTES and _fits(clock, str) and _fits(at, int):
                found.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row.values)
        case RawRow(None, (int(), int(), str(), str(), str(), clock, at, bytes() as stored)):
            if len(stored) == HASH_BYTES and _fits(clock, str) and _fits(at, int):
                values = (*row.values[:7], None, stored)
                found.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        case RawRow(int(number), (None, str(), str(header), str(status), began, ended, outcome)):
            if _fits(began, int) and _fits(ended, int) and _fits(outcome, str):
                status = status if status in KIND_OF_STATUS else PAUSED
                found.execute(
                    "INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?, ?, ?)",
                    (number, header, status, began, ended, outcome),
                )
        case RawRow(int(number), (None, str(name), int(retired))):
            db.execute("INSERT OR IGNORE INTO players VALUES (?, ?, ?)", (number, name, retired))
        case RawRow(None, (str(key), str(value))) if _is_json(value):
            table = "profiles" if key in catalog.GAMES else "settings"
            db.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", (key, value))  # noqa: S608 - one of two
        case _:
            pass


def _fits(value: object, kind: type) -> bool:
    return value is None or isinstance(value, kind)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


# --- one match ---


def _save_match(
    match: int, found: sqlite3.Connection, db: sqlite3.Connection, saved: Saved
) -> None:
    told = found.execute(
        "SELECT header, status, began_at, ended_at, outcome FROM matches WHERE id=?", (match,)
    ).fetchone()
    events = _good_events(match, told, found)
    if not events or not _is_header(events[0].text):
        saved.lost += 1
        return
    is_short = _is_short(events, told, found)
    if is_short:
        events = _playable(events)
    _write(events, told if is_short else None, db)
    saved.matches += 1
    saved.events += events[-1].lines
    saved.shortened += is_short


def _is_short(
    events: list[StoredEvent], told: tuple[Any, ...] | None, found: sqlite3.Connection
) -> bool:
    """Say whether more was there of a match than fits: later events, another end, any event."""
    highest, old = found.execute(
        "SELECT max(number), max(lines) IS NULL FROM events WHERE match=?", (events[0].match,)
    ).fetchone()
    if highest is None or highest > (events[-1].lines - 1 if old else events[-1].number):
        return True
    return told is not None and told[1] != status_of(events)[0]


def _is_header(text: str) -> bool:
    try:
        read(text)
    except BadRecord:
        return False
    return True


def _good_events(
    match: int, told: tuple[Any, ...] | None, found: sqlite3.Connection
) -> list[StoredEvent]:
    """Return the events of a match up to the first that does not fit."""
    old = found.execute(
        "SELECT count(*) FROM events WHERE match=? AND lines IS NOT NULL", (match,)
    ).fetchone()
    if not old[0] and told is not None:
        header, *others = told
        stored = _chain_1(match, found)
        return [event for event, _ in rechain(match, header, tuple(others), stored)]
    return list(_chain_2(match, told, found))


def _candidates(match: int, found: sqlite3.Connection) -> dict[int, list[tuple[Any, ...]]]:
    """Return the rows of a match by number; a stale page may hold one a second time."""
    sorted_rows: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in found.execute("SELECT * FROM events WHERE match=?", (match,)):
        sorted_rows[row[1]].append(row)
    return sorted_rows


def _chain_1(match: int, found: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    before, number = b"", 0
    candidates = _candidates(match, found)
    while True:
        for *columns, at, _, stored in candidates[number]:
            before_it, before = before, link_1(before, tuple(columns))
            if stored == before:
                yield (*columns, at, stored)
                break
            before = before_it
        else:
            return
        number += 1


def _chain_2(
    match: int, told: tuple[Any, ...] | None, found: sqlite3.Connection
) -> Iterator[StoredEvent]:
    before, number, lines = b"", 0, 0
    trusted = False
    candidates = _candidates(match, found)
    while True:
        for *columns, stored in candidates[number]:
            event = StoredEvent(*columns)
            counted = lines + event.is_line
            if event.lines == counted and (trusted or event.link(before) == stored):
                yield event
                before, lines, trusted = stored, counted, False
                break
        else:
            if number or told is None:
                return
            # The beginning is lost, but the row of the match has what it said.
            yield StoredEvent(match, 0, BEGAN, TABLE, told[0], None, told[2])
            trusted = True
        number += 1


def _playable(events: list[StoredEvent]) -> list[StoredEvent]:
    """Cut off what the rules would refuse, as a match that does not replay cannot go on."""
    header = read(events[0].text).header
    if header.game not in catalog.GAMES:
        return events
    engine = catalog.load(header.game)
    if header.rules != engine.version:
        return events
    lines = event_log.record_of(events).lines
    match = Match(engine, header.start, header.names, header.position)
    try:
        follow(match, lines)
    except EngineError:
        pairs = enumerate(zip(match.lines, lines, strict=False))
        good = next((at for at, (one, other) in pairs if one != other), len(match.lines))
        return [event for event in events if event.lines <= good]
    return events


def _write(events: list[StoredEvent], told: tuple[Any, ...] | None, db: sqlite3.Connection) -> None:
    began = events[0]
    game = read(began.text).header.game
    status, said_by = status_of(events)
    ended = said_by.at if status in (OVER, ABANDONED) else None
    outcome = said_by.text or None if status == OVER else None
    db.execute(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)",
        (began.match, game, began.text, status, began.at, ended, outcome),
    )
    before = b""
    for event in events:
        before = event_log.add(db, event, before)
    if told is None:
        return
    _, was, _, ended_at, its_outcome = told
    if was in (OVER, ABANDONED):  # the end is known though the way there is not
        try:
            result = None if its_outcome is None else json.loads(its_outcome)
        except ValueError:  # what is not whole is not known
            result = None
        event_log.stand(db, began.match, Standing(was, result), None, ended_at)
