"""Going through pages and long lists with the knob: the ends are ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Screen
from firmware_py.ui.widgets import BODY, scroll_mark
from hardware.controls.gestures import Acceleration
from hardware.events import Held, Pressed, Turned

if TYPE_CHECKING:
    from firmware_py.ui.canvas import Canvas
    from firmware_py.ui.services import Services

LONG_LIST = 12
P = TypeVar("P")


def moved(place: int, steps: int, count: int) -> int:
    """Return the place so many steps further on, out of a number of places."""
    return max(min(place + steps, count - 1), 0)


class FastTurning:
    """A quick spin of the knob moves further in a long list, if people want that."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._acceleration = Acceleration()

    def steps(self, event: Turned, count: int) -> int:
        """Return how far a turn of the knob goes in a list of so many rows."""
        if count < LONG_LIST or not self._services.settings["acceleration"]:
            return event.steps
        at_s = event.at_s or self._services.time()
        return event.steps * self._acceleration.factor(event.steps, at_s)


class PagedScreen(Screen, Generic[P]):
    """A screen of several pages: the knob turns them, a press closes it."""

    may_sleep = False
    pages: Sequence[P]
    page = 0

    @property
    def page_count(self) -> int:
        """How many pages there are."""
        return len(self.pages)

    @property
    def page_number(self) -> str:
        """Which page it is, for the top bar."""
        return f"{self.page + 1}/{self.page_count}"

    @property
    def is_last_page(self) -> bool:
        """Say whether no other page follows."""
        return self.page + 1 >= self.page_count

    def turn_pages(self, steps: int) -> None:
        """Show another page."""
        self.page = moved(self.page, steps, self.page_count)

    def draw_page_mark(self, canvas: Canvas) -> None:
        """Draw how far on the page is, at the right edge."""
        scroll_mark(canvas, BODY, self.page, 1, self.page_count)

    def handle(self, event: Input) -> Next:
        """Turn the pages, or close."""
        match event:
            case Turned(steps):
                self.turn_pages(steps)
                return STAY
            case Pressed():
                return Pop()
            case Held():
                return IGNORED
