"""Sleep: dim, saver, off, and what wakes."""

from __future__ import annotations

from firmware_py.app.painter import Sleeper, SleepTimes
from firmware_py.core.picture import SleepStage

TIMES = SleepTimes(10.0, 20.0, 30.0)


def test_the_levels_follow_each_other() -> None:
    """Idle time decides."""
    sleeper = Sleeper(TIMES, 0.0)
    levels = [sleeper.level(t, may_sleep=True) for t in (0.0, 9.9, 10.0, 20.0, 30.0)]
    assert levels == [
        SleepStage.AWAKE,
        SleepStage.AWAKE,
        SleepStage.DIM,
        SleepStage.SAVER,
        SleepStage.OFF,
    ]


def test_an_input_acts_when_dim_and_only_wakes_from_saver_and_off() -> None:
    """Nobody chooses something in the dark."""
    for idle, acts in ((0.0, True), (10.0, True), (20.0, False), (30.0, False)):
        sleeper = Sleeper(TIMES, 0.0)
        assert sleeper.touch(idle, may_sleep=True) is acts
        assert sleeper.touch(idle + 0.1, may_sleep=True)


def test_a_screen_may_forbid_sleep() -> None:
    """In the middle of an entry the display dims at most."""
    sleeper = Sleeper(TIMES, 0.0)
    assert sleeper.level(1000.0, may_sleep=False) is SleepStage.DIM
    assert sleeper.touch(1000.0, may_sleep=False)


def test_deadlines_are_the_changes() -> None:
    """The loop wakes up for them and for the saver's steps, and not otherwise."""
    sleeper = Sleeper(TIMES, 0.0)
    assert sleeper.deadline_s(0.0, may_sleep=True) == 10.0
    assert sleeper.deadline_s(10.0, may_sleep=True) == 20.0
    assert sleeper.deadline_s(21.0, may_sleep=True) == 25.0
    assert sleeper.deadline_s(30.0, may_sleep=True) is None
    assert sleeper.deadline_s(11.0, may_sleep=False) is None


def test_never_is_never() -> None:
    """Zero switches a level off."""
    sleeper = Sleeper(SleepTimes(0.0, 0.0, 0.0), 0.0)
    assert sleeper.level(1e6, may_sleep=True) is SleepStage.AWAKE
    assert sleeper.deadline_s(0.0, may_sleep=True) is None


def test_a_second_is_a_time() -> None:
    """Only zero means never."""
    assert Sleeper(SleepTimes(1.0, 0.0, 0.0), 0.0).level(1.0, may_sleep=True) is SleepStage.DIM
