"""How the knob enters a move: first the colour of the pyramid, then which one of that colour.

    (yellow)--(small, 12)          the nearest of the colour ahead first, along the path;
           \\--(large, 30)          a turn to the left begins at the far end

Colours keep their places on the ring, so that people learn them; the cursor starts at the colour
of the nearest pyramid. This costs less than stretches of the path or colour, size and copy: see
`bench/cost_of_turn.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from engines.engine import ChoicePart, Term
from engines.icehouse import GAME
from engines.icehouse.choices import LAYS, PASS, TAKES
from engines.icehouse.notation import parts, write
from engines.icehouse.state import COLOURS, LAY, PLAY, SPACES, State, ahead
from firmware_py.games.game_ui import plain_tree
from firmware_py.match.picker import ChoiceNode, Later, grow

EMPTY = ChoicePart("colour", Term("place", "empty"))
PASSING = ChoicePart("action", Term("action", "pass"))


@lru_cache(maxsize=len(COLOURS))
def colour_part(colour: str) -> ChoicePart:
    """Return the part for a colour."""
    return ChoicePart("colour", Term("colour", colour))


@lru_cache(maxsize=2 * SPACES)
def pyramid_part(pyramid: str, space: int) -> ChoicePart:
    """Return the part for a pyramid on the path."""
    return ChoicePart("pyramid", (Term("pyramid", pyramid), space + 1))


def space_of(part: ChoicePart) -> int | None:
    """Return the space, from 0, of a part, or None."""
    match part:
        case ChoicePart("pyramid", (Term(), int(number))) | ChoicePart("space", int(number)):
            return number - 1
        case _:
            return None


def offered(state: State) -> ChoiceNode:
    """Return the legal choices: colours, then the pyramids ahead of that colour, nearest first."""
    if state.phase != PLAY:
        return plain_tree(GAME, state)
    return ChoiceNode(_by_colour(state, ahead(state, state.turn)))


def _by_colour(state: State, spaces: Sequence[int]) -> dict[ChoicePart, ChoiceNode]:
    of_colour = {
        colour: [space for space in spaces if state.path[space][0] == colour] for colour in COLOURS
    }
    return {
        colour_part(colour): Later(partial(_pyramids, state, these))
        for colour, these in of_colour.items()
        if these
    }


def _pyramids(state: State, spaces: Sequence[int]) -> dict[ChoicePart, ChoiceNode]:
    return {
        pyramid_part(state.path[space], space): ChoiceNode(choice=write(TAKES[space]))
        for space in spaces
    }


def begin_at(state: State, options: tuple[ChoicePart, ...]) -> int:
    """Return the index at which the cursor starts: the nearest pyramid, or the middle size."""
    if state.phase == PLAY:
        nearest = ahead(state, state.turn)[:1]
        wanted = [colour_part(state.path[space][0]) for space in nearest]
    else:
        wanted = [ChoicePart("size", Term("size", "2"))]
    return next((options.index(part) for part in wanted if part in options), 0)


def tried(state: State) -> ChoiceNode:
    """Return everything that a person could try: any pyramid of the path, an empty space, or
    passing.
    """
    if state.phase == LAY:
        return grow((write(lay), parts(lay)) for lay in LAYS.values())
    if state.phase != PLAY:
        return ChoiceNode()
    before = range(state.pawns[state.turn] + 1)
    # The spaces behind the pawn come last, so that one turn to the left is the last one passed.
    around = [*ahead(state, state.turn), *(space for space in before if state.path[space])]
    empty = {
        ChoicePart("space", space + 1): ChoiceNode(choice=write(TAKES[space]))
        for space in range(SPACES)
        if not state.path[space]
    }
    tries = _by_colour(state, around) | ({EMPTY: ChoiceNode(empty)} if empty else {})
    return ChoiceNode(tries | {PASSING: ChoiceNode(choice=write(PASS))})
