"""The ready-made HATs: data, page, pictures, and settings that are refused with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_py.core.config import ASK, BadConfig, parse
from hardware.controls.pins import HEADER, Pins
from hardware.display.config import DisplayConfig
from hardware.errors import BadPins, BadSetting
from hardware.events import Control
from hardware.hats import HATS, Hat

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "hardware" / "HATS.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\w+) \| GPIO(\d+) \| (\d+) \| ([^|]+) \|$", re.MULTILINE)
SIDES = {-1: "turns left", 1: "turns right"}


def does(hat: Hat) -> dict[str, str]:
    """Return what the page has to say of each key."""
    said = {}
    for key in hat.keys:
        if key.control is None:
            said[key.name] = SIDES[key.steps]
        else:
            name = "knob" if key.control is Control.KNOB else key.control.upper()
            said[key.name] = name + (f"; held: hold of {key.hold.upper()}" if key.hold else "")
    return said


def section(name: str) -> str:
    """Return what the page says of a HAT."""
    (text,) = re.findall(rf"^## .*`{name}`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


@pytest.mark.parametrize("name", HATS)
def test_the_page_lists_every_line_as_the_profile_has_it(name: str) -> None:
    """The keys with what they do, and the lines of the display, and nothing else."""
    hat = HATS[name]
    keys = {(key.name, key.gpio, HEADER[key.gpio], does(hat)[key.name]) for key in hat.keys}
    wires = {
        (wire.name, wire.gpio, wire.header_pin, wire.purpose)
        for wire in hat.pins({}).wires()
        if wire.name not in does(hat)
    }
    rows = ROW.findall(section(name))
    listed = {(key, int(gpio), int(pin), what) for key, gpio, pin, what in rows}
    assert listed == keys | wires
    assert len(rows) == len(listed)


@pytest.mark.parametrize("name", HATS)
def test_the_page_says_the_one_line_that_is_needed(name: str) -> None:
    """And it is understood."""
    line = f'hat = "{name}"'
    assert line in section(name)
    config = parse({"box": {"hat": name}})
    assert (config.display, config.pins.keys) == (HATS[name].display, HATS[name].keys)
    assert HATS[name].title in PAGE


@pytest.mark.parametrize("name", HATS)
def test_the_picture_shows_every_key_and_what_it_does(name: str) -> None:
    """It was drawn from the present profile: docs/make_hats.py draws it anew."""
    drawing = (ROOT / "docs" / "pictures" / f"hat-{name}.svg").read_text(encoding="utf-8")
    assert f"../docs/pictures/hat-{name}.svg" in section(name)
    words = set(re.findall(r">([^<>]+)<", drawing))
    for key in HATS[name].keys:
        assert {key.name, f"GPIO{key.gpio}"} <= words, key
        for control in (key.control, key.hold):
            if control is not None:
                assert any(control.upper() in word for word in words), key


@pytest.mark.parametrize("name", HATS)
def test_a_display_is_one_that_can_be(name: str) -> None:
    """Its values pass the checks of the configuration."""
    values = {
        key: value for key, value in HATS[name].display._asdict().items() if value is not None
    }
    assert DisplayConfig.from_mapping(values) == HATS[name].display


@pytest.mark.parametrize("name", HATS)
def test_every_control_can_be_reached(name: str) -> None:
    """Both ways to turn, and each control by a press or a hold."""
    keys = HATS[name].keys
    assert {key.steps for key in keys} == {-1, 0, 1}
    assert {each for key in keys for each in (key.control, key.hold)} >= set(Control)
    assert not {key.name for key in keys} & {control.value for control in Control}


def test_no_line_that_one_drives_is_a_contact_of_another() -> None:
    """A first start opens all of them: a pressed key must not short a line that is driven."""
    everything = [*(hat.pins({}) for hat in HATS.values()), Pins()]
    driven = {w.gpio for pins in everything for w in pins.wires() if w.direction == "out"}
    contacts = {w.gpio for pins in everything for w in pins.wires() if w.direction == "in"}
    assert driven
    assert not driven & contacts


def test_the_middles_are_on_lines_of_their_own() -> None:
    """So that a press tells which one is fitted."""
    middles = [hat.middle.gpio for hat in HATS.values()] + [Pins().knob_press]
    assert len(set(middles)) == len(middles)


@pytest.mark.parametrize(
    ("name", "pins", "reason"),
    [
        ("waveshare-oled", {"seats": [16, 20]}, "seat_1 .* GPIO16, .* has its KEY3 there"),
        ("waveshare-oled", {"seats": [4, 26]}, "seat_2 .* GPIO26, .* has its right there"),
        ("waveshare-oled", {"buzzer": 25}, "GPIO25, .* has its display_reset there"),
        ("adafruit-bonnet", {"shutdown": 4}, "shutdown .* GPIO4, .* has its press there"),
        ("adafruit-bonnet", {"buzzer": 3}, "has its scl there"),
        ("adafruit-bonnet", {"back": 12}, "back is set beside the HAT"),
        ("waveshare-oled", {"display_dc": 24}, "display_dc is set beside the HAT"),
        ("adafruit-bonnet", {"buzzer": 12, "shutdown": 12}, "both on GPIO12"),
        ("adafruit-bonnet", {"buzzer": 40}, "GPIO2 to GPIO27"),
    ],
)
def test_a_conflict_is_refused_with_the_reason(
    name: str, pins: dict[str, object], reason: str
) -> None:
    """Lights and buttons on lines of the HAT, and a second wiring."""
    with pytest.raises(BadPins, match=reason):
        parse({"box": {"hat": name}, "pins": pins})


def test_what_a_hat_leaves_free_may_be_used() -> None:
    """Also lines on which a box that is wired by hand has its knob."""
    added = {"seats": [17, 27], "buzzer": 12, "shutdown": 4}
    pins = parse({"box": {"hat": "waveshare-oled"}, "pins": added}).pins
    assert (pins.seats, pins.buzzer, pins.shutdown) == ((17, 27), 12, 4)


def test_a_second_display_is_refused() -> None:
    """The HAT brings its own; how bright it is may be said."""
    with pytest.raises(BadSetting, match="chip of the display is set beside the HAT"):
        parse({"box": {"hat": "waveshare-oled"}, "display": {"chip": "ssd1306"}})
    bright = parse({"box": {"hat": "waveshare-oled"}, "display": {"contrast": 255}})
    assert bright.display == HATS["waveshare-oled"].display._replace(contrast=255)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"box": {"hat": "sense"}}, f"known are {', '.join(HATS)}, ask"),
        ({"box": {"hat": 5}}, "hat = 5"),
        ({"box": {"hats": "x"}}, "unknown key 'hats'"),
        ({"box": {"hat": "waveshare-oled"}, "controls": {"direction": -1}}, "is for a knob"),
        ({"box": {"hat": ASK}, "pins": {"back": 12}}, "finds out what is fitted"),
    ],
)
def test_what_cannot_be_is_refused(values: dict[str, object], reason: str) -> None:
    """With what to do about it."""
    with pytest.raises(BadConfig, match=reason):
        parse(values)
