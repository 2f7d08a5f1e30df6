"""What is shown after a move: the work for hands, in practice the news, and what the box does.

Pages of work turn by themselves, twice around, and then the first one stays; BACK turns to the next
while nothing is picked. After a pause the last work is shown again, marked as the last, because
people may have forgotten whether it was done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from engines.engine import AGREEMENTS, Engine, Fact, Message
from engines.record import EDIT, TABLE, RecordLine
from engines.wording import Voice
from firmware_py.core.language import N_, labelled
from firmware_py.games import ui_of
from firmware_py.games.play_widgets import KEY, draw_key, draw_wait
from firmware_py.match.scene import AnyScene, Stop, report_text
from firmware_py.match.table_match import played_by_box
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, ellipsis
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.paging import Page, set_pages
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, headline, narrowed, progress, top_bar

PAGE_S = 3.0
"""The time that a page is shown."""
_ROUNDS = 2


@dataclass(slots=True)
class HandsWork:
    """The work from one table to another, as messages, because the language may change."""

    before: Any
    after: Any
    events: tuple[Message, ...]
    who: int | None
    """The seat that made the choice; None: the table."""
    since_s: float
    says_all: bool = False
    """Include the steps that were just entered: they are undone or repeated."""
    via: tuple[Any, ...] = ()
    """Tables in between, where more than one choice is undone or repeated."""
    is_past: bool = False
    """It was shown before a pause."""
    turned: int = 0
    """The number of pages that were turned by hand."""
    _said: dict[bool, tuple[tuple[object, ...], tuple[str, ...]]] = field(default_factory=dict)
    """The sentences and what they depend on, cached for the next frames."""

    def sentences(self, services: Services, *, whole: bool = False) -> tuple[str, ...]:
        """Return the work, and the events that people should know.

        Pages have room for `whole` sentences; the display shows short ones.
        """
        settings = services.settings
        depends_on = (settings, settings.changes, services.current_table.names)
        said = self._said.get(whole)
        if said is None or said[0] != depends_on:
            said = self._said[whole] = (depends_on, self._find_sentences(services, whole=whole))
        return said[1]

    def _find_sentences(self, services: Services, *, whole: bool) -> tuple[str, ...]:
        table = services.current_table
        engine = table.match.engine
        hands = ui_of(engine.name).hands
        voice = services.voice(engine, table.names)
        tables = pairwise((self.before, *self.via, self.after))
        work = [step.say for pair in tables for step in engine.steps(*pair)]
        if not self.says_all:
            work = [say for say in work if say.code not in hands.known]
            if not whole:
                work = in_few_words(work, lambda code: voice.short(code) is not None)
        news = [event for event in self.events if event.code not in hands.echoes]
        messages = (*work, *news)
        said = list(dict.fromkeys(self._say(services, voice, each, whole) for each in messages))
        if said and self.is_past and not whole:
            said[0] = services.say(N_("Just before: {sentence}"), sentence=said[0])
        return tuple(said)

    def _say(self, services: Services, voice: Voice, message: Message, whole: bool) -> str:
        """Return a message: in its short sentence, unless the whole one is wanted."""
        table = services.current_table
        hands = ui_of(table.match.engine.name).hands
        sentence = None if self.says_all or whole else voice.short(message.code)
        who = self._who(table.match.engine)
        if who is None and sentence is not None and "{who}" in sentence:
            sentence = voice.short(f"{message.code}.nobody")
        if sentence is None:
            return voice.say(message)
        facts = {
            name: fact if isinstance(fact, int) else hands.name(voice, fact)
            for name, fact in message.facts.items()
        }
        who_name = "" if who is None else table.names[who]
        return voice.translate(sentence, **{"who": who_name, **facts})

    def _who(self, engine: Engine[Any, Any]) -> int | None:
        """Return the seat that chose, or whose turn it was when the table answered."""
        turn = engine.turn(self.before) if self.who is None else None
        return self.who if turn is None else turn.owner

    def page(self, services: Services, scene: AnyScene) -> Page | None:
        """Return the current page; None if there is nothing to do."""
        pages = self._pages(services, scene)
        if not pages:
            return None
        passed = self._passed(services.time(), len(pages))
        page = pages[(self.turned + passed) % len(pages)]
        return replace(page, is_old=True) if passed >= _ROUNDS * len(pages) else page

    def turn(self, services: Services, scene: AnyScene) -> bool:
        """Turn to the next page; return False if it is the first again."""
        shown = self.page(services, scene)
        if shown is None:
            return False
        self.turned, self.since_s = shown.number + 1, services.time()
        return shown.number + 1 < shown.count

    def turns_s(self, services: Services, scene: AnyScene) -> float | None:
        """Return when the page turns by itself, or None."""
        count = len(self._pages(services, scene))
        passed = self._passed(services.time(), count)
        if not count or passed >= _ROUNDS * count:
            return None
        return self.since_s + (passed + 1) * PAGE_S

    def _passed(self, now_s: float, count: int) -> int:
        return min(max(int((now_s - self.since_s) / PAGE_S), 0), _ROUNDS * count)

    def _pages(self, services: Services, scene: AnyScene) -> tuple[Page, ...]:
        ui = ui_of(services.current_table.match.engine.name)
        place = ui.hands.place(scene)
        place = place._replace(h=min(place.h, HEIGHT - scene.foot - place.y))
        said = (*self.sentences(services), *ui.hands.asked(scene))
        return set_pages(said, place, large=scene.large)


def last_work(services: Services) -> HandsWork | None:
    """Return the work after the last choice of a match, or None."""
    match = services.current_table.match
    line = match.last
    if line is None or line.text.startswith(EDIT):  # a correction describes the table as it is
        return None
    seat = None if line.who == TABLE else int(line.who)
    again = match.fork()
    again.undo()
    before = again.state
    events = again.play(line.text, seat)
    agreed = line.text in AGREEMENTS
    who = None if agreed else seat
    now_s = services.time()
    return HandsWork(before, match.state, events, who, now_s, says_all=agreed, is_past=True)


def in_few_words(work: list[Message], has_sentence: Callable[[str], bool]) -> list[Message]:
    """Merge steps that are alike where the game has a sentence for all of them (`<code>.all`).

    One of the facts in which they differ becomes a list: the one that leaves the fewest sentences.
    """
    said: dict[object, Message] = {}
    for message in work:
        every = f"{message.code}.all"
        alike = [each for each in work if each.code == message.code]
        if not has_sentence(every) or not message.facts:
            said[len(said)] = message
            continue
        listed = min(message.facts, key=lambda fact: len({_rest(each, fact) for each in alike}))
        rest = _rest(message, listed)
        together = [each for each in alike if _rest(each, listed) == rest]
        facts = {**message.facts, listed: tuple(each.facts[listed] for each in together)}
        said.setdefault((every, rest), Message(every, facts) if len(together) > 1 else message)
    return list(said.values())


def _rest(message: Message, left_out: str) -> tuple[tuple[str, Fact], ...]:
    return tuple((name, fact) for name, fact in message.facts.items() if name != left_out)


LOOK_AWAY = N_("Everyone else: look away. Then hold the knob.")
BAR = 15
"""Rows at the lower edge that show what the box does."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A choice that was made, with the state before it and its events."""

    before: Any
    line: RecordLine | None
    """None if the only person who sees it has made it."""
    events: tuple[Message, ...]


@dataclass(slots=True)
class News(HandsWork):
    """What happened in practice since a person's last choice; there is no work for hands."""

    moves: list[PlayedMove] = field(default_factory=list)

    def sentences(self, services: Services, *, whole: bool = False) -> tuple[str, ...]:
        """Return what others played, and its events."""
        table = services.current_table
        hands = ui_of(table.match.engine.name).hands
        voice = services.voice(table.match.engine, table.names)
        unsaid = hands.echoes | hands.only_hands
        said: list[str] = []
        for moved in self.moves:
            if moved.line is not None:
                said.append(played_text(services, moved.before, moved.line, whole=whole))
            news = [each for each in moved.events if each.code not in unsaid]
            said += [self._say(services, voice, each, whole) for each in news]
        return tuple(dict.fromkeys(said))


class Instructions:
    """What is shown after a choice: work for hands, or news in practice.

    Hands carry out what the box has played before anything else happens; meanwhile no clock runs.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._table = services.current_table
        is_practice = self._table.match.practice
        self.work: HandsWork | None = last_news(services) if is_practice else last_work(services)
        """The work after the last choice."""
        self.waits = False
        """Whether hands carry out what the box played; a press says that it is done."""
        self._was_paused = False
        """The clock was paused already when hands began to move for the box."""

    def show(
        self,
        before: Any,
        events: tuple[Message, ...],
        *,
        who: int | None,
        says_all: bool = False,
        via: tuple[Any, ...] = (),
    ) -> None:
        """Show the work from one table to the current one."""
        after, now_s = self._table.match.state, self._services.time()
        self.work = HandsWork(before, after, events, who, now_s, says_all=says_all, via=via)

    def show_news(self, moved: PlayedMove, *, more: bool = False) -> None:
        """Show a move of practice; with `more` below the news so far."""
        if not (more and isinstance(self.work, News)):
            state = self._table.match.state
            self.work = News(state, state, (), None, self._services.time())
        assert isinstance(self.work, News)
        self.work.moves.append(moved)
        self.work.since_s, self.work.turned = self._services.time(), 0

    def wait_for_hands(self, before: Any, events: tuple[Message, ...], seat: int | None) -> None:
        """Show what hands do for the box, and pause the clock."""
        self.show(before, events, who=seat, says_all=True)
        self.waits = True
        self._was_paused = self._table.clock.paused
        self._table.clock.pause(self._services.time())

    def end_wait(self) -> None:
        """Let the clock run again."""
        if self.waits:
            self.waits = False
            if not self._was_paused:
                self._table.clock.resume(self._services.time())

    def explained(self, title: str) -> TextScreen:
        """Return the whole work for the box; or that it thinks, and how to stop that."""
        if self.waits and self.work is not None:
            text = "\n".join(self.work.sentences(self._services))
        else:
            text = self._services.say(
                N_("The box is thinking about its move. Press: it plays the best move so far.")
            )
        return TextScreen(self._services, title, text)

    def recall(self) -> None:
        """Show the work for the box again, if the box was the last to play."""
        match = self._table.match
        line, before = match.last, match.before_last
        if line is None or before is None or match.practice or line.text in AGREEMENTS:
            return
        if played_by_box(match)(line):
            self.wait_for_hands(before, (), int(line.who))


def last_news(services: Services) -> News | None:
    """Return what the box played after a person's last choice, to be shown after a pause."""
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
        news.moves.append(PlayedMove(before, line, tuple(again.play(line.text, int(line.who)))))
    return news


def played_text(services: Services, before: Any, line: RecordLine, *, whole: bool = False) -> str:
    """Return a move of another player in words, with the name; in few words, or the `whole`."""
    table = services.current_table
    voice = services.voice(table.match.engine, table.names)
    hands = ui_of(table.match.engine.name).hands
    scene = services.scene(table.match, Stop(before))
    said = None if whole else hands.brief(scene, before, line.text)
    if said is None:
        said = report_text(voice, table.match.engine, before, line)
    name = table.names[int(line.who)]
    if said.startswith(name):
        return said
    return labelled(services.say, name, said)


def draw_thinking(
    canvas: Canvas, services: Services, words: Rect, part: float, *, failed: bool
) -> None:
    """Draw that the box thinks, and its progress, or that it failed; `words` is their place."""
    place = _clear(canvas, words)
    if failed:
        text = services.say(N_("Try again?"))
        font = narrowed(text, place.w, "medium")
        canvas.text(place.x, place.y + 1, text, font, width=place.w, say=f"> {text}")
        return
    text = services.say(N_("thinking"))
    canvas.text(place.x, place.y + 1, text, "small", width=place.w)
    progress(canvas, part, Rect(place.x, place.y + 10, place.w, 5))


def draw_on_phone(canvas: Canvas, services: Services, words: Rect) -> None:
    """Draw that the player on turn chooses on a phone."""
    place = _clear(canvas, words)
    text = services.say(N_("on a phone"))
    font = narrowed(text, place.w, "medium")
    canvas.text(place.x, place.y + 2, text, font, width=place.w)


def draw_done(canvas: Canvas, services: Services, words: Rect, wait: float) -> None:
    """Draw that hands move for the box, and that a press ends it, once there is no more wait."""
    place = _clear(canvas, words)
    text = services.say(N_("Done"))
    key = Rect(place.x, place.y + 4, KEY, 9)
    if wait:
        draw_wait(canvas, key, wait)
    else:
        draw_key(canvas, key, plays=True)
    x = place.x + KEY + 3
    canvas.text(x, place.y + 2, text, "medium", width=place.w - KEY - 3, say=f"> {text}")


def _clear(canvas: Canvas, words: Rect) -> Rect:
    place = Rect(words.x, HEIGHT - BAR, min(words.w, WIDTH - words.x), BAR)
    canvas.cover(place.x, place.y - 1, place.w, place.h + 1)
    return place


def draw_curtain(canvas: Canvas, services: Services, name: str) -> None:
    """Draw whose turn it is, and that the others look away before a hand is shown."""
    top_bar(canvas, services.say(N_("Practice")))
    headline(canvas, ellipsis(name, "large", WIDTH), Rect(0, BODY.y + 2, WIDTH, 18))
    headline(canvas, services.say(LOOK_AWAY), Rect(0, BODY.y + 22, WIDTH, BODY.h - 22))
