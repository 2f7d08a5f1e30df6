"""The countdown of a score pad: it ticks, stands, gets more time, and rings once."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.games.scorepad.countdown import CountdownScreen, opened_by
from firmware_py.ui.navigation import IGNORED, STAY, Pop
from hardware.events import Control, Held, Pressed, Turned

KNOB, BACK = Pressed(Control.KNOB), Pressed(Control.BACK)


@pytest.fixture
def countdown(box: Any) -> CountdownScreen:
    """Return a countdown of 30 seconds that has just begun."""
    return CountdownScreen(box.services, 30)


def test_it_runs_with_the_clock(box: Any, countdown: CountdownScreen) -> None:
    box.now += 12.5
    assert countdown.left_s() == 17.5


def test_it_stops_at_nothing(box: Any, countdown: CountdownScreen) -> None:
    box.now += 100
    assert countdown.left_s() == 0.0


def test_the_last_second_is_not_over(box: Any, countdown: CountdownScreen) -> None:
    box.now += 29.5
    assert not countdown.is_over


def test_it_is_over_when_nothing_is_left(box: Any, countdown: CountdownScreen) -> None:
    box.now += 30
    assert countdown.is_over


def test_a_press_lets_it_stand(box: Any, countdown: CountdownScreen) -> None:
    box.now += 10
    assert countdown.handle(KNOB) is STAY
    box.now += 100
    assert countdown.left_s() == 20.0


def test_a_second_press_lets_it_go_on(box: Any, countdown: CountdownScreen) -> None:
    countdown.handle(KNOB)
    box.now += 100
    countdown.handle(KNOB)
    box.now += 10
    assert countdown.left_s() == 20.0


@pytest.mark.parametrize("stands", [False, True])
@pytest.mark.parametrize(("steps", "left_s"), [(2, 50.0), (-1, 20.0), (-9, 1.0)])
def test_a_turn_gives_or_takes_ten_seconds(
    countdown: CountdownScreen, stands: bool, steps: int, left_s: float
) -> None:
    """A second is always left: only time makes it ring."""
    if stands:
        countdown.handle(KNOB)
    assert countdown.handle(Turned(steps)) is STAY
    assert countdown.left_s() == left_s


def test_once_it_is_over_it_gets_no_more_time(box: Any, countdown: CountdownScreen) -> None:
    box.now += 31
    assert countdown.handle(Turned(1)) is IGNORED
    assert countdown.is_over


@pytest.mark.parametrize(("wait_s", "event"), [(0, BACK), (31, BACK), (31, KNOB)])
def test_it_closes(box: Any, countdown: CountdownScreen, wait_s: int, event: Pressed) -> None:
    """By BACK at any time, by the knob once it is over."""
    box.now += wait_s
    assert isinstance(countdown.handle(event), Pop)


@pytest.mark.parametrize("event", [Held(Control.KNOB, 1.0), Pressed(Control.WHY)])
def test_it_has_no_use_for_other_buttons(countdown: CountdownScreen, event: Any) -> None:
    assert countdown.handle(event) is IGNORED


def test_it_rings_once(box: Any, countdown: CountdownScreen) -> None:
    assert not countdown.rings()
    box.now += 31
    assert [countdown.rings(), countdown.rings()] == [True, False]


def test_it_is_drawn_again_with_each_second(box: Any, countdown: CountdownScreen) -> None:
    assert countdown.deadline_s(box.now) == box.now + 1.0
    box.now += 0.25
    assert countdown.deadline_s(box.now) == box.now + 0.75


def test_while_it_stands_nothing_is_drawn_again(box: Any, countdown: CountdownScreen) -> None:
    countdown.handle(KNOB)
    assert countdown.deadline_s(box.now) is None


def test_once_it_is_over_nothing_is_drawn_again(box: Any, countdown: CountdownScreen) -> None:
    box.now += 31
    assert countdown.deadline_s(box.now) is None


@pytest.mark.parametrize("text", ["no choice at all", ""])
def test_other_texts_open_no_countdown(box: Any, text: str) -> None:
    assert opened_by(box.services, text) is None
