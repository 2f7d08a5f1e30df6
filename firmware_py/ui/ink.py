"""Drawings as one integer, so that a whole text is drawn with a shift and an or.

bit 64 * x + y is the pixel in column x and row y:

column   0          1           2
bits     0 to 63    64 to 127   128 to 191
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

from hardware.display import frame

WIDTH = frame.WIDTH - 1
HEIGHT = frame.HEIGHT - 1
"""The last column and row stay free: a display moves all of it by a pixel now and then."""

_BITS = 64
"""Of a column."""
_FIRST_ROW = sum(1 << _BITS * x for x in range(frame.WIDTH))


def from_columns(columns: Sequence[int]) -> int:
    """Return the drawing with these columns, bit y of each for row y."""
    return int.from_bytes(Struct(f"<{len(columns)}Q").pack(*columns), "little")


def to_columns(ink: int, width: int) -> tuple[int, ...]:
    """Return the columns of a drawing of that width."""
    columns = Struct(f"<{width}Q")
    return columns.unpack(ink.to_bytes(columns.size, "little"))


def to_frame(ink: int) -> frame.Frame:
    """Return a drawing as a display takes it: eight rows of each column to a byte."""
    data = ink.to_bytes(frame.WIDTH * frame.HEIGHT // 8, "little")
    return b"".join([data[page::8] for page in range(frame.PAGES)])


def rectangle(x: int, y: int, w: int, h: int) -> int:
    """Return a filled rectangle, as far as it is in the drawing area."""
    left, right = max(x, 0), min(x + w, WIDTH)
    if left >= right:
        return 0
    columns = _FIRST_ROW >> _BITS * (frame.WIDTH - right + left)
    return columns * _rows(y, y + h) << _BITS * left


def _rows(top: int, bottom: int) -> int:
    """Return the bits of some rows, as far as they are in the drawing area."""
    top, bottom = max(top, 0), min(bottom, HEIGHT)
    return (1 << bottom) - (1 << top) if top < bottom else 0


AREA = rectangle(0, 0, WIDTH, HEIGHT)
"""The drawing area."""


def moved(ink: int, x: int, y: int, height: int) -> int:
    """Return a drawing of that height with its corner at x, y, as far as it is in the area."""
    if y < 0 or y + height > HEIGHT:  # else rows would enter the next column
        ink &= _FIRST_ROW * _rows(-y, HEIGHT - y)
    shift = _BITS * x + y
    return (ink << shift if shift >= 0 else ink >> -shift) & AREA
