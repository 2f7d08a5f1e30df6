"""The bitmap fonts, read from the sheets in this folder when first used; fitting text to a width.

    small   lines of 8, capitals of 6: hints, the top bar, much text
    medium  lines of 12, capitals of 8: menus and sentences
    bold    medium with strokes as strong as those of large: what is too long for large
    large   lines of 16, capitals of 11, strong: the one important thing, and the large-text setting
    digits  22 high: scores and clocks (digits, + - : . / and space only)

The format of a sheet is described in `sheet.py`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache, reduce
from operator import or_
from pathlib import Path
from typing import Literal, NamedTuple

from firmware_py.ui import ink
from firmware_py.ui.fonts.sheet import MISSING, Columns, FontSheet

FontName = Literal["small", "medium", "bold", "large", "digits"]
FONT_NAMES: tuple[FontName, ...] = ("small", "medium", "bold", "large", "digits")

SOFT_HYPHEN = "\u00ad"
"""Invisible: a place where `wrap` may break a word."""


class TextLine(NamedTuple):
    """A text as pixels, and the rows from the first to the last that have ink."""

    ink: int
    width: int
    top: int
    bottom: int
    missing: str
    """The characters that have no glyph."""

    @property
    def columns(self) -> Columns:
        """Return the bits of each column."""
        return ink.to_columns(self.ink, self.width)


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
        """Return whether the font has a character."""
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
        rows = reduce(or_, columns, 0)
        top = (rows & -rows).bit_length() - 1 if rows else 0
        return TextLine(ink.from_columns(columns), len(columns), top, rows.bit_length(), missing)


@cache
def font(name: FontName) -> Font:
    """Return a font; its sheet is read once."""
    is_bold = name == "bold"
    sheet = "medium" if is_bold else name
    text = Path(__file__).with_name(f"{sheet}.txt").read_text(encoding="utf-8")
    return Font(name, FontSheet(text), is_bold=is_bold)


def _emboldened(columns: Columns) -> Columns:
    """Draw each stroke one column wider; blanks keep their width."""
    if not any(columns):
        return columns
    return tuple([one | other for one, other in zip((*columns, 0), (0, *columns), strict=True)])


ELLIPSIS = "…"

_PIECES = re.compile(r"-*(?:[^\u00ad-]|-(?=[0-9]))*(?:-+|\u00ad)?")
"""A word in the pieces a line may end with: up to and with a hyphen, or a soft hyphen.

Hyphens at the front (a negative number) do not part, nor do those before a digit (a date).
"""

_NUMBER = re.compile(r"[0-9]{1,3}(?:\u00a0?[.,:;?!])?")
_APART = frozenset(";:!?»")
_NUMBERED = re.compile(r"(.+) ([0-9]{1,3})")
"""A word and a number, such as the name of a player without one."""


def text_width(text: str, name: FontName) -> int:
    """Return the width of a text on one line, in pixels."""
    return font(name).width(text)


@lru_cache(maxsize=64)
def wrap(text: str, name: FontName, width: int) -> tuple[str, ...]:
    """Break a text into lines that fit a width.

    Lines end at spaces, hyphens and soft hyphens, and at every newline; never at a no-break space,
    nor within a name with a number.
    Only a word that is too long for a whole line is broken elsewhere, with a hyphen.
    """
    face = font(name)
    lines: list[str] = []
    for passage in text.split("\n"):
        _fill(lines, passage, face, width)
    return tuple(lines)


def _fill(lines: list[str], passage: str, face: Font, width: int) -> None:
    line = ""
    for word in passage.split(" "):
        glue = " " if line else ""
        if face.width(line + glue + word) <= width:
            line += glue + word
            continue
        before, _, last = line.rpartition(" ")
        if before and _belong(last, word) and face.width(f"{last} {word}") <= width:
            lines.append(_ended(before))
            line = f"{last} {word}"
            continue
        pieces = [piece for piece in _PIECES.findall(word) if piece]
        for place, piece in enumerate(pieces):
            glue = " " if line and place == 0 else ""
            if _fits(line + glue + piece, face, width):
                line += glue + piece
                continue
            if line:
                lines.append(_ended(line))
            line = piece
            while not _fits(line, face, width) and len(line) > 1:
                count = _longest(line, face, width)
                lines.append(line[:count] + "-")
                line = line[count:]
    lines.append(_ended(line))


def _belong(word: str, following: str) -> bool:
    """Return whether a line must not end between two words.

    "Player 1" goes to the next line as one, and so does a mark that French sets apart.
    """
    if following in _APART:
        return True
    return bool(_NUMBER.fullmatch(following)) and word.isalpha() and word[0].isupper()


def _fits(line: str, face: Font, width: int) -> bool:
    return face.width(_ended(line)) <= width


def _ended(line: str) -> str:
    return line[:-1] + "-" if line.endswith(SOFT_HYPHEN) else line


def _longest(word: str, face: Font, width: int) -> int:
    """Return the number of letters that fit with a hyphen after them, at least one."""
    count = 1
    while count < len(word) - 1 and face.width(word[: count + 1] + "-") <= width:
        count += 1
    return count


@lru_cache(maxsize=64)
def ellipsis(text: str, name: FontName, width: int) -> str:
    """Return the text, or as much of its beginning as fits with an ellipsis.

    A number at the end stays: "Play…1" is not "Play…2".
    """
    face = font(name)
    if face.width(text) <= width:
        return text
    numbered = _NUMBERED.fullmatch(text)
    for begin, end in (numbered.groups(), (text, "")) if numbered else ((text, ""),):
        for count in range(len(begin) - (not end), 0, -1):
            cut = begin[:count].rstrip() + ELLIPSIS + end
            if face.width(cut) <= width:
                return cut
    return ELLIPSIS if face.width(ELLIPSIS) <= width else ""
