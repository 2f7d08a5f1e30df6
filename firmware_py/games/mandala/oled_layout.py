"""Where things stand on the screen of Mandala, and how their ink is placed.

    R O Y G P K   Anna        88 12      the colours; whose turn; draw pile and discard pile
      2           Claim      12:34      the field across; what binds, the running clock
  1    3   1      what hands do now     mountain 1, its number lit at its left end
            1                           the own field
    ... 2 ...                           the same for mandala 2; while one is claimed, the rivers
    Mountain 1: red                >    the answer, lit where a press plays it

Large text shows the mandala under the cursor alone, and so has room for a larger answer.
Fonts keep room above their capitals for accents; here rows are given by where the ink begins.
What changes most, the answer and the hands' work, lies in whole pages of the display's memory
(rows 0 to 7, 8 to 15, ...): letters across two pages go over a slow wire twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.mandala.cards import COLOURS
from firmware_py.games.mandala.focus import Row
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect

COLUMN = 7
LEFT = 7
"""Where the columns begin, after the number of a mandala."""
GRID = COLUMN * len(COLOURS)
RIGHT = LEFT + GRID + 2
"""Where the words beside the board begin."""
WORDS = WIDTH - RIGHT


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the ink of each row of a mandala begins, and its font."""

    across: int
    mountain: int
    own: int
    mountain_font: FontName = "small"

    def of(self, row: Row) -> tuple[int, FontName]:
        """Return where the ink of a row begins, and its font."""
        match row:
            case "across":
                return self.across, "small"
            case "mountain":
                return self.mountain, self.mountain_font
            case "own":
                return self.own, "small"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of a screen stand."""

    header: int
    """Where the ink of the colours' letters begins."""
    blocks: tuple[Rows, ...]
    title: Rect
    second: Rect
    """What binds, and the running clock."""
    told: int
    """Where the hands' work begins, if nothing stands above it."""
    answer: Rect


# A colour lies in one row only, so the rows of a mandala need no gap between them.
_UPPER, _LOWER = Rows(8, 14, 20), Rows(28, 34, 40)
NORMAL = Layout(
    0,
    (_UPPER, _LOWER),
    Rect(RIGHT, 0, WORDS, 11),
    Rect(RIGHT, 13, WORDS, 11),
    16,
    Rect(0, 48, WIDTH, 8),
)
ABOVE_HAND = replace(NORMAL, answer=Rect(0, 47, WIDTH, 8))
"""Where a hand is shown below the answer, that leaves it room for its descenders."""
LARGE = Layout(
    16,
    (Rows(23, 30, 39, "medium"),),
    Rect(0, 2, WIDTH, 11),
    Rect(0, 2, WIDTH, 11),
    16,
    Rect(0, 48, WIDTH, 15),
)


def layout_of(scene: AnyScene) -> Layout:
    """Return where things stand now."""
    if scene.large:
        return LARGE
    return NORMAL if scene.eyes is None else ABOVE_HAND


def told_place(scene: AnyScene, *, has_second: bool, has_answer: bool) -> Rect:
    """Return where hands are told what to do: all that is left beside the board."""
    layout = layout_of(scene)
    top = layout.told
    if scene.large:
        top += 8 if scene.clocks else 0
    elif has_second:
        top = layout.second.y + layout.second.h + 1
    bottom = layout.answer.y if has_answer else HEIGHT
    return Rect(RIGHT, top, WORDS, bottom - top)


def ink_top(font: FontName) -> int:
    """Return how far below its line the capitals of a font begin."""
    return font_of(font).line("H").top


def lowered(text: str) -> int:
    """Return how far large capitals move down, so that accents stay below the upper edge."""
    return max(ink_top("large") - font_of("large").line(text).top, 0)


def ink_height(font: FontName) -> int:
    """Return the height of the capitals of a font."""
    capital = font_of(font).line("H")
    return capital.bottom - capital.top


def write(
    canvas: Canvas, x: int, ink: int, text: str, font: FontName = "small", *, on: bool = True
) -> int:
    """Write something that is read out elsewhere; return its width."""
    return canvas.text(x, ink - ink_top(font), text, font, say="", on=on)


def centred(canvas: Canvas, x: int, ink: int, text: str, font: FontName = "small") -> None:
    """Write something short in the middle of a column; a gap at its right belongs to it."""
    left = x + (COLUMN - text_width(text, font)) // 2
    write(canvas, left, ink, text, font)


def invert(canvas: Canvas, x: int, ink: int, width: int, font: FontName = "small") -> None:
    """Exchange light and dark around a text, a row above and below it included."""
    canvas.invert(x, ink - 1, width, ink_height(font) + 2)


def column(colour: str) -> int:
    """Return where the column of a colour begins."""
    return LEFT + COLOURS.index(colour) * COLUMN
