"""When something fails: a screen of the program, or the disk, before anything is lost by it."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.core.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import Ask, ask_yes
from firmware_py.ui.navigation import IGNORED, GoHome, Input, Next, Pop, Replace, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, fitting, paragraph, top_bar
from hardware.events import Pressed


class Fault(Screen):
    """Says that a screen failed; the match is kept, and Home is one press away."""

    may_sleep = False

    def __init__(self, services: Services, error: BaseException) -> None:
        import traceback  # slow to import

        self.services = services
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{frames[-1].name}:{frames[-1].lineno}" if frames else ""
        self._what = f"{type(error).__name__} {where}"

    def draw(self, canvas: Canvas) -> None:
        """Draw what to do, and the name of the failure for a report."""
        top_bar(canvas, self.services.say(N_("Something failed")))
        text = self.services.say(
            N_("The match is kept. Press a button for Home, then Resume. The log knows more.")
        )
        area = Rect(0, BODY.y + 1, WIDTH, BODY.h - 11)
        paragraph(canvas, text, area, font=fitting(text, area, "medium"))
        canvas.text(0, BODY.y + BODY.h - 9, self._what, "small", width=WIDTH, may_cut=True)

    def handle(self, event: Input) -> Next:
        """Any button goes Home."""
        return GoHome() if isinstance(event, Pressed) else IGNORED


def ask_if_unsaved(services: Services, go_on: Callable[[], Next]) -> Ask | None:
    """Return a question whose Yes goes on although something is lost; None: all is on disk."""
    services.queue.retry()
    unsaved = services.queue.unsaved
    if not unsaved:
        return None
    return ask_yes(
        services, services.say(N_("Not saved yet: {count}. Really?"), count=unsaved), go_on
    )


def ask_to_go_without(services: Services) -> Ask:
    """Ask, twice, whether to wait for files that cannot be read or to go on without them."""

    def go_on() -> Next:
        if not services.queue.go_without_unread():
            services.toast = services.say(N_("Not possible"))
        return Pop()

    again = ask_yes(services, services.say(N_("Matches may be missing then. Really?")), go_on)
    return Ask(
        services,
        services.say(N_("Go on without what cannot be read? Its file is kept.")),
        [
            (services.say(N_("Wait")), Pop),
            (services.say(N_("Go on")), lambda: Replace(again)),
        ],
    )
