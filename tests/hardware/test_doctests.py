"""The examples in the docstrings of the drivers are true."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = (
    "hardware.controls.gestures",
    "hardware.controls.gpio_controls",
    "hardware.controls.pin_factory",
    "hardware.controls.pins",
    "hardware.controls.quadrature",
    "hardware.display.config",
    "hardware.display.oled",
    "hardware.events",
    "hardware.lights",
    "hardware.serial.panel_link",
    "hardware.serial.serial_link",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_driver(name: str) -> None:
    found = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.attempted > 1
    assert found.failed == 0
