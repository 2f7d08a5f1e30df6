"""What the configuration says about the display."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hardware.controls.pins import Bus
from hardware.display.chips import CHIPS
from hardware.errors import BadSetting

SPI_SPEEDS_HZ = tuple(mhz * 1_000_000 for mhz in (1, 2, 4, 8, 16, 20))


class DisplayConfig(NamedTuple):
    """Which chip on which bus, which way up, how bright; the lines are in the table of pins.

    `port` is the number of the bus (i2c-1, spidev0.x), `device` the chip select of an SPI bus.
    Read with `from_mapping`, it is a display that can be.
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
        """Read what TOML gives; what is not named keeps its default."""
        known = cls._fields
        for name, value in values.items():
            if name not in known:
                raise BadSetting(f"unknown display setting {name!r}; known are {', '.join(known)}")
            expected = str if name in ("chip", "bus") else int
            if not isinstance(value, expected) or isinstance(value, bool):
                kind = "a word in quotes" if expected is str else "a whole number"
                raise BadSetting(f"{name} = {value!r}: the display's {name} is {kind}")
        config = cls(**values)  # type: ignore[arg-type]  # names and types are checked just above
        _check_display(config)
        return config

    @property
    def bus_name(self) -> str:
        """The bus as the system calls it: i2c-1, or spidev0.0."""
        if self.bus == "i2c":
            return f"i2c-{self.port_number}"
        return f"spidev{self.port_number}.{self.device}"

    @property
    def port_number(self) -> int:
        """The number of the bus; a Pi's header has i2c-1 and spidev0."""
        if self.port is None:
            return 1 if self.bus == "i2c" else 0
        return self.port


def _check_display(config: DisplayConfig) -> None:
    """Refuse what no display can be."""
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
