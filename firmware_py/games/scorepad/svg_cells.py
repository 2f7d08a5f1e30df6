"""The sheet as rows of cells, from the public view, each with the code of what a tap on it means.

    rounds      a row for each of the newest rounds; the one in question line by line
    lines once  a row for each line
    running     a row for each of the newest entries, and one for what comes next

A cell that waits is entered, one that is filled is corrected: the same way that the knob goes. What
cannot be chosen has a code all the same, so that a tap says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.engine import BadNotation, ChoicePart, Json, Named, Seat
from engines.scorepad.choices import Add, Choice, Enter, Mend, MendEntry
from engines.scorepad.notation import read
from firmware_py.core.language import N_
from firmware_py.games.picture import SceneView
from firmware_py.games.scorepad.entry import MORE, OTHER, action
from firmware_py.games.scorepad.entry_numbers import NUMBERS
from firmware_py.match.taps import ROOT, part_code, path_code

MOST_ROWS = 6
"""The most rounds or entries shown: the newest, or those around the one in question."""
MOST_LINES = 24
"""Of a sheet with more lines, those around the one in question; all are among the buttons."""

_TRIED = f"{ROOT}/{part_code(action('mend'))}"
_OFFERED = f"{ROOT}/{path_code(MORE, action('mend'))}"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what it shows, and what a tap on it means."""

    text: str | None
    """None: it is missing."""
    code: str = ""
    below: str = ""
    """What it counts, where that is not what was entered."""
    is_asked: bool = False
    """The next press fills it."""
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet, with a cell for each side."""

    name: str
    cells: tuple[Cell, ...]
    is_indented: bool = False
    """A line of the round above it."""


class CellFocus(NamedTuple):
    """The cell that an entry is about; a side of -1: none."""

    side: int = -1
    line: str = ""
    """Empty: whichever."""
    round: int = 0
    """0: the one on hand."""
    entry: int = 0
    shown: str | None = None
    """The number that stands there before the press."""


def text_in(scene: SceneView, texts: Mapping[str, str]) -> str:
    """Return one of some texts in the language of the scene."""
    return Named("text", tuple(texts.items())).text(scene.language)


def sides_of(scene: SceneView) -> range:
    """Return all that have a score."""
    return range(max(scene.view["sides"]) + 1)


def side_name(scene: SceneView, side: int) -> str:
    """Return the players of a side."""
    seats = enumerate(scene.view["sides"])
    return "+".join(scene.name(seat) for seat, each in seats if each == side)


def seat_of(scene: SceneView, side: int) -> int:
    """Return who stands for a side now."""
    sides = scene.view["sides"]
    playing = [seat for seat in scene.view["order"] if sides[seat] == side]
    return int(playing[0]) if playing else int(sides.index(side))


# --- codes ------------------------------------------------------------------------------------


def _player(scene: SceneView, side: int) -> ChoicePart:
    return ChoicePart("player", Seat(seat_of(scene, side)))


def _from_root(*parts: ChoicePart) -> str:
    return f"{ROOT}/{path_code(*parts)}"


def _line_part(scene: SceneView, line: str) -> tuple[ChoicePart, ...]:
    """Return the part that names a line, where the template has several."""
    return (ChoicePart("line", line),) if len(scene.view["lines"]) > 1 else ()


def side_code(scene: SceneView, side: int) -> str:
    """Return what a tap on a name means: whoever an action is about, or the cell that waits."""
    player = _player(scene, side)
    waiting = ROOT if _waits_first(scene, side) else _from_root(OTHER, player)
    return f"{part_code(player)} {waiting}"


def _waits_first(scene: SceneView, side: int) -> bool:
    """Return whether the knob begins with this side."""
    view = scene.view
    if view["sheet"] == "running":
        return view["turn"] is not None and view["sides"][view["turn"]] == side
    missing = view["rounds"][-1]["missing"]
    return bool(missing) and missing[0][0] == side


def _mend(scene: SceneView, number: int, side: int, line: str) -> str:
    return _mended(ChoicePart("round", number), _player(scene, side), *_line_part(scene, line))


def _mended(*where: ChoicePart) -> str:
    """Return the code of a correction: as the knob offers it, and as hands could try it."""
    code = path_code(*where)
    return f"{_OFFERED}/{code} {_TRIED}/{code}"


def _missing_now(scene: SceneView, side: int, line: str) -> str:
    """Return the code of a cell of the round on hand that waits."""
    place = (_player(scene, side), *_line_part(scene, line))
    view = scene.view
    first = view["rounds"][-1]["missing"][0]
    if view["sheet"] == "once" and first[0] == side:
        return _from_root(ChoicePart("line", line))
    if first == [side, line]:
        return ROOT
    return f"{_from_root(OTHER, *place)} {_from_root(*place)}"


# --- what is in question ----------------------------------------------------------------------


def focus_of(scene: SceneView) -> CellFocus:
    """Return the cell that is being filled, or that was tried in vain."""
    tried = {part.name: part.value for part in scene.picked}
    if scene.refused is not None and "player" in tried:
        seat, line = tried["player"], tried.get("line", "")
        assert isinstance(seat, Seat)
        round_ = tried.get("round", 0)
        assert isinstance(round_, int)
        return CellFocus(scene.view["sides"][seat.number], str(line), round_)
    part = scene.highlighted
    is_number = part is not None and part.name in NUMBERS
    is_cell = is_number or (part is not None and part.name in ("line", "gone"))
    if not scene.reachable or not (is_cell or scene.refused is not None):
        return CellFocus()
    try:
        choice: Choice = read(scene.reachable[0])
    except BadNotation:
        return CellFocus()
    shown = str(part.value) if is_number and part is not None else None
    match choice:
        case Enter(seat, line, number) | Mend(seat, line, number):
            return CellFocus(scene.view["sides"][seat], line, number or 0, shown=shown)
        case Add(seat):
            return CellFocus(scene.view["sides"][seat], shown=shown)
        case MendEntry(entry):
            side = scene.view["entries"][entry - 1]["side"]
            return CellFocus(side, entry=entry, shown=shown)
    return CellFocus()


def _marked(scene: SceneView, focus: CellFocus, cell: Cell, *, is_here: bool) -> Cell:
    """Return a cell as it is drawn if it is the one in question."""
    if not is_here:
        return cell
    if scene.refused is not None:
        return Cell(cell.text, cell.code, cell.below, is_refused=True)
    return Cell(cell.text if focus.shown is None else focus.shown, cell.code, is_asked=True)


# --- rows -------------------------------------------------------------------------------------


def rows_of(scene: SceneView, focus: CellFocus, most: int = MOST_ROWS) -> list[Row]:
    """Return the rows to show."""
    sheet = scene.view["sheet"]
    if sheet == "running":
        return _entries(scene, focus, most)
    if sheet == "once":
        return _once(scene, focus)
    return _rounds(scene, focus, most)


def _around(count: int, most: int, wanted: int) -> range:
    """Return the newest of some numbers from 1, or as many that begin with the one wanted."""
    first = max(count - most, 0) + 1
    if 0 < wanted < first:
        first = wanted
    return range(first, min(first + most, count + 1))


def _rounds(scene: SceneView, focus: CellFocus, most: int) -> list[Row]:
    view, lines = scene.view, scene.view["lines"]
    asked = focus.round or view["round"]
    room = most if len(lines) == 1 else max(most - len(lines), 2)
    made: list[Row] = []
    for number in _around(len(view["rounds"]), room, asked):
        row = view["rounds"][number - 1]
        if len(lines) == 1 or number != asked:
            made.append(_round(scene, focus, number, row))
            continue
        told = scene.say(N_("Round {number}"), number=number)
        made.append(Row(told, tuple(_sum(row, side) for side in sides_of(scene))))
        for at in _shown_lines(lines, focus.line):
            cells = (_cell(scene, focus, (number, row), side, at) for side in sides_of(scene))
            made.append(Row(text_in(scene, lines[at]["name"]), tuple(cells), is_indented=True))
    return made


def _shown_lines(lines: Sequence[Json], wanted: str) -> range:
    at = next((place for place, line in enumerate(lines) if line["id"] == wanted), 0)
    first = max(0, min(at - MOST_LINES // 2, len(lines) - MOST_LINES))
    return range(first, min(first + MOST_LINES, len(lines)))


def _sum(row: Json, side: int) -> Cell:
    """Return what a round that is spelled line by line counts so far."""
    return Cell("-" if side in row["out"] else str(row["points"][side]))


def _round(scene: SceneView, focus: CellFocus, number: int, row: Json) -> Row:
    """Return a round in one row; of several lines their sum, and a tap asks for the line."""
    lines = scene.view["lines"]
    if len(lines) == 1:
        cells = (_cell(scene, focus, (number, row), side, 0) for side in sides_of(scene))
        return Row(str(number), tuple(cells))

    def told(side: int) -> Cell:
        code = _mended(ChoicePart("round", number), _player(scene, side))
        if any(lacking == side for lacking, _ in row["missing"]):
            return Cell(None, code)
        return Cell("-" if side in row["out"] else str(row["points"][side]), code)

    return Row(str(number), tuple(told(side) for side in sides_of(scene)))


def _cell(
    scene: SceneView, focus: CellFocus, numbered: tuple[int, Json], side: int, at: int
) -> Cell:
    """Return one cell of a round."""
    number, row = numbered
    lines = scene.view["lines"]
    line, is_now = lines[at]["id"], number == scene.view["round"]
    held = row["cells"][side][at]
    if held is None and is_now and [side, line] in row["missing"]:
        code = _missing_now(scene, side, line)
    elif held is None and is_now:
        code = _from_root(_player(scene, side), *_line_part(scene, line))
    else:
        code = _mend(scene, number, side, line)
    text = "-" if side in row["out"] and held is None else None if held is None else str(held)
    counts = row["points"][side]
    below = f"= {counts}" if len(lines) == 1 and held is not None and counts != held else ""
    is_here = (
        focus.side == side
        and focus.line in ("", line)
        and (focus.round or scene.view["round"]) == number
    )
    return _marked(scene, focus, Cell(text, code, below), is_here=is_here)


def _once(scene: SceneView, focus: CellFocus) -> list[Row]:
    """Return a row for each line: which round filled it does not matter."""
    view = scene.view
    lines, now = view["lines"], view["rounds"][-1]
    made = []
    for at in _shown_lines(lines, focus.line):
        line, cells = lines[at]["id"], []
        for side in sides_of(scene):
            filled = [
                (number, row["cells"][side][at])
                for number, row in enumerate(view["rounds"], 1)
                if row["cells"][side][at] is not None
            ]
            waits = any(lacking == side for lacking, _ in now["missing"])
            if filled:
                cell = Cell(str(filled[0][1]), _mend(scene, filled[0][0], side, line))
            elif waits:
                cell = Cell(None, _missing_now(scene, side, line))
            else:
                cell = Cell(None, _from_root(_player(scene, side), ChoicePart("line", line)))
            is_here = focus.side == side and focus.line == line
            cells.append(_marked(scene, focus, cell, is_here=is_here))
        made.append(Row(text_in(scene, lines[at]["name"]), tuple(cells)))
    return made


def _entries(scene: SceneView, focus: CellFocus, most: int) -> list[Row]:
    """Return the newest entries, each in the column of its side, and a cell for the next."""
    entries = scene.view["entries"]
    made = []
    for number in _around(len(entries), most - 1, focus.entry):
        entry = entries[number - 1]
        code = f"{_OFFERED}/{part_code(ChoicePart('entry', number))}"
        text = "-" if entry["points"] is None else f"{entry['points']:+d}"
        cells = [
            _marked(scene, focus, Cell(text, code), is_here=focus.entry == number)
            if entry["side"] == side
            else Cell("")
            for side in sides_of(scene)
        ]
        made.append(Row(f"#{number}", tuple(cells)))
    if "ended" in scene.view:
        return made
    cells = []
    for side in sides_of(scene):
        player = _player(scene, side)
        code = ROOT if _waits_first(scene, side) else _from_root(OTHER, player)
        is_here = focus.side == side and not focus.entry
        cell = Cell(None, f"{code} {_from_root(player)}")
        cells.append(_marked(scene, focus, cell, is_here=is_here))
    return [*made, Row("+", tuple(cells))]
