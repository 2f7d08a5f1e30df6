"""What is being chosen, large, while a path is entered; and what taking a pyramid brings."""

from __future__ import annotations

from engines.engine import ChoicePart, Term
from engines.icehouse.choices import TAKES
from engines.icehouse.rules import apply
from engines.icehouse.state import COLOURS, State, ahead, points
from firmware_py.games.icehouse.entry import colour_of
from firmware_py.games.icehouse.pieces import big_pyramid, letters, sign
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect


def draw_ring(canvas: Canvas, scene: Scene[State], area: Rect) -> None:
    """Draw the colours side by side, the chosen one lit."""
    w = area.w // len(COLOURS)
    names = letters(scene.voice)
    for place, colour in enumerate(COLOURS):
        part = ChoicePart("colour", Term("colour", colour))
        x = area.x + place * w
        lit = part == scene.highlighted
        if lit:
            canvas.fill(x, area.y, w, area.h)
        there = part in scene.options
        y = area.y + (area.h - 11) // 2
        sign(canvas, x, y, names[str(colour_of(part))], "large", w, on=not lit, faint=not there)


def draw_pyramid(canvas: Canvas, scene: Scene[State], group: str, area: Rect) -> None:
    """Draw one pyramid as large as there is room: its colour's letter and its size."""
    canvas.fill(*area)
    y = area.y + (area.h - 11) // 2
    sign(canvas, area.x + 1, y, letters(scene.voice)[group[0]], "large", 12, on=False)
    big_pyramid(canvas, area.x + 13, area.y + area.h - 2, group[1], area.w - 14, on=False)


def gain(scene: Scene[State], space: int) -> int:
    """Return the points that the seat on turn gets for taking a pyramid."""
    state = scene.state
    if space not in ahead(state, state.turn):
        return 0
    return points(apply(state, TAKES[space]))[state.turn] - points(state)[state.turn]
