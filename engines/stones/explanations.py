"""Why a legal choice is legal or forced: the rule that allows it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.engine import Fact, Message, Seat, Term
from engines.stones.board import CIRCLES
from engines.stones.choices import (
    ArtistPick,
    Choice,
    NothingToPick,
    Objective,
    Pick,
    Printed,
    Reveal,
    ScoreColour,
    ScoreTops,
)
from engines.stones.refusals import asked
from engines.stones.rules import topped
from engines.stones.scoring import score_space
from engines.stones.state import State
from engines.stones.turns import is_dead_end


def grounds(state: State, choice: Choice) -> tuple[Message, ...]:
    """Return the reasons, beginning with what forces the choice."""
    return tuple(_grounds(state, choice))


def _grounds(state: State, choice: Choice) -> Iterator[Message]:
    match choice:
        case Pick():
            yield _empty(state)
            yield Message("grounds.unseen")
        case ArtistPick():
            yield from _artist(state, choice)
            yield _empty(state)
        case ScoreColour(colour):
            yield from _forced(state)
            yield from _colour(state, colour)
        case ScoreTops():
            yield from _forced(state)
            yield Message("grounds.tops")
        case NothingToPick():
            yield Message("grounds.nothing")
            has_tower = any(state.own)
            seat = Seat(state.turn)
            yield (
                Message("grounds.then_score")
                if has_tower
                else Message("grounds.then_end", {"seat": seat})
            )
        case Printed():
            yield Message("grounds.printed", {"space": asked(state)})
        case Reveal(stack, _):
            yield Message("grounds.reveal", {"stack": stack})
        case Objective():
            yield Message("grounds.objective", {"seat": asked(state)})


def _empty(state: State) -> Message:
    spaces = tuple(at for at, tower in enumerate(state.own, 1) if not tower)
    return Message("grounds.pick", {"empty": spaces})


def _forced(state: State) -> Iterator[Message]:
    """Return why PICK is impossible, if it is."""
    if all(state.own):
        yield Message("grounds.full", {"seat": Seat(state.turn)})
    elif state.waived:
        yield Message("grounds.waived")
    elif is_dead_end(state):
        yield Message("grounds.dead_end")


def _artist(state: State, choice: ArtistPick) -> Iterator[Message]:
    board = state.board
    assert board is not None
    source, target = CIRCLES.index(choice.source), CIRCLES.index(choice.target)
    yield Message(
        "grounds.artist",
        {
            "source": choice.source,
            "target": choice.target,
            "pattern": Term("pattern", board.artists[source]),
            "stacks": board.allowed(source, target),
        },
    )
    if len(board.allowed(source, target)) > 1:
        yield Message("grounds.first", {"first": choice.first})


def _colour(state: State, colour: str) -> Iterator[Message]:
    spaces = topped(state, colour)
    points = sum(score_space(state.own, at, state.round).points for at in spaces)
    facts: dict[str, Fact] = {"colour": Term("colour", colour), "count": len(spaces)}
    yield Message("grounds.colour", facts)
    yield Message("grounds.worth", {"points": points})
