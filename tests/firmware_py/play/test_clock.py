"""Clocks: who is charged for what."""

from __future__ import annotations

import json

import pytest

from firmware_py.match.clock import REST_S, MatchClock, Timing, clock_text


def test_thinking_is_charged_to_the_seat_on_turn() -> None:
    """Each seat its own."""
    clock = MatchClock(Timing("up"), 2)
    clock.begin_turn(0, 100.0)
    clock.begin_turn(1, 130.0)
    clock.begin_turn(0, 140.0)
    assert clock.spent_s == (30.0, 10.0)


def test_entering_is_free() -> None:
    """From the first touch to the confirmed choice."""
    clock = MatchClock(Timing("up"), 2)
    clock.begin_turn(0, 0.0)
    clock.touched(10.0)
    clock.touched(14.0)
    clock.begin_turn(1, 16.0)
    assert clock.spent_s == (10.0, 0.0)


def test_a_hand_that_rests_is_thinking_again() -> None:
    """After REST_S without a touch time is charged."""
    clock = MatchClock(Timing("up"), 2)
    clock.begin_turn(0, 0.0)
    clock.touched(10.0)
    clock.begin_turn(1, 10.0 + REST_S + 5.0)
    assert clock.spent_s == (15.0, 0.0)


def test_entering_is_free_only_within_the_budget_of_a_turn() -> None:
    """Touching the knob again and again costs time after ten seconds."""
    clock = MatchClock(Timing("fischer", 600.0, 0.0, 10.0), 2)
    clock.begin_turn(0, 0.0)
    for second in range(60):
        clock.touched(float(second))
    assert clock.shown_s(0, 60.0) == 550.0
    clock.begin_turn(1, 60.0)
    clock.begin_turn(0, 60.0)
    clock.touched(60.0)
    assert (clock.entry_left_s(64.0), clock.shown_s(0, 64.0)) == (6.0, 550.0)


def test_free_time_is_shown_while_it_runs() -> None:
    """From the touch until the hand rests, or nothing is left of it."""
    clock = MatchClock(Timing("up", entry_s=5.0), 2)
    clock.begin_turn(0, 0.0)
    assert not clock.is_entering(3.0)
    clock.touched(3.0)
    assert clock.is_entering(3.5)
    assert clock.entry_left_s(4.5) == 3.5
    assert clock.next_change_s(4.5) == 5.0
    assert clock.is_entering(7.9)
    assert not clock.is_entering(8.0)
    clock.touched(9.0)
    assert not clock.is_entering(9.0)


def test_without_free_time_every_second_counts() -> None:
    """The setting allows that."""
    clock = MatchClock(Timing("up", entry_s=0.0), 2)
    clock.begin_turn(0, 0.0)
    clock.touched(1.0)
    assert not clock.is_entering(1.5)
    clock.begin_turn(1, 5.0)
    assert clock.spent_s == (5.0, 0.0)


def test_taking_a_turn_back_brings_no_new_free_time() -> None:
    """A slip is undone, and what was used of the turn stays used."""
    clock = MatchClock(Timing("turn", 60.0, entry_s=10.0), 2)
    clock.begin_turn(0, 0.0)
    clock.touched(20.0)
    clock.begin_turn(1, 26.0)
    clock.take_back(0, 27.0)
    assert (clock.entry_left_s(27.0), clock.shown_s(0, 27.0)) == (4.0, 40.0)


def test_the_table_is_never_charged() -> None:
    """While it answers a question nobody's clock runs."""
    clock = MatchClock(Timing("up"), 2)
    clock.begin_turn(None, 0.0)
    clock.begin_turn(0, 50.0)
    assert clock.spent_s == (0.0, 0.0)


def test_a_pause_is_free() -> None:
    """And nothing changes meanwhile."""
    clock = MatchClock(Timing("up"), 2)
    clock.begin_turn(0, 0.0)
    clock.pause(5.0)
    assert clock.next_change_s(50.0) is None
    clock.resume(100.0)
    clock.begin_turn(1, 101.0)
    assert clock.spent_s == (6.0, 0.0)


def test_per_turn_counts_down_and_may_be_overdrawn() -> None:
    """The limit is for each turn anew."""
    clock = MatchClock(Timing("turn", 60.0), 2)
    clock.begin_turn(0, 0.0)
    assert clock.shown_s(0, 70.0) == -10.0
    clock.begin_turn(1, 70.0)
    assert clock.shown_s(1, 75.0) == 55.0
    clock.begin_turn(0, 80.0)
    assert clock.shown_s(0, 80.0) == 60.0


def test_fischer_adds_after_each_turn() -> None:
    """Time left for the whole match."""
    clock = MatchClock(Timing("fischer", 600.0, 10.0), 2)
    clock.begin_turn(0, 0.0)
    clock.begin_turn(1, 30.0)
    assert clock.shown_s(0, 30.0) == 580.0
    clock.begin_turn(0, 31.0)
    assert clock.shown_s(1, 31.0) == 609.0


def test_taking_back_and_playing_again_wins_no_time() -> None:
    """Fischer's seconds go with the turn that earned them; the time that was used stays used."""
    clock = MatchClock(Timing("fischer", 600.0, 10.0), 2)
    clock.begin_turn(0, 0.0)
    clock.begin_turn(1, 30.0)
    for _ in range(5):
        clock.take_back(0, 30.0)
        assert clock.shown_s(0, 30.0) == 570.0
        clock.begin_turn(1, 30.0)
    assert [clock.shown_s(seat, 30.0) for seat in (0, 1)] == [580.0, 600.0]


def test_taking_back_over_a_question_to_the_table() -> None:
    """The table earns nothing and loses nothing."""
    clock = MatchClock(Timing("fischer", 600.0, 10.0), 2)
    for seat in (0, None, 1):
        clock.begin_turn(seat, 0.0)
    for seat in (None, 0):
        clock.take_back(seat, 0.0)
    assert [clock.shown_s(seat, 0.0) for seat in (0, 1)] == [600.0, 600.0]


def test_a_clock_that_stands_adds_nothing() -> None:
    """Nor does taking back a turn that earned nothing cost anything."""
    clock = MatchClock(Timing("fischer", 600.0, 10.0), 2)
    clock.begin_turn(0, 0.0)
    clock.pause(10.0)
    clock.begin_turn(1, 20.0)
    assert clock.shown_all(20.0) == (590.0, 600.0)
    clock.take_back(0, 20.0)
    clock.resume(20.0)
    assert clock.shown_all(20.0) == (590.0, 600.0)
    clock.begin_turn(1, 20.0)
    clock.pause(20.0)
    clock.take_back(0, 20.0)
    assert clock.shown_all(20.0) == (590.0, 600.0)


def test_a_part_of_anothers_turn_earns_nothing() -> None:
    """Two claim in the turn of the first: it ends once."""
    clock = MatchClock(Timing("fischer", 600.0, 10.0), 2)
    clock.begin_turn(0, 0.0)
    for seat in (1, 0, 1):
        clock.begin_turn(seat, 0.0, owner=0)
    assert clock.shown_all(0.0) == (600.0, 600.0)
    clock.begin_turn(None, 0.0)
    clock.begin_turn(1, 0.0)
    assert clock.shown_all(0.0) == (610.0, 600.0)
    clock.take_back(None, 0.0)
    clock.take_back(1, 0.0, owner=0)
    assert clock.shown_all(0.0) == (600.0, 600.0)


def test_each_pays_for_the_own_part_of_a_turn() -> None:
    """The clock of the player who claims runs."""
    clock = MatchClock(Timing("turn", 60.0), 2)
    clock.begin_turn(0, 0.0)
    clock.begin_turn(1, 20.0, owner=0)
    clock.begin_turn(0, 25.0, owner=0)
    assert clock.shown_all(30.0) == (35.0, 55.0)


def test_a_clock_is_switched_on_in_mid_match() -> None:
    """Everybody begins with the whole time; what was used before stays known."""
    clock = MatchClock(Timing("none"), 2)
    clock.begin_turn(0, 0.0)
    clock.begin_turn(1, 500.0)
    clock.change(Timing("fischer", 300.0, 5.0), 600.0)
    assert clock.shown_all(610.0) == (300.0, 290.0)
    assert clock.spent_s == (500.0, 110.0)
    clock.change(Timing("fischer", 600.0, 5.0), 610.0)
    assert clock.shown_all(610.0) == (600.0, 590.0)
    clock.change(Timing("up"), 610.0)
    assert clock.shown_all(610.0) == (500.0, 110.0)
    clock.take_back(0, 610.0)
    assert clock.shown_all(610.0) == (500.0, 110.0)


@pytest.mark.parametrize("kind", ["turn", "fischer"])
def test_time_is_called_once_when_it_is_up(kind: str) -> None:
    """Not before, not again and again, and not for a clock that stands."""
    clock = MatchClock(Timing(kind, 60.0, 0.0, 0.0), 2)
    clock.begin_turn(0, 0.0)
    assert clock.call_time(59.9) is None
    assert clock.call_time(60.0) == 0
    assert clock.call_time(61.0) is None
    clock.begin_turn(1, 62.0)
    assert clock.call_time(63.0) is None
    clock.pause(64.0)
    assert clock.call_time(500.0) is None
    clock.resume(500.0)
    assert clock.call_time(600.0) == 1


def test_fischer_calls_time_again_only_after_there_was_some() -> None:
    """An overdrawn clock does not stop every turn of its player."""
    clock = MatchClock(Timing("fischer", 10.0, 1.0, 0.0), 2)
    clock.begin_turn(0, 0.0)
    assert clock.call_time(30.0) == 0
    clock.begin_turn(1, 30.0)
    clock.begin_turn(0, 30.0)
    assert clock.call_time(31.0) is None


def test_a_clock_that_counts_up_never_calls() -> None:
    """It has no end."""
    clock = MatchClock(Timing("up", 60.0), 2)
    clock.begin_turn(0, 0.0)
    assert clock.call_time(9000.0) is None


def test_all_of_a_clock_is_in_its_text() -> None:
    """Also what a turn that is taken back after a restart had earned, or had not."""
    clock = MatchClock(Timing("fischer", 600.0, 10.0), 2)
    clock.begin_turn(0, 0.0)
    clock.begin_turn(1, 5.0)
    clock.pause(5.0)
    clock.begin_turn(0, 5.0)
    again = MatchClock.read(clock.write(), Timing(), 2)
    assert again.shown_all(0.0) == clock.shown_all(5.0) == (605.0, 600.0)
    again.take_back(1, 0.0)
    again.take_back(0, 0.0)
    assert again.shown_all(0.0) == (595.0, 600.0)


@pytest.mark.parametrize(
    "damage",
    [
        {"spent": [1.0]}, {"owner": 7}, {"turns": 10**12}, {"turns": -1}, {"entry": [0.0, "x"]},
        {"bonus": None}, {"unpaid": [[]]}, {"timing": ["up", 1.0, float("inf"), 0.0]},
    ],
)  # fmt: skip
def test_a_damaged_text_is_no_clock(damage: dict[str, object]) -> None:
    """It is refused, and fills no memory."""
    stored = json.loads(MatchClock(Timing("up"), 2).write())
    with pytest.raises((ValueError, TypeError, LookupError)):
        MatchClock.read(json.dumps(stored | damage), Timing(), 2)


@pytest.mark.parametrize("kind", ["bronstein", "delay"])
def test_the_first_seconds_of_a_turn_cost_nothing_in_the_end(kind: str) -> None:
    """Bronstein gives them back after the turn, a delay lets the clock wait."""
    clock = MatchClock(Timing(kind, 600.0, 10.0, 0.0), 2)
    clock.begin_turn(0, 0.0)
    assert clock.shown_s(0, 4.0) == (596.0 if kind == "bronstein" else 600.0)
    assert clock.delay_left_s(4.0) == (0.0 if kind == "bronstein" else 6.0)
    clock.begin_turn(1, 4.0)
    assert clock.shown_all(4.0) == (600.0, 600.0)
    clock.begin_turn(0, 34.0)
    assert clock.shown_all(34.0) == (600.0, 580.0)
    assert clock.shown_s(0, 49.0) == (585.0 if kind == "bronstein" else 595.0)


@pytest.mark.parametrize("kind", ["bronstein", "delay"])
def test_taking_back_brings_no_second_delay(kind: str) -> None:
    """What a turn has used of it stays used."""
    clock = MatchClock(Timing(kind, 600.0, 10.0, 0.0), 2)
    clock.begin_turn(0, 0.0)
    clock.begin_turn(1, 15.0)
    clock.take_back(0, 15.0)
    clock.begin_turn(1, 35.0)
    assert clock.shown_s(0, 35.0) == 575.0


def test_a_waiting_clock_wakes_the_box_for_each_second_of_its_delay() -> None:
    """They are shown; afterwards it runs."""
    clock = MatchClock(Timing("delay", 60.0, 3.0, 0.0), 2)
    clock.begin_turn(0, 0.0)
    assert [clock.next_change_s(at) for at in (0.0, 1.25, 2.5)] == [1.0, 2.0, 3.0]
    assert clock.next_change_s(3.0) == 4.0
    clock.pause(3.5)
    assert clock.delay_left_s(3.5) == 0.0


def test_a_bronstein_clock_runs_out_in_a_turn_that_it_would_have_paid_back() -> None:
    """As on real ones; with a delay the same turn is in time."""
    for kind, called in (("bronstein", 0), ("delay", None)):
        clock = MatchClock(Timing(kind, 12.0, 10.0, 0.0), 2)
        clock.begin_turn(0, 0.0)
        clock.begin_turn(1, 17.0)
        clock.begin_turn(0, 17.0)
        assert clock.call_time(23.0) == called
        assert clock.call_time(24.5) is None


def test_the_sand_goes_to_the_others() -> None:
    """All of it stays on the table, whatever is taken back."""
    clock = MatchClock(Timing("sand", 60.0, 0.0, 0.0), 3)
    clock.begin_turn(0, 0.0)
    assert clock.shown_all(10.0) == (50.0, 65.0, 65.0)
    clock.begin_turn(1, 20.0)
    clock.take_back(0, 30.0)
    assert clock.shown_all(30.0) == (45.0, 60.0, 75.0)
    clock.begin_turn(0, 76.0)
    assert clock.call_time(76.0) == 0
    alone = MatchClock(Timing("sand", 60.0, 0.0, 0.0), 1)
    alone.begin_turn(0, 0.0)
    assert alone.shown_s(0, 10.0) == 50.0


def test_one_clock_for_everyone() -> None:
    """It runs in every turn, and its time is called once."""
    clock = MatchClock(Timing("table", 60.0, 0.0, 0.0, limits_s=(5.0, 5.0)), 2)
    clock.begin_turn(0, 0.0)
    clock.begin_turn(1, 20.0)
    assert clock.shown_all(50.0) == (10.0, 10.0)
    assert clock.call_time(60.0) == 1
    clock.begin_turn(0, 61.0)
    assert clock.call_time(62.0) is None


@pytest.mark.parametrize("kind", ["turn", "fischer", "bronstein", "delay", "sand"])
def test_some_have_more_time_than_others(kind: str) -> None:
    """Also after it was stored; a seat without its own limit has that of all."""
    timing = Timing(kind, 600.0, 10.0, limits_s=(300.0, 900.0))
    clock = MatchClock.read(MatchClock(timing, 3).write(), Timing(), 3)
    assert clock.timing == timing
    assert clock.shown_all(0.0) == (300.0, 900.0, 600.0)


@pytest.mark.parametrize("kind", ["turn", "fischer", "bronstein", "delay", "sand", "table"])
def test_a_gift_is_more_time_for_one(kind: str) -> None:
    """Of the turn under way, where each turn has its time; a flag may be called again."""
    clock = MatchClock(Timing(kind, 60.0, 0.0, 0.0), 2)
    clock.begin_turn(0, 0.0)
    assert clock.call_time(70.0) == 0
    clock.give(0, 30.0, 70.0)
    assert clock.shown_s(0, 70.0) == 20.0
    assert clock.call_time(71.0) is None
    again = MatchClock.read(clock.write(), Timing(), 2)
    assert again.shown_s(0, 0.0) == 19.0
    assert clock.call_time(90.0) == 0


@pytest.mark.parametrize("kind", ["turn", "fischer", "table"])
def test_a_warning_is_given_once_before_the_end(kind: str) -> None:
    """Not at the beginning, not twice, not for a clock that stands; again after a gift."""
    clock = MatchClock(Timing(kind, 60.0, 0.0, 0.0, 10.0), 2)
    clock.begin_turn(0, 0.0)
    assert clock.call_warning(49.9) is None
    clock.pause(49.9)
    assert clock.call_warning(99.0) is None
    clock.resume(100.0)
    assert clock.call_warning(100.2) == 0
    assert clock.call_warning(101.0) is None
    clock.give(0, 60.0, 101.0)
    assert clock.call_warning(101.0) is None
    assert clock.call_warning(161.0) == 0


def test_no_warning_where_none_was_wanted_or_time_began_below_it() -> None:
    """A limit below the warning does not warn at every turn."""
    for timing in (Timing("turn", 60.0), Timing("turn", 60.0, entry_s=0.0, warn_s=60.0)):
        clock = MatchClock(timing, 2)
        clock.begin_turn(0, 0.0)
        assert [clock.call_warning(at) for at in (0.0, 30.0, 59.0, 70.0)] == [None] * 4


def test_a_clock_of_an_older_version_keeps_its_meaning() -> None:
    """Its timing had four values; a clock that needs no more is still written so."""
    stored = json.loads(MatchClock(Timing("fischer", 600.0, 10.0, 5.0), 2).write())
    assert stored["timing"] == ["fischer", 600.0, 10.0, 5.0]
    clock = MatchClock.read(json.dumps(stored), Timing(), 2)
    assert clock.timing == Timing("fischer", 600.0, 10.0, 5.0, 0.0, ())


@pytest.mark.parametrize(
    "damage",
    [None, 7, "up", {}, ["up", 1.0, 0.0], ["hourglass", 1.0, 0.0, 0.0], ["up", -1.0, 0.0, 0.0],
     ["up", 1.0, 0.0, float("nan")], ["up", 1.0, 0.0, 0.0, 0.0, ["x"]], ["up", 1.0, 0.0, 0.0, 0.0],
     ["up", 1.0, 0.0, 0.0, 0.0, 5], [[], 1.0, 0.0, 0.0], ["up", 1e300, 0.0, 0.0]],
)  # fmt: skip
def test_a_damaged_timing_is_refused(damage: object) -> None:
    """A restored backup may contain anything."""
    with pytest.raises((ValueError, TypeError)):
        Timing.read(damage)


def test_without_a_clock_nothing_is_shown_and_nothing_wakes_the_box() -> None:
    """Idle means idle."""
    clock = MatchClock(Timing(), 2)
    clock.begin_turn(0, 0.0)
    assert clock.shown_s(0, 5.0) is None
    assert clock.next_change_s(5.0) is None


@pytest.mark.parametrize("kind", ["up", "turn", "fischer", "bronstein", "sand", "table"])
def test_the_next_change_is_the_next_second(kind: str) -> None:
    """The loop sleeps until the shown second changes."""
    clock = MatchClock(Timing(kind, 60.0), 2)
    clock.begin_turn(0, 100.0)
    assert clock.next_change_s(100.25) == 101.0
    assert clock.next_change_s(101.0) == 102.0


def test_a_clock_goes_on_where_it_was() -> None:
    """After a power cut the time spent is known, the outage is not charged."""
    clock = MatchClock(Timing("up"), 2, (12.0, 34.0))
    clock.begin_turn(1, 9000.0)
    assert clock.shown_s(1, 9001.0) == 35.0


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (5.9, "0:05"), (65, "1:05"), (3729, "1:02:09"), (-3, "-0:03"), (-0.2, "-0:01")],
)
def test_clock_text(seconds: float, text: str) -> None:
    """As people read it."""
    assert clock_text(seconds) == text
