"""Small drawings of this game: stones with their pattern, artists, hands, the mandala."""

from __future__ import annotations

from engines.stones.board import pattern_of
from firmware_py.ui.canvas import Bitmap, Canvas

PATTERN = {"o": Bitmap.parse("###/#.#/###"), "x": Bitmap.parse("#.#/.#./#.#")}
HAND = Bitmap.parse("#.#.#/#.#.#/#.#.#/#####/#####/.###./.###.")
MANDALA = Bitmap.parse("..###../.#...#./#..#..#/#.###.#/#..#..#/.#...#./..###..")
FLAG = Bitmap.parse("######/#.##.#/######/#...../#...../#.....")
BIG_FLAG = Bitmap.parse(
    "##########/##########/##..##..##/##..##..##/##########/##########/##......../##......../"
    "##......../##......../##........"
)
"""As high as whose turn it is, where a clock has the place of the words."""

STONE_WIDTH = 9
"""A colour letter and its pattern."""


def draw_stone(canvas: Canvas, x: int, y: int, letter: str, on: bool = True) -> None:
    """Draw a stone of the main board, at most 9 by 6: its colour, and its pattern low beside it."""
    width = canvas.text(x, y - 1, letter.upper(), "small", on=on, say="")
    canvas.bitmap(x + width + 1, y + 3, PATTERN[pattern_of(letter)], on=on)
