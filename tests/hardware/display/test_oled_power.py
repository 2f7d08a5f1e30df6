"""A display that loses its power for a moment, and says nothing about it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
import smbus2
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.controls.pins import Pins
from hardware.display.chip_models import MODELS, ChipModel, ModelBus, ModelSpi, ModelWire
from hardware.display.chips import CHIPS
from hardware.display.config import DisplayConfig
from hardware.display.frame import FRAME_BYTES
from hardware.display.oled import RENEW_FROM_S, RENEW_S, Oled, open_display
from hardware.events import Appeared, Event, Lost

FRAME = random.Random(31).randbytes(FRAME_BYTES)
OTHER = bytes(byte ^ 0xFF if 300 < place < 340 else byte for place, byte in enumerate(FRAME))
PROMISED_S = 10.0


@dataclass
class Lit:
    """A display that shows a frame, its wire, what it posted, and the time."""

    chip_name: str
    oled: Oled
    wire: ModelWire
    events: list[Event]
    now: list[float]
    reset: MockPin

    @property
    def chip(self) -> ChipModel:
        """The chip on the wire."""
        return self.wire.chip

    def rest(self, for_s: float) -> None:
        """Let the time pass, and renew the display no sooner than it asks for."""
        until_s = self.now[0] + for_s
        while (at_s := self.oled.renew(self.now[0])) is not None and at_s <= until_s:
            self.now[0] = at_s
        self.now[0] = until_s

    @contextmanager
    def watched(self, look: Callable[[ChipModel], None]) -> Iterator[None]:
        """Look at the chip after each byte that it takes."""
        chip = self.chip
        takes = {"command": chip.command, "data": chip.data}

        def looking(name: str) -> Callable[[int], None]:
            def take(byte: int) -> None:
                takes[name](byte)
                look(chip)

            return take

        for name in takes:
            setattr(chip, name, looking(name))
        yield
        for name in takes:
            delattr(chip, name)


@pytest.fixture(params=["i2c", "spi"])
def lit(
    request: pytest.FixtureRequest, chip_name: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Lit]:
    """Every chip on either bus, lit and dimmed a little, after its first frame."""
    now = [100.0]
    events: list[Event] = []
    pins = Pins(bus=request.param)
    config = DisplayConfig(chip=chip_name, bus=request.param, contrast=20)
    factory = MockFactory()
    chip = MODELS[chip_name](seed=7)
    line = factory.pin(pins.display_dc)
    spi = ModelSpi(chip, lambda: bool(line.state))
    bus = ModelBus(chip)
    monkeypatch.setattr(smbus2, "SMBus", bus.open)
    oled = open_display(
        config, pins, events.append, pin_factory=factory, spi_device=spi, clock=lambda: now[0]
    )
    oled.show(FRAME)
    wire = spi if request.param == "spi" else bus
    yield Lit(chip_name, oled, wire, events, now, factory.pin(pins.display_reset))
    oled.close()
    factory.close()


@pytest.mark.parametrize("moment_s", [0.0, 3.0, RENEW_FROM_S, RENEW_S - 0.01, RENEW_S, 33.3])
def test_the_picture_is_back_within_ten_seconds(lit: Lit, moment_s: float) -> None:
    """Whenever the power goes, and though the bus never failed."""
    lit.rest(moment_s)
    registers = dict(lit.chip.registers)
    lit.chip.lose_power()
    assert not lit.chip.on
    lit.rest(PROMISED_S)
    assert lit.chip.on
    assert lit.chip.frame() == FRAME
    assert lit.chip.upright
    assert lit.chip.registers == registers


def test_what_was_shown_meanwhile_is_there(lit: Lit) -> None:
    """The change went to a chip that was dark, and the rest of its memory is noise."""
    lit.chip.lose_power()
    lit.oled.show(OTHER)
    lit.oled.contrast(200)
    lit.rest(PROMISED_S)
    assert (lit.chip.on, lit.chip.frame()) == (True, OTHER)
    assert lit.chip.registers[0x81] == b"\xc8"


def test_a_running_display_shows_nothing_of_it(lit: Lit) -> None:
    """After no byte is it dark, brighter, turned around, or another picture."""
    shown = dict(lit.chip.registers)
    seen = 0

    def look(chip: ChipModel) -> None:
        nonlocal seen
        seen += 1
        assert chip.on
        assert chip.upright
        assert chip.frame() == FRAME
        mode = {0x20: chip.registers.get(0x20)} if 0x20 in shown else {}
        assert chip.registers == shown | mode

    lit.reset.clear_states()
    with lit.watched(look):
        lit.rest(3 * PROMISED_S)
    assert len(lit.reset.states) == 1  # as it was: a pulse on the line would be seen
    assert seen > 3 * FRAME_BYTES
    assert lit.chip.registers == shown


def test_a_display_that_lost_its_power_is_dark_until_it_is_complete(lit: Lit) -> None:
    """Nobody sees the noise of its memory."""
    lit.chip.lose_power()

    def look(chip: ChipModel) -> None:
        assert not chip.on or chip.frame() == FRAME

    with lit.watched(look):
        lit.rest(PROMISED_S)
    assert lit.chip.on


def test_a_command_cut_short_by_the_power_does_not_swallow_what_follows(lit: Lit) -> None:
    """The chip waits for arguments that never came."""
    lit.chip.lose_power()
    lit.chip.command(0x21 if 0x21 in lit.chip.ARGUMENTS else 0x81)
    lit.rest(PROMISED_S)
    assert (lit.chip.on, lit.chip.frame()) == (True, FRAME)


def test_the_next_change_is_sent_as_a_difference(lit: Lit) -> None:
    """The chip rests as after any frame: in page mode, where the driver believes it to be."""
    lit.rest(PROMISED_S)
    before = lit.wire.bytes_sent
    lit.oled.show(OTHER)
    assert lit.chip.frame() == OTHER
    assert lit.wire.bytes_sent - before < 100


def test_a_dark_display_is_left_alone(lit: Lit) -> None:
    """It asks for nothing, gets nothing, and everything when it is lit."""
    lit.oled.power(False)
    sent = lit.wire.bytes_sent
    assert lit.oled.renew(lit.now[0] + 1000) is None
    assert lit.wire.bytes_sent == sent
    lit.chip.lose_power()
    lit.oled.power(True)
    assert (lit.chip.on, lit.chip.frame()) == (True, FRAME)


def test_asking_early_costs_nothing(lit: Lit) -> None:
    """As the loop asks in every round."""
    sent = lit.wire.bytes_sent
    assert lit.oled.renew(lit.now[0] + RENEW_FROM_S - 0.01) == lit.now[0] + RENEW_S
    assert lit.wire.bytes_sent == sent


def test_a_display_that_is_awake_is_not_woken_again(lit: Lit) -> None:
    """From the half of the time on it is done, and counts from there."""
    now_s = lit.now[0] + RENEW_FROM_S
    assert lit.oled.renew(now_s) == now_s + RENEW_S


def test_a_bus_that_fails_meanwhile_is_a_lost_display(lit: Lit) -> None:
    """It is reported, looked for, and comes back whole."""
    lit.wire.plugged = False
    assert lit.oled.renew(lit.now[0] + RENEW_S) is None
    assert [type(event) for event in lit.events] == [Appeared, Lost]
    lit.wire.plugged = True
    lit.chip.lose_power()
    deadline_s = lit.oled.retry_deadline_s
    assert deadline_s is not None
    lit.now[0] = deadline_s
    lit.oled.retry(deadline_s)
    assert (lit.chip.on, lit.chip.frame()) == (True, FRAME)


def test_a_closed_display_is_not_renewed(lit: Lit) -> None:
    """It stays dark."""
    lit.oled.close()
    assert lit.oled.renew(lit.now[0] + 1000) is None
    assert not lit.chip.on


@pytest.mark.parametrize("level", [0, 20, 255])
def test_renewing_configures_in_one_transaction(lit: Lit, level: int) -> None:
    """Like the start itself, without switching the display off, and as bright as it is."""
    lit.oled.contrast(level)
    sent = len(lit.wire.log)
    lit.oled.renew(lit.now[0] + RENEW_S)
    commands = lit.wire.log[sent].removeprefix(b"\x00")  # the control byte of I2C
    assert len(commands) <= 32
    assert 0xAE not in commands
    assert commands.endswith(CHIPS[lit.chip_name].dim(level))
