"""Where the parts of a play screen stand.

towers                                 the main board
    name           mandala | binding       name            clock | binding
    hands' work           towers           hands' work     board
    points                their worth      points          board
    the answer, from edge to edge          the answer      board

With clocks the running one has a row below the name, and the others stand with the points in a
row below the towers. Without an answer (a match played again) the words get its room as well.
"""

from __future__ import annotations

from engines.stones.state import State
from firmware_py.games.stones import oled_board
from firmware_py.games.stones.focus import has_entry, is_on_board
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH
from firmware_py.ui.widgets import Rect

BELOW_TITLE = 16
"""Rows of small letters keep to the pages of the display chip: a change costs few bytes."""
LINE = 8
"""From one row of small letters to the next."""

ANSWER = Rect(0, 48, WIDTH, 15)
TOWERS_X = 82
BOARD_X = WIDTH - oled_board.WIDTH
BOARD_Y = 12

_BESIDE_TOWERS = TOWERS_X - 2
_BESIDE_BOARD = BOARD_X - 3
BOARD_ANSWER = Rect(0, 48, _BESIDE_BOARD, 15)
CLOCK = Rect(0, 14, 60, 11)
OTHER_CLOCKS = 41
"""The row of the points and clocks of the others, over the whole width."""

_TWO_DIGITS = 99

QUESTION_TOLD = Rect(0, 16, WIDTH, 15)
QUESTION_CLOCKS = Rect(0, 24, WIDTH, LINE)
OBJECTIVE_POINTS = Rect(0, 30, WIDTH, LINE)
OBJECTIVE_TOLD = Rect(48, 40, WIDTH - 48, 23)
END_TOLD = Rect(0, 16, WIDTH, 15)


def told_place(scene: AnyScene) -> Rect:
    """Return where hands are told what to do, at any moment."""
    state: State = scene.state
    if state.phase == "over":
        return END_TOLD
    if not has_entry(scene):
        if is_on_board(scene):
            return Rect(0, BELOW_TITLE, _BESIDE_BOARD, 46)
        return Rect(0, BELOW_TITLE, _BESIDE_TOWERS, 31)
    match state.asks:
        case "mandala":
            return QUESTION_TOLD._replace(h=LINE - 1) if scene.clocks else QUESTION_TOLD
        case "objective":
            return OBJECTIVE_TOLD
    if is_on_board(scene):
        return Rect(0, BELOW_TITLE, _BESIDE_BOARD, 15 if state.asks == "reveal" else 23)
    if scene.clocks:
        return Rect(0, CLOCK.y + 12, _BESIDE_TOWERS, 15)
    return Rect(0, BELOW_TITLE, _BESIDE_TOWERS, 15 if is_crowded(state) else 23)


def is_crowded(state: State) -> bool:
    """Return whether everybody's points need a second row."""
    return state.seats > 3 and max(state.vp) > _TWO_DIGITS


def standing_place(scene: AnyScene) -> Rect:
    """Return the room for everybody's points while there is nothing to tell."""
    told, points = told_place(scene), points_place(scene)
    return Rect(0, told.y, told.w, points.y + points.h - told.y)


RING = Rect(0, 32, _BESIDE_BOARD, 2 * LINE)
"""The stones that could have come to light."""


def points_place(scene: AnyScene) -> Rect:
    """Return where everybody's points stand."""
    told = told_place(scene)
    if not has_entry(scene):
        return Rect(0, ANSWER.y, told.w, 2 * LINE)
    if not is_on_board(scene) and is_crowded(scene.state):
        return Rect(0, told.y + told.h + 1, told.w, 2 * LINE)
    return Rect(0, told.y + 3 * LINE, told.w, LINE)
