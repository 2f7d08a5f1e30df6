"""The picture of the table on the OLED, and the plan of the set-up.

    Ben P2 K1             Ben Y2
    1 |  O2 Y1 G4  |      2 |  O1 G2 P2  |     the mountains lit
    Anna                  Anna R1

The mandalas are side by side as on the table, each with the field across, the mountain, and the
field of the player on turn. A card is the letter of its colour with its number. A choice that is
being entered is drawn as if it were made.

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


BLOCK = 61
"""Width of a mandala, in pixels."""
SECOND = 66
"""First column of the second mandala, in pixels."""
STRIPE = 7
"""First column of a mountain, after the number of its mandala, in pixels."""
_NAME = 20
"""Width of a name in its field, in pixels."""
_RIGHT = 65
"""First column of the words next to a mandala with large text, in pixels."""


@dataclass(frozen=True, slots=True)
class Block:
    """Where a mandala is drawn: its first column and the top of the capitals in its rows."""

    x: int
    across: int
    mountain: int
    own: int
    largest: FontName = "small"

    def of(self, seat: int | None, actor: int) -> int:
        """Return the row of a field, or of the mountain (None)."""
        if seat is None:
            return self.mountain
        return self.own if seat == actor else self.across

    def lower(self, by: int) -> Block:
        """Return the block moved down, by a pixel at the cost of the lower edge of its mountain."""
        own = self.own + max(by - 1, 0)
        return replace(self, across=self.across + by, mountain=self.mountain + by, own=own)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the screen are placed."""

    blocks: tuple[Block, ...]
    title: Rect
    told: int
    """Top row of the instructions, in pixels."""
    answer: Rect


NORMAL = Layout(
    (Block(0, 13, 21, 29), Block(SECOND, 13, 21, 29)),
    Rect(0, 0, WIDTH, 11),
    37,
    Rect(0, 53, WIDTH, 8),
)
ABOVE_HAND = replace(NORMAL, answer=Rect(0, 46, WIDTH, 8))
"""With a hand below the answer, whose descenders need room."""
LARGE = Layout((Block(0, 17, 27, 37, "medium"),), Rect(0, 2, WIDTH, 11), 16, Rect(0, 48, WIDTH, 15))


def layout_of(scene: Scene[State]) -> Layout:
    """Return the layout of a scene, lower below a name with descenders."""
    if scene.large:
        return LARGE
    layout = NORMAL if scene.eyes is None else ABOVE_HAND
    line = font_of("large").line(scene.title)
    down = lowered(scene.title) + line.bottom - ink_top("large") - layout.blocks[0].across
    if down <= 0:
        return layout
    blocks = tuple(block.lower(down) for block in layout.blocks)
    return replace(layout, blocks=blocks, told=layout.told + down - 1)


def told_place(scene: Scene[State], *, has_answer: bool) -> Rect:
    """Return where the instructions are written: below the table, with large text next to it."""
    layout = layout_of(scene)
    x = _RIGHT if scene.large else 0
    bottom = HEIGHT - 1
    if has_answer:
        bottom = layout.answer.y - (0 if scene.large else 1)
    elif hand_of(scene) is not None and not scene.large:
        bottom = HAND_ROW - 2
    return Rect(x, layout.told, WIDTH - x, bottom - layout.told)


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


def invert(canvas: Canvas, x: int, ink: int, width: int, font: FontName = "small") -> None:
    """Invert the pixels of a text, and of a row above and below it."""
    canvas.invert(x, ink - 1, width, ink_height(font) + 2)


# --- cards ---


def pairs(scene: Scene[State], cards: Heap) -> list[tuple[str, str]]:
    """Return the colours of a heap, each with its letter and count: "R3"."""
    counts = zip(COLOURS, cards, strict=True)
    return [(colour, f"{letter(scene, colour)}{count}") for colour, count in counts if count]


def draw_cards(
    canvas: Canvas, scene: Scene[State], cards: Heap, place: Rect, font: FontName = "small", *,
    on: bool = True, centre: bool = False,
) -> dict[str, Rect]:  # fmt: skip
    """Draw a heap in a row and return the places of its colours; single cards lose their number
    where there is no room."""
    words = pairs(scene, cards)
    for gap in (3, 2, 1, 0):
        wide = sum(text_width(text, font) + gap for _, text in words) - gap
        if wide <= place.w:
            break
        if gap == 1:
            words = [(colour, text.removesuffix("1") if len(text) == 2 else text)
                     for colour, text in words]  # fmt: skip
    x = place.x + (max(place.w - wide, 0) // 2 if centre else 0)
    places = {}
    for colour, text in words:
        width = write(canvas, x, place.y, text, font, on=on)
        places[colour] = Rect(x, place.y, width, ink_height(font))
        x += width + gap
    return places


def _frame(canvas: Canvas, place: Rect) -> None:
    """Invert a pair of letter and count with a pixel around it."""
    canvas.invert(place.x - 1, place.y - 1, place.w + 2, place.h + 2)


# --- rivers ---


SLOT = 6
ROW = 8

HAND = Bitmap.parse(".####/.#..#/##..#/##..#/#####/###..")


def draw_river_block(canvas: Canvas, scene: Scene[State], focus: Focus, block: Block) -> None:
    """Draw both rivers in the place of a mandala: the slot that gets a new colour is lit."""
    table, kind = focus.table, scene.voice.fact(Term("place", "river"))
    canvas.text(block.x, block.mountain - 1, kind, "small", width=BLOCK, align="centre", say="")
    for seat, short in enumerate(_shorts(scene, _NAME)):
        ink, river = block.of(seat, table.actor), table.rivers[seat]
        write(canvas, block.x, ink, short)
        x = block.x + BLOCK - RIVER_SLOTS * SLOT
        coming = focus.colour if seat == table.actor and _goes_to_river(table) else None
        is_new = coming is not None and coming not in river
        _draw_slots(canvas, scene, river + (coming or "") * is_new, x, ink)
        if is_new:
            invert(canvas, x + len(river) * SLOT - 1, ink, SLOT)
        canvas.describe(f"{kind}, {river_line(scene, table, seat)}", ink)


def _goes_to_river(table: State) -> bool:
    return table.claim is not None and any(table.fields[table.claim][table.actor])


def _shorts(scene: Scene[State], width: int) -> tuple[str, ...]:
    return short_names(tuple(name(scene, seat) for seat in (0, 1)), "small", width)


def draw_rivers(canvas: Canvas, scene: Scene[State], table: State, place: Rect) -> None:
    """Draw the rivers with their owners, and the number of cards in each hand."""
    kind = scene.voice.fact(Term("place", "river"))
    slots = place.x + place.w - 12 - 6 - RIVER_SLOTS * SLOT
    wide = text_width(kind, "small") + 3
    is_named = slots - place.x - wide > 2 * _NAME
    room = slots - place.x - 3 - (wide if is_named else 0)
    for seat, short in enumerate(_shorts(scene, room)):
        ink = place.y + seat * ROW
        canvas.describe(hand_line(scene, table, seat), ink)
        canvas.describe(f"{kind}, {river_line(scene, table, seat)}", ink)
        write(canvas, place.x, ink, short)
        if is_named:
            write(canvas, slots - wide, ink, kind)
        _draw_slots(canvas, scene, table.rivers[seat], slots, ink)
        x = place.x + place.w - 12
        canvas.bitmap(x, ink, HAND)
        write(canvas, x + HAND.width + 2, ink, str(table.hands[seat]))


def _draw_slots(canvas: Canvas, scene: Scene[State], river: str, x: int, ink: int) -> None:
    """Draw the slots of a river: the letters of its colours, and a line for an empty one."""
    for slot in range(RIVER_SLOTS):
        if slot < len(river):
            write(canvas, x + slot * SLOT, ink, letter(scene, river[slot]))
        else:
            canvas.line_h(x + slot * SLOT, ink + 5, 4)


# --- mandalas ---


POINTER = Bitmap.parse("##.../####./#####/#####/####./##...")
"""The cursor of a whole area."""


def draw_board(canvas: Canvas, scene: Scene[State], focus: Focus, layout: Layout) -> None:
    """Draw the mandalas; during a destruction the rivers take the place of the other one."""
    table = focus.table
    if len(layout.blocks) == 1:
        _draw_mandala(canvas, scene, focus, _in_question(focus), layout.blocks[0])
        return
    for mandala, block in enumerate(layout.blocks):
        if table.phase == "claim" and mandala != table.claim:
            draw_river_block(canvas, scene, focus, block)
        else:
            _draw_mandala(canvas, scene, focus, mandala, block)


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
    canvas: Canvas, scene: Scene[State], focus: Focus, mandala: int, block: Block
) -> None:
    table = focus.table
    said = ". ".join(mandala_lines(scene, table, mandala))
    title = scene.voice.fact(Term("mandala", mandala))
    canvas.describe(labelled(scene.say, title, said), block.across)
    places = {
        seat: _draw_field(canvas, scene, table.fields[mandala][seat], seat, block, table.actor)
        for seat in (0, 1)
    } | {None: draw_mountain(canvas, scene, table.mountains[mandala], mandala, block)}
    for spot in focus.last:
        if spot.mandala == mandala and spot.colour in places[spot.seat]:
            draw_dotted(canvas, places[spot.seat][spot.colour])
    if focus.place is None and not focus.cards and not focus.claims:
        for area in places.values():
            if focus.colour in area:
                _frame(canvas, area[focus.colour])
    if focus.chosen is not None and focus.chosen.mandala == mandala:
        _draw_chosen(canvas, focus.chosen, places[focus.chosen.seat], block, table.actor)
    blocks = focus.blocks
    if blocks is not None and blocks.mandala == mandala and blocks.colour in places[blocks.seat]:
        x, y, w, h = places[blocks.seat][blocks.colour]
        canvas.box(x - 1, y - 1, w + 2, h + 2, on=blocks.seat is not None)


def draw_mountain(
    canvas: Canvas, scene: Scene[State], cards: Heap, mandala: int, block: Block
) -> dict[str, Rect]:
    """Draw the number of a mandala and the lit stripe with the cards of its mountain."""
    room = BLOCK - STRIPE
    ink, font = _row_font(scene, cards, block.mountain, room - 2, block)
    write(canvas, block.x, block.mountain, str(mandala + 1), block.largest)
    canvas.fill(block.x + STRIPE, block.mountain - 1, room, block.own - block.mountain)
    place = Rect(block.x + STRIPE + 1, ink, room - 2, 0)
    return draw_cards(canvas, scene, cards, place, font, on=False, centre=True)


def _row_font(
    scene: Scene[State], cards: Heap, ink: int, room: int, block: Block
) -> tuple[int, FontName]:
    """Return the top of the capitals and the largest font in which cards fit a row."""
    if block.largest != "small":
        words = [text for _, text in pairs(scene, cards)]
        if text_width(" ".join(words), block.largest) <= room:
            return ink, block.largest
    return ink + (ink_height(block.largest) - ink_height("small")) // 2, "small"


def _draw_field(
    canvas: Canvas, scene: Scene[State], cards: Heap, seat: int, block: Block, actor: int
) -> dict[str, Rect]:
    """Draw the owner of a field and its cards; many cards shorten the name."""
    ink = block.of(seat, actor)
    small = ink + (ink_height(block.largest) - ink_height("small")) // 2
    wide = sum(text_width(text, "small") + 1 for _, text in pairs(scene, cards))
    owner = _shorts(scene, _NAME if wide <= BLOCK - _NAME - 3 else 5)[seat]
    taken = write(canvas, block.x, small, owner) + 3
    ink, font = _row_font(scene, cards, ink, BLOCK - taken, block)
    return draw_cards(canvas, scene, cards, Rect(block.x + taken, ink, BLOCK - taken, 0), font)


def draw_dotted(canvas: Canvas, place: Rect) -> None:
    """Dot the sides of the cards laid last."""
    for y in range(place.y, place.y + place.h, 2):
        for x in (place.x - 1, place.x + place.w):
            canvas.invert(x, y, 1, 1)


def _draw_chosen(
    canvas: Canvas, spot: Spot, area: dict[str, Rect], block: Block, actor: int
) -> None:
    """Point to an area, or light up the chosen cards in it."""
    if spot.colour in area:
        _frame(canvas, area[spot.colour])
    elif spot.colour is None:
        x = block.x + (0 if spot.seat is None else BLOCK - POINTER.width)
        ink = block.of(spot.seat, actor)
        canvas.fill(x, ink, STRIPE - 1, ink_height(block.largest), on=False)
        canvas.bitmap(x, ink, POINTER)


# --- the hand, in practice ---


HAND_ROW = 57
"""Top of the hand's letters, in pixels: below the answer."""
_LINE = 7


def draw_hand(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the hand below the answer."""
    hand = hand_of(scene)
    if hand is None or scene.large:
        return
    canvas.bitmap(0, HAND_ROW, HAND)
    draw_cards(canvas, scene, hand, Rect(HAND.width + 4, HAND_ROW, WIDTH - 10, 0))
    _describe(canvas, scene, hand, HAND_ROW)
    canvas.secret(0, HAND_ROW - 1, WIDTH, 8)


def draw_large_hand(canvas: Canvas, scene: Scene[State], place: Rect) -> bool:
    """Draw the hand next to the board for large text; return whether there is one."""
    hand = hand_of(scene)
    if hand is None:
        return False
    x, ink = place.x, place.y
    for _, text in pairs(scene, hand):
        if x + text_width(text, "small") > WIDTH - 1:
            x, ink = place.x, ink + _LINE + 1
        x += write(canvas, x, ink, text) + 4
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
