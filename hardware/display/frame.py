"""A frame: one picture for the display.

A frame has 1,024 bytes in the order of the display chips: 8 pages from the top, 128 columns each,
one byte for 8 pixels with the lowest bit at the top.

    byte of pixel (x, y) = frame[(y // 8) * 128 + x],  bit = y % 8
"""

from __future__ import annotations

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8
FRAME_BYTES = WIDTH * PAGES

Frame = bytes
BLANK: Frame = bytes(FRAME_BYTES)

_REVERSED_BITS = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def pixel(frame: Frame, x: int, y: int) -> bool:
    """Return whether a pixel is lit."""
    return bool(frame[(y // 8) * WIDTH + x] >> (y % 8) & 1)


def slid(frame: Frame) -> Frame:
    """Return a frame shifted right by a column; the last column, which is kept free, is dropped."""
    pages = (frame[page * WIDTH : (page + 1) * WIDTH - 1] for page in range(PAGES))
    return b"".join(b"\0" + page for page in pages)


def turn_around(frame: Frame) -> Frame:
    """Return a frame turned by 180 degrees."""
    return frame[::-1].translate(_REVERSED_BITS)
