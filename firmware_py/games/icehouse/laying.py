"""The spiral of Icehouse Mandala, called out pyramid by pyramid while people lay it."""

from __future__ import annotations

from collections.abc import Callable

from engines.engine import Term
from engines.icehouse.state import SPACES, State
from firmware_py.core.language import N_
from firmware_py.games.game_ui import FirstPage
from firmware_py.games.icehouse.pieces import letters
from firmware_py.games.icehouse.spiral import AHEAD, draw_spiral, draw_three
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import Reader
from firmware_py.ui.navigation import IGNORED, STAY, Answer, Input, Next, Pop, Push, Screen
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, paragraph, top_bar
from hardware.events import Control, Pressed, Turned

_THREE = Rect(0, BODY.y + 1, 71, 36)
_NAME = Rect(0, BODY.y + BODY.h - 16, 72, 16)


_ABOUT = N_(
    "Lay these three on the next spaces, clockwise and inwards, each tip at the base of the next. "
    "The lit one is named below. A press calls the next three, BACK the three before; the knob "
    "goes back to any that was called."
)


def first_page(scene: Scene[State], is_called: bool) -> FirstPage:
    """Say how the spiral lies; the pyramids of a dealt path are called out."""
    if is_called:
        text = N_("Spiral inwards, clockwise, each tip to the next base. The box calls them.")
        return FirstPage(scene.say(text), Spiral)
    text = N_(
        "Lay all 75 in a spiral inwards, clockwise, each tip at the base of the next. "
        "Then tell the box."
    )
    return FirstPage(scene.say(text))


class Spiral(Screen):
    """Three pyramids at a time: a press goes to the next three, the knob back to any before.

    Only presses go on: nobody passes over a pyramid by turning.

    It closes with LAID after the last pyramid, and with None when BACK leaves it before the first.
    """

    may_sleep = False

    def __init__(
        self, services: Services, here: int = 0, keep: Callable[[int], None] = lambda _: None
    ) -> None:
        assert services.table is not None
        self.services = services
        self.here = moved(here, 0, SPACES)
        self._keep = keep
        self._called = self.here + AHEAD
        """So many were called so far."""
        self._state: State = services.table.match.state
        self._voice = services.voice(services.table.match.engine, services.table.names)

    def draw(self, canvas: Canvas) -> None:
        """Draw the three to lay, the name of the one in hand, and the spiral so far."""
        path = self._state.path
        first = self.here - self.here % AHEAD
        last = min(first + AHEAD, SPACES)
        top_bar(canvas, self.services.say(N_("Lay these three")), f"{self.here + 1}/{SPACES}")
        draw_three(canvas, path, self.here, letters(self._voice), _THREE)
        draw_spiral(canvas, self.here)
        paragraph(canvas, self._name(self.here), _NAME, font="small")
        names = (f"{n + 1} {self._name(n)}" for n in range(first, last))
        canvas.describe(", ".join(names), _THREE.y)

    def _name(self, space: int) -> str:
        """Return what is laid on a space; in the middle of a game some stay empty."""
        pyramid = self._state.path[space]
        if not pyramid:
            return self.services.say(N_("leave a gap"))
        return self._voice.fact(Term("pyramid", pyramid))

    def handle(self, event: Input) -> Next:
        """Go forward or back; the last press closes."""
        match event:
            case Turned(steps):
                self.here = moved(self.here, steps, min(self._called, SPACES))
            case Pressed(Control.KNOB):
                first = self.here - self.here % AHEAD + AHEAD
                if first >= SPACES:
                    return Pop(Answer.LAID)
                self.here = first
                self._called = max(self._called, first + AHEAD)
                self._keep(self.here)
            case Pressed(Control.WHY):
                say = self.services.say
                return Push(Reader(self.services, say(N_("Lay the spiral")), say(_ABOUT)))
            case Pressed(Control.BACK):
                if self.here == 0:
                    return Pop()
                self.here = max(self.here - self.here % AHEAD - AHEAD, 0)
                self._keep(self.here)
            case _:
                return IGNORED
        return STAY
