"""Pyramids, pawns and a stretch of the path on the OLED.

A strip of the path: pyramids, pawns in their gaps, and dots where nothing lies any more.

    RA  Y^ [A] . K^  GA      a letter and beside it the pyramid; a pawn is its player's initial
    --         ---           the cell under the cursor is lit; what else can be chosen underlined

Empty spaces that follow each other are one narrow dot: people count pyramids, not gaps. The strip
lies in one page of the display chip, and in play it stays where the own pawn is: what moved with
every step would all go over a slow wire. A cursor further on is an arrow at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engines.engine import Term
from engines.icehouse.state import COLOURS, SPACES, START, State, seats
from engines.icehouse.words import WORDS
from engines.wording import Translate, Voice
from firmware_py.games.icehouse.colours import PALETTE
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import CROSS

IN_EYE = -1
"""Where a pyramid is, beside the seats."""

_EYE = Bitmap.parse(".##./#..#/#..#/.##.")
_SHAPES = {"1": (3, 2), "2": (7, 4), "3": (9, 6)}
_LITTLE_SHAPES = {"1": (3, 2), "2": (5, 4), "3": (7, 6)}
_BIG_SHAPES = {"1": (7, 6), "2": (13, 10), "3": (19, 14)}


def letters(voice: Voice) -> dict[str, str]:
    """Return the letter of each colour of this table's set, from the colour's own word."""
    letter_of = _letters_of_words(voice.translate)
    return {code: letter_of[voice.fact(Term("colour", code))] for code in COLOURS}


@lru_cache(maxsize=16)
def _letters_of_words(translate: Translate) -> Mapping[str, str]:
    """Return a letter for the word of each colour that sets are sold in, no two alike.

    It is the initial, or, where an earlier colour has that, the last letter of the word that no
    other colour has: blue is B, black K. So a letter means the same colour in every set.
    """
    names = [translate(WORDS[f"colour.{code}"]) for code in PALETTE]
    taken = {name[0].upper() for name in names}
    found: dict[str, str] = {}
    for name in names:
        letter = name[0].upper()
        if letter in found.values():
            letter = next(each for each in reversed(name.upper()) if each not in taken)
            taken.add(letter)
        found[name] = letter
    return found


@lru_cache(maxsize=16)
def triangle(base: int, height: int) -> Bitmap:
    """Return a pyramid from the side."""
    middle = base // 2
    halves = [middle * row // (height - 1) for row in range(height)]
    rows = ["".join(".#"[abs(x - middle) <= half] for x in range(base)) for half in halves]
    return Bitmap.parse("/".join(rows))


def pyramid(canvas: Canvas, x: int, bottom: int, size: str, w: int, *, on: bool = True) -> None:
    """Draw a pyramid of a size on a base line, in the middle of a width."""
    _stand(canvas, x, bottom, triangle(*_SHAPES[size]), w, on)


def big_pyramid(canvas: Canvas, x: int, bottom: int, size: str, w: int, *, on: bool = True) -> None:
    """Draw a large picture of a pyramid."""
    _stand(canvas, x, bottom, triangle(*_BIG_SHAPES[size]), w, on)


def little_pyramid(canvas: Canvas, x: int, bottom: int, size: str, *, on: bool = True) -> None:
    """Draw a pyramid in the middle of 7 columns, no higher than a small letter."""
    _stand(canvas, x, bottom, triangle(*_LITTLE_SHAPES[size]), 7, on)


def _stand(canvas: Canvas, x: int, bottom: int, shape: Bitmap, w: int, on: bool) -> None:
    canvas.bitmap(x + (w - shape.width) // 2, bottom - shape.height + 1, shape, on)


def sign(
    canvas: Canvas,
    x: int,
    top: int,
    text: str,
    font: FontName,
    w: int,
    *,
    on: bool = True,
    faint: bool = False,
) -> None:
    """Write a sign with its capitals' top at a row, in the middle of a width, unread."""
    y = top - font_of(font).line("H").top
    canvas.text(x, y, text, font, width=w, align="centre", on=on, faint=faint, say="")


def tall_sign(canvas: Canvas, x: int, top: int, text: str, w: int, *, on: bool = True) -> None:
    """Write a sign of the medium font twice as large, in the middle of a width, unread."""
    line = font_of("medium").line(text)
    left = x + (w - 2 * len(line.columns)) // 2
    for column, bits in enumerate(line.columns):
        for row in range(line.top, line.bottom):
            if bits >> row & 1:
                canvas.fill(left + 2 * column, top + 2 * (row - line.top), 2, 2, on)


def pawn(canvas: Canvas, x: int, y: int, mark: str) -> None:
    """Draw a pawn as its player's short name, dark on a lit block."""
    w = pawn_width(mark, "small")
    canvas.fill(x, y, w, 8)
    sign(canvas, x, y + 1, mark, "small", w, on=False)


def pawn_width(mark: str, font: FontName) -> int:
    """Return how wide a pawn is."""
    return text_width(mark, font) + 4


def gone(state: State, group: str) -> tuple[int, ...]:
    """Return where those of an open group are that left the path: seats first, then the eye."""
    held = [seat for seat in seats(state) for _ in range(state.held[seat].count(group))]
    return tuple(held) + (IN_EYE,) * state.eye.count(group)


def slots(
    canvas: Canvas,
    x: int,
    top: int,
    places: tuple[int, ...],
    names: tuple[str, ...],
    font: FontName,
    pitch: int,
) -> None:
    """Draw where pyramids of a group went: an initial, a ring for the eye.

    B B D o    two at Ben's, one at Dora's, one in the eye
    """
    height = font_of(font).line("8").bottom - font_of(font).line("8").top
    for place, where in enumerate(places):
        left = x + place * pitch
        if where == IN_EYE:
            canvas.bitmap(left + pitch // 2 - 2, top + height // 2 - 2, _EYE)
        else:
            initial = names[where][:1].replace("Œ", "O").replace("Æ", "A")  # too wide for a slot
            sign(canvas, left, top, initial, font, pitch)


# --- a stretch of the path ---


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
