"""Why: the reason first, for what is highlighted, then the rules behind what is not offered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engines.engine import Reason, judge
from engines.match import Match
from firmware_py.core.language import N_, labelled
from firmware_py.games import face_of
from firmware_py.games.scene import Scene
from firmware_py.match.picker import Picker
from firmware_py.ui import phrases
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import Next, Pop, ScreenWords, TapThrough
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, TextStyle, fitting, paragraph, top_bar

_MOST = 5
"""So many pages at most, the most useful first."""


AnyMatch = Match[Any, Any]


def refusal_text(services: Services, reason: Reason, match: AnyMatch | None = None) -> str:
    """Return a reason as its sentence, with what is possible instead.

    It is about the match on the table, unless another is looked at; so are those below.
    """
    match = match or services.current_table.match
    voice = services.voice(match.engine, match.names)
    if reason.instead is None:
        return voice.refuse(reason)
    choice = match.engine.read(reason.instead)
    return voice.refuse(reason, match.engine.describe(match.state, choice), notation=False)


def grounds_text(services: Services, text: str, match: AnyMatch | None = None) -> str:
    """Return why a choice is legal, or forced."""
    match = match or services.current_table.match
    engine = match.engine
    voice = services.voice(engine, match.names)
    choice = engine.read(text)
    said = [voice.say(message) for message in engine.grounds(match.state, choice)]
    return " ".join(said) or voice.say(engine.describe(match.state, choice))


PAGE = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
"""Where a page of text stands, beside the mark that there are others."""


def pages_of(services: Services, text: str, place: Rect = PAGE) -> list[str]:
    """Return a text in pieces that fit a page, even if it is long or is wanted large."""
    font: FontName = "medium" if services.style is TextStyle.LARGE else "small"
    rows = place.h // font_of(font).height
    if "\n" in text:  # a list keeps its lines
        lines = wrap(text, font, place.w)
        return ["\n".join(lines[at : at + rows]) for at in range(0, len(lines), rows)]
    return phrases.pages(text, lambda page: len(wrap(page, font, place.w)) <= rows)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page: words under a title, or the table with what they are about."""

    title: str
    text: str = ""
    scene: Scene | None = None


class Explained(PagedScreen[Explanation]):
    """Pages of words and of the table."""

    def __init__(self, services: Services, match: AnyMatch, pages: list[Explanation]) -> None:
        self.services = services
        self.pages = pages
        self._match = match
        self._face = face_of(match.engine.name)

    def draw(self, canvas: Canvas) -> None:
        """Draw one page."""
        page = self.pages[self.page]
        if page.scene is not None:
            self._face.draw(canvas, replace(page.scene, corner=self.page_number))
            return
        number = self.page_number if len(self.pages) > 1 else ""
        top_bar(canvas, page.title, number, may_cut=True)
        paragraph(canvas, page.text, PAGE, font=fitting(page.text, PAGE, "medium"))
        if len(self.pages) > 1:
            self.draw_page_mark(canvas)

    def words(self) -> ScreenWords:
        """Return all that is to be said: a page has room for it; what is drawn stands beside."""
        told: dict[str, str] = {}
        for page in self.pages:
            if page.text:
                told[page.title] = f"{told.get(page.title, '')} {page.text}".strip()
        title, *_ = told or (self.pages[0].title,)
        lines = [
            told.pop(title, ""),
            *(labelled(self.services.say, about, text) for about, text in told.items()),
        ]
        return ScreenWords(title, "\n".join(lines))


class Why(Explained):
    """Pages: the highlighted choice first, then each rule that keeps others from being offered."""

    def __init__(
        self, services: Services, scene: Scene, picker: Picker, match: AnyMatch | None = None
    ) -> None:
        super().__init__(services, match or services.current_table.match, [])
        told = [*self._offered(scene, picker), *self._missing(scene, picker)]
        self.pages = told[:_MOST] or [
            Explanation(
                services.say(N_("Why")),
                services.say(N_("Everything that hands could do is offered.")),
            )
        ]

    def _offered(self, scene: Scene, picker: Picker) -> list[Explanation]:
        """Say why the highlighted option is legal, or forced, and show it on the table."""
        if self._match.turn is None or not picker.reachable:
            return []
        choices = picker.reachable
        is_forced = len(choices) == 1 and len(picker.options) <= 1
        title = self.services.say(N_("Forced") if is_forced else N_("Legal"))
        text = grounds_text(self.services, choices[0], self._match)
        told = [Explanation(title, page) for page in pages_of(self.services, text)]
        if self._face.has_ways and scene.complete:
            told.append(Explanation(title, scene=replace(scene, title=title, told=None)))
        return told

    def _missing(self, scene: Scene, picker: Picker) -> list[Explanation]:
        """Name each rule once that refuses what hands could try, the nearest attempts first."""
        attempts = self._face.attempts(self._match.state)
        for part in picker.picked:
            attempts = attempts.children.get(part, attempts)
        pages: list[Explanation] = []
        codes: set[str] = set()
        for part, node in attempts.children.items():
            if part in picker.options:
                continue
            verdict = judge(self._match.engine, self._match.state, node.first())
            if isinstance(verdict, Reason) and verdict.code not in codes:
                codes.add(verdict.code)
                title = scene.voice.fact(part.value)
                text = refusal_text(self.services, verdict, self._match)
                pages += [Explanation(title, page) for page in pages_of(self.services, text)]
            if len(pages) >= _MOST:
                break
        return pages

    def tapped(self, code: str) -> Next:
        """Close: the tap is for the table below."""
        return Pop(TapThrough(code))
