"""Why a legal choice is legal or forced: the reason first, then how it is done."""

from __future__ import annotations

from engines.engine import Fact, Message, Seat, Term
from engines.mana.board import KINDS, NAMES, way
from engines.mana.choices import OFF_BOARD, Choice, Drop, Move, Orient, Pass, Place
from engines.mana.rules import ends_game, ground, is_bound, obedient_squares, permitted
from engines.mana.state import State
from engines.mana.words import piece_term


def grounds(state: State, choice: Choice) -> tuple[Message, ...]:
    """Return the rule that allows a legal choice."""
    match choice:
        case Orient():
            return (Message("why.orient"),)
        case Place(daimio, ronins):
            if ronins:
                return (Message("why.place_free"),)
            return (Message("why.place", {"square": NAMES[daimio]}),)
        case Pass():
            return (_pass(state),)
        case Move(bird=bird):
            return (_piece(state, choice), _way(state, choice), *_bird(state, choice.end, bird))
        case Drop(square, bird):
            return (_may("back", state), _drop(state, square), *_bird(state, square, bird))


def _pass(state: State) -> Message:
    blocked = _blocked(state)
    if blocked and state.rules.blocked_passes:
        return Message("why.pass", {"demand": Term("kind", state.kind), "pieces": blocked})
    return Message("why.pass_all")


def _blocked(state: State) -> tuple[Fact, ...]:
    """Return the pieces on the demanded kind; called only if none of them can move."""
    return tuple(NAMES[square] for square in obedient_squares(state))


def _piece(state: State, move: Move) -> Message:
    """Return why this piece may move."""
    if is_bound(state) and permitted(state).obeys:
        code = "why.obeys_mana" if state.rules.is_2005 else "why.obeys"
        return Message(code, {"demand": Term("kind", state.kind), "start": NAMES[move.start]})
    return _may("any", state)


def _may(what: str, state: State) -> Message:
    """Return why any piece may move (`any`), or a ronin may return (`back`)."""
    if state.free:
        return Message(f"why.free_{what}", {"seat": Seat(state.seat_of(1 - state.side))})
    if state.kind == 0:
        return Message("why.first")
    demand = Term("kind", state.kind)
    if blocked := _blocked(state):
        return Message(f"why.blocked_{what}", {"demand": demand, "pieces": blocked})
    return Message(f"why.no_piece_{what}", {"demand": demand})


def _way(state: State, move: Move) -> Message:
    """Return the steps of a move, and what it captures."""
    steps = KINDS[state.orientation][move.start]
    squares = way(ground(state), move.start, move.end, steps)
    assert squares is not None
    facts: dict[str, Fact] = {
        "start": NAMES[move.start],
        "steps": steps,
        "way": tuple(NAMES[square] for square in squares[1:]),
    }
    if state.board[move.end] == ".":
        return Message("why.way", facts)
    facts["victim"] = piece_term(state.rules, state.board[move.end])
    return Message("why.way_wins" if ends_game(state, move) else "why.way_takes", facts)


def _drop(state: State, square: int) -> Message:
    """Return why a ronin may return on this square."""
    if state.free or state.rules.drops_anywhere:
        return Message("why.drop_anywhere")
    return Message("why.drop_kind", {"square": NAMES[square], "demand": Term("kind", state.kind)})


def _bird(state: State, end: int, bird: int | None) -> tuple[Message, ...]:
    """Return why the bird may go to its square, if it has to be chosen."""
    if bird is None:
        return ()
    demand = Term("kind", KINDS[state.orientation][end])
    if bird == OFF_BOARD:
        return (Message("why.bird_beside", {"demand": demand}),)
    facts: dict[str, Fact] = {"bird": NAMES[bird], "end": NAMES[end], "demand": demand}
    return (Message("why.bird", facts),)
