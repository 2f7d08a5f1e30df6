"""The matches that have ended, newest first: replay, score sheet, export, delete."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from engines.errors import EngineError
from engines.match import Match
from firmware_py.core.language import N_
from firmware_py.history.archive import Archive
from firmware_py.history.match_text import day_of, marked, people, play_again, title_of
from firmware_py.match.game_info import facts_of
from firmware_py.storage.store import StoredMatch, StoreError
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.detail_list import Words, draw_open_rows, tap_rows, tapped_place
from firmware_py.ui.lists import Menu, MenuRow, Reader, ask_twice
from firmware_py.ui.navigation import STAY, Answer, Input, Next, Pop, Push, Returned, Screen
from firmware_py.ui.paging import FastTurning, moved
from firmware_py.ui.score_sheet import score_menu
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item, headline, top_bar
from hardware.events import Control, Pressed, Turned

if TYPE_CHECKING:
    from firmware_py.ui.tap_rows import TapRow

PAGE = 24
"""So many matches are read at once; at most three times as many are held."""
_STATISTICS = N_("Who won how often, game by game and player by player.")


class LoadedMatches:
    """The matches around the cursor; the others stay on disk."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.total = Archive(services.queue.store.connection).count()
        self._rows = Archive(services.queue.store.connection).older(None, PAGE)
        self._first = 0

    def __getitem__(self, place: int) -> StoredMatch:
        return self._rows[place - self._first]

    @property
    def span(self) -> tuple[int, int]:
        """The first place that is loaded, and the one after the last."""
        return self._first, self._end

    def reach(self, place: int) -> None:
        """Read what is needed to show a place and its neighbours."""
        archive = Archive(self._services.queue.store.connection)
        while self._end < min(place + 4, self.total):
            more = archive.older(self._rows[-1].id, PAGE)
            self.total = self.total if more else self._end  # something vanished meanwhile
            self._rows += more
            dropped = max(len(self._rows) - 3 * PAGE, 0)
            self._rows = self._rows[dropped:]
            self._first += dropped
        while self._first > max(place - 4, 0):
            more = archive.newer(self._rows[0].id, PAGE)
            self._first = self._first - len(more) if more else 0
            self._rows = (more + self._rows)[: 3 * PAGE]

    @property
    def _end(self) -> int:
        return self._first + len(self._rows)

    def drop(self, place: int) -> None:
        """Take out a match that was deleted."""
        del self._rows[place - self._first]
        self.total -= 1


class History(Screen):
    """A list of any length. Its first row leads to the statistics; the cursor starts below it."""

    is_private = True

    def __init__(self, services: Services) -> None:
        self.services = services
        self._loaded = LoadedMatches(services)
        self.index = min(1, self._loaded.total)
        self._turning = FastTurning(services)

    def draw(self, canvas: Canvas) -> None:
        """Draw a few rows, the chosen one with who played and how it ended."""
        total = self._loaded.total
        if not total:
            top_bar(canvas, self.services.say(N_("History")))
            headline(canvas, self.services.say(N_("No match has ended yet.")))
            return
        top_bar(canvas, self.services.say(N_("History")), f"{self.index}/{total}")
        draw_open_rows(canvas, self._words, self.index, total + 1, self.services.style)

    def _words(self, place: int) -> Words:
        if place == 0:
            return Words(self.services.say(N_("Statistics")))
        stored = self._loaded[place - 1]
        below = marked(self.services, stored, people(self.services, stored))
        return Words(title_of(self.services, stored), day_of(self.services, stored), (below,))

    def rows(self) -> tuple[TapRow, ...]:
        """Return the rows around the cursor as a page shows them."""
        return tap_rows(self._near(), self._key, self._words, self.index)

    def _near(self) -> range:
        """Return the rows that are read from the disk, at most a page to each side."""
        if not self._loaded.total:
            return range(0)
        first, end = self._loaded.span
        return range(
            max(self.index - PAGE, first + 1 if first else 0), min(self.index + PAGE, end) + 1
        )

    def _key(self, place: int) -> str:
        return "" if place == 0 else str(self._loaded[place - 1].id)

    def tapped(self, code: str) -> Next:
        """Open the row that was tapped."""
        place = tapped_place(code, self._near(), self._key)
        if place is None:
            return STAY
        self._move(place - self.index)
        return self.handle(Pressed(Control.KNOB))

    def handle(self, event: Input) -> Next:
        """Move, open or close."""
        match event:
            case Turned():
                self._move(self._turning.steps(event, self._loaded.total))
            case Pressed(Control.KNOB) if self._loaded.total:
                return self._open()
            case Pressed(Control.WHY) if self._loaded.total:
                words = self._words(self.index)
                text = "\n".join(words.below) or self.services.say(_STATISTICS)
                return Push(Reader(self.services, words.left, text))
            case Pressed(Control.BACK | Control.KNOB):
                return Pop()
            case _:
                pass
        return STAY

    def _move(self, steps: int) -> None:
        self.index = moved(self.index, steps, self._loaded.total + 1)
        if self.index:
            self._loaded.reach(self.index - 1)

    def _open(self) -> Next:
        if self.index == 0:
            from firmware_py.screens.history.statistics import statistics  # slow to import

            return Push(statistics(self.services))
        return Push(PastMatch(self.services, self._loaded[self.index - 1]))

    def returned(self, answer: Returned) -> Next:
        """Take out the row of a match that was deleted."""
        if answer is Answer.DELETED:
            self._loaded.drop(self.index - 1)
            self._move(0)
        return STAY


class PastMatch(Menu):
    """What can be done with a match that has ended."""

    def __init__(self, services: Services, stored: StoredMatch) -> None:
        self._stored = stored
        title = f"{title_of(services, stored)} {day_of(services, stored)}"
        super().__init__(services, lambda: title, self._make)

    def _make(self) -> list[MenuRow]:
        say = self.services.say
        return [
            MenuRow(
                Item(say(N_("Replay"))),
                partial(self._look, self._replay),
                say(N_("Walk through the match, move by move.")),
            ),
            *self._turning_row(),
            *self._score_row(),
            MenuRow(
                Item(say(N_("Export"))),
                self._export,
                say(N_("Take the match along: to a phone, to a stick, for BG Stats.")),
            ),
            MenuRow(
                Item(say(N_("Delete"))),
                lambda: Push(self._delete()),
                say(N_("The match is forgotten for good. It is asked twice.")),
            ),
        ]

    def _look(self, make: Callable[[Match[Any, Any]], Screen]) -> Next:
        """Play the match again for a screen; say why, if that cannot be done."""
        services = self.services
        try:
            return Push(make(play_again(services, self._stored)))
        except (EngineError, StoreError) as error:
            text = services.say(N_("This match cannot be shown: {why}"), why=str(error))
            return Push(Reader(services, services.say(N_("History")), text))

    def _replay(self, match: Match[Any, Any]) -> Screen:
        from firmware_py.screens.history.replay import Replay  # slow to import

        analyst = self.services.analyst
        points = None if analyst is None else analyst.found(self._stored.id, match)
        return Replay(self.services, match, points or ())

    def _turning_row(self) -> list[MenuRow]:
        """Return the row of the choices that decided, where somebody looks for them."""
        has_player = facts_of(self._stored.header.game).practice is not None
        if self.services.analyst is None or self._stored.outcome is None or not has_player:
            return []
        say = self.services.say
        about = say(N_("The choices that decided it, and what would have been better."))
        return [MenuRow(Item(say(N_("Turning points"))), partial(self._look, self._turns), about)]

    def _score_row(self) -> list[MenuRow]:
        """Return the row of the points, where a game has some."""
        if not facts_of(self._stored.header.game).has_points:
            return []
        say = self.services.say
        about = say(N_("Every point, with its rule."))
        return [MenuRow(Item(say(N_("Score sheet"))), partial(self._look, self._scores), about)]

    def _turns(self, match: Match[Any, Any]) -> Screen:
        from firmware_py.screens.history.turning_points import turning_points  # slow to import

        return turning_points(self.services, self._stored.id, match)

    def _scores(self, match: Match[Any, Any]) -> Screen:
        return score_menu(self.services, match)

    def _export(self) -> Next:
        from firmware_py.screens.history.share import share  # slow to import

        return Push(share(self.services, self._stored))

    def _delete(self) -> Screen:
        """Ask twice before a match is forgotten."""
        services, number = self.services, self._stored.id

        def really() -> Next:
            services.queue.write(lambda store: store.delete(number))
            services.shared_pages.take_away(number)
            if services.analyst is not None:
                services.analyst.forget(number)
            services.toast = services.say(N_("Deleted"))
            return Pop(Answer.DELETED)

        return ask_twice(services, services.say(N_("Delete this match?")), really)

    def returned(self, answer: Returned) -> Next:
        """Close once the match is gone."""
        return Pop(answer) if answer is Answer.DELETED else STAY
