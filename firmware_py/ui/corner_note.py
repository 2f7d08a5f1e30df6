"""A small mark for something that can wait: it lies where the screen left room, or nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.ui.canvas import HEIGHT, WIDTH, Bitmap, Canvas
from firmware_py.ui.widgets import BAR_HEIGHT

PAGE_ASKS = Bitmap.parse(
    ".#####./#.....#/#.....#/#.....#/.#####./...#.../.#####."  # a screen on its foot
)
DANGER = Bitmap.parse("...#.../..###../..#.#../.##.##./.##.##./#######/###.###/#######")
"""A warning triangle."""
_AROUND = 2
"""Dark dots around the mark, so that it is part of nothing."""


def corner_note(canvas: Canvas, mark: Bitmap, words: str) -> None:
    """Draw a mark in the top bar, else in a lower corner; it covers nothing."""
    for x, y in _places(mark):
        if _is_free(canvas, x - _AROUND, y - _AROUND, mark.width + 2 * _AROUND, mark.height + 3):
            canvas.bitmap(x, y, mark)
            break
    canvas.describe(words)


def _places(mark: Bitmap) -> Iterator[tuple[int, int]]:
    """Yield where it may be, the upper right corner first."""
    right = WIDTH - 1 - mark.width
    for x in range(right, -1, -1):
        yield x, 0
    low = HEIGHT - 1 - mark.height
    yield right, low
    yield 0, low


def _is_free(canvas: Canvas, left: int, top: int, w: int, h: int) -> bool:
    columns = range(max(left, 0), min(left + w, WIDTH))
    bottom = min(top + h, BAR_HEIGHT - 1 if top < BAR_HEIGHT else HEIGHT)
    return not any(canvas.lit(x, y) for x in columns for y in range(max(top, 0), bottom))
