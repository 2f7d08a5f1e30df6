"""A wheel of letters below what was written so far: how names and passwords are entered."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.ui.canvas import WIDTH, Canvas, FontName
from firmware_py.ui.widgets import BODY

DONE, ERASE = "✓", "←"


def draw_wheel(canvas: Canvas, sign_at: Callable[[int], str]) -> None:
    """Draw the signs around the chosen one, which is sign 0; those before it are negative."""
    for step in range(-4, 5):
        x = WIDTH // 2 + step * 14 - 7
        if step == 0:
            canvas.fill(x - 1, BODY.y + 24, 16, 17)
        size: FontName = "large" if step == 0 else "medium"
        y = BODY.y + (25 if step == 0 else 28)
        canvas.text(x, y, sign_at(step), size, width=14, align="centre", on=step != 0)


def draw_hints(canvas: Canvas, left: str, right: str) -> None:
    """Write below the wheel what the buttons do."""
    canvas.text(0, BODY.y + 44, left, "small")
    canvas.text(WIDTH, BODY.y + 44, right, "small", align="right")
