"""Our own bitmap fonts, read from the sheets beside this file when first used.

    small   lines of 8, capitals of 6: hints, the top bar, much text
    medium  lines of 12, capitals of 8: menus and sentences
    bold    medium with strokes as strong as those of large: what is too long for large
    large   lines of 16, capitals of 11, strong: the one important thing, and the large-text setting
    digits  22 high: scores and clocks (digits, + - : . / and space only)

The format of a sheet is described in `sheet.py`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from firmware_py.ui.fonts.sheet import MISSING, Columns, FontSheet

FontName = Literal["small", "medium", "bold", "large", "digits"]
FONT_NAMES: tuple[FontName, ...] = ("small", "medium", "bold", "large", "digits")

SOFT_HYPHEN = "\u00ad"
"""Invisible: a place where `wrap` may break a word."""


class TextLine(NamedTuple):
    """A text as pixels: its columns, and the rows from the first to the last that have ink."""

    columns: Columns
    top: int
    bottom: int
    missing: str
    """The characters that have no glyph."""


class Font:
    """Glyphs by character, all `height` rows high, set `gap` columns apart."""

    def __init__(self, name: str, sheet: FontSheet, *, is_bold: bool = False) -> None:
        self.name = name
        self.height = sheet.rows
        self.gap = sheet.gap
        drawings = sheet.drawings
        if is_bold:
            drawings = {key: _emboldened(value) for key, value in drawings.items()}
        self.glyphs = {key: value for key, value in drawings.items() if len(key) == 1}
        self.missing = drawings[MISSING]
        self._advances = {key: len(value) + self.gap for key, value in self.glyphs.items()}
        self._advances[SOFT_HYPHEN] = 0
        self.line = lru_cache(maxsize=256)(self._line)
        """Lay a text out on one line; the last ones are cached, as screens repeat themselves."""
        self.width = lru_cache(maxsize=512)(self._width)
        """Return the width of a text on one line, in pixels."""

    def has(self, character: str) -> bool:
        """Say whether a character can be written in this font."""
        return character in self._advances

    def _width(self, text: str) -> int:
        unknown = len(self.missing) + self.gap
        advance = sum([self._advances.get(character, unknown) for character in text])
        return max(advance - self.gap, 0)

    def _line(self, text: str) -> TextLine:
        gap = (0,) * self.gap
        columns: list[int] = []
        missing = ""
        for character in text:
            if character == SOFT_HYPHEN:
                continue
            glyph = self.glyphs.get(character)
            if glyph is None:
                glyph = self.missing
                missing += character
            columns += glyph
            columns += gap
        del columns[len(columns) - self.gap :]
        ink = 0
        for bits in columns:
            ink |= bits
        top = (ink & -ink).bit_length() - 1 if ink else 0
        return TextLine(tuple(columns), top, ink.bit_length(), missing)


@cache
def font(name: FontName) -> Font:
    """Return a font; its sheet is read once."""
    is_bold = name == "bold"
    sheet = "medium" if is_bold else name
    text = Path(__file__).with_name(f"{sheet}.txt").read_text(encoding="utf-8")
    return Font(name, FontSheet(text), is_bold=is_bold)


def _emboldened(columns: Columns) -> Columns:
    """Draw each stroke one column wider; what has no ink stays as wide as it is."""
    if not any(columns):
        return columns
    return tuple([one | other for one, other in zip((*columns, 0), (0, *columns), strict=True)])
