"""What can be chosen at a score pad. A seat stands for its side; lines go by their ids."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Enter:
    """Fill a missing cell; without a round, of the round on hand. An empty line is the only one."""

    seat: int
    line: str
    round: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Mend:
    """Change a cell that is filled, or make it missing again."""

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
class MendEntry:
    """Change an entry of a running score, from 1, or strike it out."""

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
    """Let a player go; the score stays."""

    seat: int


@dataclass(frozen=True, slots=True)
class Join:
    """Let a player come, or come back."""

    seat: int


@dataclass(frozen=True, slots=True)
class GiveMarker:
    """Hand the marker of the dealer or the first player to a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Countdown:
    """Start a countdown; the box lets it tick."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Ask chance: `dice` with count and sides, `coin`, `first`, `teams` with their number."""

    kind: str
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What chance gave."""

    kind: str
    values: tuple[int, ...]


Choice = (
    Enter | Mend | Add | MendEntry | Next | Skip | Leave | Join | GiveMarker | Countdown
    | Draw | Answer
)  # fmt: skip

DICE, COIN, FIRST, TEAMS = "dice", "coin", "first", "teams"
DRAWS = (DICE, COIN, FIRST, TEAMS)
DICE_LIMIT = 20
SIDES_LIMIT = 1_000
SECONDS_LIMIT = 24 * 60 * 60
