"""The points of a tower by its space, and the score track."""

from __future__ import annotations

from engines.engine import Message, Outcome, ScoreLine
from engines.stones.state import Gain, State, Towers

BY_HEIGHT = {2: (4, 2, 1, 1), 3: (1, 3, 4, 1), 4: (1, 2, 4, 6)}
"""Spaces 2 to 4: points for a tower of height 1, 2, 3, 4."""

DETAILS = {
    "space1": "heights",
    "space2": "height",
    "space3": "height",
    "space4": "height",
    "space5": "colours",
    "tops": "count",
    "bonus": "space",
    "objective": None,
    "corrected": None,
}
"""The rules that give points, and what the `detail` of a gain counts."""


def score_space(towers: Towers, space: int, round_number: int) -> Gain:
    """Return the points of the tower on a space when its colour is scored (Stones 3)."""
    tower = towers[space - 1]
    if space == 1:
        # An empty space counts as a height.
        detail = points = len({len(each) for each in towers})
    elif space == 5:
        detail = len(set(tower.upper()))
        points = detail + 1
    else:
        detail = len(tower)
        points = BY_HEIGHT[space][detail - 1]
    return Gain(f"space{space}", round_number, detail, points)


def scores(state: State) -> tuple[int | None, ...]:
    """Return the points of each seat; nothing is hidden."""
    return state.vp


def score_sheet(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return every gain of every seat with its rule."""
    return tuple(
        tuple(ScoreLine(gain.points, _rule(gain)) for gain in gains) for gains in state.sheet
    )


def _rule(gain: Gain) -> Message:
    facts = {"round": gain.round}
    detail = DETAILS[gain.rule]
    if detail is not None:
        facts[detail] = gain.detail
    return Message(f"sheet.{gain.rule}", facts)


def track(points: int) -> tuple[int, int]:
    """Return the +50 markers and the place on the track for these points (Stones 5)."""
    markers = max(0, (points - 1) // 50)
    return markers, points - 50 * markers


def winners(state: State) -> tuple[int, ...]:
    """Return the winners of a finished game; a tie goes to the earliest in turn order."""
    if state.cause == "agreed_draw":
        return tuple(sorted(state.order))
    vp = state.vp
    return (max(state.order, key=lambda seat: vp[seat]),)


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it is running."""
    if state.phase != "over" or state.cause is None:
        return None
    won, vp = winners(state), state.vp
    return Outcome(won, vp, Message(state.cause))
