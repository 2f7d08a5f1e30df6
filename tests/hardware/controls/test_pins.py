"""The one table of GPIO lines."""

from __future__ import annotations

import pytest
from gpiozero.pins.data import PLUS_J8

from hardware.controls.pins import HEADER, Pins
from hardware.errors import BadPins, HardwareError


def test_header_agrees_with_gpiozero() -> None:
    """The pins of the header are where gpiozero's own data has them."""
    functions_by_pin = PLUS_J8[2]
    theirs = {
        int(functions["gpio"].removeprefix("GPIO")): pin
        for pin, functions in functions_by_pin.items()
        if "gpio" in functions
    }
    assert dict(HEADER) == theirs


def test_everything_fits_at_once_on_either_bus() -> None:
    """With all options fitted no two wires share a line, on I2C and on SPI."""
    for bus in ("i2c", "spi"):
        gpios = [wire.gpio for wire in Pins.full(bus).wires()]
        assert len(gpios) == len(set(gpios))


def test_serial_console_stays_free() -> None:
    """GPIO14 and GPIO15 are not touched."""
    assert not {14, 15} & {wire.gpio for wire in Pins.full("spi").wires()}


def test_options_are_not_fitted_by_default() -> None:
    """Lights, buzzer and shutdown button need to be named."""
    names = [wire.name for wire in Pins().wires()]
    assert names == ["sda", "scl", "knob_a", "knob_b", "knob_press", "back", "why", "undo"]


def test_wire_knows_its_header_pin() -> None:
    """GPIO17, contact A of the knob, is pin 11."""
    (wire,) = (wire for wire in Pins().wires() if wire.name == "knob_a")
    assert wire.header_pin == 11


def test_mapping_changes_what_it_names() -> None:
    """What TOML gives replaces the defaults, the rest stays."""
    pins = Pins.from_mapping({"back": 23, "seats": [16, 20], "buzzer": 12})
    assert (pins.back, pins.seats, pins.buzzer, pins.why) == (23, (16, 20), 12, 6)


def test_empty_mapping_is_the_default() -> None:
    """No [pins] table means the table as it is printed."""
    assert Pins.from_mapping({}) == Pins()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"knob_c": 17}, "unknown pin 'knob_c'; known are knob_a"),
        ({"bus": "spi"}, "unknown pin 'bus'"),
        ({"back": 6}, "back and why are both on GPIO6"),
        ({"back": 3}, "scl and back are both on GPIO3"),
        ({"seats": [16, 16]}, "seat_1 and seat_2 are both on GPIO16"),
        ({"back": 28}, "GPIO28, but a Pi's header has GPIO2 to GPIO27"),
        ({"back": -1}, "GPIO-1, but"),
        ({"back": 1}, "belongs to the HAT's memory"),
        ({"back": "5"}, "back = '5': a pin is a whole number"),
        ({"back": True}, "back = True: a pin is a whole number"),
        ({"back": 5.0}, "back = 5.0: a pin is a whole number"),
        ({"seats": 16}, "seats = 16: give a list"),
        ({"seats": ["x"]}, "seats = 'x': a pin is a whole number"),
        ({"seats": [16, 20, 21, 26, 19, 18]}, "seats lists 6 lines; at most 5"),
    ],
)
def test_nonsense_is_refused_by_name(values: dict[str, object], message: str) -> None:
    """Every mistake names the key and says what would do."""
    with pytest.raises(BadPins) as caught:
        Pins.from_mapping(values)
    assert message in str(caught.value)
    assert isinstance(caught.value, HardwareError)


def test_lines_of_the_other_bus_are_free() -> None:
    """With I2C a button may use GPIO24 and GPIO8, with SPI GPIO2."""
    assert Pins.from_mapping({"back": 24, "why": 8}).back == 24
    assert Pins.from_mapping({"back": 2}, bus="spi").back == 2


def test_lines_of_the_own_bus_are_taken() -> None:
    """With SPI neither its own lines nor the display's are free."""
    with pytest.raises(BadPins, match="spi_miso and back are both on GPIO9"):
        Pins.from_mapping({"back": 9}, bus="spi")
    with pytest.raises(BadPins, match="display_dc and back are both on GPIO24"):
        Pins.from_mapping({"back": 24}, bus="spi")
