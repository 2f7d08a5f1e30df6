"""The test pattern reacts to every control, on every panel."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Callable

import pytest

from firmware_py.core.config import Config, ControlsConfig, WebConfig
from firmware_py.core.picture import Picture
from firmware_py.panels.base import Panel
from firmware_py.panels.box import BoxPanel
from firmware_py.panels.test_pattern import Pattern, PatternLoop, run_panel
from firmware_py.system.pairing import Pairing
from hardware.controls.gestures import Gestures
from hardware.controls.pins import Pins
from hardware.display.frame import FRAME_BYTES, pixel
from hardware.events import Control, Edge, Event, Held, Inbox, Pressed, Stopped, Tick, Turned
from tests.support.fingerprints import changed, moment_of

PATIENCE_S = 60.0


def draw(*events: Event) -> Picture:
    pattern = Pattern("web")
    for event in events:
        pattern.handle(event)
    return pattern.picture()


def test_every_pixel_of_the_border_is_lit() -> None:
    frame = draw().frame

    assert len(frame) == FRAME_BYTES
    assert all(pixel(frame, x, y) for x in range(128) for y in (0, 63))
    assert all(pixel(frame, x, y) for x in (0, 127) for y in range(64))


@pytest.mark.parametrize("left", [2, 118])
@pytest.mark.parametrize("top", [2, 54])
def test_each_corner_is_a_chequer(left: int, top: int) -> None:
    frame = draw().frame
    seen = [[pixel(frame, left + x, top + y) for x in range(8)] for y in range(8)]

    assert seen == [[(x + y) % 2 == 0 for x in range(8)] for y in range(8)]


@pytest.mark.parametrize(
    "event",
    [Turned(1), Turned(-1)]
    + [Pressed(control) for control in Control]
    + [Held(control, 1.0) for control in Control]
    + [Held(Control.UNDO, 0.5)],
)
def test_every_event_changes_the_picture(event: Event) -> None:
    assert draw(event).frame != draw().frame


def test_each_event_looks_different() -> None:
    events: list[Event] = [Turned(1), Turned(-1), *map(Pressed, Control)]
    events += [Held(control, 1.0) for control in Control]

    assert len({draw(event).frame for event in events}) == len(events)


def test_a_hold_let_go_early_clears_its_bar() -> None:
    assert draw(Held(Control.WHY, 0.6), Held(Control.WHY, 0.0)) == draw()


def test_the_needle_is_back_after_a_whole_turn() -> None:
    """Twenty detents: the needle stands as before, the counter does not."""
    left, right, top, bottom = 10, 38, 16, 44
    pictures = [draw(*[Turned(1)] * steps).frame for steps in (0, 1, 20)]
    dials = [
        [pixel(frame, x, y) for x in range(left, right) for y in range(top, bottom)]
        for frame in pictures
    ]

    assert dials[0] == dials[2] != dials[1]
    assert pictures[0] != pictures[2]


def test_the_words_say_what_the_picture_shows() -> None:
    text = draw(Turned(3), Turned(-5), Pressed(Control.WHY), Held(Control.UNDO, 1.0)).text

    assert "The knob stands at -2" in text
    assert "knob: left, 8 in all" in text
    assert "why: press, 1 in all" in text
    assert "undo: hold, 1 in all" in text


def test_a_code_is_shown_to_friends_and_masked_to_viewers() -> None:
    one, other = (Pattern("web").picture(code) for code in ("12345678", "87654321"))

    assert one.frame != other.frame
    assert one.for_viewers() == other.for_viewers()
    assert "Pairing code 12345678" in one.text
    assert "Pairing code --------" in one.for_viewers()[1]


def test_every_pixel_is_where_it_was() -> None:
    """The whole picture, after each of some events and with a code."""
    events: list[Event] = [Turned(3), Turned(-128), *map(Pressed, Control)]
    events += [Held(control, part) for control in Control for part in (0.4, 1.0)]
    pictures = [draw(*events[:count]) for count in range(len(events) + 1)]
    pictures.append(Pattern("web").picture("48291357"))
    assert changed("test-pattern", map(moment_of, pictures)) == ""


def test_numbers_of_any_size_are_drawn() -> None:
    assert len(draw(Turned(-123456)).frame) == FRAME_BYTES


# The loop


class MemoryPanel(Panel):
    """A panel that remembers."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []

    def show(self, picture: Picture) -> None:
        if not self.pictures or picture != self.pictures[-1]:
            self.pictures.append(picture)


def run_pattern(
    inbox: Inbox, screen: MemoryPanel, code: Callable[[], str | None] = lambda: None
) -> threading.Thread:
    loop = PatternLoop(screen, inbox, Pattern("web"), Gestures(hold_s=0.15), time.monotonic, code)
    thread = threading.Thread(target=loop.run)
    thread.start()
    return thread


def wait_for_words(screen: MemoryPanel, words: str) -> None:
    ends = time.monotonic() + PATIENCE_S
    while not any(words in picture.text for picture in screen.pictures):
        assert time.monotonic() < ends, f"never shown: {words}"
        time.sleep(0.01)


def test_the_loop_makes_presses_of_edges() -> None:
    inbox, screen = Inbox(), MemoryPanel()
    thread = run_pattern(inbox, screen)
    for down in (True, False):
        inbox.post(Edge(Control.BACK, down, time.monotonic(), "web-1"))
    wait_for_words(screen, "back: press, 1 in all")
    inbox.post(Stopped())
    thread.join(PATIENCE_S)

    assert not thread.is_alive()


def test_a_flood_of_keys_is_drawn_once() -> None:
    """A cat on the keyboard does not keep the panel busy for minutes afterwards."""
    inbox, screen = Inbox(), MemoryPanel()
    for _ in range(1000):
        inbox.post(Turned(1, "terminal"))
    thread = run_pattern(inbox, screen)
    wait_for_words(screen, "The knob stands at 1000")
    inbox.post(Stopped())
    thread.join(PATIENCE_S)

    assert len(screen.pictures) == 1


def test_the_loop_makes_a_hold_of_time_passing() -> None:
    inbox, screen = Inbox(), MemoryPanel()
    thread = run_pattern(inbox, screen)
    inbox.post(Edge(Control.UNDO, True, time.monotonic(), "web-1"))
    wait_for_words(screen, "undo: hold, 1 in all")
    inbox.post(Stopped())
    thread.join(PATIENCE_S)


def test_the_loop_shows_a_code_and_takes_it_away_again() -> None:
    inbox, screen = Inbox(), MemoryPanel()
    pairing = Pairing(
        lambda: inbox.post(Tick(time.monotonic())), clock=time.monotonic, draw=lambda: "12345678"
    )

    def code() -> str | None:
        pairing.show()
        return pairing.code

    thread = run_pattern(inbox, screen, code)
    pairing.ask("192.168.1.20")
    wait_for_words(screen, "Pairing code 12345678")
    pairing.refuse()
    ends = time.monotonic() + PATIENCE_S
    while screen.pictures[-1] != draw() and time.monotonic() < ends:
        time.sleep(0.01)
    inbox.post(Stopped())
    thread.join(PATIENCE_S)

    assert screen.pictures[-1] == draw()


def test_the_real_box_is_a_panel() -> None:
    """gpiozero's mock pins, and a display that is not there: controls still arrive."""
    inbox = Inbox()
    box = BoxPanel(inbox, Config(controls=ControlsConfig(pin_factory="mock")), clock=time.monotonic)
    try:
        box.show(draw())
        box.listen()
        pin = box._factory.pin(Pins().back)  # noqa: SLF001 - the pins of the box
        pin.drive_low()
        events = [inbox.take(0) for _ in range(3)]
        edges = [event for event in events if isinstance(event, Edge)]
        assert [(edge.control, edge.down) for edge in edges] == [(Control.BACK, True)]
    finally:
        box.close()
        box.close()


def test_the_real_box_lights_the_seat_on_turn() -> None:
    config = Config(controls=ControlsConfig(pin_factory="mock"), pins=Pins(seats=(23, 24)))
    box = BoxPanel(Inbox(), config, clock=time.monotonic)
    try:
        box.listen()
        lights = [box._factory.pin(gpio) for gpio in (23, 24)]  # noqa: SLF001 - the pins of the box
        for seat, lit in ((1, [0, 1]), (0, [1, 0]), (None, [0, 0])):
            box.show_turn(seat, ())
            assert [light.state for light in lights] == lit
    finally:
        box.close()


def test_a_box_without_pins_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    code = run_panel(
        "box", Config(controls=ControlsConfig(pin_factory="no such thing")), time.monotonic, {}
    )

    assert code == 1
    assert capsys.readouterr().err.startswith("tablemate: no pin factory 'no such thing'")


def test_a_port_in_use_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run_panel("web", Config(web=WebConfig(port=port)), time.monotonic, {}) == 1

    assert "the port is in use" in capsys.readouterr().err


def test_the_web_pattern_says_where_it_is() -> None:
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        signal.raise_signal(signal.SIGTERM)

    assert run_panel("web", Config(web=WebConfig(port=0)), time.monotonic, {}, say) == 0
    assert said[0].startswith("The test pattern is at http://127.0.0.1:")
