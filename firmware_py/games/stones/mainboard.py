"""The main board in pixels: 24 stacks around nine circles, 69 by 51.

Rows of stacks are 6 high and rows with circles 7, a free row between them; columns are 10 wide:

           1     2     3
        4 (a1) 5(a2) 6(a3) 7
           8     9    10
        ...
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engines.stones.board import CIRCLES, STACKS, UNKNOWN, Board
from engines.stones.view import show_artists
from firmware_py.games.play_widgets import TOP
from firmware_py.games.stones.glyphs import PATTERN, draw_stone
from firmware_py.games.stones.letters import Letters, spell
from firmware_py.ui.canvas import Canvas

WIDTH = 69
_COLUMN = 10
_TOPS = (0, 7, 15, 22, 30, 37, 45)
_CIRCLE_MIDDLE = 3


@dataclass(frozen=True, slots=True)
class StackMarks:
    """What stands out: things under the cursor are lit."""

    lit_stacks: Collection[int] = ()
    crossed_stacks: Collection[int] = ()
    lit_circle: str | None = None
    open_circles: Collection[str] = ()
    """Where an artist could go."""


def stack_place(stack: int) -> tuple[int, int]:
    """Return the left upper corner of a stack on the board."""
    row, column = 0, stack - 1
    while column >= (3, 4)[row % 2]:
        column -= (3, 4)[row % 2]
        row += 1
    shift = 0 if row % 2 else _COLUMN
    return shift + 2 * _COLUMN * column, _TOPS[row] + row % 2


def circle_place(circle: str) -> tuple[int, int]:
    """Return the middle of a circle on the board."""
    row, column = divmod(CIRCLES.index(circle), 3)
    return _COLUMN + 2 * _COLUMN * column + 4, _TOPS[2 * row + 1] + _CIRCLE_MIDDLE


def draw_board(
    canvas: Canvas,
    tops: Sequence[str],
    artists: Mapping[str, str],
    marks: StackMarks,
    x: int = 0,
    y: int = TOP + 1,
) -> None:
    """Draw tops (a letter as people see it, `?` or nothing) and artists (patterns by circle)."""
    for stack in range(1, STACKS + 1):
        _draw_stack(canvas, tops[stack - 1], stack, marks, x, y)
    for circle in CIRCLES:
        _draw_circle(canvas, circle, artists.get(circle), marks, x, y)


def draw_known_board(
    canvas: Canvas,
    board: Board,
    names: Letters,
    marks: StackMarks,
    named: Mapping[int, str] | None = None,
    corner: tuple[int, int] = (0, TOP + 1),
) -> None:
    """Draw the main board of a match; `named` are stones that would lie on some stacks."""
    tops = [(named or {}).get(stack) or board.top(stack) for stack in range(1, STACKS + 1)]
    tops = [spell(top, names) for top in tops]
    draw_board(canvas, tops, show_artists(board), marks, *corner)


def _draw_stack(canvas: Canvas, top: str, stack: int, marks: StackMarks, x: int, y: int) -> None:
    left, upper = stack_place(stack)
    left, upper = left + x, upper + y
    lit = stack in marks.lit_stacks
    if lit:
        canvas.fill(left - 1, upper - 1, _COLUMN + 1, 8)
    if not top:
        canvas.pixel(left + 4, upper + 3, on=not lit)
    elif top == UNKNOWN:
        canvas.text(left + 2, upper - 1, UNKNOWN, "small", on=not lit, say="")
    else:
        draw_stone(canvas, left, upper, top, on=not lit)
    if stack in marks.crossed_stacks:
        canvas.line(left - 1, upper + 6, left + 9, upper - 1)


def _draw_circle(
    canvas: Canvas, circle: str, artist: str | None, marks: StackMarks, x: int, y: int
) -> None:
    middle, centre = circle_place(circle)
    middle, centre = middle + x, centre + y
    lit = circle == marks.lit_circle
    if artist is not None:
        canvas.circle(middle, centre, _CIRCLE_MIDDLE, filled=lit)
        canvas.bitmap(middle - 1, centre - 1, PATTERN[artist], on=not lit)
    elif lit:
        # Smaller than an artist: lit stacks around it must not touch it.
        canvas.circle(middle, centre, 2, filled=True)
    elif circle in marks.open_circles:
        canvas.circle(middle, centre, 2)
    else:
        canvas.pixel(middle, centre)
