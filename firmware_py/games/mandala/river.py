"""The rivers and hands of the two players."""

from __future__ import annotations

from engines.engine import Term
from engines.mandala.state import RIVER_SLOTS, State
from firmware_py.games.mandala.cursor import Cursor
from firmware_py.games.mandala.layout import COLUMN, centred, column, invert, write
from firmware_py.games.mandala.wording import hand_line, letter, name, river_line
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Bitmap, Canvas, short_names
from firmware_py.ui.widgets import Rect

SLOT = 7
SPRING = 14
"""Where the first slot of a river begins, after its owner."""
ROW = 8

WAVES = Bitmap.parse(".#..#/#.##./...../.#..#/#.##.")
HAND = Bitmap.parse(".####/.#..#/##..#/##..#/#####/###..")


def draw_river_row(canvas: Canvas, scene: AnyScene, cursor: Cursor, seat: int, ink: int) -> None:
    """Draw a river under the colours: the number of each colour's slot, a coming one lit."""
    table = cursor.table
    river = table.rivers[seat]
    canvas.bitmap(0, ink, WAVES)
    for slot, colour in enumerate(river, 1):
        centred(canvas, column(colour), ink, str(slot))
    coming = cursor.colour if seat == table.actor else None
    if coming is not None and coming not in river and _goes_to_river(table):
        centred(canvas, column(coming), ink, str(len(river) + 1))
        invert(canvas, column(coming) - 1, ink, COLUMN)
    kind = scene.voice.fact(Term("place", "river"))
    canvas.describe(f"{kind}, {river_line(scene, table, seat)}", ink)


def _goes_to_river(table: State) -> bool:
    return table.claim is not None and any(table.fields[table.claim][table.actor])


def draw_rivers(canvas: Canvas, scene: AnyScene, table: State, place: Rect) -> None:
    """Draw the rivers, whose they are, and who holds how many cards."""
    ink = place.y
    shorts = short_names(tuple(name(scene, seat) for seat in (0, 1)), "small", SPRING - 3)
    for seat in (0, 1):
        canvas.describe(hand_line(scene, table, seat), ink)
        kind = scene.voice.fact(Term("place", "river"))
        canvas.describe(f"{kind}, {river_line(scene, table, seat)}", ink)
        x = place.x + place.w - 11
        canvas.bitmap(x, ink, HAND)
        write(canvas, x + HAND.width + 2, ink, str(table.hands[seat]))
        _draw_slots(canvas, scene, table.rivers[seat], place.x, ink, shorts[seat])
        ink += ROW


def _draw_slots(canvas: Canvas, scene: AnyScene, river: str, x: int, ink: int, owner: str) -> None:
    """Draw six slots after their owner."""
    write(canvas, x, ink, owner)
    for slot in range(RIVER_SLOTS):
        sign = letter(scene, river[slot]) if slot < len(river) else ""
        draw_slot(canvas, x + SPRING + slot * SLOT, ink, sign)


def draw_slot(canvas: Canvas, x: int, ink: int, sign: str = "") -> None:
    """Draw a slot of a river: the letter of its colour, or that it is empty."""
    if sign:
        centred(canvas, x, ink, sign)
    else:
        canvas.fill(x + 2, ink + 4, 2, 2)
