"""The pictures of docs/gallery: a sheet for each story and language, and a page that shows them.

Each picture is stored once, on its sheet. `make gallery` writes sheets and page,
tests/firmware_py/ui/test_gallery.py compares the box with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from engines.languages import LANGUAGES, NAMES
from firmware_py.screens.play.play import Play
from firmware_py.ui.canvas import Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import Screen

GALLERY = Path(__file__).parents[3] / "docs" / "gallery"
WIDTH, HEIGHT = 128, 64
COLUMNS, SCALE, GAP = 3, 2, 4
_ACROSS, _DOWN = WIDTH * SCALE + GAP, HEIGHT * SCALE + GAP


def sheet_path(story: str, language: str) -> Path:
    """Return where the sheet of a story in a language is stored."""
    return GALLERY / f"{story}.{language}.png"


def picture_of(frame: bytes) -> Image.Image:
    """Return a frame of the display as an image."""
    image = Image.new("1", (WIDTH, HEIGHT))
    for top in range(0, HEIGHT, 8):
        page = frame[top // 8 * WIDTH :][:WIDTH]
        # A byte is a column of eight pixels with the lowest bit on top.
        lying = Image.frombytes("1", (8, WIDTH), page, "raw", "1;R")
        image.paste(lying.transpose(Image.Transpose.TRANSPOSE), (0, top))
    return image


def sheet_of(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return the pictures of a story on one sheet, in rows from left to right."""
    rows = -(-len(pictures) // COLUMNS)
    sheet = Image.new("1", (COLUMNS * _ACROSS - GAP, rows * _DOWN - GAP), 1)
    for number, picture in enumerate(pictures):
        sheet.paste(picture.resize((WIDTH * SCALE, HEIGHT * SCALE), 0), _corner(number))
    return sheet


def cell(sheet: Image.Image, number: int) -> Image.Image:
    """Return a picture of a sheet, in the size of the sheet."""
    x, y = _corner(number)
    return sheet.crop((x, y, x + WIDTH * SCALE, y + HEIGHT * SCALE))


def _corner(number: int) -> tuple[int, int]:
    row, column = divmod(number, COLUMNS)
    return column * _ACROSS, row * _DOWN


def differing(before: Image.Image, after: Image.Image) -> list[int]:
    """Return the numbers of the places where two sheets differ, none if they are equal."""
    if before.size == after.size and not pixels_between(before, after):
        return []
    rows = (max(before.size[1], after.size[1]) + GAP) // _DOWN
    return [
        number
        for number in range(rows * COLUMNS)
        if pixels_between(cell(before, number), cell(after, number))
    ]


def pixels_between(before: Image.Image, after: Image.Image) -> int:
    """Count the pixels that differ."""
    return ImageChops.logical_xor(before, after).histogram()[-1]


def compared(before: Image.Image, after: Image.Image, number: int) -> Image.Image:
    """Return a picture before and after a change, and the pixels that differ, side by side."""
    old, new = cell(before, number), cell(after, number)
    return sheet_of(
        [each.resize((WIDTH, HEIGHT), 0) for each in (old, new, ImageChops.logical_xor(old, new))]
    )


def section(story: str, title: str, captions: Sequence[str]) -> str:
    """Return what the page says of a story."""
    lines = [f"## {title}", "", *(f"{n}. {each}" for n, each in enumerate(captions, 1)), ""]
    for language in LANGUAGES:
        file = sheet_path(story, language).name
        lines += [f"![{title}, {NAMES[language]}]({file})", ""]
    return "\n".join(lines) + "\n"


def caption_of(caption: str, screen: Screen) -> str:
    """Return a caption with the size of the letters, if the screen is one of play."""
    letters = _sizes(screen)
    return f"{caption} ({letters})" if letters else caption


class _Measured(Canvas):
    """A canvas that notes how high the capitals of its texts are."""

    def __init__(self) -> None:
        super().__init__()
        self.heights: dict[str, int] = {}

    def text(self, x: int, y: int, text: str, font: FontName = "medium", **how: Any) -> int:
        """Write a line, and note its size."""
        line = font_of(font).line("0" if font == "digits" else "H")
        self.heights[text] = max(self.heights.get(text, 0), line.bottom - line.top)
        return super().text(x, y, text, font, **how)


def _sizes(screen: Screen) -> str:
    """Return how large the letters of a play screen are; nothing for any other."""
    if not isinstance(screen, Play):
        return ""
    canvas, scene = _Measured(), screen.scene()
    screen.ui.draw(canvas, scene)
    whose = {scene.title, *screen.table.names} & canvas.heights.keys()
    largest = max(canvas.heights.values())
    if not whose:
        return f"{largest} px, the question"
    first = max(canvas.heights[name] for name in whose)
    return f"{largest} px, whose turn {first} px"
