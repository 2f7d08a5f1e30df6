"""The round of an evening as the boxes of a club see it: who plays at which table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from firmware_py.evening.evening import Evening, Line, Table
from firmware_py.evening.standings import decimal, standings


class Played(NamedTuple):
    """A result from a box of the club: its place, the ranks, and the name of the box."""

    table: int
    game: int
    ranks: list[int]
    box: str


class ClubEvening(NamedTuple):
    """The newest round of an evening that a box of the club runs."""

    id: int
    box: str
    """The key of the box that runs it."""
    game: str
    games: int
    """How many each table plays."""
    options: dict[str, Any]
    round: int
    tables: list[Table]
    out: list[str]
    played: list[Played]
    standings: list[tuple[int, str, str]]
    """Rank, name and points."""

    def value(self) -> dict[str, Any]:
        """Return it as JSON; `read_evening` reads it."""
        tables = [[list(each.names), list(each.results.items())] for each in self.tables]
        return {**self._asdict(), "tables": tables}


class Club(Protocol):
    """What evenings ask of the club of this box (`club/box_link`)."""

    box: str
    table_number: int
    """The number in the name of this box; 0 without one."""
    evenings: Sequence[ClubEvening]

    def close(self) -> None:
        """End the connection."""
        ...

    def look_again(self) -> None:
        """An evening of this box has changed."""
        ...

    def results(self, evening: Evening) -> list[Line]:
        """Return the lines for games of this box's evening that ended on others."""
        ...


def round_of(evening: Evening, box: str, played: Sequence[Played]) -> ClubEvening:
    """Return the newest round of an evening that has one."""
    last = evening.rounds[-1]
    rows = [(each.rank, each.name, decimal(each.points)) for each in standings(evening)]
    return ClubEvening(
        evening.id, box, last.game, evening.games_each,
        dict(evening.plan.options.get(last.game, {})), len(evening.rounds) - 1, last.tables,
        list(last.out), list(played), rows,
    )  # fmt: skip


def read_evening(value: Mapping[str, Any]) -> ClubEvening:
    """Return what `value` made; raise LookupError, TypeError or ValueError."""
    tables = [
        Table(tuple(names), {int(game): tuple(ranks) for game, ranks in results})
        for names, results in value["tables"]
    ]
    found = ClubEvening(**{**value, "tables": tables})
    played = [Played(*each) for each in found.played]
    rows = [(int(rank), str(name), str(points)) for rank, name, points in found.standings]
    return found._replace(played=played, standings=rows)


def new_results(evening: Evening, found: ClubEvening) -> list[Line]:
    """Return the lines for results that the evening does not have; a typed one stays."""
    lines: list[Line] = []
    if found.round == len(evening.rounds) - 1:
        tables = evening.rounds[-1].tables
        for table, game, ranks, box in found.played:
            if table < len(tables) and game not in tables[table].results:
                place = {"round": found.round, "table": table, "game": game}
                lines.append({"do": "result", "ranks": ranks, "by": box, **place})
    return lines
