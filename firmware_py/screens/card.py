"""A card over the table: what hands must do now, page by page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_py.canvas import HEIGHT, WIDTH, Bitmap, Canvas, wrap
from firmware_py.fonts import font as font_of
from firmware_py.widgets import BODY, TICK, Area, paragraph

_PLACE = Area(0, BODY.y + 2, WIDTH, BODY.h - 2)
_TICK_WIDTH = TICK.width + 4
MORE = Bitmap.parse("#######/.#####./..###../...#...")
"""There is another page."""


@dataclass(frozen=True, slots=True)
class Card:
    """Lines for people, with a tick once the choice is on disk."""

    lines: tuple[str, ...]
    saved: bool
    page: int = 0

    def pages(self) -> list[str]:
        """Return the text in pieces that fit, as large as is reasonable."""
        width = _PLACE.w - _TICK_WIDTH
        whole = "\n".join(self.lines)
        for font in ("medium", "small"):
            if len(wrap(whole, font, width)) * font_of(font).height <= _PLACE.h:
                return [whole]
        per_page = _PLACE.h // font_of("medium").height
        rows = wrap(whole, "medium", width)
        return ["\n".join(rows[at : at + per_page]) for at in range(0, len(rows), per_page)]

    def turn_page(self) -> Card | None:
        """Return the next page; None after the last."""
        return replace(self, page=self.page + 1) if self.page + 1 < len(self.pages()) else None

    def draw(self, canvas: Canvas) -> None:
        """Draw the page under the top bar."""
        text = self.pages()[self.page]
        if self.saved:
            canvas.bitmap(WIDTH - TICK.width, _PLACE.y, TICK)
        if self.page + 1 < len(self.pages()):
            canvas.bitmap(WIDTH - MORE.width, HEIGHT - MORE.height - 1, MORE)
        area = Area(0, _PLACE.y, _PLACE.w - _TICK_WIDTH, _PLACE.h)
        fits = len(wrap(text, "medium", area.w)) * font_of("medium").height <= area.h
        paragraph(canvas, text, area, font="medium" if fits else "small")
