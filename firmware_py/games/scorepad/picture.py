"""The sheet and the course of the game as one picture, for pages and exports.

title, round                 narrow: on a phone a cell is as large as a finger, and a number as
       <> Anna   [] Ben      large as the letters around the picture
  1       12        0
  2        4       [ ]       a missing cell is a hole, whoever is not in it a dash
total     16        0
 ___..--<> An                the course, a line for each
"""

from __future__ import annotations

from engines.engine import ChoicePart, Seat
from engines.scorepad.template_values import ROUND_LIMIT
from firmware_py.core.language import N_
from firmware_py.games.picture import SceneView
from firmware_py.games.picture import name_part as plain_name
from firmware_py.games.scorepad.cells import (
    MOST_ROWS,
    Cell,
    Focus,
    Row,
    focus_of,
    rows_of,
    side_code,
    side_name,
    sides_of,
    text_in,
)
from firmware_py.games.scorepad.course import draw_course, height_of, mark
from firmware_py.games.svg import (
    element,
    ground,
    group,
    leaf,
    line,
    moved,
    pressed,
    rect,
    rough_width,
    sheet,
    words,
)

WIDTH = 520
_LEFT, _WIDE = 10, 500
_HEAD = 92
_BAND = 5
"""So many sides stand beside each other; more stand in two bands, one below the other."""
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


def name_part(scene: SceneView, part: ChoicePart) -> str:
    """Return an option as a button says it."""
    match part:
        case ChoicePart("line", str(name)):
            found = (each for each in scene.view["lines"] if each["id"] == name)
            return next((text_in(scene, each["name"]) for each in found), name)
        case ChoicePart("round", int(number)):
            return scene.say(N_("Round {number}"), number=number)
        case ChoicePart("entry", int(number)):
            entry = scene.view["entries"][number - 1]
            points = "?" if entry["points"] is None else f"{entry['points']:+d}"
            return f"#{number} {side_name(scene, entry['side'])} {points}"
        case ChoicePart("seconds", int(seconds)):
            return f"{seconds // 60}:{seconds % 60:02d}"
        case ChoicePart("sides", int(sides)):
            return scene.say(N_("{sides} sides"), sides=sides)
    return plain_name(scene, part)


def _title(scene: SceneView, focus: Focus) -> str:
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
    """Return how something moves where the rows are close, below so many of them."""
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
