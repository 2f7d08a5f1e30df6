"""QR codes: on the display, lit where a code is light, with the widest rim that fits; on a page as
SVG."""

from __future__ import annotations

from firmware_py.ui.canvas import HEIGHT, Canvas

SIDE = HEIGHT
"""The lit square: the whole height of the drawing area."""
MODULE = 2
RIM = 4
"""The light modules that the standard requires around a code; the display has no room for them."""
LARGEST = 29
"""The modules of the largest code that leaves a rim of one module."""


def make_code(text: str) -> tuple[tuple[bool, ...], ...] | None:
    """Return the modules of a text, True for dark; None if it is too long for the display."""
    import segno  # slow to import, and seldom needed

    code = segno.make(text, error="l", boost_error=False, micro=False)
    if code.symbol_size(border=0)[0] > LARGEST:
        return None
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def code_svg(text: str) -> str:
    """Return the code of a text as SVG, black on white with its rim.

    One path and no style, so that the strictest policy of a page lets it pass.
    """
    import segno  # slow to import, and seldom needed

    code = segno.make(text, error="m", micro=False)
    side = code.symbol_size(border=RIM)[0]
    dark = "".join(
        f"M{RIM + x} {RIM + y}h1v1h-1z"
        for y, row in enumerate(code.matrix)
        for x, module in enumerate(row)
        if module
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{dark}"/></svg>'
    )


def draw_code(canvas: Canvas, modules: tuple[tuple[bool, ...], ...], say: str) -> None:
    """Draw a code at the left edge; `say` is read out in its place."""
    rim = (SIDE - len(modules) * MODULE) // 2
    canvas.fill(0, 0, SIDE, SIDE)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark:
                canvas.fill(rim + x * MODULE, rim + y * MODULE, MODULE, MODULE, on=False)
    canvas.describe(say)
