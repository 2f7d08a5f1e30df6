"""Read a font sheet: a text file in which the glyphs are drawn with `#` and `.`.

    ; a comment                          (a line that begins with a semicolon)
    rows 8                               the height of every drawing: the line height
    gap 1                                blank columns between two letters
    blank U+0020 3  U+00A0 3             glyphs without ink, and their widths
    glyphs A B ;                         then `rows` lines, a drawing for each name
    .##. ###. ..
    #..# #..# .#
    ...
    with acute  á a  é e                 the mark drawn centred over a base: á is a with acute
    same ‘ '                             ‘ looks like '

A name of one sign, or U+ and its number, is a character; a longer name is a part for use in
`with` lines only (`acute`, `E.low`: a lower capital that leaves room for its accent).
Marks are drawn at their own height, so nothing moves but sideways.
"""

from __future__ import annotations

from collections.abc import Iterator

Columns = tuple[int, ...]
"""A drawing: one integer for each column, bit y for row y."""

MISSING = "missing"
"""The part that stands for every character without a glyph."""


class BadSheet(ValueError):
    """A font sheet that cannot be read; the message names the line."""


class FontSheet:
    """The content of a font sheet: `rows`, `gap` and the drawings by name."""

    def __init__(self, text: str) -> None:
        self.rows = 0
        self.gap = 1
        self.drawings: dict[str, Columns] = {}
        self._lines = enumerate(text.splitlines(), 1)
        for number, line in self._lines:
            if not line.strip() or line.startswith(";"):
                continue
            key, *words = line.split()
            try:
                self._take(key, [_name(word) for word in words])
            except (ValueError, IndexError) as error:
                raise BadSheet(f"line {number}, {line[:30]!r}: {error}") from error
        if not self.rows or MISSING not in self.drawings:
            raise BadSheet("a sheet needs its rows and the part 'missing'")

    def _take(self, key: str, words: list[str]) -> None:
        match key:
            case "rows":
                self.rows = int(words[0])
            case "gap":
                self.gap = int(words[0])
            case "blank":
                for name, width in _pairs(words):
                    self._add(name, (0,) * int(width))
            case "glyphs":
                for name, columns in zip(words, self._drawn(len(words)), strict=True):
                    self._add(name, columns)
            case "with":
                mark = self._find(words[0])
                for name, base in _pairs(words[1:]):
                    self._add(name, _overlay(self._find(base), mark))
            case "same":
                for name, other in _pairs(words):
                    self._add(name, self._find(other))
            case _:
                raise ValueError(f"unknown word {key}")

    def _add(self, name: str, columns: Columns) -> None:
        if name in self.drawings:
            raise ValueError(f"{name} is drawn twice")
        self.drawings[name] = columns

    def _find(self, name: str) -> Columns:
        if name not in self.drawings:
            raise ValueError(f"{name} is not drawn above")
        return self.drawings[name]

    def _drawn(self, count: int) -> list[Columns]:
        """Read the next `rows` lines as `count` drawings side by side."""
        rows = [_to_bits(next(self._lines, (0, ""))[1]).split() for _ in range(self.rows)]
        if any(len(row) != count for row in rows):
            raise ValueError(f"every row must have {count} pieces")
        return [_columns(drawing) for drawing in zip(*rows, strict=True)]


def columns_of(rows: tuple[str, ...]) -> Columns:
    """Turn rows of `#` and `.` into columns; all rows have one length."""
    return _columns(tuple(_to_bits(row) for row in rows))


def _to_bits(row: str) -> str:
    return row.replace("#", "1").replace(".", "0")


def _columns(rows: tuple[str, ...]) -> Columns:
    return tuple([int("".join(column), 2) for column in zip(*reversed(rows), strict=True)])


def _overlay(base: Columns, mark: Columns) -> Columns:
    """Lay a mark centred over a base; a mark that is wider makes the letter wider."""
    width = max(len(base), len(mark))
    columns = [0] * width
    for piece in (base, mark):
        left = (width - len(piece)) // 2
        for x, bits in enumerate(piece):
            columns[left + x] |= bits
    return tuple(columns)


def _name(word: str) -> str:
    return chr(int(word.removeprefix("U+"), base=16)) if word.startswith("U+") else word


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    if len(words) % 2:
        raise ValueError("names must come in pairs")
    return zip(words[::2], words[1::2], strict=True)
