"""What a screen is, and what it can ask for. Screens never wait: they answer with data.

event --> screen.handle --> Next --> the application changes its stack of screens
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hardware.events import Held, Pressed, Turned

if TYPE_CHECKING:
    from firmware_py.ui.canvas import Canvas

Input = Turned | Pressed | Held


class Stay:
    """Remain on this screen."""

    __slots__ = ()


class Push(NamedTuple):
    """Open a screen above this one."""

    screen: Screen


class Replace(NamedTuple):
    """Open a screen in the place of this one."""

    screen: Screen


class Pop(NamedTuple):
    """Close this screen; the one below gets the result."""

    result: Any = None


class GoHome:
    """Close everything down to Home."""

    __slots__ = ()


class ShowTable:
    """Show the match that is on the table now, above Home."""

    __slots__ = ()


class Quit(NamedTuple):
    """End the program, and switch the power off if asked."""

    power_off: bool = False


Next = Stay | Push | Replace | Pop | GoHome | ShowTable | Quit

STAY = Stay()


class Screen(Protocol):
    """One thing the box shows."""

    @property
    def may_sleep(self) -> bool:
        """False during an entry, an explanation or a final score."""
        ...

    def draw(self, canvas: Canvas) -> None:
        """Draw on an empty canvas; nothing else."""
        ...

    def handle(self, event: Input) -> Next:
        """Take an event and say what comes next; of holds only the complete ones arrive."""
        ...

    def returned(self, result: Any) -> Next:
        """Take the result of the screen above, which has closed."""
        ...

    def deadline_s(self, now_s: float) -> float | None:
        """Say when this screen must be drawn again by itself; None: never."""
        ...


class Plain:
    """The usual answers of a screen, for those that need no others."""

    may_sleep = True

    def returned(self, result: Any) -> Next:
        """Stay, whatever came back."""
        del result
        return STAY

    def deadline_s(self, now_s: float) -> float | None:
        """Never."""
        del now_s
        return None
