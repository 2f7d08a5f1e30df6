"""What the letters and signs of Icehouse's face mean, for the player aid."""

from __future__ import annotations

from engines.engine import Term
from engines.icehouse.state import State
from firmware_py.core.language import N_
from firmware_py.games.icehouse.pieces import IN_EYE, letters, little_pyramid, pawn, sign, slots
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas

_LABELS = 33
_PITCH = 9


def draw_letters(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the letter of each colour beside its name."""
    for at, (colour, letter) in enumerate(letters(scene.voice).items()):
        y = 12 + at * _PITCH
        name = scene.voice.fact(Term("colour", colour))
        sign(canvas, 1, y + 1, letter, "small", 6)
        canvas.text(14, y, name, "small", say=f"{letter}: {name}")


def draw_signs(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the signs of the path and of a group, each beside what it means."""
    for place, (colour, size) in enumerate((("R", "1"), ("G", "3"))):
        sign(canvas, 16 * place + 1, 12, letters(scene.voice)[colour], "small", 6)
        little_pyramid(canvas, 16 * place + 7, 17, size)
    canvas.text(_LABELS, 11, scene.say(N_("letter: colour")), "small")
    canvas.text(_LABELS, 19, scene.say(N_("below it: size")), "small")
    pawn(canvas, 2, 29, "A")
    canvas.text(_LABELS, 29, scene.say(N_("a pawn, by its player")), "small")
    slots(canvas, 2, 40, (0, 0, 1, IN_EYE), ("A", "B"), "small", 6)
    canvas.text(_LABELS, 39, scene.say(N_("taken of its five:")), "small")
    canvas.text(_LABELS, 47, scene.say(N_("by whom; o: the eye")), "small")
