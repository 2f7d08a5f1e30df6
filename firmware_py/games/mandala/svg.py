"""The table of Mandala as SVG, for pages and exports.

The mat as it lies on the table, for pages and exports.

second player: hand, cup                   cards are piles of their colour
river 1 2 3 4 5 6
+- mandala 1 --+   piles   +- mandala 2 --+
| field        |   draw    |              |
| mountain     |  discard  |              |
| field        |           |              |
+--------------+           +--------------+
river 1 2 3 4 5 6
first player: hand, cup
the colours, to name one
"""

from __future__ import annotations

from engines.engine import BadNotation, ChoicePart, Term
from engines.mandala import GAME
from engines.mandala.cards import COLOURS, INDEX
from engines.mandala.choices import Build, Flip, Grow
from engines.mandala.state import CUP_START, RIVER_SLOTS
from firmware_py.core.language import N_
from firmware_py.games.mandala.entry import DISCARD, FIELDS, MOUNTAINS
from firmware_py.games.mandala.words import LETTERS
from firmware_py.games.picture import SceneView
from firmware_py.games.svg import element, group, path, rect, sheet, words
from firmware_py.match.taps import BELOW_CURSOR, part_code

WIDE, HIGH = 54, 74
LOOKS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "P": "purple", "K": "black"}
_SHAPES = {
    "R": "M-12 0A12 12 0 1 0 12 0A12 12 0 1 0-12 0Z",
    "O": "M0-13L14 11L-14 11Z",
    "Y": "M0-15L4-5L15-4L7 3L9 14L0 8L-9 14L-7 3L-15-4L-4-5Z",
    "G": "M-11-11H11V11H-11Z",
    "P": "M0-15L13 0L0 15L-13 0Z",
    "K": "M-7-13H7L14 0L7 13H-7L-14 0Z",
}


def letter(scene: SceneView, colour: str) -> str:
    """Return the letter of a colour in the table's language."""
    return scene.say(LETTERS)[INDEX[colour]]


def name(scene: SceneView, colour: str) -> str:
    """Return the name of a colour."""
    return scene.fact(Term("colour", colour))


def shape(colour: str, x: float, y: float, look: str) -> str:
    """Return the shape of a colour around a point."""
    return path(_SHAPES[colour], look, at=(x, y))


def card(
    scene: SceneView, colour: str, x: float, y: float, *, count: int = 1, look: str = ""
) -> str:
    """Return a card, its left upper corner at a point; several of a colour are a pile."""
    hue = LOOKS[colour]
    inside = [
        *_pile(x, y, count, hue),
        shape(colour, x + WIDE / 2, y + 24, f"sign on-{hue}"),
        words(x + 11, y + HIGH - 10, letter(scene, colour), f"s mid strong fine on-{hue}"),
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


def draw_picture(scene: SceneView) -> str:
    """Draw the table of a moment."""
    return sheet(
        WIDTH,
        HEIGHT,
        scene.say(N_("The table")),
        rect(0, 0, WIDTH, HEIGHT, "felt", r=18),
        *(_seat(scene, seat) for seat in (0, 1)),
        *(_river(scene, seat) for seat in (0, 1)),
        *(_mandala(scene, mandala) for mandala in (0, 1)),
        _draw_pile(scene),
        _discard_pile(scene),
        _palette(scene),
    )


# --- what is being chosen ---


def _colour_of(part: ChoicePart | None) -> str | None:
    """Return the colour that a part names."""
    match part:
        case ChoicePart("colour" | "claim" | "card", Term(_, str(colour))):
            return colour
    return None


def _place_mark(scene: SceneView, place: ChoicePart) -> str:
    """Return how a place is pointed out."""
    if scene.highlighted == place:
        return "cursor"
    if place in scene.picked:
        return "picked"
    return "open" if place in scene.options else ""


def _laid(scene: SceneView) -> tuple[ChoicePart | None, list[str], int]:
    """Return where cards are being laid, which, and how many of each."""
    place, colours, count = None, [], 1
    for part in scene.shown:
        match part:
            case ChoicePart("place", _):
                place = part
            case ChoicePart("count", int(number)):
                count = number
            case ChoicePart("colour" | "card", Term(_, str(colour))):
                colours.append(colour)
    if colours and place is None and scene.view["phase"] == "flip":
        place = MOUNTAINS[_asked(scene)]
    return place, colours, count


def _asked(scene: SceneView) -> int:
    """Return the mandala whose mountain is to be filled."""
    claim = scene.view["claim"]
    return int(claim) if claim is not None else int(bool(scene.view["mountains"][0]))


def _last(scene: SceneView) -> tuple[int, str, str]:
    """Return the mandala, the area and the colours of the cards that were laid last."""
    try:
        choice = None if scene.last is None else GAME.read(scene.last)
    except BadNotation:  # an agreement, or a table that was mended
        choice = None
    match choice:
        case Build(mandala, colour):
            return mandala, "mountain", colour
        case Flip(mandala, cards):
            return mandala, "mountain", cards
        case Grow(mandala, colour) if scene.before is not None:
            return mandala, f"field{scene.before['actor']}", colour
    return -1, "", ""


# --- a mandala ---


def _mandala(scene: SceneView, mandala: int) -> str:
    """Draw a mandala: the two fields, the mountain between them, and what is missing."""
    x, view = _BOXES[mandala], scene.view
    claimed = view["claim"] == mandala and view["phase"] == "claim"
    title = scene.fact(Term("mandala", mandala))
    shapes = [
        rect(x, _BOX_TOP, _BOX_WIDE, _BOX_HIGH, "mat claimed" if claimed else "mat", r=16),
        words(x + 14, _BOX_TOP + 31, title[:1].upper() + title[1:], "l strong", fit=216),
        _presence(scene, mandala, x + _BOX_WIDE - 160, _BOX_TOP + 20),
    ]
    for row, area in enumerate(("field1", "mountain", "field0")):
        shapes.append(_area(scene, mandala, area, x + 8, _BOX_TOP + 40 + row * (_AREA + 6)))
    return group(*shapes)


def _cards_in(scene: SceneView, mandala: int, area: str) -> str:
    if area == "mountain":
        return str(scene.view["mountains"][mandala])
    return str(scene.view["fields"][mandala][int(area[-1])])


def _presence(scene: SceneView, mandala: int, x: float, y: float) -> str:
    """Draw the six colours small: filled where they lie in the mandala, which all six complete."""
    there = "".join(_cards_in(scene, mandala, area) for area in ("field0", "mountain", "field1"))
    drawn = []
    for at, colour in enumerate(COLOURS):
        look = f"piece {LOOKS[colour]}" if colour in there else "slot"
        place = f"translate({x + at * 28:.0f} {y:.0f}) scale(.66)"
        drawn.append(element("g", shape(colour, 0, 0, look), transform=place))
    missing = ", ".join(name(scene, colour) for colour in COLOURS if colour not in there)
    label = scene.say(N_("Missing: {cards}"), cards=missing or "-")
    return element("g", *drawn, role="img", aria_label=label)


def _area(scene: SceneView, mandala: int, area: str, x: float, y: float) -> str:
    """Draw an area with its piles; the mountain and the own field can be tapped."""
    view = scene.view
    is_mountain = area == "mountain"
    place = (MOUNTAINS if is_mountain else FIELDS)[mandala]
    is_own = is_mountain or int(area[-1]) == view["actor"]
    mark = _place_mark(scene, place) if is_own else ""
    wide = _BOX_WIDE - 16
    shapes = [rect(x, y, wide, _AREA, "peak" if is_mountain else "field", r=12)]
    owner = scene.fact(Term("place", "mountain")) if is_mountain else scene.name(int(area[-1]))
    shapes.append(words(x + wide - 16, y + 35, owner, "l end soft", fit=260))
    shapes.append(_piles(scene, mandala, area, x + 10, y + 44, is_own=is_own))
    if mark:
        shapes.append(rect(x + 3, y + 3, wide - 6, _AREA - 6, mark, r=10))
    label = f"{scene.fact(Term('mandala', mandala))}, {owner}: {_said(scene, mandala, area)}"
    if not is_own:
        return element("g", *shapes, role="group", aria_label=label)
    return scene.taps.tappable(part_code(place), label, *shapes)


def _said(scene: SceneView, mandala: int, area: str) -> str:
    cards = _cards_in(scene, mandala, area)
    return ", ".join(f"{cards.count(c)} {name(scene, c)}" for c in COLOURS if c in cards) or "-"


def _piles(scene: SceneView, mandala: int, area: str, x: float, y: float, *, is_own: bool) -> str:
    """Draw the piles of an area, the cards that are being laid among them."""
    cards = _cards_in(scene, mandala, area)
    place, laid, count = _laid(scene)
    here = place == (MOUNTAINS if area == "mountain" else FIELDS)[mandala] and is_own
    new = laid if here and scene.refused is None else []
    last = _last(scene)
    shown = [colour for colour in COLOURS if colour in cards or colour in new]
    drawn = []
    for at, colour in enumerate(shown):
        more = new.count(colour) * count
        piled = cards.count(colour) + more
        px = x + at * _STEP
        inside = card(scene, colour, px, y, count=piled, look="" if colour in cards else "ghost")
        if more:
            inside += rect(px - 3, y - 3, WIDE + 6, HIGH + 6, "cursor", r=9)
        elif last[:2] == (mandala, area) and colour in last[2] and not new:
            inside += rect(px - 3, y - 3, WIDE + 6, HIGH + 6, "last", r=9)
        drawn.append(_claimable(scene, mandala, area, colour, px, y, inside))
    return "".join(drawn)


def _claimable(
    scene: SceneView, mandala: int, area: str, colour: str, x: float, y: float, inside: str
) -> str:
    """Let a pile of the mountain that is destroyed be tapped by itself."""
    if scene.view["phase"] != "claim" or area != "mountain" or scene.view["claim"] != mandala:
        return inside
    is_cursor = _colour_of(scene.highlighted) == colour
    is_open = any(_colour_of(part) == colour for part in scene.options)
    if is_open:
        inside += rect(x - 3, y - 3, WIDE + 6, HIGH + 6, "cursor" if is_cursor else "open", r=9)
    return scene.taps.tappable(f"claim:{colour}", name(scene, colour), inside)


# --- beside and around ---


def _draw_pile(scene: SceneView) -> str:
    x, y, count = _PILES + 5, 270.0, int(scene.view["deck"])
    label = scene.say(N_("Draw pile: {count}"), count=count)
    title = words(
        x + WIDE / 2, y - 20, scene.fact(Term("place", "deck")), "s mid soft fine", fit=104
    )
    return element("g", title, back(x, y, count), role="img", aria_label=label)


def _discard_pile(scene: SceneView) -> str:
    x, y, cards = _PILES + 5, 442.0, str(scene.view["discard"])
    mark = _place_mark(scene, DISCARD)
    said = scene.fact(Term("place", "discard"))
    shapes = [
        words(x + WIDE / 2, y - 20, said, "s mid soft fine", fit=104),
        rect(x, y, WIDE, HIGH, "heap" if cards else "slot", r=7),
        words(x + WIDE / 2, y + 46, str(len(cards)), "l mid strong"),
    ]
    place, laid, count = _laid(scene)
    if place == DISCARD and laid:
        shapes.append(card(scene, laid[0], x, y, count=count, look="ghost"))
    if mark:
        shapes.append(rect(x - 6, y - 6, WIDE + 12, HIGH + 12, mark, r=11))
    return scene.taps.tappable(part_code(DISCARD), f"{said}: {len(cards)}", *shapes)


def _seat(scene: SceneView, seat: int) -> str:
    """Draw a player's edge: name, what binds, the hand and the cup face down, points at the end."""
    y, view = _NAMES[seat], scene.view
    is_on_turn = scene.seat == seat
    strong = " strong" if is_on_turn or seat in scene.winners else ""
    cup = len(view["cups_known"][seat]) + CUP_START
    shapes = [
        rect(16, y, WIDTH - 32, 64, "strip turn" if is_on_turn else "strip", r=12),
        words(34, y + 43, scene.name(seat), f"l{strong}", fit=250),
        words(296, y + 43, _binding(scene) if is_on_turn else "", "l strong", fit=216),
        _hidden(scene, "hand", int(view["hands"][seat]), 530, y),
        _hidden(scene, "cup", cup, 756, y),
    ]
    score = scene.scores[seat]
    if score is not None:
        star = "★ " if seat in scene.winners and len(scene.winners) == 1 else ""
        shapes.append(words(512, y + 43, f"{star}{score}", "l end strong"))
    return element("g", *shapes, role="group", aria_label=scene.name(seat))


def _hidden(scene: SceneView, place: str, count: int, x: float, y: float) -> str:
    """Draw some cards that nobody sees, and how many they are."""
    said = scene.fact(Term("place", place))
    shapes = [rect(x + n * 8, y + 14, 26, 36, "piece back", r=4) for n in range(min(count, 3))]
    shapes.append(words(x + 52, y + 43, f"{count}", "l strong"))
    shapes.append(words(x + 98, y + 43, said, "l soft", fit=116))
    return element("g", *shapes, role="img", aria_label=f"{said}: {count}")


def _binding(scene: SceneView) -> str:
    if not scene.options:
        return ""
    if scene.view["phase"] == "claim":
        return scene.say(N_("To claim"))
    if scene.view["last"] and scene.view["phase"] == "play":
        return scene.say(N_("Last mandala"))
    return ""


def _river(scene: SceneView, seat: int) -> str:
    """Draw a river: six slots with their worth, and the cards in them."""
    y, river = _EDGES[seat], str(scene.view["rivers"][seat])
    said = scene.fact(Term("place", "river"))
    shapes = [
        rect(16, y, WIDTH - 32, 84, "water", r=12),
        words(30, y + 53, said[:1].upper() + said[1:], "l", fit=104),
    ]
    for slot in range(RIVER_SLOTS):
        x = 176 + slot * 134
        shapes.append(words(x - 18, y + 52, str(slot + 1), "l mid strong soft"))
        if slot < len(river):
            shapes.append(card(scene, river[slot], x, y + 5))
        else:
            shapes.append(rect(x, y + 5, WIDE, HIGH, "slot", r=7))
    colours = ", ".join(f"{at} {name(scene, c)}" for at, c in enumerate(river, 1))
    label = f"{said}, {scene.name(seat)}: {colours or '-'}"
    return element("g", *shapes, role="img", aria_label=label)


def _palette(scene: SceneView) -> str:
    """Draw the six colours to name one: hands are hidden, so cards are told by their colour."""
    if not (scene.options or scene.picked or scene.may_choose):
        return ""
    wide = (WIDTH - 32) / len(COLOURS)
    drawn = []
    offered = {_colour_of(part) for part in scene.options} - {None}
    for at, colour in enumerate(COLOURS):
        x, y, hue = 16 + at * wide, _PALETTE, LOOKS[colour]
        said = name(scene, colour)
        shapes = [
            rect(x + 4, y, wide - 8, 76, f"piece {hue}", r=12),
            shape(colour, x + 32, y + 38, f"sign on-{hue}"),
            words(x + 56, y + 33, letter(scene, colour), f"l strong on-{hue}"),
            words(x + 56, y + 65, said, f"l on-{hue}", fit=wide - 66),
        ]
        mark = ""
        if colour in offered:
            mark = "cursor" if _colour_of(scene.highlighted) == colour else "open"
        elif any(_colour_of(part) == colour for part in scene.picked):
            mark = "picked"
        if mark:
            shapes.append(rect(x + 4, y, wide - 8, 76, mark, r=12))
        look = "" if not offered or mark else "ghost"
        code = f"card:{colour} colour:{colour} claim:{colour} {BELOW_CURSOR}/colour:{colour}"
        drawn.append(scene.taps.tappable(code, said, *shapes, look=look))
    return "".join(drawn)
