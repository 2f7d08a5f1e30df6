"""A display on a model of its bus, with a clock that only the test moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import luma.core.device
import pytest
import smbus2

from hardware.controls.pins import Pins
from hardware.display.chip_models import MODELS, ModelBus
from hardware.display.chips import CHIPS
from hardware.display.config import DisplayConfig
from hardware.display.oled import Oled
from hardware.display.wire import DisplayWire
from hardware.events import Event


@dataclass
class Bench:
    """A display, the bus it hangs on, what it posted, and the time."""

    bus: ModelBus
    chip_name: str
    upside_down: bool = False
    level: int = 0xCF
    now_s: float = 100.0
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        config = DisplayConfig(chip=self.chip_name)
        self.oled = Oled(
            CHIPS[self.chip_name],
            lambda: DisplayWire(config, Pins()),
            level=self.level,
            upside_down=self.upside_down,
            post=self.events.append,
            clock=lambda: self.now_s,
        )

    def sent_by(self, act: Callable[[], None]) -> int:
        """Count the bytes that something puts on the wire."""
        before = self.bus.bytes_sent
        act()
        return self.bus.bytes_sent - before

    def wait_and_retry(self) -> None:
        """Let the time pass until the display is due, and retry."""
        deadline_s = self.oled.retry_deadline_s
        assert deadline_s is not None
        self.now_s = deadline_s
        self.oled.retry(self.now_s)


@pytest.fixture(params=sorted(CHIPS))
def chip_name(request: pytest.FixtureRequest) -> str:
    """Every chip in turn."""
    return str(request.param)


@pytest.fixture
def make_bench(chip_name: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Bench]:
    """Make a display on a new bus; smbus2 opens the model instead of a device file."""
    # luma keeps each device until the program ends, and thousands are made here.
    monkeypatch.setattr(luma.core.device, "atexit", Mock())

    def make(**settings: Any) -> Bench:
        bus = ModelBus(MODELS[chip_name](seed=7))
        monkeypatch.setattr(smbus2, "SMBus", bus.open)
        return Bench(bus, chip_name, **settings)

    return make


@pytest.fixture
def bench(make_bench: Callable[..., Bench]) -> Bench:
    """A display with the usual settings."""
    return make_bench()


@pytest.fixture(scope="session")
def wire_figures() -> ModuleType:
    """The program that measures the wire, with its test pictures."""
    import wire

    return wire
