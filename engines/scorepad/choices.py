"""The choices of a score pad. A seat acts for its side; lines are named by their ids."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Enter:
    """Fill an empty cell, by default of the current round; an empty line means the only one."""

    seat: int
    line: str
    round: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct a filled cell, or empty it again."""

    seat: int
    line: str
    round: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Add:
    """Add to a running score."""

    seat: int
    line: str
    points: int


@dataclass(frozen=True, slots=True)
class CorrectEntry:
    """Correct an entry of a running score, from 1, or strike it out."""

    number: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Next:
    """End the turn."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Let a side sit out this round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Remove a player from the table; the score stays."""

    seat: int


@dataclass(frozen=True, slots=True)
class Join:
    """Add a player to the table, or add one again."""

    seat: int


@dataclass(frozen=True, slots=True)
class GiveMarker:
    """Give the marker of the dealer or the first player to a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Countdown:
    """Start a countdown; the firmware runs it."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw at random: `dice` with count and sides, `coin`, `first`, `teams` with their number."""

    kind: str
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a draw."""

    kind: str
    values: tuple[int, ...]


Choice = (
    Enter | Correct | Add | CorrectEntry | Next | Skip | Leave | Join | GiveMarker | Countdown
    | Draw | Answer
)  # fmt: skip

DICE, COIN, FIRST, TEAMS = "dice", "coin", "first", "teams"
DRAWS = (DICE, COIN, FIRST, TEAMS)
DICE_LIMIT = 20
SIDES_LIMIT = 1_000
SECONDS_LIMIT = 24 * 60 * 60
