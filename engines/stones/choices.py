"""What may be chosen now, from tables of choices that are made once.

In *towers* tracking 340 towers fit on each of five spaces: the list for a set of empty spaces and
of colours left is built when it is first needed and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from engines.stones.board import (
    AROUND,
    CIRCLES,
    CODE,
    COLOURS,
    PATTERNS,
    PER_COLOUR,
    PER_PATTERN,
    STACK_HEIGHT,
    STACKS,
    STONE,
    UNKNOWN,
    Board,
    pattern_of,
)
from engines.stones.spaces import SHOWS
from engines.stones.state import (
    SPACES,
    ArtistPick,
    Choice,
    NothingToPick,
    Objective,
    Pick,
    Printed,
    Reveal,
    ScoreColour,
    ScoreTops,
    State,
    Towers,
)

_COLOURS = {colour: ScoreColour(colour) for colour in COLOURS}
_NOTHING = (NothingToPick(),)
_PRINTED = tuple(Printed(shows) for shows in SHOWS)
# Nobody here has seen the cards: a range that surely holds what a card gives.
_OBJECTIVES = tuple(Objective(points) for points in range(21))


def legal(state: State) -> Sequence[Choice]:
    """List the choices: picks, colours, tops, then "nothing to pick"."""
    match state.asks:
        case "mandala":
            return _PRINTED
        case "reveal":
            assert state.board is not None
            return _reveals(state, state.board)
        case "objective":
            return _OBJECTIVES
    if state.phase == "over":
        return ()
    own = state.own
    scores = score_choices(own)
    empty = empty_bits(own)
    if not empty or state.waived:
        return scores
    if state.board is not None:
        return _artist_picks(state.board, empty) + scores
    left = tuple(min(STACK_HEIGHT, PER_COLOUR - taken) for taken in state.taken)
    return _picks(empty, left) + scores + _NOTHING


def empty_bits(towers: Towers) -> int:
    """Return the empty spaces as bits, the first space as bit 0."""
    return sum(1 << at for at, tower in enumerate(towers) if not tower)


# --- picks ----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _picks(empty: int, left: tuple[int, ...]) -> tuple[Choice, ...]:
    spaces = [at for at in range(SPACES) if empty >> at & 1]
    return tuple(row[at] for row in _rows(left) for at in spaces)


@lru_cache(maxsize=700)
def _rows(left: tuple[int, ...]) -> tuple[tuple[Pick, ...], ...]:
    """Return the towers that the colours left allow, each on all five spaces."""
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


def _artist_picks(board: Board, empty: int) -> tuple[Choice, ...]:
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


# --- answers --------------------------------------------------------------------------------


def dealer(state: State) -> Reveal | None:
    """Return the dealer's answer, if the deal of the asked stack is known in advance."""
    if state.asks != "reveal" or state.board is None:
        return None
    stack = state.board.uncovered[0]
    letter = state.board.stacks[stack - 1][state.board.heights[stack - 1] - 1]
    return None if letter == UNKNOWN else Reveal(stack, CODE[letter])


def _reveals(state: State, board: Board) -> tuple[Choice, ...]:
    dealt = dealer(state)
    if dealt is not None:
        return (dealt,)
    colours, patterns = colours_out(state, board), patterns_out(board)
    return tuple(
        Reveal(board.uncovered[0], code)
        for code in STONE
        if colours[code[0]] < PER_COLOUR and patterns[code[1]] < PER_PATTERN
    )


def colours_out(state: State, board: Board) -> dict[str, int]:
    """Count the stones of each colour that were taken or are visible."""
    out = dict(zip(COLOURS, state.taken, strict=True))
    for stack in range(1, STACKS + 1):
        letter = board.top(stack)
        if letter and letter != UNKNOWN:
            out[letter.upper()] += 1
    return out


def patterns_out(board: Board) -> dict[str, int]:
    """Count the stones of each pattern that were taken or are visible, as far as known."""
    out = dict.fromkeys(PATTERNS, 0)
    for stack in range(1, STACKS + 1):
        for letter in board.seen(stack):
            if letter != UNKNOWN:
                out[pattern_of(letter)] += 1
    return out
