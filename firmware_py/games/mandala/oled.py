"""The screen of Mandala: the board at the left, words at the right, the answer below."""

from __future__ import annotations

from dataclasses import replace

from engines.mandala.state import State
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.focus import Focus, focus_of
from firmware_py.games.mandala.oled_prompt import (
    Layout,
    draw_prompt,
    has_answer,
    invert,
    layout_of,
    lowered,
    told_place,
    write,
)
from firmware_py.games.mandala.oled_table import draw_board, draw_hand, draw_large_hand, draw_rivers
from firmware_py.games.mandala.words import binding, pile_lines
from firmware_py.games.play_widgets import draw_binding, draw_clocks, draw_title, draw_told
from firmware_py.match.scene import Scene, SeatClock
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas, short_names, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.paged_text import set_pages
from firmware_py.ui.widgets import TICK, Rect

DRAW_PILE = Bitmap.parse("#####/#####/#####/#####/#####/#####")
DISCARD_PILE = Bitmap.parse("#####/#...#/#...#/#...#/#...#/#####")
_ANY = 2 * WIDTH
"""Room for the whole words, as they are read out."""
_FREE = 26
"""As wide as the time that is not charged."""
_LINE = 7
_SHORT = 12
"""So wide is a name beside its clock."""
_TWO_ROWS = 15
_APART = 3
"""Between what binds the player and what hands do."""


def draw_table(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw whose turn it is, the board, what hands do, and the answer."""
    layout, focus = layout_of(scene), focus_of(scene)
    if scene.large:
        _draw_wide_top(canvas, scene, layout)
    else:
        _draw_top(canvas, scene, focus, layout)
    draw_board(canvas, scene, focus, layout)
    _draw_told(canvas, scene, focus.table)
    draw_prompt(canvas, scene, focus, layout)
    draw_hand(canvas, scene)


# --- whose turn, what binds, clocks ---------------------------------------------------------


def has_second(scene: Scene[State]) -> bool:
    """Return whether something binds the player, or a clock runs; or the title has no room."""
    return _is_taken(scene) or has_note(scene)


def _is_taken(scene: Scene[State]) -> bool:
    return bool(binding(scene, WIDTH)) or _is_timed(scene)


def has_note(scene: Scene[State]) -> bool:
    """Return whether the corner stands in the second row, as the title leaves it no room."""
    if not scene.corner or scene.large or _is_taken(scene):
        return False
    wide = text_width(scene.title, "large") + text_width(scene.corner, "small")
    return wide + 3 > layout_of(scene).title.w


def _draw_top(canvas: Canvas, scene: Scene[State], focus: Focus, layout: Layout) -> None:
    """Draw the title with the piles or the waiting clocks beside it, the rest in a second row."""
    title, second = layout.title, _second(scene, layout)
    corner = 0
    waiting = [clock for clock in scene.clocks if not clock.is_running]
    if waiting:
        corner = _draw_waiting(canvas, scene, waiting)
    elif not scene.corner:
        corner = _draw_piles(canvas, scene, focus)
    if has_note(scene):
        canvas.text(second.x, second.y, scene.corner, "small", width=second.w)
        scene = replace(scene, corner="")
    top = title.y + lowered(scene.title)
    place = Rect(title.x, top, title.w - corner, title.h)
    if text_width(scene.title, "large") + TICK.width + 3 > place.w:
        scene = replace(scene, is_saved=False)  # who is asked matters more
    draw_title(canvas, scene, place, may_shrink=scene.state.phase == "flip")
    room = second.w - _clock_width(scene)
    text = binding(scene, room)
    place = Rect(second.x, second.y, room, second.h)
    draw_binding(canvas, place, text, say=binding(scene, _ANY))
    taken = min(text_width(text, "large"), room) + 2 if text else 0
    draw_clocks(canvas, scene, Rect(second.x + taken, second.y, second.w - taken, second.h))


def _second(scene: Scene[State], layout: Layout) -> Rect:
    """Return the second row: a row lower under a name that has descenders, or was lowered."""
    name = font_of("large").line(scene.title)
    is_low = bool(lowered(scene.title)) or name.bottom > font_of("large").line("H").bottom
    place = layout.second
    return Rect(place.x, place.y + is_low, place.w, place.h)


def _draw_wide_top(canvas: Canvas, scene: Scene[State], layout: Layout) -> None:
    """Draw all of it in one row: the name gives way."""
    place = layout.title
    right = place.w
    if _is_timed(scene):
        wide = _clock_width(scene) + (_FREE if any(each.free for each in scene.clocks) else 0)
        draw_clocks(canvas, scene, Rect(right - wide, place.y, wide, place.h))
        right -= wide + 3
    text = binding(scene, right * 3 // 5)
    if text:
        width = text_width(text, "large")
        where = Rect(right - width, place.y, width, place.h)
        draw_binding(canvas, where, text, say=binding(scene, _ANY))
        right -= width + 5
    draw_title(canvas, scene, Rect(place.x, place.y, right, place.h))
    waiting = [clock for clock in scene.clocks if not clock.is_running]
    if waiting:
        below = told_place(scene, has_second=True, has_answer=True)
        others = Rect(below.x, below.y - 8, below.w, 8)
        draw_clocks(canvas, replace(scene, clocks=tuple(waiting)), others, others)


def _is_timed(scene: Scene[State]) -> bool:
    return any(clock.is_running for clock in scene.clocks)


def _clock_width(scene: Scene[State]) -> int:
    """Return how much the running clock takes of a row in large letters."""
    return max(
        (text_width(each.text, "large") + 1 for each in scene.clocks if each.is_running), default=0
    )


def _draw_waiting(canvas: Canvas, scene: Scene[State], clocks: list[SeatClock]) -> int:
    """Draw the clocks that wait, return how wide that is; one alone can only be the other's."""
    rows = [clock.text for clock in clocks]
    if len(clocks) > 1:
        shorts = short_names([clock.name for clock in clocks], "small", _SHORT)
        rows = [f"{short} {text}" for short, text in zip(shorts, rows, strict=True)]
    wide = max(text_width(row, "small") for row in rows)
    for at, (clock, row) in enumerate(zip(clocks, rows, strict=True)):
        # The first capitals stand in the first row, unless an accent does.
        y = at * _LINE - (1 if at else min(font_of("small").line(row).top, 1))
        said = labelled(scene.say, clock.name, clock.text)
        canvas.text(WIDTH - wide, y, row, "small", width=wide, align="right", say=said)
    return wide + 3


def _draw_piles(canvas: Canvas, scene: Scene[State], focus: Focus) -> int:
    """Draw how high the draw pile and the discard pile are; return how wide that is."""
    table = focus.table
    left = WIDTH - 16
    for at, (icon, count) in enumerate(
        ((DRAW_PILE, table.deck), (DISCARD_PILE, sum(table.discard)))
    ):
        ink = 1 + at * (_LINE + 1)
        canvas.bitmap(left, ink, icon)
        write(canvas, left + icon.width + 2, ink, str(count))
        if at and focus.is_discard:
            invert(canvas, left - 1, ink, 17)
    canvas.describe(pile_lines(scene, table), 1)
    return 19


# --- what hands do --------------------------------------------------------------------------


def told_at(scene: Scene[State]) -> Rect:
    """Return where hands are told what to do."""
    return told_place(scene, has_second=has_second(scene), has_answer=has_answer(scene))


def _draw_told(canvas: Canvas, scene: Scene[State], table: State) -> None:
    """Write what hands do now; where there is nothing to do, the rivers have the room."""
    place = told_at(scene)
    if is_between(scene):
        text = scene.say(N_("Draw pile empty: shuffle the discards first."))
        scene = replace(scene, told=set_pages((text,), place, large=scene.large)[0])
    if scene.told is not None and scene.told.is_old and _left(scene, place).h < _TWO_ROWS:
        scene = replace(scene, told=None)  # rivers and hands are wanted for the whole turn
    draw_told(canvas, scene, _parted(scene, place))
    left = _left(scene, place)
    if left.h < _TWO_ROWS or table.phase not in ("play", "flip"):
        return
    if not (scene.large and draw_large_hand(canvas, scene, left)):
        draw_rivers(canvas, scene, table, left)


def _parted(scene: Scene[State], place: Rect) -> Rect:
    """Return the place of the hands' work, lower where few rows leave room below what binds."""
    if scene.told is None or not has_second(scene):
        return place
    font = font_of(scene.told.font)
    line = font.line("Hp")
    high = (len(scene.told.rows) - 1) * font.height + line.bottom - line.top
    down = max(0, min(_APART, place.h - high))
    return Rect(place.x, place.y + down, place.w, place.h - down)


def _left(scene: Scene[State], place: Rect) -> Rect:
    """Return what the hands' work leaves of its place for good."""
    told = scene.told
    used = 0
    if told is not None:
        used = place.h if told.count > 1 else len(told.rows) * font_of(told.font).height
    # Always the last rows, so that they need not go over a slow wire again.
    high = min(place.h - used, _TWO_ROWS)
    return Rect(place.x, place.y + place.h - high, place.w, high)


def is_between(scene: Scene[State]) -> bool:
    """Return whether the discard pile must be shuffled before the next card is turned up."""
    table = scene.state
    if table.phase != "flip" or not scene.picked or not scene.options:
        return False
    return table.deck == len(scene.picked) and sum(table.discard) > 0
