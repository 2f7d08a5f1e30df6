"""Who won how often, and with what score: for each player and each game, by name.

One walk through the results; what is remembered grows with the number of players, not of matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware_py.games import facts_of
from firmware_py.history.archive import FinishedMatch

UNSCORED = ("resignation", "agreed_draw", "agreed")
"""Endings whose scores say nothing: the match was not played out."""


@dataclass(slots=True)
class Tally:
    """The matches of one player, in one game or in all."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    best: int | None = None
    streak: int = 0
    """Wins in a row up to the last match."""
    longest: int = 0
    scored: int = 0
    points: int = 0

    @property
    def average(self) -> float | None:
        """The mean score of the matches that were played out."""
        return self.points / self.scored if self.scored else None

    @property
    def percent(self) -> int:
        """How many of a hundred matches were won."""
        return round(100 * self.won / self.played) if self.played else 0

    def add(self, *, won: bool, drawn: bool, score: int | None) -> None:
        """Count one more match."""
        self.played += 1
        self.won += won
        self.drawn += drawn
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)
        if score is not None:
            self.scored += 1
            self.points += score
            self.best = score if self.best is None else max(self.best, score)


@dataclass(slots=True)
class Person:
    """One name: everything, and each game."""

    total: Tally = field(default_factory=Tally)
    games: dict[str, Tally] = field(default_factory=dict)


@dataclass(slots=True)
class GameStatistics:
    """One game: how often it was played, who won most, and the best score."""

    played: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    best: int | None = None
    best_by: str = ""
    scored: int = 0
    winning_points: int = 0

    @property
    def average(self) -> float | None:
        """The mean score of winners."""
        return self.winning_points / self.scored if self.scored else None


@dataclass(slots=True)
class Statistics:
    """All of it."""

    people: dict[str, Person] = field(default_factory=dict)
    games: dict[str, GameStatistics] = field(default_factory=dict)

    def names(self) -> list[str]:
        """Return the names, who played most first."""
        return sorted(
            self.people, key=lambda name: (-self.people[name].total.played, name.casefold())
        )


def reckon(results: Iterable[FinishedMatch]) -> Statistics:
    """Go through the results once, oldest first."""
    found = Statistics()
    for result in results:
        if not result.practice:
            _add(found, result)
    return found


def _add(found: Statistics, result: FinishedMatch) -> None:
    drawn = len(result.winners) == len(result.names) > 1
    scored = facts_of(result.game).has_points and result.by not in UNSCORED
    game = found.games.setdefault(result.game, GameStatistics())
    game.played += 1
    for seat, name in enumerate(result.names):
        if result.levels[seat : seat + 1] > (0,):
            continue  # a player of the box is nobody to keep count of
        won = seat in result.winners and not drawn
        score = result.scores[seat] if scored else None
        person = found.people.setdefault(name, Person())
        for tally in (person.total, person.games.setdefault(result.game, Tally())):
            # Points of different games do not add up.
            own = score if tally is not person.total else None
            tally.add(won=won, drawn=drawn, score=own)
        if won:
            game.wins[name] += 1
        if score is not None:
            _add_score(game, name, score, won=seat in result.winners)


def _add_score(game: GameStatistics, name: str, score: int, *, won: bool) -> None:
    if game.best is None or score > game.best:
        game.best, game.best_by = score, name
    if won:
        game.scored += 1
        game.winning_points += score
