"""What a stored event is, and the chain of hashes that shows whether any was changed.

    began --> played --> played --> undone --> paused --> resumed --> played --> ended
      |          |
    header     hash = SHA-256(hash before + everything the event says)

The first event holds the header, the last of a finished match its outcome: whatever matters is in
the chain, so that a damaged, edited, missing or moved row is found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from engines.digest import sha256
from engines.record import EDIT, REDO, TABLE, UNDO, RecordLine
from firmware_py.storage.errors import DamagedMatch

RUNNING, PAUSED, OVER, ABANDONED = "running", "paused", "over", "abandoned"

BEGAN = "began"
PLAYED, UNDONE, REDONE, EDITED = "played", "undone", "redone", "edited"
LINE_KINDS = (PLAYED, UNDONE, REDONE, EDITED)
"""The kinds of events that are lines of the record."""
KIND_OF_STATUS = {RUNNING: "resumed", PAUSED: "paused", OVER: "ended", ABANDONED: "abandoned"}
STATUS_OF_KIND = {kind: status for status, kind in KIND_OF_STATUS.items()} | {BEGAN: RUNNING}


class StoredEvent(NamedTuple):
    """One thing that happened in a match, as a row of the table of events without its hash."""

    match: int
    number: int
    """Counts all events of a match, from 0."""
    kind: str
    who: str
    text: str
    clock: str | None = None
    at: int | None = None
    """The date, where it was known."""
    lines: int = 0
    """How many lines the record has with this event."""

    def link(self, before: bytes) -> bytes:
        """Return the hash over this event and the hash of the one before."""
        body = json.dumps(self)
        return sha256(before + body.encode()).digest()

    @property
    def is_line(self) -> bool:
        """Say whether it is a line of the record."""
        return self.kind in LINE_KINDS


def kind_of(line: RecordLine) -> str:
    """Return what kind of event a line of a record is."""
    if line.who != TABLE:
        return PLAYED
    if line.text.startswith(EDIT):
        return EDITED
    return {UNDO: UNDONE, REDO: REDONE}.get(line.text, PLAYED)


def check_chain(match: int, rows: Iterable[tuple[Any, ...]]) -> tuple[list[StoredEvent], bytes]:
    """Return the events of a match from their rows in order, and the last hash; raise DamagedMatch.

    A row is the columns of an event and its hash.
    """
    events: list[StoredEvent] = []
    before, lines = b"", 0
    for number, (*columns, stored) in enumerate(rows):
        event = StoredEvent(*columns)
        lines += event.is_line
        try:
            before = event.link(before)
        except (TypeError, ValueError) as error:  # bytes, where a text was
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
    """Return the status of a match, and the event that set it."""
    found = [event for event in events if event.kind in STATUS_OF_KIND]
    return STATUS_OF_KIND[found[-1].kind], found[-1]
