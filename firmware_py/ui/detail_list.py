"""A list of small rows whose chosen one is open: lit, larger, with more lines about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.ui.canvas import WIDTH, Canvas, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.paging import moved
from firmware_py.ui.widgets import BODY, TextStyle, narrowed

if TYPE_CHECKING:
    from firmware_py.ui.tap_rows import TapRow

LINE = 9


class Words(NamedTuple):
    """What a row says: at the left, at the right, and below that once it is open."""

    left: str
    right: str = ""
    below: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """All of it, for those who cannot see it."""
        return " ".join(word for word in (self.left, self.right, *self.below) if word)


def draw_open_rows(
    canvas: Canvas, words: Callable[[int], Words], index: int, total: int, style: TextStyle
) -> None:
    """Draw as many rows as fit around the chosen one."""
    largest = style.font("body")
    chosen = whole(words(index), (BODY.h - 2 - LINE - font_of(largest).height) // LINE)
    height = LINE + font_of(largest).height * bool(chosen.below) + LINE * (len(chosen.below) - 1)
    height = max(height, LINE + font_of(largest).height)
    shown = 1 + max((BODY.h - height - 4) // LINE, 0)
    first = moved(index, -1 if shown > 1 else 0, total + 1 - shown)
    y = BODY.y + 1
    for place in range(first, min(first + shown, total)):
        if place == index:
            _open(canvas, chosen, y + 1, height, style)
            y += height + 2
        else:
            _heading(canvas, words(place), y)
            y += LINE


def whole(row: Words, room: int) -> Words:
    """Break the lines below the first that are too wide, as long as there is room for more."""
    if not row.below:
        return row
    head, *others = row.below
    lines: list[str] = []
    for at, line in enumerate(others):
        spare = room - len(lines) - (len(others) - at)
        first, *more = wrap(line, "small", WIDTH - 4)
        lines += [line] if not more or spare < 1 else [first, *_joined(more, spare)]
    return row._replace(below=(head, *lines))


def _joined(lines: list[str], most: int) -> list[str]:
    """Return lines, those beyond the room as one that is cut where it is drawn."""
    return [*lines[: most - 1], " ".join(lines[most - 1 :])]


def tap_rows(
    places: Iterable[int], key: Callable[[int], str], words: Callable[[int], Words], index: int
) -> tuple[TapRow, ...]:
    """Return some rows as a page shows them; a key tells what a row is about, wherever it is."""
    from firmware_py.ui.tap_rows import TapRow, row_code  # only a page asks

    shown = ((place, words(place)) for place in places)
    return tuple(
        TapRow(
            row_code(place, key(place)),
            row.left,
            " ".join(word for word in (row.right, *row.below) if word),
            place == index,
        )
        for place, row in shown
    )


def tapped_place(code: str, places: Iterable[int], key: Callable[[int], str]) -> int | None:
    """Return which of these rows was tapped."""
    from firmware_py.ui.tap_rows import row_code  # only a page taps

    return next((place for place in places if row_code(place, key(place)) == code), None)


def _heading(canvas: Canvas, row: Words, y: int, *, on: bool = True) -> None:
    """Write the first line of a row."""
    canvas.text(2, y, row.left, "small", on=on, say=row.spoken if on else f"> {row.spoken}")
    if row.right:
        canvas.text(WIDTH - 2, y, row.right, "small", align="right", on=on, say="")


def _open(canvas: Canvas, row: Words, y: int, height: int, style: TextStyle) -> None:
    """Draw the chosen row, lit."""
    largest = style.font("body")
    canvas.fill(0, y, WIDTH, height)
    room = WIDTH - 4
    if not row.below:
        top = y + (height - font_of(largest).height) // 2
        canvas.text(2, top, row.left, largest, on=False, say=f"> {row.left}")
        return
    _heading(canvas, row, y, on=False)
    head, *others = row.below
    font = narrowed(head, room, largest)
    top = y + LINE - 1 + (font_of(largest).height - font_of(font).height) // 2
    canvas.text(2, top, head, font, width=room, on=False, may_cut=True, say="")
    for number, line in enumerate(others):
        top = y + LINE - 1 + font_of(largest).height + number * LINE
        canvas.text(2, top, line, "small", width=room, on=False, may_cut=True, say="")
