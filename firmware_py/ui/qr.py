"""QR codes on the display: lit where a code is light, with as wide a rim as there is room for."""

from __future__ import annotations

from firmware_py.ui.canvas import HEIGHT, Canvas

SIDE = HEIGHT
"""The lit square: the whole height of the drawing area."""
MODULE = 2
LARGEST = 29
"""Modules of the largest code that leaves a rim of one module."""


def make_code(text: str) -> tuple[tuple[bool, ...], ...] | None:
    """Return the modules of a text, dark ones true; None if it is too long for the display."""
    import segno  # slow to import, and seldom needed

    code = segno.make(text, error="l", boost_error=False, micro=False)
    if code.symbol_size(border=0)[0] > LARGEST:
        return None
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def draw_code(canvas: Canvas, modules: tuple[tuple[bool, ...], ...], say: str) -> None:
    """Draw a code at the left edge; `say` is read out in its place."""
    rim = (SIDE - len(modules) * MODULE) // 2
    canvas.fill(0, 0, SIDE, SIDE)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark:
                canvas.fill(rim + x * MODULE, rim + y * MODULE, MODULE, MODULE, on=False)
    canvas.describe(say)
