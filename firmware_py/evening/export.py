"""Exports of an evening: results and standings as CSV, and for two-player games a TRF16 report."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from io import StringIO

from firmware_py.core.language import N_
from firmware_py.evening.evening import TABLES, Evening, PlayedRound, Table, share
from firmware_py.evening.standings import standings

RESULTS = ("round", "table", "game", "title", "seat", "player", "rank", "points", "entered_by")
STANDINGS = ("rank", "player", "points", "buchholz", "direct", "games", "here")
_SIDES = ("w", "b")
_WORTH = {Fraction(1): "1", Fraction(1, 2): "=", Fraction(0): "0"}
LONGEST_TRF_NAME = 33


class NoReport(ValueError):
    """There is no TRF report of this evening; the text can be translated."""


def number(value: Fraction) -> str:
    """Return points for programs, with at most four decimals."""
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def results_csv(evening: Evening, titles: Mapping[str, str]) -> str:
    """Return a line for each player in each game; `titles` names the games."""
    rows: list[tuple[object, ...]] = [RESULTS]
    typed = _entered_by(evening)
    for at, each in enumerate(evening.rounds, 1):
        title = titles.get(each.game, each.game)
        for place, table in enumerate(each.tables, 1):
            for game in range(evening.games_each):
                names, ranks = table.turns(game), table.results.get(game)
                if ranks is not None:  # they are in the order of the first game
                    ranks = ranks[::-1] if game % 2 else ranks
                points = share(ranks or ())
                for seat, name in enumerate(names):
                    rank = ranks[seat] if ranks else ("" if ranks is None else "not played")
                    got = number(points[seat]) if ranks else ""
                    by = typed.get((at - 1, place - 1, game), "")
                    rows.append((at, place, game + 1, title, seat + 1, name, rank, got, by))
        rows += [
            (at, "", "", title, "", name, "sits out", number(evening.for_sitting_out), "")
            for name in each.out
        ]
    return _write(rows)


def _entered_by(evening: Evening) -> dict[tuple[int, int, int], str]:
    """Return who entered each result last; the number of the match for one from the box."""
    return {
        (line["round"], line["table"], line["game"]): (
            f"match {line['match']}" if line.get("match") is not None else line["by"]
        )
        for line in evening.log
        if line["do"] == "result"
    }


def standings_csv(evening: Evening) -> str:
    """Return a line for each player."""
    rows: list[tuple[object, ...]] = [STANDINGS]
    rows += [
        (each.rank, each.name, number(each.points), number(each.strength), number(each.direct),
         each.played, "yes" if evening.here[each.name] else "left")
        for each in standings(evening)
    ]  # fmt: skip
    return _write(rows)


def _write(rows: list[tuple[object, ...]]) -> str:
    made = StringIO()
    csv.writer(made, lineterminator="\r\n").writerows(
        [[_safe(cell) for cell in row] for row in rows]
    )
    return made.getvalue()


def _safe(cell: object) -> object:
    """Return a name that a spreadsheet does not read as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")) else cell


def trf(evening: Evening, title: str) -> str:
    """Return the report in FIDE's format TRF16; raise NoReport.

    A round in which each pair plays twice is two rounds there.
    """
    if evening.plan.format == TABLES:
        raise NoReport(N_("TRF is for games of two players."))
    order = standings(evening)
    numbers = {name: at for at, name in enumerate(evening.here, 1)}
    rounds = [(each, game) for each in evening.rounds for game in range(evening.games_each)]
    day = (
        ""
        if evening.began_at is None
        else f"{datetime.fromtimestamp(evening.began_at, UTC):%Y/%m/%d}"
    )
    lines = [f"012 {title}", f"042 {day}", f"052 {day}", f"062 {len(numbers)}",
             "092 Individual: Swiss-System" if evening.plan.format != "all"
             else "092 Individual: Round-Robin",
             f"XXR {max(evening.total_rounds * evening.games_each, len(rounds))}"]  # fmt: skip
    ranks = {each.name: at for at, each in enumerate(order, 1)}
    points = evening.points()
    is_free = not evening.for_sitting_out
    for name, own in numbers.items():
        line = f"001 {own:4}{'':6}{_plain(name)[:LONGEST_TRF_NAME]:33}".ljust(80)
        line += f"{float(points[name]):4.1f} {ranks[name]:4}"
        lines.append(
            line
            + "".join(
                f"  {_cell(each, game, name, numbers, is_free=is_free)}" for each, game in rounds
            )
        )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _cell(
    each: PlayedRound, game: int, name: str, numbers: Mapping[str, int], *, is_free: bool
) -> str:
    """Return eight columns: the opponent, the side, the result.

    U is a round sat out with the points of a win, Z one without points.
    """
    if name in each.out:
        return "0000 - Z" if is_free else "0000 - U"
    table = next((table for table in each.tables if name in table.names), None)
    if table is None:
        return "0000 - Z"
    return _game_cell(table, game, name, numbers)


def _game_cell(table: Table, game: int, name: str, numbers: Mapping[str, int]) -> str:
    own = table.names.index(name)
    other = numbers[table.names[1 - own]]
    ranks = table.results.get(game)
    if ranks is None:
        return "0000 - Z"
    if not ranks:
        return f"{other:4} - -"
    return f"{other:4} {_SIDES[table.turns(game).index(name)]} {_WORTH[share(ranks)[own]]}"


def _plain(name: str) -> str:
    return " ".join(name.split())
