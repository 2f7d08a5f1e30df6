"""The countdown screen: large seconds, until they are over or BACK is pressed."""

from __future__ import annotations

import math

from engines.engine import BadNotation
from engines.scorepad.choices import Countdown
from engines.scorepad.notation import read
from firmware_py.core.language import N_
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Rect, headline, progress, top_bar
from hardware.events import Control, Held, Pressed, Turned

_MORE_S = 10
"""Seconds that a detent adds or subtracts."""


def opened_by(services: Services, text: str) -> Screen | None:
    """Return the countdown screen if a choice starts a countdown."""
    try:
        choice = read(text)
    except BadNotation:
        return None
    return CountdownScreen(services, choice.seconds) if isinstance(choice, Countdown) else None


class CountdownScreen(Screen):
    """Counts down; a press pauses it, BACK closes it."""

    may_sleep = False

    def __init__(self, services: Services, seconds: int) -> None:
        self.services = services
        self._all_s = float(seconds)
        self._ends_s = services.time() + seconds
        self._left_s: float | None = None
        """The remaining seconds while it is paused."""
        self._rang = False

    def left_s(self) -> float:
        """Return the remaining seconds."""
        if self._left_s is not None:
            return self._left_s
        return max(self._ends_s - self.services.time(), 0.0)

    @property
    def is_over(self) -> bool:
        """Return whether the time is up."""
        return self.left_s() <= 0

    def draw(self, canvas: Canvas) -> None:
        """Draw the seconds, or that the time is up, with the whole screen lit."""
        say = self.services.say
        top_bar(canvas, say(N_("Countdown")))
        seconds = math.ceil(self.left_s())
        if self.is_over:
            headline(canvas, say(N_("Time is up!")), Rect(0, 14, WIDTH, 28))
            canvas.invert(0, 12, WIDTH, HEIGHT - 12)
            return
        text = f"{seconds // 60}:{seconds % 60:02d}"
        canvas.text(0, 16, text, "digits", width=WIDTH, align="centre")
        progress(canvas, self.left_s() / max(self._all_s, 1.0), Rect(8, 42, WIDTH - 16, 7))
        hint = N_("press: go on") if self._left_s is not None else N_("press: stop; turn: 10 s")
        canvas.text(0, 53, say(hint), "small", width=WIDTH, align="centre")

    def handle(self, event: Input) -> Next:
        """Pause, resume, change or close."""
        match event:
            case Turned(steps) if not self.is_over:
                self._change(steps * _MORE_S)
            case Pressed(Control.KNOB) if not self.is_over:
                self._stop_or_go()
            case Held():
                return IGNORED
            case Pressed(Control.KNOB | Control.BACK):
                return Pop()
            case _:
                return IGNORED
        return STAY

    def _change(self, seconds: int) -> None:
        if self._left_s is not None:
            self._left_s = max(self._left_s + seconds, 1.0)
        else:
            self._ends_s = max(self._ends_s + seconds, self.services.time() + 1.0)
        self._all_s = max(self._all_s, self.left_s())

    def _stop_or_go(self) -> None:
        if self._left_s is None:
            self._left_s = self.left_s()
        else:
            self._ends_s, self._left_s = self.services.time() + self._left_s, None

    def rings(self) -> bool:
        """Return whether the time is up, once."""
        rings = self.is_over and not self._rang
        self._rang = self.is_over
        return rings

    def deadline_s(self, now_s: float) -> float | None:
        """Return when the seconds change next."""
        if self.is_over or self._left_s is not None:
            return None
        left = self._ends_s - now_s
        return now_s + (left - math.floor(left) or 1.0)
