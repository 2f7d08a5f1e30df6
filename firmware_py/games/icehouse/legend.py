"""What the signs of Icehouse's face mean, for the player aid."""

from __future__ import annotations

from firmware_py.games.icehouse.pieces import (
    IN_EYE,
    ON_PATH,
    SIZE_DOTS,
    group_mark,
    letters,
    little_pawn,
    middle_pyramid,
    sign,
    slots,
)
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas

_ROWS = (11, 20, 29, 38, 46, 54)
"""Where the art of each row begins."""
_LABELS = 28
_SECOND = 68


def draw_signs(canvas: Canvas, scene: Scene) -> None:
    """Draw the signs of the path, of the choice and of the groups, each beside what it means."""
    pyramid, pawns, number, holder, places, finished = _ROWS
    sign(canvas, 2, pyramid, letters(scene.voice)["R"], "medium", 6)
    canvas.bitmap(9, pyramid, SIZE_DOTS["2"])
    canvas.text(_LABELS, pyramid, scene.say(N_("colour and size")), "small")
    little_pawn(canvas, 2, pawns, 0)
    little_pawn(canvas, 13, pawns, 1, lit=True)
    canvas.text(_LABELS, pawns, scene.say(N_("pawns; lit: on turn")), "small")
    canvas.text(2, number - 2, "16", "medium", say="")
    middle_pyramid(canvas, 16, number + 7, "2")
    canvas.text(_LABELS, number, scene.say(N_("how far ahead")), "small")
    slots(canvas, 2, holder + 1, (0, 0, 1), "small", 6)
    canvas.text(_LABELS, holder, scene.say(N_("group: who holds it")), "small")
    slots(canvas, 2, places + 1, (IN_EYE, IN_EYE), "small", 6)
    canvas.text(_LABELS, places, scene.say(N_("the eye")), "small")
    slots(canvas, _SECOND, places + 1, (ON_PATH,), "small", 6)
    canvas.text(_SECOND + 8, places, scene.say(N_("the path")), "small")
    group_mark(canvas, 2, finished + 6, "3", is_finished=True)
    canvas.text(_LABELS, finished, scene.say(N_("finished: points")), "small")
