"""Everybody's score in two small rows: names, totals, and what is still missing in this round.

 ____        ....             a line: entered in this round; dots: missing; nothing: not in it
*Anna        Ben              a diamond: who deals, or begins
 45          38
"""

from __future__ import annotations

from engines.scorepad.points import totals
from engines.scorepad.state import State, active, is_filled, is_running, now, side_count
from engines.scorepad.template_values import NONE
from firmware_py.games.scorepad.focus import side_name
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas, short_names, text_width
from firmware_py.ui.widgets import Rect

HEIGHT = 16
MOST = 5
"""So many sides stand beside each other; of more, those around the cursor."""
MARKER = Bitmap.parse(".#./###/.#.")


def draw_grid(canvas: Canvas, scene: AnyScene, y: int, focus: int | None) -> None:
    """Draw the sides, or as many as fit around the one that the cursor is about."""
    state: State = scene.state
    shown = sides_around(state, focus)
    names = short_labels(scene, WIDTH // len(shown) - 7)
    wide = WIDTH // len(shown)
    held = totals(state)
    for at, side in enumerate(shown):
        x = at * wide
        place = Rect(x, y, wide - 3, HEIGHT)
        _draw_status(canvas, state, side, place)
        total = short_number(held[side], wide - 4)
        lit = side == focus
        gone = side not in active(state)
        left = x + (4 if _has_marker(state, side) else 0)
        if left > x:
            canvas.bitmap(x, y + 4, MARKER)
        if lit:
            canvas.fill(left, y + 1, text_width(names[side], "small") + 2, 7)
        said = f"{side_name(scene, side)}: {held[side]}"
        canvas.text(left + 1, y + 1, names[side], "small", on=not lit, faint=gone, say=said)
        canvas.text(x + 1, y + 8, total, "small", faint=gone, say="")


def sides_around(state: State, focus: int | None) -> list[int]:
    """Return the sides to show: all, or the half with the one in question."""
    count = side_count(state)
    if count <= MOST + 1:
        return list(range(count))
    first = (focus or 0) // MOST * MOST
    return list(range(min(first, count - MOST), min(first, count - MOST) + MOST))


def short_labels(scene: AnyScene, width: int) -> tuple[str, ...]:
    """Return a short name for every side, in capitals: nothing reaches below its row."""
    names = [side_name(scene, side) for side in range(side_count(scene.state))]
    return short_names([name.upper().replace("Ç", "C") for name in names],
                       "small", width)  # fmt: skip


def short_number(value: int, width: int) -> str:
    """Return a number that fits; thousands and millions as such where it must."""
    for text in (str(value), f"{value // 1_000}k", f"{value // 1_000_000}M"):
        if text_width(text, "small") <= width:
            return text
    return "#"


def _has_marker(state: State, side: int) -> bool:
    return state.template.order.marker != NONE and state.sides[state.marker] == side


def _draw_status(canvas: Canvas, state: State, side: int, place: Rect) -> None:
    """Draw whether the side has entered everything of this round."""
    if is_running(state):
        if side in state.done:
            canvas.line_h(place.x, place.y - 1, place.w)
        return
    row = now(state)
    if side in row.out:
        return
    if is_filled(state, row.cells[side]):
        canvas.line_h(place.x, place.y - 1, place.w)
    else:
        for x in range(place.x, place.x + place.w, 3):
            canvas.pixel(x, place.y - 1)
