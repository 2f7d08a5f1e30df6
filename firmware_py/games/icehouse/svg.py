"""The table of Icehouse Mandala as SVG, for pages and exports.

The spiral is seen from above. Every pyramid is on its side and points at the base of
the next one, from the outer start to the eye. Below it are the players with their points, and who
has what of each group:

Ida 12      Bo 3
   R      Y      G      B      K
 A II.eo  ...                         a pyramid of the group, and five places: whose it is,
 A                                    o in the eye, . still on the path
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import atan2, cos, hypot, sin

from engines.engine import Term
from engines.icehouse.state import COLOURS, COPIES, GROUPS, LAY, SIZES, SPACES, START, State, points
from engines.icehouse.words import WORDS
from engines.wording import Voice
from firmware_py.core.language import N_, labelled
from firmware_py.games.icehouse.colours import PALETTE, letters
from firmware_py.games.icehouse.entry import EMPTY, pyramid_part
from firmware_py.games.icehouse.focus import (
    chosen_space,
    last_way,
    mark_of,
    marks_of,
    offered_spaces,
    proposed_way,
    reached_spaces,
)
from firmware_py.games.icehouse.set_up import Point, spiral
from firmware_py.games.picture import cursor_mark
from firmware_py.games.svg import (
    LOOKS,
    Taps,
    circle,
    element,
    group,
    hit,
    kept,
    line,
    path,
    piece,
    rect,
    sheet,
    words,
)
from firmware_py.games.svg import SIZES as TEXT_SIZES
from firmware_py.match.scene import Scene
from firmware_py.match.taps import ROOT, part_code


@dataclass(frozen=True, slots=True)
class Hues:
    """The class, letter, name and group names of each colour code."""

    look: Mapping[str, str]
    letter: Mapping[str, str]
    name: Mapping[str, str]
    group: Mapping[str, str]


@lru_cache(maxsize=2)
def hues_of(voice: Voice) -> Hues:
    """Return the colours as this table's words name them, since sets are sold in more than five."""
    named = {voice.translate(WORDS[f"colour.{code}"]): LOOKS[code] for code in PALETTE}
    said = {code: voice.fact(Term("colour", code)) for code in COLOURS}
    groups = {code: voice.fact(Term("short", code)) for code in GROUPS}
    return Hues({code: named[said[code]] for code in COLOURS}, letters(voice), said, groups)


# --- players, and who has what of a group ---


_LEFT, _WIDE = 20, 820
_COLUMN = _WIDE / len(COLOURS)
_HEAD, _ROW = 64, 60
"""High enough for a finger on a phone."""
_GROUP_SHAPES = {"1": "M-9-7L9 0L-9 7Z", "2": "M-13-10L13 0L-13 10Z", "3": "M-17-14L17 0L-17 14Z"}


def draw_seats(scene: Scene[State], marks: tuple[str, ...], y: float) -> str:
    """Draw the players with their points; the one on turn is highlighted."""
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
        spot = f"seat{seat}"
        drawn.append(element("g", *shapes, role="group", aria_label=label, data_spot=spot))
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
    """Draw the head of a column, where the colour can be chosen."""
    colour = COLOURS[column]
    x = _LEFT + column * _COLUMN
    name = hues.name[colour]
    shapes = [
        rect(x + 3, y, _COLUMN - 6, _HEAD - 6, f"piece {hues.look[colour]}", r=10),
        words(
            x + _COLUMN / 2,
            y + 40,
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
    """Draw a group: its pyramid, and where its five pyramids are."""
    x = _LEFT + column * _COLUMN
    shapes = [
        rect(x + 3, y, _COLUMN - 6, _ROW - 4, "strip", r=8),
        path(_GROUP_SHAPES[code[1]], f"piece {hues.look[code[0]]}", at=(x + 27, y + 28)),
    ]
    given = next((each.points for each in scene.state.scored if each.group == code), None)
    if given is None:
        places, said = _owners(scene, marks, code)
    else:
        places, said = _points(scene, marks, given)
    # Where points were given there are fewer labels, and each is longer.
    step = (_COLUMN - 52) / max(len(places), COPIES if given is None else 2)
    for at, place in enumerate(places):
        px = x + 47 + (at + 0.5) * step
        if place:
            shapes.append(words(px, y + 39, place, "ml mid strong", fit=step))
        else:
            shapes.append(circle(px, y + 28, 4, "faint-dot"))
    label = labelled(scene.say, hues.group[code], said)
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
    """Return the points that a finished group gave, as labels and in words."""
    got = [(seat, points) for seat, points in enumerate(given) if points]
    said = ", ".join(labelled(scene.say, scene.name(seat), points) for seat, points in got)
    return [f"{marks[seat]}{points}" for seat, points in got] or ["–"], said or "–"


def _owners(scene: Scene[State], marks: tuple[str, ...], code: str) -> tuple[list[str], str]:
    """Return the owners of the five pyramids (o: in the eye, empty: on the path), and in words."""
    state = scene.state
    owners = [seat for seat, mine in enumerate(state.held) for each in mine if each == code]
    eye, lying = state.eye.count(code), state.path.count(code)
    said = scene.say(N_("{count} on the path"), count=lying)
    places = [*[marks[seat] for seat in owners], *["o"] * eye, *[""] * lying]
    return places, ", ".join([*map(scene.name, owners), said])


# --- the spiral ---


WIDTH, HEIGHT = 860, 1272
_HIT = 44.0
"""The radius in which a tap counts for a pyramid or a space; of several the nearest."""
_CENTRE = (408.0, 476.0)
_SIZES = {"1": (52.0, 46.0), "2": (62.0, 58.0), "3": (72.0, 70.0)}
"""Length and base of a pyramid on its side, wide enough for a letter readable on a phone."""
_WIDER = 22.0
"""How much longer a mark is than its pyramid."""
_LETTERS = {"1": "ml", "2": "l", "3": "xl"}
_CAPITAL = 0.73
"""The height of a capital letter relative to the font size."""


@cache
def _spots() -> tuple[tuple[float, float, float], ...]:
    """Return the position and direction of each space, the start before the first."""
    places = spiral(_CENTRE, 438.0, 104.0, 3.05, -0.3, SPACES + 1, fine=3000)
    return tuple((x, y, atan2(y1 - y0, x1 - x0)) for (x0, y0), (x, y), (x1, y1) in places)


def _spot(space: int) -> tuple[float, float, float]:
    """Return the position and direction of a space; -1 is the start."""
    return _spots()[space + 1]


def draw_picture(scene: Scene[State], taps: Taps) -> str:
    """Draw the table of a scene."""
    marks = marks_of(scene)
    hues = hues_of(scene.voice)
    return sheet(
        WIDTH,
        HEIGHT,
        scene.say(N_("The table")),
        rect(0, 0, WIDTH, HEIGHT, "felt", r=18),
        _way(last_way(scene), "last"),
        _way(proposed_way(scene), "way"),
        _eye(scene),
        *_spaces(scene, hues, taps),
        _pawns(scene, marks),
        draw_seats(scene, marks, 904),
        draw_groups(scene, marks, hues, 1008, taps),
        narrow=(WIDTH, HEIGHT),
        goes=_taken_to(scene),
    )


def _taken_to(scene: Scene[State]) -> str:
    """Return the spot that the last pyramid went to: a player's, or the eye."""
    if scene.before is None:
        return ""
    if len(scene.state.eye) > len(scene.before.eye):
        return "eye"
    turn = scene.engine.turn(scene.before)
    return "" if turn is None or turn.seat is None else f"seat{turn.seat}"


# --- the path ---


def _spaces(scene: Scene[State], hues: Hues, taps: Taps) -> Iterator[str]:
    """Draw the pyramids, and dots for empty spaces."""
    state, chosen = scene.state, chosen_space(scene)
    marks = dict.fromkeys(reached_spaces(scene), "reached")
    marks |= dict.fromkeys(offered_spaces(scene), "open")
    if chosen is not None:
        marks[chosen] = "against-frame" if scene.refused is not None else cursor_mark(scene)
    empty, empty_code = scene.fact(EMPTY.value), part_code(EMPTY)
    for space, code in enumerate(state.path):
        if code:
            colour, size = code[0], code[1]
            look, letter = hues.look[colour], hues.letter[colour]
            drawn = _pyramid(space, size, look, letter, marks.get(space, ""))
            yield taps.tappable(_code(code, space), f"{hues.group[code]}, {space + 1}", drawn)
        elif state.phase == LAY:
            yield _next_gap(space, is_next=space == state.path.index(""))
        else:
            drawn = _gap(space, is_refused=space == chosen)
            tap = f"{empty_code}/space:{space + 1}"
            yield taps.tappable(tap, f"{empty}, {space + 1}", drawn)


@kept
def _code(pyramid: str, space: int) -> str:
    return f"colour:{pyramid[0]}/{part_code(pyramid_part(pyramid, space))}"


@kept
def _pyramid(space: int, size: str, look: str, letter: str, mark: str) -> str:
    """Draw a pyramid with its letter and mark; cached, because few change at a time."""
    x, y, turn = _spot(space)
    length, base = _SIZES[size]
    back = _roundest(length, base) - length / 2
    drawn = path(_triangle(x, y, turn, length, base), f"piece {look}") + words(
        x + back * cos(turn),
        y + back * sin(turn) + TEXT_SIZES[_LETTERS[size]] * _CAPITAL / 2,
        letter,
        f"{_LETTERS[size]} mid strong on-{look}",
    )
    drawn = piece(f"{look}{size}", str(space), drawn) + hit(x, y, _HIT)
    if not mark:
        return drawn
    # Larger around the same centre, which is nearer to the base than to the tip.
    ahead = _WIDER / 6
    middle = x + ahead * cos(turn), y + ahead * sin(turn)
    return drawn + path(_triangle(*middle, turn, length + _WIDER, base + 17), mark)


@kept
def _triangle(x: float, y: float, turn: float, length: float, base: float) -> str:
    """Return a pyramid on its side, its tip in the direction of the path."""
    ahead, aside = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    corners = []
    for along, out in ((-length, -base), (length, 0.0), (-length, base)):
        px = x + (along * ahead[0] + out * aside[0]) / 2
        py = y + (along * ahead[1] + out * aside[1]) / 2
        corners.append(f"{px:.0f} {py:.0f}")
    return "M" + "L".join(corners) + "Z"


def _roundest(length: float, base: float) -> float:
    """Return the radius of the largest circle in a pyramid, where a letter has most room."""
    return base * length / (base + 2 * hypot(length, base / 2))


@kept
def _gap(space: int, *, is_refused: bool) -> str:
    x, y, _ = _spot(space)
    refused = circle(x, y, 20, "against-frame") if is_refused else ""
    return circle(x, y, 4, "faint-dot") + refused + hit(x, y, _HIT)


def _next_gap(space: int, *, is_next: bool) -> str:
    """Draw a space while the path is laid; the next one is ringed."""
    x, y, _ = _spot(space)
    return circle(x, y, 20 if is_next else 4, "cursor" if is_next else "faint-dot")


# --- ways ---


@kept
def _way(ends: tuple[int, int] | None, look: str) -> str:
    """Draw the path between two spaces, below the pyramids on it."""
    if ends is None or ends[0] >= ends[1]:
        return ""
    begin, end = ends
    points: Iterable[Point] = (_spot(space)[:2] for space in range(begin, end + 1))
    return line(points, f"trace road {look}-trace")


# --- pawns and the eye ---


def _pawns(scene: Scene[State], marks: tuple[str, ...]) -> str:
    """Draw the pawns in their gaps, next to each other where several are at the start."""
    state = scene.state
    drawn = []
    for seat, (mark, space) in enumerate(zip(marks, state.pawns, strict=True)):
        if seat in state.left or state.phase == LAY:
            continue
        x, y, turn = _spot(space)
        if space == START:
            x, y = x - 44 * seat * cos(turn) - 8, y - 44 * seat * sin(turn)
        is_on_turn = scene.seat == seat
        look = "pawn on-turn" if is_on_turn else "pawn"
        pawn = piece(
            f"pawn{seat}",
            str(space),
            circle(x, y, 21, look),
            words(x, y + 11, mark, "ml mid strong", fit=36),
        )
        drawn.append(
            element(
                "g",
                pawn,
                hit(x, y, 24) if is_on_turn else "",
                role="img",
                aria_label=f"{scene.name(seat)}, {space + 1}",
                look="" if is_on_turn and scene.may_choose else "quiet",
                data_grab=ROOT if is_on_turn and scene.may_choose else None,
            )
        )
    return group(*drawn)


def _eye(scene: Scene[State]) -> str:
    """Draw the eye of the spiral, and how many pyramids are in it."""
    x, y = _CENTRE
    count = len(scene.state.eye)
    said = scene.say(N_("the eye: {count}"), count=count)
    return element(
        "g",
        path("M-54 0Q0-54 54 0Q0 54-54 0Z", "eye", at=(x, y)),
        circle(x, y, 24, "eye"),
        words(x, y + 11, str(count), "ml mid strong", fit=42),
        role="img",
        aria_label=said,
        data_spot="eye",
    )
