"""Colours of lines that stand for a player: visible, and different for every kind of eye."""

from __future__ import annotations

from itertools import combinations

import pytest

from firmware_py.games.picture_style import _DARK, _LIGHT

Colour = tuple[float, float, float]

EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # What is left of linear red, green and blue for those who lack one kind of cone
    # (Machado, Oliveira and Fernandes 2009, severity 1).
    "no red": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.052)),
    "no green": ((0.3673, 0.8606, -0.228), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "no blue": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
APART = 18.0
"""In CIELAB, where a distance of 2 is just visible side by side."""


def linear(colour: str) -> Colour:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def seen(colour: str, eye: str) -> Colour:
    """Return a colour in CIELAB as an eye sees it."""
    light = linear(colour)
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1) for row in EYES[eye]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("theme", [_LIGHT, _DARK], ids=["light", "dark"])
def test_every_line_stands_out_from_its_ground(theme: dict[str, str]) -> None:
    ground = luminance(theme["strip"])
    for letter in "abcdef":
        line = luminance(theme[f"hue{letter}"])
        assert (max(line, ground) + 0.05) / (min(line, ground) + 0.05) >= 3


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", [_LIGHT, _DARK], ids=["light", "dark"])
def test_no_two_lines_have_the_same_colour_for_anybody(theme: dict[str, str], eye: str) -> None:
    colours = [seen(theme[f"hue{letter}"], eye) for letter in "abcdef"]
    for one, other in combinations(colours, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > APART
