"""The score pad on the OLED: the side, the sum, the options, the scores.

 [0] 2 5 10 ...     the likely numbers; dots: all others follow
    6 7 8 9 10      all numbers, page by page: within a page only the cursor moves

A row that moved with every detent would be sent whole over a slow wire each time.

Anna                   12:34
Round 3/9  Tricks
[>] 40 + 5 = 45                lit key: the next press enters it
  0  2 [5] 10 ...              the options
ANNA   BEN   CARA              or what happened, for a while
45     38    .
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.scorepad.state import State
from firmware_py.core.language import N_
from firmware_py.games.play_widgets import draw_answer, draw_clocks, draw_title, draw_told
from firmware_py.games.scorepad.entry_numbers import LIKELIEST, LIKELY, NUMBER
from firmware_py.games.scorepad.focus import (
    Change,
    earlier_gaps,
    focus_of,
    label,
    on_value,
    side_name,
    sum_text,
    where_text,
)
from firmware_py.games.scorepad.oled_scores import HEIGHT as GRID
from firmware_py.games.scorepad.oled_scores import draw_grid, draw_standing
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Bitmap, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect, fitting, narrowed, paragraph

_GAP = 5
_DOTS = Bitmap.parse("#.#.#")
_MARGIN = 8
"""Width of the dots on both sides, in pixels."""
_ZONES = {LIKELIEST: LIKELY, LIKELY: LIKELY, NUMBER: NUMBER}
"""Options of one zone share pages; all other options are one zone, too."""


def draw_strip(canvas: Canvas, scene: AnyScene, place: Rect, font: FontName) -> None:
    """Draw the page of options around the cursor."""
    if not scene.options:
        return
    zone = _ZONES.get(scene.options[scene.index].name)
    places = [at for at, (name, _) in enumerate(scene.options) if _ZONES.get(name) == zone]
    texts = {at: label(scene, scene.options[at]) for at in places}
    page = _page(texts, scene.index, place.w - 2 * _MARGIN, font)
    x = place.x + _MARGIN
    y = place.y + (place.h - font_of(font).height) // 2
    for at in page:
        room = place.w - 2 * _MARGIN
        wide = min(text_width(texts[at], font), room)
        lit = at == scene.index
        if lit:
            canvas.fill(x - 2, place.y, wide + 4, place.h)
        canvas.text(x, y, texts[at], font, width=room, may_cut=True, on=not lit, say="")
        x += wide + _GAP
    middle = place.y + place.h // 2
    if len(page) < len(scene.options):  # a ring: the last page is before the first
        canvas.bitmap(place.x, middle, _DOTS)
    if page[-1] + 1 < len(scene.options):
        canvas.bitmap(place.x + place.w - _DOTS.width, middle, _DOTS)


def _page(texts: dict[int, str], index: int, width: int, font: FontName) -> list[int]:
    """Return the places of the page with the cursor; pages do not change with the cursor."""
    page: list[int] = []
    used = 0
    for at, text in texts.items():
        wide = min(text_width(text, font), width)
        if page and used + _GAP + wide > width:
            if index < at:
                break
            page, used = [], 0
        used += wide + (_GAP if page else 0)
        page.append(at)
    return page


# --- the whole screen ---


_TITLE = Rect(0, 0, WIDTH - 48, 14)
_WIDE_TITLE = Rect(0, 0, WIDTH, 14)
_CLOCK = Rect(WIDTH - 46, 0, 46, 11)


@dataclass(frozen=True, slots=True)
class PadLayout:
    """Where the parts are placed."""

    where: int
    answer: Rect
    strip: Rect
    strip_font: FontName
    told: Rect
    has_grid: bool


_NORMAL = PadLayout(
    where=14,
    answer=Rect(0, 23, WIDTH, 13),
    strip=Rect(0, 37, WIDTH, 8),
    strip_font="small",
    told=Rect(0, HEIGHT - 15, WIDTH, 15),
    has_grid=True,
)
_LARGE = PadLayout(
    where=14,
    answer=Rect(0, 23, WIDTH, 14),
    strip=Rect(0, 38, WIDTH, 11),
    strip_font="medium",
    told=Rect(0, HEIGHT - 12, WIDTH, 12),
    has_grid=False,
)


def layout(scene: AnyScene) -> PadLayout:
    """Return the layout; with large text the points are only in the score sheet."""
    return _LARGE if scene.large else _NORMAL


def told_place(scene: AnyScene) -> Rect:
    """Return where the instructions and news are written."""
    return layout(scene).told


def draw_pad(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the screen."""
    if scene.refused is not None:
        _draw_refused(canvas, scene)
        return
    focus = focus_of(scene)
    _draw_head(canvas, scene, focus.side)
    if scene.options:
        _draw_entry(canvas, scene, focus.change)
    else:
        draw_standing(canvas, scene, Rect(0, 15, WIDTH, HEIGHT - GRID - 17))
    places = layout(scene)
    if scene.told is not None and not (scene.told.is_old and places.has_grid and scene.options):
        draw_told(canvas, scene, places.told)
    elif places.has_grid and scene.options:
        draw_grid(canvas, scene, HEIGHT - GRID, focus.side)


def _draw_head(canvas: Canvas, scene: AnyScene, side: int | None) -> None:
    """Draw the side and the running clock."""
    title = scene.title if side is None else side_name(scene, side)
    has_clock = any(clock.is_running for clock in scene.clocks)
    draw_title(canvas, scene, _TITLE if has_clock else _WIDE_TITLE, title)
    draw_clocks(canvas, scene, _CLOCK)


def _draw_entry(canvas: Canvas, scene: AnyScene, change: Change | None) -> None:
    """Draw what the next press picks or enters, and the options around it."""
    places = layout(scene)
    state: State = scene.state
    told = where_text(scene, change)
    gaps = list(earlier_gaps(state))
    if gaps:
        told += "  " + scene.say(N_("missing: round {number}"), number=gaps[0])
    canvas.text(0, places.where, told, "small", width=WIDTH, may_cut=True)
    part = scene.highlighted
    assert part is not None
    text = sum_text(scene, change) if change is not None and on_value(scene) else label(scene, part)
    font = narrowed(text, places.answer.w - 12, "large")
    if font == "small":
        text = label(scene, part)  # a sum in millions
    draw_answer(canvas, scene, places.answer, text)
    draw_strip(canvas, scene, places.strip, places.strip_font)


def _draw_refused(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the refused entry in words, and the scores."""
    _draw_head(canvas, scene, None)
    picked = (*scene.picked, scene.highlighted)
    parts = list(dict.fromkeys(label(scene, part) for part in picked if part is not None))
    place = Rect(0, 15, WIDTH, HEIGHT - GRID - 17)
    # A correction has four parts, and there is room for three lines.
    text = "\n".join(parts) if len(parts) < 4 else "\n".join([", ".join(parts[:-1]), parts[-1]])
    paragraph(canvas, text, place, font=fitting(text, place, "medium"))
    draw_grid(canvas, scene, HEIGHT - GRID, None)
