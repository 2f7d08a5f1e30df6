"""The sheet and the course of the game as one picture, for pages and exports.

title, round                         from above: numbers to tap while points are entered,
[0] [2] [5] ...                      the sheet, its totals and places, the course as lines
round   Anna   Ben
  1       12     0                   a missing cell is a hole, whoever is not in it a dash
  2        4    [ ]
total     16     0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.contract import ChoicePart, Json, Named
from firmware_py.games.picture import PublicScene
from firmware_py.games.picture import name_part as plain_name
from firmware_py.games.scorepad.dial import NUMBER, NUMBERS
from firmware_py.games.svg import circle, element, group, line, rect, sheet, tappable, words
from firmware_py.language import N_
from firmware_py.ui.taps import part_code

WIDTH = 860
_LEFT, _WIDE = 20, 820
_HEAD = 96
_KEY_W, _KEY_H = 66, 52
_KEYS = 12
"""Numbers beside each other."""
_ROW = 34
_FIRST = 110
"""For the number of a round."""
_MOST_ROUNDS = 10
"""The newest rounds; those before are in the totals."""
_CHART = 300
_MOST_POINTS = 40
"""So many moments of the course are drawn."""
_DOTS = ("red", "blue", "green", "orange", "purple", "black", "turquoise", "yellow", "white",
         "ochre")  # fmt: skip


def draw_picture(scene: PublicScene) -> str:
    """Draw the sheet of a moment."""
    keys, below = _keys(scene, _HEAD)
    table, below = _table(scene, below)
    chart = _chart(scene, below + 16)
    height = below + 16 + _CHART + 20
    return sheet(
        WIDTH,
        height,
        scene.say(N_("The table")),
        rect(0, 0, WIDTH, height, "felt", r=18),
        _title(scene),
        keys,
        table,
        chart,
    )


def text_in(scene: PublicScene, texts: Mapping[str, str]) -> str:
    """Return one of some texts in the language of the scene."""
    return Named("text", tuple(texts.items())).text(scene.language)


def name_part(scene: PublicScene, part: ChoicePart) -> str:
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
            return f"#{number} {_side_name(scene, entry['side'])} {points}"
        case ChoicePart("seconds", int(seconds)):
            return f"{seconds // 60}:{seconds % 60:02d}"
        case ChoicePart("sides", int(sides)):
            return scene.say(N_("{sides} sides"), sides=sides)
    return plain_name(scene, part)


def _side_name(scene: PublicScene, side: int) -> str:
    return "+".join(
        scene.name(seat) for seat, each in enumerate(scene.view["sides"]) if each == side
    )


def _sides(scene: PublicScene) -> range:
    return range(max(scene.view["sides"]) + 1)


# --- above ------------------------------------------------------------------------------------


def _title(scene: PublicScene) -> str:
    view = scene.view
    told = scene.say(N_("Round {number}"), number=view["round"])
    if view["target"] is not None:
        told += "  " + scene.say(N_("Ends at {target}"), target=view["target"])
    return group(
        words(_LEFT, 46, text_in(scene, view["title"]), "l strong", fit=_WIDE),
        words(_LEFT, 80, scene.plays or told, "m soft", fit=_WIDE),
    )


def _keys(scene: PublicScene, y: float) -> tuple[str, float]:
    """Draw the numbers that can be tapped, the likely ones apart; return where they end."""
    numbers = [part for part in scene.options if part.name in NUMBERS]
    if not numbers:
        return "", y
    drawn, at = [], 0
    likely = [part for part in numbers if part.name != NUMBER]
    others = sorted(
        (part for part in numbers if part.name == NUMBER), key=lambda part: int(str(part.value))
    )
    for parts, look in ((likely, "slot-fill"), (others, "strip")):
        for place, part in enumerate(parts):
            row, column = divmod(place, _KEYS)
            spot = (_LEFT + column * (_KEY_W + 2), y + (at + row) * (_KEY_H + 4))
            drawn.append(_key(scene, part, spot, look))
        at += -(-len(parts) // _KEYS)
    return "".join(drawn), y + at * (_KEY_H + 4) + 10


def _key(scene: PublicScene, part: ChoicePart, spot: tuple[float, float], look: str) -> str:
    x, y = spot
    shown = str(part.value)
    inside = [
        rect(x, y, _KEY_W, _KEY_H, look, r=8),
        words(x + _KEY_W / 2, y + 35, shown, "m mid", fit=_KEY_W - 8),
    ]
    if part == scene.highlighted:
        inside.append(rect(x, y, _KEY_W, _KEY_H, "cursor", r=8))
    return tappable(part_code(part), shown, *inside)


# --- the sheet --------------------------------------------------------------------------------


def _table(scene: PublicScene, y: float) -> tuple[str, float]:
    """Draw names, rounds and totals; return where they end."""
    view = scene.view
    sides = _sides(scene)
    wide = (_WIDE - _FIRST) / len(sides)
    rows = _rounds(scene)
    height = (len(rows) + 3) * _ROW + 12
    drawn = [
        rect(_LEFT, y, _WIDE, height, "strip", r=12),
        *(_column(scene, side, (_FIRST + _LEFT + side * wide, y), wide, rows) for side in sides),
    ]
    for row, (name, _) in enumerate(rows):
        drawn.append(words(_LEFT + 12, y + (row + 2) * _ROW - 8, name, "s soft", fit=_FIRST - 16))
    total = y + (len(rows) + 2) * _ROW - 6
    drawn.append(line([(_LEFT + 8, total - 27), (_LEFT + _WIDE - 8, total - 27)], "rule"))
    drawn.append(words(_LEFT + 12, total, scene.say(N_("Totals")), "s strong", fit=_FIRST - 16))
    if view["sheet"] != "running" and view["round"] > _MOST_ROUNDS:
        drawn.append(words(_LEFT + 12, total + _ROW, "...", "s soft"))
    return "".join(drawn), y + height


def _rounds(scene: PublicScene) -> list[tuple[str, Sequence[str | None]]]:
    """Return the newest rounds, or entries: their names, and what each side has there.

    None is a missing cell.
    """
    view = scene.view
    sides = _sides(scene)
    if view["sheet"] == "running":
        newest = list(enumerate(view["entries"], 1))[-_MOST_ROUNDS:]
        return [
            (f"#{number}", [_entry(each) if each["side"] == side else "" for side in sides])
            for number, each in newest
        ]
    rounds = list(enumerate(view["rounds"], 1))[-_MOST_ROUNDS:]
    return [(str(number), [_cell(each, side) for side in sides]) for number, each in rounds]


def _entry(entry: Json) -> str:
    return "-" if entry["points"] is None else f"{entry['points']:+d}"


def _cell(row: Json, side: int) -> str | None:
    if side in row["out"]:
        return "-"
    if any(lacking == side for lacking, _ in row["missing"]):
        return None
    return str(row["points"][side])


def _column(
    scene: PublicScene,
    side: int,
    spot: tuple[float, float],
    wide: float,
    rows: Sequence[tuple[str, Sequence[str | None]]],
) -> str:
    """Draw one side: name, cells, total and place."""
    view = scene.view
    x, y = spot
    middle = x + wide / 2
    seats = [seat for seat, each in enumerate(view["sides"]) if each == side]
    is_on_turn = scene.seat in seats
    name = _side_name(scene, side)
    inside = [
        rect(x + 2, y + 4, wide - 4, _ROW - 6, "strip turn", r=8) if is_on_turn else "",
        circle(x + 12, y + 17, 6, f"piece {_DOTS[side % len(_DOTS)]}"),
        words(middle + 6, y + 25, name, "s mid strong", fit=wide - 28),
    ]
    said = []
    for row, (number, cells) in enumerate(rows):
        shown, foot = cells[side], y + (row + 2) * _ROW - 8
        if shown is None:
            inside.append(rect(middle - 12, foot - 18, 24, 22, "slot", r=4))
        elif shown:
            inside.append(words(middle, foot, shown, "m mid", fit=wide - 6))
        if shown != "":
            said.append(f"{number}: {'?' if shown is None else shown}")
    total, place = view["scores"][seats[0]], view["ranks"][seats[0]]
    foot = y + (len(rows) + 2) * _ROW - 6
    star = " ★" if set(seats) & set(scene.winners) else ""
    inside.append(words(middle, foot, f"{total}{star}", "m mid strong", fit=wide - 4))
    inside.append(words(middle, foot + _ROW - 4, f"{place}.", "s mid soft"))
    label = f"{name}: {total}. {', '.join(said)}"
    return element("g", *inside, role="group", aria_label=label)


# --- the course -------------------------------------------------------------------------------


def _chart(scene: PublicScene, y: float) -> str:
    """Draw a line for each side, a dot of its own at each moment, its name at the end."""
    view = scene.view
    course = _fewer(view["course"])
    seats = [view["sides"].index(side) for side in _sides(scene)]
    values = [moment[seat] for moment in course for seat in seats]
    low, high = min(values), max(values)
    right = WIDTH - 130
    top, bottom = y + 20, y + _CHART - 20

    def spot(number: int, value: int) -> tuple[float, float]:
        x = _LEFT + 60 + (right - _LEFT - 60) * number / max(len(course) - 1, 1)
        return round(x), round(bottom - (bottom - top) * (value - low) / max(high - low, 1))

    drawn = [rect(_LEFT, y, _WIDE, _CHART, "strip", r=12)]
    for value in dict.fromkeys((low, high)):
        at = spot(0, value)[1]
        drawn.append(words(_LEFT + 52, at + 6, str(value), "s end soft"))
        drawn.append(line([(_LEFT + 60, at), (right, at)], "last"))
    free = y
    for side in sorted(_sides(scene), key=lambda each: -course[-1][seats[each]]):
        points = [spot(n, moment[seats[side]]) for n, moment in enumerate(course)]
        look = f"piece {_DOTS[side % len(_DOTS)]}"
        drawn.append(line(points, "rule"))
        drawn += [circle(*each, 4, look) for each in points[:: max(len(points) // 6, 1)]]
        drawn.append(circle(*points[-1], 6, look))
        foot = min(max(points[-1][1] + 5, free + 24), y + _CHART - 6)
        drawn.append(words(right + 14, foot, _side_name(scene, side), "s", fit=104))
        free = foot
    return group(*drawn)


def _fewer(course: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Return the course in a bearable number of moments, the first and the last among them."""
    if len(course) <= _MOST_POINTS:
        return list(course)
    last = len(course) - 1
    return [course[n * last // (_MOST_POINTS - 1)] for n in range(_MOST_POINTS)]
