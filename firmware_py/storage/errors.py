"""What goes wrong with stored matches; imports nothing, so that everybody can name it."""

from __future__ import annotations


class StoreError(Exception):
    """Something could not be stored or read; the message says what to do."""


class DamagedMatch(StoreError):
    """The events of a match are not those that were once stored."""

    def __init__(self, match: int, number: int) -> None:
        super().__init__(
            f"match {match} is damaged from event {number} on: restore a backup, or delete it"
        )
        self.number = number


class MissingLines(StoreError):
    """Lines are missing before those to be stored, perhaps with the whole match."""

    def __init__(self, match: int, there: int | None) -> None:
        super().__init__(
            f"there is no match {match}"
            if there is None
            else f"line {there} of match {match} is missing"
        )
        self.there = there
        """How many lines are stored; None: the match is not."""


class StoreInUse(StoreError):
    """Another Tablemate works on the same data directory."""


class StoreTooNew(StoreError):
    """The file was written by a newer Tablemate; it is left untouched."""
