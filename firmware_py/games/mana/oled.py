"""The board of Mana in pixels: 36 squares with their dots, and the pieces on them.

White pieces are lit and black ones dark, and no mark changes that: the cursor is a frame. A
piece shows the dots of its square. Each square and its marks are within one page of the display
chip, so that moving the cursor sends few bytes.

    dots          the kind; large where a piece can go, tiny where it cannot
    frame         the cursor
    line          a piece that is picked
    brackets      one that can be taken
    dotted frame  the way of a move
    dotted line   where the last move ended
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engines.mana.board import FILES, OWN
from firmware_py.ui.canvas import Bitmap, Canvas

LEFT, TOP = 5, 16
WIDE, HIGH = 9, 8
"""Position and pitch of the squares in pixels; a bitmap is 7 x 7."""
RIGHT = LEFT + 6 * WIDE
"""First column after the board, in pixels."""
_MARGIN = 2
"""Columns on both sides of a square's bitmap that its frame needs."""
CORNERS = tuple(
    (LEFT + file * WIDE, TOP + (5 - rank) * HIGH) for file in range(6) for rank in range(6)
)
"""The top left corner of each square's bitmap."""

_FILLED = {
    "ronin": Bitmap.parse("..###../.#####./#######/#######/#######/.#####./..###.."),
    "daimio": Bitmap.parse("#..#..#/#.###.#/#######/#######/#######/#######/#######"),
}
_HOLLOW = {
    "ronin": Bitmap.parse("..###../.#...#./#.....#/#.....#/#.....#/.#...#./..###.."),
    "daimio": Bitmap.parse("#..#..#/##.#.##/#.#.#.#/#.....#/#.....#/#.....#/#######"),
}
_PIPS = {
    1: Bitmap.parse("......./......./......./...#.../......./......./......."),
    2: Bitmap.parse("......./......./......./..#.#../......./......./......."),
    3: Bitmap.parse("......./......./...#.../......./..#.#../......./......."),
}
_LOW_PIPS = {
    1: Bitmap.parse("......./......./......./......./...#.../......./......."),
    2: Bitmap.parse("......./......./......./......./..#.#../......./......."),
    3: Bitmap.parse("......./......./......./...#.../......./..#.#../......."),
}
"""Dots in the lower half, below the crown of a daimio."""
_ROW_OF_PIPS = {
    1: Bitmap.parse("...#..."),
    2: Bitmap.parse("..#.#.."),
    3: Bitmap.parse(".#.#.#."),
}
DOTS = {
    1: Bitmap.parse("......./......./...##../...##../......./......./......."),
    2: Bitmap.parse("......./......./.##.##./.##.##./......./......./......."),
    3: Bitmap.parse("......./...##../...##../......./.##.##./.##.##./......."),
}
OPEN_DOTS = {
    1: Bitmap.parse("......./......./..###../..###../..###../......./......."),
    2: Bitmap.parse("......./......./.##.##./.##.##./......./......./......."),
    3: Bitmap.parse("......./..##.../..##.../......./.##.##./.##.##./......."),
}
_FRAMED_DOTS = {
    **OPEN_DOTS,
    3: Bitmap.parse("......./......./..###../......./.##.##./.##.##./......."),
}
"""Dots with a free row on all sides inside the frame."""
BIRD = Bitmap.parse("...##../#.####./####.../.###.../..#....")
TOKEN = Bitmap.parse("...#.../..###../.#####./..###../...#...")
"""The bird, and the Mana of the 2005 edition."""
_SMALL_FILLED = Bitmap.parse(".###./#####/#####/#####/.###.")
_SMALL_HOLLOW = Bitmap.parse(".###./#...#/#...#/#...#/.###.")
_FILE_NAMES = {
    "a": Bitmap.parse("##./.##/#.#/.##"),
    "b": Bitmap.parse("#../##./#.#/##."),
    "c": Bitmap.parse(".##/#../#../.##"),
    "d": Bitmap.parse("..#/.##/#.#/.##"),
    "e": Bitmap.parse(".#./###/#../.##"),
    "f": Bitmap.parse(".##/.#./###/.#."),
}
_RANK_NAMES = {
    1: Bitmap.parse(".#./##./.#./.#./###"),
    2: Bitmap.parse("##./..#/.#./#../###"),
    3: Bitmap.parse("##./..#/.#./..#/##."),
    4: Bitmap.parse("#.#/#.#/###/..#/..#"),
    5: Bitmap.parse("###/#../##./..#/##."),
    6: Bitmap.parse(".##/#../###/#.#/###"),
}


@dataclass(frozen=True, slots=True)
class SquareMarks:
    """What to point out on the board."""

    cursor: frozenset[int] = frozenset()
    picked: frozenset[int] = frozenset()
    open: frozenset[int] | None = None
    """Where the knob or a piece can go; None: nothing is asked."""
    way: frozenset[int] = frozenset()
    """The squares of a move's path."""
    last: frozenset[int] = frozenset()
    bird: int | None = None
    """The bird's square, if known."""


def draw_board(canvas: Canvas, board: str, kinds: tuple[int, ...], marks: SquareMarks) -> None:
    """Draw the squares, the pieces on them and the marks."""
    for rank, bitmap in _RANK_NAMES.items():
        canvas.bitmap(0, TOP + (6 - rank) * HIGH + 1, bitmap)
    for place, file in enumerate(FILES):
        canvas.bitmap(LEFT + place * WIDE + 2, TOP - 5, _FILE_NAMES[file])
    for square, (letter, kind) in enumerate(zip(board, kinds, strict=True)):
        is_open = None if marks.open is None else square in marks.open
        bitmap = _draw_square(
            letter,
            kind,
            square == marks.bird,
            square in marks.cursor,
            is_open,
            square in marks.picked,
            square in marks.way,
            square in marks.last,
        )
        x, y = CORNERS[square]
        canvas.bitmap(x - _MARGIN, y, bitmap)


@lru_cache(maxsize=512)
def _draw_square(
    letter: str,
    kind: int,
    has_bird: bool,
    has_cursor: bool,
    is_open: bool | None,
    is_picked: bool,
    is_on_way: bool,
    is_last: bool,
) -> Bitmap:
    """Return the picture of a square, `_MARGIN` columns wider on both sides than its bitmap."""
    canvas, x, y = Canvas(), _MARGIN, 0
    is_empty = letter == "." and not has_bird
    if has_cursor:
        draw_cursor(canvas, x, y, is_empty=is_empty)
    if letter != ".":
        draw_piece(canvas, x, y, letter, kind)
    elif has_bird:
        canvas.bitmap(x, y, BIRD)
        canvas.bitmap(x, y + 6, _ROW_OF_PIPS[kind])
    elif has_cursor:
        canvas.bitmap(x, y, _FRAMED_DOTS[kind])
    else:
        canvas.bitmap(x, y, (DOTS if is_open is None else OPEN_DOTS if is_open else _PIPS)[kind])
    if has_cursor:
        pass
    elif is_picked:
        draw_line(canvas, x, y)
    elif is_open and not is_empty:
        draw_brackets(canvas, x, y)
    elif is_on_way:
        draw_dotted_frame(canvas, x, y)
    elif is_last:
        draw_dotted_line(canvas, x, y)
    return canvas.cut(WIDE + _MARGIN, HIGH)


def draw_piece(canvas: Canvas, x: int, y: int, letter: str, kind: int = 0) -> None:
    """Draw a piece with the dots of its square."""
    shape = "daimio" if letter in "BW" else "ronin"
    solid = letter in OWN[1]
    canvas.bitmap(x, y, (_FILLED if solid else _HOLLOW)[shape])
    if kind:
        pips = _LOW_PIPS if shape == "daimio" else _PIPS
        canvas.bitmap(x, y, pips[kind], on=not solid)


def draw_small_ronin(canvas: Canvas, x: int, y: int, letter: str) -> None:
    """Draw a ronin off the board, 5 x 5 pixels."""
    canvas.bitmap(x, y, _SMALL_FILLED if letter in OWN[1] else _SMALL_HOLLOW)


def draw_cursor(canvas: Canvas, x: int, y: int, *, is_empty: bool = False) -> None:
    """Draw a frame around a square, a column away from a piece, whose head is in the top line."""
    if is_empty:
        canvas.box(x - 1, y, WIDE, HIGH)
        return
    canvas.box(x - 2, y, WIDE + 2, HIGH)
    canvas.fill(x + 1, y, WIDE - 4, 1, on=False)


def draw_dotted_frame(canvas: Canvas, x: int, y: int) -> None:
    """Draw dots above and below a square's bitmap."""
    for across in range(1, 7, 2):
        canvas.pixel(x + across, y)
        canvas.pixel(x + across, y + HIGH - 1)


def draw_brackets(canvas: Canvas, x: int, y: int) -> None:
    """Draw brackets around a square."""
    for across, inwards in ((x - 1, 1), (x + 7, -1)):
        canvas.line_v(across, y, HIGH)
        canvas.pixel(across + inwards, y)
        canvas.pixel(across + inwards, y + HIGH - 1)


def draw_dotted_line(canvas: Canvas, x: int, y: int) -> None:
    """Dot the line below a square's bitmap, using only columns that a piece changes anyway."""
    for across in range(0, 7, 2):
        canvas.pixel(x + across, y + HIGH - 1)


def draw_line(canvas: Canvas, x: int, y: int) -> None:
    """Draw a line below a square's bitmap."""
    canvas.line_h(x, y + HIGH - 1, 7)
