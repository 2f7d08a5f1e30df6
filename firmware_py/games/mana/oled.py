"""The board in pixels: 36 squares whose dots are their kind, and the pieces that stand on them.

What is lit is white, what is dark is black, and no mark changes that: the cursor is a frame. A
piece wears the dots of its square. Each square lies in one page of the display chip, its marks
too: a cursor that moves costs few bytes on the wire.

    dots          the kind; large where a piece can go, tiny where it cannot
    frame         the cursor
    line          a piece that is picked
    brackets      one that can be taken
    dotted frame  the way of a move
    dotted line   where the last move ended
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.mana.board import FILES, OWN
from firmware_py.ui.canvas import Bitmap, Canvas

LEFT, TOP = 5, 16
WIDE, HIGH = 9, 8
"""The first square, and the distance from square to square; the art is 7 x 7."""
RIGHT = LEFT + 6 * WIDE
"""The first column after the board."""

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
"""The crown of a daimio needs the upper half."""
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
"""A row clear of the frame on all sides."""
BIRD = Bitmap.parse("...##../#.####./####.../.###.../..#....")
TOKEN = Bitmap.parse("...#.../..###../.#####./..###../...#...")
"""The bird, and the Mana of 2005."""
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
    """The squares that a move crosses."""
    last: frozenset[int] = frozenset()
    bird: int | None = None
    """The bird's square, where it is known."""


def corner(square: int) -> tuple[int, int]:
    """Return where the art of a square begins."""
    file, rank = divmod(square, 6)
    return LEFT + file * WIDE, TOP + (5 - rank) * HIGH


def draw_board(canvas: Canvas, board: str, kinds: tuple[int, ...], marks: SquareMarks) -> None:
    """Draw the squares, the pieces on them and the marks."""
    for rank, bitmap in _RANK_NAMES.items():
        canvas.bitmap(0, TOP + (6 - rank) * HIGH + 1, bitmap)
    for place, file in enumerate(FILES):
        canvas.bitmap(LEFT + place * WIDE + 2, TOP - 5, _FILE_NAMES[file])
    for square in range(36):
        _draw_square(canvas, square, board[square], kinds[square], marks)


def _draw_square(canvas: Canvas, square: int, letter: str, kind: int, marks: SquareMarks) -> None:
    x, y = corner(square)
    is_open = marks.open is not None and square in marks.open
    if square in marks.cursor:
        draw_cursor(canvas, x, y, is_empty=letter == "." and square != marks.bird)
    if letter != ".":
        draw_piece(canvas, x, y, letter, kind)
    elif square == marks.bird:
        canvas.bitmap(x, y, BIRD)
        canvas.bitmap(x, y + 6, _ROW_OF_PIPS[kind])
    else:
        _draw_dots(canvas, square, kind, marks)
    if square in marks.cursor:
        return
    if square in marks.picked:
        draw_line(canvas, x, y)
    elif is_open and (letter != "." or square == marks.bird):
        draw_brackets(canvas, x, y)
    elif square in marks.way:
        draw_dotted_frame(canvas, x, y)
    elif square in marks.last:
        draw_dotted_line(canvas, x, y)


def _draw_dots(canvas: Canvas, square: int, kind: int, marks: SquareMarks) -> None:
    """Draw the kind of an empty square."""
    if square in marks.cursor:
        dots = _FRAMED_DOTS
    elif marks.open is None:
        dots = DOTS
    else:
        dots = OPEN_DOTS if square in marks.open else _PIPS
    canvas.bitmap(*corner(square), dots[kind])


def draw_piece(canvas: Canvas, x: int, y: int, letter: str, kind: int = 0) -> None:
    """Draw a piece with the dots of its square."""
    shape = "daimio" if letter in "BW" else "ronin"
    solid = letter in OWN[1]
    canvas.bitmap(x, y, (_FILLED if solid else _HOLLOW)[shape])
    if kind:
        pips = _LOW_PIPS if shape == "daimio" else _PIPS
        canvas.bitmap(x, y, pips[kind], on=not solid)


def draw_small_ronin(canvas: Canvas, x: int, y: int, letter: str) -> None:
    """Draw a ronin that is off the board, 5 x 5."""
    canvas.bitmap(x, y, _SMALL_FILLED if letter in OWN[1] else _SMALL_HOLLOW)


def draw_cursor(canvas: Canvas, x: int, y: int, *, is_empty: bool = False) -> None:
    """Put a frame around a square, a column clear of a piece, whose head stands in its top line."""
    if is_empty:
        canvas.box(x - 1, y, WIDE, HIGH)
        return
    canvas.box(x - 2, y, WIDE + 2, HIGH)
    canvas.fill(x + 1, y, WIDE - 4, 1, on=False)


def draw_dotted_frame(canvas: Canvas, x: int, y: int) -> None:
    """Dot above and below a square's art."""
    for across in range(1, 7, 2):
        canvas.pixel(x + across, y)
        canvas.pixel(x + across, y + HIGH - 1)


def draw_brackets(canvas: Canvas, x: int, y: int) -> None:
    """Put brackets around a square."""
    for across, inwards in ((x - 1, 1), (x + 7, -1)):
        canvas.line_v(across, y, HIGH)
        canvas.pixel(across + inwards, y)
        canvas.pixel(across + inwards, y + HIGH - 1)


def draw_dotted_line(canvas: Canvas, x: int, y: int) -> None:
    """Dot the line below a square's art: no column that a piece does not change anyway."""
    for across in range(0, 7, 2):
        canvas.pixel(x + across, y + HIGH - 1)


def draw_line(canvas: Canvas, x: int, y: int) -> None:
    """Draw a line below a square's art."""
    canvas.line_h(x, y + HIGH - 1, 7)
