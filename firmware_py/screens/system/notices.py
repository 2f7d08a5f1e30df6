"""What the box shows without being asked: saver, fault, time up, report, unused buttons."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.core.language import N_
from firmware_py.core.picture import SAVER_STEP_S
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, ellipsis, text_width
from firmware_py.ui.lists import Ask, TextScreen, ask_yes
from firmware_py.ui.navigation import IGNORED, STAY, GoHome, Input, Next, Pop, Replace, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, fitting, headline, paragraph, top_bar
from hardware.events import Control, Held, Pressed

NOTHING_THERE = {
    Control.BACK: N_("You cannot go back from here"),
    Control.WHY: N_("Nothing to explain here"),
    Control.UNDO: N_("Nothing to undo here"),
}
NOTHING_HELD = N_("Holding does nothing here")


def toast_for_ignored(event: Input) -> str:
    """Return the toast for an input that the top screen ignores: every press has a response.

    Empty for the knob.
    """
    if isinstance(event, Held):
        return NOTHING_HELD
    return NOTHING_THERE.get(event.control, "") if isinstance(event, Pressed) else ""


class Saver(Screen):
    """The screen saver: one line that keeps moving, because lit pixels wear out."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def draw(self, canvas: Canvas) -> None:
        """Draw the line at a place that depends on the time."""
        step = int(self.services.time() / SAVER_STEP_S)
        text = self._text()
        room_x = max(WIDTH - text_width(text, "small"), 0) + 1
        room_y = HEIGHT - 8
        # The strides share no factor with the room, so a place is repeated only after a long time.
        canvas.text(step * 37 % room_x, step * 23 % room_y, text, "small", may_cut=True)

    def _text(self) -> str:
        table = self.services.table
        turn = None if table is None else table.match.turn
        if table is None or turn is None or turn.seat is None:
            return "Tablemate"
        return table.names[turn.seat]

    def handle(self, event: Input) -> Next:
        """Called never: the input that wakes the display has no other effect."""
        del event
        return STAY


class Fault(Screen):
    """Shows that a screen failed. The match is kept, and any press leads Home."""

    may_sleep = False

    def __init__(self, services: Services, error: BaseException) -> None:
        import traceback  # slow to import

        self.services = services
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{frames[-1].name}:{frames[-1].lineno}" if frames else ""
        self._what = f"{type(error).__name__} {where}"

    def draw(self, canvas: Canvas) -> None:
        """Draw what to do, and the name of the error for a report."""
        top_bar(canvas, self.services.say(N_("Something went wrong")))
        text = self.services.say(
            N_("Your game is saved. Press a button for Home, then Resume. The log says more.")
        )
        area = Rect(0, BODY.y + 1, WIDTH, BODY.h - 11)
        paragraph(canvas, text, area, font=fitting(text, area, "medium"))
        canvas.text(0, BODY.y + BODY.h - 9, self._what, "small", width=WIDTH, may_cut=True)

    def handle(self, event: Input) -> Next:
        """Go Home at any press."""
        return GoHome() if isinstance(event, Pressed) else IGNORED


SEEN_S = 1.0
"""Turning the knob does not close it earlier."""
_ROOM = Rect(4, 0, WIDTH - 8, 20)


class TimeUp:
    """Shows whose time is up, over whatever was being entered; the game goes on."""

    def __init__(self, services: Services, seat: int) -> None:
        self.seat = seat
        self._services = services
        self._since_s = services.time()

    def was_seen(self, now_s: float) -> bool:
        """Return whether it was shown long enough to be read."""
        return now_s >= self._since_s + SEEN_S

    def draw(self, canvas: Canvas) -> None:
        """Draw the name in a frame."""
        say = self._services.say
        canvas.box(0, 0, WIDTH, HEIGHT)
        canvas.box(1, 1, WIDTH - 2, HEIGHT - 2)
        table = self._services.current_table
        name = say(N_("Everyone")) if table.clock.is_shared else table.names[self.seat]
        headline(canvas, say(N_("Time is up")), _ROOM._replace(y=4))
        headline(canvas, ellipsis(name, "large", _ROOM.w), _ROOM._replace(y=23, h=18))
        headline(canvas, say(N_("Press to play on")), _ROOM._replace(y=43, h=16), largest="medium")


class DataReport(TextScreen):
    """A report about the data, shown at every start until somebody closes it."""

    def __init__(self, services: Services, text: str, *, is_unread: bool) -> None:
        super().__init__(services, services.say(N_("Saved games")), text)
        self._is_unread = is_unread

    def handle(self, event: Input) -> Next:
        """Read on, or close for good; ask whether to wait for files that cannot be read."""
        step = super().handle(event)
        if isinstance(step, Pop):
            self.services.queue.forget_report()
            if self._is_unread:
                return Replace(ask_to_go_without(self.services))
        return step


def ask_if_unsaved(services: Services, go_on: Callable[[], Next]) -> Ask | None:
    """Return the question before unsaved data is lost; None if everything is on disk."""
    services.queue.retry()
    unsaved = services.queue.unsaved
    if not unsaved:
        return None
    return ask_yes(
        services, services.say(N_("Not saved yet: {count}. Are you sure?"), count=unsaved), go_on
    )


def ask_to_go_without(services: Services) -> Ask:
    """Return the question, asked twice, whether to go on without files that cannot be read."""

    def go_on() -> Next:
        if not services.queue.go_without_unread():
            services.toast = services.say(N_("Not possible"))
        return Pop()

    again = ask_yes(
        services, services.say(N_("Some games may be missing then. Are you sure?")), go_on
    )
    return Ask(
        services,
        services.say(N_("Go on without what cannot be read? The file stays.")),
        [
            (services.say(N_("Wait")), Pop),
            (services.say(N_("Go on")), lambda: Replace(again)),
        ],
    )
