"""The table of Mandala on 127x53 pixels, seen by the player on turn.

    . . . . . .         Ben [] 6        the river across the table, and the hand
    R O Y G P K   []   R O Y G P K      inverted: still missing in this mandala
    2             88         1          the field across; the draw pile
   [  3     1  ]  []  [  2       1 ]    the mountain
          1       12                    the own field; the discard pile
    . . . . . .  [] 6      Mountain 1   the own river and hand, or the colours to turn through

A colour lies in one area of a mandala only, so a mandala is a grid of six columns with at most
one number in each. A choice under way is drawn as if it were made already.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.base import Term
from engines.mandala import GAME
from engines.mandala.cards import COLOURS, INDEX, Heap
from engines.mandala.table import RIVER_SLOTS, Table, asked
from firmware_py.canvas import WIDTH, Bitmap, Canvas, FontName, text_width
from firmware_py.faces.base import TOP, Scene
from firmware_py.faces.mandala.cursor import Cursor, cursor_of
from firmware_py.faces.mandala.entry import letter_of, public
from firmware_py.faces.mandala.wording import (
    labelled,
    letter,
    mandala_lines,
    missing,
    name,
    place_name,
    river_line,
)
from firmware_py.fonts import font as font_of
from firmware_py.language import N_
from firmware_py.widgets import CROSS, Area, headline, narrowed

COLUMN = 9
GRID = COLUMN * len(COLOURS)
LEFT = (1, WIDTH - 1 - GRID)
"""Where the columns of each mandala begin; the mountain's brackets stand outside."""
MIDDLE = LEFT[0] + GRID + 2
MIDDLE_WIDTH = LEFT[1] - MIDDLE - 2
SLOT = 7
SPRING = 7
"""Where the first slot of a river begins, after the waves."""
MOUTH = SPRING + SLOT * RIVER_SLOTS

WAVES = Bitmap.parse(".#..#/#.##./...../.#..#/#.##.")
HAND = Bitmap.parse(".####/.#..#/##..#/##..#/#####/###..")
DRAW_PILE = Bitmap.parse("#####/#####/#####/#####/#####/#####")
DISCARD_PILE = Bitmap.parse("#####/#...#/#...#/#...#/#...#/#####")


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the ink of each row begins, and its font."""

    header: int
    across: int
    mountain: int
    own: int
    bottom: int
    plain: FontName
    mountain_font: FontName
    bottom_font: FontName


NORMAL = Rows(19, 27, 35, 45, 53, "small", "medium", "medium")
LARGE = Rows(11, 21, 30, 39, 49, "medium", "medium", "large")


def draw_table(canvas: Canvas, scene: Scene) -> None:
    """Draw both mandalas, and around them what the player needs to choose."""
    rows = LARGE if scene.large else NORMAL
    cursor = cursor_of(scene)
    for mandala in (0, 1):
        _draw_mandala(canvas, scene, cursor, mandala, rows)
    _draw_piles(canvas, cursor, rows)
    if not scene.large:
        _draw_across(canvas, scene, cursor.table)
    _draw_bottom(canvas, scene, cursor, rows)


# --- the grid -------------------------------------------------------------------------------


def _draw_mandala(canvas: Canvas, scene: Scene, cursor: Cursor, mandala: int, rows: Rows) -> None:
    table, x = cursor.table, LEFT[mandala]
    said = ". ".join(mandala_lines(scene, table, mandala))
    title = scene.voice.fact(Term("mandala", mandala))
    canvas.describe(labelled(scene, title, said), rows.header)
    absent = missing(table, mandala)
    for at, colour in enumerate(COLOURS):
        column = x + at * COLUMN
        _centred(canvas, column, rows.header, letter(scene, colour), rows.plain)
        if colour in absent:
            _invert(canvas, column, rows.header, COLUMN - 1, rows.plain)
    fields = table.fields[mandala]
    _draw_counts(canvas, x, rows.across, fields[1 - table.actor], rows.plain)
    _draw_counts(canvas, x, rows.mountain, table.mountains[mandala], rows.mountain_font)
    _draw_counts(canvas, x, rows.own, fields[table.actor], rows.plain)
    _draw_brackets(canvas, x, rows)
    _draw_cursor(canvas, cursor, mandala, rows)


def _draw_brackets(canvas: Canvas, x: int, rows: Rows) -> None:
    """Draw the ends of the mountain."""
    top, height = rows.mountain - 1, _ink_height(rows.mountain_font) + 2
    for edge, tick in ((x - 1, x - 1), (x + GRID, x + GRID - 2)):
        canvas.line_v(edge, top, height)
        for y in (top, top + height - 1):
            canvas.line_h(tick, y, 3)


def _draw_counts(canvas: Canvas, x: int, ink: int, cards: Heap, font: FontName) -> None:
    for at, count in enumerate(cards):
        if not count:
            continue
        column = x + at * COLUMN
        if count < 10:
            _centred(canvas, column, ink, str(count), font)
        else:
            # A narrow 1 keeps the number within its column; there are no more than 18.
            canvas.line_v(column + 1, ink, _ink_height(font))
            canvas.pixel(column, ink + 1)
            _centred(canvas, column + 1, ink, str(count - 10), font)


def _draw_cursor(canvas: Canvas, cursor: Cursor, mandala: int, rows: Rows) -> None:
    """Invert the row or the cell that is being chosen, and frame what forbids it."""
    x = LEFT[mandala]
    ink = {
        "across": (rows.across, rows.plain),
        "mountain": (rows.mountain, rows.mountain_font),
        "own": (rows.own, rows.plain),
    }
    for spot, framed in ((cursor.chosen, False), (cursor.blocks, True)):
        if spot is None or spot.mandala != mandala:
            continue
        top, font = ink[spot.row]
        if spot.colour is None:
            _invert(canvas, x, top, GRID - 1, font)
        elif framed:
            column = x + INDEX[spot.colour] * COLUMN
            canvas.box(column - 1, top - 2, COLUMN + 2, _ink_height(font) + 4)
        else:
            _invert(canvas, x + INDEX[spot.colour] * COLUMN, top, COLUMN, font)


def _draw_piles(canvas: Canvas, cursor: Cursor, rows: Rows) -> None:
    """Draw the draw pile and the discard pile between the mandalas."""
    table = cursor.table
    for icon, top, count, ink in (
        (DRAW_PILE, rows.header, table.deck, rows.across),
        (DISCARD_PILE, rows.mountain + 1, sum(table.discard), rows.own),
    ):
        canvas.bitmap(MIDDLE + (MIDDLE_WIDTH - icon.width) // 2, top, icon)
        _centred(canvas, MIDDLE, ink, str(count), "small", MIDDLE_WIDTH + 1)
    if cursor.is_discard:
        top = rows.mountain - 1
        canvas.invert(MIDDLE, top, MIDDLE_WIDTH, rows.own + 7 - top)


# --- rivers and prompt ----------------------------------------------------------------------


def _draw_across(canvas: Canvas, scene: Scene, table: Table) -> None:
    """Draw the river, name and hand of the other player."""
    other = 1 - table.actor
    ink = TOP + 1
    _draw_river(canvas, scene, table, other, ink)
    edge = _draw_hand(canvas, WIDTH - 11, ink, table.hands[other]) - 3
    left = MOUTH + 2
    canvas.text(
        left,
        ink - 1,
        name(scene, other),
        "small",
        width=edge - left,
        align="right",
        may_cut=True,
        say=scene.say(
            N_("{name}: {count} in hand"), name=name(scene, other), count=table.hands[other]
        ),
    )


def _draw_river(
    canvas: Canvas, scene: Scene, table: Table, seat: int, ink: int, coming: str = ""
) -> None:
    """Draw six slots; a colour that is coming is inverted."""
    river = table.rivers[seat]
    canvas.describe(
        f"{scene.voice.fact(Term('place', 'river'))}, {river_line(scene, table, seat)}", ink
    )
    canvas.bitmap(0, ink + 1, WAVES)
    for slot in range(RIVER_SLOTS):
        x = SPRING + slot * SLOT
        if slot < len(river):
            _centred(canvas, x, ink, letter(scene, river[slot]), "small", SLOT)
        elif slot == len(river) and coming:
            _centred(canvas, x, ink, letter(scene, coming), "small", SLOT)
            _invert(canvas, x, ink, SLOT - 1, "small")
        else:
            canvas.fill(x + 2, ink + 4, 2, 2)


def _draw_hand(canvas: Canvas, x: int, ink: int, count: int) -> int:
    """Draw how many cards a hand holds; return where that begins."""
    canvas.bitmap(x, ink, HAND)
    canvas.text(x + HAND.width + 2, ink - 1, str(count), "small", say="")
    return x


def _draw_bottom(canvas: Canvas, scene: Scene, cursor: Cursor, rows: Rows) -> None:
    """Draw what is chosen in the biggest letters, beside what it is chosen from."""
    table = cursor.table
    own_river = not scene.large or cursor.claims
    if scene.refused is not None:
        canvas.bitmap(0, rows.bottom + 1, CROSS)
        _prompt(canvas, CROSS.width + 4, rows, _refused(scene, cursor))
    elif table.phase == "over":
        _prompt(canvas, 0, rows, _scores(scene), may_cut=True)
    elif cursor.count is not None:
        _prompt(canvas, _draw_range(canvas, scene, rows), rows, _sentence(scene, cursor))
    elif cursor.colour is not None and (not cursor.claims or table.claim is None):
        _prompt(canvas, _draw_ring(canvas, scene, rows), rows, _colour_name(scene, cursor))
    else:
        left = _draw_own(canvas, scene, cursor, rows) if own_river else 0
        _prompt(canvas, left, rows, _sentence(scene, cursor))


def _draw_own(canvas: Canvas, scene: Scene, cursor: Cursor, rows: Rows) -> int:
    """Draw the own river and hand; return the first free column."""
    table, me, ink = cursor.table, cursor.table.actor, rows.bottom + 2
    coming = ""
    if cursor.claims and table.claim is not None and any(table.fields[table.claim][me]):
        assert cursor.colour is not None
        coming = "" if cursor.colour in table.rivers[me] else cursor.colour
    _draw_river(canvas, scene, table, me, ink, coming)
    left = MOUTH + 3
    if scene.large:
        return left
    return _draw_hand(canvas, left, ink, table.hands[me]) + 13


def _draw_ring(canvas: Canvas, scene: Scene, rows: Rows) -> int:
    """Draw the colours that the knob turns through; return the first free column."""
    font = rows.bottom_font
    pitch = 11 if font == "large" else 10
    for at, option in enumerate(scene.options):
        x = at * pitch
        _centred(canvas, x, rows.bottom, letter(scene, letter_of(option)), font, pitch)
        if at == scene.index:
            _invert(canvas, x, rows.bottom, pitch - 1, font)
    return pitch * len(scene.options) + 2


def _draw_range(canvas: Canvas, scene: Scene, rows: Rows) -> int:
    """Draw between which counts the knob turns; return the first free column."""
    low, high = scene.options[0].value, scene.options[-1].value
    font: FontName = "small" if rows.bottom_font == "medium" else "medium"
    ink = rows.bottom + _ink_height(rows.bottom_font) - _ink_height(font)
    return _write(canvas, 0, ink, f"{low}-{high}", font, say="") + 4


def _sentence(scene: Scene, cursor: Cursor) -> str:
    """Return what is chosen, in few words."""
    if cursor.count is not None:
        return f"{cursor.count} x {_colour_name(scene, cursor)}"
    if cursor.claims and cursor.table.claim is not None:
        assert cursor.colour is not None
        count = cursor.table.mountains[cursor.table.claim][INDEX[cursor.colour]]
        return f"{_colour_name(scene, cursor)} {count}"
    if cursor.colour is not None:
        return _colour_name(scene, cursor)
    return "" if cursor.place is None else place_name(scene, cursor.place)


def _refused(scene: Scene, cursor: Cursor) -> str:
    """Return what was tried."""
    what = _sentence(scene, replace(cursor, place=None))
    if cursor.place is None:
        return what
    return labelled(scene, place_name(scene, cursor.place), what)


def _colour_name(scene: Scene, cursor: Cursor) -> str:
    return scene.voice.fact(Term("colour", cursor.colour or ""))


def _scores(scene: Scene) -> str:
    """Return the final points, which are no secret any more."""
    result = GAME.outcome(scene.state)
    assert result is not None
    return "  ".join(f"{name(scene, seat)} {score}" for seat, score in enumerate(result.scores))


def _prompt(canvas: Canvas, left: int, rows: Rows, text: str, *, may_cut: bool = False) -> None:
    """Write the choice at the right of the bottom, as large as it fits."""
    font = narrowed(text, WIDTH - left, rows.bottom_font)
    ink = rows.bottom + _ink_height(rows.bottom_font) - _ink_height(font)
    y = ink - _ink_top(font)
    width = WIDTH - left
    canvas.text(left, y, text, font, width=width, align="right", may_cut=may_cut, say=f"> {text}")


# --- questions ------------------------------------------------------------------------------


def draw_question(canvas: Canvas, scene: Scene) -> None:
    """Draw a question to the table: which cards, one by one."""
    table = public(scene.state)
    headline(canvas, _question(scene, table), Area(0, TOP + 1, WIDTH, 24), largest="medium")
    # Hands can try more than to tell cards, and those options are drawn on the table.
    cards = [option for option in scene.options if option.name == "card"]
    pitch = WIDTH // len(COLOURS)
    left = (WIDTH - pitch * len(cards)) // 2
    for at, option in enumerate(cards):
        x = left + at * pitch
        _centred(canvas, x, 38, letter(scene, letter_of(option)), "large", pitch)
        if at == scene.index:
            canvas.invert(x + 1, 36, pitch - 2, 15)
    parts = [*scene.picked, *([] if scene.highlighted is None else [scene.highlighted])]
    if scene.refused is not None:
        canvas.bitmap((WIDTH - CROSS.width) // 2, 41, CROSS)
    named = " + ".join(scene.voice.fact(part.value) for part in parts)
    font = narrowed(named, WIDTH)
    canvas.text(0, 51, named, font, width=WIDTH, align="centre", say=f"> {named}")


def _question(scene: Scene, table: Table) -> str:
    first = not scene.picked
    if table.phase == "cups":
        text = (
            N_("{name}: the first card dealt to the cup?")
            if first
            else N_("{name}: and the second card?")
        )
        return scene.say(text, name=name(scene, asked(table)))
    text = (
        N_("The first card turned up on mountain {number}?")
        if first
        else N_("And the second card on mountain {number}?")
    )
    return scene.say(text, number=asked(table) + 1)


# --- ink ------------------------------------------------------------------------------------


def _ink_top(font: FontName) -> int:
    return font_of(font).line("H").top


def _ink_height(font: FontName) -> int:
    capital = font_of(font).line("H")
    return capital.bottom - capital.top


def _write(canvas: Canvas, x: int, ink: int, text: str, font: FontName, say: str | None) -> int:
    return canvas.text(x, ink - _ink_top(font), text, font, say=say)


def _centred(
    canvas: Canvas, x: int, ink: int, text: str, font: FontName, width: int = COLUMN
) -> None:
    """Write something short in the middle of a column; a gap at its right belongs to it."""
    left = x + (width - text_width(text, font)) // 2
    _write(canvas, left, ink, text, font, say="")


def _invert(canvas: Canvas, x: int, ink: int, width: int, font: FontName) -> None:
    canvas.invert(x, ink - 1, width, _ink_height(font) + 2)
