"""Draws a frame as characters and lays it out in a window of any size.

half blocks   1 x 2 pixels a cell   128 x 32 cells
braille       2 x 4 pixels a cell    64 x 16 cells
words         if neither fits, or if people prefer them
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from hardware.display.frame import PAGES, WIDTH, Frame

HALF_COLUMNS, HALF_ROWS = 128, 32
BRAILLE_COLUMNS, BRAILLE_ROWS = 64, 16

_MORE = " ..."
"""At the end of the last row if the window is too small for the rest."""
_HALF_SIGNS = " ▀▄█"
_HALF_TABLES = tuple(bytes(byte >> 2 * row & 3 for byte in range(256)) for row in range(4))
# The dots of a braille character, from the top, for four pixels of the left and the right column.
_DOTS_LEFT = tuple(pixels & 7 | (pixels & 8) << 3 for pixels in range(16))
_DOTS_RIGHT = tuple((pixels & 7) << 3 | (pixels & 8) << 4 for pixels in range(16))
# An inverted bar has at least this many cells in a row, with these dots each and on average.
BAR_CELLS, BAR_DOTS, BAR_MEAN_DOTS = 4, 1, 4.5


class CellStyle(StrEnum):
    """How a cell is painted. One letter each, so that the styles of a row are a string."""

    PLAIN = " "
    PIXELS = "p"
    REVERSED = "r"
    FRAME = "f"
    HELP = "h"


@dataclass(slots=True)
class CellPage:
    """All cells of a window: the characters and styles of each row."""

    columns: int
    rows: int
    signs: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.signs = [" " * self.columns] * self.rows
        self.styles = [CellStyle.PLAIN * self.columns] * self.rows

    def put(self, row: int, column: int, text: str, styles: str) -> None:
        """Write text into one row and cut it at the end; `styles` is one style or one per sign."""
        if not 0 <= row < self.rows or not 0 <= column < self.columns:
            return
        text = text[: self.columns - column]
        end = column + len(text)
        self.signs[row] = self.signs[row][:column] + text + self.signs[row][end:]
        painted = (styles if len(styles) > 1 else styles * len(text))[: len(text)]
        self.styles[row] = self.styles[row][:column] + painted + self.styles[row][end:]


@dataclass(frozen=True, slots=True)
class Strip:
    """One row of a drawn picture."""

    signs: str
    styles: str


def draw_half_blocks(frame: Frame) -> list[Strip]:
    """Draw two pixels, one above the other, in each cell."""
    return [
        Strip(
            "".join([_HALF_SIGNS[pair] for pair in data.translate(table)]), CellStyle.PIXELS * WIDTH
        )
        for data in _cut_pages(frame)
        for table in _HALF_TABLES
    ]


def draw_braille(frame: Frame) -> list[Strip]:
    """Draw 2 x 4 pixels in each cell, as the dots of a braille sign."""
    strips = []
    for data in _cut_pages(frame):
        for shift in (0, 4):
            dots = [
                _DOTS_LEFT[left >> shift & 15] | _DOTS_RIGHT[right >> shift & 15]
                for left, right in zip(data[::2], data[1::2], strict=True)
            ]
            strips.append(_draw_braille_row(dots))
    return strips


def _draw_braille_row(dots: list[int]) -> Strip:
    """Draw one row; bars are painted light with dark dots, so that their text is readable."""
    signs, styles = "", ""
    for has_many, run in groupby(dots, key=lambda cell: cell.bit_count() >= BAR_DOTS):
        cells = list(run)
        mean = sum(cell.bit_count() for cell in cells) / len(cells)
        is_bar = has_many and len(cells) >= BAR_CELLS and mean >= BAR_MEAN_DOTS
        signs += "".join([_braille_sign(0xFF - cell if is_bar else cell) for cell in cells])
        styles += (CellStyle.REVERSED if is_bar else CellStyle.PIXELS) * len(cells)
    return Strip(signs, styles)


def _cut_pages(frame: Frame) -> list[bytes]:
    return [frame[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]


def _braille_sign(dots: int) -> str:
    return chr(0x2800 + dots) if dots else " "


def lay_out_picture(
    columns: int, rows: int, picture: Sequence[Strip], help_items: Sequence[str]
) -> CellPage:
    """Put a picture in the middle, framed if there is room, and the help below it."""
    page = CellPage(columns, rows)
    width, height = len(picture[0].signs), len(picture)
    help_lines = _wrap_items(help_items, columns)
    is_framed = columns >= width + 2 and rows >= height + 2 + min(1, len(help_lines))
    border = 1 if is_framed else 0
    help_lines = help_lines[: max(0, rows - height - 2 * border)]
    spare = rows - height - 2 * border - len(help_lines)
    top, left = border + spare // 2, (columns - width) // 2
    if is_framed:
        _put_frame(page, top, left, width, height)
    for row, strip in enumerate(picture):
        page.put(top + row, left, strip.signs, strip.styles)
    for row, text in enumerate(help_lines):
        page.put(top + height + border + row, (columns - len(text)) // 2, text, CellStyle.HELP)
    return page


def lay_out_words(
    columns: int, rows: int, reason: str, text: Sequence[str], help_items: Sequence[str]
) -> CellPage:
    """Show the display's words instead of its pixels."""
    page = CellPage(columns, rows)
    help_lines = _wrap_items(help_items, columns)[: max(0, rows - 4)]
    words = [part for line in text for part in textwrap.wrap(_printable(line), columns) or [""]]
    # The words of the display come before the reason for showing words.
    spare = max(0, rows - len(help_lines) - len(words))
    lines = [(line, CellStyle.FRAME) for line in _fit_sentences(reason, columns, spare)]
    lines += [("", CellStyle.PLAIN)] if 0 < len(lines) < spare else []
    lines += [(word, CellStyle.PLAIN) for word in words]
    room = rows - len(help_lines)
    for row, (line, style) in enumerate(lines[:room]):
        page.put(row, 0, line, style)
    if len(lines) > room > 0 and columns > 2 * len(_MORE):
        page.put(room - 1, columns - len(_MORE), _MORE, CellStyle.FRAME)
    for row, line in enumerate(help_lines, rows - len(help_lines)):
        page.put(row, 0, line, CellStyle.HELP)
    return page


def _put_frame(page: CellPage, top: int, left: int, width: int, height: int) -> None:
    page.put(top - 1, left - 1, f"╭{'─' * width}╮", CellStyle.FRAME)
    page.put(top + height, left - 1, f"╰{'─' * width}╯", CellStyle.FRAME)
    for row in range(top, top + height):
        page.put(row, left - 1, "│", CellStyle.FRAME)
        page.put(row, left + width, "│", CellStyle.FRAME)


def _wrap_items(items: Sequence[str], columns: int) -> list[str]:
    """Fill lines with items, never breaking one."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= columns:
            lines[-1] += f"  {item}"
        else:
            lines.append(item[:columns])
    return lines


def _fit_sentences(text: str, columns: int, rows: int) -> list[str]:
    """Wrap as many sentences as there is room for, from the first."""
    fitting: list[str] = []
    said = ""
    for sentence in re.split(r"(?<=\.) ", text):
        said = f"{said} {sentence}".strip()
        lines = textwrap.wrap(said, columns)
        if len(lines) > rows:
            break
        fitting = lines
    return fitting


def _printable(text: str) -> str:
    """Replace control characters, which could control the terminal."""
    return "".join([sign if sign.isprintable() else " " for sign in text])
