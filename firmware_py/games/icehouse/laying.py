"""The spiral of Icehouse Mandala, called out pyramid by pyramid while people lay it."""

from __future__ import annotations

from engines.contract import Term
from engines.icehouse.state import SPACES, State
from firmware_py.app.services import Services
from firmware_py.games.face import FirstPage
from firmware_py.games.icehouse.pieces import letters
from firmware_py.games.icehouse.spiral import AHEAD, draw_spiral, draw_three
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import STAY, Answer, Input, Next, Pop, Screen
from firmware_py.ui.paging import moved
from firmware_py.ui.widgets import BODY, Rect, paragraph, top_bar
from hardware.events import Control, Pressed, Turned

_THREE = Rect(0, BODY.y + 1, 71, 36)
_NAME = Rect(0, BODY.y + BODY.h - 16, 72, 16)


def first_page(scene: Scene, is_called: bool) -> FirstPage:
    """Say how the spiral lies; the pyramids of a dealt path are called out."""
    if is_called:
        text = N_("Lay a spiral inwards, tips ahead. The box calls each one.")
        return FirstPage(scene.say(text), Spiral)
    return FirstPage(scene.say(N_("Lay all 75 in a spiral, tips inwards. Then tell the box.")))


class Spiral(Screen):
    """Three pyramids at a time: the knob goes one by one, a press to the next three.

    It closes with LAID after the last pyramid, and with None when BACK leaves it before the first.
    """

    may_sleep = False

    def __init__(self, services: Services, here: int = 0) -> None:
        assert services.table is not None
        self.services = services
        self.here = here
        self._state: State = services.table.match.state
        self._voice = services.voice(services.table.match.engine, services.table.names)

    def draw(self, canvas: Canvas) -> None:
        """Draw the three to lay, the name of the one in hand, and the spiral so far."""
        path = self._state.path
        top_bar(canvas, self.services.say(N_("Lay the spiral")), f"{self.here + 1}/{SPACES}")
        draw_three(canvas, path, self.here, letters(self._voice), _THREE)
        draw_spiral(canvas, self.here)
        name = self._voice.fact(Term("pyramid", path[self.here]))
        paragraph(canvas, name, _NAME, font="small")

    def handle(self, event: Input) -> Next:
        """Go forward or back; the last press closes."""
        match event:
            case Turned(steps):
                self.here = moved(self.here, steps, SPACES)
            case Pressed(Control.KNOB):
                first = self.here - self.here % AHEAD + AHEAD
                if first >= SPACES:
                    return Pop(Answer.LAID)
                self.here = first
            case Pressed(Control.BACK):
                if self.here == 0:
                    return Pop()
                self.here = max(self.here - self.here % AHEAD - AHEAD, 0)
            case _:
                pass
        return STAY
