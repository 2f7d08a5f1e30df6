"""The choices, one instance each, so that `legal` creates none.

Mandalas and seats count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from engines.mandala.cards import COLOURS, PER_COLOUR


@dataclass(frozen=True, slots=True)
class Flip:
    """The cards turned up on a mountain, as entered by the table."""

    mandala: int
    cards: str


@dataclass(frozen=True, slots=True)
class Build:
    """Action A: one card to a mountain."""

    mandala: int
    colour: str


@dataclass(frozen=True, slots=True)
class Grow:
    """Action B: cards of one colour to the own field."""

    mandala: int
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Action C: discard cards of one colour and draw the same number."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim a colour of the mountain that is being destroyed."""

    colour: str


@dataclass(frozen=True, slots=True)
class Cup:
    """The two starting cards of a seat's cup, or the whole cup, as entered by the table."""

    seat: int
    cards: str


Choice = Flip | Build | Grow | Discard | Claim | Cup
Action = Build | Grow | Discard

COUNTS = range(1, PER_COLOUR + 1)
BUILDS: Final = tuple(tuple(Build(k, c) for c in COLOURS) for k in (0, 1))
GROWS: Final = tuple(tuple(tuple(Grow(k, c, n) for n in COUNTS) for c in COLOURS) for k in (0, 1))
DISCARDS: Final = tuple(tuple(Discard(c, n) for n in COUNTS) for c in COLOURS)
CLAIMS: Final = tuple(Claim(c) for c in COLOURS)
ANSWERS: Final = {
    count: tuple("".join(cards) for cards in combinations_with_replacement(COLOURS, count))
    for count in (0, 1, 2)
}
"""The possible colours of a number of cards, in any order."""
