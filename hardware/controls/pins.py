"""The GPIO lines by BCM number, and their pins on the header.

    what        lines                    what              lines
    I2C display  2  3 (fixed by the Pi)  SPI display        7 to 11 (fixed), 24, 25
    knob        17 27 22                 buttons            5  6 13
    seat LEDs   16 20 21 26 19           buzzer, shutdown  12, 4

Not used: 0 and 1 (the HAT's EEPROM), 14 and 15 (the serial console). Lights, buzzer and shutdown
button are used only if the configuration names their lines.

>>> Pins.from_mapping({"buzzer": 12}).buzzer
12
>>> Pins.from_mapping({"buzzer": 17})
Traceback (most recent call last):
hardware.errors.BadPins: knob_a and buzzer are both on GPIO17; give each its own line
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from hardware.errors import BadPins
from hardware.events import Control

SEATS_AT_MOST = 5

HEADER: Mapping[int, int] = MappingProxyType(
    {
        0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21,
        10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35,
        20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
    }
)  # fmt: skip
"""BCM number to pin of the 40-pin header, the same on every Pi since the B+."""

HAT_MEMORY = (0, 1)
Bus = Literal["i2c", "spi"]
Direction = Literal["in", "out", "bus"]


class PinWire(NamedTuple):
    """One row of the table: a name, its line and its purpose."""

    name: str
    gpio: int
    direction: Direction
    purpose: str

    @property
    def header_pin(self) -> int:
        """The pin of the 40-pin header."""
        return HEADER[self.gpio]


class Key(NamedTuple):
    """A contact of a ready-made HAT: its name, its line and its function."""

    name: str
    """As printed on the board, or the direction of a stick."""
    gpio: int
    control: Control | None = None
    """The control that it presses and holds."""
    hold: Control | None = None
    """The control that a hold means, if it is another one."""
    steps: int = 0
    """The steps it turns by, repeated while it is held."""


I2C = (
    PinWire("sda", 2, "bus", "display, SDA"),
    PinWire("scl", 3, "bus", "display, SCL"),
)
SPI = (
    PinWire("spi_clock", 11, "bus", "display, SCK (D0)"),
    PinWire("spi_mosi", 10, "bus", "display, MOSI (D1)"),
    PinWire("spi_ce0", 8, "bus", "display, CS"),
    PinWire("spi_ce1", 7, "bus", "not connected, taken by SPI"),
    PinWire("spi_miso", 9, "bus", "not connected, taken by SPI"),
)


class Pins(NamedTuple):
    """The lines in use; None or empty means not fitted. `from_mapping` checks them."""

    knob_a: int = 17
    knob_b: int = 27
    knob_press: int = 22
    back: int = 5
    why: int = 6
    undo: int = 13
    seats: tuple[int, ...] = ()
    buzzer: int | None = None
    shutdown: int | None = None
    display_dc: int = 24
    display_reset: int = 25
    bus: Bus = "i2c"
    keys: tuple[Key, ...] = ()
    """The contacts of a ready-made HAT, which replace the knob and the three buttons."""

    @classmethod
    def full(cls, bus: Bus = "i2c") -> Pins:
        """Return the table with everything fitted, on the lines of the wiring page."""
        return cls(seats=(16, 20, 21, 26, 19), buzzer=12, shutdown=4, bus=bus)

    @classmethod
    def from_mapping(cls, values: Mapping[str, object], bus: Bus = "i2c") -> Pins:
        """Return the lines of a TOML table, checked; missing ones keep their default. Raise
        BadPins.
        """
        pins = cls(bus=bus).replaced(values)
        check_lines(pins)
        return pins

    def replaced(self, values: Mapping[str, object]) -> Pins:
        """Return the lines with some replaced, without checking for conflicts; raise BadPins."""
        known = [name for name in self._fields if name not in ("bus", "keys")]
        read: dict[str, int | tuple[int, ...]] = {}
        for name, value in values.items():
            if name not in known:
                raise BadPins(f"unknown pin {name!r}; known are {', '.join(known)}")
            read[name] = _read_seats(value) if name == "seats" else _read_line(name, value)
        return self._replace(**read)  # type: ignore[arg-type]  # the names were checked above

    def wires(self) -> tuple[PinWire, ...]:
        """Return every line in use, in the order of the wiring page."""
        return (
            *self._bus_wires(),
            *self._contact_wires(),
            *(
                PinWire(f"seat_{seat + 1}", gpio, "out", f"light of seat {seat + 1}")
                for seat, gpio in enumerate(self.seats)
            ),
            *_wire_if("buzzer", self.buzzer, "out", "buzzer"),
            *_wire_if("shutdown", self.shutdown, "in", "shutdown button, watched by the kernel"),
        )

    def _contact_wires(self) -> tuple[PinWire, ...]:
        if self.keys:
            return tuple(
                PinWire(key.name, key.gpio, "in", f"{key.name} of the HAT") for key in self.keys
            )
        return (
            PinWire("knob_a", self.knob_a, "in", "knob, contact A"),
            PinWire("knob_b", self.knob_b, "in", "knob, contact B"),
            PinWire("knob_press", self.knob_press, "in", "knob, press"),
            PinWire("back", self.back, "in", "button BACK"),
            PinWire("why", self.why, "in", "button WHY"),
            PinWire("undo", self.undo, "in", "button UNDO"),
        )

    def _bus_wires(self) -> tuple[PinWire, ...]:
        if self.bus == "i2c":
            return I2C
        return (
            *SPI,
            PinWire("display_dc", self.display_dc, "out", "display, D/C"),
            PinWire("display_reset", self.display_reset, "out", "display, RESET"),
        )


def _wire_if(
    name: str, gpio: int | None, direction: Direction, purpose: str
) -> tuple[PinWire, ...]:
    return () if gpio is None else (PinWire(name, gpio, direction, purpose),)


def check_lines(pins: Pins) -> None:
    """Raise BadPins for lines that do not exist, are reserved, or are used twice."""
    if len(pins.seats) > SEATS_AT_MOST:
        raise BadPins(f"seats lists {len(pins.seats)} lines; at most {SEATS_AT_MOST} can be lit")
    wires = pins.wires()
    for wire in wires:
        _check_line(wire.name, wire.gpio)
    for gpio, count in Counter(wire.gpio for wire in wires).items():
        if count > 1:
            names = " and ".join(wire.name for wire in wires if wire.gpio == gpio)
            raise BadPins(f"{names} are both on GPIO{gpio}; give each its own line")


def _check_line(name: str, gpio: int) -> None:
    if gpio not in HEADER:
        raise BadPins(f"{name} is on GPIO{gpio}, but a Pi's header has GPIO2 to GPIO27")
    if gpio in HAT_MEMORY:
        raise BadPins(f"{name} is on GPIO{gpio}, which belongs to the HAT's memory; use 2 to 27")


def _read_line(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadPins(f"{name} = {value!r}: a pin is a whole number, its BCM number")
    return value


def _read_seats(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise BadPins(f"seats = {value!r}: give a list of BCM numbers, one for each seat")
    return tuple(_read_line("seats", gpio) for gpio in value)
