"""Ten evenings of 3 to 64 players: who plays whom, checked from the export by rules of its own."""

from __future__ import annotations

import random

import pytest

from firmware_py.evening.evening import ALL, SWISS, TABLES, Evening, Plan, first_line, rounds_for
from firmware_py.evening.export import results_csv, standings_csv, trf
from tests.support.evening_rules import Checker, read_rounds
from tests.support.trf_reader import read_trf

EVENINGS = [
    (SWISS, 3), (SWISS, 8), (ALL, 5), (ALL, 8), (TABLES, 5), (TABLES, 11), (SWISS, 12),
    (TABLES, 30), (SWISS, 33), (SWISS, 64),
]  # fmt: skip


def play(form: str, players: int, seed: int, *, moves: bool = True, twice: bool = False) -> Evening:
    """Play an evening with results by chance; some come late, and some leave early."""
    chance = random.Random(seed)
    names = [f"P{number:02}" for number in range(players)]
    plan = Plan(("mana",), form, rounds_for(form, players), twice)
    evening = Evening(1, [first_line(plan, seed, 1_790_000_000)])
    moves = moves and players > 10
    late = names[-2:] if moves else []
    for name in names[: len(names) - len(late)]:
        evening.add({"do": "here", "name": name}, None)
    for number in range(plan.rounds):
        if number == 1:
            for name in late:
                evening.add({"do": "here", "name": name}, None)
        if number == 2 and moves:
            evening.add({"do": "gone", "name": chance.choice(evening.present)}, None)
        made = evening.propose()
        tables = [list(table) for table in made.tables]
        line = {"do": "round", "game": "mana", "tables": tables, "out": list(made.out)}
        evening.add(line, None)
        for at, table in enumerate(tables):
            for game in range(evening.games_each):
                scores = [chance.choice((0, 1, 2, 2 + int(name[1:]) % 5)) for name in table]
                ranks = [1 + sum(other > own for other in scores) for own in scores]
                place = {"round": number, "table": at, "game": game}
                evening.add({"do": "result", "ranks": ranks, "by": "", **place}, None)
    return evening


def check(form: str, evening: Evening) -> Checker:
    checker = Checker(form)
    for rows in read_rounds(results_csv(evening, {})):
        checker.here = {row["player"] for row in rows}
        checker.check(rows)
    return checker


@pytest.mark.parametrize(("form", "players"), EVENINGS)
def test_the_pairings_keep_the_rules(form: str, players: int) -> None:
    evening = play(form, players, seed=players)
    checker = check(form, evening)
    assert checker.points == evening.points()
    if form == ALL:
        assert evening.everybody_met()
        assert checker.excused == 0
    if form == SWISS and players > 8:
        assert checker.excused == 0


@pytest.mark.parametrize(("form", "players"), [each for each in EVENINGS if each[0] != TABLES])
@pytest.mark.parametrize("twice", [False, True])
def test_the_report_is_read_back(form: str, players: int, twice: bool) -> None:
    evening = play(form, players, seed=players + 1, twice=twice)
    head, read = read_trf(trf(evening, "Tuesday"))
    assert head["012"] == "Tuesday"
    assert head["042"] == "2026/09/21"
    points = evening.points()
    assert {each.name: each.points for each in read.values()} == points
    rounds = len(evening.rounds) * (2 if twice else 1)
    assert all(len(each.rounds) == rounds for each in read.values())
    lines = standings_csv(evening).splitlines()
    assert len(lines) == len(points) + 1


def test_more_seeds_keep_the_rules_as_well() -> None:
    for seed in range(30):
        for form, players in ((SWISS, 7), (SWISS, 10), (SWISS, 21), (TABLES, 14), (ALL, 7)):
            check(form, play(form, players, seed))
