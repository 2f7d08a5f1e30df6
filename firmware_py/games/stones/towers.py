"""The five towers of a player as columns of letters, with what each scores below."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from engines.stones.board import STACK_HEIGHT
from engines.stones.scoring import score_space
from engines.stones.state import SPACES, Towers
from firmware_py.games.play_widgets import TOP
from firmware_py.games.stones.letters import Letters, spell
from firmware_py.ui.canvas import Canvas, FontName
from firmware_py.ui.fonts import font as font_of


@dataclass(frozen=True, slots=True)
class Setting:
    """How large the towers are drawn, and where."""

    x: int
    column: int
    font: FontName
    pitch: int
    lowest: int
    """The first row of the letter of a stone that lies on the board."""
    base: int | None
    """The first row of the figures below the towers; None: there are none."""

    def without_base(self) -> Setting:
        """Leave the figures out."""
        return replace(self, base=None)


LARGE = Setting(0, 14, "medium", 9, TOP + 29, TOP + 39)
"""Alone on a screen below a top bar."""
BESIDE = Setting(82, 9, "small", 7, 34, 41)
"""At the right edge, 45 by 34, below a title."""


@dataclass(frozen=True, slots=True)
class TowerMarks:
    """What stands out."""

    lit_tops: Collection[int] = ()
    new: str = ""
    """A tower that would stand on `space`, or anywhere if there is none."""
    space: int | None = None
    lifted: Collection[int] = ()
    """Towers whose top was taken off."""


PLAIN = TowerMarks()


def draw_towers(
    canvas: Canvas,
    towers: Towers,
    names: Letters,
    setting: Setting = LARGE,
    marks: TowerMarks = PLAIN,
) -> None:
    """Draw all five.

    Below each: the number of its space, or where columns are wide what the tower there would
    score. A tower that stands
    where the new one should is lit itself: it is in the way.
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


def _worth(towers: Towers, number: int, setting: Setting, marks: TowerMarks) -> int | None:
    """Return what is written below a tower; where columns are narrow, figures would touch."""
    shown = towers[number - 1] or marks.new
    if not shown or setting is not LARGE:
        return None
    after = (*towers[: number - 1], shown, *towers[number:])
    return score_space(after, number, 1).points


def _place(setting: Setting, number: int, level: int) -> tuple[int, int]:
    return setting.x + (number - 1) * setting.column, setting.lowest - setting.pitch * level


def _cap(setting: Setting) -> tuple[int, int]:
    line = font_of(setting.font).line("H")
    return line.top, line.bottom - line.top


def _draw_tower(
    canvas: Canvas, setting: Setting, number: int, letters: str, *, lit: bool, lit_top: bool
) -> None:
    top, high = _cap(setting)
    inside = setting.column - 4 if setting.column > 10 else setting.column - 1
    for level, letter in enumerate(letters):
        x, y = _place(setting, number, level)
        shines = lit or (lit_top and level == len(letters) - 1)
        if shines:
            # The highest stone keeps away from what stands above.
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


def _draw_gap(canvas: Canvas, setting: Setting, number: int, level: int) -> None:
    """Draw the outline of a stone that is gone."""
    x, y = _place(setting, number, level)
    inside = setting.column - 4 if setting.column > 10 else setting.column - 1
    canvas.box(x + 1, y, inside, _cap(setting)[1])


def _draw_base(canvas: Canvas, setting: Setting, number: int, points: int | None) -> None:
    if setting.base is None:
        return
    words = str(number) if points is None else f"+{points}"
    x, _ = _place(setting, number, 0)
    width = setting.column - 2 if setting.column > 10 else setting.column
    canvas.text(x, setting.base - 1, words, "small", width=width, align="centre", say="")
