"""The doctor and ready-made HATs: what can be seen of them, and what only a press can tell."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.core.config import Config, parse
from firmware_py.doctor.findings import Environment, Status
from firmware_py.doctor.wiring import PersonAtBox, check_hat, check_shutdown_line, try_controls
from hardware.hats import HATS


def nobody_answers(_bus: int, _address: int) -> None:
    raise OSError(121, "Remote I/O error")


def make_pi(root: Path, hat: str, *, answers: bool, devices: tuple[str, ...]) -> Environment:
    """Make a Pi with some buses, and a display on I2C or none."""
    for folder in ("dev", "boot/firmware"):
        (root / folder).mkdir(parents=True)
    for name in devices:
        (root / "dev" / name).touch()
    config = parse({"box": {"hat": hat}}) if hat else Config()
    probe: Callable[[int, int], None] = (lambda _bus, _address: None) if answers else nobody_answers
    return Environment(config, root / "data", root=root, probe=probe)


BOTH = ("i2c-1", "spidev0.0")


@pytest.mark.parametrize(
    ("hat", "answers", "devices", "status", "says"),
    [
        ("adafruit-bonnet", True, BOTH, Status.OK, "its display answers"),
        ("adafruit-bonnet", False, BOTH, Status.PROBLEM, "may be waveshare-oled"),
        ("adafruit-bonnet", False, (), Status.PROBLEM, "does not answer"),
        ("waveshare-oled", False, BOTH, Status.OK, "on SPI it cannot answer"),
        ("waveshare-oled", True, BOTH, Status.PROBLEM, "wired by hand or adafruit-bonnet"),
        ("", True, BOTH, Status.OK, "may also be that of adafruit-bonnet"),
        ("", False, BOTH, Status.WARNING, "waveshare-oled may be fitted, which cannot answer"),
    ],
)
def test_what_can_be_seen_is_said(
    tmp_path: Path, hat: str, answers: bool, devices: tuple[str, ...], status: Status, says: str
) -> None:
    """A display on I2C answers or not; one on SPI may always be there."""
    finding = check_hat(make_pi(tmp_path, hat, answers=answers, devices=devices))
    assert finding is not None
    assert (finding.status, says in finding.says) == (status, True), finding.says
    assert bool(finding.remedy) == (status is not Status.OK)


def test_a_pi_without_any_bus_is_not_asked_about_hats(tmp_path: Path) -> None:
    """The check of the bus says what to do."""
    assert check_hat(make_pi(tmp_path, "", answers=False, devices=())) is None


@pytest.mark.parametrize(
    ("line", "is_reported"),
    [
        ("dtoverlay=gpio-shutdown,gpio_pin=4", True),
        ("dtoverlay=gpio-shutdown", True),
        ("dtoverlay=gpio-shutdown,gpio_pin=12,active_low=1", False),
        ("# dtoverlay=gpio-shutdown,gpio_pin=4", False),
        ("dtparam=i2c_arm=on", False),
    ],
)
def test_a_shutdown_button_on_a_line_of_the_hat_is_a_problem(
    tmp_path: Path, line: str, is_reported: bool
) -> None:
    """The kernel has the line, and the middle of the stick would switch off."""
    pi = make_pi(tmp_path, "adafruit-bonnet", answers=True, devices=BOTH)
    pi.at("boot/firmware/config.txt").write_text(f"[all]\n{line}\n")
    assert (check_shutdown_line(pi) is not None) == is_reported
    assert check_shutdown_line(replace(pi, config=Config())) is None


class Obedient:
    """Follows the instructions on mock pins; some keys do not work."""

    def __init__(self, hat: str, dead: frozenset[str] = frozenset()) -> None:
        self.factory = MockFactory()
        self.keys = {key.name: key for key in HATS[hat].keys if key.name not in dead}
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)
        words = text.split()
        name = words[3] if words[0] == "Push" else words[1]
        if name in self.keys:
            pin = self.factory.pin(self.keys[name].gpio)
            pin.drive_low()
            pin.drive_high()


@pytest.mark.parametrize("hat", HATS)
def test_every_key_is_asked_for_and_felt(hat: str) -> None:
    """By its own name; no knob is asked to be turned."""
    hand = Obedient(hat)
    person = PersonAtBox(hand.say, lambda _wait_s: False, time.monotonic, patience_s=0.5)
    findings = list(try_controls(parse({"box": {"hat": hat}}), lambda: hand.factory, person))
    assert [(each.about, each.status) for each in findings] == [
        (key.name, Status.OK) for key in HATS[hat].keys
    ]
    hand.factory.reset()


def test_a_dead_key_names_its_line() -> None:
    """The others are tried all the same."""
    hand = Obedient("waveshare-oled", frozenset({"KEY2"}))
    person = PersonAtBox(hand.say, lambda _wait_s: False, time.monotonic, patience_s=0.05)
    config = parse({"box": {"hat": "waveshare-oled"}})
    findings = list(try_controls(config, lambda: hand.factory, person))
    (dead,) = (each for each in findings if each.status is not Status.OK)
    assert (dead.about, "GPIO20" in dead.remedy) == ("KEY2", True)
    assert len(findings) == len(HATS["waveshare-oled"].keys)
    hand.factory.reset()
