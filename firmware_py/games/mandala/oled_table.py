"""The mandalas, the rivers, the hand and the plan of the table on the OLED.

The board is on the left: a column for each colour, and in it what is in the mandalas. Each colour
is in only one area of a mandala, so a mandala is three rows with at most one number in each column;
a dot means that the colour is still missing. A choice that is being entered is drawn as if it were
made.

Rows are given by the top of their capitals (`ink`), because fonts have empty rows above them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.engine import Seat, Term
from engines.mandala.cards import COLOURS, Heap
from engines.mandala.state import RIVER_SLOTS, State, asked
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.focus import Focus, Spot
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
from firmware_py.ui.canvas import HEIGHT, WIDTH, Bitmap, Canvas, FontName, short_names, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import BODY, Rect

# --- layout ---


COLUMN = 7
LEFT = 7
"""First column of the board, after the number of a mandala, in pixels."""
GRID = COLUMN * len(COLOURS)
RIGHT = LEFT + GRID + 2
"""First column of the words next to the board, in pixels."""
WORDS = WIDTH - RIGHT


@dataclass(frozen=True, slots=True)
class Rows:
    """The top of the capitals in each row of a mandala, in pixels, and the mountain's font."""

    across: int
    mountain: int
    own: int
    mountain_font: FontName = "small"

    def of(self, seat: int | None, actor: int) -> tuple[int, FontName]:
        """Return the top and font of the row of a field, or of the mountain (None)."""
        if seat is None:
            return self.mountain, self.mountain_font
        return self.own if seat == actor else self.across, "small"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the screen are placed."""

    header: int
    """Top of the colours' letters, in pixels."""
    blocks: tuple[Rows, ...]
    title: Rect
    second: Rect
    """The constraint and the running clock."""
    told: int
    """Top row of the instructions if nothing is above them, in pixels."""
    answer: Rect


# A colour is in one row only, so the rows of a mandala need no gap between them.
_UPPER, _LOWER = Rows(8, 14, 20), Rows(28, 34, 40)
NORMAL = Layout(
    0,
    (_UPPER, _LOWER),
    Rect(RIGHT, 0, WORDS, 11),
    Rect(RIGHT, 13, WORDS, 11),
    16,
    Rect(0, 48, WIDTH, 8),
)
ABOVE_HAND = replace(NORMAL, answer=Rect(0, 47, WIDTH, 8))
"""With a hand below the answer, one row higher, so that descenders have room."""
LARGE = Layout(
    16,
    (Rows(23, 30, 39, "medium"),),
    Rect(0, 2, WIDTH, 11),
    Rect(0, 2, WIDTH, 11),
    16,
    Rect(0, 48, WIDTH, 15),
)


def layout_of(scene: Scene[State]) -> Layout:
    """Return the layout of a scene."""
    if scene.large:
        return LARGE
    return NORMAL if scene.eyes is None else ABOVE_HAND


def told_place(scene: Scene[State], *, has_second: bool, has_answer: bool) -> Rect:
    """Return where the instructions are written: what is left next to the board."""
    layout = layout_of(scene)
    top = layout.told
    if scene.large:
        top += 8 if scene.clocks else 0
    elif has_second:
        top = layout.second.y + layout.second.h + 1
    bottom = layout.answer.y if has_answer else HEIGHT
    return Rect(RIGHT, top, WORDS, bottom - top)


def ink_top(font: FontName) -> int:
    """Return the empty rows above the capitals of a font."""
    return font_of(font).line("H").top


def lowered(text: str) -> int:
    """Return how far large capitals move down so that accents stay on the screen."""
    return max(ink_top("large") - font_of("large").line(text).top, 0)


def ink_height(font: FontName) -> int:
    """Return the height of the capitals of a font."""
    capital = font_of(font).line("H")
    return capital.bottom - capital.top


def write(
    canvas: Canvas, x: int, ink: int, text: str, font: FontName = "small", *, on: bool = True
) -> int:
    """Write a text silently for screen readers; return its width."""
    return canvas.text(x, ink - ink_top(font), text, font, say="", on=on)


def centred(canvas: Canvas, x: int, ink: int, text: str, font: FontName = "small") -> None:
    """Write a short text centred in a column, including the gap on its right."""
    left = x + (COLUMN - text_width(text, font)) // 2
    write(canvas, left, ink, text, font)


def invert(canvas: Canvas, x: int, ink: int, width: int, font: FontName = "small") -> None:
    """Invert the pixels of a text, and of a row above and below it."""
    canvas.invert(x, ink - 1, width, ink_height(font) + 2)


def column(colour: str) -> int:
    """Return the first pixel column of a colour."""
    return LEFT + COLOURS.index(colour) * COLUMN


# --- rivers ---


SLOT = 7
SPRING = 14
"""Width of a river's owner before the first slot, in pixels."""
ROW = 8

WAVES = Bitmap.parse(".#..#/#.##./...../.#..#/#.##.")
HAND = Bitmap.parse(".####/.#..#/##..#/##..#/#####/###..")


def draw_river_row(canvas: Canvas, scene: Scene[State], focus: Focus, seat: int, ink: int) -> None:
    """Draw a river below the colours: the number of each colour's slot, a new one lit."""
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
    """Draw the rivers with their owners, and the number of cards in each hand."""
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
    write(canvas, x, ink, owner)
    for slot in range(RIVER_SLOTS):
        sign = letter(scene, river[slot]) if slot < len(river) else ""
        draw_slot(canvas, x + SPRING + slot * SLOT, ink, sign)


def draw_slot(canvas: Canvas, x: int, ink: int, sign: str = "") -> None:
    """Draw a slot of a river: the letter of its colour, or a dot."""
    if sign:
        centred(canvas, x, ink, sign)
    else:
        canvas.fill(x + 2, ink + 4, 2, 2)


# --- mandalas ---


POINTER = Bitmap.parse("##.../####./#####/#####/####./##...")
"""The cursor of a whole row, in place of the number of a mandala."""


def draw_board(canvas: Canvas, scene: Scene[State], focus: Focus, layout: Layout) -> None:
    """Draw the mandalas; during a destruction the rivers take the place of the other one."""
    for colour in COLOURS:
        centred(canvas, column(colour), layout.header, letter(scene, colour))
    if focus.colour is not None and focus.place is None and not focus.cards:
        canvas.invert(column(focus.colour) - 1, layout.header, COLUMN, ink_height("small") + 1)
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
    """Return the mandala to show if there is room for only one."""
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
    """Draw the number of a mandala, lit, at the left of its mountain."""
    canvas.fill(0, ink - 1, LEFT - 1, ink_height(font) + 2)
    write(canvas, 1, ink, str(number), font, on=False)


def draw_missing(canvas: Canvas, x: int, ink: int, font: FontName = "small") -> None:
    """Draw the dot of a missing colour."""
    canvas.fill(x + 2, ink + ink_height(font) // 2 - 1, 2, 2)


def _draw_counts(canvas: Canvas, ink: int, cards: Heap, font: FontName = "small") -> None:
    for colour, count in zip(COLOURS, cards, strict=True):
        x = column(colour)
        if count >= 10:
            # A narrow 1 keeps the number, which is at most 18, within its column.
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
    """Point to a row, light up the chosen cell, or frame one that forbids the choice."""
    ink, font = row
    if spot.colour is None:
        # Lighting up a whole row would send it over a slow wire with every step of the knob.
        canvas.fill(0, ink, LEFT - 1, ink_height(font), on=False)
        canvas.bitmap(1, ink + (ink_height(font) - POINTER.height) // 2, POINTER)
    elif framed:
        canvas.box(column(spot.colour) - 1, ink - 1, COLUMN + 1, ink_height(font) + 2)
    else:
        left = max(column(spot.colour) - 1, LEFT)  # apart from the number, which is lit as well
        invert(canvas, left, ink, column(spot.colour) + COLUMN - 1 - left, font)


# --- the hand, in practice ---


HAND_ROW = 57
"""Top of the hand's numbers, in pixels: below the answer."""
_LINE = 7


def draw_hand(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the hand below the columns of the colours."""
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
    """Draw the hand next to the board for large text; return whether there is one."""
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
    """Draw a name, six slots and a cup in one line."""
    x = ROOM.w - canvas.text(ROOM.w, y, place["cup"], "small", align="right") - 5
    for _ in range(_SLOTS):
        x -= 6
        canvas.box(x, y + 1, 5, 6)
    x -= canvas.text(x - 4, y, place["river"], "small", align="right") + 9
    canvas.text(0, y, scene.voice.fact(Seat(seat)), "small", width=x, may_cut=True)
