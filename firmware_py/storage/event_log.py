"""Writes and reads the events of a match, linked by hashes; the caller holds the transaction.

    began --> played --> played --> undone --> paused --> resumed --> played --> ended
      |          |
    header     hash = SHA-256(hash before + all fields of the event)

The first event holds the header and `ended` the outcome, so the chain covers everything that
matters: a damaged, edited, missing or moved row is found. Lines that are stored already are
skipped, so a write that may have failed can be repeated.

Anybody can compute such a chain, so an event that is `ended` is followed by one that is `signed`:
the key of the box and its signature of the hash before (`message_of`, docs/club.md).

The note (`NewestNote`, a file next to the database) names the event that was confirmed last.
Without it, a log with a damaged end looks like a power cut during a write, and a missing log looks
like an empty one. The note is written after the commit and not synced: the system brings it to the
disk within about half a minute. So it may be older than the database, but the event it names was
stored.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from engines.record import EDIT, REDO, TABLE, UNDO, Record, RecordLine, read
from firmware_py.storage.errors import DamagedMatch, MissingLines, StoreError
from firmware_py.storage.schema import INSERT_EVENT

RUNNING, PAUSED, OVER, ABANDONED = "running", "paused", "over", "abandoned"

BEGAN, SIGNED = "began", "signed"
PLAYED, UNDONE, REDONE, EDITED = "played", "undone", "redone", "edited"
LINE_KINDS = (PLAYED, UNDONE, REDONE, EDITED)
"""The kinds of events that are lines of the record."""
KIND_OF_STATUS = {RUNNING: "resumed", PAUSED: "paused", OVER: "ended", ABANDONED: "abandoned"}
STATUS_OF_KIND = {kind: status for status, kind in KIND_OF_STATUS.items()} | {BEGAN: RUNNING}


SIGNED_FORMAT = "tablemate signed match 1"
"""The first line of a signed match, and of each message that is signed."""
Sign = Callable[[bytes], str | None]
"""Returns the key and the signature of a message, or None if the box cannot sign."""


class StoredEvent(NamedTuple):
    """A row of the table of events, without its hash."""

    match: int
    number: int
    """Counts all events of a match, from 0."""
    kind: str
    who: str
    text: str
    clock: str | None = None
    at: int | None = None
    """The date, if it was known."""
    lines: int = 0
    """The number of lines of the record up to and with this event."""

    def link(self, before: bytes) -> bytes:
        """Return the hash over this event and the hash of the one before."""
        return sha256(before + self.text_of_all.encode()).digest()

    @property
    def text_of_all(self) -> str:
        """All fields as one line, over which the hash goes."""
        return json.dumps(self)

    @property
    def is_line(self) -> bool:
        """Return whether it is a line of the record."""
        return self.kind in LINE_KINDS


def kind_of(line: RecordLine) -> str:
    """Return the kind of event that a line of a record becomes."""
    if line.who != TABLE:
        return PLAYED
    if line.text.startswith(EDIT):
        return EDITED
    return {UNDO: UNDONE, REDO: REDONE}.get(line.text, PLAYED)


def check_chain(match: int, rows: Iterable[tuple[Any, ...]]) -> tuple[list[StoredEvent], bytes]:
    """Return the events of a match and the last hash; raise DamagedMatch.

    `rows` are in order; each has the columns of an event and its hash.
    """
    events: list[StoredEvent] = []
    before, lines = b"", 0
    for number, (*columns, stored) in enumerate(rows):
        event = StoredEvent(*columns)
        lines += event.is_line
        try:
            before = event.link(before)
        except (TypeError, ValueError) as error:  # bytes instead of text
            raise DamagedMatch(match, number) from error
        if (event.number, event.lines, stored) != (number, lines, before) or (
            (event.kind == BEGAN) != (number == 0)
        ):
            raise DamagedMatch(match, number)
        events.append(event)
    if not events:
        raise DamagedMatch(match, 0)
    return events, before


def status_of(events: Iterable[StoredEvent]) -> tuple[str, StoredEvent]:
    """Return the status of a match and the event that set it."""
    found = [event for event in events if event.kind in STATUS_OF_KIND]
    return STATUS_OF_KIND[found[-1].kind], found[-1]


NEWEST_NAME = "tablemate.newest"
NEWEST_LENGTH = 160
"""Every note is padded to this, so that it overwrites a longer one."""


class NewestEvent(NamedTuple):
    """The event that was confirmed last."""

    match: int
    number: int
    hash: bytes

    def text(self) -> bytes:
        """Return the note with its digest, by which an incomplete note is found."""
        body = f"{self.match} {self.number} {self.hash.hex()}".encode()
        return body + b" " + _digest(body)


def _digest(body: bytes) -> bytes:
    return sha256(body).digest()[:8].hex().encode()


def find_newest(folder: Path) -> NewestEvent | None:
    """Return the event that the note names; None if there is no complete note."""
    try:
        with (folder / NEWEST_NAME).open("rb") as file:
            body, _, digest = file.read(NEWEST_LENGTH).rstrip().rpartition(b" ")
        if _digest(body) != digest:
            return None
        match, number, stored = body.decode().split(" ")
        return NewestEvent(int(match), int(number), bytes.fromhex(stored))
    except (OSError, ValueError):
        return None


def forget_newest(folder: Path) -> None:
    """Remove the note, because another database replaces the one it is about."""
    (folder / NEWEST_NAME).unlink(missing_ok=True)


class NewestNote:
    """The note of an open database."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NEWEST_NAME
        self._file: int | None = None

    def write(self, newest: NewestEvent) -> None:
        """Note an event that is on the disk; on an error the older note stays, which is valid."""
        with suppress(OSError):
            self._put(newest.text())

    def leave_out(self, match: int) -> None:
        """Clear and sync the note if it names this match, which is about to be deleted."""
        newest = find_newest(self._path.parent)
        if newest is not None and newest.match == match:
            self._put(b"")
            os.fsync(self._open())

    def close(self) -> None:
        """Close the file; the next write opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _put(self, text: bytes) -> None:
        os.pwrite(self._open(), text.ljust(NEWEST_LENGTH), 0)

    def _open(self) -> int:
        if self._file is None:
            flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
            self._file = os.open(self._path, flags, 0o644)
        return self._file


class StatusChange(NamedTuple):
    """The new status of a match, with the outcome of one that is over."""

    status: str
    outcome: dict[str, Any] | None = None


class LastEvent(NamedTuple):
    """The newest event of a match, to which the next one is linked."""

    number: int
    lines: int
    hash: bytes


def find_last(db: sqlite3.Connection, match: int) -> LastEvent | None:
    """Return the newest event of a match, or None if there is no such match."""
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
    """Write the row of a match and its first event; return the event."""
    stored = began.link(b"")
    db.execute(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, NULL, NULL, 0, ?)",
        (began.match, game, began.text, RUNNING, began.at, stored),
    )
    db.execute(INSERT_EVENT, (*began, stored))
    return LastEvent(began.number, began.lines, stored)


def add(db: sqlite3.Connection, events: Iterable[StoredEvent], last: LastEvent) -> LastEvent:
    """Append events, and write the number and hash of the newest one into the row of the match.

    That row is in another page of the file, so a page of events that is lost or stale is found.
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

    Raises MissingLines for a gap, StoreError if other lines are stored there.
    """
    if last.lines < number:
        raise MissingLines(match, last.lines)
    if last.lines > number:
        if _lines(db, match, number) != lines:
            raise StoreError(f"line {number} of match {match} is stored with other content")
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
    """Write the status of a match if it changed, and return the newest event."""
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


def sign_end(db: sqlite3.Connection, match: int, last: LastEvent, sign: Sign) -> LastEvent:
    """Write the signature of the newest event, and return the event that holds it."""
    signature = sign(message_of(last.hash))
    if signature is None:
        return last
    event = StoredEvent(match, last.number + 1, SIGNED, TABLE, signature, lines=last.lines)
    return add(db, [event], last)


def message_of(head: bytes) -> bytes:
    """Return what is signed for the hash of an event."""
    return f"{SIGNED_FORMAT}\n".encode() + head


def signed_text(events: Sequence[StoredEvent]) -> str | None:
    """Return a signed match as a file: every event as a line; None if the end is not signed."""
    if events[-1].kind != SIGNED:
        return None
    return "\n".join([SIGNED_FORMAT, "", *(event.text_of_all for event in events), ""])


def events_of(db: sqlite3.Connection, match: int) -> list[StoredEvent]:
    """Return the events of a match; raise StoreError, or DamagedMatch if one was changed."""
    row = db.execute("SELECT * FROM matches WHERE id=?", (match,)).fetchone()
    if row is None:
        raise StoreError(f"there is no match {match}")
    rows = db.execute("SELECT * FROM events WHERE match=? ORDER BY number", (match,))
    events, last_hash = check_chain(match, rows)
    began, last, (status, set_by) = events[0], events[-1], status_of(events)
    _, game, *columns, number, stored = row
    if (number, stored) != (last.number, last_hash):
        raise DamagedMatch(match, last.number + 1)
    ended = set_by.at if status in (OVER, ABANDONED) else None
    if columns != [
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
    """Return whether every match has its last event and every event its match.

    Much cheaper than checking the chains.
    """
    loose = db.execute(
        "SELECT 1 FROM matches WHERE status NOT IN (?, ?, ?, ?) OR last_number + 1 <> ("
        "  SELECT count(*) FROM events WHERE match=id) OR NOT EXISTS ("
        "  SELECT 1 FROM events WHERE match=id AND number=last_number AND hash=last_hash) LIMIT 1",
        tuple(KIND_OF_STATUS),
    ).fetchone()
    return loose is None and not db.execute("PRAGMA foreign_key_check(events)").fetchall()


def has_event(db: sqlite3.Connection, newest: NewestEvent) -> bool:
    """Return whether exactly this event is stored."""
    query = "SELECT 1 FROM events WHERE match=? AND number=? AND hash=?"
    return db.execute(query, newest).fetchone() is not None


def record_of(events: Iterable[StoredEvent]) -> Record:
    """Return the record of a match from its events."""
    began, *others = events
    lines = tuple(RecordLine(event.who, event.text) for event in others if event.is_line)
    return Record(read(began.text).header, lines)


def _lines(db: sqlite3.Connection, match: int, first: int) -> tuple[RecordLine, ...]:
    # An event has a higher number than its line, because BEGAN is event 0.
    rows = db.execute(
        "SELECT who, text, kind FROM events WHERE match=? AND number>? AND lines>? ORDER BY number",
        (match, first, first),
    )
    return tuple(RecordLine(who, text) for who, text, kind in rows if kind in LINE_KINDS)
