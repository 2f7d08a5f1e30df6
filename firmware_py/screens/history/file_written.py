"""A file that was written: its name, and where it lies, letter by letter as they are.

A path has no hyphens but its own, so it is not set as a text is; and its end matters most.
"""

from __future__ import annotations

import re
from pathlib import Path

from firmware_py.core.language import N_
from firmware_py.ui.canvas import Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import ScreenWords
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, top_bar

_WIDTH = BODY.w - 4
"""The mark of the pages stands beside it."""


class Saved(PagedScreen[str]):
    """The name on one page, the folder on the other."""

    def __init__(self, services: Services, path: Path) -> None:
        self.services = services
        self.pages = (path.name, str(path.parent))

    def draw(self, canvas: Canvas) -> None:
        """Draw a page, as large as it fits; of what is too long the end."""
        top_bar(canvas, self.services.say(N_("Saved")), self.page_number)
        self.draw_page_mark(canvas)
        text = self.pages[self.page]
        fonts: tuple[FontName, ...] = ("medium", "small")
        for font in fonts:
            rows, room = set_path(text, font, _WIDTH), BODY.h // font_of(font).height
            if len(rows) <= room:
                break
        for row, line in enumerate(rows[-room:]):
            y = BODY.y + row * font_of(font).height
            canvas.text(BODY.x, y, line, font, width=_WIDTH, say="" if row else text)

    def words(self) -> ScreenWords:
        """Return both: a page has room for them."""
        return ScreenWords(self.services.say(N_("Saved")), "\n".join(self.pages))


def set_path(text: str, font: FontName, width: int) -> list[str]:
    """Return the rows of a path: broken after one of its own signs, or in a part that is long."""
    rows = [""]
    for piece in re.findall(r"[^/._ -]*[/._ -]|[^/._ -]+", text):
        if text_width(rows[-1] + piece, font) > width >= text_width(piece, font):
            rows.append("")
        for letter in piece:
            if text_width(rows[-1] + letter, font) > width:
                rows.append("")
            rows[-1] += letter
    return [row for row in rows if row]
