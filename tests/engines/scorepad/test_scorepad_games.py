"""The score pad: whole games followed by hand, samples, and a second calculator."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import count_scorepad
import pytest
import sheets_scorepad

from engines.engine import Turn
from engines.match import replay
from engines.scorepad import GAME
from engines.scorepad.shipped import names, shipped
from tests.support.pads import begin, pad, play, ready

SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "scorepad.json").read_text())


# --- followed by hand -----------------------------------------------------------------------


def test_a_leg_of_501() -> None:
    """Down to exactly 0: what is too many is refused, and counts 0."""
    match = ready("down_501", seats=2)
    seen = []
    for text in ["1=180", "2=60", "1=180", "2=100", "1=0", "2=140", "1=141"]:
        if text == "1=0":
            reason = match.why_not("1=150")
            assert reason is not None
            assert (reason.code, reason.instead) == ("PAST_TARGET", "1=0")
        match.play(text)
        seen.append((GAME.scores(match.state), match.turn))
    assert seen == [
        ((321, 501), Turn(1, "points")),
        ((321, 441), Turn(0, "points")),
        ((141, 441), Turn(1, "points")),
        ((141, 341), Turn(0, "points")),
        ((141, 341), Turn(1, "points")),  # a bust
        ((141, 201), Turn(0, "points")),
        ((0, 201), None),  # at once, in the middle of the fourth round
    ]
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.why.code) == ((0,), (0, 201), "won")


def test_a_dice_sheet_alone() -> None:
    """Exactly 63 on the first six lines give 35; each line once."""
    match = ready("dice_sheet", seats=1)
    upper = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
    lower = {"trio": 20, "quad": 22, "full": 25, "small": 30,
             "large": 40, "alike": 50, "any": 22}  # fmt: skip
    for line, points in upper.items():
        assert match.turn == Turn(0, "points")
        match.play(f"1.{line}={points}")
    assert GAME.scores(match.state) == (98,)
    reason = match.why_not("1.twos=4")
    assert reason is not None
    assert (reason.code, reason.facts["line"]) == (
        "LINE_USED",
        shipped("dice_sheet").lines[1].named,
    )
    for line, points in lower.items():
        match.play(f"1.{line}={points}")
    assert match.turn is None
    assert GAME.scores(match.state) == (307,)
    assert GAME.score_sheet(match.state)[0][-1].points == 35


def test_ten_rounds_of_bids_with_bonuses() -> None:
    """A bid of nothing is worth ten a card; a bonus counts only with a bid that is met."""
    match = ready("bids_by_card", seats=2)
    rounds = [
        # bid, made, bonus of both; points of both
        ((0, 0, 0), (1, 1, 0), 10, 20),
        ((0, 1, 30), (1, 1, 0), -20, 20),  # the bonus is lost with the bid
        ((2, 2, 20), (1, 1, 10), 60, 30),
        ((4, 1, 0), (0, 3, 0), -30, -40),
        ((0, 0, 10), (5, 5, 0), 60, 100),
        ((3, 3, 0), (3, 3, 0), 60, 60),
        ((7, 0, 0), (0, 7, 0), -70, -70),
        ((1, 2, 0), (6, 6, 40), -10, 160),
        ((0, 0, 0), (9, 9, 0), 90, 180),
        ((0, 10, 0), (0, 0, 0), -100, 100),
    ]
    totals = [0, 0]
    for mine, yours, first, second in rounds:
        for line, values in zip(
            ("bid", "made", "bonus"), zip(mine, yours, strict=True), strict=True
        ):
            for seat, value in enumerate(values, 1):
                match.play(f"{seat}.{line}={value}")
        totals = [totals[0] + first, totals[1] + second]
        assert list(GAME.scores(match.state)) == totals
    assert match.turn is None
    assert totals == [50, 560]


def test_bids_of_twenty_and_ten() -> None:
    """The rounds depend on the players; the last to say must say what is left."""
    match = ready("bids_twenty", seats=3)
    play(match, "1.bid=1", "2.bid=0", "3.bid=0", "1.made=1", "2.made=0")
    reason = match.why_not("3.made=1")
    assert reason is not None
    assert (reason.code, reason.instead) == ("TRICKS_SUM", "3.made=0")
    play(match, "3.made=0")
    assert GAME.scores(match.state) == (30, 20, 20)
    play(match, "1.bid=2", "2.bid=1", "3.bid=0", "1.made=0", "2.made=1", "3.made=1")
    assert GAME.scores(match.state) == (10, 50, 10)
    assert [shipped("bids_twenty").last_round(seats) for seats in (3, 4, 5, 6)] == [20, 15, 12, 10]


def test_bids_of_ten_and_one_go_round_the_table() -> None:
    """First everybody bids, then everybody tells; seven cards in the first round."""
    match = ready("bids_ten", seats=3, first=2)
    asked = []
    for text in ["1.bid=3", "2.bid=2", "3.bid=0", "1.made=3", "2.made=4", "3.made=0"]:
        assert match.turn is not None
        asked.append(match.turn.seat)
        match.play(text)
    assert asked == [0, 1, 2, 0, 1, 2]
    assert GAME.scores(match.state) == (13, 0, 10)
    assert GAME.view(match.state)["marker"] == {"kind": "dealer", "seat": 0}


AT_LEAST = """
[end]
rounds = 3
[[line]]
id = "bid"
[[line]]
id = "made"
[bids]
bid = "bid"
made = "made"
hit_when = "at_least"
hit = { per_bid = 10, per_off = 1, per_card = 100 }
miss = { per_bid = -10 }
cards = "down"
"""


def test_bids_that_are_kept_with_more_than_was_bid() -> None:
    """Three cards, then two, then one; each trick over counts one."""
    match = pad(AT_LEAST, seats=2)
    play(match, "1.bid=1", "2.bid=2", "1.made=3", "2.made=0")
    assert GAME.scores(match.state) == (312, -20)
    reason = match.why_not("1.bid=3")
    assert reason is not None
    assert reason.facts["high"] == 2
    play(match, "1.bid=0", "2.bid=1", "1.made=0", "2.made=2")
    assert GAME.scores(match.state) == (512, 191)
    play(match, "1.bid=1", "2.bid=1", "1.made=0", "2.made=1")
    assert GAME.scores(match.state) == (502, 301)
    assert match.turn is None


def test_a_bonus_for_every_so_many() -> None:
    """Ten of them cost a hundred, twenty two hundred."""
    bags = "[[line]]\nid = 'bags'\n[[bonus]]\nlines = ['bags']\nevery = 10\npoints = -100"
    match = pad(bags, seats=1)
    seen = [GAME.scores(play(match, text)) for text in ("1=9", "1=1", "1=9", "1=3")]
    assert seen == [(9,), (-90,), (-81,), (-178,)]


def test_two_teams_to_a_thousand_with_a_lead() -> None:
    """At equal points they play on."""
    match = ready("team_tricks", seats=4)
    for _ in range(10):
        play(match, "1.tricks=81", "2.tricks=81", "1.called=20", "2.called=20")
    assert GAME.scores(match.state) == (1010,) * 4
    assert match.turn is not None
    play(match, "1.tricks=82", "2.tricks=80", "1.called=0", "2.called=0")
    assert match.turn is None


def test_the_last_one_plays_first_and_the_last_rounds_count_twice() -> None:
    """Eight rounds; the order is by the points so far."""
    match = ready("last_first", seats=3)
    for number in range(8):
        play(match, "1=3", "2=2", "3=1")
        assert GAME.scores(match.state)[0] == 3 * (number + 1 + max(number - 5, 0))
        if match.turn is not None:
            assert GAME.view(match.state)["order"] == [2, 1, 0]
    assert GAME.scores(match.state) == (30, 20, 10)


def test_the_first_to_win_three_of_five() -> None:
    """At once, without a cell for the loser."""
    match = ready("best_of_five", seats=2)
    play(match, "1=1", "2=0", "2=1", "1=0", "1=1", "2=0", "1=1")
    assert match.turn is None
    assert GAME.scores(match.state) == (3, 1)


# --- samples --------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=[each["name"] for each in SAMPLES])
def test_sample_game(sample: dict[str, Any]) -> None:
    """Every choice, the number of choices before it, and the sheet after it are as recorded."""
    new = sample["new"]
    match = begin(dict(new["given"]), new["seats"], new["first"], new["seed"])
    for who, text, count, part in sample["steps"]:
        if who == "dealer":
            assert match.lines[-1].text == text
        else:
            assert len(GAME.legal(match.state)) == count
            match.play(text, None if who == "table" else who)
        view = GAME.view(match.state)
        assert part == {key: view[key] for key in part}
        assert GAME.check(match.state) == ()
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert sample["final"] == {
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
        "by": outcome.why.code,
        "ranks": GAME.view(match.state)["ranks"],
    }
    assert replay(match.record(), GAME).state == match.state


# --- check sheets ---------------------------------------------------------------------------

CHECKS = tomllib.loads((Path(__file__).parent / "checks.toml").read_text("utf-8"))["check"]


def texts_of(lines: list[str]) -> Iterator[str]:
    """Yield the choices of a check sheet one by one."""
    for line in lines:
        count, cross, rest = line.partition(" x ")
        for _ in range(int(count) if cross else 1):
            yield from (rest if cross else line).split()


@pytest.mark.parametrize("check", CHECKS, ids=[each["template"] for each in CHECKS])
def test_a_check_sheet_adds_up_as_in_the_real_game(check: dict[str, Any]) -> None:
    """Every choice is accepted, and scores and winners are those of the rules."""
    match = ready(check["template"], check["seats"])
    for text in texts_of(check["play"]):
        match.play(text)
        assert GAME.check(match.state) == ()
    assert list(GAME.scores(match.state)) == check["scores"]
    outcome = GAME.outcome(match.state)
    winners = None if outcome is None else [seat + 1 for seat in outcome.winners]
    assert winners == check.get("winners", winners)
    assert (outcome is not None) >= ("winners" in check)
    for seat, lines in enumerate(GAME.score_sheet(match.state)):
        assert sum(line.points or 0 for line in lines) == check["scores"][seat]
    assert replay(match.record(), GAME).state == match.state


def test_every_template_has_a_check_sheet() -> None:
    """None is left out."""
    assert {check["template"] for check in CHECKS} == set(names())


# --- a second calculator --------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_a_second_calculator_agrees(name: str) -> None:
    """On random sheets of every template; `make pad-sheets` fills 500 of each."""
    template = sheets_scorepad.template_of(name)
    assert [sheets_scorepad.fill(template, f"{name} {sheet}") for sheet in range(3)] == ["", "", ""]


@pytest.mark.parametrize("name", ["plain", "ten_frames", "legs_501", "numbered_tiles"])
def test_a_calculator_that_is_wrong_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One point too many, from the second round on, is found and printed with the choices."""
    right = count_scorepad.count

    def wrong(template: Any, sheet: count_scorepad.Sheet) -> count_scorepad.Count:
        counted = right(template, sheet)
        counted.totals[0] += len(sheet.rounds) > 1
        return counted

    monkeypatch.setattr(sheets_scorepad, "count", wrong)
    said = sheets_scorepad.fill(sheets_scorepad.template_of(name), "1")
    assert "totals" in said
    assert "=" in said
