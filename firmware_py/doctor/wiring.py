"""Checks of what is wired: the display and its bus, the HAT, the radio, and the controls, which
people try.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from firmware_py.core.config import Config
from firmware_py.doctor.findings import Environment, Finding, fail, warn, well
from firmware_py.system.fitted_hat import may_be_there
from hardware.controls.gestures import Gestures
from hardware.controls.gpio_controls import Controls
from hardware.controls.pins import HEADER, I2C, Key, Pins
from hardware.controls.quadrature import EncoderSettings, learn
from hardware.errors import HardwareError
from hardware.events import Control, Edge, Event, Held, Inbox, Nudge, Pressed
from hardware.hats import HATS

FAST_HZ = 400_000
ADDRESSES = (0x3C, 0x3D)


def check_bus(environment: Environment) -> Finding:
    """Check whether the bus exists and may be used."""
    display = environment.config.display
    about, name = "bus", display.bus_name
    device = environment.at(f"dev/{name}")
    if device.exists():
        if environment.can_use(device):
            return well(about, f"/dev/{name} is there")
        return fail(
            about,
            f"{environment.user} is not allowed to use /dev/{name}",
            f"sudo usermod -aG {display.bus} {environment.user}, then log in again",
        )
    switch = "i2c_arm" if display.bus == "i2c" else "spi"
    path = environment.config_txt
    if environment.is_card:
        return fail(
            about,
            f"there is no /dev/{name}",
            f"{path} needs the line dtoverlay=tablemate, as on a fresh card; if it is there, set "
            "port under [display] to the bus you mean, and report the kernel's messages",
        )
    parameters = environment.device_parameters()
    is_on = "on" in (parameters.get(switch), parameters.get("i2c" if switch == "i2c_arm" else ""))
    if is_on:
        return fail(
            about,
            f"{path} switches {display.bus.upper()} on, but there is no /dev/{name}",
            f"restart the Pi; if that does not help: sudo modprobe {display.bus}-dev, or set port "
            "under [display] to the bus you mean",
        )
    return fail(
        about,
        f"{display.bus.upper()} is switched off: there is no /dev/{name}",
        f"sudo raspi-config nonint do_{display.bus} 0, or add dtparam={switch}=on to {path}; "
        "then restart the Pi",
    )


def check_speed(environment: Environment) -> Finding | None:
    """Check the speed of the I2C bus."""
    display = environment.config.display
    if display.bus != "i2c":
        return None
    path = f"sys/class/i2c-adapter/i2c-{display.port_number}/of_node/clock-frequency"
    try:
        speed_hz = int.from_bytes(environment.at(path).read_bytes(), "big")
    except OSError:
        return None
    if speed_hz >= FAST_HZ:
        return well("bus speed", f"{speed_hz // 1000} kHz")
    line = "dtoverlay=tablemate" if environment.is_card else f"dtparam=i2c_arm_baudrate={FAST_HZ}"
    return warn(
        "bus speed",
        f"{speed_hz // 1000} kHz: a new screen takes a tenth of a second",
        f"add {line} to {environment.config_txt} and restart the Pi",
    )


def check_display(environment: Environment) -> Finding | None:
    """Check whether the display answers at its address."""
    display = environment.config.display
    device = environment.at(f"dev/{display.bus_name}")
    if not device.exists() or not environment.can_use(device):
        return None
    if display.bus == "spi" and not environment.has_module("spidev"):
        return fail("display", "Python's spidev is missing", "sudo apt install python3-spidev")
    if display.bus == "spi":
        return well("display", "an SPI display cannot answer: look at it with tablemate panel box")
    wanted = display.address
    for address in dict.fromkeys((wanted, *ADDRESSES)):
        try:
            environment.probe(display.port_number, address)
        except OSError as error:
            if error.errno == errno.EBUSY:
                return warn(
                    "display",
                    f"the kernel itself uses address 0x{address:02X}",
                    f"remove the overlay for a display from {environment.config_txt}",
                )
            continue
        if address == wanted:
            return well("display", f"answers at 0x{address:02X} on {display.bus_name}")
        return fail(
            "display",
            f"answers at 0x{address:02X}, but 0x{wanted:02X} is configured",
            f"set address = 0x{address:02X} under [display]",
        )
    data, clock = (f"{wire.name.upper()} to pin {HEADER[wire.gpio]}" for wire in I2C)
    return fail(
        "display",
        f"nothing answers at 0x3C or 0x3D on {display.bus_name}",
        f"check its four wires: VCC to pin 1, GND to pin 6, {data}, {clock}",
    )


def check_radio(environment: Environment) -> Finding | None:
    """Check whether a Pi that is sold with two kinds of radio has one that works."""
    if not environment.model.startswith("Raspberry Pi Zero 2"):
        return None
    if radios := sorted(environment.at("sys/class/net").glob("*/phy80211")):
        return well("Wi-Fi", f"{radios[0].parent.name} is there")
    return warn(
        "Wi-Fi",
        "there is no radio; many Zero 2 W have a BCM43430/2, for which Debian has no firmware",
        "play without Wi-Fi, use a Pi 3 or 4, or install Tablemate on Raspberry Pi OS, which has "
        "that firmware",
    )


_SHUTDOWN = re.compile(r"^\s*dtoverlay\s*=\s*gpio-shutdown(?:,(\S*))?", re.MULTILINE)
_USUAL_SHUTDOWN = 3
"""The default line of the overlay."""


def check_hat(environment: Environment) -> Finding | None:
    """Check whether the HAT is fitted, as far as that is known without a press."""
    name = environment.config.box.hat
    found = may_be_there(Config(), environment.at("dev"), environment.probe)
    names = [candidate.name for candidate in found]
    if not name:
        return _guess(environment, names)
    title = f"{name} ({HATS[name].title})"
    if name not in names:
        other = " or ".join(each or "a display that was wired by hand" for each in names)
        return fail(
            "HAT",
            f"{title} is configured, but its display does not answer"
            + (f"; what was found may be {other}" if other else ""),
            "press it onto the header, all forty pins; or correct hat under [box]",
        )
    if HATS[name].display.bus == "spi":
        return well("HAT", f"{title}; on SPI it cannot answer: look at it with tablemate panel box")
    return well("HAT", f"{title}: its display answers")


def _guess(environment: Environment, names: list[str]) -> Finding | None:
    """Return a hint which HAT may be fitted, if none is configured."""
    hats = [name for name in names if name]
    if not hats or environment.config.display.bus == "spi":
        return None
    listed = " or ".join(hats)
    if "" in names:
        return well("HAT", f"none is configured; the display may also be that of {listed}")
    return warn(
        "HAT",
        f"no display answers on I2C; {listed} may be fitted, which cannot answer",
        f'if it is, write hat = "{hats[0]}" under [box]',
    )


def check_shutdown_line(environment: Environment) -> Finding | None:
    """Check whether the kernel uses a line of the HAT as a shutdown button."""
    name = environment.config.box.hat
    if not name:
        return None
    text = environment.read(str(environment.config_txt.relative_to(environment.root)))
    for parameters in _SHUTDOWN.findall(text):
        given = re.search(r"gpio_pin=(\d+)", parameters)
        gpio = int(given[1]) if given else _USUAL_SHUTDOWN
        if gpio in HATS[name].lines:
            return fail(
                "shutdown",
                f"{environment.config_txt} has a shutdown button on GPIO{gpio}, where {name} has "
                f"its {HATS[name].lines[gpio]}",
                f"sudo systemd/install --hat {name}, or take that line out; then restart the Pi",
            )
    return None


PATIENCE_S = 15.0
QUIET_S = 0.5
TRIES = 3


@dataclass(frozen=True, slots=True)
class PersonAtBox:
    """The person at the box, who follows instructions and may skip one with Enter."""

    say: Callable[[str], None]
    skips: Callable[[float], bool]
    """Waits up to a number of seconds for the Enter key; returns whether it was pressed."""
    clock: Callable[[], float]
    patience_s: float = PATIENCE_S


def try_controls(
    config: Config, make_factory: Callable[[], Any], who: PersonAtBox
) -> Iterator[Finding]:
    """Ask for each control in turn, and yield what was read."""
    contacts: list[tuple[bool, bool]] = []
    try:
        with ExitStack() as stack:
            factory = make_factory()
            stack.callback(factory.close)
            inbox = Inbox()
            controls = Controls(
                factory,
                config.pins,
                inbox,
                watch_contacts=lambda a, b: contacts.append((a, b)),
                clock=who.clock,
            )
            stack.enter_context(controls)
            for key in config.pins.keys:
                yield _try_key(key, inbox, who)
            if config.pins.keys:
                return
            presses = _Presses(inbox, Gestures(debounce_s=config.controls.debounce_s), who.clock)
            for control in Control:
                yield _try_press(control, config.pins, presses, who)
            yield _try_turn(config, contacts, who)
    except HardwareError as error:
        yield fail("controls", str(error), "if Tablemate runs: sudo systemctl stop tablemate")


@dataclass(frozen=True, slots=True)
class _Presses:
    """Whole presses, short or long, without the bouncing of the contacts."""

    inbox: Inbox
    gestures: Gestures
    clock: Callable[[], float]

    def take(self) -> Control | None:
        """Return the control that was pressed last, if any was."""
        pressed = None
        while event := self.inbox.take(0):
            pressed = self._read(self.gestures.feed(event, self.clock())) or pressed
        return self._read(self.gestures.due(self.clock())) or pressed

    def _read(self, events: Iterable[Event]) -> Control | None:
        for event in events:
            if isinstance(event, Pressed) or (isinstance(event, Held) and event.progress >= 1):
                return event.control
        return None


def _try_key(key: Key, inbox: Inbox, who: PersonAtBox) -> Finding:
    """Ask for a key of a HAT, and look at its contact alone: two sides of a stick turn alike."""
    asks = f"Push the stick {key.name}" if key.steps else f"Press {key.name}"
    while inbox.take(0):
        pass  # what was pressed before the question
    who.say(f"{asks} and let go (or Enter here to skip it).")
    ends_s = who.clock() + who.patience_s
    while who.clock() < ends_s:
        if who.skips(0.05):
            return warn(key.name, "not tried", "run tablemate doctor again to try it")
        while event := inbox.take(0):
            name = event.key if isinstance(event, Nudge) else getattr(event, "control", None)
            if isinstance(event, Edge | Nudge) and event.down and name == (key.control or key.name):
                return well(key.name, f"works (GPIO{key.gpio})")
    return fail(
        key.name,
        "nothing was felt",
        f"press the HAT onto the header; its {key.name} is on pin {HEADER[key.gpio]} "
        f"(GPIO{key.gpio})",
    )


def _try_press(control: Control, pins: Pins, presses: _Presses, who: PersonAtBox) -> Finding:
    gpio = _gpio_of(control, pins)
    name = "the knob" if control is Control.KNOB else control.upper()
    presses.take()  # what was pressed before the question
    who.say(f"Press {name} and let go (or Enter here to skip it).")
    wrong: Control | None = None
    ends_s = who.clock() + who.patience_s
    while who.clock() < ends_s:
        if who.skips(0.05):
            return warn(name, "not tried", "run tablemate doctor again to try it")
        pressed = presses.take()
        if pressed is control:
            return well(name, f"works (GPIO{gpio})")
        if pressed is not None:
            wrong = pressed
            who.say(f"That was {pressed.upper()}. Press {name}.")
    if wrong is not None:
        return fail(
            name,
            f"the press came from {wrong.upper()} (GPIO{_gpio_of(wrong, pins)})",
            "swap the two wires, or the two numbers under [pins]",
        )
    return fail(
        name,
        "nothing was felt",
        f"check its wire to pin {HEADER[gpio]} (GPIO{gpio}), and the other one to ground",
    )


def _try_turn(config: Config, contacts: list[tuple[bool, bool]], who: PersonAtBox) -> Finding:
    for left in reversed(range(TRIES)):
        del contacts[:-1]  # where it rests now
        who.say("Turn the knob by ONE click to the right, then let go (or Enter to skip it).")
        moved = _wait_for_rest(contacts, who)
        if moved is None:
            return warn("turning", "not tried", "run tablemate doctor again to try it")
        learned = learn(list(contacts))
        if learned is not None:
            return _judge(learned, config)
        if moved and left:
            who.say("That was not one click. Once more, slowly.")
        if not moved:
            break
    lines = ", ".join(
        f"pin {HEADER[gpio]} (GPIO{gpio})" for gpio in (config.pins.knob_a, config.pins.knob_b)
    )
    says = "one click was unclear" if len(contacts) > 1 else "nothing was felt"
    return fail("turning", says, f"check the knob's wires A and B to {lines}, and C to ground")


def _wait_for_rest(contacts: list[tuple[bool, bool]], who: PersonAtBox) -> bool | None:
    """Wait until the knob moved and rests again; None: skipped."""
    ends_s = who.clock() + who.patience_s
    count, changed_s = len(contacts), 0.0
    while who.clock() < ends_s:
        if who.skips(0.05):
            return None
        now_s = who.clock()
        if len(contacts) != count:
            count, changed_s = len(contacts), now_s
        elif count > 1 and now_s - changed_s >= QUIET_S:
            return True
    return count > 1


def _judge(learned: EncoderSettings, config: Config) -> Finding:
    controls = config.controls
    says = f"{learned.steps_per_detent} edges a click, direction {learned.direction}"
    if (learned.steps_per_detent, learned.direction) == (
        controls.steps_per_detent,
        controls.direction,
    ):
        return well("turning", f"works: {says}")
    return fail(
        "turning",
        f"the knob has {says}; configured are {controls.steps_per_detent} and {controls.direction}",
        f"write under [controls]: steps_per_detent = {learned.steps_per_detent} and "
        f"direction = {learned.direction}",
    )


def _gpio_of(control: Control, pins: Pins) -> int:
    return {
        Control.KNOB: pins.knob_press,
        Control.BACK: pins.back,
        Control.WHY: pins.why,
        Control.UNDO: pins.undo,
    }[control]
