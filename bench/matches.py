"""Whole matches for the other benches: chosen by a fixed policy, entered with the knob.

The choices are those of `policy`. Here each is entered in the real application, a detent at a
time, the shorter way around. Answers of the table are entered like all others.

    script(game, seed) --> Script --> Box(script, panel).play() --> frames on the panel
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from policy import Entry, Table, around

from engines.engine import ChoicePart, Start
from engines.match import Match
from engines.record import DEALER
from firmware_py.app.loop import App
from firmware_py.core.picture import Picture
from firmware_py.games import ui_of
from firmware_py.match.clock import Timing
from firmware_py.match.picker import ChoiceNode
from firmware_py.match.table_match import begin_match
from firmware_py.panels.base import Panel
from firmware_py.screens.home import home
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.navigation import GoToMatch
from firmware_py.ui.services import Services
from hardware.display.frame import Frame
from hardware.events import Control, Event, Inbox, Pressed, Turned

NAMES = ("Anna", "Ben", "Chloe", "Dario", "Elsa", "Finn", "Gina", "Hugo", "Ines", "Jan")
BETWEEN_S = 0.5
"""Between two touches of the knob, by the clock of the box."""


@dataclass(frozen=True, slots=True)
class Script:
    """A match as it was played: its beginning, and what is entered."""

    game: str
    start: Start
    entries: tuple[Entry, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """What is entered, as text."""
        return tuple(entry.text for entry in self.entries)


def write_script(game: str, seed: int) -> Script:
    """Play a match by the policy."""
    table = Table(game, seed)
    table.play()
    said = [line.text for line in table.box.lines if line.who != DEALER]
    assert said == [entry.text for entry in table.entries]
    return Script(game, table.box.start, tuple(table.entries))


class MemoryPanel(Panel):
    """Remembers the frames it was shown."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def show(self, picture: Picture) -> None:
        """Keep the frame, if it is a new one."""
        if not self.frames or self.frames[-1] != picture.frame:
            self.frames.append(picture.frame)


class Box:
    """The real application on a panel, with a match on the table and hands that follow a script."""

    def __init__(
        self,
        script: Script,
        panel: Panel,
        store: Store,
        queue: Callable[[Store], WriteQueue] = WriteQueue,
        done: int = 0,
    ) -> None:
        self.now_s = 1000.0
        stored = queue(store)
        settings = Settings(stored)
        settings.put("language", "en")
        self.services = Services(stored, settings, time=lambda: self.now_s, draw_seed=lambda: 42)
        self.app = App(self.services, Inbox(), [panel], home, Fault, Saver)
        self._choices = script.choices[done:]
        self._ui = deepcopy(ui_of(script.game))
        self._forced = 0
        """The number of choices after the last one that the box played by itself."""
        self.services.table = begin_match(
            stored,
            script.game,
            script.start,
            names=NAMES[: script.start.seats],
            timing=Timing(),
            time=self.services.time,
        )
        for text in script.choices[:done]:
            self.services.table.play(text)
        self.app.follow(GoToMatch())
        self.app.paint()

    def play(self) -> Iterator[Event]:
        """Yield the events of people at the box; the caller feeds them to the application."""
        for text in self._choices:
            yield from self._enter(text)
        assert isinstance(self.app.top, ResultScreen), self.app.top

    def feed(self, event: Event) -> None:
        """Let an event happen, and paint; nobody presses before the box takes presses."""
        self.now_s += BETWEEN_S
        if isinstance(self.app.top, Play) and isinstance(event, Pressed):
            self.now_s = max(self.now_s, self.app.top.handover.until_s or 0.0)
        self.app.feed(event)
        self.app.paint()

    def _enter(self, text: str) -> Iterator[Event]:
        """Turn and press, part by part; a question that is asked first is answered with yes."""
        play = self._screen()
        state = play.table.match.state
        # Hands look for their choice in a tree of their own: looking makes it grow.
        match = play.table.match
        if self._was_forced(match, text):
            return
        parts = find(self._ui.tree(state), text)
        assert parts is not None, f"{text} cannot be entered"
        done = len(match.lines)
        while len(play.table.match.lines) == done:
            options = play.picker.options
            wanted = options.index(parts[len(play.picker.picked)])
            steps = (wanted - play.picker.index) % len(options)
            count = around(steps, len(options))
            for _ in range(count):
                yield Turned(1 if count == steps else -1)
            yield Pressed(Control.KNOB)
            if self.app.top is not play and len(play.table.match.lines) == done:
                yield Turned(1)
                yield Pressed(Control.KNOB)

    def _was_forced(self, match: Match[Any, Any], text: str) -> bool:
        """Return whether the box has played a choice by itself, as nobody had to be asked."""
        count, last = len(match.moments), match.last
        if last is None or last.text != text or self._forced == count:
            return False
        is_forced = self._ui.forced(match.before_last) == text
        self._forced = count if is_forced else self._forced
        return is_forced

    def inputs(self) -> Iterator[int]:
        """Enter everything; yield for each choice how many events the inbox has passed on."""
        for text in self._choices:
            count = 0
            for event in self._enter(text):
                self.app.inbox.post(event)
                taken = self.app.inbox.take(0.0)
                assert taken is not None
                self.feed(taken)
                count += 1
            yield count

    def _screen(self) -> Play:
        assert isinstance(self.app.top, Play), self.app.top
        return self.app.top


def record(script: Script, folder: Path, done: int = 0) -> list[tuple[Event, Frame]]:
    """Play a script after a number of choices; return every event with its frame."""
    panel = MemoryPanel()
    store = Store(folder)
    try:
        box = Box(script, panel, store, done=done)
        del panel.frames[:-1]
        seen: list[tuple[Event, Frame]] = []
        for event in box.play():
            box.feed(event)
            seen.append((event, panel.frames[-1]))
        return seen
    finally:
        store.close()


def inputs_of(script: Script, folder: Path) -> Iterator[tuple[Entry, int]]:
    """Play a script; yield each entry with the events that reached the box for it."""
    store = Store(folder)
    try:
        box = Box(script, MemoryPanel(), store)
        yield from zip(script.entries, box.inputs(), strict=True)
    finally:
        store.close()


def find(node: ChoiceNode, text: str) -> tuple[ChoicePart, ...] | None:
    """Return the parts that lead to a choice."""
    if node.choice is not None:
        return () if node.choice == text else None
    for part, child in node.children.items():
        rest = find(child, text)
        if rest is not None:
            return (part, *rest)
    return None
