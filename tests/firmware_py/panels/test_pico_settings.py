"""The external panel as a panel of the application: it follows the settings of the box."""

from __future__ import annotations

import time
from base64 import b64decode
from typing import Any

import pytest

from firmware_py.core.config import ControlsConfig
from firmware_py.core.picture import Picture, SleepStage
from firmware_py.panels.pico import PicoPanel
from hardware.display.frame import FRAME_BYTES
from hardware.events import SerialLine
from hardware.serial.panel_link import seal, unseal

CORNER = bytes([1]) + bytes(FRAME_BYTES - 1)
"""A frame with the one pixel in its upper left corner lit."""


class Wire:
    """A serial link with an obedient panel at its other end."""

    source = "serial"

    def __init__(self) -> None:
        self.payloads: list[str] = []
        self.frame = bytearray(FRAME_BYTES)

    def write(self, data: bytes) -> bool:
        """Take lines, and draw."""
        for line in data.splitlines():
            payload = unseal(line)
            assert payload is not None
            self.payloads.append(payload)
            match payload.split(" "):
                case ["N"]:
                    self.frame[:] = bytes(FRAME_BYTES)
                case ["W", top, left, drawn]:
                    at, new = int(top) * 128 + int(left), b64decode(drawn)
                    self.frame[at : at + len(new)] = new
        return True

    def close(self) -> None:
        """There is nothing to close."""


@pytest.fixture
def wire() -> Wire:
    """Return the wire."""
    return Wire()


@pytest.fixture
def pico(wire: Wire) -> PicoPanel:
    """Return a panel that said hello and shows a picture."""
    made = PicoPanel(wire, ControlsConfig(), clock=time.monotonic)
    made.translate(SerialLine(seal("H 1 oled 0").strip(), "serial"))
    acknowledge(made, wire)
    made.show(Picture(CORNER))
    acknowledge(made, wire)
    return made


def acknowledge(pico: PicoPanel, wire: Wire) -> None:
    """Say that the last picture arrived."""
    number = next(said for said in reversed(wire.payloads) if said.startswith("F")).split(" ")[1]
    pico.translate(SerialLine(seal(f"A {number}").strip(), "serial"))


def test_it_turns_to_the_other_side_of_the_table(box: Any, wire: Wire, pico: PicoPanel) -> None:
    """At once, and back."""
    pico.apply_settings(box.services.settings, True)
    assert wire.frame == bytes(FRAME_BYTES - 1) + bytes([0x80])
    acknowledge(pico, wire)
    pico.apply_settings(box.services.settings, False)
    assert wire.frame == CORNER


@pytest.mark.parametrize(("level", "brightness"), [(SleepStage.AWAKE, 102), (SleepStage.DIM, 12)])
def test_it_is_as_bright_as_was_set(
    box: Any, wire: Wire, pico: PicoPanel, level: SleepStage, brightness: int
) -> None:
    """And dims by the same measure as the box's own display."""
    box.services.settings.put("contrast", 40)
    pico.apply_settings(box.services.settings, False)
    pico.light(level)
    assert wire.payloads[-1] == f"C {brightness}"


def test_it_goes_dark(wire: Wire, pico: PicoPanel) -> None:
    """With the box."""
    pico.light(SleepStage.OFF)
    assert "P 0" in wire.payloads
