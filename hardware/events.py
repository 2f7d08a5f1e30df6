"""Events as small values, and the queue that collects them.

Drivers, simulated panels and the serial port only post events; one thread reads them. Times are
seconds of the monotonic clock.

    pin callback, web, terminal, serial --post--> Inbox --take--> the event loop

Events are named tuples, which define ten times faster than data classes and so shorten the start.
Never compare events of different classes: only their values are compared.

>>> inbox = Inbox()
>>> inbox.post(Turned(2))
>>> inbox.take(timeout_s=0)
Turned(steps=2, source='box', at_s=0.0, pressed=False)
>>> inbox.take(timeout_s=0) is None
True
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple


class Control(StrEnum):
    """The controls of the box."""

    KNOB = "knob"
    BACK = "back"
    WHY = "why"
    UNDO = "undo"


class Edge(NamedTuple):
    """A raw change of a contact: a button went down or up. `Gestures` interprets it."""

    control: Control
    down: bool
    at_s: float
    source: str = "box"
    hold: Control | None = None
    """The control that a hold of this contact means, if it is another one."""


class Nudge(NamedTuple):
    """A raw change of a contact that turns by steps while closed, such as a stick's."""

    key: str
    steps: int
    down: bool
    at_s: float
    source: str = "box"


class Turned(NamedTuple):
    """The knob was turned by whole detents; clockwise is positive."""

    steps: int
    source: str = "box"
    at_s: float = 0.0
    pressed: bool = False
    """Whether the knob was held down meanwhile (set by `Gestures`), for a coarse turn."""


class Pressed(NamedTuple):
    """A button (or the knob) was pressed and released before it became a hold."""

    control: Control
    source: str = "box"


class Held(NamedTuple):
    """A button is being held: progress rises to 1.0, at which the hold acts once.

    Progress 0.0 means that a hold ended without acting (released early, or cancelled by a turn).
    """

    control: Control
    progress: float
    source: str = "box"


class Tapped(NamedTuple):
    """A part of a picture was tapped; `code` identifies it to the code that drew it."""

    code: str
    source: str = "box"


class SerialLine(NamedTuple):
    """A complete line arrived on the serial port, without its line end."""

    data: bytes
    source: str = "serial"
    at_s: float = 0.0


class Appeared(NamedTuple):
    """A port, a panel or a display became available."""

    source: str


class Lost(NamedTuple):
    """A port, a panel or a display was lost."""

    source: str
    why: str = ""


class Tick(NamedTuple):
    """A deadline that the loop set is due."""

    at_s: float


class PageRequest(NamedTuple):
    """A request of a web page other than control input: its kind and its text."""

    what: str
    text: str = ""
    source: str = "web"
    may_act: bool = False
    """Whether the page may act, and so may see what players see."""
    found: object = None
    """The content of a file that the page sent, or the exception that refused it."""


class Stopped(NamedTuple):
    """The program was asked to end (signal, closed terminal)."""

    why: str = ""
    can_answer: bool = False
    """Whether a person at a panel asked for it and can confirm."""


class Answered(NamedTuple):
    """A message from another process of this program."""

    source: str
    number: int
    """The number of the process; a later process of the same source has a higher one."""
    data: Any


Event = (
    Edge
    | Nudge
    | Turned
    | Pressed
    | Held
    | Tapped
    | SerialLine
    | Appeared
    | Lost
    | Tick
    | PageRequest
    | Stopped
    | Answered
)


class Inbox:
    """The event queue: any thread posts, one thread takes. Sleeps in the kernel when idle.

    Lines of low-priority sources come after all other events, so that people come before programs.
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[Event] = SimpleQueue()
        self._can_wait: set[str] = set()
        self._lines: deque[Event] = deque()

    def let_wait(self, source: str) -> None:
        """Take the lines of a source only when there is nothing else."""
        self._can_wait.add(source)

    def is_patient(self, event: Event | None) -> bool:
        """Return whether an event is a low-priority line."""
        return isinstance(event, SerialLine) and event.source in self._can_wait

    def post(self, event: Event) -> None:
        """Add an event at the end; never blocks."""
        self._queue.put(event)

    def waiting(self) -> int:
        """Return about how many events are waiting, so that a source can slow down."""
        return self._queue.qsize() + len(self._lines)

    def take(self, timeout_s: float | None = None) -> Event | None:
        """Return the next event, waiting for it; None when the time is up."""
        while True:
            event = self._get(0.0 if self._lines else timeout_s)
            if event is None:
                return self._lines.popleft() if self._lines else None
            if not self.is_patient(event):
                return event
            self._lines.append(event)

    def _get(self, timeout_s: float | None) -> Event | None:
        try:
            if timeout_s is not None and timeout_s <= 0:
                return self._queue.get_nowait()
            return self._queue.get(timeout=timeout_s)
        except Empty:
            return None
