"""What follows from the log of an evening: points, standings, explanations, ratings, tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.core.language import translator
from firmware_py.evening.evening import (
    ALL,
    SWISS,
    TABLES,
    BadEvening,
    Evening,
    Plan,
    first_line,
)
from firmware_py.evening.export import results_csv
from firmware_py.evening.pairing import EXACT, Entrant, seat, table_sizes
from firmware_py.evening.standings import LEAST_GAMES, ratings, standings
from firmware_py.evening.words import log_lines, why_out, why_standing, why_table

SAY = translator("en")


def begin(form: str, names: str, *, twice: bool = False, rounds: int = 5) -> Evening:
    evening = Evening(1, [first_line(Plan(("mana",), form, rounds, twice), 7, None)])
    for name in names:
        evening.add({"do": "here", "name": name}, None)
    return evening


def play(evening: Evening, *tables: str, out: str = "") -> None:
    """Play a round: "AB" is won by A, "A=B" is a draw."""
    seats = [[name for name in table if name != "="] for table in tables]
    line = {"do": "round", "game": "mana", "tables": seats, "out": list(out)}
    evening.add(line, None)
    for at, table in enumerate(tables):
        ranks = [1, 1] if "=" in table else list(range(1, len(table) + 1))
        enter(evening, len(evening.rounds) - 1, at, ranks)


def enter(evening: Evening, number: int, at: int, ranks: list[int], by: str = "") -> None:
    place = {"round": number, "table": at, "game": 0}
    evening.add({"do": "result", "ranks": ranks, "by": by, **place}, None)


def test_points_then_buchholz_then_the_direct_meeting() -> None:
    evening = begin(SWISS, "ABCD")
    play(evening, "AB", "CD")
    play(evening, "C=A", "DB")
    rows = standings(evening)
    assert [(each.rank, each.name) for each in rows] == [(1, "C"), (2, "A"), (3, "D"), (4, "B")]
    assert rows[0].points == Fraction(3, 2)
    assert rows[0].strength == Fraction(5, 2)  # D has 1, A has 1½
    assert rows[1].strength == Fraction(3, 2)  # B has 0, C has 1½
    play(evening, "AD", "CB")
    assert [each.direct for each in standings(evening)[:2]] == [Fraction(1, 2)] * 2
    enter(evening, 1, 0, [2, 1], "B")
    assert [each.name for each in standings(evening)] == ["A", "C", "D", "B"]


def test_the_game_between_equals_decides() -> None:
    evening = begin(ALL, "ABC")
    play(evening, "AB", out="C")
    play(evening, "BC", out="A")
    play(evening, "A=C", out="B")
    assert [each.name for each in standings(evening)] == ["A", "B", "C"]
    evening = begin(ALL, "ABCD")
    play(evening, "AB", "CD")
    play(evening, "CA", "BD")
    play(evening, "AD", "BC")
    rows = standings(evening)
    assert {each.points for each in rows[:3]} == {2}
    assert {each.direct for each in rows[:3]} == {1}
    assert [each.rank for each in rows] == [1, 1, 1, 4]


def test_at_tables_equals_share_and_strength_is_an_average() -> None:
    evening = begin(TABLES, "ABCDEFG")
    evening.add({"do": "round", "game": "mana", "tables": [[*"ABCD"], [*"EFG"]], "out": []}, None)
    enter(evening, 0, 0, [1, 2, 2, 4])
    enter(evening, 0, 1, [2, 1, 2])
    points = evening.points()
    assert [points[name] for name in "ABCDEFG"] == [5, Fraction(5, 2), Fraction(5, 2), 1, 2, 5, 2]
    assert evening.strength()["A"] == 2
    assert evening.strength()["E"] == Fraction(7, 2)


def test_a_game_that_was_not_played_gives_nothing_and_is_no_meeting() -> None:
    evening = begin(SWISS, "AB")
    play(evening, "AB")
    enter(evening, 0, 0, [], "A")
    assert evening.points() == {"A": 0, "B": 0}
    assert all(not each.met and not each.first for each in evening.entrants())
    assert "not played" in results_csv(evening, {})
    assert "not played" in log_lines(evening, SAY)[0][0]


def test_the_record_keeps_what_was_corrected_and_by_whom() -> None:
    evening = begin(SWISS, "ABC")
    play(evening, "AB", out="C")
    enter(evening, 0, 0, [2, 1], "Cleo")
    newest, before, *_ = log_lines(evening, SAY)
    assert newest == ("Corrected, round 1: A 0 : 1 B", "Cleo")
    assert before == ("Round 1: A 1 : 0 B", "")
    assert Evening(1, evening.log).points() == evening.points()


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_has_the_facts_in_each_language(language: str) -> None:
    say = translator(language)
    evening = begin(SWISS, "ABCDE")
    play(evening, "AB", "CD", out="E")
    play(evening, "EA", "CB", out="D")
    play(evening, "BA", "EC", out="D")
    assert "A 1, E 1" in why_table(evening, 1, 0, say).replace("E 1, A 1", "A 1, E 1")
    again = why_table(evening, 2, 0, say)
    assert "B – A" in again
    assert "E" in why_out(evening, 0, "E", say)
    assert why_out(evening, 2, "D", say) != why_out(evening, 1, "D", say)
    for name in "ABCDE":
        assert len(why_standing(evening, name, say).splitlines()) >= 6


def test_why_names_those_who_fit_better_but_were_met() -> None:
    evening = begin(SWISS, "ABCD")
    play(evening, "AB", "CD")
    play(evening, "CA", "BD")
    play(evening, "DA", "BC")
    assert "A has met already: B." in why_table(evening, 2, 0, SAY)


@pytest.mark.parametrize(
    "line",
    [
        {"do": "fly"},
        {"do": "gone", "name": "Z"},
        {"do": "round", "game": "mana", "tables": [["A", "A"]], "out": []},
        {"do": "round", "game": "mana", "tables": [["A", "Z"]], "out": []},
        {"do": "round", "game": "mana", "tables": [["A"]], "out": []},
        {"do": "result", "round": 0, "table": 0, "game": 0, "ranks": [1, 2], "by": ""},
        {"do": "result", "round": -1, "table": 0, "game": 0, "ranks": [1, 2], "by": ""},
        {"do": "unpair", "by": ""},
        {"do": "rounds", "rounds": 0},
    ],
)
def test_a_line_that_makes_no_sense_is_refused_and_changes_nothing(line: dict[str, Any]) -> None:
    evening = begin(SWISS, "AB")
    before = list(evening.log)
    with pytest.raises(BadEvening):
        evening.add(line, None)
    assert evening.log == before


def test_ranks_that_nobody_can_have_are_refused() -> None:
    evening = begin(SWISS, "AB")
    play(evening, "AB")
    wrong: list[Any] = [[1], [2, 2], [1, 3], [0, 1], [True, 2], ["1", 2]]
    for ranks in wrong:
        with pytest.raises(BadEvening):
            enter(evening, 0, 0, ranks)


def test_sixty_four_are_full() -> None:
    evening = begin(SWISS, "")
    for at in range(64):
        evening.add({"do": "here", "name": str(at)}, None)
    with pytest.raises(BadEvening):
        evening.add({"do": "here", "name": "64"}, None)
    evening.add({"do": "gone", "name": "0"}, None)
    evening.add({"do": "here", "name": "0"}, None)


def test_everybody_against_everybody_goes_on_after_somebody_left() -> None:
    evening = begin(ALL, "ABCDEF")
    for number in range(12):
        if number == 2:
            evening.add({"do": "gone", "name": "B"}, None)
        if evening.everybody_met():
            break
        made = evening.propose()
        play(evening, *("".join(table) for table in made.tables), out="".join(made.out))
    assert evening.everybody_met()
    assert len(evening.rounds) <= 8


def test_tables_are_exact_for_a_few_and_good_for_many() -> None:
    """Players with the same points, who have met in fours before, meet as little as possible."""
    names = [f"P{at:02}" for at in range(16)]
    met: dict[str, dict[str, int]] = {name: {} for name in names}
    for number in range(3):
        made = seat([Entrant(name, met=met[name]) for name in names], number)
        assert sorted(map(len, made.tables)) == [4] * 4
        for table in made.tables:
            for one, other in combinations(table, 2):
                assert other not in met[one], "there is a way without repetition"
                met[one][other] = met[other][one] = 1
    assert sum(table_sizes(EXACT)) == EXACT
    for count in range(6, 65):
        sizes = table_sizes(count)
        assert sum(sizes) == count
        assert sizes.count(3) <= 3


def test_ratings_come_after_ten_games_with_their_range() -> None:
    evening = begin(SWISS, "AB", rounds=20)
    for _ in range(LEAST_GAMES - 1):
        play(evening, "AB")
    assert ratings([evening]) == []
    play(evening, "AB")
    strong, weak = ratings([evening])
    assert (strong.name, weak.name) == ("A", "B")
    assert strong.games == LEAST_GAMES
    assert strong.value - strong.range > weak.value
    assert 0 < strong.range < 17
    tables = begin(TABLES, "ABCD", rounds=20)
    for _ in range(12):
        play(tables, "DCBA")
    assert [each.name for each in ratings([tables])] == ["D", "C", "B", "A"]
