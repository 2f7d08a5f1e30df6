"""The knob and the buttons on the Pi's own pins, by way of gpiozero.

    contact closes -> line falls -> gpiozero's thread -> _InputLine.changed -> Inbox

A ready-made HAT has keys instead of them, each with what it does.

gpiozero's `Button` and `RotaryEncoder` stay unused: its hold does not suppress the press and fires
on a thread of its own, its encoder drops fast steps, and its debouncing misses edges. Here a
callback gets one raw edge, with the level that came with it, and posts what follows from it.
Contacts pull their lines to ground; the Pi's own pull-ups keep them high.
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
"""What an input tells: whether it is closed, and the ticks of the back end's own clock."""


class PinFactory(Protocol):
    """What is used of gpiozero's pin factories."""

    def pin(self, name: int) -> Any: ...

    def reserve_pins(self, requester: object, *names: int) -> None: ...

    def release_all(self, reserver: object) -> None: ...


class Controls:
    """Posts `Edge` and `Turned` to the inbox until closed."""

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
        """Let go of the pins; may be called twice."""
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
        except Exception as error:  # every back end has its own kind of error
            raise NoControls(
                f"cannot read {what} on GPIO{gpio} ({error}): another program or a device tree "
                "overlay may use this line; change it in [pins] of the configuration"
            ) from error
        self._lines.append(line)
        return line

    def _conflicts_with(self, other: object) -> bool:
        """Answer gpiozero's question whether a pin may be shared: no."""
        return other is not self

    def _follow(self, key: Key) -> Report:
        def changed(closed: bool, ticks: Any) -> None:
            self._inbox.post(self._event_of(key, closed, self._time_of(ticks)))

        return changed

    def _time_of(self, ticks: Any) -> float:
        """Return when an edge was: the kernel's time where it is in our clock, else that of now."""
        return float(ticks) if self._has_times else self._clock()

    def _event_of(self, key: Key, closed: bool, at_s: float) -> Event:
        if key.control is None:
            return Nudge(key.name, key.steps, closed, at_s, self._source)
        return Edge(key.control, closed, at_s, self._source, key.hold)

    def _turn(self, contact: str) -> Report:
        def changed(closed: bool, ticks: Any) -> None:
            with self._knob_lock:  # some back ends have a thread for each pin
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
    """Return the knob's press and the three buttons of a box that was wired by hand."""
    return (
        Key("knob", pins.knob_press, Control.KNOB),
        Key("back", pins.back, Control.BACK),
        Key("why", pins.why, Control.WHY),
        Key("undo", pins.undo, Control.UNDO),
    )


class _InputLine:
    """One input with its pull-up, both edges, no debouncing."""

    def __init__(self, pin: Any, report: Report) -> None:
        self._pin = pin
        self._report = report
        pin.input_with_pull("up")
        pin.bounce = None
        pin.edges = "both"

    def is_closed(self) -> bool:
        """Whether the contact pulls the line low now."""
        return not self._pin.state

    def listen(self) -> None:
        """Begin to report changes; gpiozero keeps only a weak reference to the method."""
        self._pin.when_changed = self._changed

    def close(self) -> None:
        """Stop reporting and free the pin."""
        self._pin.when_changed = None
        self._pin.close()

    def _changed(self, ticks: object, level: object) -> None:
        self._report(not level, ticks)
