"""A match as a line of a list: what its row says, or that the row cannot be read."""

from __future__ import annotations

from typing import Any, NamedTuple

from engines.errors import EngineError
from engines.record import Header, read
from engines.start import Start
from engines.unicode import read_json

DAMAGED = "damaged"
"""The status in a list of a match whose row cannot be read; it is never written."""
LATEST = 2**35
"""No clock says more: about the year 3058."""
SELECT_MATCHES = (
    "SELECT id, header, status, began_at, ended_at, outcome, coalesce((SELECT lines FROM events"
    " WHERE match=matches.id ORDER BY number DESC LIMIT 1), 0) FROM matches"
)
"""The columns of a match in a list, for `read_match_row`."""


class StoredMatch(NamedTuple):
    """A match in a list."""

    id: int
    header: Header
    status: str
    began_at: int | None
    ended_at: int | None
    outcome: dict[str, Any] | None
    events: int
    """How many lines its record has."""


def read_match_row(row: tuple[Any, ...]) -> StoredMatch:
    """Return the match that a row describes; one that cannot be read is listed as damaged.

    So that one bad row does not take the others with it: opened, it says what is wrong.
    """
    number, text, status, began, ended, told, events = row
    header, outcome = None, None
    try:
        header = read(text).header
        outcome = None if told is None else _outcome(told, header.start.seats)
    except (EngineError, ValueError, TypeError, LookupError, RecursionError):
        status = DAMAGED
    if header is not None and len(header.names) not in (0, header.start.seats):
        header, status = None, DAMAGED
    if not (is_date(began) and is_date(ended)):
        began, ended, status = None, None, DAMAGED
    return StoredMatch(number, header or _unknown(), status, began, ended, outcome, events)


def is_date(value: object) -> bool:
    """Say whether a value is a date that a calendar can show, or none."""
    return value is None or (isinstance(value, int) and 0 <= value < LATEST)


def _unknown() -> Header:
    return Header("?", 0, Start({}, 0, 0, 0))


def _outcome(text: str, seats: int) -> dict[str, Any]:
    """Return the outcome in a row; raise ValueError, TypeError or LookupError."""
    told: dict[str, Any] = read_json(text)
    numbers = (*told["winners"], *told["scores"], len(told["by"]))
    if len(told["scores"]) != seats or not all(isinstance(each, int) for each in numbers):
        raise ValueError("no outcome")
    return told
