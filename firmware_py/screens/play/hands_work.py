"""What hands do after a choice: its sentences, and which page of them is shown at a moment.

Nobody presses anything for it: pages turn by themselves, twice around, and then the first stays.
BACK, while nothing is picked, shows the next one. After a pause the last work is told again, as the
last: nobody knows any more whether it was done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from engines.engine import AGREEMENTS, Engine, Fact, Message
from engines.record import EDIT, TABLE
from engines.wording import Voice
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import HEIGHT
from firmware_py.ui.paged_text import Page, set_pages
from firmware_py.ui.services import Services

PAGE_S = 3.0
"""So long a page is shown before the next."""
_ROUNDS = 2


@dataclass(slots=True)
class HandsWork:
    """The work from one table to another; kept as messages, as the language may change."""

    before: Any
    after: Any
    events: tuple[Message, ...]
    who: int | None
    """The seat that made the choice; None: the table."""
    since_s: float
    says_all: bool = False
    """Say what was just entered as well: it is put back, or done again."""
    via: tuple[Any, ...] = ()
    """Tables on the way, where more than one choice is put back or done again."""
    is_past: bool = False
    """It was told before a pause."""
    turned: int = 0
    """Pages that somebody turned by hand."""
    _steps: tuple[Message, ...] | None = None
    """The steps from table to table, once they were found: a frame asks for them again."""

    def sentences(self, services: Services) -> tuple[str, ...]:
        """Return the hands' work, and what people should know of the choice."""
        table = services.current_table
        engine = table.match.engine
        hands = face_of(engine.name).hands
        voice = services.voice(engine, table.names)
        work = list(self._find_steps(engine))
        if not self.says_all:
            work = [say for say in work if say.code not in hands.known]
            work = in_few_words(work, lambda code: voice.short(code) is not None)
        news = [event for event in self.events if event.code not in hands.echoes]
        said = list(dict.fromkeys(self._say(services, voice, each) for each in (*work, *news)))
        if said and self.is_past:
            said[0] = services.say(N_("Last – {sentence}"), sentence=said[0])
        return tuple(said)

    def _find_steps(self, engine: Engine[Any, Any]) -> tuple[Message, ...]:
        if self._steps is None:
            tables = (self.before, *self.via, self.after)
            pairs = pairwise(tables)
            self._steps = tuple(step.say for pair in pairs for step in engine.steps(*pair))
        return self._steps

    def _say(self, services: Services, voice: Voice, message: Message) -> str:
        """Say a message in its short sentence where it has one."""
        table = services.current_table
        hands = face_of(table.match.engine.name).hands
        sentence = None if self.says_all else voice.short(message.code)
        who = self._who(table.match.engine)
        if who is None and sentence is not None and "{who}" in sentence:
            sentence = voice.short(f"{message.code}.nobody")
        if sentence is None:
            return voice.say(message)
        facts = {name: hands.name(voice, fact) for name, fact in message.facts.items()}
        return sentence.format(**{"who": "" if who is None else table.names[who], **facts})

    def _who(self, engine: Engine[Any, Any]) -> int | None:
        """Return whose hands do it: who chose, or whose turn it was when the table answered."""
        turn = engine.turn(self.before) if self.who is None else None
        return self.who if turn is None else turn.owner

    def page(self, services: Services, scene: AnyScene) -> Page | None:
        """Return the page to show now; None if there is nothing to do."""
        pages = self._pages(services, scene)
        if not pages:
            return None
        passed = self._passed(services.time(), len(pages))
        page = pages[(self.turned + passed) % len(pages)]
        return replace(page, is_old=True) if passed >= _ROUNDS * len(pages) else page

    def turn(self, services: Services, scene: AnyScene) -> bool:
        """Turn to the next page; say whether there was one, or the first came again."""
        shown = self.page(services, scene)
        if shown is None:
            return False
        self.turned, self.since_s = shown.number + 1, services.time()
        return shown.number + 1 < shown.count

    def turns_s(self, services: Services, scene: AnyScene) -> float | None:
        """Return when the page turns by itself; None: not any more."""
        count = len(self._pages(services, scene))
        passed = self._passed(services.time(), count)
        if not count or passed >= _ROUNDS * count:
            return None
        return self.since_s + (passed + 1) * PAGE_S

    def _passed(self, now_s: float, count: int) -> int:
        return min(max(int((now_s - self.since_s) / PAGE_S), 0), _ROUNDS * count)

    def _pages(self, services: Services, scene: AnyScene) -> tuple[Page, ...]:
        face = face_of(services.current_table.match.engine.name)
        place = face.hands.place(scene)
        place = place._replace(h=min(place.h, HEIGHT - scene.foot - place.y))
        said = (*self.sentences(services), *face.hands.asked(scene))
        return set_pages(said, place, large=scene.large)


def last_work(services: Services) -> HandsWork | None:
    """Return the work that followed the last choice of a match; None where there was none."""
    match = services.current_table.match
    line = match.last
    if line is None or line.text.startswith(EDIT):  # who mends tells what lies there already
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

    Of the facts in which they differ one becomes a list: the one that leaves the fewest sentences.
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
    """Return the facts of a message but one."""
    return tuple((name, fact) for name, fact in message.facts.items() if name != left_out)
