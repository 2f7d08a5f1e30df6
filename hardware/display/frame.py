"""A frame, and what can show one.

A frame is 1,024 bytes in the order of the display chips: 8 pages from the top, 128 columns in
each, one byte for 8 pixels with the lowest bit uppermost.

    byte of pixel (x, y) = frame[(y // 8) * 128 + x],  bit = y % 8
"""

from __future__ import annotations

from typing import Protocol

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8
FRAME_BYTES = WIDTH * PAGES

Frame = bytes
BLANK: Frame = bytes(FRAME_BYTES)


class Surface(Protocol):
    """Something that shows frames."""

    def show(self, frame: Frame) -> None:
        """Show a frame; equal frames cost nothing."""
        ...

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        ...

    def power(self, on: bool) -> None:
        """Light up or go dark, keeping the frame."""
        ...

    def close(self) -> None:
        """Let go of the device; may be called twice."""
        ...


class MemorySurface:
    """A display that only remembers: for tests, and for a box without one."""

    def __init__(self) -> None:
        self.frame: Frame = BLANK
        self.level = 255
        self.on = True
        self.frames_shown = 0

    def show(self, frame: Frame) -> None:
        """Keep the frame."""
        assert len(frame) == FRAME_BYTES
        if frame != self.frame:
            self.frame = frame
            self.frames_shown += 1

    def contrast(self, level: int) -> None:
        """Keep the brightness."""
        self.level = level

    def power(self, on: bool) -> None:
        """Keep whether the display is lit."""
        self.on = on

    def close(self) -> None:
        """There is nothing to let go of."""


def pixel(frame: Frame, x: int, y: int) -> bool:
    """Say whether a pixel is lit."""
    return bool(frame[(y // 8) * WIDTH + x] >> (y % 8) & 1)
