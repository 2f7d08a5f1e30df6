"""The knob and the buttons on gpiozero's mock pins, from waveforms to gestures."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from gpiozero import DigitalOutputDevice
from gpiozero.pins.mock import MockFactory

from hardware.controls.gestures import Gestures
from hardware.controls.gpio_controls import Controls
from hardware.controls.pin_factory import BACK_ENDS, make_factory
from hardware.controls.pins import Pins
from hardware.controls.quadrature import EncoderSettings, learn
from hardware.errors import BadSetting, NoControls
from hardware.events import Control, Edge, Event, Held, Inbox, Pressed, Turned
from tests.hardware.conftest import about

PINS = Pins()
GPIOS = {
    Control.KNOB: PINS.knob_press,
    Control.BACK: PINS.back,
    Control.WHY: PINS.why,
    Control.UNDO: PINS.undo,
}
# The lines of A and B for a clockwise detent: A closes (goes low), B closes, A opens, B opens.
CLOCKWISE = (("a", 0), ("b", 0), ("a", 1), ("b", 1))
COUNTER = (("b", 0), ("a", 0), ("b", 1), ("a", 1))


class Box:
    """Fingers on mock pins, a clock in the test's hands, and the gestures that come out."""

    def __init__(self, factory: Any, **settings: Any) -> None:
        self.factory = factory
        self.inbox = Inbox()
        self.now_s = 50.0
        self.gestures = Gestures()
        self.controls = Controls(factory, PINS, self.inbox, clock=lambda: self.now_s, **settings)

    def drive(self, gpio: int, level: int) -> None:
        pin = self.factory.pin(gpio)
        (pin.drive_high if level else pin.drive_low)()

    def knob(self, edges: tuple[tuple[str, int], ...], bounces: int = 0) -> None:
        """Move the knob's contacts, chattering on every edge."""
        for contact, level in edges:
            gpio = PINS.knob_a if contact == "a" else PINS.knob_b
            for _ in range(bounces):
                self.drive(gpio, level)
                self.drive(gpio, 1 - level)
            self.drive(gpio, level)

    def down(self, control: Control) -> None:
        self.drive(GPIOS[control], 0)

    def up(self, control: Control) -> None:
        self.drive(GPIOS[control], 1)

    def raw(self) -> list[Event]:
        """Return what the controls posted."""
        events = []
        while (event := self.inbox.take(0)) is not None:
            events.append(event)
        return events

    def turned(self) -> list[int]:
        """Return the detents posted."""
        return [event.steps for event in self.raw() if isinstance(event, Turned)]

    def wait(self, seconds: float) -> list[Event]:
        """Run a loop like the application's for some time; return what it understood."""
        understood: list[Event] = []
        for event in self.raw():
            understood += self.gestures.feed(event, self.now_s)
        end_s = self.now_s + seconds
        while (deadline_s := self.gestures.deadline_s()) is not None and deadline_s <= end_s:
            self.now_s = deadline_s
            understood += self.gestures.due(self.now_s)
        self.now_s = end_s
        return understood


@pytest.fixture(params=["mock", "gpiod"])
def factory(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """The pins of gpiozero's mock, and ours over libgpiod on a model of the kernel."""
    made: Any
    if request.param == "mock":
        made = MockFactory()
    else:
        pytest.importorskip("gpiod", reason="pip install gpiod")
        from tests.support.model_kernel import ModelFactory, ModelKernel  # brings gpiod

        kernel = ModelKernel()
        monkeypatch.setattr("gpiod.Chip", kernel.open_chip)
        monkeypatch.setattr("gpiod.request_lines", kernel.request_lines)
        (tmp_path / "gpiochip0").touch()
        made = ModelFactory(kernel, tmp_path)
    yield made
    made.reset()


@pytest.fixture
def box(factory: Any) -> Iterator[Box]:
    made = Box(factory)
    yield made
    made.controls.close()


def test_clean_turns(box: Box) -> None:
    """Three detents clockwise and two back are reported one by one."""
    for waveform in (CLOCKWISE, CLOCKWISE, CLOCKWISE, COUNTER, COUNTER):
        box.knob(waveform)
    assert box.turned() == [1, 1, 1, -1, -1]


@pytest.mark.parametrize("bounces", [1, 3])
def test_bounce_on_every_edge_of_the_knob(box: Box, bounces: int) -> None:
    """Chattering contacts neither add nor lose a detent."""
    for waveform in (CLOCKWISE, CLOCKWISE, COUNTER):
        box.knob(waveform, bounces)
    assert box.turned() == [1, 1, -1]


@pytest.mark.parametrize("edges", [1, 2, 3])
def test_aborted_turn(box: Box, edges: int) -> None:
    """Part of a detent and back again is nothing."""
    there = CLOCKWISE[:edges]
    box.knob(there, bounces=1)
    box.knob(tuple((contact, 1 - level) for contact, level in reversed(there)), bounces=1)
    assert box.turned() == []


def test_reversed_turn(box: Box) -> None:
    """Half a detent clockwise, back, and one counter-clockwise."""
    box.knob((("a", 0), ("b", 0), ("b", 1), ("a", 1)))
    box.knob(COUNTER)
    assert box.turned() == [-1]


def test_other_encoders(factory: Any) -> None:
    """With two edges a detent and the contacts swapped, the waveform is two detents left."""
    box = Box(factory, steps_per_detent=2, direction=-1)
    box.knob(CLOCKWISE)
    assert box.turned() == [-1, -1]
    box.controls.close()


def test_stuck_encoder_line_does_no_harm(box: Box) -> None:
    """With B shorted to ground A alone turns nothing, and the buttons work."""
    box.drive(PINS.knob_b, 0)
    for _ in range(20):
        box.knob((("a", 0), ("a", 1)))
    box.down(Control.BACK)
    assert [type(event) for event in box.raw()] == [Edge]


def test_turn_is_stamped(box: Box) -> None:
    """A turn says when it was."""
    box.knob(CLOCKWISE)
    assert box.raw() == [Turned(1, "box", 50.0)]


@pytest.mark.parametrize("control", list(Control))
def test_every_button_posts_its_edges(box: Box, control: Control) -> None:
    """Down when the line falls, up when it rises."""
    box.down(control)
    box.up(control)
    assert box.raw() == [Edge(control, True, 50.0), Edge(control, False, 50.0)]


def test_press(box: Box) -> None:
    """Line low for a moment: pressed."""
    box.down(Control.WHY)
    assert box.wait(0.1) == []
    box.up(Control.WHY)
    assert box.wait(1) == [Pressed(Control.WHY)]


def test_bouncing_press(box: Box) -> None:
    """A press that chatters on both edges is one press."""
    events: list[Event] = []
    for finish in (box.down, box.up):
        for move in (box.down, box.up) * 4:
            move(Control.WHY)
            events += box.wait(0.001)
        finish(Control.WHY)
        events += box.wait(0.2)
    assert events == [Pressed(Control.WHY)]


def test_hold(box: Box) -> None:
    """Line low for long: held, with progress before, and no press after."""
    box.down(Control.UNDO)
    events = box.wait(1)
    assert events[-1] == Held(Control.UNDO, 1.0)
    assert all(isinstance(event, Held) for event in events)
    box.up(Control.UNDO)
    assert box.wait(1) == []


def test_hold_then_turn(box: Box) -> None:
    """A turn while the knob is held cancels the hold, and passes."""
    box.down(Control.KNOB)
    assert box.wait(0.4)
    box.knob(CLOCKWISE, bounces=2)
    turned = Turned(1, "box", about(50.4), pressed=True)
    assert box.wait(1) == [Held(Control.KNOB, 0.0), turned]
    box.up(Control.KNOB)
    assert box.wait(1) == []


def test_two_buttons_at_once(box: Box) -> None:
    """BACK pressed while UNDO is held: both are reported."""
    box.down(Control.UNDO)
    box.wait(0.1)
    box.down(Control.BACK)
    box.wait(0.05)
    box.up(Control.BACK)
    events = box.wait(1)
    assert Pressed(Control.BACK) in events
    assert events[-1] == Held(Control.UNDO, 1.0)


def test_lines_are_pulled_up(box: Box) -> None:
    """Contacts need no resistors: each line has the Pi's pull-up, and no debouncing."""
    for gpio in (PINS.knob_a, PINS.knob_b, *GPIOS.values()):
        pin = box.factory.pin(gpio)
        assert (pin.function, pin.pull, pin.edges, pin.bounce) == ("input", "up", "both", None)


def test_doctor_learns_the_encoder(factory: Any) -> None:
    """The bare contacts of one clockwise detent of a crossed encoder teach its settings."""
    seen: list[tuple[bool, bool]] = []
    box = Box(factory, watch_contacts=lambda a, b: seen.append((a, b)))
    box.knob(COUNTER, bounces=2)
    assert learn(seen) == EncoderSettings(steps_per_detent=4, direction=-1)
    box.controls.close()


def test_closed_controls_are_silent(box: Box) -> None:
    """After closing, twice even, pins move and nobody hears it."""
    box.controls.close()
    box.controls.close()
    box.knob(CLOCKWISE)
    box.down(Control.BACK)
    assert box.raw() == []


def test_closed_pins_are_free_for_others(box: Box) -> None:
    """After closing another device may have the pins."""
    box.controls.close()
    with DigitalOutputDevice(PINS.back, pin_factory=box.factory) as device:
        device.on()


def test_pin_in_use_is_a_clear_error(factory: Any) -> None:
    """A line that something else holds is named, and all lines are free again."""
    message = r"the press of why on GPIO6 .*change it in \[pins\]"
    with (
        DigitalOutputDevice(PINS.why, pin_factory=factory),
        pytest.raises(NoControls, match=message),
    ):
        Controls(factory, PINS, Inbox(), clock=time.monotonic)
    with Controls(factory, PINS, Inbox(), clock=time.monotonic):
        pass


def test_controls_hold_their_pins(box: Box) -> None:
    """While the controls are open nothing else gets their lines."""
    with pytest.raises(NoControls):
        Controls(box.factory, PINS, Inbox(), clock=time.monotonic)


def test_impossible_encoder_is_refused(factory: Any) -> None:
    """Three edges a detent do not exist."""
    with pytest.raises(BadSetting):
        Controls(factory, PINS, Inbox(), clock=time.monotonic, steps_per_detent=3)


def test_unknown_pin_factory_is_an_error() -> None:
    """A name nobody knows is answered with the names there are."""
    with pytest.raises(NoControls, match="no pin factory 'lpgio'; there are auto, gpiod, lgpio, r"):
        make_factory("lpgio")


def test_mock_factory_is_made_by_name() -> None:
    """For trying things out without a Pi."""
    assert make_factory("mock").pin(17).function == "input"


@pytest.mark.parametrize("name", [name for name in BACK_ENDS if name != "mock"])
@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="use a machine without GPIO lines")
def test_broken_back_end_says_what_to_do(name: str) -> None:
    """On a desk no real back end works; each says so and what would help, and none steps in."""
    with pytest.raises(NoControls, match=f"the pin factory {name} does not work .*(install|Pi)"):
        make_factory(name)


@pytest.mark.skipif(find_spec("lgpio") is None, reason="pip install lgpio")
@pytest.mark.parametrize("runtime_directory", [True, False])
def test_lgpio_leaves_nothing_in_the_working_directory(
    tmp_path: Path, runtime_directory: bool
) -> None:
    """Its FIFO goes where it may, and the working directory is what it was."""
    (tmp_path / "here").mkdir()
    (tmp_path / "runtime").mkdir()
    (tmp_path / "temporary").mkdir()
    program = (
        "import os\n"
        "from hardware.errors import NoControls\n"
        "from hardware.controls.pin_factory import make_factory\n"
        "try:\n"
        "    make_factory('lgpio')\n"
        "except NoControls:\n"
        "    pass\n"
        "import lgpio\n"
        "print(os.getcwd())\n"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    if runtime_directory:
        environment["RUNTIME_DIRECTORY"] = str(tmp_path / "runtime")
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path / "here",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == str(tmp_path / "here")
    assert list((tmp_path / "here").iterdir()) == []
    assert list((tmp_path / "temporary").iterdir()) == []
    fifos = [path.name for path in (tmp_path / "runtime").iterdir()]
    assert fifos == ([".lgd-nfy0"] if runtime_directory else [])
