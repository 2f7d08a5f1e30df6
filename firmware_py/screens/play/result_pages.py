"""What a game has to show of a match that has ended, beside its points: page by page."""

from __future__ import annotations

from typing import Any

from engines.match import Match
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.games.game_ui import AidPage
from firmware_py.screens.play.why import PAGE
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import MenuRow, opens
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item, fitting, paragraph, top_bar


class ResultPages(PagedScreen[AidPage]):
    """The pages that the face draws."""

    def __init__(self, services: Services, match: Match[Any, Any]) -> None:
        self.services = services
        self._scene = services.scene(match)
        self.pages = face_of(match.engine.name).results(self._scene)

    def draw(self, canvas: Canvas) -> None:
        """Draw one page."""
        page = self.pages[self.page]
        top_bar(canvas, self.services.say(page.title), self.page_number)
        self.draw_page_mark(canvas)
        if page.draw is not None:
            page.draw(canvas, self._scene)
        else:
            text = self.services.say(page.text)
            paragraph(canvas, text, PAGE, font=fitting(text, PAGE, "medium"))


def result_rows(services: Services, match: Match[Any, Any]) -> list[MenuRow]:
    """Return the row that opens the pages, where a game has some."""
    if not ResultPages(services, match).pages:
        return []
    return [
        MenuRow(
            Item(services.say(N_("Course of the game"))),
            opens(ResultPages, services, match),
            services.say(N_("Places, a chart and the sheet, page by page.")),
        )
    ]
