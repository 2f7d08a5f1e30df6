"""What a choice means, and what happened after it, as messages."""

from __future__ import annotations

from engines.contract import Fact, Message, Seat, Term
from engines.mana.board import KINDS, NAMES, RONIN
from engines.mana.choices import BESIDE, Choice, Drop, Move, Orient, Pass, Place
from engines.mana.notation import bird_fact
from engines.mana.rules import leave, perches
from engines.mana.state import OVER, State


def piece_term(letter: str) -> Term:
    """Return the name of a piece, its colour included."""
    return Term("piece", letter)


def describe(state: State, choice: Choice) -> Message:
    """Say a choice in words."""
    match choice:
        case Move(start, end, bird):
            facts: dict[str, Fact] = {
                "piece": piece_term(state.board[start]),
                "start": NAMES[start],
                "end": NAMES[end],
            }
            code = "say.move"
            if state.board[end] != ".":
                facts["victim"] = piece_term(state.board[end])
                code = "say.capture"
            return _with_bird(code, facts, bird)
        case Drop(square, bird):
            facts = {"piece": piece_term(RONIN[state.side]), "square": NAMES[square]}
            return _with_bird("say.drop", facts, bird)
        case Pass():
            return Message("say.pass")
        case Place(daimio, ()):
            return Message("say.place", {"square": NAMES[daimio]})
        case Place(daimio, ronins):
            listed = tuple(NAMES[square] for square in ronins)
            return Message("say.place_all", {"square": NAMES[daimio], "ronins": listed})
        case Orient(degrees):
            return Message("say.orient", {"degrees": degrees})


def _with_bird(code: str, facts: dict[str, Fact], bird: int | None) -> Message:
    if bird is None:
        return Message(code, facts)
    return Message(f"{code}_bird", {**facts, "bird": bird_fact(bird)})


def events(before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
    """Say what a choice or an agreement (None) did, and what it means for the next player."""
    seat = Seat(before.seat_of(before.side))
    match choice:
        case None:
            return _agreement(after)
        case Orient(degrees):
            return (Message("oriented", {"degrees": degrees}),)
        case Place(daimio):
            return (Message("placed", {"seat": seat, "square": NAMES[daimio]}),)
        case Pass():
            lost = Message("turn_lost", {"seat": seat})
            return (lost,) if after.phase == OVER else (lost, _free_turn(after))
        case Move(end=end):
            return (*_capture(before, end), *_demand(before, after, end))
        case Drop(square):
            back = Message(
                "returned", {"piece": piece_term(RONIN[before.side]), "square": NAMES[square]}
            )
            return (back, *_demand(before, after, square))


def _agreement(after: State) -> tuple[Message, ...]:
    if after.winner is None:
        return (Message("draw_agreed"),)
    return (Message("resigned", {"seat": Seat(1 - after.winner)}),)


def _free_turn(after: State) -> Message:
    return Message("free_turn", {"seat": Seat(after.seat_of(after.side))})


def _capture(before: State, end: int) -> tuple[Message, ...]:
    letter = before.board[end]
    if letter == ".":
        return ()
    return (Message("captured", {"piece": piece_term(letter), "square": NAMES[end]}),)


def _demand(before: State, after: State, end: int) -> tuple[Message, ...]:
    """Say where the bird or the Mana goes, and whether the next player is bound by it."""
    if after.phase == OVER:
        return ()
    demand = Term("kind", KINDS[after.orientation][end])
    if after.mana is not None:
        code = "mana" if after.rules.is_2005 else "bird"
        said = Message(code, {"square": NAMES[after.mana], "demand": demand})
    elif (free := perches(before, end)) == (BESIDE,):
        said = Message("bird_beside", {"demand": demand})
    else:
        squares = tuple(NAMES[square] for square in free)
        said = Message("bird_goes", {"demand": demand, "squares": squares})
    return (said, *_exception(after, demand))


def _exception(after: State, demand: Term) -> tuple[Message, ...]:
    granted = leave(after)
    facts: dict[str, Fact] = {"seat": Seat(after.seat_of(after.side)), "demand": demand}
    if granted.obeys:
        return ()
    if granted.drops:
        return (Message("unbound_back", facts),)
    if granted.moves:
        return (Message("unbound", facts),)
    return (Message("must_pass", facts),)
