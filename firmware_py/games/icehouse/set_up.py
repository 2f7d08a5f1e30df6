"""Screens for laying the path of Icehouse Mandala.

The spiral as it fills up, and three pyramids to lay next to it.

(13 R) 14 Y  15 K      the one in hand is lit        . . .
  A     A     A                                     .  o  .
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from engines.engine import Term
from engines.icehouse.state import SPACES, State
from firmware_py.core.language import N_
from firmware_py.games.game_ui import FirstPage
from firmware_py.games.icehouse.oled_path import big_pyramid, letters, tall_sign
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, Canvas
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Screen, ScreenAnswer
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BAR_HEIGHT, BODY, Rect, paragraph, top_bar
from hardware.events import Control, Pressed, Turned

AHEAD = 3
"""How many pyramids are called out at a time."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SpiralLine:
    """A spiral from its outer start to the eye."""

    centre: Point
    outer: float
    inner: float
    turns: float
    start: float = 0.0
    """The angle at which it begins."""

    def even(self, count: int, fine: int) -> Iterator[tuple[Point, Point, Point]]:
        """Yield `count` points at even distances, each between its neighbours on a fine line."""
        (x, y), line = self.centre, []
        for step in range(fine + 1):
            done = step / fine
            radius = self.outer + (self.inner - self.outer) * done
            angle = 2 * pi * self.turns * done + self.start
            line.append((x + radius * sin(angle), y - radius * cos(angle)))
        lengths = [0.0]
        for (x0, y0), (x1, y1) in pairwise(line):
            lengths.append(lengths[-1] + hypot(x1 - x0, y1 - y0))
        at = 0
        for place in range(count):
            while lengths[at] < lengths[-1] * place / (count - 1) - 1e-9:
                at += 1
            yield line[max(at - 1, 0)], line[at], line[min(at + 1, fine)]


_LINE = SpiralLine((100, BAR_HEIGHT + (HEIGHT - BAR_HEIGHT) // 2 + 1), 24.0, 5.0, 3.1)


@cache
def _dots() -> tuple[tuple[int, int], ...]:
    """Return the spaces on an even spiral, from the outer start to the eye."""
    return tuple((round(x), round(y)) for _, (x, y), _ in _LINE.even(SPACES, fine=6000))


def draw_spiral(canvas: Canvas, here: int) -> None:
    """Draw what lies up to a space as blocks, that space ringed, and the rest as points."""
    for space, (x, y) in enumerate(_dots()):
        if space < here:
            canvas.fill(x - 1, y - 1, 2, 2)
        elif space == here:
            canvas.fill(x - 2, y - 2, 5, 5)
            canvas.fill(x - 1, y - 1, 3, 3, on=False)
            canvas.pixel(x, y)
        else:
            canvas.pixel(x, y)


def draw_three(
    canvas: Canvas, path: tuple[str, ...], here: int, names: dict[str, str], area: Rect
) -> None:
    """Draw the three pyramids around a space, its own lit: letter above, size below."""
    first = here - here % AHEAD
    w = area.w // AHEAD
    for place, space in enumerate(range(first, min(first + AHEAD, SPACES))):
        spot = Rect(area.x + place * w, area.y, w - 1, area.h)
        lit = space == here
        if lit:
            canvas.fill(*spot)
        code = path[space]
        if not code:
            canvas.fill(spot.x + spot.w // 2 - 4, spot.y + spot.h // 2, 8, 2, on=not lit)
            continue
        tall_sign(canvas, spot.x, spot.y + 2, names[code[0]], spot.w, on=not lit)
        big_pyramid(canvas, spot.x, spot.y + spot.h - 3, code[1], spot.w, on=not lit)


# --- laying ---


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
        """How many have been called."""
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
                    return Pop(ScreenAnswer.LAID)
                self.here = first
                self._called = max(self._called, first + AHEAD)
                self._keep(self.here)
            case Pressed(Control.WHY):
                say = self.services.say
                return Push(TextScreen(self.services, say(N_("Lay the spiral")), say(_ABOUT)))
            case Pressed(Control.BACK):
                if self.here == 0:
                    return Pop()
                self.here = max(self.here - self.here % AHEAD - AHEAD, 0)
                self._keep(self.here)
            case _:
                return IGNORED
        return STAY
