"""The matches that wait: which, since when, whose turn it is, and what was played last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
from firmware_py.match.scene import stops_of
from firmware_py.storage.store import StoredMatch, StoreError
from firmware_py.ui.lists import DetailList, LazyRows, MenuRow
from firmware_py.ui.navigation import Push, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


class PausedMatches(DetailList):
    """A row for each; the chosen one tells how it stands."""

    def __init__(
        self,
        services: Services,
        waiting: Callable[[], Sequence[StoredMatch]],
        opened: Callable[[StoredMatch], Screen],
    ) -> None:
        self._opened = opened
        self._told: dict[tuple[int, int, str], tuple[str, ...]] = {}

        def rows() -> LazyRows:
            matches = waiting()
            return LazyRows(len(matches), lambda place: self._row(matches[place], place))

        super().__init__(
            services, lambda: services.say(N_("Paused games")), rows, empty=N_("None left")
        )

    def _row(self, stored: StoredMatch, place: int) -> MenuRow:
        day = day_of(self.services, stored)
        details = self.about(stored) if place == self.index else ()
        return MenuRow(
            Item(title_of(self.services, stored), day),
            lambda: Push(self._opened(stored)),
            "\n".join((day, *details)) if details else "",
            details,
            str(stored.id),
        )

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
