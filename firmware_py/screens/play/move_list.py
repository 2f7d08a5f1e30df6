"""The moves of the match on the table, in words; each can be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.core.language import N_
from firmware_py.history.match_text import say_line, who_played
from firmware_py.match.stops import stops_of
from firmware_py.screens.history.replay import Replay
from firmware_py.ui.canvas import WIDTH, Canvas, ellipsis, wrap
from firmware_py.ui.detail_list import Words, draw_open_rows, tap_rows, tapped_place
from firmware_py.ui.lists import Reader
from firmware_py.ui.navigation import STAY, Input, Next, Pop, Push, Screen
from firmware_py.ui.paging import FastTurning, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import headline, top_bar
from hardware.events import Control, Pressed, Turned

if TYPE_CHECKING:
    from firmware_py.ui.tap_rows import TapRow

_LINES = 3
"""So much of a move is shown in the list; WHY shows all of it."""
_ROOM = WIDTH - 4


class MoveList(Screen):
    """What was played so far and stands; the chosen move is open, a press shows the table."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._match = services.current_table.match.fork()  # a program may play on meanwhile
        self.moves = [
            (
                f"{number} {who_played(services, self._match, stop.line)}",
                say_line(services, self._match, stop.line, stop.before),
            )
            for number, stop in enumerate(stops_of(self._match))
            if stop.line is not None
        ]
        self.index = len(self.moves) - 1
        self._turning = FastTurning(services)

    def draw(self, canvas: Canvas) -> None:
        """Draw the moves around the chosen one."""
        title = self.services.say(N_("Moves"))
        if not self.moves:
            top_bar(canvas, title)
            headline(canvas, self.services.say(N_("Nothing was played yet")))
            return
        top_bar(canvas, title, f"{self.index + 1}/{len(self.moves)}")
        draw_open_rows(canvas, self._words, self.index, len(self.moves), self.services.style)

    def _words(self, place: int) -> Words:
        who, move = self.moves[place]
        if place != self.index:
            said = self.services.say(N_("{who}: {move}"), who=who, move=move)
            return Words(ellipsis(said, "small", _ROOM))
        lines = wrap(move, "small", _ROOM)
        if len(lines) > _LINES:
            rest = " ".join(lines[_LINES - 1 :])
            lines = (*lines[: _LINES - 1], ellipsis(rest, "small", _ROOM))
        return Words(who, "", lines)

    def rows(self) -> tuple[TapRow, ...]:
        """Return the moves as a page shows them."""
        return tap_rows(range(len(self.moves)), self._key, self._whole, self.index)

    def _key(self, place: int) -> str:
        return " ".join(self.moves[place])

    def _whole(self, place: int) -> Words:
        who, move = self.moves[place]
        return Words(who, "", (move,))

    def tapped(self, code: str) -> Next:
        """Show the table after the move that was tapped."""
        place = tapped_place(code, range(len(self.moves)), self._key)
        if place is None:
            return STAY
        self.index = place
        return self.handle(Pressed(Control.KNOB))

    def handle(self, event: Input) -> Next:
        """Move, show the table after a move, tell all of it or close."""
        match event:
            case Turned():
                steps = self._turning.steps(event, len(self.moves))
                self.index = moved(self.index, steps, len(self.moves))
            case Pressed(Control.KNOB) if self.moves:
                replay = Replay(self.services, self._match)
                replay.index = self.index + 1  # before the first move stands the start
                return Push(replay)
            case Pressed(Control.WHY) if self.moves:
                return Push(Reader(self.services, *self.moves[self.index]))
            case Pressed(Control.BACK | Control.KNOB):
                return Pop()
            case _:
                pass
        return STAY
