"""`tablemate doctor --acceptance`: leads a volunteer through a real box, and writes one report.

The report is the form of `.github/ISSUE_TEMPLATE/hardware-acceptance.md`, filled in for the steps
that a program can lead (keys, knob, display, lights, buzzer) or look up (buses, radio, start).
What needs a stop-watch, a multimeter or a phone stays empty, for the person to add.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_py.core.config import Config
from firmware_py.doctor.findings import Environment
from firmware_py.doctor.wiring import PersonAtBox
from firmware_py.panels.test_pattern import Pattern
from firmware_py.storage.files import NotWritten, require_folder, write_new
from firmware_py.version import __version__
from hardware.controls.gestures import Gestures
from hardware.controls.gpio_controls import Controls
from hardware.controls.pins import Key
from hardware.display.oled import Oled, open_display
from hardware.errors import HardwareError
from hardware.events import Control, Held, Inbox, Pressed, Turned
from hardware.hats import HATS
from hardware.lights import Lights

FILE = "tablemate-acceptance.md"
STEPS: Mapping[int, str] = {
    1: "Power to the first picture (seconds, first start)",
    2: "The question (readable? upright? photo)",
    3: "Name and chip that it found",
    4: "Output of the commands of step 4",
    5: "Knob: 20 right, 20 left, fast spins (misses, doubles, direction)",
    6: "Keys: 20 presses each, holds, two at once",
    7: "Stick: wrong choices",
    8: "Flicker in a dark room, brightness 0, 50, 100",
    9: "Display back after a pulled wire (seconds)",
    10: "Voltages",
    11: "Lights and buzzer: what stayed on",
    12: "Plug pulled five times (same turn? seconds to the picture)",
    13: "Shut down (last words, seconds)",
    14: "The box's own Wi-Fi (Android, iPhone)",
    15: "Joining a network (which failed)",
    16: "Stick: backup, update, plug pulled during it",
    17: "`tablemate doctor`, temperature after 20 minutes",
}
"""The rows of the form."""
COMMANDS = (
    ("uname", "-a"),
    ("systemd-analyze",),
    ("systemd-analyze", "critical-chain", "tablemate.service"),
    ("systemctl", "--failed", "--no-pager"),
    ("gpioinfo",),
    ("cat", "/sys/module/cfg80211/parameters/ieee80211_regdom"),
    ("nmcli", "--terse", "--fields", "DEVICE,TYPE,STATE", "device"),
    ("dmesg",),
)
KERNEL_LINES = re.compile(r"spi|i2c|gpio chip|brcmfmac|mmc|voltage", re.IGNORECASE)
"""What of the kernel's messages matters here; the rest may name networks and people."""
MOST_LINES = 60
COMMAND_S = 20.0
CLICKS = 20
PRESSES = 20
HOLDS = 5
TOGETHER = 5
PAUSE_S = 1.5
"""A pause this long after enough was counted ends the count."""
WATCH_S = 30.0
LEVELS = (0, 50, 100)
"""Brightness in percent."""
SKIPPED = "not tried"


@dataclass(frozen=True, slots=True)
class Volunteer:
    """A person with a real box: follows instructions, and answers questions with a line."""

    at_box: PersonAtBox
    answer: Callable[[], str]
    """Waits for a line on the terminal."""

    def ask(self, question: str) -> str:
        """Return the answer to a question; `SKIPPED` for an empty one."""
        self.at_box.say(f"{question} (y, n, or a few words; Enter skips it)")
        said = self.answer().strip()
        return {"y": "yes", "n": "no", "": SKIPPED}.get(said.lower(), said)


def run_command_text(command: Sequence[str]) -> str:
    """Return what a command of the system prints; why not, if it cannot be run."""
    try:
        done = subprocess.run(  # noqa: S603 - one of COMMANDS
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=COMMAND_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"cannot be run: {error}"
    return done.stdout.decode(errors="replace")


def run_acceptance(
    environment: Environment,
    volunteer: Volunteer | None,
    findings: str,
    make_factory: Callable[[], Any],
    target: Path = Path(FILE),
    run: Callable[[Sequence[str]], str] = run_command_text,
) -> int:
    """Lead through the steps, and write the report; return the exit code.

    Without a volunteer only what can be looked up is in it. `findings` is what the doctor said.
    An end by Ctrl-C still writes what was seen before it.
    """
    folder, name = (target, FILE) if target.is_dir() else (target.parent, target.name)
    try:
        require_folder(folder)
    except NotWritten as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    seen = look_up(environment)
    if volunteer is not None:
        try:
            lead(environment.config, volunteer, make_factory, seen)
        except KeyboardInterrupt:
            volunteer.at_box.say("\nEnded early: the report has what was tried before.")
    try:
        text = write_report(environment, seen, findings, run)
        made = write_new(folder, name, text.encode())
    except NotWritten as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    print(made)
    print("Add what only you can see, and send it with the form: docs/hardware-acceptance.md")
    return 0


# --- what can be looked up ---


def look_up(environment: Environment) -> dict[int, str]:
    """Return what the machine itself says, by step."""
    seen = {4: "below", 14: _radio(environment)}
    heat = environment.read("sys/class/thermal/thermal_zone0/temp")
    if heat.isdecimal():
        seen[17] = f"{int(heat) / 1000:.0f} C now; findings below"
    return seen


def _radio(environment: Environment) -> str:
    """Return the Wi-Fi devices with their drivers."""
    found = []
    for device in sorted(environment.at("sys/class/net").glob("*/phy80211")):
        driver = device.parent / "device" / "driver"
        name = driver.resolve().name if driver.exists() else "an unknown driver"
        found.append(f"{device.parent.name} ({name})")
    return f"radio: {', '.join(found)}" if found else "no radio: no Wi-Fi device is there"


def _buses(environment: Environment) -> str:
    """Return the devices of pins and buses, and the names of the I2C adapters."""
    devices = [
        f"/dev/{path.name}"
        for pattern in ("gpiochip*", "i2c-*", "spidev*")
        for path in sorted(environment.at("dev").glob(pattern))
    ]
    names = [
        f"{path.name}: {environment.read(str((path / 'name').relative_to(environment.root)))}"
        for path in sorted(environment.at("sys/bus/i2c/devices").glob("i2c-*"))
    ]
    return "\n".join([" ".join(devices) or "none", *names])


def write_report(
    environment: Environment,
    seen: Mapping[int, str],
    findings: str,
    run: Callable[[Sequence[str]], str],
) -> str:
    """Return the report as Markdown."""
    hat = environment.config.box.hat
    display = environment.config.display
    fitted = HATS[hat].title if hat in HATS else "wired by hand"
    system = re.search(r'PRETTY_NAME="(.*)"', environment.read("etc/os-release"))
    named = system[1] if system else platform.system()
    rows = [f"| {step} | {what} | {_cell(seen.get(step, ''))} |" for step, what in STEPS.items()]
    parts = [
        f"- Pi model and revision: {environment.model or 'not a Raspberry Pi'}",
        f"- Display or HAT: {fitted}, {display.chip} on {display.bus_name}",
        "- Card, power supply:",
        f"- Card image or Raspberry Pi OS, version or commit: {named}, Tablemate {__version__}",
        "",
        "| step | what | seen |",
        "|---|---|---|",
        *rows,
        *_block("Pins and buses", _buses(environment)),
        *_block("tablemate doctor", findings),
    ]
    for command in COMMANDS:
        said = run(command)
        if command == ("dmesg",):
            said = "\n".join(line for line in said.splitlines() if KERNEL_LINES.search(line))
        lines = said.strip().splitlines()
        left = len(lines) - MOST_LINES
        cut = [*lines[:MOST_LINES], f"and {left} more lines"] if left > 0 else lines
        parts += _block(" ".join(command), "\n".join(cut))
    return "\n".join(parts) + "\n"


def _cell(text: str) -> str:
    """Return a text as a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")


def _block(title: str, text: str) -> list[str]:
    return ["", f"`{title}`:", "", "~~~", text.strip(), "~~~"]


# --- what a person does ---


def lead(
    config: Config, volunteer: Volunteer, make_factory: Callable[[], Any], seen: dict[int, str]
) -> None:
    """Go through the steps at the box; note in `seen` what came of each, as soon as it is known."""
    who = volunteer.at_box
    inbox = Inbox()
    try:
        with ExitStack() as stack:
            factory = make_factory()
            stack.callback(factory.close)
            display = open_display(
                config.display, config.pins, inbox.post, pin_factory=factory, clock=who.clock
            )
            stack.callback(display.close)
            _try_display(display, volunteer, seen)
            settings = config.controls
            controls = Controls(
                factory,
                config.pins,
                inbox,
                steps_per_detent=settings.steps_per_detent,
                direction=settings.direction,
                clock=who.clock,
            )
            stack.enter_context(controls)
            counter = _Counter(inbox, Gestures(debounce_s=settings.debounce_s), who)
            if config.pins.keys:
                seen[5] = "no knob"
                _try_stick(config.pins.keys, counter, seen)
            else:
                seen[7] = "no stick"
                _try_knob(counter, seen)
            _try_presses(_pressable(config.pins.keys), counter, seen)
            with Lights(config.pins, factory, sound=True) as lights:
                _try_lights(config, lights, volunteer, seen)
    except HardwareError as error:
        seen.setdefault(6, f"cannot be tried: {error}")
        who.say(f"{error}\nIf Tablemate runs: sudo systemctl stop tablemate")


def _try_display(display: Oled, volunteer: Volunteer, seen: dict[int, str]) -> None:
    who = volunteer.at_box
    display.show(Pattern("acceptance").picture().frame)
    if display.why is not None:
        seen[8] = f"the display does not answer: {display.why}"
        who.say(f"The display does not answer: {display.why}")
        return
    whole = volunteer.ask("Is the frame on the display whole, upright and without noise?")
    for percent in LEVELS:
        display.contrast(255 * percent // 100)
        who.skips(1.0)
    bright = volunteer.ask("Did you see three different brightnesses?")
    who.say(f"Watch the display for {WATCH_S:.0f} seconds (Enter ends it).")
    ends_s = who.clock() + WATCH_S
    while who.clock() < ends_s and not who.skips(0.2):
        display.renew(who.clock())  # what a running box does, and what may be visible
    flicker = volunteer.ask("Did it flicker?")
    seen[8] = (
        f"picture whole and upright: {whole}; three brightnesses: {bright}; flicker: {flicker}"
    )


@dataclass(frozen=True, slots=True)
class _Counter:
    """Counts what the box would act on while a person follows an instruction."""

    inbox: Inbox
    gestures: Gestures
    who: PersonAtBox

    def count(self, instruction: str, wanted: int) -> Counter[str]:
        """Return what was felt: "right", "left", the names of pressed controls, "hold" and one.

        Ends at a pause after `wanted` actions, with Enter, or when nothing comes for long.
        """
        while self.inbox.take(0):
            pass  # what was done before the question
        who = self.who
        who.say(f"{instruction} Then wait, or press Enter here.")
        felt: Counter[str] = Counter()
        quiet_since_s = who.clock()
        while not who.skips(0.05):
            now_s = who.clock()
            if new := self._take(now_s):
                felt.update(new)
                quiet_since_s = now_s
            pause_s = PAUSE_S if felt.total() >= wanted else who.patience_s
            if now_s - quiet_since_s >= pause_s:
                break
        felt.update(self._take(who.clock()))
        return felt

    def _take(self, now_s: float) -> Counter[str]:
        felt: Counter[str] = Counter()
        events = []
        while event := self.inbox.take(0):
            events += self.gestures.feed(event, now_s)
        for each in [*events, *self.gestures.due(now_s)]:
            match each:
                case Turned(steps):
                    felt["right" if steps > 0 else "left"] += abs(steps)
                case Pressed(control):
                    felt[control] += 1
                case Held(control, progress) if progress >= 1:
                    felt[f"hold {control}"] += 1
        return felt


def _try_knob(counter: _Counter, seen: dict[int, str]) -> None:
    rows = []
    for side in ("right", "left"):
        text = f"Turn the knob by {CLICKS} slow clicks to the {side}."
        rows.append(f"{CLICKS} {side}: {_list(counter.count(text, CLICKS))}")
        seen[5] = "; ".join(rows)
    for side in ("right", "left"):
        felt = counter.count(f"Spin the knob fast to the {side}, three times.", CLICKS)
        rows.append(f"fast {side}: {_list(felt)}")
        seen[5] = "; ".join(rows)


def _try_stick(keys: Iterable[Key], counter: _Counter, seen: dict[int, str]) -> None:
    rows = []
    for key in keys:
        if key.steps:
            felt = counter.count(f"Push the stick {key.name} and hold it for three seconds.", 1)
            rows.append(f"{key.name}: {_list(felt)}")
            seen[7] = "; ".join(rows)


def _pressable(keys: Sequence[Key]) -> list[tuple[str, Control, Control]]:
    """Return what can be pressed: its name, the control it is, and the control that a hold is."""
    if not keys:
        names = {Control.KNOB: "the knob"}
        return [(names.get(each, each.upper()), each, each) for each in Control]
    return [(key.name, key.control, key.hold or key.control) for key in keys if key.control]


def _try_presses(
    pressable: Sequence[tuple[str, Control, Control]], counter: _Counter, seen: dict[int, str]
) -> None:
    rows = []
    for name, _, _ in pressable:
        felt = counter.count(f"Press {name} {PRESSES} times.", PRESSES)
        rows.append(f"{name} {PRESSES} times: {_list(felt)}")
        felt = counter.count(f"Hold {name} for a second, {HOLDS} times.", HOLDS)
        rows.append(f"{name} held {HOLDS} times: {_list(felt)}")
        seen[6] = "; ".join(rows)
    first, second = (each[0] for each in pressable[-2:])
    felt = counter.count(f"Press {first} and {second} together, {TOGETHER} times.", 2 * TOGETHER)
    seen[6] = "; ".join([*rows, f"{first} and {second} {TOGETHER} times: {_list(felt)}"])


def _try_lights(config: Config, lights: Lights, volunteer: Volunteer, seen: dict[int, str]) -> None:
    rows = []
    lights.sound = False
    for seat in range(len(config.pins.seats)):
        lights.turn(seat)
        rows.append(f"light of seat {seat + 1}: {volunteer.ask(f'Is only light {seat + 1} on?')}")
    lights.off()
    if config.pins.seats:
        rows.append(f"all dark after it: {volunteer.ask('Are all lights off?')}")
    if config.pins.buzzer is not None:
        lights.sound = True
        lights.call_time(None)
        rows.append(f"three long tones: {volunteer.ask('Did the buzzer sound three times?')}")
        lights.off()
        rows.append(f"silent after it: {volunteer.ask('Is it silent now?')}")
    seen[11] = "; ".join(rows) or "none fitted"


def _list(felt: Counter[str]) -> str:
    """Return what was felt as words.

    >>> _list(Counter({"right": 19, "left": 1}))
    'left 1, right 19'
    >>> _list(Counter())
    'nothing'
    """
    return ", ".join(f"{name} {number}" for name, number in sorted(felt.items())) or "nothing"
