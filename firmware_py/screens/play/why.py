"""Reasons: WHY, and the verdict on a choice that was tried.

WHY ------> Why       why the highlighted choice is legal, then the rules behind the others
a try ----> Verdict   legal, and a press plays it; or not, with the rule
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engines.engine import Reason, judge
from engines.match import Match
from firmware_py.core.language import N_, labelled
from firmware_py.games import ui_of
from firmware_py.match.game_info import info_of
from firmware_py.match.picker import Picker
from firmware_py.match.scene import AnyScene
from firmware_py.match.taps import AskedNumber, play_code, played_by
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import (
    HoldThrough,
    Input,
    Next,
    PlayChecked,
    Pop,
    ScreenWords,
    TapRow,
    TapThrough,
    TypeThrough,
)
from firmware_py.ui.paging import P, PagedScreen, split_text
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import (
    BODY,
    Rect,
    TextStyle,
    fitting,
    headline,
    paragraph,
    scroll_mark,
    top_bar,
)
from hardware.events import Control, Held, Pressed

PAGES_AT_MOST = 5
"""No further rule is explained after this number of pages; one that was begun is completed."""
PAGE = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
"""The place of a page of text, left of the scroll mark."""
_TITLE = Rect(0, 0, WIDTH, 16)
_REASON = Rect(0, 17, WIDTH - 5, 46)

AnyMatch = Match[Any, Any]


# --- texts ---


def place_of(services: Services, match: AnyMatch, reason: Reason) -> str:
    """Return the place of a reason in the rulebook, "<game>: the colour rule", or empty."""
    rule = match.engine.rule_behind(reason)
    if rule is None:
        return ""
    title = services.say(info_of(match.engine.name).title)
    return labelled(services.say, title, services.voice(match.engine, match.names).fact(rule))


def refusal_text(services: Services, match: AnyMatch, reason: Reason) -> str:
    """Return the sentence of a reason and, on a line below, its place in the rulebook."""
    sentence = refusal_sentence(services, match, reason)
    return f"{sentence}\n{place_of(services, match, reason)}".strip()


def refusal_sentence(services: Services, match: AnyMatch, reason: Reason) -> str:
    """Return the sentence of a reason, with what is possible instead."""
    voice = services.voice(match.engine, match.names)
    if reason.instead is None:
        return voice.refuse(reason)
    choice = match.engine.read(reason.instead)
    return voice.refuse(reason, match.engine.describe(match.state, choice), notation=False)


def grounds_text(services: Services, match: AnyMatch, text: str) -> str:
    """Return why a choice is legal, or forced."""
    engine = match.engine
    voice = services.voice(engine, match.names)
    choice = engine.read(text)
    grounds = " ".join(voice.say(message) for message in engine.grounds(match.state, choice))
    return grounds or voice.say(engine.describe(match.state, choice))


def pages_of(services: Services, text: str, place: Rect = PAGE) -> list[str]:
    """Return a text in pieces that fit a page in the font of the text size setting."""
    font: FontName = "medium" if services.style is TextStyle.LARGE else "small"
    rows = place.h // font_of(font).height
    return split_text(text, lambda page: len(wrap(page, font, place.w)) <= rows)


# --- screens ---


class ReasonPages(PagedScreen[P]):
    """Pages about a choice; a tap on the table or a hold closes them and reaches the screen below.

    ::

        Why, Verdict --tap, hold, number--> closed --> the screen below acts on it
    """

    def tapped(self, code: str) -> Next:
        """Pass the tap to the table below."""
        return Pop(TapThrough(code))

    def handle(self, event: Input) -> Next:
        """Turn the pages, close, or pass a hold to the screen below."""
        return Pop(HoldThrough(event)) if isinstance(event, Held) else super().handle(event)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page: words under a title, or the table with the way of a move."""

    title: str
    text: str = ""
    scene: AnyScene | None = None
    whole: str = ""
    """On the first page of a text: all of it, for web pages and screen readers."""


def explanation(services: Services, title: str, text: str) -> list[Explanation]:
    """Return the pages of a text."""
    first, *others = pages_of(services, text)
    return [Explanation(title, first, whole=text), *(Explanation(title, each) for each in others)]


class Explained(ReasonPages[Explanation]):
    """Pages of words and of the table."""

    def __init__(self, services: Services, match: AnyMatch, pages: list[Explanation]) -> None:
        self.services = services
        self.pages = pages
        self._match = match
        self._ui = ui_of(match.engine.name)

    def draw(self, canvas: Canvas) -> None:
        """Draw one page."""
        page = self.pages[self.page]
        if page.scene is not None:
            self._ui.draw(canvas, replace(page.scene, corner=self.page_number))
            return
        number = self.page_number if len(self.pages) > 1 else ""
        top_bar(canvas, page.title, number, may_cut=True)
        paragraph(canvas, page.text, PAGE, font=fitting(page.text, PAGE, "medium"))
        if len(self.pages) > 1:
            self.draw_page_mark(canvas)

    def words(self) -> ScreenWords:
        """Return the texts of all pages, which fit on a web page; its picture is next to them."""
        texts: dict[str, str] = {}
        for page in self.pages:
            if page.whole:
                texts[page.title] = f"{texts.get(page.title, '')}\n{page.whole}".strip()
        title, *_ = texts or (self.pages[0].title,)
        lines = [
            texts.pop(title, ""),
            *(labelled(self.services.say, about, text) for about, text in texts.items()),
        ]
        return ScreenWords(title, "\n".join(lines))


class Why(Explained):
    """The highlighted choice first, then each rule that excludes other choices."""

    def __init__(
        self, services: Services, match: AnyMatch, scene: AnyScene, picker: Picker
    ) -> None:
        super().__init__(services, match, [])
        offered = self._offered(scene, picker)
        pages = [*offered, *self._excluded(scene, picker, PAGES_AT_MOST - len(offered))]
        self.pages = pages or explanation(
            services,
            services.say(N_("Why")),
            services.say(N_("You can enter any move, even a forbidden one.")),
        )

    def _offered(self, scene: AnyScene, picker: Picker) -> list[Explanation]:
        """Return why the highlighted option is legal, or forced, and its way on the table."""
        if self._match.turn is None or not picker.reachable:
            return []
        choices = picker.reachable
        is_forced = len(choices) == 1 and len(picker.options) <= 1
        title = self.services.say(N_("Forced") if is_forced else N_("Legal"))
        text = grounds_text(self.services, self._match, choices[0])
        pages = explanation(self.services, title, text)
        if self._ui.has_ways and scene.complete:
            pages.append(Explanation(title, scene=replace(scene, title=title, told=None)))
        return pages

    def _excluded(self, scene: AnyScene, picker: Picker, most: int) -> list[Explanation]:
        """Return each rule that refuses an attempt, once; the nearest attempts come first."""
        attempts = self._ui.attempts(self._match.state)
        for part in picker.picked:
            attempts = attempts.children.get(part, attempts)
        pages: list[Explanation] = []
        codes: set[str] = set()
        for part, node in attempts.children.items():
            if len(pages) >= most:
                break
            if part in picker.options:
                continue
            verdict = judge(self._match.engine, self._match.state, node.first())
            if isinstance(verdict, Reason) and verdict.code not in codes:
                codes.add(verdict.code)
                title = scene.voice.fact(part.value)
                text = refusal_text(self.services, self._match, verdict)
                pages += explanation(self.services, title, text)
        return pages


class Verdict(ReasonPages[str]):
    """The verdict on a choice: legal, and a press plays it; or the reason why not.

    The last page shows the choice on the table.
    """

    def __init__(self, services: Services, match: AnyMatch, scene: AnyScene, text: str) -> None:
        self.services = services
        self.reason = match.why_not(text)
        self.asked: AskedNumber | None = None
        """The number that the screen below asks for, so that another one can be typed here."""
        self._text = text
        self._ui = ui_of(match.engine.name)
        self._title = services.say(N_("Not legal") if self.is_refused else N_("Legal"))
        self._scene = replace(scene, title=self._title, refused=self.reason)
        if self.reason is None:
            how = services.say(N_("Press: play it."))
            self._why = f"{how} {grounds_text(services, match, text)}"
        else:
            self._why = refusal_text(services, match, self.reason)
        self.pages = pages_of(services, self._why, _REASON)

    @property
    def is_refused(self) -> bool:
        """Return whether the choice is illegal."""
        return self.reason is not None

    @property
    def page_count(self) -> int:
        """The pages of words, and the table."""
        return len(self.pages) + 1

    def draw(self, canvas: Canvas) -> None:
        """Draw a page of words under the title, or the table."""
        if self.page == len(self.pages):
            self._ui.draw(canvas, replace(self._scene, corner=self.page_number))
            return
        headline(canvas, self._title, _TITLE)
        text = self.pages[self.page]
        paragraph(canvas, text, _REASON, font=fitting(text, _REASON, "medium"))
        place = Rect(BODY.x, _REASON.y, BODY.w, _REASON.h)
        scroll_mark(canvas, place, self.page, 1, self.page_count)

    def words(self) -> ScreenWords:
        """Return the reason; the title too, unless it is clear from the table of the match."""
        title = "" if self.is_refused and self._scene.is_here else self._title
        return ScreenWords(title, self._why)

    def table_scene(self) -> AnyScene:
        """Return the table with the choice, for a picture."""
        return self._scene.public()

    def extra_buttons(self) -> tuple[TapRow, ...]:
        """Return the button that plays a legal choice."""
        if self.is_refused:
            return ()
        return (TapRow(play_code(self._text), self.services.say(N_("Play it"))),)

    def asked_number(self) -> AskedNumber | None:
        """Return the number that the screen below asks for."""
        return self.asked

    def type_number(self, text: str, *, enters: bool) -> Next:
        """Pass the number to the screen below."""
        return Pop(TypeThrough(text, enters))

    def tapped(self, code: str) -> Next:
        """Play a legal choice by its button; pass other taps to the table below."""
        if not self.is_refused and played_by(code) == self._text:
            return Pop(PlayChecked(self._text))
        return super().tapped(code)

    def handle(self, event: Input) -> Next:
        """Turn the pages; the knob plays a legal choice, any other press closes."""
        if event == Pressed(Control.KNOB, event.source) and not self.is_refused:
            return Pop(PlayChecked(self._text))
        return super().handle(event)
