"""A strip of the path: pyramids, pawns in their gaps, and dots where nothing lies any more.

      R   Y  [A]  .  K   G      letters over pyramids; a pawn is its player's initial in a frame
      ^   A       .  A   ^      the cell under the cursor is lit; of the others that can be chosen
                                the letter is

Empty spaces that follow each other are one narrow dot: people count pyramids, not gaps.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.icehouse.state import SPACES, START, State
from firmware_py.games.icehouse.pieces import pawn, pawn_width, pyramid, sign
from firmware_py.ui.canvas import WIDTH, Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import CROSS

_GAP = 5
_WIDE: dict[FontName, int] = {"small": 11, "medium": 11, "large": 14}


@dataclass(frozen=True, slots=True)
class Look:
    """What a strip points out."""

    letters: dict[str, str]
    pawns: tuple[str, ...]
    """The short names of the players."""
    focus: int
    """The space that must be visible; with a cursor, the one that is lit."""
    has_cursor: bool = False
    marked: frozenset[int] = frozenset()
    """Spaces that can be chosen: a lit letter."""
    refused: int | None = None
    """A space with a cross under it."""
    shows_gaps: bool = False
    """Give every empty space a cell of its own."""
    begins: bool = False
    """Let the focus stand at the left rather than in the middle."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """A place on the strip: a pyramid, a pawn, or what is empty up to a space."""

    space: int
    w: int
    pyramid: str = ""
    seats: tuple[int, ...] = field(default=())


def draw_strip(
    canvas: Canvas, state: State, y: int, look: Look, font: FontName = "medium"
) -> tuple[int, int]:
    """Draw the part of the path around a space; return the first and last space shown."""
    wide = _WIDE[font]
    cells = _cells(state, wide, look, font)
    at = next((i for i, cell in enumerate(cells) if cell.space >= look.focus), len(cells) - 1)
    first, last = _window(cells, at, look.begins)
    x = (WIDTH - sum(cell.w for cell in cells[first:last])) // 2
    if look.begins or first:
        x = max(min(x, 3), 0)
    for cell in cells[first:last]:
        _draw(canvas, x, y, cell, look, font)
        x += cell.w
    return cells[first].space, cells[last - 1].space


def _cells(state: State, wide: int, look: Look, font: FontName) -> list[_Cell]:
    here: dict[int, tuple[int, ...]] = {}
    for seat, space in enumerate(state.pawns):
        if seat not in state.left:
            here[space] = (*here.get(space, ()), seat)
    frame = max(pawn_width(look.pawns[seat], font) for seat in range(len(look.pawns))) + 2
    cells = [_Cell(START, frame, seats=(seat,)) for seat in here.get(START, ())]
    for space in range(SPACES):
        if state.path[space]:
            cells.append(_Cell(space, wide, pyramid=state.path[space]))
        elif space in here:
            cells.append(_Cell(space, frame, seats=here[space]))
        elif look.shows_gaps or space == look.refused:
            cells.append(_Cell(space, wide))
        elif cells and cells[-1].w == _GAP:
            cells[-1] = _Cell(space, _GAP)
        else:
            cells.append(_Cell(space, _GAP))
    return cells


def _window(cells: list[_Cell], at: int, begins: bool) -> tuple[int, int]:
    """Return the range of cells around one that fits the width."""
    first, last, used = at, at + 1, cells[at].w
    while True:
        grown = False
        if last < len(cells) and used + cells[last].w <= WIDTH:
            used, last, grown = used + cells[last].w, last + 1, True
        if (not begins or last == len(cells)) and first and used + cells[first - 1].w <= WIDTH:
            used, first, grown = used + cells[first - 1].w, first - 1, True
        if not grown:
            return first, last


def _draw(canvas: Canvas, x: int, y: int, cell: _Cell, look: Look, font: FontName) -> None:
    line = font_of(font).line("H")
    tall = line.bottom - line.top
    bottom = y + tall + 7
    lit = look.has_cursor and cell.space == look.focus and not cell.seats
    marked = cell.space in look.marked and not lit
    if lit:
        canvas.fill(x, y, cell.w, tall + 8)
    if cell.pyramid:
        if marked:
            canvas.fill(x + 1, y, cell.w - 2, tall + 2)
        letter = look.letters[cell.pyramid[0]]
        sign(canvas, x, y + 1, letter, font, cell.w, on=not lit and not marked)
        pyramid(canvas, x, bottom, cell.pyramid[1], cell.w, on=not lit)
    elif cell.seats:
        pawn(canvas, x + 1, y + 3, look.pawns[cell.seats[0]], font)
    else:
        canvas.fill(x + cell.w // 2 - 1, bottom - 1, 2, 2, on=not lit)
    if cell.space == look.refused:
        canvas.bitmap(x + (cell.w - CROSS.width) // 2, bottom + 3, CROSS)
