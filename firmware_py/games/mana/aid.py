"""The player aid of Mana, in our own words: of the edition and the house rules in force."""

from __future__ import annotations

from engines.mana.rules import is_bound, leave, obedient_squares
from engines.mana.state import OVER, PLAY, Rules, State
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.mana.legend import draw_signs

_TURN, _CAPTURE, _DEMAND, _NO_PIECE, _BLOCKED, _SETUP = range(6)

_A_TURN = AidPage(
    N_("A turn"),
    N_(
        "A piece goes exactly as many steps as its square has dots, never diagonally. It may turn "
        "corners, but not cross a piece or a square twice."
    ),
)
_DAIMIO = AidPage(
    N_("Capture and end"),
    N_(
        "To take an enemy piece, end a move on it. Captured ronins may come back. "
        "Who takes the daimio wins."
    ),
)
_DAMYO = AidPage(
    N_("Capture and end"),
    N_(
        "To take an enemy piece, end a move on it. Captured ronins may come back. "
        "Who takes the damyo wins."
    ),
)
_BIRD = AidPage(
    N_("The bird"),
    N_(
        "After a move it goes to a free square of the kind the move ended on. The other player "
        "must then move a piece from that kind. It blocks nothing."
    ),
)
_FLYING_BIRD = AidPage(
    N_("The bird"),
    N_(
        "After a move it flies to another free square of the kind the move ended on. The other "
        "player must then move a piece from that kind. It blocks nothing."
    ),
)
_BLOCKING_BIRD = AidPage(
    N_("The bird"),
    N_(
        "After a move it goes to a free square of the kind the move ended on. The other player "
        "must then move a piece from that kind. No piece may cross its square."
    ),
)
_FLYING_BLOCKING_BIRD = AidPage(
    N_("The bird"),
    N_(
        "After a move it flies to another free square of the kind the move ended on. The other "
        "player must then move a piece from that kind. No piece may cross its square."
    ),
)
_MANA = AidPage(
    N_("The Mana"),
    N_(
        "It sits on the piece that moved last. The other player must then move a piece from a "
        "square of the same kind."
    ),
)
_NONE_THERE = AidPage(
    N_("No piece there"),
    N_(
        "Without an own piece on the demanded kind: move any piece, or put a captured ronin back "
        "on any empty square."
    ),
)
_NONE_THERE_2005 = AidPage(
    N_("No piece there"),
    N_(
        "Without an own piece on the demanded kind: move any piece, or put a captured ronin back "
        "on an empty square of that kind."
    ),
)
_TURN_LOST = AidPage(
    N_("All blocked"),
    N_(
        "If own pieces stand on the demanded kind but none can move, the turn is lost and the "
        "other player plays freely."
    ),
)
_STILL_FREE = AidPage(
    N_("All blocked"),
    N_(
        "If own pieces stand on the demanded kind but none can move, it is as if none stood "
        "there: move any piece, or put a captured ronin back."
    ),
)
_ONE_ROW = AidPage(
    N_("Set-up"),
    N_("All six pieces in the first row, the daimio on a double square."),
)
_TWO_ROWS = AidPage(
    N_("Set-up"),
    N_("The six pieces on any squares of the first two rows."),
)
_TURNED = AidPage(
    N_("Set-up"),
    N_(
        "The first player turns the board as he likes. Then each puts the six pieces on any "
        "squares of the first two rows."
    ),
)
_SIGNS = AidPage(N_("Signs"), draw=draw_signs)


def pages(state: State) -> tuple[AidPage, ...]:
    """Return the pages for the rules of a match."""
    rules = state.rules
    return (
        _A_TURN,
        _DAMYO if rules.is_2005 else _DAIMIO,
        _demand(rules),
        _NONE_THERE if rules.drops_anywhere else _NONE_THERE_2005,
        _TURN_LOST if rules.blocked_passes else _STILL_FREE,
        _set_up(rules),
        _SIGNS,
    )


def _demand(rules: Rules) -> AidPage:
    if rules.is_2005:
        return _MANA
    if rules.bird_blocks:
        return _FLYING_BLOCKING_BIRD if rules.bird_must_fly else _BLOCKING_BIRD
    return _FLYING_BIRD if rules.bird_must_fly else _BIRD


def _set_up(rules: Rules) -> AidPage:
    if rules.is_2005:
        return _TURNED
    return _TWO_ROWS if rules.free_setup else _ONE_ROW


def page_for(state: State) -> int:
    """Return the page that fits the moment."""
    if state.phase == OVER:
        return _CAPTURE
    if state.phase != PLAY:
        return _SETUP
    if not is_bound(state):
        return _BLOCKED if state.free else _TURN
    if leave(state).obeys:
        return _DEMAND
    return _BLOCKED if obedient_squares(state) else _NO_PIECE
