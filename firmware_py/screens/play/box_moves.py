"""What is told at the table after a choice; what the box did in its seats, and that it thinks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engines.engine import AGREEMENTS, Message
from engines.record import RecordLine
from firmware_py.core.language import N_, labelled
from firmware_py.games import face_of
from firmware_py.games.play_widgets import KEY, draw_key
from firmware_py.match.scene import Stop, report_text
from firmware_py.match.table_match import played_by_box
from firmware_py.screens.play.hands_work import HandsWork, last_work
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Rect, narrowed, progress

BAR = 15
"""Rows at the lower edge for what the box does."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A choice that was made: what the table looked like, and what came of it."""

    before: Any
    line: RecordLine | None
    """None: whoever sees it has made it."""
    events: tuple[Message, ...]


@dataclass(slots=True)
class News(HandsWork):
    """What happened since somebody's last choice, where no hands are needed: in practice."""

    moves: list[Moved] = field(default_factory=list)

    def sentences(self, services: Services) -> tuple[str, ...]:
        """Return what others played, and what there is to know of it."""
        table = services.current_table
        hands = face_of(table.match.engine.name).hands
        voice = services.voice(table.match.engine, table.names)
        unsaid = hands.echoes | hands.only_hands
        said: list[str] = []
        for moved in self.moves:
            if moved.line is not None:
                said.append(played_text(services, moved.before, moved.line))
            news = [each for each in moved.events if each.code not in unsaid]
            said += [self._say(services, voice, each) for each in news]
        return tuple(dict.fromkeys(said))


class Told:
    """What is told at the table after a choice: work for hands, or in practice what happened.

    What the box has played is carried out by hands before anything else happens; meanwhile
    nobody's clock runs.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._table = services.current_table
        is_practice = self._table.match.practice
        self.work: HandsWork | None = last_news(services) if is_practice else last_work(services)
        """What hands must do now, after the last choice."""
        self.waits = False
        """Hands carry out what the box played; a press says that it is done."""
        self._was_paused = False
        """The clock was paused already when hands began to move for the box."""

    def tell(
        self,
        before: Any,
        events: tuple[Message, ...],
        *,
        who: int | None,
        says_all: bool = False,
        via: tuple[Any, ...] = (),
    ) -> None:
        """Note what hands must do."""
        after, now_s = self._table.match.state, self._services.time()
        self.work = HandsWork(before, after, events, who, now_s, says_all=says_all, via=via)

    def tell_news(self, moved: Moved, *, more: bool = False) -> None:
        """Tell in practice what happened, without any work for hands."""
        if not (more and isinstance(self.work, News)):
            state = self._table.match.state
            self.work = News(state, state, (), None, self._services.time())
        assert isinstance(self.work, News)
        self.work.moves.append(moved)
        self.work.since_s, self.work.turned = self._services.time(), 0

    def wait_for_hands(self, before: Any, events: tuple[Message, ...], seat: int | None) -> None:
        """Tell what hands do for the box, and pause the clock."""
        self.tell(before, events, who=seat, says_all=True)
        self.waits = True
        self._was_paused = self._table.clock.paused
        self._table.clock.pause(self._services.time())

    def end_wait(self) -> None:
        """Let the clock go on: hands are done."""
        if self.waits:
            self.waits = False
            if not self._was_paused:
                self._table.clock.resume(self._services.time())

    def explained(self, title: str) -> TextScreen:
        """Return all that hands do for the box; or that it thinks, and how to cut that short."""
        if self.waits and self.work is not None:
            told = "\n".join(self.work.sentences(self._services))
        else:
            told = self._services.say(
                N_("The box thinks about its move. Press: it plays the best it has found.")
            )
        return TextScreen(self._services, title, told)

    def recall(self) -> None:
        """Tell again what hands do for the box, where it was the last to play."""
        match = self._table.match
        line, before = match.last, match.before_last
        if line is None or before is None or match.practice or line.text in AGREEMENTS:
            return
        if played_by_box(match)(line):
            self.wait_for_hands(before, (), int(line.who))


def last_news(services: Services) -> News | None:
    """Return what the box played after somebody's last choice, to be told again after a pause."""
    match = services.current_table.match
    again = match.fork()
    played: list[RecordLine] = []
    while again.last is not None and played_by_box(again)(again.last):
        played.append(again.last)
        again.undo()
    if not played:
        return None
    news = News(match.state, match.state, (), None, services.time())
    for line in reversed(played):
        before = again.state
        news.moves.append(Moved(before, line, tuple(again.play(line.text, int(line.who)))))
    return news


def played_text(services: Services, before: Any, line: RecordLine) -> str:
    """Say who played what."""
    table = services.current_table
    voice = services.voice(table.match.engine, table.names)
    hands = face_of(table.match.engine.name).hands
    said = hands.brief(services.scene(table.match, Stop(before)), before, line.text)
    if said is None:
        said = report_text(voice, table.match.engine, before, line)
    name = table.names[int(line.who)]
    if said.startswith(name):
        return said
    return labelled(services.say, name, said)


def draw_thinking(
    canvas: Canvas, services: Services, beside: Rect, part: float, *, failed: bool
) -> None:
    """Draw that the box thinks and how far it is, or that it could not; `beside` the table."""
    place = _clear(canvas, beside)
    if failed:
        text = services.say(N_("Try again?"))
        font = narrowed(text, place.w, "medium")
        canvas.text(place.x, place.y + 1, text, font, width=place.w, say=f"> {text}")
        return
    text = services.say(N_("thinking"))
    canvas.text(place.x, place.y + 1, text, "small", width=place.w)
    progress(canvas, part, Rect(place.x, place.y + 10, place.w, 5))


def draw_done(canvas: Canvas, services: Services, beside: Rect) -> None:
    """Draw that a press says that hands have done it."""
    place = _clear(canvas, beside)
    text = services.say(N_("Done"))
    draw_key(canvas, Rect(place.x, place.y + 4, KEY, 9), plays=True)
    x = place.x + KEY + 3
    canvas.text(x, place.y + 2, text, "medium", width=place.w - KEY - 3, say=f"> {text}")


def _clear(canvas: Canvas, beside: Rect) -> Rect:
    """Make room at the lower edge, where the words stand and not the table."""
    place = Rect(beside.x, HEIGHT - BAR, min(beside.w, WIDTH - beside.x), BAR)
    canvas.cover(place.x, place.y - 1, place.w, place.h + 1)
    return place
