"""Descriptions of choices, and of what happened after them."""

from __future__ import annotations

from engines.engine import Fact, Message, Seat, Term
from engines.mana.board import KINDS, NAMES, RONIN
from engines.mana.choices import OFF_BOARD, Choice, Drop, Move, Orient, Pass, Place
from engines.mana.notation import bird_fact
from engines.mana.rules import perches, permitted
from engines.mana.state import OVER, State
from engines.mana.words import lord_term, piece_term


def describe(state: State, choice: Choice) -> Message:
    """Return the description of a choice."""
    return _message("say", state, choice)


def report(state: State, choice: Choice, _: int | None = None) -> Message:
    """Return the description of a choice that was made."""
    return _message("done", state, choice)


def _message(kind: str, state: State, choice: Choice) -> Message:
    """Return the message of a choice, with a code of the given kind."""
    rules = state.rules
    match choice:
        case Move(start, end, bird):
            facts: dict[str, Fact] = {
                "piece": piece_term(rules, state.board[start]),
                "start": NAMES[start],
                "end": NAMES[end],
            }
            code = f"{kind}.move"
            if state.board[end] != ".":
                facts["victim"] = piece_term(rules, state.board[end])
                code = f"{kind}.capture"
            return _with_bird(code, facts, bird)
        case Drop(square, bird):
            facts = {"piece": piece_term(rules, RONIN[state.side]), "square": NAMES[square]}
            return _with_bird(f"{kind}.drop", facts, bird)
        case Pass():
            return Message(f"{kind}.pass")
        case Place(daimio, ronins):
            facts = {"lord": lord_term(rules), "square": NAMES[daimio]}
            if not ronins:
                return Message(f"{kind}.place", facts)
            facts["ronins"] = tuple(NAMES[square] for square in ronins)
            return Message(f"{kind}.place_all", facts)
        case Orient(degrees):
            return Message(f"{kind}.orient", {"degrees": degrees})


def _with_bird(code: str, facts: dict[str, Fact], bird: int | None) -> Message:
    if bird is None:
        return Message(code, facts)
    return Message(f"{code}_bird", {**facts, "bird": bird_fact(bird)})


def events(before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
    """Return what a choice or an agreement (None) did, and what it means for the next player."""
    seat = Seat(before.seat_of(before.side))
    match choice:
        case None:
            return _agreement(after)
        case Orient(degrees):
            return (Message("oriented", {"degrees": degrees}),)
        case Place(daimio):
            facts: dict[str, Fact] = {"seat": seat, "lord": lord_term(before.rules)}
            return (Message("placed", {**facts, "square": NAMES[daimio]}),)
        case Pass():
            lost = Message("turn_lost", {"seat": seat})
            return (lost,) if after.phase == OVER else (lost, _free_turn(after))
        case Move(end=end):
            return (*_capture(before, end), *_demand(before, after, end))
        case Drop(square):
            piece = piece_term(before.rules, RONIN[before.side])
            back = Message("returned", {"piece": piece, "square": NAMES[square]})
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
    piece = piece_term(before.rules, letter)
    return (Message("captured", {"piece": piece, "square": NAMES[end]}),)


def _demand(before: State, after: State, end: int) -> tuple[Message, ...]:
    """Return where the bird or the Mana goes, and whether the next player is bound by it."""
    if after.phase == OVER:
        return ()
    demand = Term("kind", KINDS[after.orientation][end])
    if after.mana is not None:
        code = "mana" if after.rules.is_2005 else "bird"
        said = Message(code, {"square": NAMES[after.mana], "demand": demand})
    elif (free := perches(before, end)) == (OFF_BOARD,):
        said = Message("bird_beside", {"demand": demand})
    else:
        squares = tuple(NAMES[square] for square in free)
        facts: dict[str, Fact] = {"demand": demand, "squares": squares}
        if before.kind == after.kind:
            said = Message("bird_again", {**facts, "end": NAMES[end]})
        else:
            said = Message("bird_goes", facts)
    return (said, *_exception(after, demand))


def _exception(after: State, demand: Term) -> tuple[Message, ...]:
    granted = permitted(after)
    facts: dict[str, Fact] = {"seat": Seat(after.seat_of(after.side)), "demand": demand}
    if granted.obeys:
        return ()
    if granted.drops:
        return (Message("unbound_back", facts),)
    if granted.moves:
        return (Message("unbound", facts),)
    return (Message("must_pass", facts),)
