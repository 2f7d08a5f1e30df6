"""The sheet and the course of the game as SVG, for pages and exports.

The course of a game as lines, for a page: each side has a colour, dashes and a shape of its own.

.                        _<> An      the same shape stands before the name in the sheet;
|          ___----<>---''            the letters at the end are the first of the name
|  _--<>--'  ..[]..........[] Be
|<>..[]....''

The sheet and the course of the game as one picture, for pages and exports.

title, round                 narrow: on a phone a cell is as large as a finger, and a number as
       <> Anna   [] Ben      large as the letters around the picture
  1       12        0
  2        4       [ ]       a missing cell is a hole, a player who is not in it a dash
total     16        0
 ___..--<> An                the course, a line for each
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.engine import ChoicePart, Named, Seat
from engines.scorepad.course import course, score_text, totals
from engines.scorepad.rules import turn
from engines.scorepad.scoring import outcome, ranks
from engines.scorepad.state import State, members
from firmware_py.core.language import N_
from firmware_py.games.scorepad.focus import CellFocus, focus_of, round_text
from firmware_py.games.scorepad.svg_cells import Cell, Row, round_count, rows_of, side_code
from firmware_py.games.svg import (
    Taps,
    element,
    ground,
    group,
    kept,
    leaf,
    line,
    moved,
    path,
    pressed,
    rect,
    rough_width,
    sheet,
    words,
)
from firmware_py.match.scene import Scene

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
"""How many moments of the course are drawn."""
_MARKS = 7
"""About how many of them have the shape."""
_PITCH = 24
"""Between two names at the end."""
_RIGHT = 92
"""For the letters at the end."""
_COURSE_LEFT = 62
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


@lru_cache(maxsize=2)
def draw_course(course: tuple[tuple[int, ...], ...], names: tuple[str, ...], wide: float) -> str:
    """Draw the scores of all sides, moment by moment; a course has the score of each side."""
    moments = _fewer(course)
    values = [value for moment in moments for value in moment]
    low, high = min(values), max(values)
    left, right = _COURSE_LEFT, wide - _RIGHT
    top, bottom = 22, height_of(len(names)) - 22

    def place(number: int, value: int) -> tuple[float, float]:
        across = left + (right - left) * number / max(len(moments) - 1, 1)
        return round(across), round(bottom - (bottom - top) * (value - low) / max(high - low, 1))

    drawn = [rect(0, 0, wide, height_of(len(names)), "strip", r=12)]
    marks = {low, high} | ({0} if low < 0 < high else set())
    for value in sorted(marks):
        foot = place(0, value)[1]
        if value in (low, high) or min(bottom - foot, foot - top) >= _PITCH:
            drawn.append(
                words(left - 12, foot + 7, str(value), "m end soft", fit=_COURSE_LEFT - 14)
            )
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
    """Return where names stand next to the ends of their lines, so that none covers another."""
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


# --- the picture ---


WIDTH = 520
_LEFT, _WIDE = 10, 500
_HEAD = 92
_BAND = 5
"""How many sides are next to each other; more are in two bands, one below the other."""
_FINGER = 68
"""The height of whatever is tapped: a finger's, on a phone that is 360 pixels wide as well."""


class _Column(NamedTuple):
    """What a sheet says of one side, besides its cells."""

    side: int
    seats: tuple[int, ...]
    code: str
    """Of a tap on the name; empty once the game is over."""
    total: str
    """With games within the game, how the side stands in all of them."""
    rank: int
    is_on_turn: bool
    is_winner: bool

    def name(self, scene: Scene[State]) -> str:
        """Return all players of the side, those who are away too: the points are theirs."""
        return "+".join([scene.name(seat) for seat in self.seats])


@lru_cache(maxsize=4)
def _columns(state: State) -> tuple[tuple[_Column, ...], tuple[tuple[int, ...], ...]]:
    """Return the columns of a sheet, and the course of the game."""
    on_turn, ended, placed = turn(state), outcome(state), ranks(state)
    seat = None if on_turn is None else on_turn.seat
    winners = () if ended is None else ended.winners
    made = []
    for side, total in enumerate(totals(state)):
        seats = members(state, side)
        code = "" if state.ended else side_code(state, side)
        is_winner = any(each in winners for each in seats)
        games = score_text(state, side, total)
        made.append(_Column(side, seats, code, games, placed[side], seat in seats, is_winner))
    return tuple(made), tuple(course(state))


def draw_picture(scene: Scene[State], taps: Taps) -> str:
    """Draw the sheet of a moment."""
    columns, course_of_game = _columns(scene.state)
    bands = -(-len(columns) // _BAND)
    each = -(-len(columns) // bands)
    focus = focus_of(scene)
    rows = rows_of(scene, focus)
    drawn, y = [], float(_HEAD)
    for band in range(bands):
        part = _table(scene, columns[band * each : (band + 1) * each], rows, y, taps, focus.side)
        drawn.append(leaf(part, wide=(band * (_WIDE + 10), _HEAD - y)))
        y += _height(len(rows), _FINGER) + 10
    high = _height(len(rows), _close(len(rows))) + 10
    names = tuple([column.name(scene) for column in columns])
    chart = height_of(len(columns))
    scale = min(max((high - 10) / chart, 1), 1.4)
    left_of_chart = bands * (_WIDE + 10)
    lines = draw_course(course_of_game, names, _WIDE)
    return sheet(
        WIDTH,
        y + chart + 10,
        scene.say(N_("The table")),
        ground(),
        _title(scene, focus),
        *drawn,
        group(leaf(lines, wide=(left_of_chart, _HEAD - y), scale=scale), at=(_LEFT, y)),
        look="tall",
        wide=(_LEFT + left_of_chart + _WIDE * scale + 10, _HEAD + max(high, chart * scale + 10)),
    )


def _title(scene: Scene[State], focus: CellFocus) -> str:
    template = scene.state.template
    told = round_text(scene, focus.round or round_count(scene.state))
    if template.end.target is not None:
        told += " · " + scene.say(N_("Ends at {target}"), target=template.end.target)
    title = scene.fact(Named("title", template.title))
    return group(
        words(_LEFT + 6, 42, title, "l strong", fit=_WIDE - 12),
        words(_LEFT + 6, 76, told, "m soft", fit=_WIDE - 12),
    )


# --- the sheet --------------------------------------------------------------------------------


_ROOMY = 6
"""The number of rows that are as high as a finger everywhere."""


def _close(rows: int) -> int:
    """Return the height of a row where the whole sheet is to be seen next to the course."""
    return _FINGER if rows <= _ROOMY else 54 if rows <= 10 else 48


def _height(rows: int, pitch: int) -> int:
    """Return how high names, rows and totals are."""
    return _FINGER + rows * pitch + 70


@lru_cache(maxsize=64)
def _closer(rows: int, above: float) -> str | None:
    """Return how something moves where the rows are close, below this many of them."""
    by = above * (_close(rows) - _FINGER)
    return moved(0, by) if by else None


@lru_cache(maxsize=64)
def _lower(rows: int, middle: float) -> str | None:
    """Return how something as high as a row becomes as low as the rows are there."""
    close = _close(rows)
    return None if close == _FINGER else pressed(middle, close / _FINGER)


def _row_name(scene: Scene[State], row: Row) -> str:
    return scene.say(N_("Round {number}"), number=row.name) if row.is_head else scene.fact(row.name)


def _table(
    scene: Scene[State],
    columns: Sequence[_Column],
    rows: Sequence[Row],
    y: float,
    taps: Taps,
    active: int | None,
) -> str:
    """Draw names, rows and totals of some sides; the column of the active one is tinted."""
    count = len(rows)
    names = [_row_name(scene, row) for row in rows]
    total_name = scene.say(N_("Totals"))
    widths = [
        rough_width(name, "m") + (20 if row.is_indented else 0)
        for name, row in zip(names, rows, strict=True)
    ]
    first = min(max([*widths, rough_width(total_name, "m strong")]) + 20, 170)
    wide = (_WIDE - first) / len(columns)
    drawn = [_ground(count, y)]
    for at, row in enumerate(rows):
        top = y + _FINGER + at * _FINGER
        left = _LEFT + (20 if row.is_indented else 10)
        room = first - (left - _LEFT) - 6
        name = words(left, top + _FINGER / 2 + 8, names[at], "m soft", fit=room)
        drawn.append(_moving(_closer(count, at + 0.5), name))
        if at and not row.is_indented:
            drawn.append(_moving(_closer(count, at), _rule(top, "hair")))
    foot = y + _FINGER + count * _FINGER
    total = words(_LEFT + 10, foot + 36, total_name, "m strong", fit=first - 16)
    drawn.append(_moving(_closer(count, count), _rule(foot, "rule"), total))
    named = list(zip(names, rows, strict=True))
    for at, column in enumerate(columns):
        spot = _LEFT + first + at * wide, y
        if column.side == active:
            drawn.append(_tint(spot, wide, count))
        drawn.append(_draw_column(scene, column, spot, wide, named, taps))
    return "".join(drawn)


def _ground(rows: int, y: float) -> str:
    """Draw the ground of the sheet."""
    high, close = _height(rows, _FINGER), _height(rows, _close(rows))
    lower = None if high == close else pressed(y, close / high)
    return rect(_LEFT, y, _WIDE, high, "strip", r=12, wide=lower)


def _tint(spot: tuple[float, float], wide: float, rows: int) -> str:
    """Draw the ground of a column while something is entered there."""
    high, close = _height(rows, _FINGER), _height(rows, _close(rows))
    lower = None if high == close else pressed(spot[1], close / high)
    return rect(*spot, wide, high, "tint", r=8, wide=lower)


def _moving(wide: str | None, *inside: str) -> str:
    """Return things that stand elsewhere where the rows are close."""
    return "".join(inside) if wide is None else element("g", *inside, data_wide=wide)


@kept
def _rule(y: float, look: str) -> str:
    return line([(_LEFT + 8, y), (_LEFT + _WIDE - 8, y)], look)


def _draw_column(
    scene: Scene[State],
    column: _Column,
    spot: tuple[float, float],
    wide: float,
    rows: Sequence[tuple[str, Row]],
    taps: Taps,
) -> str:
    """Draw one side: name, cells, total and place."""
    (x, y), count, name = spot, len(rows), column.name(scene)
    is_away = set(column.seats) <= set(scene.state.away)
    match scene.highlighted:
        case ChoicePart("player", Seat(seat)) if seat in column.seats:
            look = "none-fill cursor"
        case _:
            look = "turn" if column.is_on_turn else ""
    frame = rect(x + 2, y + 7, wide - 4, _FINGER - 12, look, r=8) if look else ""
    text = words(x + 25, y + 43, name, "m soft" if is_away else "m strong", fit=wide - 38)
    place = rect(x, y, wide, _FINGER, "none-fill")
    head = frame + place + mark(column.side, (x + 13, y + 36)) + text
    drawn = [taps.tappable(column.code, name, head) if column.code else group(head)]
    for at, (row_name, row) in enumerate(rows):
        cell, closer = row.cells[column.side], _closer(count, at + 0.5)
        lower = _lower(count, y + (at + 1.5) * _FINGER)
        shapes = _draw_cell(cell, x, y + (at + 1) * _FINGER, wide, lower)
        if shapes and cell.code and column.code:
            shown = "?" if cell.text is None else f"{cell.text} {cell.below}".strip()
            label = f"{name}, {row_name}: {shown}"
            drawn.append(taps.tappable(cell.code, label, shapes, wide=closer))
        elif shapes:
            drawn.append(_moving(closer, shapes))
    middle, foot = x + wide / 2, y + (count + 1) * _FINGER
    total = f"{column.total} ★" if column.is_winner else column.total
    sums = [
        words(middle, foot + 36, total, "l mid strong", fit=wide - 4),
        words(middle, foot + 61, f"{column.rank}.", "m mid soft"),
    ]
    drawn.append(_moving(_closer(count, count), *sums))
    said = f"{name}: {column.total}, {column.rank}."
    return element("g", *drawn, role="group", aria_label=said)


@kept
def _draw_cell(cell: Cell, x: float, y: float, wide: float, lower: str | None) -> str:
    """Draw a cell: its number or a hole, and a frame where it is the one in question."""
    if cell.text == "":
        return ""
    middle, foot = x + wide / 2, y + _FINGER / 2 + 11
    inside = [rect(x, y, wide, _FINGER, "none-fill", wide=lower)]
    if cell.is_asked or cell.is_refused:
        look = f"none-fill {'cursor' if cell.is_asked else 'against-frame'}"
        inside.append(rect(x + 4, y + 4, wide - 8, _FINGER - 8, look, r=8, wide=lower))
    if cell.text is None:
        if not cell.is_asked:
            inside.append(rect(middle - 16, y + _FINGER / 2 - 13, 32, 26, "slot", r=5))
    elif cell.below:
        inside.append(words(middle, foot - 9, cell.text, "l mid", fit=wide - 14))
        inside.append(words(middle, foot + 16, cell.below, "m mid soft", fit=wide - 14))
    else:
        inside.append(words(middle, foot, cell.text, "l mid", fit=wide - 14))
    return "".join(inside)
