"""Errors of stored matches."""

from __future__ import annotations


class StoreError(Exception):
    """Something could not be stored or read. The message says what to do."""


class DamagedMatch(StoreError):
    """The events of a match were changed after they were stored."""

    def __init__(self, match: int, number: int) -> None:
        super().__init__(
            f"match {match} is damaged from event {number} on: restore a backup, or delete it"
        )
        self.number = number


class MissingLines(StoreError):
    """Lines before those to be stored are missing, or the whole match."""

    def __init__(self, match: int, there: int | None) -> None:
        super().__init__(
            f"there is no match {match}"
            if there is None
            else f"line {there} of match {match} is missing"
        )
        self.there = there
        """The number of stored lines, or None if the match is not stored."""


class StoreInUse(StoreError):
    """Another Tablemate uses the same data directory."""


class StoreTooNew(StoreError):
    """The file was written by a newer Tablemate; it is left untouched."""
