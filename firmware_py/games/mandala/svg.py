"""The table of Mandala as SVG, for pages and exports: the mat as people see it.

second player: hand, cup                   cards are piles of their colour
river 1 2 3 4 5 6
+- mandala 1 --+   piles   +- mandala 2 --+
| field        |   draw    |              |
| mountain     |  discard  |              |
| field        |           |              |
+--------------+           +--------------+
river 1 2 3 4 5 6
first player: hand, cup
the colours, to name one; a hand that may be seen, as cards
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.engine import Term
from engines.mandala.cards import COLOURS, INDEX, Heap
from engines.mandala.state import CUP_START, RIVER_SLOTS, State
from firmware_py.core.language import N_
from firmware_py.games.mandala.entry import DISCARD, FIELDS, MOUNTAINS
from firmware_py.games.mandala.focus import Focus, Spot, cards_at, focus_of
from firmware_py.games.mandala.words import LETTERS, binds, missing
from firmware_py.games.picture import cursor_mark, part_marks
from firmware_py.games.svg import (
    LOOKS,
    Taps,
    element,
    group,
    hit,
    kept,
    narrow_leaf,
    path,
    piece,
    rect,
    sheet,
    words,
)
from firmware_py.match.scene import Scene
from firmware_py.match.taps import BELOW_CURSOR, part_code

WIDE, HIGH = 54, 74
_SHAPES = {
    "R": "M-12 0A12 12 0 1 0 12 0A12 12 0 1 0-12 0Z",
    "O": "M0-13L14 11L-14 11Z",
    "Y": "M0-15L4-5L15-4L7 3L9 14L0 8L-9 14L-7 3L-15-4L-4-5Z",
    "G": "M-11-11H11V11H-11Z",
    "P": "M0-15L13 0L0 15L-13 0Z",
    "K": "M-7-13H7L14 0L7 13H-7L-14 0Z",
}


def shape(colour: str, x: float, y: float, look: str) -> str:
    """Return the shape of a colour around a point."""
    return path(_SHAPES[colour], look, at=(x, y))


@kept
def card(letters: str, colour: str, x: float, y: float, *, count: int = 1, look: str = "") -> str:
    """Return a card, its left upper corner at a point; several of a colour are a pile."""
    hue = LOOKS[colour]
    inside = [
        *_pile(x, y, count, hue),
        shape(colour, x + WIDE / 2, y + 24, f"sign on-{hue}"),
        words(x + 11, y + HIGH - 10, letters[INDEX[colour]], f"s mid strong fine on-{hue}"),
    ]
    if count > 1:
        inside.append(words(x + WIDE - 5, y + HIGH - 8, str(count), f"l end strong on-{hue}"))
    return group(*inside, look=look)


def _pile(x: float, y: float, count: int, hue: str) -> list[str]:
    """Return the rims of a pile: no more than three are drawn, the uppermost at the point."""
    offsets = [4 * n for n in range(min(count, 3) - 1, -1, -1)]
    return [rect(x + off, y - off, WIDE, HIGH, f"piece {hue}", r=7) for off in offsets]


def back(x: float, y: float, count: int) -> str:
    """Return cards that lie face down, and how many they are."""
    if not count:
        return rect(x, y, WIDE, HIGH, "slot", r=7)
    weave = path("M-15-15L15 15M15-15L-15 15M-15 0H15M0-15V15", "weave", at=(x + WIDE / 2, y + 24))
    number = words(x + WIDE / 2, y + HIGH - 8, str(count), "l mid strong on-back")
    return group(*_pile(x, y, count, "back"), weave, number)


# --- the table ---

WIDTH, HEIGHT = 1000, 906
_BOXES = (16.0, 574.0)
_BOX_TOP, _BOX_WIDE, _BOX_HIGH = 184.0, 410.0, 450.0
_AREA = 130.0
_STEP = 64.0
_PILES = 468.0
_EDGES = (646.0, 88.0)
"""The rows of the rivers: the first player's below, the second's above."""
_NAMES = (740.0, 14.0)
_PALETTE = 816.0
_CHIP_HIGH = 152.0
"""On a phone the colours are in two rows, each as high as a finger."""


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What the parts of a picture are drawn from."""

    scene: Scene[State]
    taps: Taps
    focus: Focus
    marks: dict[str, str]
    """How things are pointed out, by their codes."""
    letters: str
    names: dict[str, str]
    """Of the colours."""


def draw_picture(scene: Scene[State], taps: Taps) -> str:
    """Draw the table of a moment."""
    names = {colour: scene.fact(Term("colour", colour)) for colour in COLOURS}
    on = _Drawing(scene, taps, focus_of(scene), part_marks(scene), scene.say(LETTERS), names)
    scores, winners = scene.scores, scene.winners
    is_over = scene.engine.turn(scene.state) is None  # without colours to name
    return sheet(
        WIDTH,
        _PALETTE if is_over else HEIGHT,
        scene.say(N_("The table")),
        rect(0, 0, "100%", "100%", "felt", r=18),
        *(_seat(scene, seat, scores[seat], winners) for seat in (0, 1)),
        *(_river(on, seat) for seat in (0, 1)),
        *(_mandala(on, mandala) for mandala in (0, 1)),
        _draw_pile(scene),
        _discard_pile(on),
        _palette(on),
        narrow=None if is_over else (WIDTH, _PALETTE + 2 * _CHIP_HIGH + 8),
        goes="discard",
    )


def _lower(scene: Scene[State]) -> int:
    """Return the seat at the lower edge: the person who plays against the box, or the first."""
    return scene.faces or 0


# --- a mandala ---


def _mandala(on: _Drawing, mandala: int) -> str:
    """Draw a mandala: the two fields, the mountain between them, and what is missing."""
    x, state = _BOXES[mandala], on.scene.state
    claimed = state.claim == mandala and state.phase == "claim"
    said = on.scene.fact(Term("mandala", mandala))
    shapes = [
        rect(x, _BOX_TOP, _BOX_WIDE, _BOX_HIGH, "mat claimed" if claimed else "mat", r=16),
        words(x + 14, _BOX_TOP + 31, said[:1].upper() + said[1:], "l strong", fit=216),
        _presence(on, mandala, x + _BOX_WIDE - 160, _BOX_TOP + 20),
    ]
    for row, seat in enumerate((1 - _lower(on.scene), None, _lower(on.scene))):
        y = _BOX_TOP + 40 + row * (_AREA + 6)
        shapes.append(_area(on, Spot(mandala, seat), said, x + 8, y))
    return group(*shapes)


def _presence(on: _Drawing, mandala: int, x: float, y: float) -> str:
    """Draw the six colours small: filled where they are in the mandala, which all six complete."""
    absent = missing(on.scene.state, mandala)
    drawn = []
    for at, colour in enumerate(COLOURS):
        look = "slot" if colour in absent else f"piece {LOOKS[colour]}"
        place = f"translate({x + at * 28:.0f} {y:.0f}) scale(.66)"
        drawn.append(element("g", shape(colour, 0, 0, look), transform=place))
    said = ", ".join([on.names[colour] for colour in absent])
    label = on.scene.say(N_("Missing: {cards}"), cards=said or "-")
    return element("g", *drawn, role="img", aria_label=label)


def _area(on: _Drawing, spot: Spot, title: str, x: float, y: float) -> str:
    """Draw an area with its piles; the mountain and the own field can be tapped."""
    scene, seat = on.scene, spot.seat
    place = (MOUNTAINS if seat is None else FIELDS)[spot.mandala]
    is_own = seat in (None, scene.state.actor)
    wide = _BOX_WIDE - 16
    owner = scene.fact(Term("place", "mountain")) if seat is None else scene.name(seat)
    shapes = [
        rect(x, y, wide, _AREA, "peak" if seat is None else "field", r=12),
        words(x + wide - 16, y + 35, owner, "l end soft", fit=260),
        _piles(on, spot, x + 10, y + 44),
    ]
    code = part_code(place)
    if is_own and code in on.marks:
        shapes.append(rect(x + 3, y + 3, wide - 6, _AREA - 6, on.marks[code], r=10))
    cards = cards_at(scene.state, spot.mandala, seat)
    said = [f"{count} {on.names[colour]}" for colour, count in _counted(cards)]
    label = f"{title}, {owner}: {', '.join(said) or '-'}"
    if not is_own:
        return element("g", *shapes, role="group", aria_label=label)
    return on.taps.tappable(_with_cursor(code), label, *shapes)


def _with_cursor(code: str) -> str:
    """Return the code of a place, also for a tap before a colour: then it is the cursor's."""
    return f"{code} {BELOW_CURSOR}/{code}"


def _counted(cards: Heap) -> list[tuple[str, int]]:
    return [each for each in zip(COLOURS, cards, strict=True) if each[1]]


def _piles(on: _Drawing, spot: Spot, x: float, y: float) -> str:
    """Draw the piles of an area, the cards that are being laid among them."""
    state, focus = on.scene.state, on.focus
    before = cards_at(state, spot.mandala, spot.seat)
    cards = cards_at(focus.table, spot.mandala, spot.seat)
    last = set() if cards != before else {
        each.colour for each in focus.last if (each.mandala, each.seat) == (spot.mandala, spot.seat)
    }  # fmt: skip
    is_claimed = state.phase == "claim" and spot.seat is None and state.claim == spot.mandala
    drawn = []
    for at, (colour, count) in enumerate(_counted(cards)):
        px, there = x + at * _STEP, before[INDEX[colour]]
        drawn_pile = card(on.letters, colour, px, y, count=count, look="" if there else "ghost")
        where = f"m{spot.mandala}.{'mountain' if spot.seat is None else spot.seat}"
        source = _source(on.scene)
        pile = piece(colour, where, drawn_pile, count=count, source=source) if there else drawn_pile
        code = f"claim:{colour}"
        looks = [cursor_mark(on.scene)] if count > there else ["last"] if colour in last else []
        if is_claimed and on.marks.get(code, "picked") != "picked":
            looks.append(on.marks[code])
        pile += "".join(rect(px - 3, y - 3, WIDE + 6, HIGH + 6, look, r=9) for look in looks)
        # A pile of the mountain that is destroyed can be tapped by itself.
        area = rect(px - 5, y - 20, _STEP, HIGH + 30, "hit")
        drawn.append(on.taps.tappable(code, on.names[colour], pile, area) if is_claimed else pile)
    return "".join(drawn)


def _source(scene: Scene[State]) -> str:
    """Return the spot of the hand that laid the last cards."""
    turn = None if scene.before is None else scene.engine.turn(scene.before)
    return "" if turn is None or turn.seat is None else f"hand{turn.seat}"


# --- piles, seats and rivers ---


def _draw_pile(scene: Scene[State]) -> str:
    x, y, count = _PILES + 5, 270.0, scene.state.deck
    label = scene.say(N_("Draw pile: {count}"), count=count)
    title = words(
        x + WIDE / 2, y - 20, scene.fact(Term("place", "deck")), "s mid soft fine", fit=104
    )
    return element("g", title, back(x, y, count), role="img", aria_label=label)


def _discard_pile(on: _Drawing) -> str:
    x, y, count = _PILES + 5, 442.0, sum(on.scene.state.discard)
    code, focus = part_code(DISCARD), on.focus
    said = on.scene.fact(Term("place", "discard"))
    shapes = [
        words(x + WIDE / 2, y - 20, said, "s mid soft fine", fit=104),
        rect(x, y, WIDE, HIGH, "heap" if count else "slot", r=7),
        words(x + WIDE / 2, y + 46, str(count), "l mid strong"),
    ]
    if focus.is_discard and focus.colour is not None:
        more = focus.count or 1
        shapes.append(card(on.letters, focus.colour, x, y, count=more, look="ghost"))
    if code in on.marks:
        shapes.append(rect(x - 6, y - 6, WIDE + 12, HIGH + 12, on.marks[code], r=11))
    area = hit(x + WIDE / 2, y + HIGH / 2, 60)
    pile = element("g", *shapes, data_spot="discard")
    return on.taps.tappable(_with_cursor(code), f"{said}: {count}", pile, area)


def _seat(scene: Scene[State], seat: int, score: int | None, winners: tuple[int, ...]) -> str:
    """Draw a player's edge: name, what binds, the hand and the cup face down, points at the end."""
    state, name = scene.state, scene.name(seat)
    y = _NAMES[seat != _lower(scene)]
    is_on_turn = scene.seat == seat
    strong = " strong" if is_on_turn or seat in winners else ""
    shapes = [
        rect(16, y, WIDTH - 32, 64, "strip turn" if is_on_turn else "strip", r=12),
        words(34, y + 43, name, f"l{strong}", fit=250),
        words(296, y + 43, binds(scene) if is_on_turn else "", "l strong", fit=216),
        element(
            "g",
            _hidden(scene.fact(Term("place", "hand")), state.hands[seat], 530, y),
            data_spot=f"hand{seat}",
        ),
        _hidden(scene.fact(Term("place", "cup")), sum(state.cups_known[seat]) + CUP_START, 756, y),
    ]
    if score is not None:
        star = "★ " if winners == (seat,) else ""
        shapes.append(words(512, y + 43, f"{star}{score}", "l end strong"))
    return element("g", *shapes, role="group", aria_label=name)


@kept
def _hidden(said: str, count: int, x: float, y: float) -> str:
    """Draw some cards that nobody sees, and how many they are."""
    shapes = [rect(x + n * 8, y + 14, 26, 36, "piece back", r=4) for n in range(min(count, 3))]
    shapes.append(words(x + 52, y + 43, f"{count}", "l strong"))
    shapes.append(words(x + 106, y + 43, said, "l soft", fit=108))
    return element("g", *shapes, role="img", aria_label=f"{said}: {count}")


def _river(on: _Drawing, seat: int) -> str:
    """Draw a river: six slots with their worth, and the cards in them."""
    y, river = _EDGES[seat != _lower(on.scene)], on.scene.state.rivers[seat]
    said = on.scene.fact(Term("place", "river"))
    shapes = [
        rect(16, y, WIDTH - 32, 84, "water", r=12),
        words(30, y + 53, said[:1].upper() + said[1:], "l", fit=104),
    ]
    for slot in range(RIVER_SLOTS):
        x = 176 + slot * 134
        shapes.append(words(x - 18, y + 52, str(slot + 1), "l mid strong soft"))
        if slot < len(river):
            laid = card(on.letters, river[slot], x, y + 5)
            shapes.append(piece(river[slot], f"river{seat}.{slot}", laid))
        else:
            shapes.append(rect(x, y + 5, WIDE, HIGH, "slot", r=7))
    colours = ", ".join([f"{at} {on.names[colour]}" for at, colour in enumerate(river, 1)])
    label = f"{said}, {on.scene.name(seat)}: {colours or '-'}"
    return element("g", *shapes, role="img", aria_label=label)


def _rims(count: int) -> range:
    """Return how far the rims of a pile stand out, the lowest card first."""
    return range(4 * (min(count, 3) - 1), 0, -4)


def _palette(on: _Drawing) -> str:
    """Draw the six colours to name one; for those who see a hand, its cards and counts."""
    scene, hand = on.scene, on.scene.hand
    if not (scene.options or scene.picked or scene.may_choose or hand):
        return ""
    is_asked = any(part.name in ("card", "colour", "claim") for part in scene.options)
    wide = (WIDTH - 32) / len(COLOURS)
    drawn = []
    for at, (colour, said) in enumerate(on.names.items()):
        x, y, hue = 16 + at * wide, _PALETTE, LOOKS[colour]
        count = hand[at] if hand else 0
        shapes = [
            *(rect(x + 4 + n, y - n, wide - 16, 76, f"piece {hue}", r=12) for n in _rims(count)),
            rect(x + 4, y, wide - (16 if hand else 8), 76, f"piece {hue}", r=12),
            shape(colour, x + 32, y + 38, f"sign on-{hue}"),
            words(x + 56, y + 33, on.letters[at], f"l strong on-{hue}"),
            words(x + 56, y + 65, said, f"l on-{hue}", fit=wide - (76 if hand else 66)),
        ]
        if count:
            shapes.append(words(x + wide - 22, y + 35, f"×{count}", f"l end strong on-{hue}"))
        codes = [f"card:{colour}", f"colour:{colour}", f"claim:{colour}"]
        mark = next((on.marks[code] for code in codes if code in on.marks), "")
        if mark:
            shapes.append(rect(x + 4, y, wide - 8, 76, mark, r=12))
        look = "ghost" if (is_asked and not mark) or (hand and not count) else ""
        code = " ".join(codes)
        grab = codes[0] if any(part.name == "card" for part in scene.options) else None
        label = f"{said}: {count}" if hand else said
        chip = on.taps.tappable(code, label, *shapes, look=look, grab=grab)
        row, column = divmod(at, 3)
        below = (16 + column * 2 * wide - x * 2, y + row * _CHIP_HIGH - y * 2)
        drawn.append(narrow_leaf(chip, narrow=below, scale=2))
    return "".join(drawn)
