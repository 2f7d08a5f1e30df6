"""The matches that wait: which, since when, whose turn it is, and what was played last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engines.errors import EngineError
from firmware_py.core.language import N_, labelled
from firmware_py.history.match_text import (
    day_of,
    marked,
    names_of,
    play_again,
    say_line,
    title_of,
    who_played,
)
from firmware_py.match.stops import stops_of
from firmware_py.storage.store import StoredMatch, StoreError
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.detail_list import Words, draw_open_rows, tap_rows, tapped_place
from firmware_py.ui.lists import Reader
from firmware_py.ui.navigation import STAY, Input, Next, Pop, Push, Screen
from firmware_py.ui.paging import FastTurning, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import headline, top_bar
from hardware.events import Control, Pressed, Turned

if TYPE_CHECKING:
    from firmware_py.ui.tap_rows import TapRow


class PausedMatches(Screen):
    """A row for each; the chosen one tells how it stands."""

    def __init__(
        self,
        services: Services,
        waiting: Callable[[], Sequence[StoredMatch]],
        opened: Callable[[StoredMatch], Screen],
    ) -> None:
        self.services = services
        self.index = 0
        self._waiting = waiting
        self._opened = opened
        self._turning = FastTurning(services)
        self._told: dict[tuple[int, int, str], tuple[str, ...]] = {}

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows."""
        rows = self._waiting()
        self.index = moved(self.index, 0, len(rows))
        title = self.services.say(N_("Paused games"))
        if not rows:
            top_bar(canvas, title)
            headline(canvas, self.services.say(N_("None left")))
            return
        top_bar(canvas, title, f"{self.index + 1}/{len(rows)}")

        def words(place: int) -> Words:
            stored = rows[place]
            below = self.about(stored) if place == self.index else ()
            return Words(title_of(self.services, stored), day_of(self.services, stored), below)

        draw_open_rows(canvas, words, self.index, len(rows), self.services.style)

    def about(self, stored: StoredMatch) -> tuple[str, ...]:
        """Say who plays, whose turn it is and what was played last: the match is played again."""
        key = (stored.id, stored.events, self.services.settings["language"])
        if key not in self._told:
            names = ", ".join(names_of(self.services, stored.header))
            self._told[key] = (marked(self.services, stored, names), *self._standing(stored))
        return self._told[key]

    def _standing(self, stored: StoredMatch) -> tuple[str, ...]:
        services = self.services
        try:
            match = play_again(services, stored)
        except (EngineError, StoreError):  # opened, it says what is wrong
            return (services.say(N_("damaged")),)
        turn = match.turn
        whose = services.say(N_("Table"))
        if turn is not None and turn.seat is not None:
            whose = match.names[turn.seat]
        last = stops_of(match)[-1]
        if last.line is None:
            return (services.say(N_("Next: {name}"), name=whose),)
        who = who_played(services, match, last.line)
        move = say_line(services, match, last.line, last.before)
        if not move.startswith(who):
            move = labelled(services.say, who, move)
        return (services.say(N_("Next: {name}"), name=whose), move)

    def rows(self) -> tuple[TapRow, ...]:
        """Return the matches as a page shows them."""
        waiting = self._waiting()

        def words(place: int) -> Words:
            stored = waiting[place]
            below = self.about(stored) if place == self.index else ()
            return Words(title_of(self.services, stored), day_of(self.services, stored), below)

        return tap_rows(range(len(waiting)), self._key, words, self.index)

    def _key(self, place: int) -> str:
        return str(self._waiting()[place].id)

    def tapped(self, code: str) -> Next:
        """Open the match that was tapped."""
        place = tapped_place(code, range(len(self._waiting())), self._key)
        if place is None:
            return STAY
        self.index = place
        return self.handle(Pressed(Control.KNOB))

    def handle(self, event: Input) -> Next:
        """Move, open, tell all of it or close."""
        rows = self._waiting()
        self.index = moved(self.index, 0, len(rows))
        match event:
            case Turned():
                self.index = moved(self.index, self._turning.steps(event, len(rows)), len(rows))
            case Pressed(Control.KNOB) if rows:
                return Push(self._opened(rows[self.index]))
            case Pressed(Control.WHY) if rows:
                stored = rows[self.index]
                text = "\n".join((day_of(self.services, stored), *self.about(stored)))
                return Push(Reader(self.services, title_of(self.services, stored), text))
            case Pressed(Control.BACK | Control.KNOB):
                return Pop()
            case _:
                pass
        return STAY
