"""A match played again: the knob walks through its moments, the table as it stood at each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engines.match import Match
from engines.record import DEALER, TABLE, RecordLine
from firmware_py.app.services import Services
from firmware_py.games import face_of
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, ellipsis, wrap
from firmware_py.ui.navigation import STAY, Input, Next, Pop, Push, Screen
from firmware_py.ui.paging import FastTurning, moved
from firmware_py.ui.screens.lists import Reader
from firmware_py.ui.screens.past import apart_from_play
from firmware_py.ui.widgets import Rect, paragraph, top_bar
from hardware.events import Control, Pressed, Turned

STRIP_LINES = 3
"""So much of the table may be covered by words; WHY shows all of them."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment to look at: the table, what led to it, and how it stood before."""

    state: Any
    line: RecordLine | None = None
    before: Any = None
    is_end: bool = False


def stops_of(match: Match[Any, Any]) -> list[Stop]:
    """Return the moments that stand; what the dealer did belongs to the choice before."""
    stops = [Stop(match.first)]
    for moment in match.moments:
        if moment.line.who == DEALER:
            stops[-1] = replace(stops[-1], state=moment.state)
        else:
            stops.append(Stop(moment.state, moment.line, stops[-1].state))
    if match.engine.outcome(match.state) is not None:
        stops.append(Stop(match.state, is_end=True))
    return stops


class Replay(Screen):
    """Turn: another moment. Press: hide or show the words. WHY: all of the words."""

    def __init__(self, services: Services, match: Match[Any, Any]) -> None:
        self.services = services
        self.match = match
        self.index = 0
        self.stops = stops_of(match)
        self._face = face_of(match.engine.name)
        self._with_words = True
        self._turning = FastTurning(services)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table of the moment, and what was played over its lower edge."""
        stop = self.stops[self.index]
        where = f"{self.index}/{len(self.stops) - 1}"
        top_bar(canvas, self._who(stop), where, may_cut=True)
        scene = Scene(
            state=stop.state,
            voice=self.services.voice(self.match.engine, self.match.names),
            say=self.services.say,
            large=self.services.settings["text"] == "large",
        )
        self._face.draw(canvas, scene)
        if self._with_words and (stop.line is not None or stop.is_end):
            _strip(canvas, self._words(stop))

    def _who(self, stop: Stop) -> str:
        if stop.line is None:
            return self.services.say(N_("Over") if stop.is_end else N_("The start"))
        who = stop.line.who
        return self.services.say(N_("Table")) if who == TABLE else self.match.names[int(who)]

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
        return said or voice.say(engine.describe(stop.before, engine.read(stop.line.text)))

    def handle(self, event: Input) -> Next:
        """Walk, hide the words, show all of them, or close."""
        match event:
            case Turned():
                steps = self._turning.steps(event, len(self.stops))
                self.index = moved(self.index, steps, len(self.stops))
            case Pressed(Control.KNOB):
                self._with_words = not self._with_words
            case Pressed(Control.WHY):
                stop = self.stops[self.index]
                return Push(Reader(self.services, self._who(stop), self._story(stop)))
            case Pressed(Control.BACK):
                return Pop()
            case _:
                pass
        return STAY

    def _story(self, stop: Stop) -> str:
        """Return the words, and what hands did on the table."""
        if stop.line is None:
            return self._words(stop)
        engine = self.match.engine
        voice = self.services.voice(engine, self.match.names)
        steps = [voice.say(step.say) for step in engine.steps(stop.before, stop.state)]
        words = self._words(stop)
        return "\n".join([words, *(step for step in steps if step.rstrip(".") != words)])


def _strip(canvas: Canvas, text: str) -> None:
    """Lay words over the lower edge of the table, as low as they can be."""
    lines = [*wrap(text, "small", WIDTH - 6)]
    if len(lines) > STRIP_LINES:
        rest = " ".join(lines[STRIP_LINES - 1 :])
        lines = [*lines[: STRIP_LINES - 1], ellipsis(rest, "small", WIDTH - 6)]
    top = HEIGHT - 8 * len(lines) - 4
    canvas.cover(0, top - 1, WIDTH, HEIGHT - top + 1)
    canvas.box(0, top, WIDTH, HEIGHT - top)
    place = Rect(3, top + 2, WIDTH - 6, 8 * len(lines))
    paragraph(canvas, "\n".join(lines), place, font="small", align="centre")
