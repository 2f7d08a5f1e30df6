"""When something in the program failed: what happened, and what to do."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.navigation import IGNORED, GoHome, Input, Next, Screen
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
