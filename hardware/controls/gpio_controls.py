"""Reads the knob and the buttons on the Pi's pins, with gpiozero.

    contact closes -> line falls -> gpiozero's thread -> _InputLine.changed -> Inbox

A ready-made HAT has keys instead of these, each with its function.

gpiozero's `Button` and `RotaryEncoder` are not used: its hold does not suppress the press and fires
on another thread, its encoder drops fast steps, and its debouncing misses edges. Here a callback
gets each raw edge with its level, and posts the event.

Contacts connect their lines to ground; the Pi's pull-ups keep open lines high.

>>> from gpiozero.pins.mock import MockFactory
>>> from hardware.events import Inbox
>>> factory, inbox = MockFactory(), Inbox()
>>> with Controls(factory, Pins(), inbox, clock=lambda: 1.0):
...     factory.pin(Pins().back).drive_low()
>>> inbox.take(timeout_s=0)
Edge(control=<Control.BACK: 'back'>, down=True, at_s=1.0, source='box', hold=None)
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Protocol, Self

from hardware.controls.pins import Key, Pins
from hardware.controls.quadrature import Quadrature
from hardware.errors import NoControls
from hardware.events import Control, Edge, Event, Inbox, Nudge, Turned

Report = Callable[[bool, Any], None]
"""Called with whether the contact is closed, and the ticks of the back end's clock."""


class PinFactory(Protocol):
    """The part of gpiozero's pin factories that is used."""

    def pin(self, name: int) -> Any: ...

    def reserve_pins(self, requester: object, *names: int) -> None: ...

    def release_all(self, reserver: object) -> None: ...


class Controls:
    """Posts `Edge`, `Nudge` and `Turned` to the inbox until closed.

    `steps_per_detent` (1, 2 or 4) and `direction` (1 or -1) describe the encoder; `watch_contacts`
    is called with the knob's contacts A and B after each change. Raise NoControls if a pin cannot
    be used, and BadSetting for a wrong encoder setting.
    """

    def __init__(
        self,
        factory: PinFactory,
        pins: Pins,
        inbox: Inbox,
        *,
        steps_per_detent: int = 4,
        direction: int = 1,
        watch_contacts: Callable[[bool, bool], None] | None = None,
        source: str = "box",
        clock: Callable[[], float],
    ) -> None:
        self._factory = factory
        self._inbox = inbox
        self._source = source
        self._clock = clock
        self._has_times = bool(getattr(factory, "ticks_are_monotonic", False))
        self._quadrature = Quadrature(steps_per_detent, direction)
        self._watch_contacts = watch_contacts
        self._knob_lock = Lock()
        self._knob_closed = {"a": False, "b": False}
        self._lines: list[_InputLine] = []
        try:
            if not pins.keys:
                self._open_knob({"a": pins.knob_a, "b": pins.knob_b})
            for key in pins.keys or buttons_of(pins):
                self._open(f"the press of {key.name}", key.gpio, self._follow(key))
            for line in self._lines:
                line.listen()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the pins; may be called twice."""
        for line in self._lines:
            line.close()
        self._lines.clear()
        self._factory.release_all(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open_knob(self, gpios: dict[str, int]) -> None:
        for contact, gpio in gpios.items():
            line = self._open(f"contact {contact} of the knob", gpio, self._turn(contact))
            self._knob_closed[contact] = line.is_closed()
        self._feed_knob(self._clock())

    def _open(self, what: str, gpio: int, report: Report) -> _InputLine:
        try:
            self._factory.reserve_pins(self, gpio)
            line = _InputLine(self._factory.pin(gpio), report)
        except Exception as error:  # every back end has its own exceptions
            raise NoControls(
                f"cannot read {what} on GPIO{gpio} ({error}): another program or a device tree "
                "overlay may use this line; change it in [pins] of the configuration"
            ) from error
        self._lines.append(line)
        return line

    def _conflicts_with(self, other: object) -> bool:
        """Tell gpiozero that pins may not be shared."""
        return other is not self

    def _follow(self, key: Key) -> Report:
        def changed(closed: bool, ticks: Any) -> None:
            self._inbox.post(self._event_of(key, closed, self._time_of(ticks)))

        return changed

    def _time_of(self, ticks: Any) -> float:
        """Return the kernel's time of an edge if it is in our clock, else the current time."""
        return float(ticks) if self._has_times else self._clock()

    def _event_of(self, key: Key, closed: bool, at_s: float) -> Event:
        if key.control is None:
            return Nudge(key.name, key.steps, closed, at_s, self._source)
        return Edge(key.control, closed, at_s, self._source, key.hold)

    def _turn(self, contact: str) -> Report:
        def changed(closed: bool, ticks: Any) -> None:
            with self._knob_lock:  # some back ends have a thread per pin
                self._knob_closed[contact] = closed
                self._feed_knob(self._time_of(ticks))

        return changed

    def _feed_knob(self, at_s: float) -> None:
        a, b = self._knob_closed["a"], self._knob_closed["b"]
        if self._watch_contacts is not None:
            self._watch_contacts(a, b)
        detents = self._quadrature.feed(a, b)
        if detents:
            self._inbox.post(Turned(detents, self._source, at_s))


def buttons_of(pins: Pins) -> tuple[Key, ...]:
    """Return the knob's press and the three buttons of a hand-wired box."""
    return (
        Key("knob", pins.knob_press, Control.KNOB),
        Key("back", pins.back, Control.BACK),
        Key("why", pins.why, Control.WHY),
        Key("undo", pins.undo, Control.UNDO),
    )


class _InputLine:
    """One input with pull-up, both edges and no debouncing."""

    def __init__(self, pin: Any, report: Report) -> None:
        self._pin = pin
        self._report = report
        pin.input_with_pull("up")
        pin.bounce = None
        pin.edges = "both"

    def is_closed(self) -> bool:
        """Return whether the contact pulls the line low now."""
        return not self._pin.state

    def listen(self) -> None:
        """Start to report changes. gpiozero keeps only a weak reference to the method."""
        self._pin.when_changed = self._changed

    def close(self) -> None:
        """Stop reporting and release the pin."""
        self._pin.when_changed = None
        self._pin.close()

    def _changed(self, ticks: object, level: object) -> None:
        self._report(not level, ticks)
