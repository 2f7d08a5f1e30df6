"""What happened, as small values on one queue.

Drivers, simulated panels and the serial port only post events; one thread reads them. Times are
seconds of the monotonic clock.

    pin callback, web, terminal, serial --post--> Inbox --take--> the event loop

They are named tuples, which take a tenth of the time of data classes to define: the box starts
with them. What an event is, its class says; two of different classes are not compared.
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple


class Control(StrEnum):
    """The things fingers find on the box."""

    KNOB = "knob"
    BACK = "back"
    WHY = "why"
    UNDO = "undo"


class Edge(NamedTuple):
    """A raw change of a contact: a button went down or came up. `Gestures` makes sense of it."""

    control: Control
    down: bool
    at_s: float
    source: str = "box"
    hold: Control | None = None
    """What a hold of this contact means, where it is not the hold of the same control."""


class Nudge(NamedTuple):
    """A raw change of a contact that turns by steps while it is closed, such as a stick's."""

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
    """The knob was held down meanwhile, which `Gestures` finds: where it can, a turn is coarse."""


class Pressed(NamedTuple):
    """A button (or the knob) was pressed and let go before it became a hold."""

    control: Control
    source: str = "box"


class Held(NamedTuple):
    """A button is being held: progress rises to 1.0, where the hold acts, once.

    Progress 0.0 says that a hold ended without acting (let go early, or cancelled by a turn).
    """

    control: Control
    progress: float
    source: str = "box"


class Tapped(NamedTuple):
    """Something on a picture was tapped; the code says what, to whoever drew it."""

    code: str
    source: str = "box"


class SerialLine(NamedTuple):
    """A complete line arrived on the serial port, without its end."""

    data: bytes
    source: str = "serial"
    at_s: float = 0.0


class Appeared(NamedTuple):
    """A port, a panel or a display came (back) into reach."""

    source: str


class Lost(NamedTuple):
    """A port, a panel or a display went out of reach."""

    source: str
    why: str = ""


class Tick(NamedTuple):
    """A deadline that the loop itself had set is due."""

    at_s: float


class PageRequest(NamedTuple):
    """A page asks the box for something other than its controls: what, and in which words."""

    what: str
    text: str = ""
    source: str = "web"
    may_act: bool = False
    """The page may act, and so may see what players see."""
    found: object = None
    """What was found in a file that the page sent, or the exception that refused it."""


class Stopped(NamedTuple):
    """The program was asked to end (signal, closed terminal)."""

    why: str = ""
    can_answer: bool = False
    """Somebody at a panel asked for it, who can be asked in turn."""


class Answered(NamedTuple):
    """Another process of this program said something."""

    source: str
    number: int
    """Which process of that source it was: a later one has a higher number."""
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
    """The one queue: any thread posts, one thread takes. Idle, it sleeps without waking up.

    Lines of a source that can wait come after everything else: fingers before programs.
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[Event] = SimpleQueue()
        self._can_wait: set[str] = set()
        self._lines: deque[Event] = deque()

    def let_wait(self, source: str) -> None:
        """Take the lines of a source only when nothing else is there."""
        self._can_wait.add(source)

    def is_patient(self, event: Event | None) -> bool:
        """Say whether an event is a line that can wait: it was taken, so nothing else was there."""
        return isinstance(event, SerialLine) and event.source in self._can_wait

    def post(self, event: Event) -> None:
        """Put an event at the end; never blocks."""
        self._queue.put(event)

    def waiting(self) -> int:
        """Say about how many events are waiting, so that a flood can be held back at its source."""
        return self._queue.qsize() + len(self._lines)

    def take(self, timeout_s: float | None = None) -> Event | None:
        """Wait for the next event; None when the time is up."""
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
