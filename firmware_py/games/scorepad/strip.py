"""What the knob turns through, a page of it in one row, the cursor lit.

 [0] 2 5 10 ...     the likely numbers; dots: all others follow
    6 7 8 9 10      all numbers, page by page: within a page only the cursor moves

A row that moved with every detent would go whole over a slow wire each time.
"""

from __future__ import annotations

from engines.engine import ChoicePart
from firmware_py.games.scorepad.dial import LIKELIEST, LIKELY, NUMBER
from firmware_py.games.scorepad.focus import label
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Bitmap, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect

_GAP = 5
_DOTS = Bitmap.parse("#.#.#")
_MARGIN = 8
"""For the dots on both sides."""


def _zone(part: ChoicePart) -> str:
    if part.name in (LIKELIEST, LIKELY):
        return "likely"
    return "numbers" if part.name == NUMBER else "others"


def draw_strip(canvas: Canvas, scene: AnyScene, place: Rect, font: FontName) -> None:
    """Draw the page of options around the cursor."""
    if not scene.options:
        return
    zone = _zone(scene.options[scene.index])
    places = [at for at, part in enumerate(scene.options) if _zone(part) == zone]
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
    if len(page) < len(scene.options):  # a ring: beyond its first page comes the last
        canvas.bitmap(place.x, middle, _DOTS)
    if page[-1] + 1 < len(scene.options):
        canvas.bitmap(place.x + place.w - _DOTS.width, middle, _DOTS)


def _page(texts: dict[int, str], index: int, width: int, font: FontName) -> list[int]:
    """Return the places of one page: they are cut from the beginning, and stay as they are."""
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
