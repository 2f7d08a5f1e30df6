"""Which seats of the match on the table are played from a phone, each with its own hand.

    a page: "this seat, with this claim" --> PhoneSeats --> the claim holds the seat until it is
                                                            given back, on the page or on the box

A claim is a random text that a page keeps. The box stores only its digest, with the number of the
match, so a phone has its seat again after a reload and after a restart of the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from firmware_py.match.scene import hides_hands
from firmware_py.match.table_match import TableMatch
from firmware_py.storage.settings import Settings

_MEMORY = "phone_seats"
CLAIM_AT_LEAST = 16
"""In characters; a shorter claim could be guessed."""


class PhoneSeats:
    """The seats that phones hold; empty for a match whose hands are not kept by the box."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def holders(self, table: TableMatch | None) -> Mapping[int, str]:
        """Return the digest of the claim on each seat that a phone holds."""
        kept = self._settings.recall(_MEMORY, None)
        if kept is None or table is None or not hides_hands(table.match):
            return {}
        match kept:
            case [int(number), dict(held)] if number == table.number:
                seats = range(table.match.start.seats)
                return {seat: str(held[str(seat)]) for seat in seats if str(seat) in held}
        return {}

    def free(self, table: TableMatch | None) -> tuple[int, ...]:
        """Return the seats that a phone could take."""
        if table is None or not hides_hands(table.match):
            return ()
        header, held = table.match.header, self.holders(table)
        seats = range(table.match.start.seats)
        return tuple(seat for seat in seats if not header.level_of(seat) and seat not in held)

    def seat_of(self, table: TableMatch | None, claim: str) -> int | None:
        """Return the seat that a claim holds, or None."""
        digest = _digest(claim)
        held = self.holders(table)
        return next((seat for seat, holder in held.items() if holder == digest), None)

    def take(self, table: TableMatch | None, seat: int, claim: str) -> bool:
        """Give a free seat to a claim, which holds one seat at most; return whether it has it."""
        if table is None or len(claim) < CLAIM_AT_LEAST:
            return False
        own = self.seat_of(table, claim)
        if own is None and seat in self.free(table):
            self._keep(table, {**self.holders(table), seat: _digest(claim)})
            return True
        return own == seat

    def give_back(self, table: TableMatch, seat: int) -> None:
        """Let the box show the hand of a seat again."""
        held = dict(self.holders(table))
        if held.pop(seat, None) is not None:
            self._keep(table, held)

    def _keep(self, table: TableMatch, held: Mapping[int, str]) -> None:
        kept = {str(seat): digest for seat, digest in held.items()}
        self._settings.remember(_MEMORY, [table.number, kept])


def _digest(claim: str) -> str:
    return sha256(claim.encode(errors="replace")).hexdigest()[:32]
