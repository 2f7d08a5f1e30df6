"""What hands must do now, page by page, in the place of the prompt: the table stays in view.

Its lines stand in the pages of the display chip, as far as they can: text that comes and goes
with every turn is most of what goes over the wire.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from firmware_py.ui.canvas import HEIGHT, WIDTH, Bitmap, Canvas, FontName, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import TICK, Rect

PAGE = 8
"""Rows of a page of the display chip."""
WHOLE_BODY = Rect(0, 2 * PAGE, WIDTH, HEIGHT - 2 * PAGE)
_BETWEEN = ", "
"""Parts two short lines in one row."""
MORE = Bitmap.parse("......./......./#######/.#####./..###../...#...")
"""There is another page."""


@dataclass(frozen=True, slots=True)
class Card:
    """Lines for people, with a tick once the choice is on disk."""

    lines: tuple[str, ...]
    saved: bool
    page: int = 0
    place: Rect = WHOLE_BODY
    """Where the text stands; it begins with a page of the display chip."""
    large: bool = False
    """The large-text setting: rather more pages than small letters."""

    def pages(self) -> list[tuple[str, ...]]:
        """Return the lines in pieces that fit, in the larger font if one piece is enough."""
        rows = self._rows()
        room = self._room(self._font())
        return [rows[at : at + room] for at in range(0, len(rows), room)]

    def turn_page(self, steps: int = 1) -> Card | None:
        """Return the next page, or the one before; None beyond the first and the last."""
        page = self.page + (1 if steps > 0 else -1)
        return replace(self, page=page) if 0 <= page < len(self.pages()) else None

    @property
    def is_whole(self) -> bool:
        """Say whether the card takes the place of the table."""
        return self.place == WHOLE_BODY

    @property
    def has_more(self) -> bool:
        """Say whether another page follows."""
        return self.page + 1 < len(self.pages())

    @property
    def marks(self) -> tuple[Bitmap, ...]:
        """Return the marks for the top bar: on disk, and another page."""
        return (TICK,) * self.saved + (MORE,) * self.has_more

    def draw(self, canvas: Canvas) -> None:
        """Write the page."""
        font = self._font()
        shown = self.pages()[self.page]
        spoken = " ".join(shown)
        top = font_of(font).line("H").top
        for row, line in enumerate(shown):
            y = self.place.y + row * _pitch(font) - top
            say = "" if row else spoken
            canvas.text(self.place.x, y, line, font, width=self.place.w, say=say)

    def _font(self) -> FontName:
        """Return medium if everything fits so, or if people want large text; else small."""
        if self.large:
            return "medium"
        rows = self._wrapped("medium")
        broken = any(
            text_width(word, "medium") > self.place.w
            for line in self.lines
            for word in line.split()
        )
        return "medium" if len(rows) <= self._room("medium") and not broken else "small"

    def _rows(self) -> tuple[str, ...]:
        return self._wrapped(self._font())

    def _wrapped(self, font: FontName) -> tuple[str, ...]:
        return _lay_out(self.lines, font, self.place.w)

    def _room(self, font: FontName) -> int:
        """Return how many lines fit, the last one with room for its descenders."""
        line = font_of(font).line("Hp")
        room = (self.place.h - (line.bottom - line.top)) // _pitch(font) + 1
        return max(room, 1) if font == "small" else room


@lru_cache(maxsize=8)
def _lay_out(lines: tuple[str, ...], font: FontName, width: int) -> tuple[str, ...]:
    """Return the rows of a text; short lines share one. A card asks several times."""
    rows: list[str] = []
    for line in lines:
        joined = f"{rows[-1].rstrip('.')}{_BETWEEN}{line}" if rows else ""
        if rows and text_width(joined, font) <= width:
            rows[-1] = joined
        else:
            rows += wrap(line, font, width)
    return tuple(rows)


def _pitch(font: FontName) -> int:
    """Return the distance of lines in whole pages."""
    return PAGE if font == "small" else 2 * PAGE
