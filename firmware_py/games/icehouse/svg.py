"""The spiral seen from above, for pages and exports.

Every pyramid lies on its side and points at the base of the next one, from the outer start to the
eye. Below it are the players with their points, and the fifteen groups: whose pyramids are whose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from math import atan2, cos, hypot, sin

from engines.engine import Term
from engines.icehouse.state import GROUPS, LAY, SPACES, START, State
from firmware_py.core.language import N_
from firmware_py.games.icehouse.entry import EMPTY, pyramid_part
from firmware_py.games.icehouse.focus import (
    chosen_space,
    last_way,
    marks_of,
    offered_spaces,
    proposed_way,
    reached_spaces,
)
from firmware_py.games.icehouse.set_up import Point, SpiralLine
from firmware_py.games.icehouse.svg_groups import Hues, draw_groups, draw_seats, hues_of
from firmware_py.games.svg import SIZES as TEXT_SIZES
from firmware_py.games.svg import Taps, circle, element, group, line, path, rect, sheet, words
from firmware_py.match.scene import Scene
from firmware_py.match.taps import part_code

WIDTH, HEIGHT = 860, 1212
_CENTRE = (408.0, 476.0)
_LINE = SpiralLine(_CENTRE, 438.0, 104.0, 3.05, start=-0.3)
_SIZES = {"1": (52.0, 46.0), "2": (62.0, 58.0), "3": (72.0, 70.0)}
"""Length and base of a pyramid that lies: broad enough for a letter that a phone can show."""
_WIDER = 22.0
"""How much longer a mark is than its pyramid."""
_LETTERS = {"1": "ml", "2": "l", "3": "xl"}
_CAPITAL = 0.73
"""The height of a capital letter, as a share of the height of its text."""


@cache
def _spots() -> tuple[tuple[float, float, float], ...]:
    """Return where each space is and where its path leads, from the start before the first on."""
    return tuple(
        (x, y, atan2(y1 - y0, x1 - x0))
        for (x0, y0), (x, y), (x1, y1) in _LINE.even(SPACES + 1, fine=3000)
    )


def _spot(space: int) -> tuple[float, float, float]:
    """Return the place of a space; -1 is the start."""
    return _spots()[space + 1]


def draw_picture(scene: Scene[State], taps: Taps) -> str:
    """Draw the table of a moment."""
    marks = marks_of(scene)
    hues = hues_of(scene)
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
    )


# --- the path ---


def _spaces(scene: Scene[State], hues: Hues, taps: Taps) -> Iterator[str]:
    """Draw the pyramids, and the dots where there are none."""
    state, chosen = scene.state, chosen_space(scene)
    marks = dict.fromkeys(reached_spaces(scene), "reached")
    marks |= dict.fromkeys(offered_spaces(scene), "open")
    if chosen is not None:
        marks[chosen] = "against-frame" if scene.refused is not None else "cursor"
    names = {code: scene.fact(Term("short", code)) for code in GROUPS}
    empty = scene.fact(EMPTY.value)
    for space, code in enumerate(state.path):
        if code:
            colour, size = code[0], code[1]
            look, letter = hues.look[colour], hues.letter[colour]
            drawn = _pyramid(space, size, look, letter, marks.get(space, ""))
            tap = f"colour:{colour}/{part_code(pyramid_part(code, space))}"
            yield taps.tappable(tap, f"{names[code]}, {space + 1}", drawn)
        elif state.phase == LAY:
            yield _next_gap(space, is_next=space == state.path.index(""))
        else:
            drawn = _gap(space, is_refused=space == chosen)
            tap = f"{part_code(EMPTY)}/space:{space + 1}"
            yield taps.tappable(tap, f"{empty}, {space + 1}", drawn)


@lru_cache(maxsize=2 * SPACES)
def _pyramid(space: int, size: str, look: str, letter: str, mark: str) -> str:
    """Draw a pyramid with its letter, and how it is pointed out; few of them change at a time."""
    x, y, turn = _spot(space)
    length, base = _SIZES[size]
    back = _roundest(length, base) - length / 2
    drawn = path(_triangle(x, y, turn, length, base), f"piece {look}") + words(
        x + back * cos(turn),
        y + back * sin(turn) + TEXT_SIZES[_LETTERS[size]] * _CAPITAL / 2,
        letter,
        f"{_LETTERS[size]} mid strong on-{look}",
    )
    if not mark:
        return drawn
    # Larger around the same middle, which lies nearer to the base than to the tip.
    ahead = _WIDER / 6
    middle = x + ahead * cos(turn), y + ahead * sin(turn)
    return drawn + path(_triangle(*middle, turn, length + _WIDER, base + 17), mark)


def _triangle(x: float, y: float, turn: float, length: float, base: float) -> str:
    """Return a pyramid on its side: the base first, the tip where the path leads."""
    ahead, aside = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    corners = ((-0.5, -0.5), (0.5, 0.0), (-0.5, 0.5))
    points = [
        (
            x + along * length * ahead[0] + out * base * aside[0],
            y + along * length * ahead[1] + out * base * aside[1],
        )
        for along, out in corners
    ]
    return "M" + "L".join(f"{px:.0f} {py:.0f}" for px, py in points) + "Z"


def _roundest(length: float, base: float) -> float:
    """Return the radius of the largest circle in a pyramid: there a letter has most room."""
    return base * length / (base + 2 * hypot(length, base / 2))


@lru_cache(maxsize=2 * SPACES)
def _gap(space: int, *, is_refused: bool) -> str:
    """Draw an empty space."""
    x, y, _ = _spot(space)
    refused = circle(x, y, 20, "against-frame") if is_refused else ""
    return circle(x, y, 14, "none-fill") + circle(x, y, 4, "faint-dot") + refused


def _next_gap(space: int, *, is_next: bool) -> str:
    """Draw a space while the path is laid; the next one is ringed."""
    x, y, _ = _spot(space)
    return circle(x, y, 20 if is_next else 4, "cursor" if is_next else "faint-dot")


# --- ways ---


def _way(ends: tuple[int, int] | None, look: str) -> str:
    """Draw the path between two spaces below the pyramids that lie on it."""
    if ends is None or ends[0] >= ends[1]:
        return ""
    begin, end = ends
    points: Iterable[Point] = (_spot(space)[:2] for space in range(begin, end + 1))
    return line(points, f"trace road {look}-trace")


# --- pawns and the eye ---


def _pawns(scene: Scene[State], marks: tuple[str, ...]) -> str:
    """Draw the pawns in their gaps, side by side where several stand at the start."""
    state = scene.state
    drawn = []
    for seat, (mark, space) in enumerate(zip(marks, state.pawns, strict=True)):
        if seat in state.left or state.phase == LAY:
            continue
        x, y, turn = _spot(space)
        if space == START:
            x, y = x - 44 * seat * cos(turn) - 8, y - 44 * seat * sin(turn)
        look = "pawn on-turn" if scene.seat == seat else "pawn"
        drawn.append(
            element(
                "g",
                circle(x, y, 21, look),
                words(x, y + 11, mark, "ml mid strong", fit=36),
                role="img",
                aria_label=f"{scene.name(seat)}, {space + 1}",
            )
        )
    return group(*drawn, look="quiet")


def _eye(scene: Scene[State]) -> str:
    """Draw the eye of the spiral, and how many pyramids lie in it."""
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
    )
