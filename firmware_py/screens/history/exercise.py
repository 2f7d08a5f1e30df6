"""*My mistakes*: the turning points of people's own games as exercises, with what was better.

task --press--> the knob chooses --> what was better          noted, next exercise
                                 --> another choice --> the box judges it: as good, or worse
"""

from __future__ import annotations

from dataclasses import replace

from engines.bots.player import LEVELS, Thought
from engines.bots.seat_view import seat_view
from engines.errors import EngineError
from engines.record import DEALER
from firmware_py.core.language import N_
from firmware_py.history.archive import EndedMatches
from firmware_py.history.match_text import play_again, say_better
from firmware_py.match.engine_process import Job
from firmware_py.match.exercises import Mistake, MistakeBook
from firmware_py.match.scene import AnyScene
from firmware_py.match.turning_points import LEAST, TurningPointFiles
from firmware_py.screens.play.entry import JudgedTask
from firmware_py.screens.play.why import AnyMatch
from firmware_py.storage.store import StoreError
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    Replace,
    Screen,
    ScreenWords,
)
from firmware_py.ui.paging import Page
from firmware_py.ui.services import Services
from hardware.events import Control, Pressed


def mistake_book(services: Services) -> MistakeBook:
    """Return the book of this box."""
    archive = EndedMatches(services.queue.store.connection)

    def levels_of(number: int) -> tuple[int, ...] | None:
        try:
            return archive.stored(number).header.levels
        except StoreError:
            return None  # deleted

    files = TurningPointFiles(services.queue.store.path.parent)
    return MistakeBook(services.settings, files, services.queue.store.date, levels_of)


def open_exercise(services: Services) -> Screen:
    """Return the next exercise that is due; say so if there is none."""
    archive = EndedMatches(services.queue.store.connection)
    for mistake in mistake_book(services).due():
        try:
            match = play_again(services, archive.stored(mistake.number))
        except (EngineError, StoreError):
            continue  # it cannot be read any more
        there = before(match, mistake.point.place)
        turn = there.turn
        if turn is not None and turn.seat == mistake.point.seat:  # else it was played on
            return Exercise(services, mistake, there)
    says = services.say(N_("Nothing to practise today."))
    return TextScreen(services, services.say(N_("My mistakes")), says)


def before(match: AnyMatch, place: int) -> AnyMatch:
    """Return a match as it stood before a choice, counted from 1 as a replay does."""
    made = match.fork()
    while sum(moment.line.who != DEALER for moment in made.moments) >= place:
        made.undo()
    return made


class Exercise(JudgedTask):
    """One mistake: find something better."""

    def __init__(self, services: Services, mistake: Mistake, match: AnyMatch) -> None:
        super().__init__(services)
        self.mistake = mistake
        self.begin(match)

    def words(self) -> ScreenWords:
        """Return the task."""
        return ScreenWords(self.services.say(N_("My mistakes")), self._task())

    def scene(self) -> AnyScene:
        """Return the table next to the task, or with the cursor."""
        seat = self.mistake.point.seat
        title = self.entry.match.names[seat]
        scene = self.entry.scene(title) if self.is_asking else self.reading_scene(title, "")
        return replace(scene, eyes=seat, before=None, last=None)

    def pages(self) -> tuple[Page, ...]:
        """Return the pages of the task."""
        return self.pages_of(self._task(), self.scene())

    def _task(self) -> str:
        if self._asked is not None:
            return self.services.say(N_("The box looks at your choice."))
        played = self.entry.describe(self.mistake.point.played)
        return self.services.say(N_("You played: {move}. Find something better."), move=played)

    def handle(self, event: Input) -> Next:
        """Read, choose, or leave."""
        if self._asked is not None:
            if isinstance(event, Pressed) and event.control is Control.BACK:
                self.dropped()
                return STAY
            return IGNORED
        if self.is_asking:
            return super().handle(event)
        if event == Pressed(Control.WHY, event.source):
            return Replace(self._answer(N_("What was better"), solved=False))
        return self.read(event)

    def take(self, text: str) -> Next:
        """Compare a choice with what was better; the box judges one that is neither."""
        point, match = self.mistake.point, self.entry.match
        if text == point.better:
            return Replace(self._answer(N_("Right"), solved=True))
        self.entry.begin()
        if text == point.played:
            return Replace(self._answer(N_("That is what you played"), solved=False))
        view, seconds = seat_view(match, point.seat), self.services.thinker.seconds
        self.ask(Job(match.engine.name, view, LEVELS[-1], seconds, move=text))
        return STAY

    def judged(self, thought: Thought | None) -> Next:
        """Show what the box thinks of the choice."""
        is_good = thought is not None and self.mistake.point.before - thought.value < LEAST
        title = N_("As good") if is_good else N_("Not that one")
        return Replace(self._answer(title, solved=is_good))

    def _answer(self, title: str, *, solved: bool) -> Screen:
        """Note the answer, and return what was better."""
        services, match = self.services, self.entry.match
        mistake_book(services).note(self.mistake, solved=solved)
        said = say_better(services, match, match.state, self.mistake.point)
        said.append(services.say(N_("Press: the next one.")))
        return Solution(services, services.say(title), "\n".join(said))


class Solution(TextScreen):
    """What was better; a press opens the next exercise, BACK leaves."""

    def handle(self, event: Input) -> Next:
        """Scroll, go on, or close."""
        if event == Pressed(Control.KNOB, event.source):
            return Replace(open_exercise(self.services))
        return super().handle(event)
