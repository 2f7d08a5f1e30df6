"""What the signs of Mana's face mean, for the player aid."""

from __future__ import annotations

from engines.contract import Term
from firmware_py.games.mana.drawing import (
    BIRD,
    DOTS,
    OPEN_DOTS,
    TOKEN,
    draw_brackets,
    draw_dotted_sides,
    draw_piece,
)
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas

_ROWS = (11, 20, 29, 38, 46, 55)
"""Where the art of each row begins."""
_FIRST, _SECOND, _THIRD = 2, 48, 92
_LABEL = 12
"""From a sign to its meaning."""


def draw_signs(canvas: Canvas, scene: Scene) -> None:
    """Draw the pieces, the kinds of squares and the marks, each beside what it means."""
    colours, pieces, kinds, reach, picked, last = _ROWS
    for x, sign in ((_FIRST, "b"), (_SECOND, "w")):
        draw_piece(canvas, x, colours, sign, 0, lit=False)
        _label(canvas, x, colours, scene.voice.fact(Term("colour", sign)))
    draw_piece(canvas, _FIRST, pieces, "B", 0, lit=False)
    _label(canvas, _FIRST, pieces, scene.say(N_("daimio")))
    canvas.bitmap(_SECOND, pieces + 1, BIRD)
    _label(canvas, _SECOND, pieces, scene.say(N_("bird")))
    canvas.bitmap(_THIRD, pieces + 1, TOKEN)
    _label(canvas, _THIRD, pieces, "2005")
    for kind, bitmap in DOTS.items():
        canvas.bitmap(_FIRST + (kind - 1) * 11, kinds, bitmap)
    _label(canvas, _FIRST + 24, kinds, scene.say(N_("kind: 1, 2, 3 steps")))
    canvas.bitmap(_FIRST, reach, OPEN_DOTS[1])
    _label(canvas, _FIRST, reach, scene.say(N_("it can go there")))
    draw_piece(canvas, _FIRST, picked, "w", 2, lit=False)
    draw_brackets(canvas, _FIRST, picked)
    _label(canvas, _FIRST, picked, scene.say(N_("picked, or to be taken")))
    draw_piece(canvas, _FIRST, last, "b", 1, lit=False)
    draw_dotted_sides(canvas, _FIRST, last)
    _label(canvas, _FIRST, last, scene.say(N_("it moved last")))


def _label(canvas: Canvas, x: int, y: int, text: str) -> None:
    canvas.text(x + _LABEL, y, text, "small")
