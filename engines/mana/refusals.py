"""Reasons for refusals: the checks of the rules page, section 8, in order."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Fact, Reason, Seat, Term
from engines.mana.board import KINDS, NAMES, OWN, distance, routes
from engines.mana.choices import OFF_BOARD, Choice, Drop, Move, Orient, Pass, Place, home
from engines.mana.notation import BIRDS, write
from engines.mana.rules import (
    Permitted,
    ends_game,
    ground,
    legal,
    obedient_squares,
    own_squares,
    perches,
    permitted,
)
from engines.mana.state import ORIENT, OVER, SETUP, State
from engines.mana.words import colour_term, lord_term, owner_term, there_term


def explain(state: State, choice: Choice, seat: int | None = None) -> Reason | None:
    """Return the first failing check, with the nearest legal choice; None if legal."""
    if state.phase == OVER:
        return Reason("GAME_OVER")
    if not _is_of_the_moment(state, choice):
        example = write(nearest(state, choice))
        facts = {"text": write(choice)[:40], "example": example}
        return Reason("BAD_NOTATION", facts, instead=example)
    on_turn = state.seat_of(state.side)
    if seat is not None and seat != on_turn:
        return Reason("NOT_YOUR_TURN", {"turn": Seat(on_turn), "seat": Seat(seat)})
    reason = _against(state, choice)
    if reason is None:
        return None
    return replace(reason, instead=write(nearest(state, choice)))


def _is_of_the_moment(state: State, choice: Choice) -> bool:
    """Return whether the phase and the options have such a choice."""
    if state.phase == ORIENT:
        return isinstance(choice, Orient)
    if state.phase == SETUP:
        return isinstance(choice, Place) and (state.rules.free_setup or not choice.ronins)
    match choice:
        case Move(bird=bird):
            is_asked = state.rules.asks_bird and not ends_game(state, choice)
            return (bird is not None) == is_asked
        case Drop(bird=bird):
            return (bird is not None) == state.rules.asks_bird
        case _:
            return isinstance(choice, Pass)


def _against(state: State, choice: Choice) -> Reason | None:
    match choice:
        case Orient():
            return None
        case Place():
            return _against_place(state, choice)
    granted = permitted(state)
    if not granted.moves and not granted.drops:
        return None if isinstance(choice, Pass) else _must_pass(state)
    match choice:
        case Pass():
            return Reason("CANNOT_PASS", {"count": len(legal(state))})
        case Move():
            return _against_move(state, granted, choice) or _against_bird(
                state, choice.end, choice.bird
            )
        case Drop():
            return _against_drop(state, granted, choice) or _against_bird(
                state, choice.square, choice.bird
            )


def _names(squares: list[int] | dict[int, list[int]]) -> tuple[Fact, ...]:
    return tuple(NAMES[square] for square in squares)


def _must_pass(state: State) -> Reason:
    pieces = obedient_squares(state) or own_squares(state)
    return Reason("MUST_PASS", {"demand": Term("kind", state.kind), "pieces": _names(pieces)})


def _against_move(state: State, granted: Permitted, move: Move) -> Reason | None:
    start, end = NAMES[move.start], NAMES[move.end]
    steps = KINDS[state.orientation][move.start]
    board = ground(state)
    if state.board[move.start] not in OWN[state.side]:
        there = owner_term(state.rules, board[move.start])
        return Reason("NOT_YOUR_PIECE", {"square": start, "there": there})
    if granted.obeys and steps != state.kind:
        facts: dict[str, Fact] = {
            "demand": Term("kind", state.kind),
            "square": start,
            "stands": Term("kind", steps),
            "movers": _names(granted.moves),
        }
        return Reason("WRONG_KIND", facts)
    if move.start == move.end:
        return Reason("SAME_SQUARE", {"square": start})
    ways = list(routes(move.start, move.end, steps))
    if not ways:
        return _wrong_distance(move, steps)
    # The last square is part of the route only where the bird blocks it.
    between = [(*way, move.end) if board[move.end] == "#" else way for way in ways]
    blocked = [[square for square in way if board[square] != "."] for way in between]
    if all(blocked):
        blockers = sorted({square for way in blocked for square in way})
        facts = {"start": start, "end": end, "blockers": _names(blockers)}
        return Reason("PATH_BLOCKED", facts)
    if board[move.end] in OWN[state.side]:
        return Reason("OWN_PIECE_THERE", {"square": end})
    return None


def _wrong_distance(move: Move, steps: int) -> Reason:
    """Return why no route of `steps` leads there, even on an empty board."""
    away = distance(move.start, move.end)
    across, up = abs(move.start // 6 - move.end // 6), abs(move.start % 6 - move.end % 6)
    too_far = "diagonal" if across == up else "far"
    why = "no_way" if away <= steps else too_far
    facts: dict[str, Fact] = {
        "start": NAMES[move.start],
        "end": NAMES[move.end],
        "steps": steps,
        "why": Term("reach", why),
    }
    return Reason("WRONG_DISTANCE", facts)


def _against_drop(state: State, granted: Permitted, drop: Drop) -> Reason | None:
    square = NAMES[drop.square]
    letter = ground(state)[drop.square]
    if not state.captured[state.side]:
        return Reason("NO_RONIN_CAPTURED", {"colour": colour_term(state.rules, state.side)})
    if _must_move(state, granted):
        return Reason("DROP_NOT_ALLOWED", {"movers": _names(granted.moves)})
    if letter != ".":
        return Reason("SQUARE_TAKEN", {"square": square, "there": there_term(state.rules, letter)})
    if drop.square not in granted.drops:
        stands = Term("kind", KINDS[state.orientation][drop.square])
        demand = Term("kind", state.kind)
        facts: dict[str, Fact] = {"square": square, "stands": stands, "demand": demand}
        return Reason("DROP_WRONG_KIND", facts)
    return None


def _must_move(state: State, granted: Permitted) -> bool:
    """Return whether a piece has to move: one can obey, or the game has just begun."""
    return granted.obeys or (state.kind == 0 and not state.free)


def _against_bird(state: State, end: int, bird: int | None) -> Reason | None:
    if bird is None:
        return None
    if bird in perches(state, end):
        return None
    kind = KINDS[state.orientation][end]
    if bird == OFF_BOARD or KINDS[state.orientation][bird] != kind:
        demand = Term("kind", kind)
        return Reason(
            "BIRD_WRONG_KIND", {"square": BIRDS[bird], "end": NAMES[end], "demand": demand}
        )
    if bird == end or state.board[bird] != ".":
        return Reason("BIRD_SQUARE_TAKEN", {"square": NAMES[bird]})
    return Reason("BIRD_MUST_FLY", {"square": NAMES[bird]})


def _against_place(state: State, place: Place) -> Reason | None:
    is_free = state.rules.free_setup
    stands = KINDS[state.orientation][place.daimio]
    squares = (place.daimio, *place.ronins)
    rows = home(state.side, 2 if is_free else 1)
    if not is_free and stands != 2:
        facts: dict[str, Fact] = {"square": NAMES[place.daimio], "stands": Term("kind", stands)}
        return Reason("DAIMIO_NOT_ON_DOUBLE", facts)
    for square in squares:
        if square not in rows:
            ranks = tuple(sorted({each % 6 + 1 for each in rows}))
            return Reason("NOT_YOUR_ROWS", {"square": NAMES[square], "rows": ranks})
    if is_free and (len(place.ronins) != 5 or len(set(squares)) != 6):
        facts = {"ronins": len(place.ronins), "squares": len(set(squares))}
        return Reason("BAD_PIECE_COUNT", {**facts, "lord": lord_term(state.rules)})
    return None


# --- the nearest legal choice ---------------------------------------------------------------


def nearest(state: State, choice: Choice) -> Choice:
    """Return the legal choice that is most similar to a refused one."""
    return min(legal(state), key=lambda each: _unlikeness(choice, each))


def _unlikeness(choice: Choice, other: Choice) -> tuple[int, ...]:
    match choice, other:
        case Move(), Move():
            starts = distance(choice.start, other.start)
            ends = distance(choice.end, other.end)
            return (min(starts, 1), ends, starts, _bird_distance(choice.bird, other.bird))
        case Drop(), Drop():
            return (distance(choice.square, other.square), _bird_distance(choice.bird, other.bird))
        case Place(), Place():
            daimio = distance(choice.daimio, other.daimio)
            return (daimio, len(set(other.ronins) - set(choice.ronins)))
    return (99,)


def _bird_distance(bird: int | None, other: int | None) -> int:
    if bird is None or other is None or OFF_BOARD in (bird, other):
        return 0 if bird == other else 10
    return distance(bird, other)
