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


class StoreInUse(StoreError):
    """Another Tablemate works on the same data directory."""


class StoreTooNew(StoreError):
    """The file was written by a newer Tablemate; it is left untouched."""
