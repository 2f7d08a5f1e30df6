"""What watches that everything fits sees a planted fault: the painter, `box.unfit`, the monkey."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import monkey
import pytest

from firmware_py.app.painter import Layers, Painter
from firmware_py.core.picture import SleepStage
from firmware_py.screens.system.notices import Saver
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import Menu
from firmware_py.ui.navigation import STAY, Input, Next, Screen
from firmware_py.ui.services import Services

WIDE = "W" * 97 + "l"
FAULTS = (f"{WIDE!r}: 778 wide in 20, medium", "'over' overlaps 'under'")


def draw_faults(canvas: Canvas) -> None:
    """Write a text of 778 pixels in a field of 20, and two texts on the same place."""
    canvas.text(0, 0, WIDE, "medium", width=20)
    canvas.text(0, 40, "under", "medium")
    canvas.text(4, 40, "over", "medium")


class Unfit(Menu):
    """A Home that draws nothing but faults."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the faults."""
        draw_faults(canvas)


def unfit_home(services: Services) -> Screen:
    """Return a Home that draws nothing but faults."""
    return Unfit(services, lambda: "", list, closes=False)


class UnfitForViewers(Menu):
    """A Home whose faults only viewers see."""

    def draw_for_viewers(self, canvas: Canvas) -> bool:
        """Draw the faults."""
        draw_faults(canvas)
        return True


class UnfitSaver(Saver):
    """A saver that draws the faults."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the faults."""
        draw_faults(canvas)


def missing(found: Iterable[str]) -> list[str]:
    """Return the planted faults that nothing of `found` names."""
    return [fault for fault in FAULTS if not any(fault in each for each in found)]


@pytest.mark.parametrize("seen", ["screen", "viewers", "saver"])
def test_the_painter_shows_every_canvas_to_its_observers(box: Any, seen: str) -> None:
    """Also the one for viewers, and the saver's."""
    kind = UnfitForViewers if seen == "viewers" else Unfit
    screen = kind(box.services, lambda: "", list, closes=False)
    painter = Painter(box.services, [], UnfitSaver)
    found: list[str] = []
    painter.observers.append(lambda canvas: found.extend(canvas.check()))
    painter.draw(
        Layers([screen], None, None), SleepStage.SAVER if seen == "saver" else SleepStage.AWAKE
    )
    assert missing(found) == []


def test_words_in_the_place_of_everything_are_shown_to_the_observers(box: Any) -> None:
    """Here a text of many lines that is higher than the screen."""
    painter = Painter(box.services, [], Saver)
    found: list[str] = []
    painter.observers.append(lambda canvas: found.extend(canvas.check()))
    painter.show_words(WIDE * 4)
    assert found


def test_a_box_notes_what_does_not_fit(make_box: Any) -> None:
    """On the first picture, and still after a restart."""
    box = make_box(home=unfit_home)
    assert missing(box.unfit) == []
    before = dict(box.unfit)
    box.home = None
    assert box.restart().unfit == before


def test_a_box_where_all_fits_notes_nothing(box: Any) -> None:
    """So that the test above cannot pass by itself."""
    assert box.unfit == {}


def test_the_monkey_notes_what_does_not_fit() -> None:
    """In the tally, by which it ends with a failure."""
    tally = monkey.Tally()
    monkey.episode(0, 1, 3, tally, home=unfit_home)
    assert missing(tally.unfit) == []
    assert monkey.verdict(tally) == 1
    assert monkey.verdict(monkey.Tally()) == 0


class Broken(Menu):
    """A Home that fails at every input."""

    def handle(self, event: Input) -> Next:
        """Fail."""
        raise ValueError(event)


class Trap(Screen):
    """A screen that BACK changes, and never leaves."""

    def __init__(self) -> None:
        self.presses = 0

    def draw(self, canvas: Canvas) -> None:
        """Draw something new after every input."""
        canvas.text(0, 0, str(self.presses))

    def handle(self, event: Input) -> Next:
        """Count it."""
        del event
        self.presses += 1
        return STAY


def test_the_monkey_stops_at_a_fault() -> None:
    """With what was done last, and the seed."""

    def home(services: Services) -> Screen:
        return Broken(services, lambda: "", list, closes=False)

    with pytest.raises(monkey.Trouble, match="episode 0, seed 1: the fault screen"):
        monkey.episode(0, 1, 3, monkey.Tally(), home=home)


def test_the_monkey_stops_in_a_trap() -> None:
    """After more presses of BACK than any screen needs."""
    with pytest.raises(monkey.Trouble, match="Trap cannot be left with BACK"):
        monkey.episode(0, 1, 351, monkey.Tally(), home=lambda _services: Trap())
