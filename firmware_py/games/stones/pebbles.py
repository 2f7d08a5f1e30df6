"""Stones on a picture: a disc with the letter of its colour; a ring or a cross is its pattern."""

from __future__ import annotations

from firmware_py.games.stones.letters import Letters
from firmware_py.games.svg import circle, group, path, words

LOOKS = {"R": "red", "P": "purple", "B": "blue", "Y": "yellow"}
_PATTERNS = {
    "o": "M-19 0A19 19 0 1 0 19 0A19 19 0 1 0-19 0Z",
    "x": "M-14-14L-8-8M14-14L8-8M-14 14L-8 8M14 14L8 8",
}


def pebble(
    names: Letters, colour: str, x: float, y: float, *, pattern: str = "", look: str = ""
) -> str:
    """Return a stone around a point; without a pattern it lies flat in a tower."""
    hue = LOOKS[colour]
    if not pattern:
        disc = path(
            "M-33-13Q0-19 33-13Q38 0 33 13Q0 19-33 13Q-38 0-33-13Z", f"piece {hue}", at=(x, y)
        )
        return group(disc, words(x, y + 11, names[colour], f"l mid strong on-{hue}"), look=look)
    return group(
        circle(x, y, 23, f"piece {hue}"),
        path(_PATTERNS[pattern], f"rim on-{hue}", at=(x, y)),
        words(x, y + 7, names[colour], f"m mid strong on-{hue}"),
        look=look,
    )


def artist(pattern: str, x: float, y: float, look: str = "") -> str:
    """Return an artist around a point, with the pattern of the stones that it takes."""
    sign = "M-8 0A8 8 0 1 0 8 0A8 8 0 1 0-8 0Z" if pattern == "o" else "M-8-8L8 8M8-8L-8 8"
    return group(
        path("M-20 18V2Q-20-20 0-20Q20-20 20 2V18Z", "pawn", at=(x, y)),
        path(sign, "sketch", at=(x, y)),
        look=look,
    )
