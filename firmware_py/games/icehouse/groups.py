"""Below the spiral: the players with their points, and who has what of each group.

Ida 12      Bo 3
   R      Y      G      B      K
 A II.eo  ...                         a pyramid of the group, and five places: whose it is,
 A                                    o in the eye, . still on the path
"""

from __future__ import annotations

from engines.engine import Term
from engines.icehouse.state import COLOURS, COPIES, LAY, SIZES
from firmware_py.core.language import N_, labelled
from firmware_py.games.icehouse.hues import Hues
from firmware_py.games.picture import PublicScene
from firmware_py.games.svg import circle, element, path, rect, tappable, words

_LEFT, _WIDE = 20, 820
_COLUMN = _WIDE / len(COLOURS)
_HEAD, _ROW = 46, 46
_MOST = 3
"""Beyond so many letters the number of the seat says it better."""
_SHAPES = {"1": "M-9-7L9 0L-9 7Z", "2": "M-13-10L13 0L-13 10Z", "3": "M-17-14L17 0L-17 14Z"}


def marks_of(scene: PublicScene) -> tuple[str, ...]:
    """Return the shortest beginnings of the names that are all different; else seat numbers."""
    names = [scene.name(seat) for seat in range(len(scene.view["pawns"]))]
    for length in range(1, _MOST + 1):
        short = tuple(name[:length] for name in names)
        if len({each.casefold() for each in short}) == len(names):
            return short
    return tuple(str(seat + 1) for seat in range(len(names)))


def draw_seats(scene: PublicScene, y: float) -> str:
    """Draw every player with the points; whose turn it is stands out."""
    marks = marks_of(scene)
    wide = _WIDE / len(marks)
    drawn = []
    for seat, mark in enumerate(marks):
        x = _LEFT + seat * wide
        is_on_turn = scene.seat == seat
        strong = " strong" if is_on_turn or seat in scene.winners else ""
        points = scene.view["points"][seat]
        shapes = [
            rect(x + 3, y, wide - 6, 88, "strip turn" if is_on_turn else "strip", r=12),
            circle(x + 32, y + 44, 19, "pawn on-turn" if is_on_turn else "pawn"),
            words(x + 32, y + 55, mark, "ml mid strong", fit=34),
            words(x + 60, y + 38, scene.name(seat), f"l{strong}", fit=wide - 70),
            words(x + 60, y + 76, str(points), f"l{strong}"),
        ]
        if seat in scene.winners:
            shapes.append(words(x + 112, y + 74, "★", "ml strong"))
        label = labelled(scene.say, scene.name(seat), points)
        drawn.append(element("g", *shapes, role="group", aria_label=label))
    return "".join(drawn)


def draw_groups(scene: PublicScene, hues: Hues, y: float) -> str:
    """Draw the colours above their three groups."""
    marks = marks_of(scene)
    cells = [
        _group(scene, hues, marks, colour + size, column, y + _HEAD + row * _ROW)
        for column, colour in enumerate(COLOURS)
        for row, size in enumerate(SIZES)
    ]
    return "".join([*(_colour(scene, hues, at, y) for at in range(len(COLOURS))), *cells])


def _mark(scene: PublicScene, family: str, value: str) -> str:
    """Return how something of the supply is pointed out."""
    term = Term(family, value)
    if scene.highlighted is not None and scene.highlighted.value == term:
        return "cursor"
    if any(part.value == term for part in scene.picked):
        return "picked"
    return "open" if any(part.value == term for part in scene.options) else ""


def _colour(scene: PublicScene, hues: Hues, column: int, y: float) -> str:
    """Draw the head of a column: the colour can be chosen there."""
    colour = COLOURS[column]
    x = _LEFT + column * _COLUMN
    name = scene.fact(Term("colour", colour))
    shapes = [
        rect(x + 3, y, _COLUMN - 6, _HEAD - 6, f"piece {hues.look[colour]}", r=10),
        words(
            x + _COLUMN / 2,
            y + 31,
            f"{hues.letter[colour]} · {name}",
            f"l mid strong on-{hues.look[colour]}",
            fit=_COLUMN - 20,
        ),
    ]
    if mark := _mark(scene, "colour", colour):
        shapes.append(rect(x + 3, y, _COLUMN - 6, _HEAD - 6, mark, r=10))
    return tappable(f"colour:{colour}", name, *shapes)


def _group(
    scene: PublicScene, hues: Hues, marks: tuple[str, ...], code: str, column: int, y: float
) -> str:
    """Draw a group: its pyramid, and where its five are."""
    x = _LEFT + column * _COLUMN
    shapes = [
        rect(x + 3, y, _COLUMN - 6, _ROW - 4, "strip", r=8),
        path(_SHAPES[code[1]], f"piece {hues.look[code[0]]}", at=(x + 27, y + 21)),
    ]
    places, said = _places(scene, marks, code)
    # Where points were given there are fewer, and each is longer.
    step = (_COLUMN - 52) / max(len(places), 2 if code in scene.view["scored"] else COPIES)
    for at, place in enumerate(places):
        px = x + 47 + (at + 0.5) * step
        if place:
            shapes.append(words(px, y + 32, place, "ml mid strong", fit=step))
        else:
            shapes.append(circle(px, y + 21, 4, "faint-dot"))
    label = labelled(scene.say, scene.fact(Term("short", code)), said)
    if scene.view["phase"] != LAY:
        return element("g", *shapes, role="img", aria_label=label)
    if Term("colour", code[0]) in (part.value for part in scene.shown) and (
        mark := _mark(scene, "size", code[1])
    ):
        shapes.append(rect(x + 3, y, _COLUMN - 6, _ROW - 4, mark, r=8))
    return tappable(f"colour:{code[0]}/size:{code[1]}", label, *shapes)


def _places(scene: PublicScene, marks: tuple[str, ...], code: str) -> tuple[list[str], str]:
    """Return whose the five pyramids are (o: in the eye, empty: on the path), and in words.

    Of a finished group: the points that it gave.
    """
    view = scene.view
    if code in view["scored"]:
        given = [
            (marks[seat], points) for seat, points in enumerate(view["scored"][code]) if points
        ]
        told = ((scene.name(s), p) for s, p in enumerate(view["scored"][code]) if p)
        said = ", ".join(labelled(scene.say, name, points) for name, points in told)
        return [f"{mark}{points}" for mark, points in given] or ["–"], said or "–"
    owners = [seat for seat, mine in enumerate(view["held"]) for each in mine if each == code]
    eye, lying = view["eye"].count(code), view["path"].count(code)
    said = scene.say(N_("{count} on the path"), count=lying)
    places = [*(marks[seat] for seat in owners), *["o"] * eye, *[""] * lying]
    return places, ", ".join([*map(scene.name, owners), said])
