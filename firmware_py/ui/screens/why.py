"""Why: the rule, the fact and the alternative, for what is highlighted and for what is missing."""

from __future__ import annotations

from engines.contract import Reason, judge
from firmware_py.app.services import Services
from firmware_py.games import face_of
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.picker import Picker
from firmware_py.ui.widgets import BODY, Rect, TextStyle, fitting, paragraph, top_bar


def refusal_text(services: Services, reason: Reason) -> str:
    """Return a reason as its sentence, with what is possible instead."""
    match = services.current_table.match
    voice = services.voice(match.engine, services.current_table.names)
    if reason.instead is None:
        return voice.refuse(reason)
    choice = match.engine.read(reason.instead)
    return voice.refuse(reason, match.engine.describe(match.state, choice), notation=False)


PAGE = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
"""Where a page of text stands, beside the mark that there are others."""


def pages_of(services: Services, text: str) -> list[str]:
    """Return a text in pieces that fit a page, even if it is long or is wanted large."""
    font: FontName = "medium" if services.style is TextStyle.LARGE else "small"
    rows = PAGE.h // font_of(font).height
    lines = wrap(text, font, PAGE.w)
    if len(lines) <= rows:
        return [text]
    between = "\n" if "\n" in text else " "  # a list keeps its lines
    return [between.join(lines[at : at + rows]) for at in range(0, len(lines), rows)]


class Why(PagedScreen[tuple[str, str]]):
    """Pages: the highlighted choice first, then each kind of choice that is not offered."""

    def __init__(self, services: Services, scene: Scene, picker: Picker) -> None:
        self.services = services
        told = [*self._offered(picker), *self._missing(scene, picker)]
        self.pages = [(title, page) for title, text in told for page in pages_of(services, text)]

    def _offered(self, picker: Picker) -> list[tuple[str, str]]:
        """Say what the highlighted option does, and what binds the player."""
        match = self.services.current_table.match
        if match.turn is None or not picker.reachable:
            return []
        engine = match.engine
        voice = self.services.voice(engine, self.services.current_table.names)
        text = picker.reachable[0]
        said = voice.say(engine.describe(match.state, engine.read(text)))
        if len(picker.reachable) > 1:
            more = self.services.say(N_("And {count} more."), count=len(picker.reachable) - 1)
            said = f"{said}. {more}"
        return [(self.services.say(N_("This is legal")), said)]

    def _missing(self, scene: Scene, picker: Picker) -> list[tuple[str, str]]:
        """Name each kind of choice that hands could try and the rules refuse."""
        match = self.services.current_table.match
        face = face_of(match.engine.name)
        attempts = face.attempts(match.state)
        for part in picker.picked:
            attempts = attempts.children.get(part, attempts)
        pages = []
        for part, node in attempts.children.items():
            if part in picker.options:
                continue
            verdict = judge(match.engine, match.state, node.first())
            if isinstance(verdict, Reason):
                pages.append((scene.voice.fact(part.value), refusal_text(self.services, verdict)))
        return pages

    def draw(self, canvas: Canvas) -> None:
        """Draw one page."""
        if not self.pages:
            top_bar(canvas, self.services.say(N_("Why")))
            paragraph(canvas, self.services.say(N_("Everything that hands could do is offered.")))
            return
        title, text = self.pages[self.page]
        top_bar(canvas, title, self.page_number, may_cut=True)
        paragraph(canvas, text, PAGE, font=fitting(text, PAGE, "medium"))
        if len(self.pages) > 1:
            self.draw_page_mark(canvas)
