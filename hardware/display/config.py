"""The display's part of the configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hardware.controls.pins import Bus
from hardware.display.chips import CHIPS
from hardware.errors import BadSetting

SPI_SPEEDS_HZ = tuple(mhz * 1_000_000 for mhz in (1, 2, 4, 8, 16, 20))


class DisplayConfig(NamedTuple):
    """Chip, bus, orientation and brightness of the display; its lines are in `Pins`.

    `port` is the number of the bus (i2c-1, spidev0.x), `device` the chip select of an SPI bus.
    `from_mapping` checks the values.

    >>> DisplayConfig.from_mapping({"chip": "ssd1306", "address": 0x3D}).bus_name
    'i2c-1'
    >>> DisplayConfig.from_mapping({"rotate": 90})
    Traceback (most recent call last):
    hardware.errors.BadSetting: rotate = 90: the display's rotate is one of 0, 180
    """

    chip: str = "sh1106"
    bus: Bus = "i2c"
    address: int = 0x3C
    port: int | None = None
    device: int = 0
    speed_hz: int = 8_000_000
    rotate: int = 0
    contrast: int = 0xCF

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> DisplayConfig:
        """Return the configuration of a TOML table; missing values keep their default. Raise
        BadSetting.
        """
        known = cls._fields
        for name, value in values.items():
            if name not in known:
                raise BadSetting(f"unknown display setting {name!r}; known are {', '.join(known)}")
            expected = str if name in ("chip", "bus") else int
            if not isinstance(value, expected) or isinstance(value, bool):
                kind = "a word in quotes" if expected is str else "a whole number"
                raise BadSetting(f"{name} = {value!r}: the display's {name} is {kind}")
        config = cls(**values)  # type: ignore[arg-type]  # checked above
        _check_display(config)
        return config

    @property
    def bus_name(self) -> str:
        """The name of the bus in the system: i2c-1, or spidev0.0."""
        if self.bus == "i2c":
            return f"i2c-{self.port_number}"
        return f"spidev{self.port_number}.{self.device}"

    @property
    def place(self) -> tuple[str, int]:
        """The bus and the address: two displays cannot have the same."""
        return self.bus_name, self.address

    @property
    def port_number(self) -> int:
        """The number of the bus; a Pi's header has i2c-1 and spidev0."""
        if self.port is None:
            return 1 if self.bus == "i2c" else 0
        return self.port


def _check_display(config: DisplayConfig) -> None:
    _check("chip", config.chip, tuple(CHIPS))
    _check("bus", config.bus, ("i2c", "spi"))
    _check("rotate", config.rotate, (0, 180))
    _check("speed_hz", config.speed_hz, SPI_SPEEDS_HZ)
    _check("device", config.device, (0, 1))
    if not 0x08 <= config.address <= 0x77:
        raise BadSetting(
            f"address = {config.address:#04x}: an I2C address is 0x08 to 0x77; "
            "displays are at 0x3C, some at 0x3D"
        )
    if not 0 <= config.contrast <= 255:
        raise BadSetting(f"contrast = {config.contrast}: give a number from 0 to 255")
    if config.port is not None and config.port < 0:
        raise BadSetting(f"port = {config.port}: give the number of the bus, such as 1 for i2c-1")


def _check(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise BadSetting(f"{name} = {value!r}: the display's {name} is one of {_list(allowed)}")


def _list(values: tuple[object, ...]) -> str:
    return ", ".join(str(value) for value in values)
