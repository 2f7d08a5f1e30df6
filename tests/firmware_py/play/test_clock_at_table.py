"""The clock at the table: what it charges, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.app.serial_referee import SerialReferee
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from hardware.events import SerialLine, Turned


@pytest.fixture
def laying(box: Any) -> Any:
    """Return a box where people have laid the table for ten minutes."""
    box.services.settings.put("clock", "up")
    box.choose("New game").choose("Mana").choose("Start")
    assert isinstance(box.screen, Laying)
    box.now += 600.0
    return box


def spent(box: Any) -> float:
    """Return what all seats have used."""
    clock = box.services.table.clock
    clock.reckon(box.now)
    return float(sum(clock.spent_s))


def begin(box: Any) -> None:
    """Go through the pages to the first turn."""
    while isinstance(box.screen, Laying):
        box.press()
    assert isinstance(box.screen, Play)


def test_laying_the_table_is_nobodys_time(laying: Any) -> None:
    """The first turn begins when the last page is put away."""
    begin(laying)
    assert spent(laying) < 1.0
    laying.now += 60.0
    assert spent(laying) == pytest.approx(60.0, abs=1.0)


def test_laying_it_again_neither(laying: Any) -> None:
    """After a pause the table may have to be laid anew."""
    begin(laying)
    laying.now += 60.0
    laying.hold("back").choose("Paused games").press().choose("Set up again")
    before = spent(laying)
    laying.now += 600.0
    assert spent(laying) == before
    begin(laying)
    laying.now += 60.0
    assert spent(laying) > before + 50.0


def test_leaving_while_laying_stops_the_clock_for_good(laying: Any) -> None:
    """Home, an hour of supper, and back."""
    laying.hold("back")
    laying.now += 3600.0
    laying.choose("Resume Mana")
    begin(laying)
    assert spent(laying) < 1.0


def test_a_program_that_plays_meanwhile_starts_it(laying: Any) -> None:
    """Its move is the beginning."""
    laying.app.referee = SerialReferee(laying.services, lambda _: None)
    laying.feed(SerialLine(b'{"cmd":"play","move":"=b1"}'))
    assert isinstance(laying.screen, Play)
    laying.now += 60.0
    assert spent(laying) == pytest.approx(60.0, abs=1.0)


@pytest.fixture
def timed(box: Any) -> Any:
    """Return a box in the first turn of a match with a minute a turn."""
    box.services.settings.put("clock", "turn")
    box.services.settings.put("clock_minutes", 1)
    box.choose("New game").choose("Mana").choose("Start")
    begin(box)
    return box


def wait(box: Any, seconds: float) -> None:
    """Let time pass as the loop does: whatever is due is done."""
    until = box.now + seconds
    while box.now < until:
        due = box.app.due_s()
        box.now = until if due is None else min(until, max(due, box.now + 0.001))
        box.app.paint()


def called(box: Any) -> bool:
    """Return whether the screen shows that somebody's time is up."""
    return "Time is up" in box.text


def test_time_that_is_up_fills_the_screen_and_is_heard(timed: Any) -> None:
    """Whose it is, and that a press goes on; once."""
    heard: list[int] = []
    timed.panel.call_time = heard.append
    wait(timed, 59.0)
    assert not called(timed)
    wait(timed, 2.0)
    seat = timed.services.table.match.turn.seat
    assert (called(timed), heard) == (True, [seat])
    assert timed.services.table.names[seat] in timed.text
    wait(timed, 30.0)
    timed.press()
    assert not called(timed)
    wait(timed, 30.0)
    assert (called(timed), heard) == (False, [seat])


def test_it_takes_one_press_and_keeps_what_is_being_entered(timed: Any) -> None:
    """The entry goes on where it was."""
    timed.turn(1)
    play = timed.screen
    wait(timed, 75.0)
    before = (play.picker.picked, play.picker.index)
    assert called(timed)
    timed.press()
    assert timed.screen is play
    assert (play.picker.picked, play.picker.index) == before
    assert not timed.services.table.match.lines
    timed.play()
    assert len(timed.services.table.match.lines) == 1


def test_a_turn_that_was_under_way_leaves_it_to_be_read(timed: Any) -> None:
    """For a second; what is not seen is not turned to."""
    wait(timed, 59.0)
    play = timed.screen
    timed.turn(1)
    index = play.picker.index
    wait(timed, 12.0)
    assert called(timed)
    timed.feed(Turned(1, at_s=timed.now))
    assert play.picker.index == index


def test_it_is_shown_on_top_of_menus_and_wakes_the_display(timed: Any) -> None:
    """Wherever people are, and if they are asleep."""
    timed.services.settings.put("clock_minutes", 20)
    timed.services.table.set_timing(timed.services.timing())
    timed.hold("knob")
    menu = timed.screen
    wait(timed, 1100.0)
    assert len(timed.text) == 1  # the saver
    wait(timed, 120.0)
    assert called(timed)
    timed.press("back")
    assert timed.screen is menu


def test_a_program_that_plays_on_puts_it_away(timed: Any) -> None:
    """It was for the turn that is over."""
    wait(timed, 70.0)
    timed.app.referee = SerialReferee(timed.services, lambda _: None)
    timed.feed(SerialLine(b'{"cmd":"play","move":"=b1"}'))
    assert not called(timed)


def test_the_hold_for_home_goes_home_at_once(timed: Any) -> None:
    """The press does not have to be repeated."""
    wait(timed, 70.0)
    timed.hold("back")
    assert timed.chosen == "Resume Mana"


def test_the_clock_is_switched_on_from_the_menu_of_the_match(box: Any) -> None:
    """In the middle of it; after a restart it is still there."""
    box.choose("New game").choose("Mana").choose("Start")
    begin(box)
    box.now += 100.0
    box.hold("knob").choose("Clock").choose("Clock").choose("Fischer")
    box.choose("Minutes").choose("5")
    table = box.services.table
    assert table.clock.shown_all(box.now) == pytest.approx((300.0, 300.0), abs=40.0)
    box.restart().choose("Resume Mana")
    timing = box.services.table.clock.timing
    assert (timing.kind, timing.limit_s) == ("fischer", 300.0)
    assert box.services.settings["clock"] == "none"


def test_the_free_time_is_a_setting(box: Any) -> None:
    """Nothing, or up to half a minute."""
    box.services.settings.put("clock", "up")
    box.services.settings.put("clock_entry", 0)
    box.choose("New game").choose("Mana").choose("Start")
    begin(box)
    assert box.services.table.clock.timing.entry_s == 0.0
