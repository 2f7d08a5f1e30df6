"""The sheet as a table: a row for each round, or each line of one, a column for each side.

   ANNA  BEN
1   12    0
2    4    .     <- missing; a dash: not in this round
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.scorepad.points import round_points
from engines.scorepad.state import State, is_filled, is_running, side_count
from firmware_py.games.scorepad.focus import line_text, side_name
from firmware_py.games.scorepad.grid import MOST, short_labels, short_number
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas, ellipsis
from firmware_py.ui.widgets import BODY

ROWS = 5
_PITCH = 8
_FIRST = 18
"""Columns for the number of a round."""
_NAMES = 45
"""Columns for the name of a line."""
GAP, OUT = "?", "-"
HOLE = Bitmap.parse("####/#..#/#..#/#..#/####")
"""A cell that is missing: a hole, so that nobody takes it for a 0."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A part of the sheet: some rounds, or some lines of one round, for some sides."""

    sides: tuple[int, ...]
    rounds: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    """Of the only round."""


def pages(state: State) -> list[SheetPage]:
    """Return the whole sheet: what each round gave, then the lines of the newest rounds."""
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
    """Return the round on hand, and the one before while it is still empty."""
    number = len(state.rounds)
    is_empty = all(cell is None for row in state.rounds[-1].cells for cell in row)
    return [number - 1, number] if is_empty and number > 1 else [number]


def _blocks(values: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Return values in blocks of about the same size."""
    count = -(-len(values) // size)
    each = -(-len(values) // max(count, 1))
    return [tuple(values[at : at + each]) for at in range(0, len(values), max(each, 1))]


def cell_text(state: State, page: SheetPage, side: int, row: int) -> str:
    """Return what stands in a cell of a page."""
    number = page.rounds[0] if page.lines else page.rounds[row]
    held = state.rounds[number - 1]
    if side in held.out:
        return OUT
    if page.lines:
        value = held.cells[side][page.lines[row]]
        return GAP if value is None else str(value)
    if not is_filled(state, held.cells[side]):
        return GAP
    return str(round_points(state, number)[side])


def draw_sheet(canvas: Canvas, scene: AnyScene, page: SheetPage) -> None:
    """Draw a page of the sheet below the top bar."""
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
            if text == GAP:
                canvas.bitmap(edge - HOLE.width, y + 2, HOLE)
                continue
            shown = text if text == OUT else short_number(int(text), wide - 2)
            canvas.text(edge, y, shown, "small", align="right", say="")
        canvas.describe(f"{side_name(scene, side)}: {', '.join(column)}", BODY.y + 1 + at)
