"""Clocks: who is charged for what."""

from __future__ import annotations

import pytest

from firmware_py.play.clock import REST_S, MatchClock, Timing, clock_text


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


def test_without_a_clock_nothing_is_shown_and_nothing_wakes_the_box() -> None:
    """Idle means idle."""
    clock = MatchClock(Timing(), 2)
    clock.begin_turn(0, 0.0)
    assert clock.shown_s(0, 5.0) is None
    assert clock.next_change_s(5.0) is None


@pytest.mark.parametrize("kind", ["up", "turn", "fischer"])
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
