"""What the letters and signs of Stones' face mean, for the player aid."""

from __future__ import annotations

from engines.engine import Term
from engines.stones.board import COLOURS
from firmware_py.core.language import N_
from firmware_py.games.play_widgets import GOES_ON, PLAYS, ROOM
from firmware_py.games.stones.glyphs import HAND, MANDALA, draw_stone
from firmware_py.games.stones.letters import letters
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect, paragraph

_ROWS = (11, 19, 28, 37, 46, 54)
"""Where the art of each row begins."""
_LABELS = 32
_PITCH = 9


def draw_letters(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the letter of each colour beside its name; why, where it is not its initial."""
    names = letters(scene.say)
    strange = False
    for at, colour in enumerate(COLOURS):
        y = 11 + at * _PITCH
        word = scene.voice.fact(Term("colour", colour))
        strange |= not word.upper().startswith(names[colour])
        canvas.text(2, y, names[colour], "small", say="")
        canvas.text(14, y, word, "small", say=f"{names[colour]}: {word}")
    if strange:
        place = Rect(ROOM.x, 11 + 4 * _PITCH, ROOM.w, 16)
        paragraph(canvas, scene.say(N_("P: as V is green elsewhere.")), place, font="small")


def draw_signs(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the signs of the answer, of stones and of the mandala, each beside what it means."""
    part, plays, score, stones, mandala, hands = _ROWS
    names = letters(scene.say)
    canvas.bitmap(2, part + 1, GOES_ON)
    canvas.text(_LABELS, part, scene.say(N_("then another part")), "small")
    canvas.bitmap(2, plays, PLAYS)
    canvas.text(_LABELS, plays, scene.say(N_("a press plays it")), "small")
    canvas.text(2, score, "+2", "small", say="")
    canvas.text(_LABELS, score, scene.say(N_("the tower's score")), "small")
    draw_stone(canvas, 2, stones, names["R"])
    draw_stone(canvas, 14, stones, names["y"])
    canvas.text(_LABELS, stones, scene.say(N_("stones; board: o, x")), "small")
    canvas.bitmap(2, mandala, MANDALA)
    canvas.text(11, mandala, "7→9", "small", say="")
    canvas.text(_LABELS, mandala, scene.say(N_("mandala, next")), "small")
    canvas.bitmap(2, hands, HAND)
    canvas.text(_LABELS, hands, scene.say(N_("starts the end")), "small")
