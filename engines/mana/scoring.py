"""The winner, and the origin of the point."""

from __future__ import annotations

from engines.engine import Fact, Message, Outcome, ScoreLine, Seat
from engines.mana.state import OVER, State
from engines.mana.words import lord_term


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; None while it is running."""
    if state.phase != OVER:
        return None
    assert state.by is not None
    if state.winner is None:
        return Outcome((0, 1), (0, 0), Message(state.by))
    facts: dict[str, Fact] = {"loser": Seat(1 - state.winner)}
    if state.by == "daimio":
        facts["lord"] = lord_term(state.rules)
    return Outcome((state.winner,), scores(state), Message(state.by, facts))


def scores(state: State) -> tuple[int, int]:
    """Return 1 for the winner and 0 for the other."""
    return (int(state.winner == 0), int(state.winner == 1))


def score_sheet(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return the only line of the winner."""
    won = (ScoreLine(1, Message("score.win")),)
    return tuple(won if state.winner == seat else () for seat in (0, 1))
