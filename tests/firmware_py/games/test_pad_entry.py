"""The score pad at the knob: what is offered, what a turn does, what is seen before a press."""

from __future__ import annotations

from typing import Any

import pytest
from real_tables import table_of

from engines import catalog
from engines.match import Match
from engines.rng import Chance
from engines.scorepad import GAME
from engines.scorepad.course import score_text
from engines.scorepad.shipped import names, shipped
from engines.scorepad.template_writer import value_of
from firmware_py.games import ui_of
from firmware_py.games.game_ui import GameUI
from firmware_py.games.picture import table_picture
from firmware_py.games.scorepad.entry import action, offered
from firmware_py.games.scorepad.entry_numbers import NUMBER, Dial, Range, range_of
from firmware_py.games.scorepad.oled_scores import sides_around
from firmware_py.match.picker import Picker
from firmware_py.match.table_match import begin_match
from firmware_py.match.taps import part_code
from firmware_py.screens.play.play import Play
from firmware_py.ui.navigation import GoToMatch
from hardware.events import Control, Edge, Turned
from tests.support.pad_table import enter, sit

UI: GameUI = ui_of("scorepad")


def pad(name: str, seats: int, *texts: str) -> Match[Any, Any]:
    """Return a match with a shipped template, some way on."""
    given = {"template": value_of(shipped(name))}
    match = Match(GAME, catalog.begin(GAME, seats=seats, seed=1, first=0, given=given))
    for text in texts:
        match.play(text)
    return match


def picker_of(match: Match[Any, Any]) -> Picker:
    """Return the cursor as the screen of play begins."""
    state = match.state
    return Picker(offered(state), lambda picked, options: UI.start(state, picked, options))


def numbers(picker: Picker) -> list[Any]:
    """Return what the ring shows, before its extras."""
    return [part.value for part in picker.options if isinstance(part.value, int)]


# --- what is offered --------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_all_that_the_rules_list_is_offered_and_nothing_that_they_refuse(name: str) -> None:
    """Through a random game, whatever the template."""
    low, high = shipped(name).players
    match = pad(name, min(max(low, 3), high))
    chance = Chance(7, name)
    for number in range(24):
        if match.turn is None:
            break
        listed = [GAME.write(choice) for choice in GAME.legal(match.state)]
        texts = set(offered(match.state).walk())
        assert not set(listed) - texts
        if number % 8 == 7:
            assert [text for text in texts if match.why_not(text) is not None] == []
        match.play(chance.choose(listed))
    assert len(match.lines) > 5


def test_the_next_cell_is_there_at_once() -> None:
    """One press fills it; the quick values of the template come first."""
    picker = picker_of(pad("low_to_100", 3, "1=5"))
    assert numbers(picker)[:6] == [0, 1, 2, 5, 13, 26]
    assert [text.partition("=")[0] for text in picker.reachable] == ["2"]
    assert picker.complete


def test_anybody_is_one_turn_away() -> None:
    """Left of the numbers: another player, then the rest."""
    picker = picker_of(pad("low_to_100", 3, "1=5"))
    picker.turn(-1 - picker.index)
    assert picker.highlighted is not None
    assert picker.highlighted.value.key == "action.other"
    assert {text.partition("=")[0] for text in picker.reachable} == {"3"}
    picker.turn(-1)
    assert picker.highlighted.value.key == "action.more"
    assert {"skip 2", "leave 1", "dice 3d6", "coin", "timer 60", "!1@1=?"} <= set(picker.reachable)


def test_the_last_tricks_are_those_that_are_left() -> None:
    """And where that cannot be, another cell must be corrected: nothing wrong is offered."""
    begun = ["1.bid=1", "2.bid=0", "3.bid=0"]
    match = pad("bids_twenty", 3, *begun, "2.made=0", "3.made=0")
    assert numbers(picker_of(match)) == [1]
    match = pad("bids_twenty", 3, *begun, "2.made=1")
    assert set(numbers(picker_of(match))) == {0}
    assert any(text.startswith("!2.made@1=") for text in offered(match.state).walk())


def test_nobody_is_offered_to_throw_past_the_target() -> None:
    """501 down: at 20 left no number above 20."""
    match = pad("down_501", 1, "1=180", "1=180", "1=121")
    assert max(numbers(picker_of(match))) == 20
    assert 20 in numbers(picker_of(match))


def test_what_was_entered_before_comes_first() -> None:
    """A plain sheet knows nothing at first, and learns."""
    match = pad("plain", 2)
    assert range_of(match.state, 0, 0).likely == (0, 1, 2, 5, 10)
    for text in ("1=40", "2=45", "1=40", "2=35", "1=40"):
        match.play(text)
    found = range_of(match.state, 1, 0)
    assert {35, 40, 45} <= set(found.likely)
    assert found.likeliest == 40


# --- turning ----------------------------------------------------------------------------------


def dial(likely: tuple[int, ...], likeliest: int, low: int, high: int, step: int = 1) -> Picker:
    """Return a cursor on the ring of one cell."""
    ring = Range(likely, likeliest, low, high, step)
    return Picker(
        Dial(lambda: ring, str),
        lambda _, options: [part.name for part in options].index("likeliest"),
    )


def turned(picker: Picker, *turns: int, coarse: bool = False) -> list[Any]:
    """Turn, and return what is under the cursor after each turn."""
    seen = []
    for steps in turns:
        picker.turn(steps, coarse=coarse)
        assert picker.highlighted is not None
        seen.append(picker.highlighted.value)
    return seen


def test_after_the_likely_numbers_come_all_others() -> None:
    """Upwards to the right, and downwards to the left of the likely ones."""
    picker = dial((0, 2, 5), 2, -1000, 1000)
    assert turned(picker, 1, 1, 1, 1) == [5, 6, 7, 8]
    assert turned(picker, -3) == [5]
    assert turned(picker, -3, -1, -1) == [5, 4, 3]


def test_a_detent_is_a_step_and_ten_with_the_knob_held_down() -> None:
    picker = dial((0, 50), 0, -1000, 1000, step=5)
    assert turned(picker, 1, coarse=True) == [50]
    assert turned(picker, 1, -1, -1) == [55, 50, 45]
    assert turned(picker, -1, coarse=True) == [-5]


def test_after_a_coarse_turn_all_numbers_are_in_order() -> None:
    """Also across the likeliest one, and beyond the window that is in sight."""
    picker = dial((0, 5), 5, -1000, 1000)
    turned(picker, 1, -1, coarse=True)
    assert turned(picker, *[1] * 100) == list(range(6, 106))
    assert turned(picker, *[-1] * 200) == list(range(104, -96, -1))


def test_a_long_coarse_turn_grows_and_ends_at_the_limit() -> None:
    picker = dial((0,), 0, 0, 100_000)
    assert turned(picker, 10, 1, 1, coarse=True) == [100, 200, 300]
    assert turned(picker, -1, coarse=True) == [290]
    assert turned(picker, 60, coarse=True) == [100_000]


def test_back_leads_to_the_likely_numbers() -> None:
    picker = dial((0, 5), 5, -1000, 1000)
    turned(picker, 7, coarse=True)
    assert picker.back()
    assert picker.highlighted is not None
    assert (picker.highlighted.name, picker.highlighted.value) == ("likeliest", 5)
    assert not picker.back()


def test_press_and_turn_comes_through_the_inbox(box: Any) -> None:
    """From the contact of the knob to the number: ten for each detent, and no press."""
    sit(box, "plain", ("Anna", "Ben"))
    app = box.app

    def post(event: Any) -> None:
        box.now += 0.2
        app.inbox.post(event)
        app.step(0.0)

    post(Edge(Control.KNOB, True, box.now + 0.2, "web"))
    post(Turned(1, "web"))
    post(Turned(1, "web"))
    post(Edge(Control.KNOB, False, box.now + 0.2, "web"))
    post(Turned(1, "web"))
    assert isinstance(box.screen, Play)
    before = box.screen.picker.highlighted
    assert before is not None
    assert box.services.table.match.lines == []
    assert "+ 2" in box.chosen
    assert before.name == "number"


def test_a_roll_is_repeated_with_one_press_and_stays_as_default(box: Any) -> None:
    """No points are entered by a habit; after another choice the numbers are first again."""
    sit(box, "plain", ("Anna", "Ben"))
    enter(box, "dice 3d8")
    box.now += 60
    box.press()
    assert [line.text for line in box.services.table.match.lines if line.who != "dealer"] == [
        "dice 3d8", "dice 3d8",
    ]  # fmt: skip
    enter(box, "1=4")
    assert box.screen.picker.highlighted.name == "likeliest"
    node = offered(box.services.table.match.state)
    for name in ("more", "dice"):
        node = node.children[action(name)]
    count = next(iter(node.children))
    assert (count.value, next(iter(node.children[count].children)).value) == (3, 8)


def test_a_bid_looks_like_a_bid(box: Any) -> None:
    """Not like points: it counts nothing before the tricks are made."""
    sit(box, "bids_twenty", ("Anna", "Ben", "Cara"))
    assert box.chosen.startswith("Bid: ")


def test_legs_and_points_stand_under_the_name(box: Any) -> None:
    """The leg on hand as well as those won."""
    sit(box, "legs_501", ("Anna", "Ben"), first="Anna")
    enter(box, "1=100", "2=60")
    state = box.services.table.match.state
    assert [score_text(state, side, 0) for side in (0, 1)] == ["0 401", "0 441"]
    box.now += 60
    box.turn(1)
    assert "Anna: 0 401" in box.text


# --- corrections ------------------------------------------------------------------------------


def test_a_press_on_a_cell_of_the_score_sheet_corrects_it(box: Any) -> None:
    """The newest cell is under the cursor; the number that stands there is too."""
    sit(box, "plain", ("Anna", "Ben"))
    enter(box, "1=12", "2=20", "1=7", "2=8")
    box.hold("knob").choose("Score sheet")
    assert box.screen.words().text == "Ben, Round 2: 8"
    box.turn(-3).press()
    assert isinstance(box.screen, Play)
    assert box.chosen == "12 > 12: 19"
    box.turn(1)
    box.press()
    assert box.services.table.match.lines[-1].text.startswith("!1@1=")


def test_an_entry_of_a_running_score_is_corrected_from_the_sheet(box: Any) -> None:
    sit(box, "race_121", ("Anna", "Ben"), first="Anna")
    enter(box, "2+12")
    box.hold("knob").choose("Score sheet").press()
    assert box.chosen == "12 > 12: 12"


def test_the_menu_of_the_match_leads_to_the_corrections(box: Any) -> None:
    """It has no such row while nothing is entered."""
    sit(box, "plain", ("Anna", "Ben"))
    box.hold("knob")
    assert "Correct" not in [row.label for row in box.screen.rows()]
    box.press("back")
    enter(box, "1=12", "2=20", "1=7")
    box.hold("knob").choose("Correct")
    assert isinstance(box.screen, Play)
    assert box.screen.picker.reachable
    assert all(text.startswith("!") for text in box.screen.picker.reachable)


# --- what stands there ------------------------------------------------------------------------


def test_the_sum_stands_there_before_the_press(box: Any) -> None:
    sit(box, "low_to_100", ("Anna", "Ben"))
    enter(box, "2=13", "1=26")
    box.now += 60
    picker = box.screen.picker
    box.turn([part.value for part in picker.options].index(5) - picker.index)
    assert box.chosen == "26 + 5 = 31"
    assert box.text[0] == "Anna"


def test_a_zero_is_no_missing_cell(box: Any) -> None:
    """A cell that is cleared again is announced until somebody fills it."""
    sit(box, "plain", ("Anna", "Ben"))
    enter(box, "1=0", "2=10")
    assert not any("missing: round" in line for line in box.text)
    enter(box, "!1@1=?")
    assert any("missing: round 1" in line for line in box.text)
    enter(box, "1@1=0")
    assert not any("missing: round" in line for line in box.text)
    assert [line.text for line in box.services.table.match.lines] == [
        "1=0", "2=10", "!1@1=?", "1@1=0",
    ]  # fmt: skip


def test_a_countdown_ticks_stands_and_ends(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int | None] = []
    monkeypatch.setattr(box.app.panels[0], "call_time", heard.append)
    sit(box, "plain", ("Anna", "Ben"))
    enter(box, "timer 60")
    assert "1:00" in " ".join(box.text) or "0:5" in " ".join(box.text)
    box.now += 30
    assert box.screen.deadline_s(box.now) <= box.now + 1
    box.press()
    stands = box.text
    box.now += 100
    box.app.paint()
    assert box.text == stands
    box.press()
    assert heard == []
    box.now += 40
    box.app.paint()
    assert "Time is up!" in box.text
    box.app.paint()
    assert heard == [None], "it is heard once, and is nobody's in particular"
    box.press()
    assert isinstance(box.screen, Play)


def test_a_page_shows_the_whole_table_and_every_number_can_be_tapped_or_typed(box: Any) -> None:
    """Ten players over thirty rounds: the last 28 are shown; a missing cell is no 0."""
    names = tuple(f"Maximiliane {seat}" for seat in range(10))
    given = {"template": value_of(shipped("plain"))}
    start = catalog.begin(GAME, seats=10, seed=1, first=0, given=given)
    services = box.services
    services.table = begin_match(
        services.queue, GAME.name, start,
        names=names, timing=services.timing("scorepad"), time=services.time,
    )  # fmt: skip
    for number in range(295):
        services.table.play(f"{number % 10 + 1}={number * 37 % 190}")
    box.app.follow(GoToMatch())
    picture = table_picture(UI, box.app.table_scene())
    assert picture is not None
    assert len(picture.svg.encode()) < 130_000
    assert picture.svg.count('class="slot"') == 4  # and in the fifth stands what is dialled
    assert picture.svg.count("cursor") == 1
    buttons = {button.code for button in picture.buttons}
    parts = box.screen.picker.options
    assert {part_code(part) for part in parts if part.name != NUMBER} == buttons
    assert len(parts) - len(buttons) > 25  # those are typed


@pytest.mark.parametrize(
    ("seats", "focus", "shown"),
    [
        (6, None, range(6)),
        (7, 0, range(5)),
        (7, 6, range(2, 7)),
        (9, 4, range(5)),
        (9, 5, range(4, 9)),
        (10, 9, range(5, 10)),
    ],
)
def test_of_many_sides_the_half_in_question_is_shown(
    seats: int, focus: int | None, shown: range
) -> None:
    """The last ones fill their half."""
    engine = catalog.load("scorepad")
    start = catalog.begin(engine, seats=seats, seed=1, given=dict(table_of("scorepad").given))
    assert sides_around(engine.setup(start), focus) == list(shown)
