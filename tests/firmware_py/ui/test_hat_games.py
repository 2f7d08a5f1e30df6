"""Whole games with the stick and the keys of a HAT, from its pins to the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from engines import catalog
from engines.match import replay
from firmware_py.screens.play.result import ResultScreen
from hardware.controls.gestures import REPEAT_AFTER_S
from hardware.controls.gpio_controls import Controls
from hardware.events import Control
from hardware.hats import HATS
from tests.support.table_players import TablePlayers, new_game

NAMES = ("Ida", "Bo")
GAME = next(iter(catalog.GAMES))


class Thumb:
    """Takes the place of a box's knob and buttons: everything goes through the pins of a HAT."""

    def __init__(self, box: Any, hat: str) -> None:
        self.box = box
        self.keys = {key.name: key for key in HATS[hat].keys}
        self.factory = MockFactory()
        self.controls = Controls(
            self.factory, HATS[hat].pins({}), box.app.inbox, clock=lambda: box.now
        )
        self._pushes = 0
        box.turn, box.press, box.hold = self.turn, self.press, self.hold

    def push(self, name: str, for_s: float = 0.05) -> None:
        """Push a key, for some time."""
        pin = self.factory.pin(self.keys[name].gpio)
        for drive, after_s in ((pin.drive_low, for_s), (pin.drive_high, 0.25)):
            drive()
            self.wait(after_s)

    def wait(self, seconds: float) -> None:
        """Run the loop for some time; nothing but the stick's own times matter here."""
        app, end_s = self.box.app, self.box.now + seconds
        while True:
            while app.inbox.waiting():
                app.step(0)
            due_s = app.gestures.deadline_s()
            if due_s is None or due_s > end_s:
                break
            self.box.now = max(due_s, self.box.now)
            app.step(0)
        self.box.now = end_s

    def turn(self, steps: int) -> Any:
        """Push the stick so often, up and down or to the sides in turn."""
        for _ in range(abs(steps)):
            self._pushes += 1
            sides = (("up", "down"), ("left", "right"))[self._pushes % 2]
            self.push(sides[steps > 0])
        return self.box

    def press(self, control: str = "knob") -> Any:
        """Press the key of a control."""
        (name,) = (key.name for key in self.keys.values() if key.control == Control(control))
        self.push(name)
        return self.box

    def hold(self, control: str) -> Any:
        """Hold the key whose hold it is."""
        (name,) = (
            key.name for key in self.keys.values() if (key.hold or key.control) == Control(control)
        )
        self.push(name, for_s=1.5)
        return self.box


@pytest.fixture(params=list(HATS))
def thumb(box: Any, request: pytest.FixtureRequest) -> Iterator[Thumb]:
    made = Thumb(box, request.param)
    yield made
    made.controls.close()
    made.factory.reset()


def test_a_whole_game_from_home_to_the_score(thumb: Thumb) -> None:
    """Names and options included; the record is that of an engine that was never near the pins."""
    box = thumb.box
    players = TablePlayers(box, GAME, first=1)
    new_game(box, GAME, NAMES, first=NAMES[1])
    players.set_up()
    players.play_out()
    assert isinstance(box.screen, ResultScreen)
    outcome = players.engine.outcome(players.truth.state)
    record = box.services.table.match.record()
    again = replay(record, catalog.load(GAME))
    assert outcome is not None
    assert again.engine.outcome(again.state) == outcome
    assert box.unfit == {}


def test_why_back_undo_and_menu_are_reached_in_play(thumb: Thumb) -> None:
    """Each by the key that the page names."""
    box = thumb.box
    players = TablePlayers(box, GAME, first=1)
    new_game(box, GAME, NAMES, first=NAMES[1])
    players.set_up()
    play = box.screen
    players.play_on(2)
    box.press("why")
    assert box.screen is not play or box.services.toast
    box.press("back")
    assert box.screen is play
    box.hold("undo")
    assert play.table.match.lines[-1].text == "undo"
    box.hold("knob")
    assert type(box.screen).__name__ == "MatchMenu"
    box.hold("back")
    assert box.app.top is not play
    assert box.services.table is None


def test_a_long_push_runs_through_a_list_and_stops(thumb: Thumb) -> None:
    """At the last row, where it was let go."""
    box = thumb.box
    first = box.chosen
    thumb.push("down", for_s=REPEAT_AFTER_S + 1.0)
    last = box.chosen
    assert last != first
    thumb.push("up", for_s=REPEAT_AFTER_S + 1.0)
    assert box.chosen == first
