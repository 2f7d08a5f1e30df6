"""Laying the table: what to put where before the first turn, page by page."""

from __future__ import annotations

from engines.contract import Step
from firmware_py.app.services import Services
from firmware_py.games.face import Scene
from firmware_py.games.plans import plan_of
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import STAY, Answer, GoToMatch, Input, Next, Push, Returned
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.widgets import BODY, Rect, headline, top_bar
from hardware.events import Control, Pressed, Turned

_PLACE = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
_MANY = 10
"""More pages than these are read in small letters."""
_PLAN = 1
"""The second page is a picture of where things go."""
_TOLD = frozenset({"step.box.stack", "step.artist.box.circle"})
"""The main board of Stones: people laid it before they told the box what lies there."""


class Laying(PagedScreen[str]):
    """The set-up as steps; a press goes on, and after the last page the match begins.

    A path that the box has dealt is called out on a screen of its own, opened by its page. What
    people told the box about lies already, unless everything has to be laid again.
    """

    def __init__(self, services: Services, *, again: bool = False) -> None:
        assert services.table is not None
        self.services = services
        self._clock = services.table.clock
        self._clock.pause(services.time())  # nobody thinks while hands lay the table
        match = services.table.match
        voice = services.voice(match.engine, services.table.names)
        begins = services.say(N_("{name} begins"), name=services.table.names[match.start.first])
        steps = match.engine.steps(None, match.state)
        lies = frozenset() if again else _TOLD
        said = [
            voice.say(step.say)
            for step in steps
            if not _is_dealt(step) and step.say.code not in lies
        ]
        self.has_spiral = any(_is_dealt(step) for step in steps)
        self.pages = [*self._before(), *_fewer_pages(said), begins]
        self._has_plan = not any(step.say.code in lies for step in steps)
        if self._has_plan:
            self.pages.insert(_PLAN, "")
        self._plan = plan_of(match.engine.name)
        self._scene = Scene(state=match.state, voice=voice, say=services.say)

    def _before(self) -> list[str]:
        """Return what people must know before the steps (the spiral of Icehouse)."""
        assert self.services.table is not None
        if self.services.table.match.engine.name != "icehouse":
            return []
        if self.has_spiral:
            return [
                self.services.say(N_("Lay a spiral inwards, tips ahead. The box calls each one."))
            ]
        return [self.services.say(N_("Lay all 75 in a spiral, tips inwards. Then tell the box."))]

    def draw(self, canvas: Canvas) -> None:
        """Draw one page, as large as it fits."""
        top_bar(canvas, self.services.say(N_("Lay the table")), self.page_number)
        if self._has_plan and self.page == _PLAN:
            self._plan(canvas, self._scene)
            return
        headline(canvas, self.pages[self.page], _PLACE)
        self.draw_page_mark(canvas)

    def handle(self, event: Input) -> Next:
        """Turn the pages; begin after the last."""
        match event:
            case Turned(steps):
                self.turn_pages(steps)
            case Pressed(Control.KNOB):
                return self._go_on()
            case Pressed(Control.BACK):
                self.turn_pages(-1)
            case _:
                pass
        return STAY

    def _go_on(self) -> Next:
        if self.is_last_page:
            return GoToMatch()
        if self.has_spiral and self.page == 0:
            from firmware_py.games.icehouse.spiral_screen import Spiral  # slow to import

            return Push(Spiral(self.services))
        self.turn_pages(1)
        return STAY

    def dropped(self) -> None:
        """Let the clock run: the match begins, or a program plays on it already."""
        self._clock.resume(self.services.time())

    def returned(self, answer: Returned) -> Next:
        """Go on after the spiral lies."""
        if answer is Answer.LAID:
            self.page = 1
        return STAY


def _is_dealt(step: Step) -> bool:
    """Say whether a step lays a pyramid on its space of a dealt path."""
    return step.say.code == "step.box.path"


def _fewer_pages(lines: list[str]) -> list[str]:
    """Return the lines in pages of medium letters; of small ones, if those were very many."""
    pages = _pages(lines, "medium")
    return pages if len(pages) <= _MANY else _pages(lines, "small")


def _pages(lines: list[str], font: FontName) -> list[str]:
    """Put as many lines on a page as can be read in a font."""
    pages: list[str] = []
    for line in lines:
        joined = f"{pages[-1]}\n{line}" if pages else line
        if pages and _fits(joined, font):
            pages[-1] = joined
        else:
            pages.append(line)
    return pages


def _fits(text: str, font: FontName) -> bool:
    """Say whether a text can be read on one page."""
    return len(wrap(text, font, _PLACE.w)) * font_of(font).height <= _PLACE.h
