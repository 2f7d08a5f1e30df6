"""The player aid of Mana, in our own words."""

from __future__ import annotations

from engines.mana.rules import is_bound, leave
from engines.mana.state import OVER, PLAY, State
from firmware_py.games.face import AidPage
from firmware_py.games.mana.legend import draw_signs
from firmware_py.language import N_

_TURN, _CAPTURE, _BIRD, _NO_PIECE, _BLOCKED, _SETUP = range(6)

PAGES = (
    AidPage(
        N_("A turn"),
        N_(
            "A piece goes exactly as many steps as its square has dots. It may turn corners, "
            "but not cross a piece or a square twice."
        ),
    ),
    AidPage(
        N_("Capture and end"),
        N_(
            "End a move on an enemy piece to take it. Ronins may come back. Take the daimio to win."
        ),
    ),
    AidPage(
        N_("The bird"),
        N_(
            "It goes to a free square of the kind you ended on (2005: the Mana sits on your "
            "piece). The other player must move from that kind."
        ),
    ),
    AidPage(
        N_("No piece there"),
        N_(
            "No own piece on the kind: move any piece, or put a captured ronin back on an empty "
            "square (2005: one of the kind)."
        ),
    ),
    AidPage(
        N_("All blocked"),
        N_(
            "If no piece on the kind can move, the turn is lost and the other plays freely "
            "(2005: as if no piece stood there)."
        ),
    ),
    AidPage(
        N_("Set-up"),
        N_(
            "All six pieces in the first row, the daimio on a double. Advanced, and 2005: on any "
            "six squares of the first two rows."
        ),
    ),
    AidPage(N_("Signs"), draw=draw_signs),
)


def page_for(state: State) -> int:
    """Return the page that fits the moment."""
    if state.phase == OVER:
        return _CAPTURE
    if state.phase != PLAY:
        return _SETUP
    if not is_bound(state):
        return _BLOCKED if state.free else _TURN
    granted = leave(state)
    if granted.obeys:
        return _BIRD
    return _NO_PIECE if granted.moves or granted.drops else _BLOCKED
