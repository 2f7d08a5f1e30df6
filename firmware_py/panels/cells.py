"""A frame as characters, and where everything goes in a window of any size.

half blocks   1 x 2 pixels a cell   128 x 32 cells
braille       2 x 4 pixels a cell    64 x 16 cells
words         where neither fits, or as people like it
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from hardware.surface import PAGES, WIDTH, Frame

HALF_COLUMNS, HALF_ROWS = 128, 32
BRAILLE_COLUMNS, BRAILLE_ROWS = 64, 16

_HALF_SIGNS = " ▀▄█"
_HALF_TABLES = tuple(bytes(byte >> 2 * row & 3 for byte in range(256)) for row in range(4))
_DOTS_LEFT = (0x01, 0x02, 0x04, 0x40)
_DOTS_RIGHT = (0x08, 0x10, 0x20, 0x80)


class Style(StrEnum):
    """How a cell is painted: one letter each, so that a row of styles is a text as well."""

    PLAIN = " "
    PIXELS = "p"
    FRAME = "f"
    HELP = "h"


@dataclass(slots=True)
class Page:
    """All cells of a window: for each row its signs and their styles."""

    columns: int
    rows: int
    signs: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start empty."""
        self.signs = [" " * self.columns] * self.rows
        self.styles = [Style.PLAIN * self.columns] * self.rows

    def put(self, row: int, column: int, text: str, style: Style) -> None:
        """Write text into one row; what does not fit is left out."""
        if not 0 <= row < self.rows or not 0 <= column < self.columns:
            return
        text = text[: self.columns - column]
        end = column + len(text)
        self.signs[row] = self.signs[row][:column] + text + self.signs[row][end:]
        painted = style * len(text)
        self.styles[row] = self.styles[row][:column] + painted + self.styles[row][end:]


def draw_half_blocks(frame: Frame) -> list[str]:
    """Draw two pixels, one above the other, in each cell."""
    return [
        "".join([_HALF_SIGNS[pair] for pair in data.translate(table)])
        for data in _cut_pages(frame)
        for table in _HALF_TABLES
    ]


def draw_braille(frame: Frame) -> list[str]:
    """Draw 2 x 4 pixels in each cell, as the dots of a braille sign."""
    return [
        "".join([_BRAILLE[left >> shift & 15, right >> shift & 15] for left, right in pairs])
        for data in _cut_pages(frame)
        for pairs in [list(zip(data[::2], data[1::2], strict=True))]
        for shift in (0, 4)
    ]


def _cut_pages(frame: Frame) -> list[bytes]:
    return [frame[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]


def _braille_sign(left: int, right: int) -> str:
    dots = sum(dot for row, dot in enumerate(_DOTS_LEFT) if left >> row & 1)
    dots += sum(dot for row, dot in enumerate(_DOTS_RIGHT) if right >> row & 1)
    return chr(0x2800 + dots) if dots else " "


_BRAILLE = {(left, right): _braille_sign(left, right) for left in range(16) for right in range(16)}


def lay_out_picture(
    columns: int, rows: int, picture: Sequence[str], help_items: Sequence[str]
) -> Page:
    """Put a drawn picture in the middle, framed where there is room, and the help under it."""
    page = Page(columns, rows)
    width, height = len(picture[0]), len(picture)
    help_lines = _wrap_items(help_items, columns)
    is_framed = columns >= width + 2 and rows >= height + 2 + min(1, len(help_lines))
    border = 1 if is_framed else 0
    help_lines = help_lines[: max(0, rows - height - 2 * border)]
    spare = rows - height - 2 * border - len(help_lines)
    top, left = border + spare // 2, (columns - width) // 2
    if is_framed:
        _put_frame(page, top, left, width, height)
    for row, text in enumerate(picture):
        page.put(top + row, left, text, Style.PIXELS)
    for row, text in enumerate(help_lines):
        page.put(top + height + border + row, (columns - len(text)) // 2, text, Style.HELP)
    return page


def lay_out_words(
    columns: int, rows: int, notice: str, text: Sequence[str], help_items: Sequence[str]
) -> Page:
    """Show the display's words instead of its pixels."""
    page = Page(columns, rows)
    help_lines = _wrap_items(help_items, columns)[: max(0, rows - 4)]
    lines = [(line, Style.FRAME) for line in textwrap.wrap(notice, columns)]
    lines += [("", Style.PLAIN)] if lines else []
    for line in text:
        parts = textwrap.wrap(_printable(line), columns) or [""]
        lines += [(part, Style.PLAIN) for part in parts]
    for row, (line, style) in enumerate(lines[: rows - len(help_lines)]):
        page.put(row, 0, line, style)
    for row, line in enumerate(help_lines, rows - len(help_lines)):
        page.put(row, 0, line, Style.HELP)
    return page


def _put_frame(page: Page, top: int, left: int, width: int, height: int) -> None:
    page.put(top - 1, left - 1, f"╭{'─' * width}╮", Style.FRAME)
    page.put(top + height, left - 1, f"╰{'─' * width}╯", Style.FRAME)
    for row in range(top, top + height):
        page.put(row, left - 1, "│", Style.FRAME)
        page.put(row, left + width, "│", Style.FRAME)


def _wrap_items(items: Sequence[str], columns: int) -> list[str]:
    """Fill lines with items, never breaking one."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= columns:
            lines[-1] += f"  {item}"
        else:
            lines.append(item[:columns])
    return lines


def _printable(text: str) -> str:
    """Keep names with control signs in them from steering the terminal."""
    return "".join([sign if sign.isprintable() else " " for sign in text])
