"""The loop: events in, screens in between, pictures out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.engine import Turn
from engines.languages import LANGUAGES
from engines.match import Match
from firmware_py.app.serial_referee import SerialReferee
from firmware_py.core.picture import SleepStage
from firmware_py.match.clock import Timing
from firmware_py.panels.base import Panel
from firmware_py.screens.play.play import Play
from firmware_py.screens.settings.settings import settings_menu
from firmware_py.screens.system.notices import Fault
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import Menu, TextScreen
from firmware_py.ui.navigation import Next, Pop, Push, Quit, Returned, Screen, ScreenAnswer
from hardware.events import Control, Edge, Held, Pressed, SerialLine, Stopped, Tick, Turned
from tests.support.clocks import keep_clocks


class Broken(Screen):
    """A screen that fails, in drawing or in handling."""

    def __init__(self, in_drawing: bool) -> None:
        self.in_drawing = in_drawing

    def draw(self, canvas: Canvas) -> None:
        """Fail, perhaps."""
        if self.in_drawing:
            raise RuntimeError("cannot draw")

    def handle(self, event: Any) -> Next:
        """Fail."""
        raise RuntimeError("cannot handle")


def open_screen(box: Any, screen: Any) -> None:
    """Put a screen on top."""
    box.app.follow(Push(screen))


def test_the_first_start_asks_the_language(make_box: Any) -> None:
    """Then Home, in that language, and never again."""
    box = make_box(language="")
    assert "> English" in box.text
    box.turn(1).press()
    assert "> Nouvelle partie" in box.text
    box.restart()
    assert "> Nouvelle partie" in box.text


@pytest.mark.parametrize("in_drawing", [True, False])
def test_a_screen_that_fails_becomes_a_fault_screen(
    box: Any, in_drawing: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """With what to do; a press leads Home; the log has the record."""
    open_screen(box, Broken(in_drawing))
    if in_drawing:
        box.app.paint()
    else:
        box.turn(1)
    assert isinstance(box.screen, Fault)
    assert any("saved" in line for line in box.text)
    assert "RuntimeError" in caplog.text
    assert box.faults == []
    box.press()
    assert isinstance(box.screen, Menu)


class Asks(Broken):
    """A screen that remembers what the one above it answered."""

    answer: Returned = None

    def returned(self, answer: Returned) -> Next:
        """Remember it, and close too."""
        self.answer = answer
        return Pop()


def test_the_screen_below_gets_the_answer_and_says_what_comes_next(box: Any) -> None:
    """Here it closes as well; Home is never closed."""
    home, asks = box.screen, Asks(in_drawing=False)
    open_screen(box, asks)
    open_screen(box, Broken(in_drawing=False))
    box.app.follow(Pop(ScreenAnswer.LAID))
    assert asks.answer is ScreenAnswer.LAID
    assert box.screen is home
    box.app.follow(Pop())
    assert box.screen is home


def test_home_is_reached_from_anywhere_by_holding_back(box: Any) -> None:
    """Even from a broken screen."""
    open_screen(box, settings_menu(box.services))
    box.press()
    box.hold("back")
    assert "> New game" in box.text


def test_a_hold_shows_its_progress_and_what_it_will_do(box: Any) -> None:
    """And the bar goes when the hold is let go."""
    box.feed(Held(Control.BACK, 0.5))
    assert "Home" in box.text
    box.feed(Held(Control.BACK, 0.0))
    assert "Home" not in box.text


def test_an_equal_picture_is_not_shown_again(box: Any) -> None:
    """Paint only when the frame changed."""
    shown = len(box.panel.pictures)
    box.app.paint()
    box.turn(-1)
    assert len(box.panel.pictures) == shown


def test_the_first_input_after_sleep_only_wakes(box: Any) -> None:
    """Nothing is chosen in the dark."""
    box.now += 400.0
    box.app.paint()
    assert box.text == ("Tablemate",)
    box.turn(1)
    assert "> New game" in box.text
    box.turn(1)
    assert "> New game" not in box.text


def test_a_hold_that_has_just_begun_does_not_show_on_the_saver(box: Any) -> None:
    """Only what would act shows its progress."""
    box.now += 400.0
    box.app.paint()
    box.feed(Held(Control.BACK, 0.5))
    assert box.text == ("Tablemate",)


def test_a_text_to_read_is_not_put_to_sleep(box: Any) -> None:
    """Nor is any screen that forbids it."""
    open_screen(box, TextScreen(box.services, "Title", "A text to read."))
    box.now += 4000.0
    box.app.paint()
    assert "A text to read." in box.text


def test_a_toast_is_shown_once(box: Any) -> None:
    """Until the next input."""
    box.services.toast = "Corrected"
    box.app.paint()
    assert "Corrected" in box.text
    box.turn(1)
    assert "Corrected" not in box.text


def test_a_toast_does_not_outlive_the_saver(box: Any) -> None:
    """It was for those who were there."""
    box.services.toast = "Corrected"
    box.now += 400.0
    box.app.paint()
    box.turn(1)
    assert "> New game" in box.text
    assert "Corrected" not in box.text


def test_the_loop_turns_edges_into_presses(box: Any) -> None:
    """From the queue, through the gestures, to the screen."""
    app = box.app
    app.inbox.post(Edge(Control.KNOB, True, box.now))
    app.step(0)
    box.now += 0.1
    app.inbox.post(Edge(Control.KNOB, False, box.now))
    app.step(0)
    assert "> Mana" in box.text


def test_what_has_happened_counts_before_what_time_brings(box: Any) -> None:
    """A button that was released in time is not held, however late the loop processes it."""
    open_screen(box, settings_menu(box.services))
    box.press()
    app, down_s = box.app, box.now
    app.inbox.post(Edge(Control.BACK, True, down_s))
    app.step(0)
    box.now += 30.0
    app.inbox.post(Tick(box.now))
    app.inbox.post(Edge(Control.BACK, False, down_s + 0.1))
    app.step(0)
    app.step(0)
    assert box.text[0] == "Settings"


def test_a_hold_acts_when_its_time_has_come(box: Any) -> None:
    """Without any event: the loop wakes up for it."""
    open_screen(box, settings_menu(box.services))
    app = box.app
    app.inbox.post(Edge(Control.BACK, True, box.now))
    app.step(0)
    assert app.due_s() <= box.now + box.services.settings["hold"]
    box.now += 1.0
    app.step(0)
    assert "> New game" in box.text


def test_a_signal_ends_the_loop(box: Any) -> None:
    """Cleanly."""
    box.app.inbox.post(Turned(1))
    box.app.inbox.post(Stopped("SIGTERM"))
    assert box.app.run() == Quit()


def test_an_idle_loop_waits_for_the_next_deadline_only(box: Any) -> None:
    """Without a clock that is the dimming, minutes away."""
    due_s = box.app.due_s()
    assert due_s is not None
    assert due_s > box.now + 100


def test_a_heartbeat_alone_is_no_round_of_the_loop(box: Any) -> None:
    """A box at rest waits on until something happens or is due."""
    beats: list[float] = []

    def beat() -> float:
        beats.append(box.now)
        if len(beats) == 3:
            box.app.inbox.post(Tick(box.now))
        return float(box.now)

    assert box.app._wait(beat) == Tick(box.now)  # noqa: SLF001 - the wait alone
    assert len(beats) == 3


def test_the_picture_faces_the_side_that_was_set(box: Any) -> None:
    """One side, the other side, or the player on turn: the second half of the seats is across."""
    faces: list[bool] = []
    box.panel.apply_settings = lambda settings, faces_away: faces.append(faces_away)
    for wanted, away in (("flipped", True), ("fixed", False), ("player", False)):
        box.services.settings.put("rotation", wanted)
        box.app.paint()
        assert faces[-1] is away, wanted
    play_mana(box)
    seats = []
    for _ in range(4):
        turn = box.services.table.match.turn
        seats.append(turn.seat)
        assert faces[-1] is (turn.seat == 1), turn
        box.play()
    assert {0, 1} <= set(seats)
    box.services.settings.put("rotation", "flipped")
    box.app.paint()
    assert faces[-1] is True


def test_quit_asks_once(box: Any) -> None:
    """And the safe answer is the first."""
    box.choose("Quit")
    box.press()
    assert box.app.result is None
    box.choose("Quit")
    box.turn(1).press()
    assert box.app.result == Quit(power_off=False)


def test_a_menu_does_not_wrap(box: Any) -> None:
    """The ends are ends."""
    box.turn(-5)
    assert "> New game" in box.text
    box.turn(50)
    assert "> Quit" in box.text


def test_unknown_inputs_do_nothing(box: Any) -> None:
    """Every control on Home."""
    for control in Control:
        if control is not Control.KNOB:
            box.app.feed(Pressed(control))
            box.app.feed(Held(control, 1.0))
    box.app.paint()
    assert "> New game" in box.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["normal", "large"])
def test_home_and_settings_fit(make_box: Any, language: str, size: str) -> None:
    """Every row, in every language and size."""
    box = make_box(language=language)
    box.services.settings.put("text", size)
    for screen in (box.screen, settings_menu(box.services)):
        open_screen(box, screen)
        for _ in range(20):
            box.turn(1)
            assert box.faults == [], box.text


def test_what_was_set_is_set_after_the_next_start(box: Any) -> None:
    """It is in the database."""
    box.services.settings.put("text", "large")
    box.restart()
    assert box.services.settings["text"] == "large"


def test_two_boxes_do_not_share_data(make_box: Any, tmp_path: Path) -> None:
    """Each has its own directory."""
    one = make_box(folder=tmp_path / "one")
    two = make_box(folder=tmp_path / "two")
    one.services.settings.put("text", "large")
    assert two.services.settings["text"] == "normal"


@pytest.mark.parametrize(
    ("chosen", "dim_s", "saver_s", "off_s"),
    [("normal", 120, 300, 1200), ("soon", 60, 120, 600), ("late", 300, 1200, 3600)],
)
def test_the_display_sleeps_when_people_want_it(
    box: Any, chosen: str, dim_s: float, saver_s: float, off_s: float
) -> None:
    """Level by level, each at its time and not before."""
    lit: list[SleepStage] = []
    box.panel.light = lit.append
    box.services.settings.put("sleep", chosen)
    box.press("undo")
    began = box.now
    for after, level in (
        (dim_s, SleepStage.DIM),
        (saver_s, SleepStage.SAVER),
        (off_s, SleepStage.OFF),
    ):
        box.now = began + after - 0.5
        box.app.paint()
        assert level not in lit
        box.now = began + after
        box.app.paint()
        assert lit[-1] is level


def test_a_display_that_never_sleeps(box: Any) -> None:
    """Where people want it so."""
    box.services.settings.put("sleep", "never")
    box.press("undo")
    box.now += 1e6
    box.app.paint()
    assert "> New game" in box.text
    assert box.app.due_s() is None


def test_a_program_that_plays_lights_a_dark_display(box: Any) -> None:
    """One that only asks does not."""
    box.app.referee = SerialReferee(box.services, lambda data: None)
    box.now += 10_000
    box.app.paint()
    lit: list[SleepStage] = []
    box.panel.light = lit.append
    box.feed(SerialLine(b'{"cmd": "games"}'))
    assert lit == []
    box.feed(SerialLine(b'{"cmd": "new", "game": "mana", "seed": 1}'))
    assert lit == [SleepStage.AWAKE]


def test_what_could_not_be_written_is_tried_again_in_time(box: Any) -> None:
    """The loop wakes up for it by itself."""
    away = box.store.path.rename(box.store.path.with_name("taken away"))
    box.services.queue.write(lambda store: store.add_player("Anna"))
    box.app.step(0)
    assert box.services.queue.unsaved == 1
    away.rename(box.store.path)
    box.now = box.app.due_s()
    box.app.step(0)
    assert box.services.queue.unsaved == 0
    assert box.store.players() == ["Anna"]


class TestRest:
    """What is not seen is not drawn, and what ends is stored."""

    def test_a_clock_goes_on_behind_the_saver(self, box: Any) -> None:
        """Each second is noted, and somebody's time may run out; without a clock nobody wakes."""
        keep_clocks(box.services, "up")
        play_mana(box)
        box.now += 20  # the entry is over
        assert box.app.due_s() <= box.now + 1.0
        box.now += 2000
        assert box.app.due_s() <= box.now + 1.0
        box.services.table.set_timing(Timing())
        assert box.app.due_s() is None

    def test_the_end_of_the_program_keeps_the_clock(self, box: Any) -> None:
        """Thinking up to a signal is charged, the time until the next start is not."""
        keep_clocks(box.services, "up")
        play_mana(box)
        box.now += 100
        box.app.inbox.post(Stopped("SIGTERM"))
        box.app.run()
        box.restart()
        box.now += 5000
        box.choose("Resume Mana")
        seat = box.services.table.match.turn.seat
        assert 80 < box.services.table.clock.spent_s[seat] < 110


def play_mana(box: Any) -> None:
    """Begin a match of Mana and get to its first turn."""
    box.choose("New game").choose("Mana").choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    box.press().press()


class LatePanel(Panel):
    """A panel that records its calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []

    def show(self, picture: Any) -> None:
        """Note the picture."""
        self.calls.append(("show", picture))

    def light(self, level: SleepStage) -> None:
        """Note the light."""
        self.calls.append(("light", level))

    def set_language(self, language: str, translate: Any) -> None:
        """Note the language."""
        self.calls.append(("language", language))


def test_a_panel_that_comes_later_shows_what_the_others_show(make_box: Any) -> None:
    """The page and the panel on the serial port are opened after the first frame."""
    box = make_box(language="it")
    late = LatePanel()
    box.app.painter.join(late)
    assert late.calls == [
        ("language", "it"),
        ("light", SleepStage.AWAKE),
        ("show", box.panel.pictures[-1]),
    ]
    box.turn(1)
    assert late.calls[-1] == ("show", box.panel.pictures[-1])


class Lost(Match[Any, Any]):
    """A match that does not know any more whose turn it is."""

    @property
    def turn(self) -> Turn | None:
        """Fail."""
        raise RuntimeError("whose turn?")


def test_a_match_that_fails_everywhere_does_not_take_the_box_along(
    box: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """The fault screen, then Home, then the match again from what is stored."""
    play_mana(box)
    state = box.services.table.match.state
    box.services.table.match.__class__ = Lost
    box.turn(1)
    assert isinstance(box.screen, Fault)
    assert "whose turn?" in caplog.text
    box.press().choose("Resume Mana")
    assert box.services.table.match.state == state


def test_a_match_that_cannot_be_left_is_left(box: Any) -> None:
    """Home is always reachable."""
    play_mana(box)
    box.services.table.match.__class__ = Lost
    box.app.feed(Held(Control.BACK, 1.0))
    box.hold("back")
    assert "> Resume Mana" in box.text


def test_quitting_tells_what_would_be_lost(box: Any) -> None:
    """A match that is not on disk is not called kept, and Home says so, too."""
    box.store.path.rename(box.store.path.with_name("taken away"))
    box.services.queue.write(lambda store: store.add_player("Anna"))
    box.turn(1)
    assert "NOT SAVED 1" in box.text
    box.choose("Quit").turn(1).press()
    assert any("Not saved yet: 1" in line for line in box.text)


def test_a_stored_value_that_is_not_offered_any_more_is_one_that_nobody_set(box: Any) -> None:
    """It may come from an older or a newer program."""
    box.services.settings.put("sleep", "at noon")
    box.services.settings.put("contrast", 73)
    box.restart()
    assert box.services.settings["sleep"] == "normal"
    assert box.services.settings["contrast"] == 80
    assert "> New game" in box.text


def test_a_damaged_setting_is_one_that_nobody_set(box: Any) -> None:
    """The box starts, and Home can be drawn."""
    box.services.settings.remember("table", "x")
    keep_clocks(box.services, "up")
    box.store.connection.execute("UPDATE settings SET value='[\"up' WHERE key='memory.clock.mana'")
    box.store.put_profile("stones", ["0"])
    box.store.connection.execute("UPDATE profiles SET value='[' WHERE game='stones'")
    box.restart()
    assert box.services.timing("mana").kind == "none"
    assert box.store.profile("stones") is None
    play_mana(box)
    box.hold("back")
    assert "> Resume Mana" in box.text
