"""Test of the controls: every one shows what it did; BACK twice leaves."""

from __future__ import annotations

from firmware_py.core.control_words import CONTROL_WORDS
from firmware_py.core.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.navigation import STAY, Input, Next, Pop, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, headline, top_bar
from hardware.events import Control, Held, Pressed, Turned

_NAME, _PRESSED, _HELD = 44, 95, 126
"""Where the names of the controls begin, and where the counts end."""


class ControlTest(Screen):
    """Counts what each control did."""

    may_sleep = False

    def __init__(self, services: Services) -> None:
        self.services = services
        self.turned = 0
        self.pressed = dict.fromkeys(Control, 0)
        self.held = dict.fromkeys(Control, 0)
        self._backs = 0

    def draw(self, canvas: Canvas) -> None:
        """Draw a row for each control."""
        top_bar(canvas, self.services.say(N_("Test the controls")))
        headline(canvas, f"{self.turned:+d}", Rect(0, BODY.y + 9, 40, 32))
        for right, heading in ((_PRESSED, N_("pressed")), (_HELD, N_("held"))):
            canvas.text(right, BODY.y, self.services.say(heading), "small", align="right")
        for row, control in enumerate(Control):
            y = BODY.y + 9 + row * 9
            canvas.text(_NAME, y, self.services.say(CONTROL_WORDS[control]), "small")
            canvas.text(_PRESSED, y, str(self.pressed[control]), "small", align="right")
            canvas.text(_HELD, y, str(self.held[control]), "small", align="right")
        hint = self.services.say(N_("BACK twice: leave"))
        canvas.text(0, BODY.y + 45, hint, "small", width=WIDTH, align="centre")

    def handle(self, event: Input) -> Next:
        """Count."""
        match event:
            case Turned(steps):
                self.turned = max(min(self.turned + steps, 999), -999)
                self._backs = 0
            case Held(control):
                self.held[control] += 1
            case Pressed(control):
                self.pressed[control] += 1
                self._backs = self._backs + 1 if control is Control.BACK else 0
                if self._backs == 2:
                    return Pop()
        return STAY
