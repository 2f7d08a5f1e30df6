"""The table as JSON for programs."""

from __future__ import annotations

from engines.engine import Json
from engines.icehouse.scoring import outcome, rank
from engines.icehouse.state import OVER, State, points


def view(state: State, _: int | None = None) -> dict[str, Json]:
    """Return the table as JSON; nothing is hidden. `left` is present once a seat has left."""
    shown: dict[str, Json] = {
        "phase": state.phase,
        "turn": None if state.phase == OVER else state.turn,
        "pawns": list(state.pawns),
        "points": list(points(state)),
        "path": list(state.path),
        "held": [list(held) for held in state.held],
        "eye": list(state.eye),
        "scored": {group.group: list(group.points) for group in state.scored},
    }
    if state.left:
        shown["left"] = list(state.left)
    if (ended := outcome(state)) is not None:
        shown["ranking"] = list(rank(state))
        shown["winner"] = ended.winner
        shown["scores"] = list(ended.scores)
    return shown
