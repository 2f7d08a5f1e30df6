"""The board in pixels: 36 squares whose dots are their kind, and the pieces that stand on them.

What is lit is white, what is dark is black, so the cursor can light up a whole square and the
colours still hold. A piece wears the dots of its square. Each square lies in one page of the
display chip: a cursor that moves costs few bytes on the wire.

    dots         the kind; large where a piece can go, tiny where it cannot
    lit square   the cursor
    brackets     a piece that is picked, or can be taken
    dotted sides where the last move ended
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
_LIT_FILLED = {
    "ronin": Bitmap.parse(".#####./#######/#######/#######/.#####."),
    "daimio": Bitmap.parse("#..#..#/#.###.#/#######/#######/#######"),
}
_LIT_HOLLOW = {
    "ronin": Bitmap.parse(".#####./#.....#/#.....#/#.....#/.#####."),
    "daimio": Bitmap.parse("#..#..#/#.#.#.#/##...##/#.....#/#######"),
}
"""On a lit square, a row lower and less high: light must remain on all sides."""
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
    lit = square in marks.cursor
    is_open = marks.open is not None and square in marks.open
    if lit:
        canvas.fill(x - 1, y, WIDE, HIGH)
    if letter != ".":
        draw_piece(canvas, x, y, letter, kind, lit=lit)
    elif square == marks.bird:
        canvas.bitmap(x, y, BIRD, on=not lit)
        canvas.bitmap(x, y + 6, _ROW_OF_PIPS[kind], on=not lit)
    else:
        _draw_dots(canvas, square, kind, marks)
    if lit:
        return
    if square in marks.picked or (is_open and (letter != "." or square == marks.bird)):
        draw_brackets(canvas, x, y)
    elif square in marks.last:
        draw_dotted_sides(canvas, x, y)


def _draw_dots(canvas: Canvas, square: int, kind: int, marks: SquareMarks) -> None:
    """Draw the kind of an empty square."""
    x, y = corner(square)
    if square in marks.cursor:
        canvas.bitmap(x, y, OPEN_DOTS[kind], on=False)
    elif marks.open is None:
        canvas.bitmap(x, y, DOTS[kind])
    else:
        canvas.bitmap(x, y, (OPEN_DOTS if square in marks.open else _PIPS)[kind])


def draw_piece(canvas: Canvas, x: int, y: int, letter: str, kind: int, *, lit: bool) -> None:
    """Draw a piece with the dots of its square; on a lit square it is drawn dark on light."""
    shape = "daimio" if letter in "BW" else "ronin"
    solid = (letter in OWN[1]) is not lit
    if lit:
        canvas.bitmap(x, y + 1, (_LIT_FILLED if solid else _LIT_HOLLOW)[shape], on=False)
    else:
        canvas.bitmap(x, y, (_FILLED if solid else _HOLLOW)[shape])
    if kind and lit and shape == "daimio":
        canvas.bitmap(x, y + 4, _ROW_OF_PIPS[kind], on=solid)
    elif kind:
        pips = _LOW_PIPS if shape == "daimio" else _PIPS
        canvas.bitmap(x, y, pips[kind], on=solid is lit)


def draw_small_ronin(canvas: Canvas, x: int, y: int, letter: str, *, lit: bool) -> None:
    """Draw a ronin that is off the board, 5 x 5."""
    solid = (letter in OWN[1]) is not lit
    canvas.bitmap(x, y, _SMALL_FILLED if solid else _SMALL_HOLLOW, on=not lit)


def draw_brackets(canvas: Canvas, x: int, y: int) -> None:
    """Put brackets around a square."""
    for across, inwards in ((x - 1, 1), (x + 7, -1)):
        canvas.line_v(across, y, HIGH)
        canvas.pixel(across + inwards, y)
        canvas.pixel(across + inwards, y + HIGH - 1)


def draw_dotted_sides(canvas: Canvas, x: int, y: int) -> None:
    """Dot both sides of a square."""
    for down in range(0, HIGH, 2):
        canvas.pixel(x - 1, y + down)
        canvas.pixel(x + 7, y + down)
