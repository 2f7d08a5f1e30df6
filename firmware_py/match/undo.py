"""Taking back where the box has seats: its own moves go with the person's move before them.

Anna  box  box  Anna?      one undo takes back both moves of the box, and Anna's
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from engines.match import Match
from engines.record import DEALER, RecordLine


class Undoing(Protocol):
    """A match, or one at this table."""

    def undo(self) -> tuple[RecordLine, ...]:
        """Take back the last choice."""
        ...


Played = Callable[[RecordLine], bool]
"""Says whether the box played a line."""


def played_by_box(match: Match[Any, Any]) -> Played:
    """Return what says whether the box played a line of a match."""
    header = match.header
    return lambda line: line.who.isdecimal() and header.level_of(int(line.who)) > 0


def can_take_back(match: Match[Any, Any]) -> bool:
    """Say whether a person, or the table, did something that stands."""
    by_box = played_by_box(match)
    lines = (moment.line for moment in match.moments)
    return any(line.who != DEALER and not by_box(line) for line in lines)


def take_back(match: Undoing, by_box: Played) -> list[RecordLine]:
    """Take back the last thing a person did, and all that the box did after it; newest first."""
    taken = [match.undo()[0]]
    while by_box(taken[-1]):
        taken.append(match.undo()[0])
    return taken
