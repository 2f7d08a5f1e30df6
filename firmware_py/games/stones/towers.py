"""The five towers of a player as columns of letters, 69 by 43, and the ring of choices below."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engines.stones.board import STACK_HEIGHT
from engines.stones.scoring import score_space
from engines.stones.state import SPACES, Towers
from firmware_py.games.scene import TOP
from firmware_py.games.stones.letters import Letters, spell
from firmware_py.ui.canvas import WIDTH, Canvas, text_width

COLUMN = 14
"""Five of them; what is beside the towers begins after."""
_STONE_HIGH = 9
_LOWEST = TOP + 29
"""The first row of a stone that lies on the board."""
_BASE = 48
_STRIP = 56
"""Below the towers lines keep to the pages of the display chip: a change costs few bytes."""


def draw_towers(
    canvas: Canvas,
    towers: Towers,
    names: Letters,
    *,
    lit_tops: Collection[int] = (),
    new: str = "",
    space: int | None = None,
) -> None:
    """Draw all five; `new` is a tower that would stand on `space`, or anywhere if there is none.

    Below each: what the tower there scores now, or the number of the empty space. A tower that
    stands where the new one should is lit itself: it is in the way.
    """
    described = []
    for number in range(1, SPACES + 1):
        x = (number - 1) * COLUMN
        stands = towers[number - 1]
        meant = number == space
        tower = stands or (new if meant else "")
        letters = spell(tower, names).upper()
        _draw_tower(canvas, x, letters, lit=meant, lit_top=number in lit_tops)
        shown = stands or new
        after = (*towers[: number - 1], shown, *towers[number:])
        points = score_space(after, number, 1).points if shown else None
        _draw_base(canvas, x, number, points)
        described.append(f"{number}: {letters or '-'}")
    canvas.describe(", ".join(described), _BASE)


def _draw_tower(canvas: Canvas, x: int, letters: str, *, lit: bool, lit_top: bool) -> None:
    for level, letter in enumerate(letters):
        y = _LOWEST - _STONE_HIGH * level
        shines = lit or (lit_top and level == len(letters) - 1)
        if shines:
            # The highest stone keeps away from the top bar.
            above = 0 if level == STACK_HEIGHT - 1 else 1
            canvas.fill(x + 1, y - above, 10, _STONE_HIGH + above)
        canvas.text(x + 3, y - 2, letter, "medium", on=not shines, say="")
    if not letters:
        canvas.line_h(x + 4, _LOWEST + 6, 4)
        if lit or lit_top:
            canvas.box(x + 1, _LOWEST + 3, 10, 6)


def _draw_base(canvas: Canvas, x: int, number: int, points: int | None) -> None:
    words = str(number) if points is None else f"+{points}"
    canvas.text(x, _BASE, words, "small", width=COLUMN - 2, align="centre", say="")


def draw_hand(canvas: Canvas, x: int, letters: str) -> None:
    """Draw the stones that were entered so far as a small tower, 7 columns wide."""
    for level, letter in enumerate(letters):
        canvas.text(x + 1, TOP + 17 - 7 * level, letter, "small", say="")
    canvas.line_h(x, TOP + 25, 7)


def draw_strip(canvas: Canvas, labels: Sequence[str], index: int) -> None:
    """Draw the ring of choices as a row, the one under the cursor lit; long rings scroll."""
    widths = [text_width(label, "small") + 4 for label in labels]
    first, last = _window(widths, index)
    x = 0
    for at in range(first, last):
        lit = at == index
        if lit:
            canvas.fill(x, _STRIP, widths[at], 7)
        say = f"> {labels[at]}" if lit else ""
        canvas.text(x + 2, _STRIP, labels[at], "small", on=not lit, say=say)
        x += widths[at]


def _window(widths: Sequence[int], index: int) -> tuple[int, int]:
    """Return the stretch of a row around the cursor that fits the screen."""
    first = last = index
    room = WIDTH - 1
    while True:
        before = first
        after = last
        if last < len(widths) and sum(widths[first : last + 1]) <= room:
            last += 1
        if first > 0 and sum(widths[first - 1 : last]) <= room:
            first -= 1
        if (before, after) == (first, last):
            return first, last
