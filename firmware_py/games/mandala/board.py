"""The board at the left: six columns of colours, and in them what lies in the mandalas.

A colour lies in one area of a mandala only, so a mandala is three rows with at most one number
in each column; a dot says that the colour is still missing. A choice under way is drawn as if
it were made already.
"""

from __future__ import annotations

from engines.engine import Term
from engines.mandala.cards import COLOURS, Heap
from engines.mandala.state import asked
from firmware_py.core.language import labelled
from firmware_py.games.mandala.cursor import Cursor, Spot
from firmware_py.games.mandala.layout import (
    COLUMN,
    LEFT,
    Layout,
    Rows,
    centred,
    column,
    ink_height,
    invert,
    write,
)
from firmware_py.games.mandala.river import draw_river_row
from firmware_py.games.mandala.wording import letter, mandala_lines, missing
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Bitmap, Canvas, FontName

POINTER = Bitmap.parse("##.../####./#####/#####/####./##...")
"""The cursor of a whole row, where else the number of a mandala stands."""


def draw_board(canvas: Canvas, scene: AnyScene, cursor: Cursor, layout: Layout) -> None:
    """Draw the mandalas; while one is destroyed, the rivers take the place of the other."""
    for colour in COLOURS:
        centred(canvas, column(colour), layout.header, letter(scene, colour))
    table = cursor.table
    if len(layout.blocks) == 1:
        _draw_mandala(canvas, scene, cursor, _in_question(cursor), layout.blocks[0])
        return
    for mandala, rows in enumerate(layout.blocks):
        if table.phase == "claim" and mandala != table.claim:
            draw_river_row(canvas, scene, cursor, 1 - table.actor, rows.across)
            draw_river_row(canvas, scene, cursor, table.actor, rows.own)
        else:
            _draw_mandala(canvas, scene, cursor, mandala, rows)


def _in_question(cursor: Cursor) -> int:
    """Return the mandala to look at, where there is room for one."""
    table = cursor.table
    for spot in (cursor.chosen, cursor.blocks, *cursor.last):
        if spot is not None:
            return spot.mandala
    if table.claim is not None:
        return table.claim
    return asked(table) if table.phase == "flip" else 0


def _draw_mandala(
    canvas: Canvas, scene: AnyScene, cursor: Cursor, mandala: int, rows: Rows
) -> None:
    table = cursor.table
    said = ". ".join(mandala_lines(scene, table, mandala))
    title = scene.voice.fact(Term("mandala", mandala))
    canvas.describe(labelled(scene.say, title, said), rows.across)
    fields = table.fields[mandala]
    _draw_counts(canvas, rows.across, fields[1 - table.actor])
    _draw_counts(canvas, rows.mountain, table.mountains[mandala], rows.mountain_font)
    _draw_counts(canvas, rows.own, fields[table.actor])
    for colour in missing(table, mandala):
        draw_missing(canvas, column(colour), rows.mountain, rows.mountain_font)
    if cursor.chosen != Spot(mandala, "mountain"):
        draw_number(canvas, rows.mountain, mandala + 1, rows.mountain_font)
    for spot in cursor.last:
        if spot.mandala == mandala and spot.colour is not None:
            draw_dotted(canvas, column(spot.colour), *rows.of(spot.row))
    for chosen, framed in ((cursor.chosen, False), (cursor.blocks, True)):
        if chosen is not None and chosen.mandala == mandala:
            _draw_spot(canvas, chosen, rows, framed=framed)


def draw_number(canvas: Canvas, ink: int, number: int, font: FontName = "small") -> None:
    """Draw the number of a mandala, lit, where the row of its mountain begins."""
    canvas.fill(0, ink - 1, LEFT - 1, ink_height(font) + 2)
    write(canvas, 1, ink, str(number), font, on=False)


def draw_missing(canvas: Canvas, x: int, ink: int, font: FontName = "small") -> None:
    """Draw that a colour lies nowhere in a mandala."""
    canvas.fill(x + 2, ink + ink_height(font) // 2 - 1, 2, 2)


def _draw_counts(canvas: Canvas, ink: int, cards: Heap, font: FontName = "small") -> None:
    for colour, count in zip(COLOURS, cards, strict=True):
        x = column(colour)
        if count >= 10:
            # A narrow 1 keeps the number within its column; there are no more than 18.
            canvas.line_v(x, ink, ink_height(font))
            write(canvas, x + 2, ink, str(count - 10), font)
        elif count:
            centred(canvas, x, ink, str(count), font)


def draw_dotted(canvas: Canvas, x: int, ink: int, font: FontName = "small") -> None:
    """Dot the sides of a cell."""
    for y in range(ink, ink + ink_height(font), 2):
        canvas.pixel(x - 1, y)
        canvas.pixel(x + COLUMN - 1, y)


def _draw_spot(canvas: Canvas, spot: Spot, rows: Rows, *, framed: bool) -> None:
    """Point to the row or light up the cell that is being chosen, and frame what forbids it."""
    ink, font = rows.of(spot.row)
    if spot.colour is None:
        # A whole row that lights up would go over a slow wire with every step of the knob.
        canvas.fill(0, ink, LEFT - 1, ink_height(font), on=False)
        canvas.bitmap(1, ink + (ink_height(font) - POINTER.height) // 2, POINTER)
    elif framed:
        canvas.box(column(spot.colour) - 1, ink - 1, COLUMN + 1, ink_height(font) + 2)
    else:
        left = max(column(spot.colour) - 1, LEFT)  # apart from the number, which is lit as well
        invert(canvas, left, ink, column(spot.colour) + COLUMN - 1 - left, font)
