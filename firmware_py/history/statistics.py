"""Wins and scores of each player and each game, by name.

Games of which only the score was kept here count separately, because their scores cannot be
compared.

The results are read once; memory grows with the number of players, not of matches.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from firmware_py.history.archive import FinishedMatch
from firmware_py.match.game_info import Played, info_of

UNSCORED = ("resignation", "agreed_draw", "agreed")
"""Endings whose scores do not count, because the match was not played to its end."""


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
    is_low_best: bool = False
    """The lowest score is the best."""

    @property
    def average(self) -> float | None:
        """The mean score of the matches that were played to their end."""
        return self.points / self.scored if self.scored else None

    @property
    def percent(self) -> int:
        """The percentage of matches won."""
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
            better = min if self.is_low_best else max
            self.best = score if self.best is None else better(self.best, score)


class Kind(NamedTuple):
    """What was played: one of our games, or one that the table brought."""

    game: str
    played: Played | None = None

    @property
    def key(self) -> str:
        """The name of the game; with the titles of one that the table brought."""
        if self.played is None:
            return self.game
        return f"{self.game} {json.dumps(dict(self.played.titles), sort_keys=True)}"

    def title(self, language: str, say: Callable[[str], str]) -> str:
        """Return its title."""
        return say(info_of(self.game).title) if self.played is None else self.played.title(language)


def kind_of(game: str, given: Mapping[str, Any]) -> Kind:
    """Return what was played in a match."""
    return Kind(game, info_of(game).played(given))


@dataclass(slots=True)
class PersonStatistics:
    """The tallies of one person, in all games and in each."""

    total: Tally = field(default_factory=Tally)
    games: dict[str, Tally] = field(default_factory=dict)


@dataclass(slots=True)
class GameStatistics:
    """The matches of one game: their number, wins by name, and the best score."""

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

    def add_score(self, name: str, score: int, *, won: bool, is_low_best: bool) -> None:
        """Add a score."""
        is_better = self.best is None or (score < self.best if is_low_best else score > self.best)
        if is_better:
            self.best, self.best_by = score, name
        if won:
            self.scored += 1
            self.winning_points += score


@dataclass(slots=True)
class Statistics:
    """The statistics of all people and games."""

    people: dict[str, PersonStatistics] = field(default_factory=dict)
    games: dict[str, GameStatistics] = field(default_factory=dict)
    """By the key of a kind, as in `PersonStatistics.games`."""
    kinds: dict[str, Kind] = field(default_factory=dict)

    def names(self) -> list[str]:
        """Return the names, most matches first."""
        return sorted(
            self.people, key=lambda name: (-self.people[name].total.played, name.casefold())
        )


def reckon(results: Iterable[FinishedMatch]) -> Statistics:
    """Return the statistics of results, which come oldest first."""
    found = Statistics()
    for result in results:
        if not result.practice:
            _add(found, result)
    return found


def _add(found: Statistics, result: FinishedMatch) -> None:
    drawn = len(result.winners) == len(result.names) > 1
    scored = info_of(result.game).has_points and result.by not in UNSCORED
    kind = kind_of(result.game, result.given)
    key, is_low_best = kind.key, kind.played is not None and kind.played.lowest_wins
    found.kinds[key] = kind
    game = found.games.setdefault(key, GameStatistics())
    game.played += 1
    for seat, name in enumerate(result.names):
        if result.levels[seat : seat + 1] > (0,):
            continue  # played by the box
        won = seat in result.winners and not drawn
        score = result.scores[seat] if scored else None
        person = found.people.setdefault(name, PersonStatistics())
        own_tally = person.games.setdefault(key, Tally(is_low_best=is_low_best))
        for tally in (person.total, own_tally):
            # Points of different games do not add up.
            own = score if tally is not person.total else None
            tally.add(won=won, drawn=drawn, score=own)
        if won:
            game.wins[name] += 1
        if score is not None:
            game.add_score(name, score, won=seat in result.winners, is_low_best=is_low_best)
