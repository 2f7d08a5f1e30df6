"""Reasons for refusals: the checks of the rules in order, with the nearest legal choice."""

from __future__ import annotations

from engines.engine import Fact, Reason, Seat, Term
from engines.icehouse.choices import TAKES, Choice, Lay, Pass, Take
from engines.icehouse.notation import write
from engines.icehouse.rules import legal, refuse_player
from engines.icehouse.state import COPIES, LAY, OVER, SPACES, State, ahead, laid


def explain(state: State, choice: Choice, seat: int | None = None) -> Reason | None:
    """Return the first failing check (Icehouse 2.4), or None."""
    if state.phase == OVER:
        return Reason("GAME_OVER")
    if isinstance(choice, Lay) != (state.phase == LAY):
        return _bad_action(state, choice)
    if isinstance(choice, Lay):
        return _refuse_lay(state, choice.pyramid)
    who = state.turn if seat is None else seat
    return refuse_player(state, who) or _refuse_turn(state, who) or _refuse_move(state, choice)


def bad_path(count: int, copies: int, pyramid: Fact, instead: str | None = None) -> Reason:
    """Return the reason against a path that is not five of each of the fifteen groups."""
    facts: dict[str, Fact] = {"count": count, "copies": copies, "pyramid": pyramid}
    return Reason("BAD_PATH", facts, instead)


def _bad_action(state: State, choice: Choice) -> Reason:
    instead = write(legal(state)[0]) if state.phase == LAY else _nearest_like(state, choice)
    return Reason("BAD_ACTION", {"text": write(choice)[:40], "example": instead}, instead)


def _refuse_lay(state: State, pyramid: str) -> Reason | None:
    copies = state.path.count(pyramid)
    if copies < COPIES:
        return None
    free = [lay for lay in legal(state) if isinstance(lay, Lay)]
    alike = [lay for lay in free if lay.pyramid[0] == pyramid[0]] or free
    return bad_path(laid(state) + 1, copies + 1, Term("pyramid", pyramid), instead=write(alike[0]))


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


def _nearest(state: State, space: int) -> str:
    """Return the legal move whose space is nearest to `space`."""
    return write(TAKES[min(ahead(state, state.turn), key=lambda each: abs(each - space))])


def _nearest_like(state: State, choice: Choice) -> str:
    """Return the move to the first pyramid ahead of the kind of `choice`, else to the nearest."""
    spaces = ahead(state, state.turn)
    alike = [s for s in spaces if isinstance(choice, Lay) and state.path[s] == choice.pyramid]
    return write(TAKES[(alike or spaces)[0]])
