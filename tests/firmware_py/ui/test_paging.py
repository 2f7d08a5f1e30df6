"""Going through pages and long lists with the knob."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import IGNORED, STAY, Pop
from firmware_py.ui.paging import LONG_LIST, FastTurning, PagedScreen, moved
from hardware.events import Control, Held, Pressed, Turned


class Three(PagedScreen[str]):
    """Three pages."""

    pages = ("one", "two", "three")

    def draw(self, canvas: Canvas) -> None:
        """Draw the mark of the page."""
        self.draw_page_mark(canvas)


@pytest.mark.parametrize(
    ("place", "steps", "count", "there"),
    [(0, 1, 3, 1), (2, 1, 3, 2), (1, -5, 3, 0), (2, 0, 2, 1), (0, 1, 0, 0), (4, -1, 9, 3)],
)
def test_the_ends_are_ends(place: int, steps: int, count: int, there: int) -> None:
    """Also where there is nothing at all."""
    assert moved(place, steps, count) == there


def test_the_knob_turns_the_pages_and_a_press_closes() -> None:
    """A hold does neither."""
    screen = Three()
    assert (screen.page_number, screen.is_last_page) == ("1/3", False)
    assert screen.handle(Turned(2)) is STAY
    assert (screen.page_number, screen.is_last_page) == ("3/3", True)
    assert screen.handle(Held(Control.KNOB, 1.0)) is IGNORED
    assert screen.page == 2
    for control in Control:
        assert screen.handle(Pressed(control)) == Pop()


def test_the_mark_moves_with_the_page() -> None:
    """From the top of the right edge to its bottom."""
    frames = []
    screen = Three()
    for _ in range(screen.page_count):
        canvas = Canvas()
        screen.draw(canvas)
        frames.append(canvas.frame())
        screen.turn_pages(1)
    assert len(set(frames)) == 3


def test_a_quick_spin_moves_further_in_long_lists_only(box: Any) -> None:
    """And not at all where people do not want it."""

    def spin(count: int) -> int:
        turning = FastTurning(box.services)
        return sum(turning.steps(Turned(1, at_s=10.0 + n / 100), count) for n in range(20))

    assert spin(LONG_LIST) > 20
    assert spin(LONG_LIST - 1) == 20
    box.services.settings.put("acceleration", False)
    assert spin(LONG_LIST) == 20
