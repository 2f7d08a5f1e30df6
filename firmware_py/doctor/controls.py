"""Lets a person try the controls: press each, and turn the knob by one click.

One click shows how the encoder counts and which way round it is wired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from firmware_py.core.config import Config
from firmware_py.doctor.findings import Finding, fail, warn, well
from hardware.controls.gestures import Gestures
from hardware.controls.gpio_controls import Controls
from hardware.controls.pins import HEADER, Key, Pins
from hardware.controls.quadrature import EncoderSettings, learn
from hardware.errors import HardwareError
from hardware.events import Control, Edge, Event, Held, Inbox, Nudge, Pressed

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
