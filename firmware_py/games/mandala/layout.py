"""Where things stand on the screen of Mandala, and how their ink is placed.

Fonts keep room above their capitals for accents; here rows are given by where the ink begins.
With text of the usual size each row lies in one page of the display chip, its cursor included:
what changes has to go over a slow wire.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.mandala.cards import COLOURS
from firmware_py.games.mandala.cursor import Row
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of

COLUMN = 8
GRID = COLUMN * len(COLOURS)
LEFT = (6, WIDTH - 6 - GRID)
"""Where the columns of each mandala begin; brackets and the cursor of a row stand outside."""
MIDDLE = LEFT[0] + GRID + 4
MIDDLE_WIDTH = LEFT[1] - MIDDLE - 4
PROMPT = 68
"""The column where the prompt begins, at the right of the rivers."""
ACROSS_INK, OWN_INK = 49, 57
"""Where the rivers stand: the last two pages of the display chip."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the ink of each row begins, and its font."""

    header: int
    across: int
    mountain: int
    own: int
    bottom: int
    plain: FontName
    mountain_font: FontName
    bottom_font: FontName

    def of(self, row: Row) -> tuple[int, FontName]:
        """Return where the ink of a row of a mandala begins, and its font."""
        match row:
            case "across":
                return self.across, self.plain
            case "mountain":
                return self.mountain, self.mountain_font
            case "own":
                return self.own, self.plain


NORMAL = Rows(17, 25, 33, 41, 48, "small", "small", "medium")
LARGE = Rows(12, 21, 30, 40, 49, "medium", "medium", "large")


def ink_top(font: FontName) -> int:
    """Return how far below its line the capitals of a font begin."""
    return font_of(font).line("H").top


def ink_height(font: FontName) -> int:
    """Return the height of the capitals of a font."""
    capital = font_of(font).line("H")
    return capital.bottom - capital.top


def write(canvas: Canvas, x: int, ink: int, text: str, font: FontName) -> int:
    """Write something that is read out elsewhere; return its width."""
    return canvas.text(x, ink - ink_top(font), text, font, say="")


def centred(
    canvas: Canvas, x: int, ink: int, text: str, font: FontName, width: int = COLUMN
) -> None:
    """Write something short in the middle of a column; a gap at its right belongs to it."""
    left = x + (width - text_width(text, font)) // 2
    write(canvas, left, ink, text, font)


def invert(canvas: Canvas, x: int, ink: int, width: int, font: FontName) -> None:
    """Exchange light and dark around a text, a row above and below it included."""
    canvas.invert(x, ink - 1, width, ink_height(font) + 2)
