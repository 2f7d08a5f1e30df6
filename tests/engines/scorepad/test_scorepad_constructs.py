"""The constructs of templates beyond lines that add up: each alone, on a small sheet."""

from __future__ import annotations

from typing import Any

import pytest

from engines.engine import Turn
from engines.match import Match, replay
from engines.scorepad import GAME
from engines.scorepad.course import score_text
from tests.support.pads import codes, pad, play, ready

AT_ONCE = '[end]\nwhen = "at_once"\n'


def scores(match: Match[Any, Any], *texts: str) -> tuple[int | None, ...]:
    """Return the scores after some choices, which are replayed as well."""
    play(match, *texts)
    assert replay(match.record(), GAME).state == match.state
    assert GAME.check(match.state) == ()
    return GAME.scores(match.state)


# --- order ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("marker", "order"), [("dealer", [2, 1, 0, 3]), ("first", [3, 2, 1, 0])])
def test_play_goes_counter_clockwise(marker: str, order: list[int]) -> None:
    """The next one is on the right; the marker goes the same way, and lots keep to it."""
    text = f'turns = "entry"\n[order]\nplay = "counterclockwise"\nmarker = "{marker}"\nmoves = true'
    match = pad(text, seats=4, first=3)
    assert GAME.view(match.state)["order"] == order
    play(match, *[f"{seat + 1}=1" for seat in order])
    assert GAME.view(match.state)["marker"]["seat"] == 2
    play(match, "first")
    assert match.state.drawn is not None
    assert match.turn == Turn(match.state.drawn.values[0] - 1, "points")


# --- lines ----------------------------------------------------------------------------------


def test_a_count_has_its_points_in_a_table() -> None:
    """The count of crosses stands on the sheet, and counts as the table says, times the factor."""
    text = "[[line]]\nid = 'a'\nlow = 0\nhigh = 4\ntimes = -1\ntable = [0, 1, 3, 6, 10]"
    match = pad(text)
    assert scores(match, "1=3", "2=4") == (-6, -10)
    reason = match.why_not("1=5")
    assert reason is not None
    assert reason.code == "BAD_VALUE"


def test_a_number_that_cannot_happen_is_refused() -> None:
    """Nor is it offered; the nearest one below is."""
    reason = ready("legs_501").why_not("1=179")
    assert reason is not None
    assert (reason.code, reason.instead) == ("IMPOSSIBLE", "1=177")


def test_a_line_that_is_optional_is_not_waited_for() -> None:
    """It is entered in the same round, or later; it counts like any other."""
    match = pad("[[line]]\nid = 'a'\n[[line]]\nid = 'b'\noptional = true\n[[line]]\nid = 'c'")
    assert scores(match, "1.a=1", "2.a=2", "2.c=3", "2.b=9", "1.c=4") == (5, 14)
    assert len(match.state.rounds) == 2
    assert scores(match, "1.b@1=7") == (12, 14)


def test_an_optional_line_is_entered_next_to_the_one_of_the_round() -> None:
    """On a sheet whose lines are filled once, in as many rounds as it comes up."""
    match = ready("dice_sheet", seats=1)
    assert scores(match, "1.alike=50", "1.more=100", "1.any=30") == (180,)
    assert scores(match, "1.more=100", "1.sixes=30") == (310,)
    assert len(match.state.rounds) == 4


def test_a_missed_bid_may_count_the_other_way() -> None:
    """A wager is won with the bid, and lost without it."""
    match = ready("bids_by_card", seats=2)
    round_one = ["1.bid=1", "2.bid=0", "1.made=1", "2.made=1", "1.wager=20", "2.wager=10"]
    assert scores(match, *round_one, "1.bonus=0", "2.bonus=0") == (40, -20)


# --- bonuses --------------------------------------------------------------------------------


def test_a_bonus_for_sets_counts_the_fewest() -> None:
    """Three of a kind make no set alone."""
    lines = "[[line]]\nid = 'a'\n[[line]]\nid = 'b'\n"
    bonus = "[[bonus]]\nlines = ['a', 'b']\nevery = 1\npoints = 7\ntake = 'fewest'"
    match = pad(lines + bonus, seats=1)
    assert scores(match, "1.a=3", "1.b=0") == (3,)
    assert scores(match, "1.a=0", "1.b=2") == (3 + 2 + 14,)


def test_a_bonus_of_a_round_is_a_product() -> None:
    """Size times crowns, land by land; below 0 as well."""
    match = pad(
        "[[line]]\nid = 'a'\ntimes = 0\n[[line]]\nid = 'b'\ntimes = 0\n"
        "[[bonus]]\nlines = ['a', 'b']\ntake = 'product'\neach = 'round'\nevery = 1\npoints = 1",
        seats=1,
    )
    assert scores(match, "1.a=5", "1.b=2", "1.a=4", "1.b=3") == (22,)
    assert scores(match, "1.a=-4", "1.b=2") == (14,)


# --- payments -------------------------------------------------------------------------------


def test_each_of_the_others_pays_what_somebody_makes() -> None:
    """In rounds as well as in a running score; what is lost is paid to each."""
    assert scores(pad("pays = 'others'", seats=3), "1=5", "2=0", "3=-1") == (11, -4, -7)
    assert scores(pad("pays = 'others'\nsheet = 'running'", seats=3), "1+5", "3-1") == (11, -4, -7)


def test_who_sits_out_does_not_pay() -> None:
    """Of three, two are in the round."""
    assert scores(pad("pays = 'others'", seats=3), "skip 3", "1=5", "2=0") == (5, -5, 0)


@pytest.mark.parametrize(("pays", "after"), [("losers", (8, -5, -3)), ("bank", (-8, 0, 0))])
def test_the_one_with_nothing_gets_what_the_others_hold(pays: str, after: Any) -> None:
    """Once all is entered; two without anything get nothing."""
    match = pad(f"pays = '{pays}'\n[[line]]\nid = 'a'\ntimes = -1", seats=3)
    assert scores(match, "1=0", "2=5")[0] == 0
    assert scores(match, "3=3") == after
    assert scores(match, "1=0", "2=0", "3=3")[:2] == after[:2]


# --- the course of the score ----------------------------------------------------------------


def test_no_score_falls_below_the_floor() -> None:
    """Round by round: what was lost below it need not be made up for."""
    match = pad("floor = 0", seats=1)
    assert [scores(match, text) for text in ("1=3", "1=-9", "1=5")] == [(3,), (0,), (5,)]
    assert sum(line.points or 0 for line in GAME.score_sheet(match.state)[0]) == 5


def test_past_the_target_a_score_falls_back() -> None:
    """And the game goes on."""
    match = pad("[end]\ntarget = 50\nback = 25", seats=1)
    assert scores(match, "1=48", "1=5") == (25,)
    assert scores(match, "1=25") == (50,)
    assert match.turn is None


def test_a_score_that_cannot_be_finished_is_not_left() -> None:
    """Nor is the last throw one that ends on no double."""
    match = ready("down_501", seats=2)
    play(match, "1=180", "2=0", "1=140", "2=0")
    for text, code in (("1=180", "NOT_LEFT"), ("1=181", "BAD_VALUE")):
        reason = match.why_not(text)
        assert reason is not None
        assert (reason.code, reason.instead) == (code, "1=0")
    play(match, "1=19", "2=0")
    reason = match.why_not("1=162")
    assert reason is not None
    assert (reason.code, reason.instead) == ("NOT_LAST", "1=0")


# --- out of the game ------------------------------------------------------------------------


def test_who_is_out_is_not_waited_for_and_the_last_one_wins() -> None:
    """A correction brings back."""
    match = pad("[[out]]\nscore = 10", seats=3)
    assert scores(match, "1=12", "2=1") == (12, 1, 0)
    assert "fallen" in codes(match, "3=2")
    assert GAME.view(match.state)["out"] == [0]
    play(match, "2=1", "3=1")
    assert len(match.state.rounds) == 3
    play(match, "!1@1=9")
    assert GAME.view(match.state)["out"] == []
    assert match.state.rounds[-1].out == ()
    play(match, "!1@1=10", "2=1")
    assert codes(match, "3=20")[-1] == "one_left"
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert GAME.view(match.state)["ranks"] == [3, 1, 2]


def test_a_line_or_zeros_in_a_row_put_out() -> None:
    """Three misses, interrupted by a hit; ten on a line that counts nothing."""
    match = ready("pins_to_50", seats=3)
    texts = ["1=0", "2=1", "3=1", "1=0", "2=1", "3=1", "1=1", "2=1", "3=1"]
    play(match, *texts, "1=0", "2=1", "3=1", "1=0", "2=1", "3=1")
    assert match.state.fallen == ()
    play(match, "1=0")
    assert match.state.fallen == (0,)
    life = ready("life_20", seats=3)
    play(life, "2.poison+9", "2.poison+1")
    assert life.state.fallen == (1,)


def test_a_counter_stands_next_to_the_score_once_it_is_used() -> None:
    """Poison counts nothing, and is shown after the life."""
    match = ready("life_20", seats=2)
    play(match, "1.life+5")
    assert score_text(match.state, 0, 15) == "15"
    play(match, "1.poison+3")
    assert score_text(match.state, 0, 15) == "15 3"


def test_points_have_the_names_that_players_give_them() -> None:
    """0, 15, 30, 40, and A with one more; a game that decides a set counts in numbers."""
    match = ready("tennis", seats=2)
    seen = []
    for text in ("1+1", "1+1", "1+1", "2+1", "2+1", "2+1", "2+1", "1+1"):
        play(match, text)
        seen.append([score_text(match.state, side, 0) for side in (0, 1)])
    assert [points for _, points in (each[1].rsplit(" ", 1) for each in seen)] == [
        "0", "0", "0", "15", "30", "40", "A", "40",
    ]  # fmt: skip
    assert seen[2][0] == "0 0 40"


# --- games within the game ------------------------------------------------------------------


def test_a_leg_begins_anew_and_the_other_throws_first() -> None:
    """Nobody waits for those who had not thrown; the leg is announced."""
    match = ready("legs_501", seats=2)
    play(match, "1=180", "2=60", "1=180", "2=60")
    assert "game_won" in codes(match, "1=141")
    assert GAME.scores(match.state) == (1, 0)
    view = GAME.view(match.state)
    assert view["game"] == {"points": [501, 501], "target": 0}
    assert match.turn == Turn(1, "points")
    assert view["rounds"][2]["out"] == [1]


def test_a_lead_and_a_game_that_decides() -> None:
    """Two points more than the other; at six games each the game to seven is the set."""
    match = ready("tennis", seats=2)
    deuce = ["1+1"] * 3 + ["2+1"] * 4
    play(match, *deuce, "1+1", "1+1")
    assert GAME.view(match.state)["levels"][0]["wins"] == [0, 0]
    play(match, "1+1")
    assert GAME.view(match.state)["levels"][0]["wins"] == [1, 0]
    for _ in range(5):
        play(match, *["2+1"] * 4, *["1+1"] * 4)
    play(match, *["2+1"] * 4)
    assert GAME.view(match.state)["levels"][0]["wins"] == [6, 6]
    assert GAME.view(match.state)["game"]["target"] == 7
    play(match, *["2+1"] * 6)
    assert GAME.scores(match.state) == (0, 0)
    assert scores(match, "2+1") == (0, 1)


def test_a_correction_takes_back_a_game() -> None:
    """As everything follows from the sheet."""
    match = pad(
        'sheet = "running"\n[[level]]\nname = "G"\ntarget = 2\n[[level]]\nname = "M"\ntarget = 3'
    )
    assert scores(match, "1+1", "1+1", "2+1") == (1, 0)
    assert scores(match, "!#2=?") == (0, 0)


def test_games_on_one_line_leave_the_score_to_all() -> None:
    """A part score is lost with the other side's game; two games end the rubber."""
    match = ready("rubber", seats=4)
    play(match, "1.below=60", "1.above=0", "2.below=0", "2.above=30")
    play(match, "1.below=0", "1.above=0", "2.below=100", "2.above=0")
    assert GAME.view(match.state)["game"]["points"] == [0, 0]
    assert GAME.scores(match.state) == (60, 130, 60, 130)


# --- frames ---------------------------------------------------------------------------------


def test_later_balls_count_again_in_a_frame() -> None:
    """Two after all pins at once, one after all in two; the last round may have three."""
    match = ready("ten_frames", seats=1)
    seen = [scores(match, text)[0] for text in
            ("1.first=10", "1.first=3", "1.second=7", "1.first=5", "1.second=0")]  # fmt: skip
    assert seen == [10, 16, 30, 40, 40]
    assert [GAME.view(match.state)["rounds"][at]["points"] for at in range(3)] == [[20], [15], [5]]


def test_a_frame_has_no_more_pins_than_there_are() -> None:
    """The second ball takes what the first left; a third comes only in the last round."""
    match = ready("ten_frames", seats=1)
    play(match, "1.first=6")
    for text in ("1.second=5", "1.third=1"):
        reason = match.why_not(text)
        assert reason is not None
        assert reason.code == "BAD_VALUE"
    play(match, "1.second=4", *["1.first=0", "1.second=0"] * 8)
    play(match, "1.first=4", "1.second=6")
    assert match.turn is not None
    assert codes(match, "1.third=9")[-1] == "last_round"
    assert GAME.scores(match.state) == (10 + 19,)
