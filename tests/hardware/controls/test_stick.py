"""The contacts of a stick: a push turns, a long push turns on, and one thing happens at a time."""

from __future__ import annotations

import pytest

from hardware.controls.gestures import (
    QUICK_AFTER,
    QUICK_S,
    REPEAT_AFTER_S,
    REPEAT_S,
    SHOW_S,
    Gestures,
)
from hardware.events import Control, Edge, Event, Held, Lost, Nudge, Pressed, Turned


class Thumb:
    """A thumb on a stick, and a clock in the test's hands."""

    def __init__(self) -> None:
        self.gestures = Gestures()
        self.now_s = 10.0

    def side(self, key: str, steps: int, down: bool) -> list[Event]:
        return self.gestures.feed(Nudge(key, steps, down, self.now_s), self.now_s)

    def middle(self, down: bool) -> list[Event]:
        return self.gestures.feed(Edge(Control.KNOB, down, self.now_s), self.now_s)

    def wait(self, seconds: float) -> list[Event]:
        """Let time pass as the loop does."""
        events: list[Event] = []
        end_s = self.now_s + seconds
        while (due_s := self.gestures.deadline_s()) is not None and due_s <= end_s:
            self.now_s = max(due_s, self.now_s)
            events += self.gestures.due(self.now_s)
        self.now_s = end_s
        return events


@pytest.fixture
def thumb() -> Thumb:
    return Thumb()


def steps(events: list[Event]) -> list[int]:
    assert all(isinstance(event, Turned) for event in events)
    return [event.steps for event in events if isinstance(event, Turned)]


@pytest.mark.parametrize("way", [1, -1])
def test_a_push_turns_once_and_at_once(thumb: Thumb, way: int) -> None:
    """Nobody waits for the stick to come back."""
    assert steps(thumb.side("down", way, True)) == [way]
    assert thumb.wait(0.1) + thumb.side("down", way, False) + thumb.wait(5.0) == []


def test_a_long_push_turns_on_and_later_faster(thumb: Thumb) -> None:
    """After a pause, at a pace that can be stopped, and through long lists at twice that."""
    thumb.side("down", 1, True)
    assert thumb.wait(REPEAT_AFTER_S - 0.01) == []
    assert steps(thumb.wait(0.02)) == [1]
    assert steps(thumb.wait(REPEAT_S * (QUICK_AFTER - 1))) == [1] * (QUICK_AFTER - 1)
    assert len(thumb.wait(QUICK_S * 10)) == 10
    assert thumb.side("down", 1, False) + thumb.wait(5.0) == []
    assert thumb.gestures.deadline_s() is None


def test_a_slow_moment_is_not_made_up_for(thumb: Thumb) -> None:
    """The loop was busy for seconds: one turn, and not all that were missed."""
    thumb.side("down", 1, True)
    thumb.now_s += 3.0
    assert steps(thumb.gestures.due(thumb.now_s)) == [1]


@pytest.mark.parametrize("at", ["closing", "opening"])
def test_a_bouncing_contact_turns_once(thumb: Thumb, at: str) -> None:
    """Whichever edge it bounces on."""
    events = thumb.side("up", -1, True)
    if at == "opening":
        thumb.wait(0.1)
        events += thumb.side("up", -1, False)
    for _ in range(4):
        thumb.now_s += 0.002
        events += thumb.side("up", -1, False) + thumb.side("up", -1, True)
    events += thumb.side("up", -1, False)
    assert steps(events + thumb.wait(5.0)) == [-1]


def test_a_thumb_that_rolls_over_turns_the_new_way(thumb: Thumb) -> None:
    """The new side closes before the old one opens."""
    thumb.side("up", -1, True)
    thumb.wait(0.1)
    assert steps(thumb.side("right", 1, True)) == [1]
    thumb.wait(0.05)
    thumb.side("up", -1, False)
    assert set(steps(thumb.wait(1.0))) == {1}


def test_pressing_the_middle_may_tilt_the_stick(thumb: Thumb) -> None:
    """While it is down and just after it, nothing turns; the press counts."""
    thumb.middle(True)
    thumb.now_s += 0.03
    assert thumb.side("down", 1, True) == []
    thumb.now_s += 0.05
    assert thumb.side("down", 1, False) == []
    thumb.now_s += 0.05
    assert thumb.middle(False) == [Pressed(Control.KNOB)]
    thumb.now_s += 0.03
    assert thumb.side("down", 1, True) == []
    assert thumb.wait(2.0) == []


def test_pushing_hard_to_a_side_is_no_press(thumb: Thumb) -> None:
    """It turned; the middle that gave way below it means nothing."""
    assert steps(thumb.side("down", 1, True)) == [1]
    thumb.now_s += 0.03
    events = thumb.middle(True)
    thumb.now_s += 0.1
    events += thumb.middle(False)
    thumb.now_s += 0.02
    events += thumb.side("down", 1, False)
    assert events + thumb.wait(3.0) == []


def test_a_hold_may_mean_another_control(thumb: Thumb) -> None:
    """As on a board that has too few keys: its press is WHY, its hold is that of UNDO."""

    def edge(down: bool) -> list[Event]:
        event = Edge(Control.WHY, down, thumb.now_s, hold=Control.UNDO)
        return thumb.gestures.feed(event, thumb.now_s)

    edge(True)
    thumb.now_s += 0.1
    assert edge(False) == [Pressed(Control.WHY)]
    thumb.now_s += 1.0
    edge(True)
    shown = thumb.wait(SHOW_S + 0.01)
    assert [(type(event), event.control) for event in shown] == [(Held, Control.UNDO)]
    assert thumb.wait(1.0)[-1] == Held(Control.UNDO, 1.0)
    assert edge(False) == []


def test_a_stick_that_goes_away_turns_no_more(thumb: Thumb) -> None:
    """Its panel was lost while it was pushed."""
    thumb.side("down", 1, True)
    assert thumb.gestures.feed(Lost("box"), thumb.now_s) == [Lost("box")]
    assert thumb.wait(5.0) == []
