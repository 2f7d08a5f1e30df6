"""Somebody who goes through a lesson with the knob, through the inbox, and reads everything."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from firmware_py.match.picker import way_to
from firmware_py.screens.learn.lesson import LessonScreen
from hardware.events import Control, Edge, Turned

WORDS_A_SECOND = 2.5
"""150 words a minute: slower than anybody reads a book."""
INPUT_S = 0.5
THOUGHT_S = 4.0
"""Before each move that has to be found on the table."""


class Learner:
    """Hands and eyes at the box; `seen` is called with every new picture."""

    def __init__(self, box: Any, seen: Callable[[], None] = lambda: None) -> None:
        self.box = box
        self.inputs = 0
        self.thoughts = 0
        self.words = 0
        self._seen = seen
        self._read: set[str] = set()

    @property
    def seconds(self) -> float:
        """How long it takes to read, to think and to press."""
        return self.words / WORDS_A_SECOND + self.inputs * INPUT_S + self.thoughts * THOUGHT_S

    def press(self, control: str = "knob") -> None:
        """Press and let go, as a contact does."""
        box = self.box
        for down in (True, False):
            box.app.inbox.post(Edge(Control(control), down, box.now))
            box.now += 0.1
        self._look()

    def turn(self, steps: int) -> None:
        """Turn the knob, a detent at a time."""
        for _ in range(abs(steps)):
            self.box.app.inbox.post(Turned(1 if steps > 0 else -1, at_s=self.box.now))
            self.inputs += 1
        self.inputs -= 1
        self._look()

    def _look(self) -> None:
        box = self.box
        self.inputs += 1
        while box.app.inbox.waiting():
            box.app.step(0.0)
        box.now += 0.3
        box.app.step(0.0)
        self._seen()

    def read(self, text: str) -> None:
        """Take in a text, once."""
        if text not in self._read:
            self._read.add(text)
            self.words += len(re.findall(r"[\w'’-]+", text))  # a French colon stands alone

    def learn(self) -> None:
        """Go from here to the end of the lesson."""
        while isinstance(self.box.screen, LessonScreen):
            place = self.box.screen.place
            self.take_step()
            now = self.box.screen
            assert not isinstance(now, LessonScreen) or now.place == place + 1, (
                place,
                self.box.text,
            )

    def take_step(self) -> None:
        """Read the sentence and do what it asks for."""
        screen: LessonScreen = self.box.screen
        step, place = screen.step, screen.place
        for page in screen.pages():
            self.read(" ".join(page.rows))
        for _ in screen.pages()[screen.page + 1 :]:
            self.press()
        if step.why:
            self.press("why")
            self.close(place)
            return
        self.press()
        if step.do or step.attempt:
            self.pick(step.do or step.attempt or "")
            if step.attempt:
                self.close(place)

    def pick(self, text: str) -> None:
        """Enter a choice with the knob."""
        self.thoughts += 1
        screen: LessonScreen = self.box.screen
        trial, place = screen.entry, screen.place
        tree = trial.ui.attempts if screen.step.attempt else trial.ui.tree
        way = way_to(tree(trial.match.state), text)
        assert way is not None, text
        while self.box.screen is screen and screen.place == place:
            picker = trial.picker
            options, wanted = picker.options, way[len(picker.picked)]
            steps = options.index(wanted) - picker.index
            steps = min(steps, steps + len(options), steps - len(options), key=abs)
            if steps:
                self.turn(steps)
            self.press()

    def close(self, place: int) -> None:
        """Read the pages of an explanation to the end."""
        for _ in range(20):
            screen = self.box.screen
            if isinstance(screen, LessonScreen):
                assert screen.place == place + 1
                return
            if not hasattr(screen, "pages"):
                return
            for page in screen.pages:
                self.read(page if isinstance(page, str) else page.text)
            self.press()
        raise AssertionError(self.box.text)
