"""The main board, the towers and the plan of the table on the OLED.

The main board in pixels: 24 stacks around nine circles, 69 by 51.

Rows of stacks are 6 high and rows with circles 7, a free row between them; columns are 10 wide:

           1     2     3
        4 (a1) 5(a2) 6(a3) 7
           8     9    10
        ...
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from engines.stones.board import (
    CIRCLES,
    PATTERNS,
    STACK_HEIGHT,
    STACKS,
    START_CIRCLES,
    UNKNOWN,
    Board,
    pattern_of,
    stack_cell,
)
from engines.stones.scoring import score_space
from engines.stones.state import SPACES, Towers
from engines.stones.view import show_artists
from firmware_py.core.language import N_
from firmware_py.games.play_widgets import ROOM, TOP
from firmware_py.games.stones.words import Letters, spell
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Bitmap, Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect, fitting, paragraph

PATTERN = {"o": Bitmap.parse("###/#.#/###"), "x": Bitmap.parse("#.#/.#./#.#")}
HAND = Bitmap.parse("#.#.#/#.#.#/#.#.#/#####/#####/.###./.###.")
FLAG = Bitmap.parse("######/#.##.#/######/#...../#...../#.....")
BIG_FLAG = Bitmap.parse(
    "##########/##########/##..##..##/##..##..##/##########/##########/##......../##......../"
    "##......../##......../##........"
)
"""As high as the title, for when a clock takes the place of the words."""

STONE_WIDTH = 9
"""A colour letter and its pattern."""


def draw_stone(canvas: Canvas, x: int, y: int, letter: str, on: bool = True) -> None:
    """Draw a stone of the main board, at most 9 x 6 pixels: its letter and its pattern."""
    width = canvas.text(x, y - 1, letter.upper(), "small", on=on, say="")
    canvas.bitmap(x + width + 1, y + 3, PATTERN[pattern_of(letter)], on=on)


# --- the main board ---


WIDTH = 69
_COLUMN = 10
_TOPS = (0, 7, 15, 22, 30, 37, 45)
_CIRCLE_MIDDLE = 3


@dataclass(frozen=True, slots=True)
class StackMarks:
    """What to point out on the main board."""

    lit_stacks: Collection[int] = ()
    crossed_stacks: Collection[int] = ()
    lit_circle: str | None = None
    open_circles: Collection[str] = ()
    """The circles to which an artist could go."""


@cache
def stack_place(stack: int) -> tuple[int, int]:
    """Return the top left corner of a stack."""
    column, row = stack_cell(stack)
    return _COLUMN * column, _TOPS[row] + row % 2


def circle_place(circle: str) -> tuple[int, int]:
    """Return the centre of a circle."""
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
    """Draw tops (a letter of the language, `?` or nothing) and artists (patterns by circle)."""
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
    """Draw the main board of a match; `named` has proposed tops by stack."""
    tops = [(named or {}).get(stack) or board.top(stack) for stack in range(1, STACKS + 1)]
    tops = [spell(top, names) for top in tops]
    draw_board(canvas, tops, show_artists(board.artists), marks, *corner)


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
        # Smaller than an artist, so that lit stacks around it do not touch it.
        canvas.circle(middle, centre, 2, filled=True)
    elif circle in marks.open_circles:
        canvas.circle(middle, centre, 2)
    else:
        canvas.pixel(middle, centre)


# --- towers ---


@dataclass(frozen=True, slots=True)
class TowerLayout:
    """Where the towers are drawn, and how large."""

    x: int
    column: int
    font: FontName
    pitch: int
    lowest: int
    """First row of the letter of a lowest stone, in pixels."""
    base: int | None
    """First row of the numbers below the towers; None: no numbers."""

    def without_base(self) -> TowerLayout:
        """Return the layout without the numbers."""
        return replace(self, base=None)


LARGE = TowerLayout(0, 14, "medium", 9, TOP + 29, TOP + 39)
"""For a screen with only the towers below a top bar."""
SMALL_TOWERS = TowerLayout(82, 9, "small", 7, 34, 41)
"""At the right edge, 45 x 34 pixels, below a title."""


@dataclass(frozen=True, slots=True)
class TowerMarks:
    """What to point out on the towers."""

    lit_tops: Collection[int] = ()
    new: str = ""
    """A tower to be put on `space`; without one, on any space."""
    space: int | None = None
    lifted: Collection[int] = ()
    """Spaces whose top was removed."""


PLAIN = TowerMarks()


def draw_towers(
    canvas: Canvas,
    towers: Towers,
    names: Letters,
    setting: TowerLayout = LARGE,
    marks: TowerMarks = PLAIN,
) -> None:
    """Draw all five towers, and below each its number, or in the large layout what it would score.

    A tower in the way of the new one is lit.
    """
    described = []
    for number in range(1, SPACES + 1):
        stands = towers[number - 1]
        meant = number == marks.space
        tower = stands or (marks.new if meant else "")
        letters = spell(tower, names).upper()
        lit_top = number in marks.lit_tops
        _draw_tower(canvas, setting, number, letters, lit=meant, lit_top=lit_top)
        if number in marks.lifted:
            _draw_gap(canvas, setting, number, len(letters))
        _draw_base(canvas, setting, number, _worth(towers, number, setting, marks))
        described.append(f"{number}: {letters or '-'}")
    canvas.describe(", ".join(described), setting.lowest)


def _worth(towers: Towers, number: int, setting: TowerLayout, marks: TowerMarks) -> int | None:
    """Return the points below a tower, or None in the narrow layout, where they would touch."""
    shown = towers[number - 1] or marks.new
    if not shown or setting is not LARGE:
        return None
    after = (*towers[: number - 1], shown, *towers[number:])
    return score_space(after, number, 1).points


def _place(setting: TowerLayout, number: int, level: int) -> tuple[int, int]:
    return setting.x + (number - 1) * setting.column, setting.lowest - setting.pitch * level


def _cap(setting: TowerLayout) -> tuple[int, int]:
    line = font_of(setting.font).line("H")
    return line.top, line.bottom - line.top


def _draw_tower(
    canvas: Canvas, setting: TowerLayout, number: int, letters: str, *, lit: bool, lit_top: bool
) -> None:
    top, high = _cap(setting)
    inside = setting.column - 4 if setting.column > 10 else setting.column - 1
    for level, letter in enumerate(letters):
        x, y = _place(setting, number, level)
        shines = lit or (lit_top and level == len(letters) - 1)
        if shines:
            # A fourth stone keeps a row free above it.
            above = 0 if level == STACK_HEIGHT - 1 else 1
            canvas.fill(x + 1, y - above, inside, high + 1 + above)
        canvas.text(
            x + 1,
            y - top,
            letter,
            setting.font,
            width=inside,
            align="centre",
            on=not shines,
            say="",
        )
    if not letters:
        x, y = _place(setting, number, 0)
        canvas.line_h(x + 1 + (inside - 4) // 2, y + high - 2, 4)
        if lit or lit_top:
            canvas.box(x + 1, y + high - 5, inside, 6)


def _draw_gap(canvas: Canvas, setting: TowerLayout, number: int, level: int) -> None:
    """Draw the outline of a removed stone."""
    x, y = _place(setting, number, level)
    inside = setting.column - 4 if setting.column > 10 else setting.column - 1
    canvas.box(x + 1, y, inside, _cap(setting)[1])


def _draw_base(canvas: Canvas, setting: TowerLayout, number: int, points: int | None) -> None:
    if setting.base is None:
        return
    words = str(number) if points is None else f"+{points}"
    x, _ = _place(setting, number, 0)
    width = setting.column - 2 if setting.column > 10 else setting.column
    canvas.text(x, setting.base - 1, words, "small", width=width, align="centre", say="")


# --- the plan ---


def draw_plan(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the set-up of the main board."""
    draw_main_board(canvas, scene.say)


def draw_main_board(canvas: Canvas, say: Callable[..., str]) -> None:
    """Draw the board with unknown stones."""
    artists = dict(zip(START_CIRCLES, PATTERNS * 2, strict=True))
    draw_board(canvas, [UNKNOWN] * STACKS, artists, StackMarks())
    text = say(N_("24 stacks of 4 stones, an artist on each side"))
    area = Rect(WIDTH + 3, ROOM.y, ROOM.w - WIDTH - 3, ROOM.h)
    paragraph(canvas, text, area, font=fitting(text, area, "medium"))
