"""The course of a game as lines, for a page: each side has a colour, dashes and a shape of its own.

.                        _<> An      the same shape stands before the name in the sheet;
|          ___----<>---''            the letters at the end are the first of the name
|  _--<>--'  ..[]..........[] Be
|<>..[]....''
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.games.svg import group, line, path, rect, words

HUES = 6
"""Colours that differ for every eye, by day and by night: `picture_style` has them."""
DASHES = 5
_SHAPES = (
    "M-8 0A8 8 0 1 0 8 0A8 8 0 1 0-8 0Z",
    "M-7-7H7V7H-7Z",
    "M0-9L9 7H-9Z",
    "M0-10L8 0L0 10L-8 0Z",
    "M0 9L9-7H-9Z",
    "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z",
    "M-9-9L0-4L9-9L4 0L9 9L0 4L-9 9L-4 0Z",
)
_MOST_POINTS = 40
"""So many moments of the course are drawn."""
_MARKS = 7
"""About so many of them have the shape."""
_PITCH = 24
"""Between two names at the end."""
_RIGHT = 92
"""For the letters at the end."""
_LEFT = 62
"""For the numbers at the left."""


def mark(side: int, at: tuple[float, float]) -> str:
    """Draw the shape of a side in its colour."""
    return path(_SHAPES[side % len(_SHAPES)], f"emblem {_hue(side)}", at=at)


def _hue(side: int) -> str:
    return f"hue{side % HUES + 1}"


def initials(names: Sequence[str]) -> list[str]:
    """Return the first letters of each name, as many as tell them apart; of "Player 2", P2."""
    for count in (1, 2, 3):
        cut = [name[:count] for name in names]
        if len(set(cut)) == len(cut):
            return cut
    return [name[:1] + name.split()[-1][:3] if " " in name else name[:4] for name in names]


def height_of(sides: int) -> float:
    """Return how high the lines and the names at their ends are."""
    return max(250, _PITCH * sides + 40)


def draw_course(course: Sequence[Sequence[int]], names: Sequence[str], wide: float) -> str:
    """Draw the scores of all sides, moment by moment; a course has the score of each side."""
    moments = _fewer(course)
    values = [value for moment in moments for value in moment]
    low, high = min(values), max(values)
    left, right = _LEFT, wide - _RIGHT
    top, bottom = 22, height_of(len(names)) - 22

    def place(number: int, value: int) -> tuple[float, float]:
        across = left + (right - left) * number / max(len(moments) - 1, 1)
        return round(across), round(bottom - (bottom - top) * (value - low) / max(high - low, 1))

    drawn = [rect(0, 0, wide, height_of(len(names)), "strip", r=12)]
    marks = {low, high} | ({0} if low < 0 < high else set())
    for value in sorted(marks):
        foot = place(0, value)[1]
        drawn.append(words(left - 12, foot + 7, str(value), "m end soft", fit=_LEFT - 14))
        drawn.append(line([(left, foot), (right, foot)], "last"))
    ends = [place(len(moments) - 1, value)[1] for value in moments[-1]]
    feet = _apart(ends, 26, height_of(len(names)) - 10)
    # The leading ones are drawn last, above the others.
    for side in sorted(range(len(names)), key=lambda each: moments[-1][each]):
        points = [place(number, moment[side]) for number, moment in enumerate(moments)]
        every = max(len(points) // _MARKS, 1)
        dashes = f"course {_hue(side)} dash{side % DASHES + 1}"
        drawn.append(line(points, dashes) if len(points) > 1 else "")
        drawn += [mark(side, each) for each in (*points[1:-1:every], points[-1])]
    for side, letters in enumerate(initials(names)):
        shape = mark(side, (right + 26, feet[side] - 7))
        drawn += [shape, words(right + 42, feet[side], letters, "m strong", fit=_RIGHT - 46)]
    return group(*drawn)


def _apart(ends: Sequence[float], top: float, bottom: float) -> list[float]:
    """Return where names stand beside the ends of their lines, so that none covers another."""
    order = sorted(range(len(ends)), key=lambda each: ends[each])
    feet = [end + 7 for end in ends]
    free = top
    for each in order:
        feet[each] = max(feet[each], free)
        free = feet[each] + _PITCH
    free = bottom
    for each in reversed(order):
        feet[each] = min(feet[each], free)
        free = feet[each] - _PITCH
    return feet


def _fewer(course: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Return the course in a bearable number of moments, the first and the last among them."""
    if len(course) <= _MOST_POINTS:
        return list(course)
    last = len(course) - 1
    return [course[n * last // (_MOST_POINTS - 1)] for n in range(_MOST_POINTS)]
