"""The colours of the SVG of Icehouse Mandala, and what is below it: players and groups.

Below the spiral: the players with their points, and who has what of each group.

Ida 12      Bo 3
   R      Y      G      B      K
 A II.eo  ...                         a pyramid of the group, and five places: whose it is,
 A                                    o in the eye, . still on the path
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.engine import Term
from engines.icehouse.state import COLOURS, COPIES, LAY, SIZES, State, points
from engines.icehouse.words import WORDS
from firmware_py.core.language import N_, labelled
from firmware_py.games.icehouse.colours import PALETTE
from firmware_py.games.icehouse.focus import mark_of
from firmware_py.games.icehouse.oled_path import letters
from firmware_py.games.svg import Taps, circle, element, path, rect, words
from firmware_py.match.scene import Scene

_LOOKS = {
    "R": "red",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "K": "black",
    "W": "white",
    "P": "purple",
    "O": "orange",
    "T": "turquoise",
    "C": "clear",
}


@dataclass(frozen=True, slots=True)
class Hues:
    """How each colour of the rules looks here, and its letter."""

    look: Mapping[str, str]
    letter: Mapping[str, str]


def hues_of(scene: Scene[State]) -> Hues:
    """Return the colours as this table's words name them: sets are sold in more than five."""
    translate = scene.voice.translate
    named = {translate(WORDS[f"colour.{code}"]): _LOOKS[code] for code in PALETTE}
    said = {code: scene.fact(Term("colour", code)) for code in COLOURS}
    return Hues({code: named[said[code]] for code in COLOURS}, letters(scene.voice))


# --- players, and who has what of a group ---


_LEFT, _WIDE = 20, 820
_COLUMN = _WIDE / len(COLOURS)
_HEAD, _ROW = 46, 46
_SHAPES = {"1": "M-9-7L9 0L-9 7Z", "2": "M-13-10L13 0L-13 10Z", "3": "M-17-14L17 0L-17 14Z"}


def draw_seats(scene: Scene[State], marks: tuple[str, ...], y: float) -> str:
    """Draw every player with the points; whose turn it is stands out."""
    have, winners, on_turn = points(scene.state), scene.winners, scene.seat
    wide = _WIDE / len(marks)
    drawn = []
    for seat, mark in enumerate(marks):
        x = _LEFT + seat * wide
        is_on_turn = on_turn == seat
        strong = " strong" if is_on_turn or seat in winners else ""
        shapes = [
            rect(x + 3, y, wide - 6, 88, "strip turn" if is_on_turn else "strip", r=12),
            circle(x + 32, y + 44, 19, "pawn on-turn" if is_on_turn else "pawn"),
            words(x + 32, y + 55, mark, "ml mid strong", fit=34),
            words(x + 60, y + 38, scene.name(seat), f"l{strong}", fit=wide - 70),
            words(x + 60, y + 76, str(have[seat]), f"l{strong}"),
        ]
        if seat in winners:
            shapes.append(words(x + 112, y + 74, "★", "ml strong"))
        label = labelled(scene.say, scene.name(seat), have[seat])
        drawn.append(element("g", *shapes, role="group", aria_label=label))
    return "".join(drawn)


def draw_groups(
    scene: Scene[State], marks: tuple[str, ...], hues: Hues, y: float, taps: Taps
) -> str:
    """Draw the colours above their three groups."""
    heads = [_colour(scene, hues, column, y, taps) for column in range(len(COLOURS))]
    cells = [
        _group(scene, hues, marks, colour + size, column, y + _HEAD + row * _ROW, taps)
        for column, colour in enumerate(COLOURS)
        for row, size in enumerate(SIZES)
    ]
    return "".join([*heads, *cells])


def _colour(scene: Scene[State], hues: Hues, column: int, y: float, taps: Taps) -> str:
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
    if mark := mark_of(scene, Term("colour", colour)):
        shapes.append(rect(x + 3, y, _COLUMN - 6, _HEAD - 6, mark, r=10))
    return taps.tappable(f"colour:{colour}", name, *shapes)


def _group(
    scene: Scene[State],
    hues: Hues,
    marks: tuple[str, ...],
    code: str,
    column: int,
    y: float,
    taps: Taps,
) -> str:
    """Draw a group: its pyramid, and where its five are."""
    x = _LEFT + column * _COLUMN
    shapes = [
        rect(x + 3, y, _COLUMN - 6, _ROW - 4, "strip", r=8),
        path(_SHAPES[code[1]], f"piece {hues.look[code[0]]}", at=(x + 27, y + 21)),
    ]
    given = next((each.points for each in scene.state.scored if each.group == code), None)
    if given is None:
        places, said = _owners(scene, marks, code)
    else:
        places, said = _points(scene, marks, given)
    # Where points were given there are fewer, and each is longer.
    step = (_COLUMN - 52) / max(len(places), COPIES if given is None else 2)
    for at, place in enumerate(places):
        px = x + 47 + (at + 0.5) * step
        if place:
            shapes.append(words(px, y + 32, place, "ml mid strong", fit=step))
        else:
            shapes.append(circle(px, y + 21, 4, "faint-dot"))
    label = labelled(scene.say, scene.fact(Term("short", code)), said)
    if scene.state.phase != LAY:
        return element("g", *shapes, role="img", aria_label=label)
    if Term("colour", code[0]) in (part.value for part in scene.shown) and (
        mark := mark_of(scene, Term("size", code[1]))
    ):
        shapes.append(rect(x + 3, y, _COLUMN - 6, _ROW - 4, mark, r=8))
    return taps.tappable(f"colour:{code[0]}/size:{code[1]}", label, *shapes)


def _points(
    scene: Scene[State], marks: tuple[str, ...], given: tuple[int, ...]
) -> tuple[list[str], str]:
    """Return the points that a finished group gave, and the same in words."""
    got = [(seat, points) for seat, points in enumerate(given) if points]
    said = ", ".join(labelled(scene.say, scene.name(seat), points) for seat, points in got)
    return [f"{marks[seat]}{points}" for seat, points in got] or ["–"], said or "–"


def _owners(scene: Scene[State], marks: tuple[str, ...], code: str) -> tuple[list[str], str]:
    """Return whose the five pyramids are (o: in the eye, empty: on the path), and in words."""
    state = scene.state
    owners = [seat for seat, mine in enumerate(state.held) for each in mine if each == code]
    eye, lying = state.eye.count(code), state.path.count(code)
    said = scene.say(N_("{count} on the path"), count=lying)
    places = [*(marks[seat] for seat in owners), *["o"] * eye, *[""] * lying]
    return places, ", ".join([*map(scene.name, owners), said])
