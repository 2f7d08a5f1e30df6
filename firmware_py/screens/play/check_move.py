"""Check a move: any piece to any square, as the hands did it; the answer is the rule."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Reason
from firmware_py.core.language import N_
from firmware_py.match.picker import Picker
from firmware_py.match.scene import AnyScene
from firmware_py.screens.play.entry import ChoiceEntry, TapResult, Verdict
from firmware_py.screens.play.why import AnyMatch
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    Pop,
    Push,
    Returned,
    Screen,
    ScreenWords,
    TapThrough,
)
from firmware_py.ui.services import Services
from hardware.events import Control, Pressed, Turned

_ABOUT = N_("Pick what the hands did; the last press says whether it is legal.")


class CheckMove(Screen):
    """Pick what the hands did, legal or not."""

    may_sleep = False

    def __init__(self, services: Services, match: AnyMatch | None = None) -> None:
        self.services = services
        self.match = match or services.current_table.match
        self.entry = ChoiceEntry(services, self.match)
        self.entry.offer(self.entry.face.attempts(self.match.state))

    @property
    def picker(self) -> Picker:
        """The cursor on anything at all."""
        return self.entry.picker

    def scene(self, refused: Reason | None = None) -> AnyScene:
        """Return what the face draws."""
        scene = self.entry.scene(self.services.say(N_("Check")))
        return replace(scene, last=None, before=None, reachable=(), refused=refused)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table with the cursor on anything at all."""
        self.entry.face.draw(canvas, self.scene())

    def handle(self, event: Input) -> Next:
        """Pick part by part; the last press answers."""
        match event:
            case Turned(steps):
                self.picker.turn(steps)
            case Pressed(Control.KNOB):
                text = self.picker.press()
                if text is not None:
                    return self._judge(text)
            case Pressed(Control.BACK):
                if not self.picker.back():
                    return Pop()
            case Pressed(Control.WHY):
                self.services.toast = self.services.say(_ABOUT)
            case _:
                return IGNORED
        return STAY

    def tapped(self, code: str) -> Next:
        """Pick what was tapped, whatever it is; the last tap answers."""
        if self.entry.tap(code, shows_first=False) is not TapResult.PRESS:
            return STAY
        text = self.picker.press()
        return STAY if text is None else self._judge(text)

    def words(self) -> ScreenWords:
        """Return what this is for: on a page it looks like play."""
        return ScreenWords(self.services.say(N_("Check")), self.services.say(_ABOUT))

    def table_scene(self) -> AnyScene:
        """Return the table for a picture, with what is being checked."""
        return self.scene().public()

    def returned(self, answer: Returned) -> Next:
        """Pass on what shall be played; take a tap on the table below the answer."""
        if isinstance(answer, TapThrough):
            return self.tapped(answer.code)
        return STAY if answer is None else Pop(answer)

    def _judge(self, text: str) -> Next:
        reason = self.match.why_not(text)
        scene = self.scene(reason)
        self.picker.back()
        return Push(Verdict(self.services, scene, text, reason, self.match))
