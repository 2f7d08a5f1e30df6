"""The scores on the OLED: in two rows, as a sheet, as a chart, and by rank.

In two small rows: names, totals, and what is missing in this round.

 ____        ....             a line: entered in this round; dots: missing; nothing: not in it
*Anna        Ben              a diamond: the dealer, or the first player
 45          38

As a sheet: a row for each round, or each line of one, a column for each side.

   ANNA  BEN
1   12    0
2    4    .     <- missing; a dash: not in this round
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engines.scorepad.course import course, score_text, totals
from engines.scorepad.points import round_points
from engines.scorepad.scoring import ranks
from engines.scorepad.state import State, active, is_filled, is_running, now, side_count
from engines.scorepad.template_values import NONE
from firmware_py.core.language import N_, labelled
from firmware_py.games.game_ui import AidPage
from firmware_py.games.scorepad.focus import line_text, side_name
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas, FontName, ellipsis, short_names, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import BODY, Rect

HEIGHT = 16
MOST = 5
"""Most sides next to each other; of more, those around the cursor are shown."""
MARKER = Bitmap.parse(".#./###/.#.")


def draw_grid(canvas: Canvas, scene: AnyScene, y: int, focus: int | None) -> None:
    """Draw the sides, or as many as fit around `focus`."""
    state: State = scene.state
    shown = sides_around(state, focus)
    names = short_labels(scene, WIDTH // len(shown) - 7)
    wide = WIDTH // len(shown)
    held, here = totals(state), active(state)
    for at, side in enumerate(shown):
        x = at * wide
        place = Rect(x, y, wide - 3, HEIGHT)
        _draw_status(canvas, state, side, place)
        full = score_text(state, side, held[side])
        total = short_number(held[side], wide - 4)
        if full != str(held[side]):
            total = ellipsis(full, "small", wide - 4)
        lit = side == focus
        gone = side not in here
        left = x + (4 if _has_marker(state, side) else 0)
        if left > x:
            canvas.bitmap(x, y + 4, MARKER)
        if lit:
            canvas.fill(left, y + 1, text_width(names[side], "small") + 2, 7)
        said = f"{side_name(scene, side)}: {full}"
        canvas.text(left + 1, y + 1, names[side], "small", on=not lit, faint=gone, say=said)
        canvas.text(x + 1, y + 8, total, "small", faint=gone, say="")


def sides_around(state: State, focus: int | None) -> list[int]:
    """Return the sides to show: all, or the half with `focus`."""
    count = side_count(state)
    if count <= MOST + 1:
        return list(range(count))
    first = (focus or 0) // MOST * MOST
    return list(range(min(first, count - MOST), min(first, count - MOST) + MOST))


def short_labels(scene: AnyScene, width: int) -> tuple[str, ...]:
    """Return a short name for each side, in capitals, which have no descenders."""
    names = [side_name(scene, side) for side in range(side_count(scene.state))]
    return short_names([name.upper().replace("Ç", "C") for name in names],
                       "small", width)  # fmt: skip


def short_number(value: int, width: int) -> str:
    """Return a number that fits a width, in thousands or millions if it must."""
    for text in (str(value), f"{value // 1_000}k", f"{value // 1_000_000}M"):
        if text_width(text, "small") <= width:
            return text
    return "#"


def _has_marker(state: State, side: int) -> bool:
    return state.template.order.marker != NONE and state.sides[state.marker] == side


def _draw_status(canvas: Canvas, state: State, side: int, place: Rect) -> None:
    """Draw a line if the side has entered everything in this round, dots if not."""
    if is_running(state):
        if side in state.done:
            canvas.line_h(place.x, place.y - 1, place.w)
        return
    row = now(state)
    if side in row.out:
        return
    if is_filled(state, row.cells[side]):
        canvas.line_h(place.x, place.y - 1, place.w)
    else:
        canvas.bitmap(place.x, place.y - 1, Bitmap.parse(("#.." * place.w)[: place.w]))


# --- the sheet ---


ROWS = 5
_PITCH = 8
_FIRST = 18
"""Width of a round's number, in pixels."""
_NAMES = 45
"""Width of a line's name, in pixels."""
GAP, OUT = "?", "-"
HOLE = Bitmap.parse("####/#..#/#..#/#..#/####")
"""A missing cell, different from a 0."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A page of the sheet: some rounds, or some lines of one round, for some sides."""

    sides: tuple[int, ...]
    rounds: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    """Lines of the only round."""


def pages(state: State) -> list[SheetPage]:
    """Return the pages of the sheet: the rounds, then the lines of the newest rounds."""
    if is_running(state):
        return []
    sides = _blocks(range(side_count(state)), MOST)
    rounds = _blocks(range(1, len(state.rounds) + 1), ROWS)
    found = [SheetPage(who, rows) for rows in rounds for who in sides]
    if len(state.template.lines) > 1:
        lines = _blocks(range(len(state.template.lines)), ROWS)
        few = _blocks(range(side_count(state)), MOST - 1)
        newest = _rounds_with_lines(state)
        found += [SheetPage(who, (n,), rows) for n in newest for rows in lines for who in few]
    return found


def _rounds_with_lines(state: State) -> list[int]:
    """Return the current round, and the one before if that is still empty."""
    number = len(state.rounds)
    is_empty = all(cell is None for row in state.rounds[-1].cells for cell in row)
    return [number - 1, number] if is_empty and number > 1 else [number]


def _blocks(values: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Return values in blocks of about the same size."""
    count = -(-len(values) // size)
    each = -(-len(values) // max(count, 1))
    return [tuple(values[at : at + each]) for at in range(0, len(values), max(each, 1))]


def cell_text(state: State, page: SheetPage, side: int, row: int) -> str:
    """Return the text of a cell of a page."""
    number = page.rounds[0] if page.lines else page.rounds[row]
    held = state.rounds[number - 1]
    if side in held.out:
        return OUT
    if page.lines:
        value = held.cells[side][page.lines[row]]
        return GAP if value is None else str(value)
    if not is_filled(state, held.cells[side], number):
        return GAP
    return str(round_points(state, number)[side])


def draw_sheet(
    canvas: Canvas, scene: AnyScene, page: SheetPage, cursor: tuple[int, int] | None = None
) -> None:
    """Draw a page of the sheet below the top bar; the cursor is on a side and a row."""
    state: State = scene.state
    left = _NAMES if page.lines else _FIRST
    wide = (WIDTH - 5 - left) // len(page.sides)
    names = short_labels(scene, wide - 3)
    rows = len(page.lines) or len(page.rounds)
    for row in range(rows):
        head = line_text(scene, page.lines[row]) if page.lines else str(page.rounds[row])
        y = BODY.y + 9 + row * _PITCH
        canvas.text(0, y, ellipsis(head, "small", left - 3), "small", say="")
    for at, side in enumerate(page.sides):
        edge = left + (at + 1) * wide - 2
        canvas.text(edge, BODY.y + 1, names[side], "small", align="right", say="")
        column = [cell_text(state, page, side, row) for row in range(rows)]
        for row, text in enumerate(column):
            y = BODY.y + 9 + row * _PITCH
            lit = cursor == (side, row)
            if lit:
                canvas.fill(edge - wide + 3, y, wide - 2, _PITCH)
            if text == GAP:
                canvas.bitmap(edge - HOLE.width, y + 2, HOLE, on=not lit)
                continue
            shown = text if text == OUT else short_number(int(text), wide - 2)
            canvas.text(edge, y, shown, "small", align="right", on=not lit, say="")
        canvas.describe(f"{side_name(scene, side)}: {', '.join(column)}", BODY.y + 1 + at)


# --- the course of the game ---


LABELS = 16
"""Width of the names at the right edge, in pixels."""


def draw_chart(canvas: Canvas, scene: AnyScene, place: Rect, *, labels: bool = True) -> None:
    """Draw a line for each side, with as many names at the ends as there is room for."""
    state: State = scene.state
    held = course(state)
    values = [value for moment in held for value in moment]
    low, high = min(values), max(values)
    wide = place.w - (LABELS if labels else 0)

    def y_of(value: int) -> int:
        return place.y + place.h - 1 - (value - low) * (place.h - 1) // max(high - low, 1)

    canvas.line_v(place.x, place.y, place.h)
    if low <= 0 <= high:
        for x in range(place.x, place.x + wide, 4):
            canvas.pixel(x, y_of(0))
    steps = max(len(held) - 1, 1)
    for side in range(side_count(state)):
        before = (place.x, y_of(held[0][side]))
        for number, moment in enumerate(held[1:], 1):
            point = (place.x + number * (wide - 1) // steps, y_of(moment[side]))
            canvas.line(*before, *point)
            before = point
    if labels:
        _name_ends(canvas, scene, place, [y_of(each) for each in held[-1]])


def _name_ends(canvas: Canvas, scene: AnyScene, place: Rect, ends: list[int]) -> None:
    """Write short names at the ends of the lines, the highest first, without overlaps."""
    names = short_labels(scene, LABELS - 3)
    free = place.y - 2
    for side in sorted(range(len(ends)), key=lambda each: ends[each]):
        y = max(min(ends[side] - 4, place.y + place.h - 8), free)
        if y + 8 > place.y + place.h:
            break
        x = place.x + place.w - text_width(names[side], "small")
        canvas.text(x, y, names[side], "small", say="")
        free = y + 7


# --- ranks ---


_GAP = 4
_FEW = 4
"""Most ranks that are written in larger letters."""


def draw_standing(canvas: Canvas, scene: AnyScene, place: Rect) -> None:
    """Draw the first ranks on the left, the course of the game on the right."""
    left = place.w * 9 // 16
    rows = place.h // _PITCH
    order = _order(scene.state)[:rows]
    _draw_places(canvas, scene, Rect(place.x, place.y, left - _GAP, place.h), order, "small")
    draw_chart(canvas, scene, Rect(place.x + left, place.y, place.w - left, place.h), labels=False)


def _order(state: State) -> list[int]:
    placed = ranks(state)
    return sorted(range(side_count(state)), key=lambda side: placed[side])


def _draw_places(
    canvas: Canvas, scene: AnyScene, place: Rect, sides: list[int], font: FontName
) -> None:
    """Draw a row for each side: rank, name, points."""
    state: State = scene.state
    placed, held, here = ranks(state), totals(state), active(state)
    for row, side in enumerate(sides):
        y = place.y + row * font_of(font).height
        points = str(held[side])
        gone = side not in here
        name = side_name(scene, side)
        said = labelled(scene.say, f"{placed[side]}. {name}", points)
        edge = place.x + place.w
        used = canvas.text(edge, y, points, font, align="right", faint=gone, say=said)
        number = canvas.text(place.x, y, f"{placed[side]}", font, say="") + 3
        room = place.w - used - number - _GAP
        canvas.text(place.x + number, y, name, font, width=room, may_cut=True, faint=gone, say="")


# --- the pages of a result --------------------------------------------------------------------

_ALL = Rect(0, BODY.y + 2, WIDTH - 5, BODY.h - 3)


def _draw_ranks(canvas: Canvas, scene: AnyScene) -> None:
    """Draw all ranks, in two columns if there are many."""
    order = _order(scene.state)
    rows = _ALL.h // _PITCH
    columns = 1 if len(order) <= rows else 2
    wide = _ALL.w // columns
    font: FontName = "medium" if len(order) <= _FEW else "small"
    for column in range(columns):
        sides = order[column * -(-len(order) // columns) :][: -(-len(order) // columns)]
        place = Rect(_ALL.x + column * wide, _ALL.y, wide - _GAP, _ALL.h)
        _draw_places(canvas, scene, place, sides, font)


def _draw_course(canvas: Canvas, scene: AnyScene) -> None:
    draw_chart(canvas, scene, _ALL)


def _draw_part(page: SheetPage, canvas: Canvas, scene: AnyScene) -> None:
    draw_sheet(canvas, scene, page)


def results(scene: AnyScene) -> tuple[AidPage, ...]:
    """Return the pages of a result: ranks, the course of the game, the sheet."""
    return (
        AidPage(N_("Ranks"), draw=_draw_ranks),
        AidPage(N_("Course of the game"), draw=_draw_course),
        *(AidPage(N_("Sheet"), draw=partial(_draw_part, page)) for page in pages(scene.state)),
    )
