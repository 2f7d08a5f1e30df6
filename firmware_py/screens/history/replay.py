"""A match played again: the knob walks through its moments, the table as it was at each.

The moves of the match on the table are a list in words; each opens the replay there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.match import Match
from engines.record import EDIT
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.history.match_text import apart_from_play, say_better, say_line, who_played
from firmware_py.match.scene import AnyScene, Stop, report_text, stops_of
from firmware_py.match.turning_points import TurningPoint
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import DetailList, MenuRow, TextScreen
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Screen, ScreenWords
from firmware_py.ui.paged_text import Page, set_pages
from firmware_py.ui.paging import FastTurning, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item
from hardware.events import Control, Pressed, Turned


class Replay(Screen):
    """Turn: another moment. Press, or WHY: all of the words; at a turning point what was better."""

    def __init__(
        self,
        services: Services,
        match: Match[Any, Any],
        points: tuple[TurningPoint, ...] = (),
        index: int = 0,
    ) -> None:
        self.services = services
        self.match = match
        self.index = index
        self._points = {point.place: point for point in points}
        self.stops = stops_of(match)
        self._face = face_of(match.engine.name)
        self._turning = FastTurning(services)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table of the moment, and what was played."""
        stop = self.stops[self.index]
        scene = self._scene(stop)
        self._face.draw(canvas, replace(scene, told=self._told(stop, scene)))

    def table_scene(self) -> AnyScene:
        """Return the table of the moment for a picture."""
        return self._scene(self.stops[self.index]).public()

    def _scene(self, stop: Stop) -> AnyScene:
        corner = f"{'!' * (self.index in self._points)}{self.index}/{len(self.stops) - 1}"
        scene = self.services.scene(self.match, stop)
        return replace(scene, title=self._who(stop), corner=corner)

    def _told(self, stop: Stop, scene: AnyScene) -> Page | None:
        """Return what happened, in the place where play tells the hands; the rest is behind WHY."""
        place = self._face.hands.place(scene)
        return set_pages((self._words(stop),), place, large=scene.large)[0]

    def _who(self, stop: Stop) -> str:
        if stop.line is None:
            return self.services.say(N_("Over") if stop.is_end else N_("The start"))
        return who_played(self.services, self.match, stop.line)

    def words(self) -> ScreenWords:
        """Return which moment it is, and what was played."""
        stop = self.stops[self.index]
        number = f"{self.index}/{len(self.stops) - 1}"
        return ScreenWords(f"{number} {self._who(stop)}", self._words(stop))

    def _words(self, stop: Stop) -> str:
        engine = self.match.engine
        voice = self.services.voice(engine, self.match.names)
        if stop.line is None:
            outcome = engine.outcome(stop.state)
            return (
                self.services.say(N_("Before the first turn"))
                if not outcome
                else voice.say(outcome.why)
            )
        said = apart_from_play(self.services, stop.line, self.match.names)
        return said or report_text(voice, engine, stop.before, stop.line)

    def handle(self, event: Input) -> Next:
        """Walk, show all of the words, or close."""
        match event:
            case Turned():
                steps = self._turning.steps(event, len(self.stops))
                self.index = moved(self.index, steps, len(self.stops))
            case Pressed(Control.KNOB | Control.WHY):
                stop = self.stops[self.index]
                return Push(TextScreen(self.services, self._who(stop), self._story(stop)))
            case Pressed(Control.BACK):
                return Pop()
            case _:
                return IGNORED
        return STAY

    def _story(self, stop: Stop) -> str:
        """Return the words, and what hands did on the table."""
        if stop.line is None:
            return self._words(stop)
        engine = self.match.engine
        voice = self.services.voice(engine, self.match.names)
        known = self._face.hands.known  # what was played, which the words say
        steps = [
            voice.say(step.say)
            for step in engine.steps(stop.before, stop.state)
            if step.say.code not in known or stop.line.text.startswith(EDIT)
        ]
        words = self._words(stop)
        told = [words, *(step for step in steps if step.rstrip(".") != words.rstrip("."))]
        if self.index in self._points:
            told += say_better(self.services, self.match, stop.before, self._points[self.index])
        return "\n".join(told)


_LINES = 3
"""How much of a move the list shows; WHY shows all of it."""


class MoveList(DetailList):
    """What was played so far and was not taken back; a press shows the table after a move."""

    def __init__(self, services: Services) -> None:
        match = services.current_table.match.fork()  # a program may play on meanwhile

        def row(number: int, who: str, move: str) -> MenuRow:
            return MenuRow(
                Item(f"{number} {who}"),
                lambda: Push(Replay(services, match, index=number)),
                details=(move,),
                key=f"{number} {who} {move}",
            )

        moves = [
            row(
                number,
                who_played(services, match, stop.line),
                say_line(services, match, stop.line, stop.before),
            )
            for number, stop in enumerate(stops_of(match))
            if stop.line is not None
        ]
        super().__init__(
            services,
            lambda: services.say(N_("Moves")),
            lambda: moves,
            len(moves) - 1,
            empty=N_("Nothing was played yet"),
            head_lines=_LINES,
        )
