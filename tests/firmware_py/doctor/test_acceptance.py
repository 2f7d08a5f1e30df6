"""A volunteer is led through a box of mock pins and a modelled display; the report has it all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.core.config import Config, parse
from firmware_py.doctor import acceptance, run_guided
from firmware_py.doctor.acceptance import STEPS, Volunteer, run_acceptance
from firmware_py.doctor.findings import Environment
from firmware_py.doctor.wiring import PersonAtBox
from hardware.display.chip_models import MODELS, ModelBus
from hardware.errors import NoControls
from hardware.hats import HATS
from tests.support.service_files import ROOT

FORM = ROOT / ".github/ISSUE_TEMPLATE/hardware-acceptance.md"
FULL = parse({"pins": {"seats": [16, 20], "buzzer": 12}})
LINES = {"the knob": 22, "BACK": 5, "WHY": 6, "UNDO": 13}
QUADRATURE = ((17, False), (27, False), (17, True), (27, True))


class VolunteersHands:
    """Follows the instructions on mock pins, in a time of its own; answers yes to every question.

    A step of the waiting moves the pins by one level, so that presses are apart in time.
    """

    def __init__(self, lines: dict[str, int], doubles: frozenset[str] = frozenset()) -> None:
        self.factory = MockFactory()
        self.lines = lines
        self.doubles = doubles
        self.now_s = 100.0
        self.said: list[str] = []
        self.lit: list[list[int]] = []
        self._todo: Iterator[tuple[float, int, bool]] = iter(())

    def clock(self) -> float:
        return self.now_s

    def say(self, text: str) -> None:
        self.said.append(text)
        self._todo = iter(list(self._plan(text)))

    def _plan(self, text: str) -> Iterator[tuple[float, int, bool]]:
        """Yield what to do: a time to wait, and the line that becomes high or low."""
        if found := re.match(r"Turn the knob by (\d+) slow clicks to the (\w+)", text):
            walk = QUADRATURE if found[2] == "right" else [QUADRATURE[i] for i in (1, 0, 3, 2)]
            for _ in range(int(found[1])):
                yield from ((0.01, line, high) for line, high in walk)
        elif found := re.match(r"Press (.+) and (.+) together, (\d+) times", text):
            for _ in range(int(found[3])):
                for high in (False, True):
                    yield from ((0.1, self.lines[found[n]], high) for n in (1, 2))
        elif found := re.match(r"Press (.+?) (\d+) times", text):
            times = int(found[2]) + (found[1] in self.doubles)
            yield from self._press(found[1], 0.1, times)
        elif found := re.match(r"Hold (.+?) for a second, (\d+) times", text):
            yield from self._press(found[1], 1.0, int(found[2]))
        elif found := re.match(r"Push the stick (\w+) and hold", text):
            yield from self._press(found[1], 3.0, 1)

    def _press(self, name: str, for_s: float, times: int) -> Iterator[tuple[float, int, bool]]:
        for _ in range(times):
            yield 0.2, self.lines[name], False
            yield for_s, self.lines[name], True

    def skips(self, wait_s: float) -> bool:
        step = next(self._todo, None)
        self.now_s += wait_s if step is None else step[0]
        if step is not None:
            pin = self.factory.pin(step[1])
            pin.drive_high() if step[2] else pin.drive_low()
        return False

    def answer(self) -> str:
        self.lit.append([int(self.factory.pin(gpio).state) for gpio in (16, 20)])
        return "y\n"

    @property
    def volunteer(self) -> Volunteer:
        return Volunteer(PersonAtBox(self.say, self.skips, self.clock, 5.0), self.answer)


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> ModelBus:
    """A display that answers, drawn by a model of its chip."""
    made = ModelBus(MODELS["sh1106"](7), 0x3C)
    monkeypatch.setattr("smbus2.SMBus", lambda _number: made)
    return made


def make_pi(root: Path, config: Config) -> Environment:
    """A Pi with buses and a radio, as files."""
    for folder in ("dev", "sys/class/net/wlan0/phy80211", "sys/bus/i2c/devices/i2c-1"):
        (root / folder).mkdir(parents=True)
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "sys/class/thermal/thermal_zone0/temp": "48312\n",
        "sys/bus/i2c/devices/i2c-1/name": "bcm2835 (i2c@7e804000)\n",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
        **dict.fromkeys(("dev/i2c-1", "dev/spidev0.0", "dev/gpiochip0"), ""),
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return Environment(config, root / "data", root=root)


def no_commands(command: Sequence[str]) -> str:
    return f"{command[0]} said this"


def accept(
    root: Path,
    config: Config,
    hands: VolunteersHands | None,
    make_factory: Callable[[], Any] | None = None,
    run: Callable[[Sequence[str]], str] = no_commands,
) -> tuple[str, dict[int, str]]:
    """Return the report, and its rows by step."""
    volunteer = None if hands is None else hands.volunteer
    factory = make_factory or (lambda: hands and hands.factory)
    place = root / "report.md"
    pi = make_pi(root / "pi", config)
    assert run_acceptance(pi, volunteer, "All is well.", factory, place, run) == 0
    text = place.read_text()
    rows = re.findall(r"(?m)^\| (\d+) \| .*? \| (.*) \|$", text)
    return text, {int(step): seen for step, seen in rows}


def test_the_steps_are_those_of_the_form() -> None:
    """So that the report can be sent as it is."""
    rows = re.findall(r"(?m)^\| (\d+) \| (.*?) \|", FORM.read_text())
    assert {int(step): what for step, what in rows} == STEPS


@pytest.mark.usefixtures("bus")
def test_a_box_wired_by_hand_is_tried_whole(tmp_path: Path) -> None:
    """Knob, four keys, display, two lights and a buzzer."""
    hands = VolunteersHands(LINES)
    text, rows = accept(tmp_path, FULL, hands)
    assert set(rows) == set(STEPS)
    assert rows[5].startswith("20 right: right 20; 20 left: left 20; fast right: nothing")
    assert "the knob 20 times: knob 20; the knob held 5 times: hold knob 5" in rows[6]
    assert "UNDO 20 times: undo 20; UNDO held 5 times: hold undo 5" in rows[6]
    assert rows[6].endswith("WHY and UNDO 5 times: undo 5, why 5")
    assert rows[7] == "no stick"
    assert rows[8] == "picture whole and upright: yes; three brightnesses: yes; flicker: yes"
    assert "light of seat 2: yes; all dark after it: yes" in rows[11]
    assert "three long tones: yes; silent after it: yes" in rows[11]
    assert hands.lit[3:6] == [[1, 0], [0, 1], [0, 0]]  # during the questions about the lights
    assert rows[14] == "radio: wlan0 (an unknown driver)"
    assert rows[17].startswith("48 C now")
    assert rows[1] == rows[9] == rows[12] == ""
    assert "Pi model and revision: Raspberry Pi 4 Model B Rev 1.4" in text
    assert "wired by hand, sh1106 on i2c-1" in text
    assert "Debian GNU/Linux 13 (trixie), Tablemate " in text
    assert "/dev/gpiochip0 /dev/i2c-1 /dev/spidev0.0\ni2c-1: bcm2835 (i2c@7e804000)" in text
    assert "All is well." in text
    assert "gpioinfo said this" in text
    assert not hands.factory.pin(12).state
    hands.factory.reset()


@pytest.mark.usefixtures("bus")
def test_a_press_too_many_is_in_the_report(tmp_path: Path) -> None:
    """A contact that bounces for longer than the debouncing shows as 21 of 20."""
    hands = VolunteersHands(LINES, doubles=frozenset({"WHY"}))
    _, rows = accept(tmp_path, Config(), hands)
    assert "WHY 20 times: why 21" in rows[6]
    assert rows[11] == "none fitted"
    hands.factory.reset()


@pytest.mark.usefixtures("bus")
def test_a_hat_is_tried_by_its_own_keys(tmp_path: Path) -> None:
    """Its stick turns and never chooses; a hold of B is UNDO."""
    name = "adafruit-bonnet"
    hands = VolunteersHands({key.name: key.gpio for key in HATS[name].keys})
    text, rows = accept(tmp_path, parse({"box": {"hat": name}}), hands)
    assert rows[5] == "no knob"
    assert re.fullmatch(r"(\w+: (left|right) \d+(; )?){4}", rows[7]), rows[7]
    assert "B 20 times: why 20; B held 5 times: hold undo 5" in rows[6]
    assert HATS[name].title in text
    hands.factory.reset()


def test_a_display_that_is_silent_does_not_end_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row says why, and the keys are tried all the same."""

    def refuse(_number: int) -> None:
        raise OSError(2, "No such file or directory")

    monkeypatch.setattr("smbus2.SMBus", refuse)
    hands = VolunteersHands(LINES)
    _, rows = accept(tmp_path, Config(), hands)
    assert rows[8].startswith("the display does not answer")
    assert "BACK 20 times: back 20" in rows[6]
    hands.factory.reset()


def test_pins_that_another_program_has_are_named(tmp_path: Path) -> None:
    """The report is written all the same."""

    def busy() -> None:
        raise NoControls("GPIO17 is in use")

    hands = VolunteersHands(LINES)
    _, rows = accept(tmp_path, Config(), hands, busy)
    assert rows[6] == "cannot be tried: GPIO17 is in use"
    assert "systemctl stop tablemate" in hands.said[-1]


@pytest.mark.usefixtures("bus")
def test_what_was_tried_before_ctrl_c_is_written(tmp_path: Path) -> None:
    """Half an hour is long."""
    hands = VolunteersHands(LINES)
    say = hands.say

    def stop_at_the_keys(text: str) -> None:
        if text.startswith("Press "):
            raise KeyboardInterrupt
        say(text)

    hands.say = stop_at_the_keys  # type: ignore[method-assign]
    _, rows = accept(tmp_path, Config(), hands)
    assert rows[5].startswith("20 right: right 20")
    assert rows[6] == ""
    hands.factory.reset()


def test_without_a_person_only_the_machine_is_looked_at(tmp_path: Path) -> None:
    """Of the kernel's messages only those about the parts are kept, and long output is cut."""

    def run(command: Sequence[str]) -> str:
        if command == ("dmesg",):
            return "brcmfmac: firmware found\nwlan0: associated with Anna's home\n"
        return "\n".join(map(str, range(1000)))

    text, rows = accept(tmp_path, Config(), None, run=run)
    assert "brcmfmac: firmware found" in text
    assert "Anna" not in text
    assert "and 940 more lines" in text
    assert rows[5] == rows[6] == ""


def test_a_report_is_never_written_over(tmp_path: Path) -> None:
    """The second has a number."""
    pi = make_pi(tmp_path / "pi", Config())
    for _ in range(2):
        assert run_acceptance(pi, None, "", MockFactory, tmp_path, no_commands) == 0
    names = sorted(path.name for path in tmp_path.glob("*.md"))
    assert names == ["tablemate-acceptance-2.md", "tablemate-acceptance.md"]


def test_a_missing_folder_is_named_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not after half an hour."""
    pi = make_pi(tmp_path / "pi", Config())
    place = tmp_path / "nowhere" / "report.md"
    assert run_acceptance(pi, None, "", MockFactory, place, no_commands) == 1
    assert capsys.readouterr().err.startswith("tablemate: ")


def test_a_running_box_has_to_be_ended_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has the pins, and both would draw on one display."""
    from dataclasses import replace

    pi = replace(
        make_pi(tmp_path / "pi", Config()),
        service=lambda: {"LoadState": "loaded", "ActiveState": "active"},
    )
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert run_guided(Config(), pi.data, tmp_path, environment=pi, clock=lambda: 0.0) == 1
    assert "sudo systemctl stop tablemate" in capsys.readouterr().err
    assert list(tmp_path.glob("*.md")) == []


def test_a_command_that_is_not_there_is_said() -> None:
    """As gpioinfo on most systems."""
    assert acceptance.run_command_text(("no-such-command-here",)).startswith("cannot be run")
    assert "Linux" in acceptance.run_command_text(("uname", "-a"))
