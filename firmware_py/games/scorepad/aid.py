"""The player aid of the score pad: how it is used, and what this template counts."""

from __future__ import annotations

from engines.scorepad.state import State
from engines.scorepad.template_values import ONCE, RUNNING
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.scorepad.legend import draw_signs

_ENTRY = AidPage(
    N_("Entering points"),
    N_(
        "Turn to the number and press. The likely ones come first, then all others. "
        "Press and turn: ten at a time."
    ),
)
_OTHERS = AidPage(
    N_("Another cell"),
    N_(
        "One turn to the left of the likely numbers: another player. Before that, more: correct, "
        "sit out, leave, join, dice, coin, lots, countdown."
    ),
)
_CORRECT = AidPage(
    N_("Corrections"),
    N_(
        "More, then correct: the round, the player, the number. The record keeps both. "
        "A cell can be made missing again; 0 is a number."
    ),
)
_ROUNDS = AidPage(
    N_("Rounds"),
    N_("A round closes by itself when no cell is missing. Dots over a name: it still lacks one."),
)
_ONCE = AidPage(
    N_("Lines"),
    N_("Each line is filled once. A round has one line of everybody; then the next begins."),
)
_RUNNING = AidPage(
    N_("Running score"),
    N_("Points come at any moment, for anybody. Every entry can be corrected, or struck out."),
)
_END = AidPage(
    N_("The end"),
    N_(
        "The target or the last round ends the game. At any time: hold the knob, End and score. "
        "Templates: hold the knob, Settings."
    ),
)


def pages(state: State) -> tuple[AidPage, ...]:
    """Return the pages for the kind of sheet."""
    kind = {ONCE: _ONCE, RUNNING: _RUNNING}.get(state.template.sheet, _ROUNDS)
    legend = AidPage(N_("Signs"), draw=draw_signs)
    return (_ENTRY, kind, _OTHERS, _CORRECT, _END, legend)
