"""What goes over the wire at the start, over SPI, and what is said when it cannot."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import smbus2
from gpiozero import OutputDevice
from gpiozero.pins.mock import MockFactory
from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.oled import device as luma_device

from hardware.controls.pins import Pins
from hardware.display.chip_models import MODELS, ModelBus, ModelSpi
from hardware.display.chips import CHIPS
from hardware.display.config import DisplayConfig
from hardware.display.frame import FRAME_BYTES, HEIGHT, WIDTH
from hardware.display.oled import Oled, open_display
from hardware.display.wire import DisplayWire, explain
from hardware.errors import BadSetting, NoDisplay
from hardware.events import Appeared, Event, Lost

if TYPE_CHECKING:
    from tests.hardware.display.conftest import Bench

FRAME = random.Random(21).randbytes(FRAME_BYTES)
PINS = Pins(bus="spi")


@pytest.fixture
def pin_factory() -> Iterator[MockFactory]:
    """Pins that exist in memory only."""
    factory = MockFactory()
    yield factory
    factory.close()


def open_spi(
    chip_name: str, pin_factory: MockFactory, events: list[Event], **settings: Any
) -> tuple[Oled, Any]:
    """A display on SPI, and the wire it hangs on."""
    data_command = pin_factory.pin(PINS.display_dc)
    spi = ModelSpi(MODELS[chip_name](seed=3), lambda: bool(data_command.state))
    config = DisplayConfig(chip=chip_name, bus="spi", **settings)
    oled = open_display(
        config, PINS, events.append, pin_factory=pin_factory, spi_device=spi, clock=time.monotonic
    )
    return oled, spi


class Listener:
    """A wire that leads nowhere and remembers the commands."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def command(self, *commands: int) -> None:
        self.heard.append(bytes(commands))

    def data(self, data: bytes) -> None:
        """Forget luma's blank frame."""


def luma_start(chip_name: str) -> bytes:
    """Return the commands with which luma's own class starts a chip."""
    listener = Listener()
    device = getattr(luma_device, chip_name)(listener, width=WIDTH, height=HEIGHT)
    device.persist = True  # luma clears its devices at exit; this one has nothing to clear
    return listener.heard[0]


def test_a_chip_starts_as_luma_starts_it(bench: Bench) -> None:
    """In one transaction, after two commands that do nothing; luma takes 32 bytes at most."""
    bench.oled.show(FRAME)
    start = luma_start(bench.chip_name)
    assert bench.bus.log[0] == bytes((0x00, 0xE3, 0xE3, *start))
    assert len(start) + 2 <= 32


def test_the_initialisation_begins_with_the_display_off(chip_name: str) -> None:
    """So the driver decides when it is lit."""
    assert luma_start(chip_name)[0] == 0xAE


def test_the_chip_is_lit_upright_and_configured_by_the_first_frame(bench: Bench) -> None:
    """64 rows, the usual way up."""
    bench.oled.show(FRAME)
    chip = bench.bus.chip
    assert chip.on
    assert chip.upright
    assert chip.registers[0xA8] == b"\x3f"


def test_full_brightness_is_what_luma_sets(chip_name: str) -> None:
    """The top of the scale is the manufacturer's, not beyond it."""
    start = luma_start(chip_name)
    commands = CHIPS[chip_name].dim(255)
    assert commands[1] == 255
    assert commands[2:4] in start
    assert commands[4:] in start


def test_dimming_lowers_the_precharge_too(bench: Bench) -> None:
    """The contrast register alone dims little."""
    bench.oled.show(FRAME)
    bench.oled.contrast(255)
    bright = bench.bus.chip.registers[0xD9]
    bench.oled.contrast(0)
    assert bench.bus.chip.registers[0x81] == b"\x00"
    assert bench.bus.chip.registers[0xD9] < bright


def test_no_precharge_is_ever_zero(chip_name: str) -> None:
    """The datasheets forbid it."""
    for level in range(256):
        precharge = CHIPS[chip_name].dim(level)[3]
        assert precharge >> 4
        assert precharge & 0x0F


def test_the_sh1106_keeps_its_vcomh() -> None:
    """Some modules go blank when it changes."""
    assert 0xDB not in CHIPS["sh1106"].dim(0)[::2]


def test_the_same_brightness_costs_nothing(bench: Bench) -> None:
    """Not a byte."""
    bench.oled.show(FRAME)
    bench.oled.contrast(90)
    assert bench.sent_by(lambda: bench.oled.contrast(90)) == 0


def test_spi_carries_the_same_frames(chip_name: str, pin_factory: MockFactory) -> None:
    """With D/C in place of control bytes."""
    oled, spi = open_spi(chip_name, pin_factory, [])
    oled.show(FRAME)
    assert spi.chip.frame() == FRAME
    oled.show(FRAME[::-1])
    assert spi.chip.frame() == FRAME[::-1]
    oled.close()


def test_spi_resets_the_chip_at_the_start(chip_name: str, pin_factory: MockFactory) -> None:
    """The line goes low and ends high."""
    oled, _spi = open_spi(chip_name, pin_factory, [])
    oled.show(FRAME)
    states = [state for _at, state in pin_factory.pin(PINS.display_reset).states]
    assert False in states
    assert states[-1]
    oled.close()


def test_spi_recovers_and_lets_go_of_device_and_lines(
    chip_name: str, pin_factory: MockFactory
) -> None:
    """A failure in the middle of a frame; then the lines can be taken again."""
    events: list[Event] = []
    oled, spi = open_spi(chip_name, pin_factory, events)
    oled.show(FRAME)
    spi.fail_after = spi.bytes_sent + 5
    oled.show(FRAME[::-1])
    assert spi.handles == 0
    assert oled.retry_deadline_s is not None
    oled.retry(oled.retry_deadline_s)
    assert spi.handles == 1
    assert spi.chip.frame() == FRAME[::-1]
    assert events == [
        Appeared("display"),
        Lost("display", "no display on spidev0.0; check its wires"),
        Appeared("display"),
    ]
    oled.close()
    assert spi.handles == 0


def test_spi_lines_are_free_again_when_the_device_cannot_be_opened(
    pin_factory: MockFactory,
) -> None:
    """Otherwise the second try would find its own lines taken."""

    class Missing(ModelSpi):
        def open(self, port: int, device: int) -> None:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    spi = Missing(MODELS["ssd1306"](), bool)
    config = DisplayConfig(bus="spi")
    for _ in range(2):
        with pytest.raises(NoDisplay, match=r"no /dev/spidev0\.0; .* raspi-config nonint do_spi 0"):
            DisplayWire(config, PINS, pin_factory, spi)


def test_an_spi_line_in_use_is_named(pin_factory: MockFactory) -> None:
    """And the application goes on without a display."""
    with OutputDevice(PINS.display_reset, pin_factory=pin_factory):
        oled, _spi = open_spi("ssd1306", pin_factory, [])
        oled.show(FRAME)
        assert oled.why.startswith("cannot drive the display's line GPIO25")
    assert oled.retry_deadline_s is not None
    oled.retry(oled.retry_deadline_s)
    assert oled.why is None
    oled.close()


def test_a_missing_bus_says_how_to_switch_it_on() -> None:
    """This machine has no such bus, as a Pi fresh from its card."""
    with pytest.raises(NoDisplay) as caught:
        DisplayWire(DisplayConfig(port=199), Pins())
    assert str(caught.value) == (
        "no display, for there is no /dev/i2c-199; switch the bus on with: "
        "sudo raspi-config nonint do_i2c 0"
    )


def test_a_box_without_a_display_starts_and_says_why() -> None:
    """Headless with retries, never an exception."""
    events: list[Event] = []
    oled = open_display(DisplayConfig(port=199), Pins(), events.append, clock=time.monotonic)
    oled.show(FRAME)
    assert oled.why.startswith("no display, for there is no /dev/i2c-199")
    assert oled.retry_deadline_s is not None
    assert events == [Lost("display", oled.why or "")]
    oled.close()


def test_a_refused_bus_names_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """What luma calls a permission error."""

    def refuse(port: int) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", f"/dev/i2c-{port}")

    monkeypatch.setattr(smbus2, "SMBus", refuse)
    with pytest.raises(NoDisplay, match=r"not allowed to use i2c-1; .* usermod -aG i2c"):
        DisplayWire(DisplayConfig(), Pins())


def test_a_silent_bus_names_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cause is kept for the log."""
    bus = ModelBus(MODELS["ssd1306"](), address=0x3D)
    monkeypatch.setattr(smbus2, "SMBus", bus.open)
    wire = DisplayWire(DisplayConfig(), Pins())
    with pytest.raises(NoDisplay) as caught:
        wire.command(0xAE)
    assert str(caught.value) == (
        "no display at 0x3C on i2c-1; check its four wires, "
        "and look for its address with: i2cdetect -y 1"
    )
    assert isinstance(caught.value.__cause__, DeviceNotFoundError)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ModuleNotFoundError("No module named 'spidev'"), "sudo apt install python3-spidev"),
        (OSError(errno.EBUSY, "Device or resource busy"), "Device or resource busy"),
        (DevicePermissionError("no"), "usermod -aG spi"),
        (TimeoutError(errno.ETIMEDOUT, "Connection timed out"), "check its wires"),
    ],
)
def test_every_failure_says_something_of_use(error: OSError, words: Any) -> None:
    """Packages, other programs, groups, stuck wires."""
    assert words in str(explain(error, DisplayConfig(bus="spi")))


def test_a_stuck_bus_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is set to wait 0.2 s, in its unit of 10 ms."""
    calls = []
    bus = ModelBus(MODELS["ssd1306"]())
    monkeypatch.setattr(smbus2, "SMBus", bus.open)
    monkeypatch.setattr(fcntl, "ioctl", lambda _file, code, value: calls.append((code, value)))
    with Path(os.devnull).open("rb") as device:
        monkeypatch.setattr(Path, "open", lambda _path, _mode: device)
        DisplayWire(DisplayConfig(), Pins())
    assert calls == [(0x0702, 20)]


def test_the_settings_of_a_display_load_no_driver() -> None:
    """luma and Pillow are slow, and a box without a display needs neither."""
    code = (
        "import sys, hardware.display.config, hardware.hats\n"
        "print(*{'luma', 'PIL', 'gpiozero'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_settings_have_the_usual_defaults() -> None:
    """The display of the parts list: an SH1106 at 0x3C on the header's bus."""
    config = DisplayConfig.from_mapping({})
    assert (config.chip, config.address, config.bus_name) == ("sh1106", 0x3C, "i2c-1")


def test_settings_are_read() -> None:
    """As TOML gives them."""
    config = DisplayConfig.from_mapping(
        {"chip": "sh1106", "bus": "spi", "rotate": 180, "device": 1}
    )
    assert config == DisplayConfig(chip="sh1106", bus="spi", rotate=180, device=1)
    assert config.bus_name == "spidev0.1"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"chipp": "sh1106"},
            "unknown display setting 'chipp'; known are chip, bus, address, port, device, speed_hz",
        ),
        ({"chip": "st7735"}, "chip = 'st7735': the display's chip is one of"),
        ({"chip": 1306}, "chip = 1306: the display's chip is a word in quotes"),
        ({"bus": "usb"}, "bus = 'usb': the display's bus is one of i2c, spi"),
        ({"address": "0x3C"}, "address = '0x3C': the display's address is a whole number"),
        ({"address": 0x78}, "address = 0x78: an I2C address is 0x08 to 0x77"),
        ({"contrast": 256}, "contrast = 256: give a number from 0 to 255"),
        ({"contrast": True}, "contrast = True: the display's contrast is a whole number"),
        ({"rotate": 90}, "rotate = 90: the display's rotate is one of 0, 180"),
        ({"port": -1}, "port = -1: give the number of the bus"),
        ({"device": 2}, "device = 2: the display's device is one of 0, 1"),
        ({"speed_hz": 3}, "speed_hz = 3: the display's speed_hz is one of 1000000,"),
    ],
)
def test_a_setting_that_cannot_be_is_named(settings: Any, message: str) -> None:
    """With what would be right."""
    with pytest.raises(BadSetting) as caught:
        DisplayConfig.from_mapping(settings)
    assert str(caught.value).startswith(message)
