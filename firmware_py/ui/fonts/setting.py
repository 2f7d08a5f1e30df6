"""Fit text into a width: break it into lines, or cut it short."""

from __future__ import annotations

import re
from functools import lru_cache

from firmware_py.ui.fonts import SOFT_HYPHEN, Font, FontName, font

ELLIPSIS = "…"

_PIECES = re.compile(r"-*(?:[^\u00ad-]|-(?=[0-9]))*(?:-+|\u00ad)?")
"""A word in the pieces a line may end with: up to and with a hyphen, or a soft hyphen.

Hyphens at the front (a negative number) do not part, nor do those before a digit (a date).
"""

_NUMBER = re.compile(r"[0-9]{1,3}(?:\u00a0?[.,:;?!])?")
_APART = frozenset(";:!?»")
_NUMBERED = re.compile(r"(.+) ([0-9]{1,3})")
"""Words with a number behind them, as a player has who gave no name."""


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
    """Add the lines of one passage."""
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
    """Say whether a line may not end between two words.

    "Player 1" goes to the next line as one, and so does a mark that French sets apart.
    """
    if following in _APART:
        return True
    return bool(_NUMBER.fullmatch(following)) and word.isalpha() and word[0].isupper()


def _fits(line: str, face: Font, width: int) -> bool:
    return face.width(_ended(line)) <= width


def _ended(line: str) -> str:
    """Show the soft hyphen at the end of a line, as a line that ends there has it."""
    return line[:-1] + "-" if line.endswith(SOFT_HYPHEN) else line


def _longest(word: str, face: Font, width: int) -> int:
    """Count the letters of a word that fit with a hyphen behind them; at least one."""
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
