"""Laying the table: what to put where before the first turn, page by page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.games.play_widgets import ROOM
from firmware_py.match.scene import AnyScene
from firmware_py.screens.play.hands_work import in_few_words
from firmware_py.ui.canvas import Canvas, FontName, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    GoHome,
    GoToMatch,
    Input,
    Next,
    Push,
    Returned,
    Screen,
    ScreenAnswer,
    ScreenWords,
)
from firmware_py.ui.paged_text import sentences
from firmware_py.ui.paging import PagedScreen, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import headline, top_bar
from hardware.events import Control, Pressed, Turned

_MEMORY = "laying"
_TABLES = 20
"""How many half-laid tables are remembered."""
_MANY = 6
"""More pages than these are read in small letters."""
_SENTENCE = 2
"""So many spaces are at least in a sentence, and not in a label or a name."""
_PLAN = 1
"""The second page is a picture of where things go."""
_ABOUT = N_(
    "Do what each page says; turn or press for the next. After the last page the match begins, "
    "and no clock runs before. BACK goes back, from the first page to where you came from."
)


_CALLED = N_("Press: the box calls out what to lay.")
_ABOUT_CALLED = N_(
    "Press, and the box calls out what was dealt, one after the other. The other pages come "
    "when all of it lies. BACK leads to where you came from; no clock runs before the match."
)


class LayingPlace:
    """How far a table is laid, on disk: after a kill people go on where they were.

    It belongs to a match at one moment of its record; what was kept of another does not count.
    """

    def __init__(self, services: Services) -> None:
        table = services.current_table
        self._settings = services.settings
        self._match = [table.number, len(table.match.lines)]
        self.page = 0
        self.called: int | None = None
        """How far the screen above the first page has come; None: it is not open."""
        for number, lines, page, called in self._others(own=True):
            if [number, lines] == self._match:
                self.page, self.called = page, called

    def keep(self, page: int, called: int | None = None) -> None:
        """Store another place."""
        if (page, called) != (self.page, self.called):
            self.page, self.called = page, called
            self._settings.remember(_MEMORY, [*self._others(), [*self._match, page, called]])

    def forget(self) -> None:
        """Begin at the first page the next time."""
        self.page, self.called = 0, None
        others = self._others()
        if others != self._others(own=True):
            self._settings.remember(_MEMORY, others)

    def _others(self, *, own: bool = False) -> list[list[Any]]:
        """Return the places of other matches, the latest few; with `own` of this one as well."""
        stored = self._settings.recall(_MEMORY, [])
        return [
            each
            for each in (stored if isinstance(stored, list) else [])[-_TABLES:]
            if _is_place(each) and (own or each[0] != self._match[0])
        ]


def _is_place(value: object) -> bool:
    match value:
        case [int(), int(), int(page), int(called)]:
            return page >= 0 and called >= 0
        case [int(), int(), int(page), None]:
            return page >= 0
    return False


class Laying(PagedScreen[str]):
    """The set-up as steps; a press goes on, and after the last page the match begins.

    The first page may open a screen that calls out what the box has dealt. What people told the
    box about lies already, unless everything has to be laid again.
    """

    def __init__(
        self,
        services: Services,
        *,
        again: bool = False,
        back: Callable[[], Next] = GoHome,
    ) -> None:
        assert services.table is not None
        self.services = services
        self._back = back
        self._clock = services.table.clock
        self._clock.pause(services.time())  # nobody thinks while hands lay the table
        match = services.table.match
        voice = services.voice(match.engine, services.table.names)
        steps = match.engine.steps(None, match.state)
        codes = {step.say.code for step in steps}
        self._face = face = face_of(match.engine.name)
        lies = (frozenset() if again else face.told) | face.later(match.state)
        work = [step.say for step in steps if step.say.code not in face.called | lies]
        merged = in_few_words(work, match.engine.words.__contains__)
        said = [voice.say(message) for message in merged]
        self._scene = services.scene(match)
        first = face.first_page(self._scene, bool(codes & face.called))
        self._opens = None if first is None else first.opens
        self._lies = self._opens is None
        """Everything that is called out was called."""
        # The board first, then who plays what, then what each has.
        self.pages = [
            *_fewer_pages([*said[:1], *face.sides(self._scene), *said[1:]]),
            self._who_begins(),
        ]
        if first is not None:
            self.pages.insert(0, first.text)
        self._has_plan = not codes & lies
        if self._has_plan:
            self.pages.insert(_PLAN, "")
        self._kept = LayingPlace(services)
        self.page = moved(self._kept.page, 0, self.page_count)
        self._lies = self._lies or self.page > 0

    def where_it_was(self) -> tuple[Screen, ...]:
        """Return this screen, and above it the one that calls out, if that was left half-way."""
        if self._opens is None or self._kept.called is None:
            return (self,)
        return (self, self._open())

    def _open(self) -> Screen:
        assert self._opens is not None
        called = self._kept.called or 0
        self._kept.keep(0, called)
        return self._opens(self.services, called, lambda place: self._kept.keep(0, place))

    def _who_begins(self) -> str:
        """Say who begins, or whose turn it is in the middle of a match."""
        table = self.services.current_table
        match, turn = table.match, table.match.turn
        if not match.can_undo:
            told = self._face.who_begins(self._scene)
            if told:
                return told
            return self.services.say(N_("{name} begins"), name=table.names[match.start.first])
        if turn is None or turn.seat is None:
            return self.services.say(N_("The match goes on"))
        return self.services.say(N_("Next: {name}"), name=table.names[turn.seat])

    def draw(self, canvas: Canvas) -> None:
        """Draw one page, as large as it fits."""
        top_bar(canvas, self.services.say(N_("Lay the table")), self.page_number)
        if self._is_plan:
            self._face.plan(canvas, self._scene)
            return
        headline(canvas, self.pages[self.page], ROOM)
        self.draw_page_mark(canvas)

    def words(self) -> ScreenWords | None:
        """Return the page; of the plan the sentences beside it, or nothing but what is drawn."""
        title = f"{self.services.say(N_('Lay the table'))} {self.page_number}"
        if not self._is_plan:
            return ScreenWords(title, self.pages[self.page])
        if not self._has_picture:
            return None
        canvas = Canvas()
        self._face.plan(canvas, self._scene)
        # What names a place is in the picture of the table as well.
        said = [each for each in canvas.reading() if each.count(" ") >= _SENTENCE]
        return ScreenWords(title, sentences(said))

    def table_scene(self) -> AnyScene | None:
        """Return the table as it shall lie, where the page is the plan of it."""
        if not (self._is_plan and self._has_picture):
            return None
        return self.services.scene(self.services.current_table.match).public()

    @property
    def _has_picture(self) -> bool:
        return self._face.picture is not None and self._face.pictures_plan(self._scene.state)

    @property
    def _is_plan(self) -> bool:
        return self._has_plan and self.page == _PLAN

    def handle(self, event: Input) -> Next:
        """Turn the pages; begin after the last."""
        match event:
            case Turned(steps):
                self._turn(steps)
                self._kept.keep(self.page)
            case Pressed(Control.KNOB):
                return self._go_on()
            case Pressed(Control.BACK) if self.page == 0:
                self._kept.forget()
                return self._back()
            case Pressed(Control.BACK):
                self.turn_pages(-1)
                self._kept.keep(self.page)
            case Pressed(Control.WHY):
                about = self.services.say(_ABOUT if self._lies else _ABOUT_CALLED)
                return Push(
                    TextScreen(self.services, self.services.say(N_("Lay the table")), about)
                )
            case _:
                return IGNORED
        return STAY

    def _turn(self, steps: int) -> None:
        """Turn the pages; nobody passes over what is called out."""
        if self._lies:
            self.turn_pages(steps)
        elif steps > 0:
            self.services.toast = self.services.say(_CALLED)

    def _go_on(self) -> Next:
        if self.is_last_page:
            self._kept.forget()
            return GoToMatch()
        if self._opens is not None and self.page == 0:
            return Push(self._open())
        self.turn_pages(1)
        self._kept.keep(self.page)
        return STAY

    def dropped(self) -> None:
        """Let the clock run: the match begins, or a program plays on it already."""
        self._clock.resume(self.services.time())

    def returned(self, answer: Returned) -> Next:
        """Go on once everything that was called out lies."""
        if answer is ScreenAnswer.LAID:
            self._lies = True
            self.page = 1
        self._kept.keep(self.page)
        return STAY


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
    return len(wrap(text, font, ROOM.w)) * font_of(font).height <= ROOM.h
