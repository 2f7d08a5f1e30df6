"""Setting up the table: what to put where before the first turn, page by page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.errors import EngineError
from firmware_py.core.language import N_
from firmware_py.games import ui_of
from firmware_py.games.play_widgets import ROOM
from firmware_py.games.titles import name_players
from firmware_py.match.clock import Timing
from firmware_py.match.scene import AnyScene
from firmware_py.match.table_match import resume_match
from firmware_py.screens.play.instructions import in_few_words
from firmware_py.storage.store import StoredMatch, StoreError
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
    PushAll,
    Returned,
    Screen,
    ScreenAnswer,
    ScreenWords,
)
from firmware_py.ui.paging import PagedScreen, moved, sentences
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import headline, top_bar
from hardware.events import Control, Pressed, Turned

_MEMORY = "laying"
_TABLES = 20
"""The number of unfinished set-ups that are stored."""
_MANY = 6
"""More pages than this are set in small letters."""
_SENTENCE = 2
"""A sentence has at least this number of spaces, unlike a label or a name."""
_PLAN = 1
"""The number of the page with the picture of the set-up."""
_ABOUT = N_(
    "Do what each page says, then turn or press for the next one. After the "
    "last page the game begins; no clock runs before. BACK goes back a page, "
    "and leaves from the first one."
)


_CALLED = N_("Press: the box tells you what to lay.")
_ABOUT_CALLED = N_(
    "Press, and the box names what was dealt, one after the other. The other "
    "pages come when all of it is laid. BACK leaves; no clock runs before the "
    "game."
)


class LayingPlace:
    """The progress of a set-up, stored on disk, so that it goes on there after a restart.

    It belongs to a match and a length of its record; any other stored progress is ignored.
    """

    def __init__(self, services: Services) -> None:
        table = services.current_table
        self._settings = services.settings
        self._match = [table.number, len(table.match.lines)]
        self.page = 0
        self.called: int | None = None
        """The progress of the screen above the first page; None if it is not open."""
        for number, lines, page, called in self._others(own=True):
            if [number, lines] == self._match:
                self.page, self.called = page, called

    def keep(self, page: int, called: int | None = None) -> None:
        """Store the progress."""
        if (page, called) != (self.page, self.called):
            self.page, self.called = page, called
            self._settings.remember(_MEMORY, [*self._others(), [*self._match, page, called]])

    def forget(self) -> None:
        """Delete the stored progress."""
        self.page, self.called = 0, None
        others = self._others()
        if others != self._others(own=True):
            self._settings.remember(_MEMORY, others)

    def _others(self, *, own: bool = False) -> list[list[Any]]:
        """Return the stored progress of other matches, the newest; with `own` this one's too."""
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
    """The pages of the set-up. A press goes on, and after the last page the match begins.

    The first page may open a screen that calls out what the box has dealt. What people have entered
    is on the table already, unless everything has to be set up again.
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
        self._clock.pause(services.time())  # no time runs during the set-up
        match = services.table.match
        voice = services.voice(match.engine, services.table.names)
        steps = match.engine.steps(None, match.state)
        codes = {step.say.code for step in steps}
        self._ui = ui = ui_of(match.engine.name)
        done = (frozenset() if again else ui.told) | ui.later(match.state)
        work = [step.say for step in steps if step.say.code not in ui.called | done]
        merged = in_few_words(work, match.engine.words.__contains__)
        said = [voice.say(message) for message in merged]
        self._scene = services.scene(match)
        first = ui.first_page(self._scene, bool(codes & ui.called))
        self._opens = None if first is None else first.opens
        self._is_called = self._opens is None
        """Whether everything was called out that has to be."""
        # The board first, then who plays what, then what each player gets.
        self.pages = [
            *_fewer_pages([*said[:1], *ui.sides(self._scene), *said[1:]]),
            self._who_begins(),
        ]
        if first is not None:
            self.pages.insert(0, first.text)
        self._has_plan = not codes & done
        if self._has_plan:
            self.pages.insert(_PLAN, "")
        self._kept = LayingPlace(services)
        self.page = moved(self._kept.page, 0, self.page_count)
        self._is_called = self._is_called or self.page > 0

    def where_it_was(self) -> tuple[Screen, ...]:
        """Return this screen, and above it the one that calls out, if that was not finished."""
        if self._opens is None or self._kept.called is None:
            return (self,)
        return (self, self._open())

    def _open(self) -> Screen:
        assert self._opens is not None
        called = self._kept.called or 0
        self._kept.keep(0, called)
        return self._opens(self.services, called, lambda place: self._kept.keep(0, place))

    def _who_begins(self) -> str:
        table = self.services.current_table
        match, turn = table.match, table.match.turn
        if not match.can_undo:
            text = self._ui.who_begins(self._scene)
            if text:
                return text
            return self.services.say(N_("{name} begins"), name=table.names[match.start.first])
        if turn is None or turn.seat is None:
            return self.services.say(N_("The game goes on"))
        return self.services.say(N_("Next: {name}"), name=table.names[turn.seat])

    def draw(self, canvas: Canvas) -> None:
        """Draw one page, as large as it fits."""
        top_bar(canvas, self.services.say(N_("Set up the game")), self.page_number)
        if self._is_plan:
            self._ui.plan(canvas, self._scene)
            return
        headline(canvas, self.pages[self.page], ROOM)
        self.draw_page_mark(canvas)

    def words(self) -> ScreenWords | None:
        """Return the text of the page; of the plan its sentences, or None without a picture."""
        title = self.services.say(N_("Set up the game")) + f" {self.page_number}"
        if not self._is_plan:
            return ScreenWords(title, self.pages[self.page])
        if not self._has_picture:
            return None
        canvas = Canvas()
        self._ui.plan(canvas, self._scene)
        # Names of places are in the picture of the table as well.
        said = [each for each in canvas.reading() if each.count(" ") >= _SENTENCE]
        return ScreenWords(title, sentences(said))

    def table_scene(self) -> AnyScene | None:
        """Return the table as it should be set up, on the page of the plan."""
        if not (self._is_plan and self._has_picture):
            return None
        return self.services.scene(self.services.current_table.match).public()

    @property
    def _has_picture(self) -> bool:
        return self._ui.picture is not None and self._ui.pictures_plan(self._scene.state)

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
                about = self.services.say(_ABOUT if self._is_called else _ABOUT_CALLED)
                return Push(
                    TextScreen(self.services, self.services.say(N_("Set up the game")), about)
                )
            case _:
                return IGNORED
        return STAY

    def _turn(self, steps: int) -> None:
        """Turn the pages; the page that calls out cannot be skipped."""
        if self._is_called:
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
        """Let the clock run: the match begins, or a program has begun to play."""
        self._clock.resume(self.services.time())

    def returned(self, answer: Returned) -> Next:
        """Go on once everything was called out."""
        if answer is ScreenAnswer.LAID:
            self._is_called = True
            self.page = 1
        self._kept.keep(self.page)
        return STAY


def _fewer_pages(lines: list[str]) -> list[str]:
    """Return the lines in pages of medium letters, or of small ones if those are many."""
    pages = _pages(lines, "medium")
    return pages if len(pages) <= _MANY else _pages(lines, "small")


def _pages(lines: list[str], font: FontName) -> list[str]:
    pages: list[str] = []
    for line in lines:
        joined = f"{pages[-1]}\n{line}" if pages else line
        if pages and _fits(joined, font):
            pages[-1] = joined
        else:
            pages.append(line)
    return pages


def _fits(text: str, font: FontName) -> bool:
    return len(wrap(text, font, ROOM.w)) * font_of(font).height <= ROOM.h


# --- a stored match --------------------------------------------------------------------------


def resume(services: Services, stored: StoredMatch, *, lay: bool = False) -> Next:
    """Resume a stored match, after its set-up if asked; show why if it is impossible."""
    try:
        services.table = resume_match(services.queue, stored.id, Timing(), services.time)
    except (EngineError, StoreError) as error:
        text = services.say(N_("This game cannot be continued: {why}"), why=str(error))
        return Push(TextScreen(services, services.say(N_("Game")), text))
    name_players(services)
    newest = max((each.id for each in services.queue.open_matches()), default=0)
    services.settings.remember("table", (stored.id, newest))
    match = services.table.match
    is_laid = services.table.is_over or match.can_undo or match.practice
    if lay or not is_laid:
        return PushAll(Laying(services, again=lay).where_it_was())
    return GoToMatch()
