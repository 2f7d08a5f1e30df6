"""Screens for laying the path of Icehouse Mandala.

The spiral as it fills up, and three pyramids to lay next to it.

(13 R) 14 Y  15 K      the one in hand is lit        . . .
  A     A     A                                     .  o  .
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, pairwise
from math import cos, dist, pi, sin

from engines.engine import Term
from engines.icehouse.state import SPACES, State
from firmware_py.core.language import N_
from firmware_py.games.game_ui import FirstPage
from firmware_py.games.icehouse.colours import letters
from firmware_py.games.icehouse.oled import BIG, pyramid
from firmware_py.games.play_widgets import ROOM
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, Canvas
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Screen, ScreenAnswer
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BAR_HEIGHT, BODY, Rect, headline, paragraph, top_bar
from hardware.events import Control, Pressed, Turned

AHEAD = 3
"""How many pyramids are called out at a time."""
Point = tuple[float, float]


def spiral(
    centre: Point, outer: float, inner: float, turns: float, start: float, count: int, fine: int
) -> Iterator[tuple[Point, Point, Point]]:
    """Yield evenly spaced points from the outer start to the eye, each between its neighbours on
    a fine line.

    `start` is the angle at which the spiral begins, in radians.
    """
    (x, y), line = centre, []
    for step in range(fine + 1):
        done = step / fine
        radius, angle = outer + (inner - outer) * done, 2 * pi * turns * done + start
        line.append((x + radius * sin(angle), y - radius * cos(angle)))
    lengths = [0.0, *accumulate(dist(*ends) for ends in pairwise(line))]
    at = 0
    for place in range(count):
        while lengths[at] < lengths[-1] * place / (count - 1) - 1e-9:
            at += 1
        yield line[max(at - 1, 0)], line[at], line[min(at + 1, fine)]


_CENTRE = (100, BAR_HEIGHT + (HEIGHT - BAR_HEIGHT) // 2 + 1)


@cache
def _dots() -> tuple[tuple[int, int], ...]:
    """Return the spaces on an even spiral, from the outer start to the eye."""
    points = spiral(_CENTRE, 24.0, 5.0, 3.1, 0.0, SPACES, fine=6000)
    return tuple((round(x), round(y)) for _, (x, y), _ in points)


def draw_plan(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the empty spiral."""
    _draw_spiral(canvas, 0)
    text = scene.say(N_("The pawns start outside, where the spiral begins"))
    headline(canvas, text, Rect(0, ROOM.y, 72, ROOM.h), largest="medium")


def _draw_spiral(canvas: Canvas, here: int) -> None:
    """Draw the spaces up to `here` as blocks, that space ringed, and the rest as dots."""
    for space, (x, y) in enumerate(_dots()):
        if space < here:
            canvas.fill(x - 1, y - 1, 2, 2)
        elif space == here:
            canvas.fill(x - 2, y - 2, 5, 5)
            canvas.fill(x - 1, y - 1, 3, 3, on=False)
            canvas.pixel(x, y)
        else:
            canvas.pixel(x, y)


# --- laying ---


_PITCH = 71 // AHEAD
_TOP, _HIGH = BODY.y + 1, 36
_NAME = Rect(0, BODY.y + BODY.h - 16, 72, 16)

_ABOUT = N_(
    "Lay these three on the next spaces, clockwise and inwards; each tip "
    "points at the next one's base. The lit one is named below. A press shows "
    "the next three, BACK the three before. The knob goes back to any earlier "
    "one."
)


def first_page(scene: Scene[State], is_called: bool) -> FirstPage:
    """Return how the spiral is laid; the pyramids of a dealt path are called out."""
    if is_called:
        text = N_(
            "Lay a spiral inwards, clockwise; each tip points at the next one's base. "
            "The box tells you which."
        )
        return FirstPage(scene.say(text), Spiral)
    text = N_(
        "Lay all 75 in a spiral inwards, clockwise; each tip points at the next "
        "one's base. Then enter them."
    )
    return FirstPage(scene.say(text))


class Spiral(Screen):
    """Calls out three pyramids at a time: a press goes to the next three, the knob back.

    Turning never goes forward, so that no pyramid is skipped.

    It closes with LAID after the last pyramid, and with None when BACK leaves it before the first.
    """

    may_sleep = False

    def __init__(
        self, services: Services, here: int = 0, keep: Callable[[int], None] = lambda _: None
    ) -> None:
        self.services = services
        self.here = moved(here, 0, SPACES)
        self._keep = keep
        self._called = self.here + AHEAD
        """How many have been called."""
        match = services.current_table.match
        self._path: tuple[str, ...] = match.state.path
        self._voice = services.voice(match.engine, match.names)

    def draw(self, canvas: Canvas) -> None:
        """Draw the three to lay, the name of the current one, and the spiral so far."""
        top_bar(canvas, self.services.say(N_("Lay these three")), f"{self.here + 1}/{SPACES}")
        names = letters(self._voice)
        three = range(self._first(), self._first() + AHEAD)
        for place, space in enumerate(three):
            x, dark = place * _PITCH, space != self.here
            if not dark:
                canvas.fill(x, _TOP, _PITCH - 1, _HIGH)
            if code := self._path[space]:
                _draw_tall(canvas, x, _TOP + 2, names[code[0]], _PITCH - 1, on=dark)
                pyramid(canvas, x, _TOP + _HIGH - 3, code[1], _PITCH - 1, BIG, on=dark)
            else:
                canvas.fill(x + (_PITCH - 1) // 2 - 4, _TOP + _HIGH // 2, 8, 2, on=dark)
        _draw_spiral(canvas, self.here)
        paragraph(canvas, self._name(self.here), _NAME, font="small")
        canvas.describe(", ".join(f"{space + 1} {self._name(space)}" for space in three), _TOP)

    def _first(self) -> int:
        """Return the first of the three spaces."""
        return self.here - self.here % AHEAD

    def _name(self, space: int) -> str:
        """Return the pyramid of a space in words; in the middle of a game some are empty."""
        if not self._path[space]:
            return self.services.say(N_("leave a gap"))
        return self._voice.fact(Term("pyramid", self._path[space]))

    def handle(self, event: Input) -> Next:
        """Go forward or back; the last press closes."""
        match event:
            case Turned(steps):
                self.here = moved(self.here, steps, min(self._called, SPACES))
            case Pressed(Control.KNOB):
                if (after := self._first() + AHEAD) >= SPACES:
                    return Pop(ScreenAnswer.LAID)
                self._called = max(self._called, after + AHEAD)
                self._go(after)
            case Pressed(Control.WHY):
                say = self.services.say
                return Push(TextScreen(self.services, say(N_("Lay the spiral")), say(_ABOUT)))
            case Pressed(Control.BACK):
                if self.here == 0:
                    return Pop()
                self._go(max(self._first() - AHEAD, 0))
            case _:
                return IGNORED
        return STAY

    def _go(self, space: int) -> None:
        self.here = space
        self._keep(space)


def _draw_tall(canvas: Canvas, x: int, top: int, text: str, w: int, *, on: bool) -> None:
    """Draw a letter of the medium font at double size, centred in a width."""
    line = font_of("medium").line(text)
    left = x + (w - 2 * line.width) // 2
    for column, bits in enumerate(line.columns):
        for row in range(line.top, line.bottom):
            if bits >> row & 1:
                canvas.fill(left + 2 * column, top + 2 * (row - line.top), 2, 2, on)
