"""The pieces of Icehouse Mandala in pixels: pyramids, pawns, and who has of a group."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engines.engine import Term
from engines.icehouse.state import COLOURS, State, seats
from engines.icehouse.words import WORDS
from engines.wording import Translate, Voice
from firmware_py.games.icehouse.colours import PALETTE
from firmware_py.ui.canvas import Bitmap, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of

IN_EYE = -1
"""Where a pyramid is, beside the seats."""

_EYE = Bitmap.parse(".##./#..#/#..#/.##.")
_SHAPES = {"1": (3, 2), "2": (7, 4), "3": (9, 6)}
_LITTLE_SHAPES = {"1": (3, 2), "2": (5, 4), "3": (7, 6)}
_MIDDLE_SHAPES = {"1": (5, 4), "2": (7, 6), "3": (11, 9)}
_BIG_SHAPES = {"1": (7, 6), "2": (13, 10), "3": (19, 14)}


def letters(voice: Voice) -> dict[str, str]:
    """Return the letter of each colour of this table's set, from the colour's own word."""
    letter_of = _letters_of_words(voice.translate)
    return {code: letter_of[voice.fact(Term("colour", code))] for code in COLOURS}


@lru_cache(maxsize=16)
def _letters_of_words(translate: Translate) -> Mapping[str, str]:
    """Return a letter for the word of each colour that sets are sold in, no two alike.

    It is the initial, or, where an earlier colour has that, the last letter of the word that no
    other colour has: blue is B, black K. So a letter means the same colour in every set.
    """
    names = [translate(WORDS[f"colour.{code}"]) for code in PALETTE]
    taken = {name[0].upper() for name in names}
    found: dict[str, str] = {}
    for name in names:
        letter = name[0].upper()
        if letter in found.values():
            letter = next(each for each in reversed(name.upper()) if each not in taken)
            taken.add(letter)
        found[name] = letter
    return found


@lru_cache(maxsize=16)
def triangle(base: int, height: int) -> Bitmap:
    """Return a pyramid from the side."""
    middle = base // 2
    halves = [middle * row // (height - 1) for row in range(height)]
    rows = ["".join(".#"[abs(x - middle) <= half] for x in range(base)) for half in halves]
    return Bitmap.parse("/".join(rows))


def pyramid(canvas: Canvas, x: int, bottom: int, size: str, w: int, *, on: bool = True) -> None:
    """Draw a pyramid of a size on a base line, in the middle of a width."""
    _stand(canvas, x, bottom, triangle(*_SHAPES[size]), w, on)


def big_pyramid(canvas: Canvas, x: int, bottom: int, size: str, w: int, *, on: bool = True) -> None:
    """Draw a large picture of a pyramid."""
    _stand(canvas, x, bottom, triangle(*_BIG_SHAPES[size]), w, on)


def middle_pyramid(canvas: Canvas, x: int, bottom: int, size: str) -> None:
    """Draw a pyramid that stands beside large figures, 11 columns wide at most."""
    _stand(canvas, x, bottom, triangle(*_MIDDLE_SHAPES[size]), 11, on=True)


def little_pyramid(canvas: Canvas, x: int, bottom: int, size: str, *, on: bool = True) -> None:
    """Draw a pyramid in the middle of 7 columns, no higher than a small letter."""
    _stand(canvas, x, bottom, triangle(*_LITTLE_SHAPES[size]), 7, on)


def group_mark(canvas: Canvas, x: int, bottom: int, size: str, *, is_finished: bool) -> None:
    """Draw the pyramid of a group, 7 by 7 at most: standing while it is open, then lying."""
    if not is_finished:
        little_pyramid(canvas, x, bottom, size)
        return
    standing = triangle(*_LITTLE_SHAPES[size])
    base, height = standing.width, standing.height
    for row in range(height):
        across = min(standing.width, 1 + 2 * (base // 2 * row // (height - 1)))
        canvas.fill(x + 6 - row, bottom - (base + across) // 2 + 1, 1, across)


def _stand(canvas: Canvas, x: int, bottom: int, shape: Bitmap, w: int, on: bool) -> None:
    canvas.bitmap(x + (w - shape.width) // 2, bottom - shape.height + 1, shape, on)


def sign(
    canvas: Canvas,
    x: int,
    top: int,
    text: str,
    font: FontName,
    w: int,
    *,
    on: bool = True,
    faint: bool = False,
) -> None:
    """Write a sign with its capitals' top at a row, in the middle of a width, unread."""
    y = top - font_of(font).line("H").top
    canvas.text(x, y, text, font, width=w, align="centre", on=on, faint=faint, say="")


def tall_sign(canvas: Canvas, x: int, top: int, text: str, w: int, *, on: bool = True) -> None:
    """Write a sign of the medium font twice as large, in the middle of a width, unread."""
    line = font_of("medium").line(text)
    left = x + (w - 2 * len(line.columns)) // 2
    for column, bits in enumerate(line.columns):
        for row in range(line.top, line.bottom):
            if bits >> row & 1:
                canvas.fill(left + 2 * column, top + 2 * (row - line.top), 2, 2, on)


def pawn(canvas: Canvas, x: int, y: int, mark: str) -> None:
    """Draw a pawn as its player's short name, dark on a lit block."""
    w = pawn_width(mark, "small")
    canvas.fill(x, y, w, 8)
    sign(canvas, x, y + 1, mark, "small", w, on=False)


def pawn_width(mark: str, font: FontName) -> int:
    """Return how wide a pawn is."""
    return text_width(mark, font) + 4


def gone(state: State, group: str) -> tuple[int, ...]:
    """Return where those of an open group are that left the path: seats first, then the eye."""
    held = [seat for seat in seats(state) for _ in range(state.held[seat].count(group))]
    return tuple(held) + (IN_EYE,) * state.eye.count(group)


def slots(
    canvas: Canvas,
    x: int,
    top: int,
    places: tuple[int, ...],
    names: tuple[str, ...],
    font: FontName,
    pitch: int,
) -> None:
    """Draw where pyramids of a group went: an initial, a ring for the eye.

    B B D o    two at Ben's, one at Dora's, one in the eye
    """
    height = font_of(font).line("8").bottom - font_of(font).line("8").top
    for place, where in enumerate(places):
        left = x + place * pitch
        if where == IN_EYE:
            canvas.bitmap(left + pitch // 2 - 2, top + height // 2 - 2, _EYE)
        else:
            initial = names[where][:1].replace("Œ", "O").replace("Æ", "A")  # too wide for a slot
            sign(canvas, left, top, initial, font, pitch)
