"""Every move that hands could try, legal or not, in the parts of the legal entry."""

from __future__ import annotations

from itertools import combinations

from engines.engine import ChoicePart, Term
from engines.stones.board import AROUND, CIRCLES, COLOURS, STACK_HEIGHT, STONE
from engines.stones.choices import ArtistPick, Objective, Printed, Reveal, ScoreTops
from engines.stones.notation import write
from engines.stones.spaces import SHOWS
from engines.stones.state import SPACES, State
from firmware_py.games.stones.entry import (
    NOTHING,
    SOME_TOPS,
    all_tops_part,
    answer_parts,
    artist_parts,
    full_spaces,
    score_part,
    tops_tree,
    towers_tree,
)
from firmware_py.match.picker import ChoiceNode, grow

_SPACES = tuple(range(1, SPACES + 1))
_PICK = ChoicePart("pick", Term("action", "pick"))
_COLOUR = ChoicePart("colour", Term("action", "colour"))
_MOST_POINTS = 20


def all_attempts(state: State) -> ChoiceNode:
    """Return what hands could try at this moment."""
    if state.phase == "over":
        return ChoiceNode()
    if state.asks is not None:
        return _answers(state)
    root = ChoiceNode()
    if state.board is None:
        root.children.update(towers_tree(_SPACES, (STACK_HEIGHT,) * len(COLOURS)).children)
        root.children[NOTHING] = ChoiceNode(choice="N")
    else:
        root.children.update(_artist_picks().children)
    root.children.update(_scores(state))
    return root


def _artist_picks() -> ChoiceNode:
    return grow(
        (write(choice), artist_parts(choice))
        for choice in (
            ArtistPick(source, target, first, space)
            for source in CIRCLES
            for target, around in zip(CIRCLES, AROUND, strict=True)
            for first in around
            for space in _SPACES
        )
    )


def _scores(state: State) -> dict[ChoicePart, ChoiceNode]:
    """Return all sets of towers and all colours; the set of all towers has a part of its own."""
    everything = full_spaces(state) or _SPACES
    sets = (chosen for count in _SPACES for chosen in combinations(_SPACES, count))
    made = {
        SOME_TOPS: tops_tree(chosen for chosen in sets if chosen != everything),
        all_tops_part(everything): ChoiceNode(choice=write(ScoreTops(everything))),
    }
    return made | {score_part(colour): ChoiceNode(choice=f"S{colour}") for colour in COLOURS}


def _answers(state: State) -> ChoiceNode:
    """Return all answers to the open question, and a turn, which must wait."""
    answers: list[Printed | Reveal | Objective]
    if state.asks == "mandala":
        answers = [Printed(shows) for shows in SHOWS]
    elif state.asks == "reveal":
        assert state.board is not None
        answers = [Reveal(state.board.uncovered[0], stone) for stone in STONE]
    else:
        answers = [Objective(points) for points in range(_MOST_POINTS + 1)]
    root = grow((write(answer), answer_parts(answer)) for answer in answers)
    pick = "PR@1" if state.board is None else "Pa1-a2:2@1"
    root.children[_PICK] = ChoiceNode(choice=pick)
    root.children[_COLOUR] = ChoiceNode(choice="SR")
    return root
