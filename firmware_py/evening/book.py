"""The evenings of the box: reads them from the store, and stores each change before it is shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.record import Header
from firmware_py.evening.club_evening import Club
from firmware_py.evening.evening import (
    LEAST_ID,
    BadEvening,
    Evening,
    Line,
    Plan,
    Ranks,
    first_line,
)
from firmware_py.match.game_info import info_of, ranks_of
from firmware_py.storage.schema import OWN_KEY
from firmware_py.storage.store import OVER, PAUSED, RUNNING, StoredMatch
from firmware_py.storage.write_queue import WriteQueue

Place = tuple[int, int, int, int]
"""The number of an evening, or its id on another box of the club; its round, table and game,
counted from 0."""
PAIRED = f"{OWN_KEY}paired"
"""The key of the setting with the newest matches that were begun for an evening of the club."""
PAIRED_KEPT = 50


class EveningBook:
    """The evenings by number. Each is read when it is first asked for."""

    def __init__(self, queue: WriteQueue, club: Callable[[], Club | None] = lambda: None) -> None:
        self._queue = queue
        self._club = club
        self._read: dict[int, Evening] = {}
        self._deleted: set[int] = set()

    def numbers(self) -> list[int]:
        """Return the numbers of all evenings, newest first."""
        try:
            stored = set(self._queue.store.evenings())
        except sqlite3.Error:  # the top bar reports the failing disk
            stored = set()
        return sorted((stored | self._read.keys()) - self._deleted, reverse=True)

    def evening(self, number: int) -> Evening:
        """Return an evening; raise BadEvening."""
        if number not in self._read:
            try:
                log = self._queue.store.evening(number)
            except sqlite3.Error as error:
                raise BadEvening(str(error)) from error
            if not isinstance(log, list):
                raise BadEvening(f"evening {number} is not there")
            self._read[number] = Evening(number, log)
        return self._read[number]

    def readable(self) -> list[Evening]:
        """Return all evenings that can be read, newest first."""
        found = []
        for number in self.numbers():
            try:
                found.append(self.evening(number))
            except BadEvening as error:
                import logging  # slow to import, and seldom needed

                logging.getLogger(__name__).error("left out: %s", error)  # noqa: TRY400 - expected
        return found

    def running(self) -> Evening | None:
        """Return the evening that goes on: the newest, unless it has ended."""
        number = next(iter(self.numbers()), None)
        if number is None:
            return None
        try:
            newest = self.evening(number)
        except BadEvening:
            return None
        return None if newest.is_over else newest

    def begin(self, plan: Plan, names: Sequence[str], seed: int) -> Evening:
        """Begin an evening with the players who are here."""
        at = self._queue.store.date()
        evening = Evening(
            max((*self.numbers(), *self._deleted, 0)) + 1, [first_line(plan, seed, at)]
        )
        for name in names:
            evening.add({"do": "here", "name": name}, at)
        self._read[evening.number] = evening
        self._save(evening)
        return evening

    def add(self, evening: Evening, *lines: Line) -> None:
        """Add lines to an evening and store it."""
        for line in lines:
            evening.add(line, self._queue.store.date())
        self._save(evening)

    def delete(self, number: int) -> None:
        """Delete an evening; its matches stay."""
        self._deleted.add(number)
        self._read.pop(number, None)
        self._queue.write(lambda store: store.delete_evening(number))

    def _save(self, evening: Evening) -> None:
        number, log = evening.number, list(evening.log)
        self._queue.write(lambda store: store.put_evening(number, log))
        if (club := self._club()) is not None:
            club.look_again()

    # --- matches of the box ---

    def link(self, place: Place, match: int, names: Sequence[str]) -> None:
        """Note that a match was begun for a table, if its players are those of the table."""
        number, at, table, game = place
        if number >= LEAST_ID:
            paired = [*self.paired().items(), (match, list(place))][-PAIRED_KEPT:]
            self._queue.write(lambda store: store.put_setting(PAIRED, paired))
            return
        evening = self.running()
        if evening is None or evening.number != number:
            return
        try:
            if set(evening.rounds[at].tables[table].names) == set(names):
                line = {"do": "match", "round": at, "table": table, "game": game, "match": match}
                self.add(evening, line)
        except (IndexError, BadEvening):  # the round was cancelled meanwhile
            return

    def paired(self) -> dict[int, list[int]]:
        """Return the places in the club's evenings of the newest matches that were begun there."""
        match self._queue.store.settings().get(PAIRED):
            case [*pairs]:
                return {each[0]: each[1] for each in pairs}
        return {}

    def open_match(self, match: int) -> StoredMatch | None:
        """Return a match that can be continued, or None."""
        found = self._find(match)
        return found if found is not None and found.status in (RUNNING, PAUSED) else None

    def _find(self, match: int) -> StoredMatch | None:
        ahead = self._queue.ahead(match)
        if ahead is not None:
            return ahead.stored()
        try:
            return self._queue.store.stored(match)
        except sqlite3.Error:
            return None

    def collect(self) -> bool:
        """Take the results of matches that have ended; return whether there were any.

        A match may end without this being called, such as by a power cut right after the last
        choice, so every look at the evening calls it.
        """
        evening = self.running()
        lines = [] if evening is None else self._ended(evening)
        if evening is not None and lines:
            self.add(evening, *lines)
        return bool(lines)

    def _ended(self, evening: Evening) -> list[Line]:
        club = self._club()
        found = [] if club is None else club.results(evening)
        for number, each in enumerate(evening.rounds):
            for at, table in enumerate(each.tables):
                for game, match in table.matches.items():
                    known = table.results.get(game)
                    if known is not None and table.taken.get(game) != match:
                        continue  # a typed result takes precedence over the match
                    if known is not None and number < len(evening.rounds) - 1:
                        continue  # of an earlier round
                    ranks = self._ranks(match, table.names)
                    if ranks is not None and ranks != known:
                        place = {"round": number, "table": at, "game": game}
                        line = {"do": "result", "ranks": list(ranks), "match": match, "by": ""}
                        found.append({**line, **place})
        return found

    def _ranks(self, match: int, names: Sequence[str]) -> Ranks | None:
        """Return the ranks of the players of a match that is over, in the order of names."""
        stored = self._find(match)
        if stored is None or stored.status != OVER or stored.outcome is None:
            return None
        return ranks_by_name(stored.header, stored.outcome, names)


def ranks_by_name(header: Header, outcome: Mapping[str, Any], names: Sequence[str]) -> Ranks | None:
    """Return the ranks of an outcome in the order of names; None if others played."""
    if set(header.names) != set(names):
        return None
    ranks = ranks_of(info_of(header.game), header.start.given, outcome)
    by_name = dict(zip(header.names, ranks, strict=True))
    return tuple(by_name[name] for name in names)
