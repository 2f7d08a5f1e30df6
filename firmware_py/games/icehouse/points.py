"""The points of every seat beside its pawn, at the lower edge."""

from __future__ import annotations

from engines.contract import Seat
from engines.icehouse.state import SPACES, State, points
from firmware_py.games.icehouse.pieces import little_pawn, pawn
from firmware_py.games.scene import Scene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of

_PAWN, _LARGE_PAWN = 11, 12
_BETWEEN = 3
_APART = 4
"""Columns between a name and its points, and at least between two seats."""


def points_height(scene: Scene) -> int:
    """Return how many rows the points take."""
    return 12 if scene.large else 8


def draw_points(canvas: Canvas, scene: Scene) -> None:
    """Draw the points, with all names in full or with none: the pawns tell who is who."""
    state: State = scene.state
    names = [scene.voice.fact(Seat(seat)) for seat in range(len(state.pawns))]
    name_font: FontName = "medium" if scene.large else "small"
    widest = str(SPACES)
    wide = (_LARGE_PAWN if scene.large else _PAWN) + text_width(widest, "medium")
    widths = [wide + _BETWEEN + text_width(name, name_font) for name in names]
    is_named = sum(widths) + _APART * len(names) <= WIDTH
    if not is_named:
        widths = [wide] * len(names)
    gap = (WIDTH - sum(widths)) // len(names)
    x, top = 0, HEIGHT - points_height(scene)
    for seat, score in enumerate(points(state)):
        faint = seat in state.left
        at = x + _LARGE_PAWN if scene.large else x + _PAWN
        (pawn if scene.large else little_pawn)(canvas, x, top, seat)
        if is_named:
            y = HEIGHT - font_of(name_font).height
            at += canvas.text(at, y, names[seat], name_font, faint=faint, say="") + _BETWEEN
        said = f"{names[seat]}: {score}"
        # Large figures stand with the pawn's number; others reach the last row that may be lit.
        medium = font_of("medium")
        y = HEIGHT - (medium.height if scene.large else medium.line("8").bottom)
        canvas.text(at, y, str(score), "medium", faint=faint, say=said)
        x += widths[seat] + gap
