"""A strip of the path: pyramids, pawns in their gaps, and dots where nothing lies any more.

    RA  Y^ [A] . K^  GA      a letter and beside it the pyramid; a pawn is its player's initial
    --         ---           the cell under the cursor is lit; what else can be chosen underlined

Empty spaces that follow each other are one narrow dot: people count pyramids, not gaps. The strip
lies in one page of the display chip, and in play it stays where the own pawn is: what moved with
every step would all go over a slow wire. A cursor further on is an arrow at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.icehouse.state import SPACES, START, State
from firmware_py.games.icehouse.pieces import little_pyramid, pawn, pawn_width, sign
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas
from firmware_py.ui.widgets import CROSS

HEIGHT = 8
_GAP = 5
_WIDE = 16
"""A letter, a pyramid, and what keeps the next one away."""
_LETTER = 6
_MORE = Bitmap.parse("#../.#./..#/.#./#..")


@dataclass(frozen=True, slots=True)
class Look:
    """What a strip points out."""

    letters: dict[str, str]
    pawns: tuple[str, ...]
    """The short names of the players."""
    begin: int
    """The space where the first screenful begins; what lies before it is on others."""
    focus: int
    """The space that must be visible; with a cursor, the one that is lit."""
    has_cursor: bool = False
    marked: frozenset[int] = frozenset()
    """Spaces that can be chosen: underlined."""
    refused: int | None = None
    """A space with a cross under it."""
    stays: bool = False
    """Show the first screenful, wherever the focus is."""
    shows_gaps: bool = False
    """Give every empty space a cell of its own."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """A place on the strip: a pyramid, a pawn, or what is empty up to a space."""

    space: int
    w: int
    pyramid: str = ""
    seats: tuple[int, ...] = field(default=())


def draw_strip(canvas: Canvas, state: State, y: int, look: Look) -> tuple[int, int]:
    """Draw the screenful of the path with a space on it; return the first and last space shown."""
    cells = _cells(state, look)
    first, last = _screenful(cells, look)
    x = 0
    for cell in cells[first:last]:
        _draw(canvas, x, y, cell, look)
        x += cell.w
    if look.has_cursor and look.focus > cells[last - 1].space:
        canvas.fill(WIDTH - _MORE.width - 2, y, _MORE.width + 2, HEIGHT)
        canvas.bitmap(WIDTH - _MORE.width - 1, y + 1, _MORE, on=False)
    return cells[first].space, cells[last - 1].space


def _cells(state: State, look: Look) -> list[_Cell]:
    here: dict[int, tuple[int, ...]] = {}
    for seat, space in enumerate(state.pawns):
        if seat not in state.left:
            here[space] = (*here.get(space, ()), seat)
    frame = max(pawn_width(mark, "small") for mark in look.pawns) + 3
    cells = [_Cell(START, frame, seats=(seat,)) for seat in here.get(START, ())]
    for space in range(SPACES):
        if state.path[space]:
            cells.append(_Cell(space, _WIDE, pyramid=state.path[space]))
        elif space in here:
            cells.append(_Cell(space, frame, seats=here[space]))
        elif look.shows_gaps or space == look.refused:
            cells.append(_Cell(space, _WIDE))
        elif cells and cells[-1].w == _GAP:
            cells[-1] = _Cell(space, _GAP)
        else:
            cells.append(_Cell(space, _GAP))
    return cells


def _screenful(cells: list[_Cell], look: Look) -> tuple[int, int]:
    """Return the range of cells that holds the focus: whole screens, counted from the beginning."""
    at = next((i for i, cell in enumerate(cells) if cell.space >= look.focus), len(cells) - 1)
    start = next((i for i, cell in enumerate(cells) if cell.space >= look.begin), 0)
    first = start if start <= at else 0
    while True:
        last, used = first, 0
        while last < len(cells) and used + cells[last].w <= WIDTH - 5:
            used, last = used + cells[last].w, last + 1
        if at < last or look.stays:
            return first, last
        first = last


def _draw(canvas: Canvas, x: int, y: int, cell: _Cell, look: Look) -> None:
    lit = look.has_cursor and cell.space == look.focus and not cell.seats
    w = min(cell.w, _WIDE - 2)
    if lit:
        canvas.fill(x, y, w, HEIGHT)
    if cell.pyramid:
        sign(canvas, x + 1, y, look.letters[cell.pyramid[0]], "small", _LETTER, on=not lit)
        little_pyramid(canvas, x + _LETTER + 1, y + 5, cell.pyramid[1], on=not lit)
    elif cell.seats:
        pawn(canvas, x, y, look.pawns[cell.seats[0]])
    else:
        canvas.fill(x + w // 2 - 1, y + 4, 2, 2, on=not lit)
    if cell.space == look.refused:
        canvas.bitmap(x + (w - CROSS.width) // 2, y + HEIGHT + 1, CROSS)
    elif cell.space in look.marked and not cell.seats and not lit:
        canvas.fill(x + 2, y + HEIGHT - 1, 3, 1)
