"""The choices, one instance each."""

from __future__ import annotations

from dataclasses import dataclass

from engines.icehouse.state import GROUPS, SPACES


@dataclass(frozen=True, slots=True)
class Take:
    """Move the own pawn to a space and take its pyramid; `explain` checks the range."""

    space: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Put a pyramid on the next space of the path during the setup."""

    pyramid: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Give up the turn, which the rules never allow."""


Choice = Take | Lay | Pass

TAKES = tuple(Take(space) for space in range(SPACES))
LAYS = {group: Lay(group) for group in GROUPS}
PASS = Pass()
