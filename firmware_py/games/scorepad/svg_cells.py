"""The sheet as rows of cells, each with the code of what a tap on it means.

    rounds      a row for each round; the one in question line by line
    lines once  a row for each line
    running     a row for each entry, and one for what comes next

A cell that waits is entered, one that is filled is corrected: the same way that the knob goes. What
cannot be chosen has a code all the same, so that a tap says why.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.engine import ChoicePart, Fact, Seat
from engines.scorepad.points import round_points
from engines.scorepad.rules import turn
from engines.scorepad.state import (
    State,
    is_running,
    missing,
    now,
    optional_gaps,
    player_of,
    put,
    side_count,
)
from engines.scorepad.template_values import ONCE
from firmware_py.games.scorepad.entry import MORE, OTHER, action
from firmware_py.games.scorepad.focus import CellFocus
from firmware_py.match.scene import Scene
from firmware_py.match.taps import ROOT, part_code, path_code

_MOST_CELLS = 280
"""Of a game that is longer than any real one, the newest rounds or entries are shown, or those
around the one in question: a page gets pictures up to a size."""
MOST_LINES = 24
"""Of a sheet with more lines, those around the one in question; all are among the buttons."""

_TRIED = f"{ROOT}/{part_code(action('correct'))}"
OFFERED = f"{ROOT}/{path_code(MORE, action('correct'))}"


class Cell(NamedTuple):
    """One cell: what it shows, and what a tap on it means."""

    text: str | None
    """None: it is missing."""
    code: str = ""
    below: str = ""
    """What it counts, where that is not what was entered."""
    is_asked: bool = False
    """The next press fills it."""
    is_refused: bool = False


class Row(NamedTuple):
    """A row of the sheet, with a cell for each side."""

    name: Fact
    cells: tuple[Cell, ...]
    line: int | None = None
    """The line that it shows; None: the only one, or the sum of all."""
    is_head: bool = False
    """Its name is the number of a round, and the lines of the round are below it."""
    is_indented: bool = False
    """A line of the round above it."""
    is_asked: bool = False
    """It shows the round or the entry in question; on a sheet of lines, all rows do."""


# --- codes ------------------------------------------------------------------------------------


def _player(state: State, side: int) -> ChoicePart:
    """Return who stands for a side now."""
    is_playing = side in now(state).order
    return ChoicePart(
        "player", Seat(player_of(state, side) if is_playing else state.sides.index(side))
    )


def _from_root(*parts: ChoicePart) -> str:
    return f"{ROOT}/{path_code(*parts)}"


def _place(state: State, side: int, line: int) -> tuple[ChoicePart, ...]:
    """Return the parts that name a cell: the line too, where the template has several."""
    lines = state.template.lines
    player = _player(state, side)
    return (player, ChoicePart("line", lines[line].id)) if len(lines) > 1 else (player,)


def side_code(state: State, side: int) -> str:
    """Return what a tap on a name means: the player of an action, or the cell that waits."""
    return f"{part_code(_player(state, side))} {_next_code(state, side)}"


def _next_code(state: State, side: int) -> str:
    """Return the code of the next cell of a side: the knob begins with one of them."""
    if is_running(state):
        on_turn = turn(state)
        seat = None if on_turn is None else on_turn.seat
        first = None if seat is None else state.sides[seat]
    else:
        first = next((side for side, _ in missing(state, len(state.rounds))), None)
    return ROOT if side == first else _from_root(OTHER, _player(state, side))


def _correction(*where: ChoicePart) -> str:
    """Return the code of a correction: as the knob offers it, and as hands could try it."""
    code = path_code(*where)
    return f"{OFFERED}/{code} {_TRIED}/{code}"


def cell_code(state: State, number: int, side: int, line: int | None) -> str:
    """Return what a press on a cell means; without a line, on a side's round of several lines."""
    if line is None:
        return _correction(ChoicePart("round", number), _player(state, side))
    held = state.rounds[number - 1].cells[side][line]
    return _code(state, number, side, line, is_filled=held is not None)


def entry_code(number: int) -> str:
    """Return what a press on an entry of a running score means."""
    return f"{OFFERED}/{part_code(ChoicePart('entry', number))}"


def _code(state: State, number: int, side: int, line: int, *, is_filled: bool) -> str:
    """Return what a tap on a cell of a round means."""
    place = _place(state, side, line)
    if is_filled or number < len(state.rounds):
        return _correction(ChoicePart("round", number), *place)
    is_once = state.template.sheet == ONCE
    waiting = (*missing(state, number), *optional_gaps(state, number))
    if not any(each == side and (is_once or at == line) for each, at in waiting):
        return _from_root(*place)
    if is_once and waiting[0][0] == side:
        return _from_root(*place[1:])
    if waiting[0] == (side, line):
        return ROOT
    return f"{_from_root(OTHER, *place)} {_from_root(*place)}"


# --- rows -------------------------------------------------------------------------------------


def rows_of(scene: Scene[State], focus: CellFocus) -> tuple[Row, ...]:
    """Return the rows to show, with the cell in question."""
    state, side = scene.state, focus.side
    lines = _shown_lines(len(state.template.lines), focus.line or 0)
    rows = _rows(state, focus.round, lines, focus.entry)
    if side is None:
        return rows
    return tuple(
        row._replace(cells=put(row.cells, side, _marked(scene, focus, row.cells[side])))
        if _is_here(row, focus)
        else row
        for row in rows
    )


def _is_here(row: Row, focus: CellFocus) -> bool:
    """Return whether a row has the cell in question: of a round, any line may be asked for."""
    is_any = row.is_indented and focus.line is None
    return row.is_asked and (is_any or row.line in (None, focus.line))


def _marked(scene: Scene[State], focus: CellFocus, cell: Cell) -> Cell:
    """Return the cell in question as it is drawn."""
    if scene.refused is not None:
        return cell._replace(is_refused=True)
    return Cell(cell.text if focus.shown is None else focus.shown, cell.code, is_asked=True)


@lru_cache(maxsize=4)
def _rows(state: State, number: int, lines: range, entry: int) -> tuple[Row, ...]:
    """Return the rows, without what is being chosen."""
    most = _MOST_CELLS // side_count(state)
    if is_running(state):
        return tuple(_entries(state, entry, most))
    if state.template.sheet == ONCE:
        return tuple(_once(state, lines))
    return tuple(_rounds(state, number or round_count(state), lines, most))


def _around(count: int, most: int, wanted: int) -> range:
    """Return the newest of some numbers from 1, or as many that begin with the one wanted."""
    first = max(count - most, 0) + 1
    if 0 < wanted < first:
        first = wanted
    return range(first, min(first + most, count + 1))


def _shown_lines(count: int, wanted: int) -> range:
    first = max(0, min(wanted - MOST_LINES // 2, count - MOST_LINES))
    return range(first, min(first + MOST_LINES, count))


def _rounds(state: State, asked: int, shown: range, most: int) -> list[Row]:
    lines, sides = state.template.lines, range(side_count(state))
    made: list[Row] = []
    for number in _around(round_count(state), most, asked):
        if len(lines) == 1:
            cells = tuple(_cell(state, number, side, 0) for side in sides)
            made.append(Row(number, cells, is_asked=number == asked))
            continue
        is_head = number == asked
        sums = tuple(_sum(state, number, side, is_head=is_head) for side in sides)
        made.append(Row(number, sums, is_head=is_head))
        for at in shown if is_head else ():
            cells = tuple(_cell(state, number, side, at) for side in sides)
            made.append(Row(lines[at].named, cells, at, is_indented=True, is_asked=True))
    return made


def round_count(state: State) -> int:
    """Return how many rounds there are; one that had only begun when the game ended is not one."""
    count = len(state.rounds)
    is_empty = all(held is None for cells in state.rounds[-1].cells for held in cells)
    return count - 1 if state.ended and is_empty and count > 1 else count


def _sum(state: State, number: int, side: int, *, is_head: bool) -> Cell:
    """Return what a round of several lines counts; a tap asks for the line, if none is shown."""
    row = state.rounds[number - 1]
    text: str | None = "-" if side in row.out else str(round_points(state, number)[side])
    if is_head:
        return Cell(text)
    if any(lacking == side for lacking, _ in missing(state, number)):
        text = None
    return Cell(text, _correction(ChoicePart("round", number), _player(state, side)))


def _cell(state: State, number: int, side: int, line: int) -> Cell:
    row = state.rounds[number - 1]
    held = row.cells[side][line]
    code = _code(state, number, side, line, is_filled=held is not None)
    if held is None:
        return Cell("-" if side in row.out else None, code)
    counts = round_points(state, number)[side]
    is_plain = len(state.template.lines) > 1 or counts == held
    return Cell(str(held), code, "" if is_plain else f"= {counts}")


def _once(state: State, shown: range) -> list[Row]:
    """Return a row for each line: which round filled it does not matter."""
    return [
        Row(
            state.template.lines[at].named,
            tuple(_filled_once(state, side, at) for side in range(side_count(state))),
            at,
            is_asked=True,
        )
        for at in shown
    ]


def _filled_once(state: State, side: int, line: int) -> Cell:
    for number in range(len(state.rounds), 0, -1):
        held = state.rounds[number - 1].cells[side][line]
        if held is not None and (line in state.template.needed or number == len(state.rounds)):
            return Cell(str(held), _code(state, number, side, line, is_filled=True))
    first = missing(state, len(state.rounds))[:1]
    if line not in state.template.needed and not any(each == side for each, _ in first):
        return Cell("")  # others have it among the other cells
    return Cell(None, _code(state, len(state.rounds), side, line, is_filled=False))


def _entries(state: State, asked: int, most: int) -> list[Row]:
    """Return the newest entries, each in the column of its side, and a cell for the next."""
    sides = range(side_count(state))
    made = []
    for number in _around(len(state.log), most - 1, asked):
        entry = state.log[number - 1]
        code = entry_code(number)
        text = "-" if entry.points is None else f"{entry.points:+d}"
        cells = tuple(Cell(text, code) if entry.side == side else Cell("") for side in sides)
        made.append(Row(f"#{number}", cells, is_asked=number == asked))
    if state.ended:
        return made
    codes = (f"{_next_code(state, side)} {_from_root(_player(state, side))}" for side in sides)
    return [*made, Row("+", tuple(Cell(None, code) for code in codes), is_asked=not asked)]
