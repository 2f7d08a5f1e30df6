"""How the knob enters a move: the colour of the pyramid in the hand, then which one of that colour.

    (yellow)--(small, 12)          the nearest of the colour ahead first, along the path;
           \\--(large, 30)          a turn to the left begins at the far end

Colours keep their places on the ring, so that fingers learn them; the cursor begins at the colour
of the nearest pyramid. This costs less than stretches of the path or colour, size and copy: see
`bench/cost_of_turn.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from engines.engine import ChoicePart, Term
from engines.icehouse import GAME
from engines.icehouse.choices import LAYS, PASS, TAKES
from engines.icehouse.notation import write
from engines.icehouse.state import COLOURS, GROUPS, LAY, PLAY, SIZES, SPACES, State, ahead
from firmware_py.games.game_ui import plain_tree
from firmware_py.match.picker import ChoiceNode, Later, grow

EMPTY = ChoicePart("colour", Term("place", "empty"))
PASSING = ChoicePart("action", Term("action", "pass"))


@lru_cache(maxsize=len(COLOURS))
def colour_part(colour: str) -> ChoicePart:
    """Return the part that names a colour."""
    return ChoicePart("colour", Term("colour", colour))


@lru_cache(maxsize=2 * SPACES)
def pyramid_part(pyramid: str, space: int) -> ChoicePart:
    """Return the part that names a pyramid on the path."""
    return ChoicePart("pyramid", (Term("pyramid", pyramid), space + 1))


def space_of(part: ChoicePart) -> int | None:
    """Return the space, from 0, that a part stands for."""
    match part:
        case ChoicePart("pyramid", (Term(), int(number))) | ChoicePart("space", int(number)):
            return number - 1
        case _:
            return None


def colour_of(part: ChoicePart) -> str | None:
    """Return the colour that a part stands for."""
    match part.value:
        case Term("colour", str(colour)):
            return colour
        case _:
            return None


def offered(state: State) -> ChoiceNode:
    """Return the legal choices: colours, then the pyramids of that colour ahead, nearest first."""
    if state.phase != PLAY:
        return plain_tree(GAME, state)
    reachable = ahead(state, state.turn)
    root = ChoiceNode()
    for colour in COLOURS:
        spaces = [space for space in reachable if state.path[space][0] == colour]
        if spaces:
            root.children[colour_part(colour)] = Later(partial(_pyramids, state, spaces))
    return root


def _pyramids(state: State, spaces: list[int]) -> dict[ChoicePart, ChoiceNode]:
    """Return the moves to some pyramids of one colour."""
    return {
        pyramid_part(state.path[space], space): ChoiceNode(choice=write(TAKES[space]))
        for space in spaces
    }


def begin_at(state: State, options: tuple[ChoicePart, ...]) -> int:
    """Return where the cursor begins: at the nearest pyramid; for a size in the middle."""
    if state.phase == PLAY:
        nearest = ahead(state, state.turn)[:1]
        wanted = [colour_part(state.path[space][0]) for space in nearest]
    else:
        wanted = [ChoicePart("size", Term("size", "2"))]
    return next((options.index(part) for part in wanted if part in options), 0)


def tried(state: State) -> ChoiceNode:
    """Return all that hands could do: any pyramid of the path, an empty space, or nothing."""
    if state.phase == LAY:
        return grow((write(LAYS[group]), _lay_parts(group)) for group in GROUPS)
    if state.phase != PLAY:
        return ChoiceNode()
    before = range(state.pawns[state.turn] + 1)
    # Behind the far end lies what is behind the pawn: one turn to the left is the last passed.
    around = [*ahead(state, state.turn), *(space for space in before if state.path[space])]
    empty = [space for space in range(SPACES) if not state.path[space]]
    return grow(
        [
            *_takes(state, around),
            *((write(TAKES[s]), (EMPTY, ChoicePart("space", s + 1))) for s in empty),
            (write(PASS), (PASSING,)),
        ]
    )


def _takes(state: State, spaces: Iterable[int]) -> Iterator[tuple[str, tuple[ChoicePart, ...]]]:
    """Yield the moves to some spaces, colour by colour."""
    reachable = list(spaces)
    for colour in COLOURS:
        for space in reachable:
            pyramid = state.path[space]
            if pyramid[0] == colour:
                yield write(TAKES[space]), (colour_part(colour), pyramid_part(pyramid, space))


def _lay_parts(group: str) -> tuple[ChoicePart, ...]:
    assert group[1] in SIZES
    return colour_part(group[0]), ChoicePart("size", Term("size", group[1]))
