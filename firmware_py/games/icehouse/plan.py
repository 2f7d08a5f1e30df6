"""The pawns stand where the spiral begins."""

from __future__ import annotations

from engines.icehouse.state import State
from firmware_py.core.language import N_
from firmware_py.games.icehouse.spiral import draw_spiral
from firmware_py.games.play_widgets import ROOM
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect, headline


def draw_plan(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the bare spiral."""
    draw_spiral(canvas, 0)
    text = scene.say(N_("The pawns start outside, where the spiral begins"))
    headline(canvas, text, Rect(0, ROOM.y, 72, ROOM.h), largest="medium")
