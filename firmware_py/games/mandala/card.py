"""Sand cards on a picture: every colour has its shape and its letter too."""

from __future__ import annotations

from engines.engine import Term
from engines.mandala.cards import INDEX
from firmware_py.games.mandala.wording import LETTERS
from firmware_py.games.picture import SceneView
from firmware_py.games.svg import group, path, rect, words

WIDE, HIGH = 54, 74
LOOKS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "P": "purple", "K": "black"}
_SHAPES = {
    "R": "M-12 0A12 12 0 1 0 12 0A12 12 0 1 0-12 0Z",
    "O": "M0-13L14 11L-14 11Z",
    "Y": "M0-15L4-5L15-4L7 3L9 14L0 8L-9 14L-7 3L-15-4L-4-5Z",
    "G": "M-11-11H11V11H-11Z",
    "P": "M0-15L13 0L0 15L-13 0Z",
    "K": "M-7-13H7L14 0L7 13H-7L-14 0Z",
}


def letter(scene: SceneView, colour: str) -> str:
    """Return the letter of a colour in the table's language."""
    return scene.say(LETTERS)[INDEX[colour]]


def name(scene: SceneView, colour: str) -> str:
    """Return the name of a colour."""
    return scene.fact(Term("colour", colour))


def shape(colour: str, x: float, y: float, look: str) -> str:
    """Return the shape of a colour around a point."""
    return path(_SHAPES[colour], look, at=(x, y))


def card(
    scene: SceneView, colour: str, x: float, y: float, *, count: int = 1, look: str = ""
) -> str:
    """Return a card, its left upper corner at a point; several of a colour are a pile."""
    hue = LOOKS[colour]
    inside = [
        *_pile(x, y, count, hue),
        shape(colour, x + WIDE / 2, y + 24, f"sign on-{hue}"),
        words(x + 11, y + HIGH - 10, letter(scene, colour), f"s mid strong fine on-{hue}"),
    ]
    if count > 1:
        inside.append(words(x + WIDE - 5, y + HIGH - 8, str(count), f"l end strong on-{hue}"))
    return group(*inside, look=look)


def _pile(x: float, y: float, count: int, hue: str) -> list[str]:
    """Return the rims of a pile: no more than three are drawn, the uppermost at the point."""
    offsets = [4 * n for n in range(min(count, 3) - 1, -1, -1)]
    return [rect(x + off, y - off, WIDE, HIGH, f"piece {hue}", r=7) for off in offsets]


def back(x: float, y: float, count: int) -> str:
    """Return cards that lie face down, and how many they are."""
    if not count:
        return rect(x, y, WIDE, HIGH, "slot", r=7)
    weave = path("M-15-15L15 15M15-15L-15 15M-15 0H15M0-15V15", "weave", at=(x + WIDE / 2, y + 24))
    number = words(x + WIDE / 2, y + HIGH - 8, str(count), "l mid strong on-back")
    return group(*_pile(x, y, count, "back"), weave, number)
