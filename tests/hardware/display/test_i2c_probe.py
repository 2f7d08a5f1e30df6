"""Whether somebody answers on the bus, asked of the model."""

from __future__ import annotations

import pytest
import smbus2

from hardware.display.chip_models import MODELS, ModelBus
from hardware.display.i2c_probe import probe_i2c


def test_a_display_answers_and_its_picture_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command does nothing."""
    bus = ModelBus(MODELS["ssd1306"]())
    monkeypatch.setattr(smbus2, "SMBus", bus.open)
    before = bus.chip.frame()
    probe_i2c(1, 0x3C)
    assert bus.bytes_sent == 3
    assert bus.chip.frame() == before


def test_without_a_bus_it_is_an_error() -> None:
    """As the system says it."""
    with pytest.raises(OSError, match="No such file"):
        probe_i2c(97, 0x3C)
