"""What tests ask of a store beyond what the program needs."""

from __future__ import annotations

from firmware_py.storage.errors import DamagedMatch
from firmware_py.storage.event_log import find_last
from firmware_py.storage.store import PAUSED, RUNNING, Store


def line_count(store: Store, match: int) -> int | None:
    """Return the number of stored lines of a match, or None if the match is not stored."""
    last = find_last(store.connection, match)
    return None if last is None else last.lines


def open_numbers(store: Store) -> list[int]:
    """Return the numbers of the matches that can be continued, newest first."""
    return [match.id for match in store.matches(RUNNING, PAUSED, limit=1_000_000)]


def first_damaged_event(store: Store, match: int) -> int | None:
    """Return the number of the first event whose hash does not fit, or None."""
    try:
        store.events(match)
    except DamagedMatch as damage:
        return damage.number
    return None
