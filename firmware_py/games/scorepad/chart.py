"""The course of a game as lines: how the score of each side went up and down."""

from __future__ import annotations

from engines.scorepad.points import course
from engines.scorepad.state import State, side_count
from firmware_py.games.scorepad.grid import short_labels
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas, text_width
from firmware_py.ui.widgets import Rect

LABELS = 16
"""Columns for the names at the right edge."""


def draw_chart(canvas: Canvas, scene: AnyScene, place: Rect, *, labels: bool = True) -> None:
    """Draw a line for each side; the names of as many as can be told apart stand at their ends."""
    state: State = scene.state
    held = course(state)
    values = [value for moment in held for value in moment]
    low, high = min(values), max(values)
    wide = place.w - (LABELS if labels else 0)

    def y_of(value: int) -> int:
        return place.y + place.h - 1 - (value - low) * (place.h - 1) // max(high - low, 1)

    canvas.line_v(place.x, place.y, place.h)
    if low <= 0 <= high:
        for x in range(place.x, place.x + wide, 4):
            canvas.pixel(x, y_of(0))
    steps = max(len(held) - 1, 1)
    for side in range(side_count(state)):
        before = (place.x, y_of(held[0][side]))
        for number, moment in enumerate(held[1:], 1):
            point = (place.x + number * (wide - 1) // steps, y_of(moment[side]))
            canvas.line(*before, *point)
            before = point
    if labels:
        _name_ends(canvas, scene, place, [y_of(each) for each in held[-1]])


def _name_ends(canvas: Canvas, scene: AnyScene, place: Rect, ends: list[int]) -> None:
    """Write short names beside the ends of the lines, the highest first, none over another."""
    names = short_labels(scene, LABELS - 3)
    free = place.y - 2
    for side in sorted(range(len(ends)), key=lambda each: ends[each]):
        y = max(min(ends[side] - 4, place.y + place.h - 8), free)
        if y + 8 > place.y + place.h:
            break
        x = place.x + place.w - text_width(names[side], "small")
        canvas.text(x, y, names[side], "small", say="")
        free = y + 7
