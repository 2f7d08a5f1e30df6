"""The letters of the stones: the colours' initials in the language of the table."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Term
from engines.stones.board import COLOURS
from engines.wording import Voice

Letters = Mapping[str, str]
"""What a screen shows for a stone of the engine; small letters are the second pattern."""


def letters(voice: Voice) -> Letters:
    """Return the initial of each colour, or the engine's letters if two would be alike."""
    initials = {colour: voice.fact(Term("colour", colour))[0].upper() for colour in COLOURS}
    if len(set(initials.values())) < len(COLOURS):
        initials = {colour: colour for colour in COLOURS}
    return initials | {colour.lower(): letter.lower() for colour, letter in initials.items()}


def spell(stones: str, names: Letters) -> str:
    """Return stones, bottom first, in the letters of the table; what is unknown stays so."""
    return "".join(names.get(stone, stone) for stone in stones)
