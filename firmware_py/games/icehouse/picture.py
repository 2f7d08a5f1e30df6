"""The spiral seen from above, for pages and exports.

Every pyramid lies on its side and points at the base of the next one, from the outer start to the
eye. Below it are the players with their points, and the fifteen groups: whose pyramids are whose.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from engines.engine import Term
from engines.icehouse.state import LAY, SPACES
from firmware_py.core.language import N_
from firmware_py.games.icehouse.entry import EMPTY, pyramid_part, space_of
from firmware_py.games.icehouse.groups import draw_groups, draw_seats, marks_of
from firmware_py.games.icehouse.hues import Hues, hues_of
from firmware_py.games.picture import PublicScene
from firmware_py.games.svg import SIZES as TEXT_SIZES
from firmware_py.games.svg import circle, element, group, line, path, rect, sheet, tappable, words
from firmware_py.match.taps import part_code

WIDTH, HEIGHT = 860, 1212
_CENTRE = (408.0, 476.0)
_OUTER, _INNER = 438.0, 104.0
_TURNS = 3.05
_FINE = 3000
_SIZES = {"1": (52.0, 46.0), "2": (62.0, 58.0), "3": (72.0, 70.0)}
"""Length and base of a pyramid that lies: broad enough for a letter that a phone can show."""
_WIDER = 22.0
"""A mark is so much longer than its pyramid."""
_LETTERS = {"1": "ml", "2": "l", "3": "xl"}
_CAPITAL = 0.73
"""Of the height of a text, so much is a capital letter."""

Point = tuple[float, float]


@cache
def _spots() -> tuple[tuple[float, float, float], ...]:
    """Return where each space is and where its path leads, from the start before the first on."""
    points = []
    for step in range(_FINE + 1):
        done = step / _FINE
        radius = _OUTER + (_INNER - _OUTER) * done
        angle = 2 * pi * _TURNS * done - 0.3
        points.append((_CENTRE[0] + radius * sin(angle), _CENTRE[1] - radius * cos(angle)))
    lengths = [0.0]
    for (x0, y0), (x1, y1) in pairwise(points):
        lengths.append(lengths[-1] + hypot(x1 - x0, y1 - y0))
    spots, at = [], 0
    for place in range(SPACES + 1):
        while lengths[at] < lengths[-1] * place / SPACES - 1e-9:
            at += 1
        (x0, y0), (x1, y1) = points[max(at - 1, 0)], points[min(at + 1, _FINE)]
        spots.append((*points[at], atan2(y1 - y0, x1 - x0)))
    return tuple(spots)


def _spot(space: int) -> tuple[float, float, float]:
    """Return the place of a space; -1 is the start."""
    return _spots()[space + 1]


def draw_picture(scene: PublicScene) -> str:
    """Draw the table of a moment."""
    hues = hues_of(scene)
    chosen = _chosen(scene)
    return sheet(
        WIDTH,
        HEIGHT,
        scene.say(N_("The table")),
        rect(0, 0, WIDTH, HEIGHT, "felt", r=18),
        _way(*_last(scene), "last"),
        _way(*_proposed(scene, chosen), "way"),
        _eye(scene),
        *(_space(scene, hues, space, chosen) for space in range(SPACES)),
        _pawns(scene),
        draw_seats(scene, 904),
        draw_groups(scene, hues, 1008),
    )


# --- the path ---


def _chosen(scene: PublicScene) -> int | None:
    """Return the space under the cursor, or the one that is picked or refused."""
    spaces = [space for part in scene.shown if (space := space_of(part)) is not None]
    return spaces[-1] if spaces else None


def _space(scene: PublicScene, hues: Hues, space: int, chosen: int | None) -> str:
    """Draw a pyramid, or the dot where one was."""
    code = scene.view["path"][space]
    x, y, turn = _spot(space)
    if not code:
        return _gap(scene, space, x, y)
    colour, size = code
    length, base = _SIZES[size]
    inside = [path(_triangle(x, y, turn, length, base), f"piece {hues.look[colour]}")]
    back = _roundest(length, base) - length / 2
    letter = words(
        x + back * cos(turn),
        y + back * sin(turn) + TEXT_SIZES[_LETTERS[size]] * _CAPITAL / 2,
        hues.letter[colour],
        f"{_LETTERS[size]} mid strong on-{hues.look[colour]}",
    )
    inside.append(letter)
    if mark := _mark(scene, space, chosen):
        # Larger around the same middle, which lies nearer to the base than to the tip.
        ahead = _WIDER / 6
        middle = x + ahead * cos(turn), y + ahead * sin(turn)
        inside.append(path(_triangle(*middle, turn, length + _WIDER, base + 17), mark))
    part = pyramid_part(code, space)
    label = f"{scene.fact(Term('short', code))}, {space + 1}"
    return tappable(f"colour:{colour}/{part_code(part)}", label, *inside)


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


def _mark(scene: PublicScene, space: int, chosen: int | None) -> str:
    """Return how a pyramid is pointed out: under the cursor, on offer, in reach, refused."""
    if space == chosen:
        return "against-frame" if scene.refused is not None else "cursor"
    if any(space_of(part) == space for part in scene.options):
        return "open"
    return "reached" if f"M{space + 1}" in scene.reachable else ""


def _gap(scene: PublicScene, space: int, x: float, y: float) -> str:
    """Draw an empty space; where the path is laid, the next one is ringed."""
    path_ = scene.view["path"]
    if scene.view["phase"] == LAY:
        is_next = space == path_.index("")
        return circle(x, y, 20 if is_next else 4, "cursor" if is_next else "faint-dot")
    label = f"{scene.fact(EMPTY.value)}, {space + 1}"
    code = f"{part_code(EMPTY)}/space:{space + 1}"
    inside = [circle(x, y, 14, "none-fill"), circle(x, y, 4, "faint-dot")]
    if space == _chosen(scene):
        inside.append(circle(x, y, 20, "against-frame"))
    return tappable(code, label, *inside)


# --- ways ---


def _moved(scene: PublicScene) -> int | None:
    """Return the space of the last move."""
    last = scene.last or ""
    return int(last[1:]) - 1 if last.startswith("M") and last[1:].isdigit() else None


def _last(scene: PublicScene) -> tuple[int, int]:
    """Return where the pawn of the last move came from and went."""
    space = _moved(scene)
    if space is None or scene.before is None or scene.before["turn"] is None:
        return 0, 0
    return int(scene.before["pawns"][scene.before["turn"]]), space


def _proposed(scene: PublicScene, chosen: int | None) -> tuple[int, int]:
    """Return the way of the pawn to the pyramid that is being chosen."""
    if chosen is None or scene.seat is None or scene.view["phase"] == LAY:
        return 0, 0
    return int(scene.view["pawns"][scene.seat]), chosen


def _way(begin: int, end: int, look: str) -> str:
    """Draw the path between two spaces below the pyramids that lie on it."""
    if begin >= end:
        return ""
    points: Iterable[Point] = (_spot(space)[:2] for space in range(begin, end + 1))
    return line(points, f"trace road {look}-trace")


# --- pawns and the eye ---


def _pawns(scene: PublicScene) -> str:
    """Draw the pawns in their gaps, side by side where several stand at the start."""
    drawn = []
    gone = scene.view.get("left", ())
    for seat, mark in enumerate(marks_of(scene)):
        space = int(scene.view["pawns"][seat])
        if seat in gone or scene.view["phase"] == LAY:
            continue
        x, y, turn = _spot(space)
        if space < 0:
            x, y = x - 44 * seat * cos(turn) - 8, y - 44 * seat * sin(turn)
        look = "pawn on-turn" if scene.seat == seat else "pawn"
        drawn.append(
            element(
                "g",
                circle(x, y, 21, look),
                words(x, y + 11, mark, "ml mid strong", fit=36),
                role="img",
                aria_label=f"{scene.name(seat)}, {space + 1 if space >= 0 else 0}",
            )
        )
    return group(*drawn, look="quiet")


def _eye(scene: PublicScene) -> str:
    """Draw the eye of the spiral, and how many pyramids lie in it."""
    x, y = _CENTRE
    count = len(scene.view["eye"])
    said = scene.say(N_("the eye: {count}"), count=count)
    return element(
        "g",
        path("M-54 0Q0-54 54 0Q0 54-54 0Z", "eye", at=(x, y)),
        circle(x, y, 24, "eye"),
        words(x, y + 11, str(count), "ml mid strong", fit=42),
        role="img",
        aria_label=said,
    )
