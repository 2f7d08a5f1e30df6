"""What the signs of Mana's face mean, for the player aid: of the edition that is played."""

from __future__ import annotations

from engines.mana.names import colour_term, lord_term
from engines.mana.state import State
from firmware_py.core.language import N_
from firmware_py.games.mana.drawing import (
    BIRD,
    DOTS,
    OPEN_DOTS,
    TOKEN,
    draw_brackets,
    draw_cursor,
    draw_dotted_frame,
    draw_dotted_line,
    draw_line,
    draw_piece,
)
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas

_ROWS = (11, 20, 29, 38, 46, 55)
"""Where the art of each row begins."""
_FIRST, _SECOND = 3, 66
_LABEL = 12
"""From a sign to its meaning."""


def draw_signs(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the pieces, the kinds of squares and the marks, each beside what it means."""
    state = scene.state
    colours, pieces, kinds, reach, picked, last = _ROWS
    for side, x in enumerate((_FIRST, _SECOND)):
        draw_piece(canvas, x, colours, "bw"[side])
        _label(canvas, x, colours, scene.voice.fact(colour_term(state.rules, side)))
    draw_piece(canvas, _FIRST, pieces, "B")
    _label(canvas, _FIRST, pieces, scene.voice.fact(lord_term(state.rules)))
    canvas.bitmap(_SECOND, pieces + 1, TOKEN if state.rules.is_2005 else BIRD)
    _label(canvas, _SECOND, pieces, "Mana" if state.rules.is_2005 else scene.say(N_("bird")))
    for kind, bitmap in DOTS.items():
        canvas.bitmap(_FIRST + (kind - 1) * 11, kinds, bitmap)
    _label(canvas, _FIRST + 24, kinds, scene.say(N_("kind: 1, 2, 3 steps")))
    canvas.bitmap(_FIRST, reach, OPEN_DOTS[1])
    _label(canvas, _FIRST, reach, scene.say(N_("can go")))
    canvas.bitmap(_SECOND, reach, DOTS[2])
    draw_dotted_frame(canvas, _SECOND, reach)
    _label(canvas, _SECOND, reach, scene.say(N_("on the way")))
    draw_piece(canvas, _FIRST, picked, "w", 2)
    draw_brackets(canvas, _FIRST, picked)
    _label(canvas, _FIRST, picked, scene.say(N_("to be taken")))
    draw_piece(canvas, _SECOND, picked, "w", 2)
    draw_line(canvas, _SECOND, picked)
    _label(canvas, _SECOND, picked, scene.say(N_("picked")))
    draw_piece(canvas, _FIRST, last, "b", 1)
    draw_dotted_line(canvas, _FIRST, last)
    _label(canvas, _FIRST, last, scene.say(N_("moved last")))
    draw_cursor(canvas, _SECOND, last)
    draw_piece(canvas, _SECOND, last, "w", 1)
    _label(canvas, _SECOND, last, scene.say(N_("the cursor")))


def _label(canvas: Canvas, x: int, y: int, text: str) -> None:
    canvas.text(x + _LABEL, y, text, "small")
