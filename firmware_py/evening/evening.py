"""An evening as a log of entries, and everything that is derived from it.

Only the log is stored. A correction is one more line; the corrected line stays in the log.

    begin  here  gone  round  match  result  end
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from itertools import permutations
from typing import Any

from firmware_py.evening.pairing import (
    Entrant,
    Seating,
    all_rounds,
    berger,
    pair,
    propose_rounds,
    seat,
)

SWISS, TABLES, ALL = "swiss", "tables", "all"
FORMATS = (SWISS, TABLES, ALL)
MOST_PLAYERS = 64
MOST_FOR_ALL = 8
"""The most players for everyone against everyone."""
SHARES = {4: (5, 3, 2, 1), 3: (5, 3, 1), 2: (1, 0)}
"""The points for the ranks at a table; equal ranks share their points."""
LEAST_ID = 2**48

Line = dict[str, Any]
Ranks = tuple[int, ...]
"""The rank of each player at a table, equal ranks included; empty: not played."""


class BadEvening(ValueError):
    """A stored evening that cannot be read."""


@dataclass(frozen=True)
class Plan:
    """How an evening is played."""

    games: tuple[str, ...]
    format: str
    rounds: int
    twice: bool = False
    """Each pair plays twice, with sides changed."""
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The options of each game that differ from its defaults."""


@dataclass
class Table:
    """The players at a table in the order of turns, and their games."""

    names: tuple[str, ...]
    results: dict[int, Ranks] = field(default_factory=dict)
    """By game, counted from 0; in the order of `names`."""
    matches: dict[int, int] = field(default_factory=dict)
    """The number of the match that was begun for a game."""
    taken: dict[int, int] = field(default_factory=dict)
    """The match from which a result was taken; none for one that was typed."""

    def points(self) -> tuple[Fraction, ...]:
        """Return the points of each player."""
        totals = [Fraction(0)] * len(self.names)
        for ranks in self.results.values():
            for at, points in enumerate(share(ranks)):
                totals[at] += points
        return tuple(totals)

    @property
    def was_played(self) -> bool:
        """Return whether the players met; True while nothing is entered."""
        return not self.results or any(self.results.values())

    def turns(self, game: int) -> tuple[str, ...]:
        """Return the names in turn order of a game; the order of the second game is reversed."""
        return self.names[::-1] if game % 2 else self.names


@dataclass
class PlayedRound:
    """A round: its game, its tables, and who sits out."""

    game: str
    tables: list[Table]
    out: tuple[str, ...]


def share(ranks: Ranks) -> list[Fraction]:
    """Return the points for ranks.

    >>> [str(points) for points in share((1, 2, 2, 4))], [str(points) for points in share((1, 1))]
    (['5', '5/2', '5/2', '1'], ['1/2', '1/2'])
    """
    worth = SHARES.get(len(ranks), ())
    found = []
    for rank in ranks:
        equals = ranks.count(rank)
        found.append(Fraction(sum(worth[rank - 1 : rank - 1 + equals]), equals))
    return found


def are_ranks(ranks: Sequence[int]) -> bool:
    """Return whether these are ranks: each is 1 more than the number of those before it.

    >>> are_ranks((1, 2, 2, 4)), are_ranks((1, 2, 2, 3))
    (True, False)
    """
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


class Evening:
    """An evening, made from its log; raise BadEvening for an impossible log."""

    def __init__(self, number: int, log: Sequence[Line]) -> None:
        self.number = number
        self.log: list[Line] = []
        self.here: dict[str, bool] = {}
        """Everyone who came, in this order, and whether they are still here."""
        self.rounds: list[PlayedRound] = []
        self.is_over = False
        try:
            first, *others = log
            self.plan = _plan(first["plan"])
            self.seed = int(first["seed"])
            self.began_at: int | None = first.get("at")
            if self.began_at is not None and type(self.began_at) is not int:
                raise BadEvening("a date that is none")
            self.log.append(first)
            for line in others:
                self._take(line)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadEvening(f"evening {number}: {error}") from error

    # --- queries ---

    @property
    def id(self) -> int:
        """Return a number for the evening that no other one has, on any box of a club.

        It is above all numbers that a box gives.
        """
        first = json.dumps(self.log[0], sort_keys=True).encode()
        return LEAST_ID + int.from_bytes(sha256(first).digest()[:6])

    @property
    def games_each(self) -> int:
        """Return how many games a table plays in a round."""
        return 2 if self.plan.twice else 1

    @property
    def present(self) -> list[str]:
        """Return who is here."""
        return [name for name, is_here in self.here.items() if is_here]

    @property
    def for_sitting_out(self) -> Fraction:
        """Return the points of a round that somebody sits out."""
        return Fraction({SWISS: self.games_each, TABLES: SHARES[4][1], ALL: 0}[self.plan.format])

    @property
    def total_rounds(self) -> int:
        """Return how many rounds are planned."""
        if self.plan.format == ALL:
            return max(all_rounds(len(self.present)), len(self.rounds))
        return max(self.plan.rounds, len(self.rounds))

    def missing(self) -> list[int]:
        """Return the tables of the last round without a result, counted from 1."""
        tables = self.rounds[-1].tables if self.rounds else []
        return [at for at, table in enumerate(tables, 1) if not self.is_done(table)]

    def is_done(self, table: Table) -> bool:
        """Return whether all games of a table have a result."""
        return len(table.results) == self.games_each

    def points(self, before: int | None = None) -> dict[str, Fraction]:
        """Return the points of every player, at the end or before a round."""
        totals = dict.fromkeys(self.here, Fraction(0))
        for each in self.rounds[:before]:
            for table in each.tables:
                for name, points in zip(table.names, table.points(), strict=True):
                    totals[name] += points
            for name in each.out:
                totals[name] += self.for_sitting_out
        return totals

    def strength(self, before: int | None = None) -> dict[str, Fraction]:
        """Return Buchholz: the points of the opponents, of several at a table their average.

        A round that somebody sat out counts as an opponent with the same points.
        """
        points = self.points(before)
        totals = dict.fromkeys(self.here, Fraction(0))
        for each in self.rounds[:before]:
            for table in each.tables:
                for name in table.names if table.was_played else ():
                    others = [points[other] for other in table.names if other != name]
                    totals[name] += sum(others, Fraction(0)) / len(others)
            for name in each.out:
                totals[name] += points[name]
        return totals

    def entrants(self, before: int | None = None) -> list[Entrant]:
        """Return the players who are here, with their history before a round."""
        points, strength = self.points(before), self.strength(before)
        met: dict[str, dict[str, int]] = {name: {} for name in self.here}
        first: dict[str, list[bool]] = {name: [] for name in self.here}
        out = dict.fromkeys(self.here, 0)
        for each in self.rounds[:before]:
            for table in each.tables if not self.plan.twice else ():
                for at, name in enumerate(table.names) if table.was_played else ():
                    first[name].append(at == 0)
            for table in each.tables:
                for one, other in permutations(table.names, 2) if table.was_played else ():
                    met[one][other] = met[one].get(other, 0) + 1
            for name in each.out:
                out[name] += 1
        return [
            Entrant(name, points[name], strength[name], met[name], tuple(first[name]), out[name])
            for name, is_here in self.here.items()
            if is_here or before is not None
        ]

    def propose(self) -> Seating:
        """Return the tables of the next round."""
        entrants, number = self.entrants(), len(self.rounds)
        if self.plan.format == TABLES:
            return seat(entrants, self.seed + number)
        if self.plan.format == ALL and list(self.here) == self.present and self._is_regular():
            return berger(self.present, number)
        return pair(entrants, self.seed + number)

    def _is_regular(self) -> bool:
        """Return whether all rounds follow the tables of everyone against everyone."""
        return all(
            Seating(tuple(table.names for table in each.tables), each.out)
            == berger(self.present, number)
            for number, each in enumerate(self.rounds)
        )

    def everybody_met(self) -> bool:
        """Return whether all who are here have played each other."""
        present = set(self.present)
        return all(each.met.keys() >= present - {each.name} for each in self.entrants())

    # --- entries ---

    def add(self, line: Line, at: int | None) -> None:
        """Add a line to the log; raise BadEvening for an invalid line."""
        try:
            self._take({**line, "at": at})
        except (LookupError, TypeError, ValueError) as error:
            raise BadEvening(f"evening {self.number}: {error}") from error

    def _take(self, line: Line) -> None:
        match line:
            case {"do": "here", "name": str(name)} if len(self.here) < MOST_PLAYERS or (
                name in self.here
            ):
                self.here[name] = True
            case {"do": "gone", "name": str(name)} if name in self.here:
                self.here[name] = False
            case {"do": "round", "game": str(game), "tables": [*tables], "out": [*out]}:
                self._take_round(game, tables, out)
            case {"do": "unpair", "by": str()} if not any(
                table.results for table in self.rounds[-1].tables
            ):
                self.rounds.pop()
            case {"do": "match", "round": int(number), "table": int(at), "game": int(game),
                  "match": int(match)} if game < self.games_each:  # fmt: skip
                self._table(number, at).matches[game] = match
            case {"do": "result", "round": int(number), "table": int(at), "game": int(game),
                  "ranks": [*ranks], "by": str()} if game < self.games_each:  # fmt: skip
                self._take_result(self._table(number, at), game, ranks, line.get("match"))
            case {"do": "rounds", "rounds": int(rounds)} if 0 < rounds <= MOST_PLAYERS:
                self.plan = Plan(**{**vars(self.plan), "rounds": rounds})
            case {"do": "end"}:
                self.is_over = True
            case {"do": "again"}:
                self.is_over = False
            case _:
                raise BadEvening(f"not a line of an evening: {line!r}"[:200])
        self.log.append(line)

    def _take_round(self, game: str, tables: list[Any], out: list[Any]) -> None:
        names = [name for table in tables for name in table] + out
        if len(set(names)) != len(names) or not self.here.keys() >= set(names):
            raise BadEvening("a round with somebody twice, or unknown")
        if not all(len(table) in SHARES for table in tables):
            raise BadEvening("a table of another size")
        self.rounds.append(PlayedRound(game, [Table(tuple(table)) for table in tables], tuple(out)))

    def _take_result(self, table: Table, game: int, ranks: list[Any], match: object) -> None:
        is_sound = len(ranks) in (0, len(table.names)) and all(type(rank) is int for rank in ranks)
        if not is_sound or not are_ranks(ranks):
            raise BadEvening("ranks that are none")
        table.results[game] = tuple(ranks)
        table.taken.pop(game, None)
        if type(match) is int:
            table.taken[game] = match

    def _table(self, number: int, at: int) -> Table:
        if number < 0 or at < 0:
            raise BadEvening("a table that is none")
        return self.rounds[number].tables[at]


def first_line(plan: Plan, seed: int, at: int | None) -> Line:
    """Return the line that begins an evening."""
    options = {game: dict(values) for game, values in plan.options.items()}
    return {
        "do": "begin",
        "plan": {**vars(plan), "games": list(plan.games), "options": options},
        "seed": seed,
        "at": at,
    }


def _plan(value: Mapping[str, Any]) -> Plan:
    plan = Plan(
        tuple(str(game) for game in value["games"]),
        str(value["format"]),
        int(value["rounds"]),
        bool(value["twice"]),
        {str(game): dict(options) for game, options in value["options"].items()},
    )
    if not plan.games or plan.format not in FORMATS or not 0 < plan.rounds <= MOST_PLAYERS:
        raise BadEvening("a plan that is none")
    return plan


def rounds_for(format_: str, players: int) -> int:
    """Return the proposed number of rounds."""
    return all_rounds(players) if format_ == ALL else propose_rounds(players)
