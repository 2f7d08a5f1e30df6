"""What can be chosen, each choice made once."""

from __future__ import annotations

from dataclasses import dataclass

from engines.icehouse.state import GROUPS, SPACES


@dataclass(frozen=True, slots=True)
class Take:
    """Move the own pawn to a space and take its pyramid; a space that is none is refused later."""

    space: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Put a pyramid on the next space of the path while it is laid out."""

    pyramid: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Give up the turn, which the rules never allow."""


Choice = Take | Lay | Pass

TAKES = tuple(Take(space) for space in range(SPACES))
LAYS = {group: Lay(group) for group in GROUPS}
PASS = Pass()
