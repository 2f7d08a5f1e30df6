"""The table of Mandala on 127x53 pixels, seen by the player on turn.

    R O Y G P K   []   R O Y G P K      inverted: still missing in this mandala
    2             88         1          the field across; the draw pile
   [  3     1  ]  []  [  2       1 ]    the mountain
 >        1     < 12                    the own field, chosen; the discard pile
    . . . . . .  [] 6      Field 1      the river and hand across; what is being chosen
    . . . . . .  [] 8                   the own river and hand

A colour lies in one area of a mandala only, so a mandala is a grid of six columns with at most
one number in each. A choice under way is drawn as if it were made already.
"""

from __future__ import annotations

from engines.contract import Term
from engines.mandala.cards import COLOURS, INDEX, Heap
from firmware_py.games.mandala.cursor import Cursor, cursor_of
from firmware_py.games.mandala.layout import (
    COLUMN,
    GRID,
    LARGE,
    LEFT,
    MIDDLE,
    MIDDLE_WIDTH,
    NORMAL,
    Rows,
    centred,
    ink_height,
    invert,
)
from firmware_py.games.mandala.prompt import draw_bottom
from firmware_py.games.mandala.wording import labelled, letter, mandala_lines, missing, pile_lines
from firmware_py.games.scene import Scene
from firmware_py.ui.canvas import Bitmap, Canvas, FontName

DRAW_PILE = Bitmap.parse("#####/#####/#####/#####/#####/#####")
POINTER = Bitmap.parse("#../##./###/###/###/##./#..")
BACKWARD = Bitmap.parse("..#/.##/###/###/###/.##/..#")
"""The cursor of a whole row, at both of its ends."""
DISCARD_PILE = Bitmap.parse("#####/#...#/#...#/#...#/#...#/#####")


def draw_table(canvas: Canvas, scene: Scene) -> None:
    """Draw both mandalas, and around them what the player needs to choose."""
    rows = LARGE if scene.large else NORMAL
    cursor = cursor_of(scene)
    for mandala in (0, 1):
        _draw_mandala(canvas, scene, cursor, mandala, rows)
    _draw_piles(canvas, scene, cursor, rows)
    draw_bottom(canvas, scene, cursor, rows)


def _draw_mandala(canvas: Canvas, scene: Scene, cursor: Cursor, mandala: int, rows: Rows) -> None:
    table, x = cursor.table, LEFT[mandala]
    said = ". ".join(mandala_lines(scene, table, mandala))
    title = scene.voice.fact(Term("mandala", mandala))
    canvas.describe(labelled(scene, title, said), rows.header)
    absent = missing(table, mandala)
    for at, colour in enumerate(COLOURS):
        column = x + at * COLUMN
        centred(canvas, column, rows.header, letter(scene, colour), rows.plain)
        if colour in absent:
            invert(canvas, column, rows.header, COLUMN - 1, rows.plain)
    fields = table.fields[mandala]
    _draw_counts(canvas, x, rows.across, fields[1 - table.actor], rows.plain)
    _draw_counts(canvas, x, rows.mountain, table.mountains[mandala], rows.mountain_font)
    _draw_counts(canvas, x, rows.own, fields[table.actor], rows.plain)
    draw_ends(canvas, x, rows.mountain, GRID, rows.mountain_font)
    _draw_last(canvas, cursor, mandala, rows)
    _draw_cursor(canvas, cursor, mandala, rows)


def draw_ends(canvas: Canvas, x: int, ink: int, width: int, font: FontName) -> None:
    """Draw the ends of a mountain."""
    top, height = ink - 1, ink_height(font) + 2
    for edge, tick in ((x - 2, x - 2), (x + width + 1, x + width)):
        canvas.line_v(edge, top, height)
        for y in (top, top + height - 1):
            canvas.line_h(tick, y, 2)


def _draw_counts(canvas: Canvas, x: int, ink: int, cards: Heap, font: FontName) -> None:
    for at, count in enumerate(cards):
        if not count:
            continue
        column = x + at * COLUMN
        if count < 10:
            centred(canvas, column, ink, str(count), font)
        else:
            # A narrow 1 keeps the number within its column; there are no more than 18.
            canvas.line_v(column + 1, ink, ink_height(font))
            canvas.pixel(column, ink + 1)
            centred(canvas, column + 1, ink, str(count - 10), font)


def _draw_last(canvas: Canvas, cursor: Cursor, mandala: int, rows: Rows) -> None:
    """Dot the sides of the cards laid last."""
    for spot in cursor.last:
        if spot.mandala == mandala and spot.colour is not None:
            top, font = rows.of(spot.row)
            draw_dotted(canvas, LEFT[mandala] + INDEX[spot.colour] * COLUMN, top, font)


def draw_dotted(canvas: Canvas, x: int, ink: int, font: FontName) -> None:
    """Dot the sides of a cell; larger digits stand further left in it."""
    left = x if font == "small" else x - 1
    for y in range(ink, ink + ink_height(font), 2):
        canvas.pixel(left, y)
        canvas.pixel(x + COLUMN - 1, y)


def _draw_cursor(canvas: Canvas, cursor: Cursor, mandala: int, rows: Rows) -> None:
    """Point to the row or invert the cell that is being chosen, and frame what forbids it."""
    x = LEFT[mandala]
    for spot, framed in ((cursor.chosen, False), (cursor.blocks, True)):
        if spot is None or spot.mandala != mandala:
            continue
        top, font = rows.of(spot.row)
        if spot.colour is None:
            y = top + (ink_height(font) - POINTER.height) // 2
            away = 3 if spot.row == "mountain" else 1  # clear of its brackets
            canvas.bitmap(x - away - POINTER.width, y, POINTER)
            canvas.bitmap(x + GRID + away, y, BACKWARD)
        elif framed:
            column = x + INDEX[spot.colour] * COLUMN
            canvas.box(column - 1, top - 1, COLUMN + 1, ink_height(font) + 2)
        else:
            _light_up(canvas, x + INDEX[spot.colour] * COLUMN, top, font)


def _light_up(canvas: Canvas, x: int, top: int, font: FontName) -> None:
    """Invert a cell, as narrow as its number allows: it must not touch what stands beside it."""
    left, width = (1, COLUMN - 2) if font == "small" else (0, COLUMN - 1)
    if any(canvas.lit(x, y) for y in range(top, top + ink_height(font))):
        left, width = 0, COLUMN  # a number of two digits
    invert(canvas, x + left, top, width, font)


def _draw_piles(canvas: Canvas, scene: Scene, cursor: Cursor, rows: Rows) -> None:
    """Draw the draw pile and the discard pile between the mandalas."""
    table = cursor.table
    for icon, top, count, ink in (
        (DRAW_PILE, rows.header, table.deck, rows.across),
        (DISCARD_PILE, rows.mountain + 1, sum(table.discard), rows.own),
    ):
        canvas.bitmap(MIDDLE + (MIDDLE_WIDTH - icon.width) // 2, top, icon)
        centred(canvas, MIDDLE, ink, str(count), "small", MIDDLE_WIDTH + 1)
    canvas.describe(pile_lines(scene, table), rows.own)
    if cursor.is_discard:
        top = rows.mountain - 1
        canvas.invert(MIDDLE, top, MIDDLE_WIDTH, rows.own + ink_height("small") + 1 - top)
