"""Why: the reason first, for what is highlighted, then the rules behind what is not offered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engines.engine import Reason, judge
from engines.match import Match
from firmware_py.core.language import N_, labelled
from firmware_py.games import face_of
from firmware_py.match.game_info import facts_of
from firmware_py.match.picker import Picker
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import Next, Pop, ScreenWords, TapThrough
from firmware_py.ui.paged_text import split_text
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, TextStyle, fitting, paragraph, top_bar

_ENOUGH = 5
"""Pages after which nothing else is explained; what has been begun is explained to its end."""


AnyMatch = Match[Any, Any]


def place_of(services: Services, reason: Reason, match: AnyMatch | None = None) -> str:
    """Return the place of a reason in the rulebook, "<game>: the colour rule"; or nothing.

    It is about the match on the table, unless another is looked at; so are those below.
    """
    match = match or services.current_table.match
    rule = match.engine.rule_behind(reason)
    if rule is None:
        return ""
    title = services.say(facts_of(match.engine.name).title)
    return labelled(services.say, title, services.voice(match.engine, match.names).fact(rule))


def refusal_text(services: Services, reason: Reason, match: AnyMatch | None = None) -> str:
    """Return a reason in full: its sentence and, in a line below, its place in the rulebook."""
    sentence = refusal_sentence(services, reason, match)
    return f"{sentence}\n{place_of(services, reason, match)}".strip()


def refusal_sentence(services: Services, reason: Reason, match: AnyMatch | None = None) -> str:
    """Return a reason as its sentence, with what is possible instead."""
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
    return split_text(text, lambda page: len(wrap(page, font, place.w)) <= rows)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page: words under a title, or the table with what they are about."""

    title: str
    text: str = ""
    scene: AnyScene | None = None
    whole: str = ""
    """On the first page of a text, all of it, as a page on the network and a voice have it."""


def explanation(services: Services, title: str, text: str) -> list[Explanation]:
    """Return the pages of a text."""
    first, *others = pages_of(services, text)
    return [Explanation(title, first, whole=text), *(Explanation(title, each) for each in others)]


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
            if page.whole:
                told[page.title] = f"{told.get(page.title, '')}\n{page.whole}".strip()
        title, *_ = told or (self.pages[0].title,)
        lines = [
            told.pop(title, ""),
            *(labelled(self.services.say, about, text) for about, text in told.items()),
        ]
        return ScreenWords(title, "\n".join(lines))


class Why(Explained):
    """Pages: the highlighted choice first, then each rule that keeps others from being offered."""

    def __init__(
        self, services: Services, scene: AnyScene, picker: Picker, match: AnyMatch | None = None
    ) -> None:
        super().__init__(services, match or services.current_table.match, [])
        offered = self._offered(scene, picker)
        told = [*offered, *self._missing(scene, picker, _ENOUGH - len(offered))]
        self.pages = told or explanation(
            services,
            services.say(N_("Why")),
            services.say(N_("Everything that hands could do is offered.")),
        )

    def _offered(self, scene: AnyScene, picker: Picker) -> list[Explanation]:
        """Say why the highlighted option is legal, or forced, and show it on the table."""
        if self._match.turn is None or not picker.reachable:
            return []
        choices = picker.reachable
        is_forced = len(choices) == 1 and len(picker.options) <= 1
        title = self.services.say(N_("Forced") if is_forced else N_("Legal"))
        text = grounds_text(self.services, choices[0], self._match)
        told = explanation(self.services, title, text)
        if self._face.has_ways and scene.complete:
            told.append(Explanation(title, scene=replace(scene, title=title, told=None)))
        return told

    def _missing(self, scene: AnyScene, picker: Picker, enough: int) -> list[Explanation]:
        """Name each rule once that refuses what hands could try, the nearest attempts first.

        Once there are enough pages, no other rule is named.
        """
        attempts = self._face.attempts(self._match.state)
        for part in picker.picked:
            attempts = attempts.children.get(part, attempts)
        pages: list[Explanation] = []
        codes: set[str] = set()
        for part, node in attempts.children.items():
            if len(pages) >= enough:
                break
            if part in picker.options:
                continue
            verdict = judge(self._match.engine, self._match.state, node.first())
            if isinstance(verdict, Reason) and verdict.code not in codes:
                codes.add(verdict.code)
                title = scene.voice.fact(part.value)
                text = refusal_text(self.services, verdict, self._match)
                pages += explanation(self.services, title, text)
        return pages

    def tapped(self, code: str) -> Next:
        """Close: the tap is for the table below."""
        return Pop(TapThrough(code))
