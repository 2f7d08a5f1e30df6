"""The checker of evenings and the reader of TRF see what is planted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.support.evening_rules import Broken, Checker, read_rounds
from tests.support.trf_reader import read_trf

HEAD = "round,table,game,title,seat,player,rank,points,entered_by\n"


def lines(number: int, *tables: str, out: str = "") -> str:
    """Return a round: "AB" is a table at which A plays first and wins."""
    made = ""
    for place, names in enumerate(tables, 1):
        for seat, name in enumerate(names):
            points = (1 - seat) if len(names) == 2 else (5, 3, 2, 1)[seat]
            made += f"{number},{place},1,x,{seat + 1},{name},{seat + 1},{points},\n"
    return made + "".join(f"{number},,,x,,{name},sits out,1,\n" for name in out)


FAULTS = {
    "somebody twice": ("swiss", [lines(1, "AB", "AC")]),
    "without an opponent": ("swiss", [lines(1, "AB", out="CD")]),
    "met again": ("swiss", [lines(1, "AB", "CD"), lines(2, "BA", "DC")]),
    "sits out again": ("swiss", [lines(1, "AB", out="C"), lines(2, "AB", out="C")]),
    "not the lowest sits out": ("swiss", [lines(1, "AB", out="C"), lines(2, "CB", out="A")]),
    "first three times in a row": (
        "swiss",
        [lines(1, "AB", "CD", "EF"), lines(2, "AC", "EB", "DF"), lines(3, "AD", "CE", "BF")],
    ),
    "further apart than necessary": ("swiss", [lines(1, "AB", "CD"), lines(2, "AD", "CB")]),
    "a table of two": ("tables", [lines(1, "ABCD", "EF")]),
    "threes where fours fit": ("tables", [lines(1, "ABC", "DEF", "GHI", "JKL")]),
    "five at a table": ("tables", [lines(1, "ABC", out="DE")]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_broken_rule_is_seen(fault: str) -> None:
    form, rounds = FAULTS[fault]
    checker = Checker(form)
    made = read_rounds(HEAD + "".join(rounds))
    for at, rows in enumerate(made):
        checker.here = {row["player"] for row in rows}
        if at < len(made) - 1:
            checker.check(rows)
            continue
        with pytest.raises(Broken):
            checker.check(rows)


def test_a_sound_evening_passes() -> None:
    checker = Checker("swiss")
    for rows in read_rounds(HEAD + lines(1, "AB", "CD", out="E") + lines(2, "CA", "DE", out="B")):
        checker.here = {row["player"] for row in rows}
        checker.check(rows)
    assert checker.points == {"A": 1, "B": 1 + Fraction(0), "C": 2, "D": 1, "E": 1}


REPORT = """012 Tuesday
042 2026/09/21
052 2026/09/21
062 2
092 Individual: Round-Robin
XXR 1
001    1      Anna                                                               1.0    1     2 w 1
001    2      Ben                                                                0.0    2     1 b 0
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1.0    1", "0.5    1"),
        ("2 w 1", "2 b 1"),
        ("2 w 1", "0 - U"),
        ("1 b 0", "1 b ="),
        (" Ben", "Ben "),
        ("062 2", "062 3"),
    ],
)
def test_a_wrong_report_is_seen(before: str, after: str) -> None:
    assert set(read_trf(REPORT)[1]) == {1, 2}
    assert before in REPORT
    with pytest.raises((AssertionError, ValueError)):
        read_trf(REPORT.replace(before, after))
