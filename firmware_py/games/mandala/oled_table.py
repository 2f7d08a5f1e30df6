"""The mandalas, the rivers, the hand and the plan of the table on the OLED.

The board at the left: six columns of colours, and in them what lies in the mandalas.

A colour lies in one area of a mandala only, so a mandala is three rows with at most one number
in each column; a dot says that the colour is still missing. A choice under way is drawn as if
it were made already.
"""

from __future__ import annotations

from engines.engine import Seat, Term
from engines.mandala.cards import COLOURS, Heap
from engines.mandala.state import RIVER_SLOTS, State, asked
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.focus import Focus, Spot
from firmware_py.games.mandala.oled_prompt import (
    COLUMN,
    GRID,
    LEFT,
    Layout,
    Rows,
    centred,
    column,
    ink_height,
    invert,
    write,
)
from firmware_py.games.mandala.words import (
    hand_line,
    hand_of,
    letter,
    mandala_lines,
    missing,
    name,
    piles,
    river_line,
)
from firmware_py.games.play_widgets import ROOM
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas, FontName, short_names
from firmware_py.ui.widgets import BODY, Rect

# --- rivers ---


SLOT = 7
SPRING = 14
"""Where the first slot of a river begins, after its owner."""
ROW = 8

WAVES = Bitmap.parse(".#..#/#.##./...../.#..#/#.##.")
HAND = Bitmap.parse(".####/.#..#/##..#/##..#/#####/###..")


def draw_river_row(canvas: Canvas, scene: Scene[State], focus: Focus, seat: int, ink: int) -> None:
    """Draw a river under the colours: the number of each colour's slot, a coming one lit."""
    table = focus.table
    river = table.rivers[seat]
    canvas.bitmap(0, ink, WAVES)
    for slot, colour in enumerate(river, 1):
        centred(canvas, column(colour), ink, str(slot))
    coming = focus.colour if seat == table.actor else None
    if coming is not None and coming not in river and _goes_to_river(table):
        centred(canvas, column(coming), ink, str(len(river) + 1))
        invert(canvas, column(coming) - 1, ink, COLUMN)
    kind = scene.voice.fact(Term("place", "river"))
    canvas.describe(f"{kind}, {river_line(scene, table, seat)}", ink)


def _goes_to_river(table: State) -> bool:
    return table.claim is not None and any(table.fields[table.claim][table.actor])


def draw_rivers(canvas: Canvas, scene: Scene[State], table: State, place: Rect) -> None:
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


def _draw_slots(
    canvas: Canvas, scene: Scene[State], river: str, x: int, ink: int, owner: str
) -> None:
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


# --- mandalas ---


POINTER = Bitmap.parse("##.../####./#####/#####/####./##...")
"""The cursor of a whole row, where else the number of a mandala stands."""


def draw_board(canvas: Canvas, scene: Scene[State], focus: Focus, layout: Layout) -> None:
    """Draw the mandalas; while one is destroyed, the rivers take the place of the other."""
    for colour in COLOURS:
        centred(canvas, column(colour), layout.header, letter(scene, colour))
    table = focus.table
    if len(layout.blocks) == 1:
        _draw_mandala(canvas, scene, focus, _in_question(focus), layout.blocks[0])
        return
    for mandala, rows in enumerate(layout.blocks):
        if table.phase == "claim" and mandala != table.claim:
            draw_river_row(canvas, scene, focus, 1 - table.actor, rows.across)
            draw_river_row(canvas, scene, focus, table.actor, rows.own)
        else:
            _draw_mandala(canvas, scene, focus, mandala, rows)


def _in_question(focus: Focus) -> int:
    """Return the mandala to look at, where there is room for one."""
    table = focus.table
    for spot in (focus.chosen, focus.blocks, *focus.last):
        if spot is not None:
            return spot.mandala
    if table.claim is not None:
        return table.claim
    return asked(table) if table.phase == "flip" else 0


def _draw_mandala(
    canvas: Canvas, scene: Scene[State], focus: Focus, mandala: int, rows: Rows
) -> None:
    table = focus.table
    said = ". ".join(mandala_lines(scene, table, mandala))
    title = scene.voice.fact(Term("mandala", mandala))
    canvas.describe(labelled(scene.say, title, said), rows.across)
    fields = table.fields[mandala]
    _draw_counts(canvas, rows.across, fields[1 - table.actor])
    _draw_counts(canvas, rows.mountain, table.mountains[mandala], rows.mountain_font)
    _draw_counts(canvas, rows.own, fields[table.actor])
    for colour in missing(table, mandala):
        draw_missing(canvas, column(colour), rows.mountain, rows.mountain_font)
    if focus.chosen != Spot(mandala, None):
        draw_number(canvas, rows.mountain, mandala + 1, rows.mountain_font)
    for spot in focus.last:
        if spot.mandala == mandala and spot.colour is not None:
            draw_dotted(canvas, column(spot.colour), *rows.of(spot.seat, table.actor))
    for chosen, framed in ((focus.chosen, False), (focus.blocks, True)):
        if chosen is not None and chosen.mandala == mandala:
            _draw_spot(canvas, chosen, rows.of(chosen.seat, table.actor), framed=framed)


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


def _draw_spot(canvas: Canvas, spot: Spot, row: tuple[int, FontName], *, framed: bool) -> None:
    """Point to the row or light up the cell that is being chosen, and frame what forbids it."""
    ink, font = row
    if spot.colour is None:
        # A whole row that lights up would go over a slow wire with every step of the knob.
        canvas.fill(0, ink, LEFT - 1, ink_height(font), on=False)
        canvas.bitmap(1, ink + (ink_height(font) - POINTER.height) // 2, POINTER)
    elif framed:
        canvas.box(column(spot.colour) - 1, ink - 1, COLUMN + 1, ink_height(font) + 2)
    else:
        left = max(column(spot.colour) - 1, LEFT)  # apart from the number, which is lit as well
        invert(canvas, left, ink, column(spot.colour) + COLUMN - 1 - left, font)


# --- the hand of the seat that looks, in practice ---


HAND_ROW = 57
"""Where the ink of the hand begins: below the answer, under the colours."""
_LINE = 7


def draw_hand(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the hand under the columns of the colours, so that it reads like the board."""
    hand = hand_of(scene)
    if hand is None or scene.large:
        return
    canvas.bitmap(0, HAND_ROW - 1, HAND)
    for colour, count in zip(COLOURS, hand, strict=True):
        if count:
            centred(canvas, column(colour), HAND_ROW, str(count))
    _describe(canvas, scene, hand, HAND_ROW)
    canvas.secret(0, HAND_ROW - 2, LEFT + GRID + 1, 9)


def draw_large_hand(canvas: Canvas, scene: Scene[State], place: Rect) -> bool:
    """Draw the hand beside the board, where large text leaves no row below it; say whether."""
    hand = hand_of(scene)
    if hand is None:
        return False
    x, ink = place.x, place.y
    for colour, count in zip(COLOURS, hand, strict=True):
        if count:
            text = f"{letter(scene, colour)}{count}"
            x += write(canvas, x, ink, text) + 4
            if x > WIDTH - 12:
                x, ink = place.x, ink + _LINE + 1
    _describe(canvas, scene, hand, place.y)
    canvas.secret(place.x, place.y - 1, place.w, 2 * _LINE + 3)
    return True


def _describe(canvas: Canvas, scene: Scene[State], hand: Heap, ink: int) -> None:
    canvas.describe(labelled(scene.say, scene.say(N_("Your hand")), piles(scene, hand)), ink)


# --- the plan ---


_WIDE = 52
_ROWS = (21, 30, 39)
_SLOTS = 6


def draw_plan(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the areas with their names, and the two piles."""
    place = {name: scene.voice.fact(Term("place", name)) for name in
             ("mountain", "field", "river", "cup")}  # fmt: skip
    for seat, y in ((1, BODY.y + 1), (0, BODY.y + 43)):
        _draw_river(canvas, scene, seat, y, place)
    for x in (0, ROOM.w - _WIDE):
        canvas.box(x, _ROWS[0] - 2, _WIDE, 29)
        canvas.fill(x + 2, _ROWS[1] - 1, _WIDE - 4, 9)
        for area, y in zip(("field", "mountain", "field"), _ROWS, strict=True):
            canvas.text(x + 2, y, place[area], "small", width=_WIDE - 4,
                        align="centre", on=area == "field")  # fmt: skip
    middle = ROOM.w // 2
    canvas.fill(middle - 3, _ROWS[0], 7, 9)
    canvas.box(middle - 3, _ROWS[2] - 3, 7, 9)
    canvas.describe(scene.say(N_("Between the mandalas: draw pile and discard pile")), _ROWS[1])


def _draw_river(
    canvas: Canvas, scene: Scene[State], seat: int, y: int, place: dict[str, str]
) -> None:
    """A name, six slots and a cup in one line."""
    x = ROOM.w - canvas.text(ROOM.w, y, place["cup"], "small", align="right") - 5
    for _ in range(_SLOTS):
        x -= 6
        canvas.box(x, y + 1, 5, 6)
    x -= canvas.text(x - 4, y, place["river"], "small", align="right") + 9
    canvas.text(0, y, scene.voice.fact(Seat(seat)), "small", width=x, may_cut=True)
