"""The letters of the stones, in the language of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.stones.board import COLOURS
from firmware_py.core.language import N_

Letters = Mapping[str, str]
"""What a screen shows for a stone of the engine; small letters are the second pattern."""

# Four different letters for red, purple, blue and yellow, in this order. A letter must not mean
# another colour in another game of the box.
LETTERS = N_("RPBY")


def letters(say: Callable[[str], str]) -> Letters:
    """Return the letter of each colour, given the application's words."""
    shown = dict(zip(COLOURS, say(LETTERS), strict=True))
    return shown | {colour.lower(): letter.lower() for colour, letter in shown.items()}


def spell(stones: str, names: Letters) -> str:
    """Return stones, bottom first, in the letters of the table; what is unknown stays so."""
    return "".join(names.get(stone, stone) for stone in stones)
