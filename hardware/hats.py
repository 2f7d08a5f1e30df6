"""Ready-made HATs: a display and keys for the Pi's header, without soldering.

Each is data: its display, its lines, and the function of each key. Keys have the names printed on
the board. A stick turns in all four directions, as the arrow keys of other panels do, so it works
for horizontal and vertical lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from hardware.controls.pins import Key, Pins, check_lines
from hardware.display.config import DisplayConfig
from hardware.errors import BadPins, BadSetting
from hardware.events import Control


class Hat(NamedTuple):
    """A HAT with a display and keys."""

    title: str
    display: DisplayConfig
    keys: tuple[Key, ...]
    display_dc: int = Pins().display_dc
    display_reset: int = Pins().display_reset

    @property
    def middle(self) -> Key:
        """The key that acts as the knob's press."""
        return next(key for key in self.keys if key.control is Control.KNOB)

    @property
    def lines(self) -> Mapping[int, str]:
        """The name of each line that the board uses."""
        return {wire.gpio: wire.name for wire in self._pins().wires()}

    def _pins(self) -> Pins:
        return Pins(
            display_dc=self.display_dc,
            display_reset=self.display_reset,
            bus=self.display.bus,
            keys=self.keys,
        )

    def pins(self, values: Mapping[str, object]) -> Pins:
        """Return its lines, with additions from the configuration; raise BadPins."""
        for name in values:
            if name not in FREE_PINS:
                raise BadPins(
                    f"{name} is set beside the HAT {self.title}, which has its own lines; take it "
                    f"out, or take the HAT out (beside a HAT there may be {', '.join(FREE_PINS)})"
                )
        pins = self._pins().replaced(values)
        for wire in pins.wires():
            owner = self.lines.get(wire.gpio, wire.name)
            if owner != wire.name:
                raise BadPins(
                    f"{wire.name} ({wire.purpose}) is on GPIO{wire.gpio}, but the HAT {self.title} "
                    f"has its {owner} there; choose another line, or leave it out"
                )
        check_lines(pins)
        return pins

    def display_with(self, values: Mapping[str, object]) -> DisplayConfig:
        """Return its display, with changes from the configuration; raise BadSetting."""
        for name in values:
            if name not in FREE_DISPLAY:
                raise BadSetting(
                    f"{name} of the display is set beside the HAT {self.title}, which brings its "
                    "own display; take it out, or take the HAT out"
                )
        given = DisplayConfig.from_mapping(values)
        return self.display._replace(**{name: getattr(given, name) for name in values})


FREE_PINS = ("seats", "buzzer", "shutdown")
"""What may be fitted in addition to a HAT, on lines that it leaves free."""
FREE_DISPLAY = ("contrast", "speed_hz")
"""The display settings that may be changed with a HAT."""


def _stick(up: int, down: int, left: int, right: int, press: int) -> tuple[Key, ...]:
    return (
        Key("up", up, steps=-1),
        Key("down", down, steps=1),
        Key("left", left, steps=-1),
        Key("right", right, steps=1),
        Key("press", press, Control.KNOB),
    )


HATS: Mapping[str, Hat] = MappingProxyType(
    {
        "waveshare-oled": Hat(
            "Waveshare 1.3inch OLED HAT",
            # Its display is mounted upside down relative to the chip's default.
            DisplayConfig(chip="sh1106", bus="spi", rotate=180),
            (
                *_stick(up=6, down=19, left=5, right=26, press=13),
                Key("KEY1", 21, Control.BACK),
                Key("KEY2", 20, Control.WHY),
                Key("KEY3", 16, Control.UNDO),
            ),
            display_dc=24,
            display_reset=25,
        ),
        "adafruit-bonnet": Hat(
            "Adafruit 128x64 OLED Bonnet",
            DisplayConfig(chip="ssd1306", bus="i2c", address=0x3C),
            (
                *_stick(up=17, down=22, left=27, right=23, press=4),
                Key("A", 5, Control.BACK),
                Key("B", 6, Control.WHY, hold=Control.UNDO),
            ),
        ),
    }
)
"""By the names used in the configuration."""
