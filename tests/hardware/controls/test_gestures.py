"""Presses, holds and turns, timed by a clock that the test controls."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.controls.gestures import Acceleration, Gestures
from hardware.errors import BadSetting
from hardware.events import (
    Appeared,
    Control,
    Edge,
    Event,
    Held,
    Lost,
    Pressed,
    SerialLine,
    Stopped,
    Turned,
)
from tests.hardware.conftest import about

KNOB, BACK, UNDO = Control.KNOB, Control.BACK, Control.UNDO


class Table:
    """A person at the box, a clock, and all that was understood."""

    def __init__(self, **settings: Any) -> None:
        self.gestures = Gestures(**settings)
        self.now_s = 100.0
        self.events: list[Event] = []

    def wait(self, seconds: float) -> None:
        """Let time pass, calling `due` exactly when it was asked for, as the loop does."""
        end_s = self.now_s + seconds
        while (deadline_s := self.gestures.deadline_s()) is not None and deadline_s <= end_s:
            assert deadline_s >= self.now_s, "asked to be called in the past"
            self.now_s = deadline_s
            self.events += self.gestures.due(self.now_s)
            assert self.gestures.deadline_s() != deadline_s, "would spin"
        self.now_s = end_s

    def feed(self, event: Event) -> None:
        self.events += self.gestures.feed(event, self.now_s)

    def edge(self, control: Control, down: bool, source: str = "box") -> None:
        self.feed(Edge(control, down, self.now_s, source))

    def down(self, control: Control, source: str = "box") -> None:
        self.edge(control, True, source)

    def up(self, control: Control, source: str = "box") -> None:
        self.edge(control, False, source)

    def turn(self, steps: int = 1, source: str = "box") -> None:
        self.feed(Turned(steps, source, self.now_s))

    def took(self) -> list[Event]:
        """Return what was understood so far, and forget it."""
        events, self.events = self.events, []
        return events


@pytest.fixture
def table() -> Table:
    return Table()


def test_short_press_is_pressed(table: Table) -> None:
    """Down and up within the hold time is one press."""
    table.down(BACK)
    table.wait(0.1)
    table.up(BACK)
    table.wait(1)
    assert table.took() == [Pressed(BACK)]


def test_press_is_reported_on_release(table: Table) -> None:
    """While the button is down nothing is decided."""
    table.down(BACK)
    table.wait(0.2)
    assert table.took() == []


def test_hold_fires_at_the_threshold(table: Table) -> None:
    """At 0.7 s the hold acts, though the finger is still down."""
    table.down(UNDO)
    table.wait(0.6999)
    assert Held(UNDO, 1.0) not in table.events
    table.wait(0.0002)
    assert table.events[-1] == Held(UNDO, 1.0)


def test_hold_suppresses_the_press(table: Table) -> None:
    """Letting go after a hold means nothing more."""
    table.down(UNDO)
    table.wait(0.8)
    table.took()
    table.up(UNDO)
    table.wait(1)
    assert table.took() == []


def test_progress_rises_in_steps(table: Table) -> None:
    """Progress is reported from 0.25 s on, every 0.1 s, and ends with exactly 1.0."""
    table.down(UNDO)
    table.wait(2)
    progress = [event.progress for event in table.took() if isinstance(event, Held)]
    assert progress == pytest.approx(
        [0.25 / 0.7, 0.35 / 0.7, 0.45 / 0.7, 0.55 / 0.7, 0.65 / 0.7, 1]
    )
    assert progress[-1] == 1.0


def test_stuck_button_does_nothing_more(table: Table) -> None:
    """After the 1.0 a button that stays down neither acts nor wakes anyone."""
    table.down(BACK)
    table.wait(1)
    table.took()
    assert table.gestures.deadline_s() is None
    table.wait(3600)
    assert table.took() == []


def test_early_release_takes_progress_back_and_presses(table: Table) -> None:
    """Let go after progress was shown: it goes to 0.0, and it was a press."""
    table.down(UNDO)
    table.wait(0.3)
    table.took()
    table.up(UNDO)
    assert table.took() == [Held(UNDO, 0.0), Pressed(UNDO)]


def test_idle_machine_sets_no_deadline(table: Table) -> None:
    """Before, and after a press, nobody needs to wake up."""
    assert table.gestures.deadline_s() is None
    table.down(BACK)
    table.wait(0.1)
    table.up(BACK)
    assert table.gestures.deadline_s() is None


def test_turn_during_a_press_cancels_it(table: Table) -> None:
    """The turn passes, and tells that the knob was down; the press does not."""
    table.down(KNOB)
    table.wait(0.1)
    table.turn(2)
    table.wait(0.1)
    table.up(KNOB)
    table.wait(1)
    table.turn()
    assert table.took() == [
        Turned(2, "box", about(100.1), pressed=True),
        Turned(1, "box", about(101.2)),
    ]


def test_turn_during_a_hold_takes_progress_back(table: Table) -> None:
    """Hold, then turn: progress goes to 0.0, and the hold never acts."""
    table.down(KNOB)
    table.wait(0.4)
    table.took()
    table.turn()
    table.wait(2)
    table.up(KNOB)
    assert table.took() == [
        Held(KNOB, 0.0),
        Turned(1, "box", about(100.4), pressed=True),
    ]


def test_turn_after_the_hold_acted_passes(table: Table) -> None:
    """Once the hold acted, a turn is a turn, and the release still nothing."""
    table.down(KNOB)
    table.wait(1)
    table.took()
    table.turn()
    table.up(KNOB)
    assert table.took() == [Turned(1, "box", 101.0, pressed=True)]


def test_slip_of_the_knob_after_its_press_is_ignored(table: Table) -> None:
    """A finger leaving the knob may turn it by a detent."""
    table.down(KNOB)
    table.wait(0.1)
    table.up(KNOB)
    table.wait(0.1)
    table.turn()
    assert table.took() == [Pressed(KNOB)]


def test_turn_a_moment_after_a_press_passes(table: Table) -> None:
    """After 0.12 s a turn is meant."""
    table.down(KNOB)
    table.wait(0.1)
    table.up(KNOB)
    table.wait(0.13)
    table.turn()
    assert isinstance(table.took()[-1], Turned)


def test_turn_right_after_another_button_passes(table: Table) -> None:
    """Only the knob can slip under the finger that pressed it."""
    table.down(BACK)
    table.wait(0.1)
    table.up(BACK)
    table.turn()
    assert isinstance(table.took()[-1], Turned)


def test_turning_goes_on_after_a_cancelled_press(table: Table) -> None:
    """Who turns with the knob pressed and lets go while turning loses no detent."""
    table.down(KNOB)
    table.wait(0.1)
    table.turn()
    table.up(KNOB)
    table.turn()
    assert [type(event) for event in table.took()] == [Turned, Turned]


def test_slips_of_keys_do_not_happen(table: Table) -> None:
    """On a keyboard or a web page a turn right after a press is meant."""
    table.down(KNOB, "web:1")
    table.up(KNOB, "web:1")
    table.turn(source="web:1")
    assert [type(event) for event in table.took()] == [Pressed, Turned]


def test_two_buttons_at_once_are_independent(table: Table) -> None:
    """One is held, the other pressed meanwhile."""
    table.down(UNDO)
    table.wait(0.1)
    table.down(BACK)
    table.wait(0.1)
    table.up(BACK)
    assert table.took() == [Pressed(BACK)]
    table.wait(0.6)
    assert table.took()[-1] == Held(UNDO, 1.0)


def test_two_holds_at_once_both_act(table: Table) -> None:
    """Both buttons reach their end, each in its time."""
    table.down(UNDO)
    table.wait(0.2)
    table.down(BACK)
    table.wait(1)
    done = [event for event in table.took() if isinstance(event, Held) and event.progress == 1.0]
    assert done == [Held(UNDO, 1.0), Held(BACK, 1.0)]


def test_sources_are_independent(table: Table) -> None:
    """A turn on a web page does not cancel the press on the box, nor end it a second time."""
    table.down(KNOB)
    table.wait(0.1)
    table.down(KNOB, "web:1")
    table.turn(source="web:2")
    table.wait(0.1)
    table.up(KNOB)
    assert [event for event in table.took() if not isinstance(event, Turned)] == [Pressed(KNOB)]
    table.up(KNOB, "web:1")
    assert table.took() == [Pressed(KNOB, "web:1")]


@pytest.mark.parametrize("bounces", [1, 2, 5])
def test_bounce_on_both_edges_is_one_press(table: Table, bounces: int) -> None:
    """Contacts chatter when they close and when they open."""
    for level in (True, False):
        for _ in range(bounces):
            table.edge(BACK, level)
            table.wait(0.001)
            table.edge(BACK, not level)
            table.wait(0.001)
        table.edge(BACK, level)
        table.wait(0.1)
    assert table.took() == [Pressed(BACK)]


def test_bounce_during_a_hold_is_one_hold(table: Table) -> None:
    """A chattering contact that ends closed is down, from the first edge on."""
    for level in (True, False, True, False, True):
        table.edge(UNDO, level)
        table.wait(0.002)
    table.wait(0.7 - 0.0099)
    assert table.took()[-1] == Held(UNDO, 1.0)


def test_tap_shorter_than_the_debouncing_is_a_press(table: Table) -> None:
    """A very quick tap is not lost: it is believed when the contact has settled."""
    table.down(BACK)
    table.wait(0.005)
    table.up(BACK)
    assert table.took() == []
    table.wait(0.1)
    assert table.took() == [Pressed(BACK)]
    assert table.gestures.deadline_s() is None


def test_quick_presses_are_all_reported(table: Table) -> None:
    """Five presses in a second are five."""
    for _ in range(5):
        table.down(BACK)
        table.wait(0.05)
        table.up(BACK)
        table.wait(0.05)
    assert table.took() == [Pressed(BACK)] * 5


def test_keys_are_not_debounced(table: Table) -> None:
    """A key that goes down and up at the same moment was pressed, twice means twice."""
    for _ in range(2):
        table.down(BACK, "terminal")
        table.up(BACK, "terminal")
    assert table.took() == [Pressed(BACK, "terminal")] * 2


def test_repeated_down_is_one_press(table: Table) -> None:
    """A page that repeats its key downs does not press again and again."""
    for _ in range(5):
        table.down(BACK, "web:1")
        table.wait(0.02)
    table.up(BACK, "web:1")
    assert table.took() == [Pressed(BACK, "web:1")]


def test_release_without_press_means_nothing(table: Table) -> None:
    """A button that was down when the program started only comes up."""
    table.up(BACK)
    table.wait(1)
    assert table.took() == []


def test_late_loop_judges_by_the_time_of_the_edges() -> None:
    """A loop that slept through a short press still sees a short press."""
    gestures = Gestures()
    events = gestures.feed(Edge(BACK, True, 10.0), 15.0)
    events += gestures.feed(Edge(BACK, False, 10.2), 15.0)
    assert events == [Pressed(BACK)]


def test_late_loop_still_sees_a_hold() -> None:
    """A loop that slept through a hold sees a hold, and no press."""
    gestures = Gestures()
    events = gestures.feed(Edge(BACK, True, 10.0), 15.0)
    events += gestures.feed(Edge(BACK, False, 11.0), 15.0)
    assert events == [Held(BACK, 1.0)]


def test_late_loop_turns_after_a_hold() -> None:
    """A turn later than the hold's end does not cancel what was already held."""
    gestures = Gestures()
    gestures.feed(Edge(KNOB, True, 10.0), 15.0)
    assert gestures.feed(Turned(1, "box", 12.0), 15.0) == [
        Held(KNOB, 1.0),
        Turned(1, "box", 12.0, pressed=True),
    ]


def test_time_from_the_future_is_now() -> None:
    """An edge that claims to come later than now happened now."""
    gestures = Gestures()
    gestures.feed(Edge(BACK, True, 99.0), 10.0)
    assert gestures.deadline_s() == about(10.25)


def test_turn_without_a_time_happens_now(table: Table) -> None:
    """Panels need not stamp their turns."""
    table.down(KNOB)
    table.wait(0.1)
    table.up(KNOB)
    table.wait(0.2)
    table.feed(Turned(1))
    assert table.took()[-1] == Turned(1)


@pytest.mark.parametrize("event", [Lost("web:1", "left"), Appeared("web:1")])
def test_source_that_goes_drops_its_presses(table: Table, event: Event) -> None:
    """A page that is gone, or new, holds nothing down; the box still does."""
    table.down(UNDO, "web:1")
    table.down(BACK)
    table.wait(0.3)
    table.took()
    table.feed(event)
    assert table.took() == [Held(UNDO, 0.0, "web:1"), event]
    table.wait(1)
    assert table.took()[-1] == Held(BACK, 1.0)


@pytest.mark.parametrize(
    "event", [SerialLine(b"x"), Stopped(), Pressed(BACK, "terminal"), Held(UNDO, 1.0, "terminal")]
)
def test_everything_else_passes(table: Table, event: Event) -> None:
    """What is not an edge or a turn is none of our business."""
    table.feed(event)
    assert table.took() == [event]


def test_hold_time_can_change_while_running(table: Table) -> None:
    """A longer hold set in the menu counts at once."""
    table.gestures.hold_s = 1.5
    table.down(UNDO)
    table.wait(1.4)
    assert Held(UNDO, 1.0) not in table.took()
    table.wait(0.2)
    assert table.took()[-1] == Held(UNDO, 1.0)


def test_hold_shorter_than_the_first_progress(table: Table) -> None:
    """With a very short hold there is no progress to show, only its end."""
    table.gestures.hold_s = 0.2
    table.down(UNDO)
    table.wait(1)
    assert table.took() == [Held(UNDO, 1.0)]


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_impossible_hold_time_is_refused(seconds: float) -> None:
    """A hold takes some time, but not forever."""
    with pytest.raises(BadSetting, match="hold_s"):
        Gestures(hold_s=seconds)


@pytest.mark.parametrize("seconds", [-0.1, 20, float("inf"), float("nan")])
@pytest.mark.parametrize("name", ["debounce_s", "turn_guard_s"])
def test_impossible_deaf_times_are_refused(name: str, seconds: float) -> None:
    """Time does not run backwards, and who means milliseconds would make the buttons deaf."""
    settings: dict[str, Any] = {name: seconds}
    with pytest.raises(BadSetting, match=name):
        Gestures(**settings)


def test_spun_knob_is_four_times_as_fast() -> None:
    """From the third detent within 50 ms on, detents count fourfold."""
    acceleration = Acceleration()
    factors = [acceleration.factor(1, at_s) for at_s in (1.00, 1.02, 1.04, 1.06, 1.08)]
    assert factors == [1, 1, 4, 4, 4]


def test_slow_knob_stays_slow() -> None:
    """Brisk turning, a detent every 30 ms, is not spinning."""
    acceleration = Acceleration()
    assert {acceleration.factor(1, 1 + n * 0.03) for n in range(50)} == {1}


def test_turning_back_starts_slow() -> None:
    """Who overshot and turns back wants to be exact."""
    acceleration = Acceleration()
    for at_s in (1.00, 1.01, 1.02, 1.03):
        acceleration.factor(-1, at_s)
    assert acceleration.factor(1, 1.04) == 1


def test_pause_starts_slow() -> None:
    """A spin is forgotten after a pause."""
    acceleration = Acceleration()
    for at_s in (1.00, 1.01, 1.02):
        acceleration.factor(1, at_s)
    assert acceleration.factor(1, 1.2) == 1


def test_detents_in_one_event_count_together() -> None:
    """Three detents reported at once were fast."""
    assert Acceleration().factor(3, 1.0) == 4
