"""The spiral as it fills up, and three pyramids to lay next to it.

(13 R) 14 Y  15 K      the one in hand is lit        . . .
  A     A     A                                     .  o  .
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from engines.icehouse.state import SPACES
from firmware_py.games.icehouse.pieces import big_pyramid, tall_sign
from firmware_py.ui.canvas import HEIGHT, Canvas
from firmware_py.ui.widgets import BAR_HEIGHT, Rect

AHEAD = 3
"""How many pyramids are called out at a time."""
_TURNS = 3.1
_OUTER, _INNER = 24.0, 5.0
_CENTRE = (100, BAR_HEIGHT + (HEIGHT - BAR_HEIGHT) // 2 + 1)
_FINE = 6000


@cache
def _dots() -> tuple[tuple[int, int], ...]:
    """Return the spaces on an even spiral, from the outer start to the eye."""
    line = []
    for step in range(_FINE + 1):
        done = step / _FINE
        radius = _OUTER + (_INNER - _OUTER) * done
        angle = 2 * pi * _TURNS * done
        line.append((_CENTRE[0] + radius * sin(angle), _CENTRE[1] - radius * cos(angle)))
    lengths = [0.0]
    for (x0, y0), (x1, y1) in pairwise(line):
        lengths.append(lengths[-1] + hypot(x1 - x0, y1 - y0))
    dots, at = [], 0
    for space in range(SPACES):
        while lengths[at] < lengths[-1] * space / (SPACES - 1) - 1e-9:
            at += 1
        dots.append((round(line[at][0]), round(line[at][1])))
    return tuple(dots)


def draw_spiral(canvas: Canvas, here: int) -> None:
    """Draw what lies up to a space as blocks, that space ringed, and the rest as points."""
    for space, (x, y) in enumerate(_dots()):
        if space < here:
            canvas.fill(x - 1, y - 1, 2, 2)
        elif space == here:
            canvas.fill(x - 2, y - 2, 5, 5)
            canvas.fill(x - 1, y - 1, 3, 3, on=False)
            canvas.pixel(x, y)
        else:
            canvas.pixel(x, y)


def draw_three(
    canvas: Canvas, path: tuple[str, ...], here: int, names: dict[str, str], area: Rect
) -> None:
    """Draw the three pyramids around a space, its own lit: letter above, size below."""
    first = here - here % AHEAD
    w = area.w // AHEAD
    for place, space in enumerate(range(first, min(first + AHEAD, SPACES))):
        spot = Rect(area.x + place * w, area.y, w - 1, area.h)
        lit = space == here
        if lit:
            canvas.fill(*spot)
        code = path[space]
        if not code:
            canvas.fill(spot.x + spot.w // 2 - 4, spot.y + spot.h // 2, 8, 2, on=not lit)
            continue
        tall_sign(canvas, spot.x, spot.y + 2, names[code[0]], spot.w, on=not lit)
        big_pyramid(canvas, spot.x, spot.y + spot.h - 3, code[1], spot.w, on=not lit)
