"""The rivers and hands of the two players."""

from __future__ import annotations

from engines.contract import Term
from engines.mandala.state import RIVER_SLOTS, State
from firmware_py.games.mandala.layout import ACROSS_INK, centred, invert, write
from firmware_py.games.mandala.wording import hand_line, letter, river_line
from firmware_py.games.scene import Scene
from firmware_py.ui.canvas import Bitmap, Canvas

SLOT = 7
SPRING = 7
"""Where the first slot of a river begins, after the waves."""
MOUTH = SPRING + SLOT * RIVER_SLOTS

WAVES = Bitmap.parse(".#..#/#.##./...../.#..#/#.##.")
HAND = Bitmap.parse(".####/.#..#/##..#/##..#/#####/###..")


def draw_across(canvas: Canvas, scene: Scene, table: State) -> None:
    """Draw the river and hand of the other player, above the own ones."""
    other = 1 - table.actor
    draw_river(canvas, scene, table, other, ACROSS_INK)
    draw_hand(canvas, MOUTH + 3, ACROSS_INK, table.hands[other])
    canvas.describe(hand_line(scene, table, other), ACROSS_INK)


def draw_river(
    canvas: Canvas, scene: Scene, table: State, seat: int, ink: int, coming: str = ""
) -> None:
    """Draw six slots; a colour that is coming is inverted."""
    river = table.rivers[seat]
    kind = scene.voice.fact(Term("place", "river"))
    canvas.describe(f"{kind}, {river_line(scene, table, seat)}", ink)
    canvas.bitmap(0, ink + 1, WAVES)
    for slot in range(RIVER_SLOTS):
        x = SPRING + slot * SLOT
        if slot < len(river):
            draw_slot(canvas, x, ink, letter(scene, river[slot]))
        elif slot == len(river) and coming:
            draw_slot(canvas, x, ink, letter(scene, coming))
            invert(canvas, x, ink, SLOT - 1, "small")
        else:
            draw_slot(canvas, x, ink)


def draw_slot(canvas: Canvas, x: int, ink: int, sign: str = "") -> None:
    """Draw a slot of a river: the letter of its colour, or that it is empty."""
    if sign:
        centred(canvas, x, ink, sign, "small", SLOT)
    else:
        canvas.fill(x + 2, ink + 4, 2, 2)


def draw_hand(canvas: Canvas, x: int, ink: int, count: int) -> int:
    """Draw how many cards a hand holds; return where that begins."""
    canvas.bitmap(x, ink, HAND)
    write(canvas, x + HAND.width + 2, ink, str(count), "small")
    return x
