"""The table as JSON for programs."""

from __future__ import annotations

from engines.engine import Json
from engines.mana.board import to_rows
from engines.mana.notation import BIRDS
from engines.mana.scoring import scores
from engines.mana.state import OVER, State, options_of


def view(state: State, _: int | None = None) -> dict[str, Json]:
    """Return the table as JSON; `captured` is Black's, then White's, as in a position.

    `side` (0 is Black) and `options` are for a bot that has not seen the beginning.
    """
    shown: dict[str, Json] = {
        "phase": state.phase,
        "turn": None if state.phase == OVER else state.seat_of(state.side),
        "side": state.side,
        "edition": state.rules.edition,
        "orientation": state.orientation,
        "board": to_rows(state.board),
        "kind": state.kind,
        "mana": None if state.mana is None else BIRDS[state.mana],
        "captured": list(state.captured),
        "free": state.free,
        "options": options_of(state.rules),
    }
    if state.phase == OVER:
        shown.update(winner=state.winner, by=state.by, scores=list(scores(state)))
    return shown
