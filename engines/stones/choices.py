"""The choices, one instance each.

With *towers* tracking, 340 towers fit on each of five spaces: the list for a set of empty spaces
and remaining colours is built on first use and cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

from engines.stones.board import (
    AROUND,
    CIRCLES,
    COLOURS,
    STACK_HEIGHT,
    Board,
)
from engines.stones.spaces import SHOWS
from engines.stones.state import SPACES, Towers


@dataclass(frozen=True, slots=True)
class Pick:
    """Put stones of these colours, bottom first, on a space (the main board is not tracked)."""

    colours: str
    space: int


@dataclass(frozen=True, slots=True)
class ArtistPick:
    """Move an artist and take what it may take, beginning with one stack."""

    source: str
    target: str
    first: int
    space: int


@dataclass(frozen=True, slots=True)
class ScoreColour:
    """Score all towers with a colour on top."""

    colour: str


@dataclass(frozen=True, slots=True)
class ScoreTops:
    """Score one point for the top of each of these towers."""

    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NothingToPick:
    """Declare that no artist reaches a stone."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Answer what is printed on a mandala space."""

    shows: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Answer which stone (a code) was uncovered on a stack."""

    stack: int
    stone: str


@dataclass(frozen=True, slots=True)
class Objective:
    """Answer how many points the chosen objective gives."""

    points: int


Choice = Pick | ArtistPick | ScoreColour | ScoreTops | NothingToPick | Printed | Reveal | Objective

_COLOURS = {colour: ScoreColour(colour) for colour in COLOURS}
NOTHING = (NothingToPick(),)
PRINTED = tuple(Printed(shows) for shows in SHOWS)
# The cards are unknown: a range that surely includes their points.
OBJECTIVES = tuple(Objective(points) for points in range(21))


def empty_bits(towers: Towers) -> int:
    """Return the empty spaces as bits, the first space as bit 0."""
    return sum(1 << at for at, tower in enumerate(towers) if not tower)


# --- picks ----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def picks(empty: int, left: tuple[int, ...]) -> tuple[Choice, ...]:
    """Return the towers that may be built on these empty spaces with the remaining colours."""
    spaces = [at for at in range(SPACES) if empty >> at & 1]
    return tuple(row[at] for row in _rows(left) for at in spaces)


@lru_cache(maxsize=700)
def _rows(left: tuple[int, ...]) -> tuple[tuple[Pick, ...], ...]:
    """Return the towers that the remaining colours allow, each on all five spaces."""
    return tuple(
        row
        for colours, row in _all_rows()
        if all(colours.count(colour) <= most for colour, most in zip(COLOURS, left, strict=True))
    )


@cache
def _all_rows() -> tuple[tuple[str, tuple[Pick, ...]], ...]:
    return tuple(
        (colours, tuple(Pick(colours, at + 1) for at in range(SPACES)))
        for count in range(1, STACK_HEIGHT + 1)
        for colours in map("".join, product(COLOURS, repeat=count))
    )


def artist_picks(board: Board, empty: int) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for source, target, allowed in board.moves():
        for stack in AROUND[target]:
            if allowed >> stack & 1:
                found += _artist_row(source, target, stack, empty)
    return tuple(found)


@cache
def _artist_row(source: int, target: int, first: int, empty: int) -> tuple[ArtistPick, ...]:
    return tuple(
        ArtistPick(CIRCLES[source], CIRCLES[target], first, at + 1)
        for at in range(SPACES)
        if empty >> at & 1
    )


# --- scores ---------------------------------------------------------------------------------


def score_choices(towers: Towers) -> tuple[Choice, ...]:
    """Return every way to score these towers."""
    tops = [tower[-1].upper() for tower in towers if tower]
    colours = tuple(choice for colour, choice in _COLOURS.items() if tops.count(colour) >= 2)
    return colours + _tops(empty_bits(towers))


@cache
def _tops(empty: int) -> tuple[Choice, ...]:
    """Return the sets of towers, small ones first."""
    spaces = [at + 1 for at in range(SPACES) if not empty >> at & 1]
    return tuple(
        ScoreTops(chosen)
        for count in range(1, len(spaces) + 1)
        for chosen in combinations(spaces, count)
    )
