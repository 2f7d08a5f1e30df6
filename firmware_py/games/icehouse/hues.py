"""The colours of this table's pyramids on a picture, and their letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.engine import Term
from engines.icehouse.state import COLOURS, State
from engines.icehouse.words import WORDS
from firmware_py.games.icehouse.colours import PALETTE
from firmware_py.games.icehouse.pieces import letters
from firmware_py.match.scene import Scene

_LOOKS = {
    "R": "red",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "K": "black",
    "W": "white",
    "P": "purple",
    "O": "orange",
    "T": "turquoise",
    "C": "clear",
}


@dataclass(frozen=True, slots=True)
class Hues:
    """How each colour of the rules looks here, and its letter."""

    look: Mapping[str, str]
    letter: Mapping[str, str]


def hues_of(scene: Scene[State]) -> Hues:
    """Return the colours as this table's words name them: sets are sold in more than five."""
    translate = scene.voice.translate
    named = {translate(WORDS[f"colour.{code}"]): _LOOKS[code] for code in PALETTE}
    said = {code: scene.fact(Term("colour", code)) for code in COLOURS}
    return Hues({code: named[said[code]] for code in COLOURS}, letters(scene.voice))
