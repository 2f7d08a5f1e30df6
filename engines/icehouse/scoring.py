"""Ranking, winner, and the origin of every point."""

from __future__ import annotations

from engines.engine import Fact, Message, Outcome, ScoreLine, Seat, Term
from engines.icehouse.state import (
    DRAW,
    END,
    OVER,
    RESIGNATION,
    Scored,
    State,
    points,
    present,
    seats,
)


def rank(state: State) -> tuple[int, ...]:
    """Return the seats by points, then by pawn (Icehouse 2.6); seats that left come last."""
    have = points(state)
    return tuple(
        sorted(
            seats(state),
            key=lambda seat: (seat in state.left, -have[seat], -state.pawns[seat]),
        )
    )


def scores(state: State) -> tuple[int | None, ...]:
    """Return the points; nothing is hidden."""
    return points(state)


def outcome(state: State) -> Outcome | None:
    """Return how a finished game ended."""
    if state.phase != OVER:
        return None
    have = points(state)
    best, second = rank(state)[:2]
    if state.ended == DRAW:
        return Outcome(present(state), have, Message("agreed_draw"))
    if state.ended == RESIGNATION:
        return Outcome((best,), have, Message("resignation"))
    level = tuple(
        seat
        for seat in present(state)
        if (have[seat], state.pawns[seat]) == (have[best], state.pawns[best])
    )
    if len(level) > 1:
        winners = tuple(Seat(seat) for seat in level)
        return Outcome(level, have, Message("shared", {"winners": winners}))
    winner = {"winner": Seat(best)}
    if second not in state.left and have[second] == have[best]:
        return Outcome(level, have, Message("furthest", winner))
    if state.ended == END:
        return Outcome(level, have, Message("agreed_end"))
    return Outcome(level, have, Message("points", {**winner, "points": have[best]}))


def score_sheet(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return, for each seat, every finished group in which it had a share."""
    return tuple(
        tuple(
            ScoreLine(group.points[seat], _explain_share(group, seat))
            for group in state.scored
            if group.owned[seat]
        )
        for seat in seats(state)
    )


def _explain_share(group: Scored, seat: int) -> Message:
    """Return the rule that gave a seat its share of a group (Icehouse 2.5)."""
    pyramid, held = Term("pyramid", group.group), group.owned[seat]
    share = group.points[seat]
    rivals = [other for other in range(len(group.owned)) if other != seat and group.owned[other]]
    if share == 5:
        return Message("sheet.alone", {"pyramid": pyramid, "held": held})
    if share == 0:
        return Message("sheet.nothing", {"pyramid": pyramid, "held": held})
    if share == 3:
        return _ranked("sheet.most", "sheet.most_level", group, seat, rivals)
    leader = group.points.index(3)
    if group.owned[leader] == held:
        facts: dict[str, Fact] = {"pyramid": pyramid, "held": held, "rival": Seat(leader)}
        return Message("sheet.second_behind", facts)
    rivals.remove(leader)
    return _ranked("sheet.second", "sheet.second_level", group, seat, rivals)


def _ranked(ahead: str, level: str, group: Scored, seat: int, rivals: list[int]) -> Message:
    """Return whether more pyramids or the pawn ranked a seat before its rivals."""
    held = group.owned[seat]
    facts: dict[str, Fact] = {"pyramid": Term("pyramid", group.group), "held": held}
    equal = tuple(Seat(other) for other in rivals if group.owned[other] == held)
    return Message(level, {**facts, "rivals": equal}) if equal else Message(ahead, facts)
