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
  2        4       [ ]       a missing cell is a hole, whoever is not in it a dash
total     16        0
 ___..--<> An                the course, a line for each
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.engine import ChoicePart, Seat
from engines.scorepad.template_values import ROUND_LIMIT
from firmware_py.core.language import N_
from firmware_py.games.picture import SceneView
from firmware_py.games.scorepad.svg_cells import (
    MOST_ROWS,
    Cell,
    CellFocus,
    Row,
    focus_of,
    rows_of,
    side_code,
    side_name,
    sides_of,
    text_in,
)
from firmware_py.games.svg import (
    element,
    ground,
    group,
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


def draw_course(course: Sequence[Sequence[int]], names: Sequence[str], wide: float) -> str:
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
        drawn.append(words(left - 12, foot + 7, str(value), "m end soft", fit=_COURSE_LEFT - 14))
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


# --- the picture ---


WIDTH = 520
_LEFT, _WIDE = 10, 500
_HEAD = 92
_BAND = 5
"""How many sides are next to each other; more are in two bands, one below the other."""
_FINGER = 68
"""The height of whatever is tapped: a finger's, on a phone that is 360 pixels wide as well."""


def draw_picture(scene: SceneView) -> str:
    """Draw the sheet of a moment."""
    sides = list(sides_of(scene))
    bands = -(-len(sides) // _BAND)
    each = -(-len(sides) // bands)
    focus = focus_of(scene)
    rows = rows_of(scene, focus, MOST_ROWS if bands == 1 else MOST_ROWS - 2)
    drawn, y = [], float(_HEAD)
    for band in range(bands):
        part = _table(scene, sides[band * each : (band + 1) * each], rows, y)
        drawn.append(leaf(part, wide=(band * (_WIDE + 10), _HEAD - y)))
        y += _height(len(rows), _FINGER) + 10
    high = _height(len(rows), _close(len(rows))) + 10
    names = [side_name(scene, side) for side in sides]
    seats = [scene.view["sides"].index(side) for side in sides]
    course = [[moment[seat] for seat in seats] for moment in scene.view["course"]]
    chart = height_of(len(sides))
    scale = min(max((high - 10) / chart, 1), 1.4)
    beside = bands * (_WIDE + 10)
    lines = leaf(draw_course(course, names, _WIDE), wide=(beside, _HEAD - y), scale=scale)
    return sheet(
        WIDTH,
        y + chart + 10,
        scene.say(N_("The table")),
        ground(),
        _title(scene, focus),
        *drawn,
        group(lines, at=(_LEFT, y)),
        look="tall",
        wide=(_LEFT + beside + _WIDE * scale + 10, _HEAD + max(high, chart * scale + 10)),
    )


def _title(scene: SceneView, focus: CellFocus) -> str:
    view = scene.view
    number, last = focus.round or view["round"], view["last_round"]
    of = "" if last == ROUND_LIMIT else f"/{last}"
    told = scene.say(N_("Round {number}"), number=f"{number}{of}")
    if view["target"] is not None:
        told += " · " + scene.say(N_("Ends at {target}"), target=view["target"])
    return group(
        words(_LEFT + 6, 42, text_in(scene, view["title"]), "l strong", fit=_WIDE - 12),
        words(_LEFT + 6, 76, told, "m soft", fit=_WIDE - 12),
    )


# --- the sheet --------------------------------------------------------------------------------


def _close(rows: int) -> int:
    """Return the height of a row where the whole sheet is to be seen at once, beside the course."""
    return _FINGER if rows <= MOST_ROWS else 54 if rows <= 10 else 48


def _height(rows: int, pitch: int) -> int:
    """Return how high names, rows and totals are."""
    return _FINGER + rows * pitch + 70


def _closer(rows: int, above: float) -> str | None:
    """Return how something moves where the rows are close, below this many of them."""
    by = above * (_close(rows) - _FINGER)
    return moved(0, by) if by else None


def _lower(rows: int, middle: float) -> str | None:
    """Return how something as high as a row becomes as low as the rows are there."""
    close = _close(rows)
    return None if close == _FINGER else pressed(middle, close / _FINGER)


def _table(scene: SceneView, sides: list[int], rows: list[Row], y: float) -> str:
    """Draw names, rows and totals of some sides."""
    count = len(rows)
    first = _first_column(scene, rows)
    wide = (_WIDE - first) / len(sides)
    drawn = [_ground(count, y)]
    for at, row in enumerate(rows):
        top = y + _FINGER + at * _FINGER
        left = _LEFT + (20 if row.is_indented else 10)
        room = first - (left - _LEFT) - 6
        name = words(left, top + _FINGER / 2 + 8, row.name, "m soft", fit=room)
        drawn.append(_moving(_closer(count, at + 0.5), name))
        if at and not row.is_indented:
            edge = line([(_LEFT + 8, top), (_LEFT + _WIDE - 8, top)], "hair")
            drawn.append(_moving(_closer(count, at), edge))
    foot = y + _FINGER + count * _FINGER
    rule = line([(_LEFT + 8, foot), (_LEFT + _WIDE - 8, foot)], "rule")
    total = words(_LEFT + 10, foot + 36, scene.say(N_("Totals")), "m strong", fit=first - 16)
    drawn.append(_moving(_closer(count, count), rule, total))
    for at, side in enumerate(sides):
        drawn.append(_column(scene, side, (_LEFT + first + at * wide, y), wide, rows))
    return "".join(drawn)


def _ground(rows: int, y: float) -> str:
    """Draw what the sheet lies on."""
    high, close = _height(rows, _FINGER), _height(rows, _close(rows))
    lower = None if high == close else pressed(y, close / high)
    return rect(_LEFT, y, _WIDE, high, "strip", r=12, wide=lower)


def _moving(wide: str | None, *inside: str) -> str:
    """Return things that stand elsewhere where the rows are close."""
    return "".join(inside) if wide is None else element("g", *inside, data_wide=wide)


def _first_column(scene: SceneView, rows: list[Row]) -> float:
    """Return how wide the names of the rows are, within bounds."""
    widths = [rough_width(row.name, "m") + (20 if row.is_indented else 0) for row in rows]
    total = rough_width(scene.say(N_("Totals")), "m strong")
    return min(max(*widths, total) + 20, 170)


def _column(
    scene: SceneView, side: int, spot: tuple[float, float], wide: float, rows: list[Row]
) -> str:
    """Draw one side: name, cells, total and place."""
    view = scene.view
    x, y = spot
    middle, count = x + wide / 2, len(rows)
    seats = [seat for seat, each in enumerate(view["sides"]) if each == side]
    name = side_name(scene, side)
    is_open = "ended" not in view
    is_away = all(seat in view["away"] for seat in seats)
    part = scene.highlighted
    is_meant = part is not None and part in [ChoicePart("player", Seat(seat)) for seat in seats]
    look = "none-fill cursor" if is_meant else "turn" if scene.seat in seats else ""
    frame = rect(x + 2, y + 7, wide - 4, _FINGER - 12, look, r=8) if look else ""
    room = wide - 28
    text = words(x + 25, y + 43, name, "m soft" if is_away else "m strong", fit=room)
    head = [frame, rect(x, y, wide, _FINGER, "none-fill"), mark(side, (x + 13, y + 36)), text]
    drawn = [scene.taps.tappable(side_code(scene, side), name, *head) if is_open else group(*head)]
    for at, row in enumerate(rows):
        lower = _lower(count, y + (at + 1.5) * _FINGER)
        place = (x, y + (at + 1) * _FINGER)
        cell = _cell(row.cells[side], place, wide, lower)
        drawn.append(
            _tapped(
                scene,
                row.cells[side],
                cell,
                f"{name}, {row.name}",
                _closer(count, at + 0.5),
                is_open,
            )
        )
    total, rank = view["scores"][seats[0]], view["ranks"][seats[0]]
    foot = y + (count + 1) * _FINGER
    star = " ★" if set(seats) & set(scene.winners) else ""
    sums = [
        words(middle, foot + 36, f"{total}{star}", "l mid strong", fit=wide - 4),
        words(middle, foot + 61, f"{rank}.", "m mid soft"),
    ]
    drawn.append(_moving(_closer(count, count), *sums))
    return element("g", *drawn, role="group", aria_label=f"{name}: {total}, {rank}.")


def _cell(cell: Cell, spot: tuple[float, float], wide: float, lower: str | None) -> list[str]:
    """Draw a cell: its number or a hole, and a frame where it is the one in question."""
    if cell.text == "":
        return []
    x, y = spot
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
    return inside


def _tapped(
    scene: SceneView, cell: Cell, drawn: list[str], said: str, closer: str | None, is_open: bool
) -> str:
    """Let a cell be tapped, where that means something."""
    if not drawn:
        return ""
    if not (cell.code and is_open):
        return _moving(closer, *drawn)
    shown = "?" if cell.text is None else f"{cell.text} {cell.below}".strip()
    return scene.taps.tappable(cell.code, f"{said}: {shown}", *drawn, wide=closer)
