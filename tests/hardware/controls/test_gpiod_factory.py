"""Our pins over libgpiod, on a model of the kernel: what the tests of the controls do not show."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import DigitalOutputDevice
from gpiozero.exc import PinFixedPull, PinPWMUnsupported, PinSetInput, PinUnknownPi

pytest.importorskip("gpiod", reason="pip install gpiod")

from functools import partial

from hardware.controls.gpio_controls import Controls
from hardware.controls.gpiod_factory import GpiodFactory, find_chip
from hardware.controls.pin_factory import usual_back_end
from hardware.controls.pins import Key, Pins
from hardware.events import Control, Edge, Inbox, Turned
from tests.support.model_kernel import ModelKernel

KEYS = Pins(keys=(Key("press", 4, Control.KNOB),))


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> ModelKernel:
    made = ModelKernel()
    monkeypatch.setattr("gpiod.Chip", made.open_chip)
    monkeypatch.setattr("gpiod.request_lines", made.request_lines)
    return made


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    (tmp_path / "gpiochip0").touch()
    return tmp_path


@pytest.fixture
def factory(kernel: ModelKernel, devices: Path) -> Iterator[GpiodFactory]:
    made = GpiodFactory(devices)
    yield made
    made.close()


def test_an_edge_has_the_time_that_the_kernel_saw_it(
    kernel: ModelKernel, factory: GpiodFactory
) -> None:
    """However late the program comes to read it."""
    inbox = Inbox()
    with Controls(factory, KEYS, inbox, clock=lambda: pytest.fail("asked for the time")):
        kernel.times_ns = lambda: 1_234_500_000_000
        kernel.drive(4, 0)
        assert inbox.take(10) == Edge(Control.KNOB, down=True, at_s=1234.5)


def test_edges_of_two_lines_are_reported_in_the_order_of_their_times(
    kernel: ModelKernel, factory: GpiodFactory
) -> None:
    """A detent that passed while the thread was held up is counted the right way round."""
    inbox = Inbox()
    pins = Pins()
    with Controls(factory, pins, inbox, clock=time.monotonic):
        with factory.watcher._lock:  # noqa: SLF001 - the thread finds all four edges at once
            contacts = [(pins.knob_b, 0), (pins.knob_a, 0), (pins.knob_b, 1), (pins.knob_a, 1)]
            for at_ns, (gpio, level) in enumerate(contacts):
                kernel.times_ns = partial(int, at_ns)
                kernel.drive(gpio, level)
        event = inbox.take(10)
        assert isinstance(event, Turned)
        assert event.steps == -1


def test_a_line_that_is_given_back_can_be_had_again_at_once(
    kernel: ModelKernel, factory: GpiodFactory
) -> None:
    """By another user of the same factory, and by another program."""
    for _ in range(20):
        Controls(factory, KEYS, Inbox(), clock=time.monotonic).close()
        assert kernel.lines[4].request is None
        with DigitalOutputDevice(4, pin_factory=factory):
            assert kernel.lines[4].request is not None


def test_closing_ends_the_thread_and_frees_what_it_took(kernel: ModelKernel, devices: Path) -> None:
    """Closing twice is not an error, and no handle is left."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        factory = GpiodFactory(devices)
        controls = Controls(factory, Pins(), Inbox(), clock=time.monotonic)
        controls.close()
        factory.close()
        factory.close()
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert all(line.request is None for line in kernel.lines.values())


def test_an_output_has_its_level_from_the_first_moment_on(
    kernel: ModelKernel, factory: GpiodFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line of a display that is reset by a low level must not blink."""
    levels: list[int] = []

    def watch(*arguments: Any, **more: Any) -> Any:
        made = kernel.request_lines(*arguments, **more)
        levels.append(kernel.lines[25].level)
        return made

    monkeypatch.setattr("gpiod.request_lines", watch)
    with DigitalOutputDevice(25, initial_value=True, pin_factory=factory) as device:
        assert levels == [1]
        device.off()
        assert kernel.lines[25].level == 0


def test_what_a_line_cannot_do_is_refused(factory: GpiodFactory) -> None:
    """As gpiozero expects it."""
    pin: Any = factory.pin(17)
    with pytest.raises(PinSetInput):
        pin.state = 1
    with pytest.raises(PinPWMUnsupported):
        pin.frequency = 100
    with pytest.raises(PinFixedPull):
        factory.pin(2).pull = "down"  # the bus of the display has resistors


def test_the_chip_of_the_header_is_found_by_its_label(
    kernel: ModelKernel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a Pi 5 it may be any of them."""
    labels = {"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip4": "pinctrl-rp1"}
    for name in labels:
        (tmp_path / name).touch()

    def open_chip(path: str) -> Any:
        kernel.label = labels[Path(path).name]
        return kernel.open_chip(path)

    monkeypatch.setattr("gpiod.Chip", open_chip)
    assert find_chip(tmp_path) == (str(tmp_path / "gpiochip4"), "pinctrl-rp1")
    labels["gpiochip4"] = "something else"
    assert find_chip(tmp_path)[0] == str(tmp_path / "gpiochip0")


def test_a_machine_that_is_no_pi_is_refused(kernel: ModelKernel, devices: Path) -> None:
    """A PC has lines, too, and none of them is ours."""
    kernel.label = "INTC1055:00"
    with pytest.raises(PinUnknownPi):
        GpiodFactory(devices)


@pytest.mark.parametrize(
    ("there", "used"),
    [({"gpiod", "lgpio"}, "gpiod"), ({"gpiod"}, "gpiod"), ({"lgpio"}, "lgpio"), (set(), "gpiod")],
)
def test_gpiod_is_the_usual_one_where_it_is_there(there: set[str], used: str) -> None:
    """And the one that is named where none is installed."""
    assert usual_back_end(lambda name: name in there) == used
