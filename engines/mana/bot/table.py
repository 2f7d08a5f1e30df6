"""The table as a player sees it, turned back into a state: in this game nothing is hidden."""

from __future__ import annotations

from engines.engine import Json
from engines.mana.board import SQUARES, from_rows
from engines.mana.state import State, rules_of


def state_of(view: Json) -> State:
    """Return the state that a view shows."""
    return State(
        rules=rules_of(view["options"]),
        first=0 if view["turn"] is None else view["turn"] ^ view["side"],
        phase=view["phase"],
        orientation=view["orientation"],
        board=from_rows(tuple(view["board"])),
        side=view["side"],
        kind=view["kind"],
        mana=None if view["mana"] is None else SQUARES[view["mana"]],
        captured=(view["captured"][0], view["captured"][1]),
        free=view["free"],
    )


def stood_twice(view: Json, state: State) -> tuple[State, ...]:
    """Return the positions that would stand for the third time, if the view remembers any."""
    return tuple(
        State(
            rules=state.rules,
            first=state.first,
            phase=state.phase,
            orientation=state.orientation,
            board=board,
            side=side,
            kind=kind,
            captured=(captured[0], captured[1]),
            free=free,
        )
        for (board, side, kind, free, captured), times in view.get("seen", ())
        if times >= 2
    )
