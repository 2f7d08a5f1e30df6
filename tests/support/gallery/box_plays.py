"""Stories of the gallery: the box plays and advises. What it thinks is fixed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engines.bots.player import Thought
from engines.engine import Message
from firmware_py.games.titles import bot_name
from firmware_py.match.engine_process import (
    Done,
    Progress,
    Said,
    StopThinking,
    ThinkRequest,
)
from firmware_py.match.engine_process.client import Thinker
from firmware_py.screens.new_game.new_game import begin, draft, seat_bot
from firmware_py.screens.play.instructions import PAGE_S
from firmware_py.screens.play.play import Play
from tests.support.gallery.steps import Shot


class FirstLegal:
    """An engine process that answers when it is asked to, always with the first legal choice."""

    pid = 0

    def __init__(self, box: Any) -> None:
        self.box = box
        self._post: Callable[[Said], None] = lambda _: None
        self._token = 0
        thinker = Thinker(start=self._start)
        thinker.report_to(box.app.inbox)
        box.services.thinker = thinker

    def _start(self, _memory_mb: int, post: Callable[[Said], None]) -> FirstLegal:
        self._post = post
        return self

    def send(self, what: ThinkRequest | StopThinking) -> None:
        """Remember what is asked."""
        if isinstance(what, ThinkRequest):
            self._token = what.token

    def close(self) -> None:
        """Nothing was opened."""

    def tell_progress(self, part: float) -> None:
        """Tell how far it is."""
        self._hear(Progress(self._token, part))

    def answer(self, *words: Message) -> None:
        """Answer the question that is open."""
        match = self.box.services.current_table.match
        text = match.engine.write(next(iter(match.engine.legal(match.state))))
        self._hear(Done(self._token, Thought(text, 0.4, (), None), words))

    def _hear(self, said: Said) -> None:
        self._post(said)
        self.box.app.step(0.0)
        self.box.app.paint()


def box_plays(box: Any) -> Iterator[Shot]:
    """The box has a seat: practice, a real table, hints, and a hand that it keeps."""
    engine = FirstLegal(box)
    box.services.settings.put("danger", True)
    box.choose("Practice")
    yield "games", "Practice: against the box, with nothing on the table"
    box.choose("Mana")
    yield "sheet", "Who plays, and how well"
    box.choose(bot_name(box.services, 2))
    yield "levels", "The levels of the box"
    box.press("back").choose("Start")
    box.play()
    yield "thinking", "The box thinks"
    engine.tell_progress(0.6)
    yield "progress", "and shows how far it is"
    engine.answer()
    yield "news", "What it played is shown while the next turn begins"
    box.now += PAGE_S
    box.app.paint()
    box.hold("why")
    yield "hint-thinking", "Holding WHY asks for a hint"
    engine.answer(Message("coach.even"))
    yield "hint", "The hint, with its reason"
    box.turn(1)
    yield "hint-next", "and the rest of it"
    box.press("back").hold("back")
    yield from _at_a_table(box, engine)
    box.choose("Practice").choose("Mandala").choose(bot_name(box.services, 2))
    box.choose("Eva").choose("Start")
    yield "curtain", "Two people and a hand on one screen: nobody sees it yet"
    box.hold("knob")
    yield "hand", "A hold shows it"


def _at_a_table(box: Any, engine: FirstLegal) -> Iterator[Shot]:
    """Let hands do for the box what it plays at a real table."""
    for game in ("icehouse", "stones"):
        plan = draft(box.services, game)
        seat_bot(box.services, plan, 1, level=1)
        plan.first = 0
        box.app.follow(begin(box.services, plan))
        for _ in range(60):
            if isinstance(box.screen, Play):
                break
            box.press()
        box.play()
        engine.answer()
        yield f"{game}-hands", "At a table hands do what the box played"
        box.press("why")
        yield f"{game}-hands-why", "WHY: all of it"
        box.press("back")
        box.hold("knob")
        yield f"{game}-menu", "People may choose in its place"
        box.press("back").press("back")
        box.press()
        yield f"{game}-done", "Done: the next turn"
        box.hold("back")
