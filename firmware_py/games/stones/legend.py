"""What the signs of Stones' face mean, for the player aid."""

from __future__ import annotations

from firmware_py.games.scene import Scene
from firmware_py.games.stones.glyphs import MANDALA, draw_stone
from firmware_py.games.stones.letters import letters
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas

_ROWS = (11, 20, 29, 38, 46, 54)
"""Where the art of each row begins."""
_LABELS = 32


def draw_signs(canvas: Canvas, scene: Scene) -> None:
    """Draw the signs of towers, ring and mandala, each beside what it means."""
    stones, points, tops, colour, ring, mandala = _ROWS
    names = letters(scene.voice)
    draw_stone(canvas, 2, stones, names["R"])
    draw_stone(canvas, 14, stones, names["y"])
    canvas.text(_LABELS, stones, scene.say(N_("stones; board: o, x")), "small")
    canvas.text(2, points, "+2", "small", say="")
    canvas.text(_LABELS, points, scene.say(N_("the tower's score")), "small")
    canvas.text(2, tops, "▲3 ▲…", "small", say="")
    canvas.text(_LABELS, tops, scene.say(N_("tops: all, or some")), "small")
    canvas.text(2, colour, f"{names['R']}+5", "small", say="")
    canvas.text(_LABELS, colour, scene.say(N_("score that colour")), "small")
    canvas.text(2, ring, "0", "small", say="")
    canvas.text(_LABELS, ring, scene.say(N_("nothing to pick")), "small")
    canvas.bitmap(2, mandala, MANDALA)
    canvas.text(11, mandala, "7→9", "small", say="")
    canvas.text(_LABELS, mandala, scene.say(N_("mandala, next")), "small")
