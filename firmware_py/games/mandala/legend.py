"""What the letters and signs of Mandala's face mean, for the player aid."""

from __future__ import annotations

from engines.contract import Term
from engines.mandala.cards import COLOURS
from firmware_py.games.mandala.drawing import DISCARD_PILE, DRAW_PILE, draw_dotted, draw_ends
from firmware_py.games.mandala.layout import COLUMN, centred, invert, write
from firmware_py.games.mandala.river import HAND, SLOT, SPRING, WAVES, draw_slot
from firmware_py.games.mandala.wording import letter
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Bitmap, Canvas

_ROWS = (12, 20, 29, 38, 46, 55)
"""Where the ink of each row begins."""
_LEFT, _LABELS = 2, 32
_SAMPLE = 3 * COLUMN
_SECOND = 76
"""The column of what stands at the right in a row."""


def draw_letters(canvas: Canvas, scene: Scene) -> None:
    """Draw the letter of each colour beside its name, in two columns."""
    for at, colour in enumerate(COLOURS):
        column, row = divmod(at, 3)
        x, y = 2 + 72 * column, 13 + 17 * row
        sign = letter(scene, colour)
        name = scene.voice.fact(Term("colour", colour))
        canvas.text(x, y, sign, "large", say=f"{sign}: {name}")
        canvas.text(x + 14, y + 3, name, "medium", say="")


def draw_signs(canvas: Canvas, scene: Scene) -> None:
    """Draw the rows of a mandala as they stand in play, each beside what it means."""
    header, across, mountain, own, river, piles = _ROWS
    for at, colour in enumerate(COLOURS[:3]):
        centred(canvas, _LEFT + at * COLUMN, header, letter(scene, colour), "small")
    invert(canvas, _LEFT, header, COLUMN - 1, "small")
    _label(canvas, _LABELS, header, scene.say(N_("lit: still missing")))
    centred(canvas, _LEFT + COLUMN, across, "2", "small")
    _label(canvas, _LABELS, across, scene.say(N_("field across")))
    centred(canvas, _LEFT + 2 * COLUMN, mountain, "3", "small")
    draw_ends(canvas, _LEFT, mountain, _SAMPLE, "small")
    _label(canvas, _LABELS, mountain, scene.voice.fact(Term("place", "mountain")))
    centred(canvas, _LEFT + COLUMN, own, "1", "small")
    _label(canvas, _LABELS, own, scene.say(N_("your field")))
    _draw_last(canvas, scene, mountain)
    _draw_river(canvas, scene, river)
    _draw_pile(canvas, _LEFT, piles, DRAW_PILE, scene.say(N_("draw pile")))
    _draw_pile(canvas, _SECOND - 14, piles, DISCARD_PILE, scene.say(N_("discard pile")))


def _draw_last(canvas: Canvas, scene: Scene, ink: int) -> None:
    draw_dotted(canvas, _SECOND, ink, "small")
    centred(canvas, _SECOND, ink, "1", "small")
    _label(canvas, _SECOND + COLUMN + 3, ink, scene.say(N_("laid last")))


def _draw_river(canvas: Canvas, scene: Scene, ink: int) -> None:
    canvas.bitmap(0, ink + 1, WAVES)
    for slot, sign in enumerate((letter(scene, COLOURS[0]), "", "")):
        draw_slot(canvas, SPRING + slot * SLOT, ink, sign)
    _label(canvas, _LABELS, ink, scene.voice.fact(Term("place", "river")))
    canvas.bitmap(_SECOND, ink, HAND)
    write(canvas, _SECOND + HAND.width + 2, ink, "6", "small")
    _label(canvas, _SECOND + HAND.width + 9, ink, scene.say(N_("in hand")))


def _draw_pile(canvas: Canvas, x: int, ink: int, icon: Bitmap, name: str) -> None:
    canvas.bitmap(x, ink, icon)
    _label(canvas, x + icon.width + 3, ink, name)


def _label(canvas: Canvas, x: int, ink: int, text: str) -> None:
    canvas.text(x, ink - 1, text, "small")
