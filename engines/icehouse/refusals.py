"""Why a choice is refused: the checks of the rules in their order, and what is possible instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engines.contract import Fact, Reason, Seat, Term
from engines.icehouse.notation import shown, write
from engines.icehouse.state import (
    COPIES,
    GROUPS,
    LAY,
    LAYS,
    OVER,
    SPACES,
    TAKES,
    Choice,
    Lay,
    Pass,
    State,
    Take,
    ahead,
    laid,
)


def refuse(state: State, choice: Choice, seat: int | None) -> Reason | None:
    """Icehouse 2.4: return the first failing check, or None."""
    if state.phase == OVER:
        return Reason("GAME_OVER")
    if isinstance(choice, Lay) != (state.phase == LAY):
        return _bad_action(state, choice)
    if isinstance(choice, Lay):
        return _refuse_lay(state, choice.pyramid)
    who = state.turn if seat is None else seat
    return refuse_seat(state, who) or _refuse_turn(state, who) or _refuse_move(state, choice)


def refuse_seat(state: State, seat: int) -> Reason | None:
    """Refuse a player who does not exist."""
    if 0 <= seat < len(state.pawns):
        return None
    return Reason("BAD_PLAYER", {"player": seat + 1, "seats": len(state.pawns)})


def refuse_agreement(state: State, agreement: str, seat: int) -> Reason | None:
    """Refuse an agreement in the name of nobody, or of one who has left, to leave again."""
    if agreement == "resign" and seat in state.left:
        return Reason("HAS_LEFT", {"seat": Seat(seat)})
    return refuse_seat(state, seat)


def refuse_path(path: Sequence[object]) -> Reason | None:
    """Refuse a path that is not five of each of the fifteen groups."""
    codes = [code if isinstance(code, str) else repr(code) for code in path]
    copies = Counter(codes)
    strange = next((code for code in codes if code not in LAYS), None)
    if strange is not None:
        return _bad_path(len(codes), copies[strange], shown(strange))
    # Too many of one group explains more than too few of another.
    for group in sorted(GROUPS, key=lambda group: copies[group] <= COPIES):
        if copies[group] != COPIES:
            return _bad_path(len(codes), copies[group], Term("pyramid", group))
    return None


def _bad_path(count: int, copies: int, pyramid: Fact, instead: str | None = None) -> Reason:
    facts: dict[str, Fact] = {"count": count, "copies": copies, "pyramid": pyramid}
    return Reason("BAD_PATH", facts, instead)


def _bad_action(state: State, choice: Choice) -> Reason:
    instead = write(_layable(state)[0]) if state.phase == LAY else _nearest_like(state, choice)
    return Reason("BAD_ACTION", {"text": write(choice)[:40], "example": instead}, instead)


def _refuse_lay(state: State, pyramid: str) -> Reason | None:
    copies = state.path.count(pyramid)
    if copies < COPIES:
        return None
    free = _layable(state)
    alike = [lay for lay in free if lay.pyramid[0] == pyramid[0]] or free
    return _bad_path(laid(state) + 1, copies + 1, Term("pyramid", pyramid), instead=write(alike[0]))


def _refuse_turn(state: State, seat: int) -> Reason | None:
    if seat == state.turn:
        return None
    facts: dict[str, Fact] = {"seat": Seat(seat), "turn": Seat(state.turn)}
    return Reason("NOT_YOUR_TURN" if ahead(state, seat) else "AT_END", facts)


def _refuse_move(state: State, choice: Choice) -> Reason | None:
    seat = Seat(state.turn)
    if isinstance(choice, Pass):
        return Reason("MUST_MOVE", {"seat": seat}, _nearest(state, 0))
    assert isinstance(choice, Take)
    space, pawn = choice.space, state.pawns[state.turn]
    shown_space = space + 1
    if not 0 <= space < SPACES:
        return Reason("BAD_SPACE", {"space": shown_space}, _nearest(state, space))
    if space == pawn:
        return Reason("SAME_SPACE", {"seat": seat, "space": shown_space}, _nearest(state, space))
    if space < pawn:
        facts: dict[str, Fact] = {"seat": seat, "space": shown_space, "pawn": pawn + 1}
        return Reason("BACKWARD", facts, _nearest(state, space))
    if not state.path[space]:
        return Reason("EMPTY_SPACE", {"space": shown_space}, _nearest(state, space))
    return None


def _layable(state: State) -> list[Lay]:
    return [lay for group, lay in LAYS.items() if state.path.count(group) < COPIES]


def _nearest(state: State, space: int) -> str:
    """Return the move of the seat on turn whose space is nearest to the one asked for."""
    return write(TAKES[min(ahead(state, state.turn), key=lambda each: abs(each - space))])


def _nearest_like(state: State, choice: Choice) -> str:
    """Return the move to the first pyramid ahead of the kind that somebody wants to lay."""
    spaces = ahead(state, state.turn)
    alike = [s for s in spaces if isinstance(choice, Lay) and state.path[s] == choice.pyramid]
    return write(TAKES[(alike or spaces)[0]])
