"""The clock at the table: what it charges, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.app.serial_referee import SerialReferee
from firmware_py.match.clock import Timing
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from hardware.events import SerialLine, Tapped, Turned
from tests.support.clocks import keep_clocks


@pytest.fixture
def laying(box: Any) -> Any:
    """Return a box where people have laid the table for ten minutes."""
    keep_clocks(box.services, "up")
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
    keep_clocks(box.services, "turn", limit_s=60.0)
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
    timed.services.table.set_timing(Timing("turn", 1200.0))
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
    assert box.services.timing("mana").kind == "none"


def test_the_free_time_is_a_setting(box: Any) -> None:
    """Nothing, or up to half a minute."""
    keep_clocks(box.services, "up", entry_s=0.0)
    box.choose("New game").choose("Mana").choose("Start")
    begin(box)
    assert box.services.table.clock.timing.entry_s == 0.0


def sheet_of(box: Any, game: str) -> Any:
    """Open the sheet of a game from Home."""
    return box.hold("back").choose("New game").choose(game)


def open_clock(box: Any) -> Any:
    """Open the clock from the menu of the match, below the row that stops it."""
    box.hold("knob")
    while box.chosen != "Clock":
        box.turn(1)
    return box.press()


def test_each_game_has_its_own_clock(box: Any) -> None:
    """That of Mana does not come along into Mandala, and is proposed again in Mana."""
    sheet_of(box, "Mana").choose("Clock").choose("Fischer").choose("Minutes").choose("30")
    box.choose("Start")
    begin(box)
    assert box.services.table.clock.timing.limit_s == 1800.0
    sheet_of(box, "Mandala").find("Clock")
    assert box.chosen == "Clock: off"
    box.restart()
    sheet_of(box, "Mana").find("Clock")
    assert box.chosen == "Clock: Fischer"
    assert box.find("Minutes").chosen == "Minutes: 30"


def test_a_sheet_that_waits_keeps_its_clock(box: Any) -> None:
    """As it keeps everything else that was chosen on it."""
    sheet_of(box, "Mana").choose("Clock").choose("sand timer").choose("Warning").choose("30 s")
    box.restart()
    sheet_of(box, "Mana").choose("Start")
    begin(box)
    timing = box.services.table.clock.timing
    assert (timing.kind, timing.warn_s) == ("sand", 30.0)


def test_only_the_numbers_that_a_clock_needs_are_asked(box: Any) -> None:
    """And every kind says in one sentence what it is."""
    sheet_of(box, "Mana").choose("Clock")
    hints = {row.label: row.hint for row in box.screen.rows()}
    assert len(set(hints.values())) == len(hints) == 8
    shown = {}
    box.press("back")
    for name in hints:
        box.choose("Clock").choose(name)
        rows = [row.label for row in box.screen.rows()]
        shown[name] = rows[rows.index("Clock") + 1 :]
    end = ["Warning", "Entry time"]
    game = ["Minutes", "Each player"]
    assert shown == {
        "off": [], "counting up": ["Entry time"], "per turn": [*game, *end],
        "Fischer": [*game, "Seconds added", *end], "Bronstein": [*game, "Seconds back", *end],
        "with delay": [*game, "Delay", *end], "sand timer": [*game, *end],
        "one for everyone": ["Minutes", *end],
    }  # fmt: skip


def test_players_with_different_times_keep_them_when_they_change_seats(box: Any) -> None:
    """Minutes for all make them the same again."""
    box.store.add_player("Anna")
    box.store.add_player("Ben")
    box.services.settings.remember("last.names", ["Anna", "Ben"])
    sheet_of(box, "Mana").choose("Clock").choose("per turn")
    box.choose("Each player").turn(1).press().choose("2").press("back")
    assert box.chosen == "Each player: different"
    plan = box.screen.plan
    assert [plan.clock.limit_of(seat) for seat in (0, 1)] == [600.0, 120.0]
    second = plan.names[1]
    box.choose(plan.names[0]).choose("Change seats").choose(second)
    assert [plan.clock.limit_of(seat) for seat in (0, 1)] == [120.0, 600.0]
    box.choose("Start")
    begin(box)
    assert box.services.table.clock.shown_all(box.now) == (120.0, 600.0)
    open_clock(box).choose("Minutes").choose("5")
    assert box.find("Each player").chosen == "Each player: the same"


@pytest.mark.parametrize("kind", ["fischer", "bronstein", "delay", "sand", "table"])
def test_a_clock_is_right_after_a_kill(box: Any, kind: str) -> None:
    """What was thought since the last choice, what was given and what waits is known."""
    keep_clocks(box.services, kind, limit_s=300.0, limits_s=(300.0, 240.0), warn_s=60.0)
    sheet_of(box, "Mana").choose("Start")
    begin(box)
    box.play()
    wait(box, 20.0)
    box.services.table.give(0, 30.0)
    wait(box, 25.0)
    table = box.services.table
    before, timing = table.clock.shown_all(box.now), table.clock.timing
    box.restart()
    box.now += 3600.0
    if box.services.table is None:
        box.choose("Resume Mana")
    table = box.services.table
    assert table.clock.timing == timing
    table.clock.pause(box.now)
    assert table.clock.shown_all(box.now) == pytest.approx(before, abs=2.0)


def test_a_gift_is_given_from_the_menu_and_stored(timed: Any) -> None:
    """To the turn under way, where each turn has its time; without a clock there is none."""
    table = timed.services.table
    seat = table.match.turn.seat
    before = table.clock.shown_s(seat, timed.now)
    open_clock(timed).choose("Give time").choose(table.names[seat])
    timed.choose("30 s")
    assert table.clock.shown_s(seat, timed.now) == pytest.approx(before + 30.0, abs=2.0)
    assert "30 s more" in timed.text
    timed.press("back").find("Clock").press().choose("off")
    assert "Give time" not in [row.label for row in timed.screen.rows()]


def test_a_warning_is_seen_and_heard_once(timed: Any) -> None:
    """With whose time it is; it takes no press."""
    heard: list[int] = []
    timed.panel.warn = heard.append
    timed.services.table.set_timing(Timing("turn", 60.0, warn_s=10.0))
    wait(timed, 49.0)
    assert heard == []
    wait(timed, 3.0)
    seat = timed.services.table.match.turn.seat
    assert heard == [seat]
    assert timed.services.toast == f"{timed.services.table.names[seat]}: Time left: 0:10"
    wait(timed, 5.0)
    assert heard == [seat]
    timed.play()
    assert timed.services.table.match.lines


def test_one_clock_is_shown_once(timed: Any) -> None:
    """And everyone's time is up together."""
    table = timed.services.table
    table.set_timing(Timing("table", 600.0))
    assert [bool(each.text) for each in table.seat_clocks(timed.now)].count(True) == 1
    wait(timed, 700.0)
    assert called(timed)
    assert "Everyone" in timed.text


def test_a_delay_is_shown_while_the_clock_waits(timed: Any) -> None:
    """As the free time of an entry is; it stands while the clock does."""
    table = timed.services.table
    seat = table.match.turn.seat
    table.set_timing(Timing("delay", 600.0, 30.0, 0.0))
    wait(timed, 1.0)
    assert table.seat_clocks(timed.now)[seat].free
    table.clock.pause(timed.now)
    timed.now += 100.0
    table.clock.resume(timed.now)
    wait(timed, 30.0)
    shown = table.seat_clocks(timed.now)[seat]
    assert (shown.free, shown.text) == ("", "9:59")


def test_a_page_sets_a_clock_by_the_same_rows(box: Any) -> None:
    """Each row says what it shows, and a tap does what the knob does."""
    sheet_of(box, "Mana")
    for label in ("Clock", "with delay", "Delay", "20 s"):
        row = next(row for row in box.screen.rows() if row.label == label)
        box.feed(Tapped(row.code))
    rows = {row.label: row.detail for row in box.screen.rows()}
    assert (rows["Clock"], rows["Delay"], rows["Minutes"]) == ("with delay", "20 s", "10")
