"""What the signs of the score pad mean, for the player aid."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.games.scorepad.grid import MARKER
from firmware_py.games.scorepad.sheet import HOLE, OUT
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas

_LABELS = 33


def draw_signs(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the signs of the scores and of the sheet, each beside what it means."""
    canvas.line_h(2, 13, 22)
    canvas.text(3, 14, "ANNA", "small", say="")
    canvas.text(_LABELS, 13, scene.say(N_("a line: entered")), "small")
    for x in range(2, 24, 3):
        canvas.pixel(x, 24)
    canvas.text(3, 25, "BEN", "small", say="")
    canvas.text(_LABELS, 23, scene.say(N_("dots: still missing")), "small")
    canvas.bitmap(4, 36, MARKER)
    canvas.text(_LABELS, 33, scene.say(N_("deals, or begins")), "small")
    canvas.bitmap(4, 45, HOLE)
    canvas.text(_LABELS, 43, scene.say(N_("in the sheet: missing")), "small")
    canvas.text(4, 53, OUT, "small", say="")
    canvas.text(_LABELS, 53, scene.say(N_("not in this round")), "small")
