"""Lists of stored matches: the paused ones, and the ended ones with what can be done with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engines.errors import EngineError
from engines.match import Match
from firmware_py.core.language import N_, labelled
from firmware_py.history.archive import EndedMatches
from firmware_py.history.match_text import (
    day_of,
    marked,
    names_of,
    people,
    play_again,
    say_line,
    title_of,
    who_played,
)
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import stops_of
from firmware_py.screens.history.replay import Replay, score_menu, turning_points
from firmware_py.screens.history.share import share
from firmware_py.screens.history.statistics import statistics
from firmware_py.storage.store import StoredMatch, StoreError
from firmware_py.ui.lists import DetailList, LazyRows, Menu, MenuRow, TextScreen, ask_twice
from firmware_py.ui.navigation import STAY, Next, Pop, Push, Returned, Screen, ScreenAnswer
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item

PAGE = 24
"""The number of matches read at once; three times as many are kept in memory."""
_TIDY = N_("Tidy up")


class LoadedMatches:
    """The matches around the cursor; the others are not loaded."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.total = EndedMatches(services.queue.store.connection).count()
        self._rows = EndedMatches(services.queue.store.connection).older(None, PAGE)
        self._first = 0

    def __getitem__(self, place: int) -> StoredMatch:
        return self._rows[place - self._first]

    @property
    def span(self) -> tuple[int, int]:
        """The first place that is loaded, and the place after the last."""
        return self._first, self._end

    def reach(self, place: int) -> None:
        """Load what is needed to show a place and its neighbours."""
        archive = EndedMatches(self._services.queue.store.connection)
        while self._end < min(place + 4, self.total):
            more = archive.older(self._rows[-1].id, PAGE)
            self.total = self.total if more else self._end  # matches were deleted meanwhile
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
        """Remove a match that was deleted."""
        del self._rows[place - self._first]
        self.total -= 1


class History(DetailList):
    """All ended matches. The first row opens the statistics; the cursor starts below it."""

    is_private = True

    def __init__(self, services: Services) -> None:
        self._loaded = LoadedMatches(services)
        super().__init__(
            services,
            lambda: services.say(N_("History")),
            self._around,
            min(1, self._loaded.total),
            empty=N_("No game is finished yet."),
        )

    def _around(self) -> LazyRows:
        if self.index:
            self._loaded.reach(self.index - 1)
        total = self._loaded.total
        return LazyRows(total + 1 if total else 0, self._row)

    def _row(self, place: int) -> MenuRow:
        services = self.services
        if place == 0:
            about = services.say(N_("Who won how often, game by game and player by player."))
            return MenuRow(Item(services.say(N_("Statistics"))), self._statistics, about)
        stored = self._loaded[place - 1]
        return MenuRow(
            Item(title_of(services, stored), day_of(services, stored)),
            lambda: Push(PastMatch(services, stored)),
            details=(marked(services, stored, people(services, stored)),),
            key=str(stored.id),
        )

    def _statistics(self) -> Next:
        return Push(statistics(self.services))

    def number(self, count: int) -> str:
        """Return the number of the chosen match; the row of the statistics does not count."""
        return f"{self.index}/{count - 1}"

    def places(self, count: int) -> range:
        """Return the rows that are loaded, at most a page to each side."""
        first, end = self._loaded.span
        return range(
            max(self.index - PAGE, first + 1 if first else 0),
            min(self.index + PAGE + 1, end + 1, count),
        )

    def returned(self, answer: Returned) -> Next:
        """Remove the row of a match that was deleted."""
        if answer is ScreenAnswer.DELETED:
            self._loaded.drop(self.index - 1)
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
                say(N_("Go through the game, move by move.")),
            ),
            *self._turning_row(),
            *self._score_row(),
            MenuRow(
                Item(say(N_("Export"))),
                self._export,
                say(N_("Export the game: to a phone, to a stick, for BG Stats.")),
            ),
            MenuRow(
                Item(say(N_("Delete"))),
                lambda: Push(self._delete()),
                say(N_("The game will be deleted for ever. You will be asked twice.")),
            ),
        ]

    def _look(self, make: Callable[[Match[Any, Any]], Screen]) -> Next:
        """Replay the match for a screen; show why if that is impossible."""
        services = self.services
        try:
            return Push(make(play_again(services, self._stored)))
        except (EngineError, StoreError) as error:
            text = services.say(N_("This game cannot be shown: {why}"), why=str(error))
            return Push(TextScreen(services, services.say(N_("History")), text))

    def _replay(self, match: Match[Any, Any]) -> Screen:
        analyst = self.services.analyst
        points = None if analyst is None else analyst.found(self._stored.id, match)
        return Replay(self.services, match, points or ())

    def _turning_row(self) -> list[MenuRow]:
        """Return the row of the turning points, if the box looks for them."""
        has_player = info_of(self._stored.header.game).practice is not None
        if self.services.analyst is None or self._stored.outcome is None or not has_player:
            return []
        say = self.services.say
        about = say(N_("The choices that decided it, and what would have been better."))
        return [MenuRow(Item(say(N_("Turning points"))), partial(self._look, self._turns), about)]

    def _score_row(self) -> list[MenuRow]:
        if not info_of(self._stored.header.game).has_points:
            return []
        say = self.services.say
        about = say(N_("Every point, with its rule."))
        return [MenuRow(Item(say(N_("Score sheet"))), partial(self._look, self._scores), about)]

    def _turns(self, match: Match[Any, Any]) -> Screen:
        return turning_points(self.services, self._stored.id, match)

    def _scores(self, match: Match[Any, Any]) -> Screen:
        return score_menu(self.services, match)

    def _export(self) -> Next:
        return Push(share(self.services, self._stored))

    def _delete(self) -> Screen:
        services, number = self.services, self._stored.id

        def really() -> Next:
            services.queue.write(lambda store: store.delete(number))
            services.shared_pages.take_away(number)
            if services.analyst is not None:
                services.analyst.forget(number)
            services.toast = services.say(N_("Deleted"))
            return Pop(ScreenAnswer.DELETED)

        return ask_twice(services, services.say(N_("Delete this game?")), really)

    def returned(self, answer: Returned) -> Next:
        """Close once the match is gone."""
        return Pop(answer) if answer is ScreenAnswer.DELETED else STAY


class PausedMatches(DetailList):
    """A row for each paused match; the chosen one shows how it stands."""

    def __init__(
        self,
        services: Services,
        waiting: Callable[[], Sequence[StoredMatch]],
        opened: Callable[[StoredMatch], Screen],
        tidy: Callable[[], Screen],
    ) -> None:
        self._opened = opened
        self._details: dict[tuple[int, int, str], tuple[str, ...]] = {}

        def rows() -> LazyRows:
            matches = waiting()
            several = len(matches) > 1
            return LazyRows(
                len(matches) + several,
                lambda place: (
                    self._row(matches[place], place) if place < len(matches) else self._tidy_row
                ),
            )

        super().__init__(
            services, lambda: services.say(N_("Paused games")), rows, empty=N_("None left")
        )

        say = services.say
        about = say(N_("Stop or delete several games at once."))
        self._tidy_row = MenuRow(Item(say(_TIDY)), lambda: Push(tidy()), about)

    def number(self, count: int) -> str:
        """Return the number of the chosen match; the last of several rows is none."""
        last = count - 1 if count > 1 else count
        return f"{self.index + 1}/{last}" if self.index < last else ""

    def _row(self, stored: StoredMatch, place: int) -> MenuRow:
        day = day_of(self.services, stored._replace(ended_at=stored.last_at))
        details = self.about(stored) if place == self.index else ()
        return MenuRow(
            Item(title_of(self.services, stored), day),
            lambda: Push(self._opened(stored)),
            "\n".join((day, *details)) if details else "",
            details,
            str(stored.id),
        )

    def about(self, stored: StoredMatch) -> tuple[str, ...]:
        """Return who plays, whose turn it is and the last move, by replaying the match."""
        key = (stored.id, stored.events, self.services.settings["language"])
        if key not in self._details:
            names = ", ".join(names_of(self.services, stored.header))
            self._details[key] = (marked(self.services, stored, names), *self._standing(stored))
        return self._details[key]

    def _standing(self, stored: StoredMatch) -> tuple[str, ...]:
        services = self.services
        try:
            match = play_again(services, stored)
        except (EngineError, StoreError):  # opening it shows the reason
            return (services.say(N_("damaged")),)
        turn = match.turn
        whose = services.say(N_("Everyone"))
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


class Tidy(Menu):
    """Stops or deletes several paused matches: a press on a match chooses it, or no longer."""

    def __init__(
        self,
        services: Services,
        waiting: Callable[[], Sequence[StoredMatch]],
        label: Callable[[StoredMatch], str],
        end: Callable[..., Screen],
    ) -> None:
        self._chosen: set[int] = set()
        self._waiting, self._label, self._end = waiting, label, end
        super().__init__(services, lambda: services.say(_TIDY), self._make)

    def _make(self) -> list[MenuRow]:
        say, matches = self.services.say, self._waiting()
        practice = {stored.id for stored in matches if stored.header.is_exercise}
        rows = [
            MenuRow(
                Item(say(name), str(len(self._chosen) or ""), bool(self._chosen)),
                partial(self._ask, delete),
                say(about if self._chosen else N_("Choose the games below first.")),
            )
            for delete, name, about in (
                (True, N_("Delete"), N_("You will be asked twice.")),
                (False, N_("Stop"), N_("They end without a result and stay in the history.")),
            )
        ]
        if practice:
            about = say(N_("Chooses all games of practice."))
            rows.append(MenuRow(Item(say(N_("All practice"))), partial(self._add, practice), about))
        rows += [
            MenuRow(
                Item(self._label(stored), "✓" if stored.id in self._chosen else "", may_cut=True),
                partial(self._turn, stored.id),
                day_of(self.services, stored._replace(ended_at=stored.last_at)),
                key=str(stored.id),
            )
            for stored in matches
        ]
        return rows

    def _ask(self, delete: bool) -> Next:
        return Push(self._end(frozenset(self._chosen), delete=delete)) if self._chosen else STAY

    def _add(self, matches: set[int]) -> Next:
        self._chosen |= matches
        return STAY

    def _turn(self, match: int) -> Next:
        self._chosen ^= {match}
        return STAY
