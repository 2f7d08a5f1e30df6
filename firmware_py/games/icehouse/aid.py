"""The player aid of Icehouse Mandala, in our own words."""

from __future__ import annotations

from engines.icehouse.state import PLAY, State, active, ahead, present
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.icehouse.legend import draw_letters, draw_signs

PAGES = (
    AidPage(
        N_("Your turn"),
        N_(
            "Move your pawn to any pyramid ahead and take it; the pawn stands in the gap. "
            "You may not pass."
        ),
    ),
    AidPage(
        N_("A group"),
        N_(
            "Five of one colour and size. None left on the path: most held 3 points, "
            "second 2; a single owner 5."
        ),
    ),
    AidPage(
        N_("The eye"),
        N_("What all pawns have passed goes to the eye. It belongs to nobody."),
    ),
    AidPage(
        N_("Ties"),
        N_("As many held: the pawn further forward is better, in a group and at the end."),
    ),
    AidPage(
        N_("The end"),
        N_(
            "Nothing ahead of your pawn: you wait. The last who can move takes all that is left. "
            "Most points win."
        ),
    ),
    AidPage(N_("Letters"), draw=draw_letters),
    AidPage(N_("Signs"), draw=draw_signs),
)

_TURN, _GROUP, _END = 0, 1, 4
_NEARLY = 5
"""A group is about to be finished, or the path, when this many are left."""


def page_for(state: State) -> int:
    """Return the page that fits the moment: the end when it is near, groups once some stand."""
    if state.phase != PLAY:
        return _TURN
    if len(active(state)) < len(present(state)) or len(ahead(state, state.turn)) <= _NEARLY:
        return _END
    return _GROUP if state.held[state.turn] else _TURN
