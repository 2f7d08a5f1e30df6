"""The main board, the artists in the middle of its sides."""

from __future__ import annotations

from collections.abc import Callable

from engines.stones.board import PATTERNS, STACKS, START_CIRCLES, UNKNOWN
from firmware_py.core.language import N_
from firmware_py.games.play_widgets import ROOM
from firmware_py.games.stones import mainboard
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect, fitting, paragraph


def draw_plan(canvas: Canvas, scene: AnyScene) -> None:
    """Draw where the stones and the artists go."""
    draw_main_board(canvas, scene.say)


def draw_main_board(canvas: Canvas, say: Callable[..., str]) -> None:
    """Draw the board with stones that nobody knows yet."""
    artists = dict(zip(START_CIRCLES, PATTERNS * 2, strict=True))
    mainboard.draw_board(canvas, [UNKNOWN] * STACKS, artists, mainboard.StackMarks())
    text = say(N_("24 stacks of 4 stones, an artist on each side"))
    area = Rect(mainboard.WIDTH + 3, ROOM.y, ROOM.w - mainboard.WIDTH - 3, ROOM.h)
    paragraph(canvas, text, area, font=fitting(text, area, "medium"))
