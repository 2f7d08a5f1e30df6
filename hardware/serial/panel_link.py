"""The host's side of an external panel on a serial link; `pico_panel/README.md` has the protocol.

    SerialLine, Appeared, Lost --feed--> Edge, Turned, Appeared, Lost     (input)
    show, contrast, power --lines of changed windows--> the link          (picture)

One picture is sent at a time. Until the panel acknowledges it, only the newest of the following
pictures is kept, so a slow panel skips pictures instead of falling behind. A side that cannot read
something asks the other to start again. The loop calls `due` at `deadline_s()`, which asks
postponed questions and gives up pictures without acknowledgement.
"""

from __future__ import annotations

from binascii import b2a_base64, crc32
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hardware.controls.quadrature import Quadrature
from hardware.display.changed_windows import find_runs
from hardware.display.frame import BLANK, FRAME_BYTES, Frame
from hardware.events import Appeared, Control, Edge, Event, Lost, SerialLine, Turned

VERSION = 1
PATIENCE_S = 2.0
ASK_EVERY_S = 0.5
"""Shorter than a hold, so that a button whose release was lost does not become a hold."""
# Another window costs some 14 characters, a byte of data one and a third.
JOIN_BYTES = 10
NUMBERS = 1000


class Link(Protocol):
    """The part of `SerialLink` that is used."""

    @property
    def source(self) -> str: ...

    def write(self, data: bytes) -> bool: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Sent:
    """The picture being sent."""

    frame: Frame
    number: int
    at_s: float


class PanelLink:
    """An external panel: a display for frames, and a source of events.

    `link` is a `SerialLink`, whose events must be passed to `feed`; `steps_per_detent`, `direction`
    and `watch_contacts` are as in `Controls`.

    >>> class MemoryLink:
    ...     source, sent = "serial", b""
    ...     def write(self, data):
    ...         self.sent += data
    ...         return True
    >>> panel = PanelLink(MemoryLink(), clock=lambda: 1.0)
    >>> panel.feed(SerialLine(seal("H 1 oled 0").strip()))
    [Appeared(source='pico')]
    >>> panel.feed(SerialLine(seal("K 1320").strip()))
    [Turned(steps=1, source='pico', at_s=1.0, pressed=False)]
    """

    def __init__(
        self,
        link: Link,
        *,
        source: str = "pico",
        steps_per_detent: int = 4,
        direction: int = 1,
        watch_contacts: Callable[[bool, bool], None] | None = None,
        clock: Callable[[], float],
    ) -> None:
        self._link = link
        self._source = source
        self._knob = (steps_per_detent, direction)
        self._quadrature = Quadrature(*self._knob)
        self._watch_contacts = watch_contacts
        self._clock = clock
        self._is_here = False
        self._has_display = False
        self._wanted: Frame = BLANK
        self._shown: Frame | None = None
        self._sent: _Sent | None = None
        self._number = 0
        self._level = 255
        self._on = True
        self._asked_at_s = float("-inf")
        self._wonders = False
        self._is_refused = False

    def feed(self, event: Event) -> list[Event]:
        """Return the events that follow from an event; events of other sources are passed on."""
        match event:
            case Appeared(source=self._link.source):
                self._is_refused = False
                self._ask()
                return []
            case Lost(source=self._link.source, why=why):
                return self._lose(why)
            case SerialLine(source=self._link.source):
                return self._read(event)
        return [event]

    def show(self, frame: Frame) -> None:
        """Show a frame, now or after the one being sent."""
        assert len(frame) == FRAME_BYTES
        self._wanted = frame
        self.due(self._clock())
        self._send_picture()

    def deadline_s(self) -> float | None:
        """Return when to call `due` next; None: not before the next event."""
        times = []
        if self._wonders:
            times.append(self._asked_at_s + ASK_EVERY_S)
        if self._sent is not None:
            times.append(self._sent.at_s + PATIENCE_S)
        return min(times, default=None)

    def due(self, now_s: float) -> None:
        """Carry out what is due at this time."""
        if self._wonders and now_s >= self._asked_at_s + ASK_EVERY_S:
            self._ask()
        if self._sent is not None and now_s >= self._sent.at_s + PATIENCE_S:
            self._begin_afresh()
            self._send_picture()

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        self._level = level
        self._send(f"C {level}")

    def power(self, on: bool) -> None:
        """Switch on or off, keeping the frame."""
        self._on = on
        self._send(f"P {int(on)}")

    def close(self) -> None:
        """Switch the panel off and close the link; may be called twice."""
        self._send("P 0")
        self._lose("closed")
        self._link.close()

    def _read(self, line: SerialLine) -> list[Event]:
        payload = unseal(line.data)
        if payload is None or not (self._is_here or payload.startswith("H ")):
            return self._wonder()
        match payload.split(" "):
            case ["H", version, kind, place]:
                return self._greet(version, kind, place)
            case [("D" | "U") as word, name] if name in set(Control):
                at_s = line.at_s or self._clock()
                return [Edge(Control(name), word == "D", at_s, self._source)]
            case ["K", digits] if set(digits) <= set("0123"):
                return self._turn(digits, line.at_s)
            case ["A", number]:
                self._acknowledge(number)
                return []
            case ["R"]:
                self._begin_afresh()
                self._send_picture()
                return []
            case _:
                return self._wonder()

    def _greet(self, version: str, kind: str, place: str) -> list[Event]:
        """Start with a panel that connected or restarted: nothing is pressed or shown."""
        if version != str(VERSION):
            why = (
                f"the panel speaks version {version} of the protocol, this program {VERSION}: "
                "copy the files of hardware/pico_panel to it again"
            )
            self._is_here = False
            self._is_refused = True
            return [Lost(self._source, why)]
        self._is_here = True
        self._is_refused = False
        self._has_display = kind == "oled"
        self._quadrature = Quadrature(*self._knob)
        self._turn(place, 0.0)
        self.contrast(self._level)
        self.power(self._on)
        self._begin_afresh()
        self._send_picture()
        return [Appeared(self._source)]

    def _lose(self, why: str) -> list[Event]:
        self._is_here = False
        self._wonders = False
        self._begin_afresh()
        return [Lost(self._source, why)]

    def _turn(self, digits: str, at_s: float) -> list[Event]:
        detents = 0
        for digit in digits:
            a, b = digit in "13", digit in "23"
            if self._watch_contacts is not None:
                self._watch_contacts(a, b)
            detents += self._quadrature.feed(a, b)
        if not detents:
            return []
        return [Turned(detents, self._source, at_s or self._clock())]

    def _wonder(self) -> list[Event]:
        """Ask for the whole state, because a line was lost, perhaps the release of a button."""
        self._wonders = not self._is_refused
        self.due(self._clock())
        return []

    def _ask(self) -> None:
        self._wonders = False
        self._asked_at_s = self._clock()
        self._link.write(seal("?"))

    def _acknowledge(self, number: str) -> None:
        if self._sent is not None and number == str(self._sent.number):
            self._shown = self._sent.frame
            self._sent = None
            self._send_picture()

    def _begin_afresh(self) -> None:
        self._shown = None
        self._sent = None

    def _send_picture(self) -> None:
        """Send what differs from the shown picture, unless one is being sent."""
        is_idle = self._is_here and self._has_display and self._sent is None
        if not is_idle or self._wanted == self._shown:
            return
        lines = [] if self._shown is not None else [seal("N")]
        base = self._shown if self._shown is not None else BLANK
        for window in find_runs(base, self._wanted, JOIN_BYTES):
            data = b2a_base64(window.cut(self._wanted), newline=False).decode()
            lines.append(seal(f"W {window.top} {window.left} {data}"))
        self._number = (self._number + 1) % NUMBERS
        lines.append(seal(f"F {self._number} {crc32(self._wanted):08x}"))
        if self._link.write(b"".join(lines)):
            self._sent = _Sent(self._wanted, self._number, self._clock())
        else:
            self._begin_afresh()

    def _send(self, payload: str) -> None:
        if self._is_here:
            self._link.write(seal(payload))


def seal(payload: str) -> bytes:
    """Return the line for a payload, with checksum and line end."""
    return f"{payload}*{crc32(payload.encode()) & 0xFFFF:04x}\n".encode()


def unseal(line: bytes) -> str | None:
    """Return the payload of a line without line end, or None if it was damaged."""
    payload, star, checksum = line.rpartition(b"*")
    if not star or checksum != b"%04x" % (crc32(payload) & 0xFFFF):
        return None
    return payload.decode("ascii", errors="replace")
