r"""`tablemate panel NAME`: the test pattern, a screen that reacts to every control of a panel.

+------------------------------+
|##     TABLEMATE   WEB      ##|   border and chequered corners show whether a pixel is missing
|   .--.    KNOB  PRESS      3 |
|  /  / \   BACK  HOLD       1 |   the last event of each control, and their number
|  \    /   WHY   -          0 |
|   '--'    UNDO  -          0 |
|    +12    [=====        ]    |   turns so far, and the hold under way
|##                          ##|
+------------------------------+
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_py.core.config import Config
from firmware_py.core.picture import Picture
from firmware_py.panels.base import Panel, announce
from firmware_py.panels.kinds import PANELS, Surroundings
from firmware_py.system.signals import stop_on_signals
from hardware.controls.gestures import Gestures
from hardware.display.frame import HEIGHT, WIDTH, Frame
from hardware.errors import HardwareError
from hardware.events import Appeared, Control, Event, Held, Inbox, Lost, Pressed, Stopped, Turned

if TYPE_CHECKING:
    from firmware_py.system.pairing import Pairing

DETENTS_PER_TURN = 20
MASK = "--------"

# Capitals and digits, 7 rows high, with one empty column between signs.
_SHEET = (
    (
        "ABCDEFGHIJKLM",
        ".##. ###. .##. ###. #### #### .##. #..# ### ..## #..# #... #...#",
        "#..# #..# #..# #..# #... #... #..# #..# .#. ...# #..# #... ##.##",
        "#..# #..# #... #..# #... #... #... #..# .#. ...# #.#. #... #.#.#",
        "#### ###. #... #..# ###. ###. #.## #### .#. ...# ##.. #... #.#.#",
        "#..# #..# #... #..# #... #... #..# #..# .#. ...# #.#. #... #...#",
        "#..# #..# #..# #..# #... #... #..# #..# .#. #..# #..# #... #...#",
        "#..# ###. .##. ###. #### #... .##. #..# ### .##. #..# #### #...#",
    ),
    (
        "NOPQRSTUVWXYZ",
        "#..# .##. ###. .##. ###. .### ##### #..# #...# #...# #...# #...# ####",
        "##.# #..# #..# #..# #..# #... ..#.. #..# #...# #...# #...# #...# ...#",
        "##.# #..# #..# #..# #..# #... ..#.. #..# #...# #...# .#.#. .#.#. ..#.",
        "#.## #..# ###. #..# ###. .##. ..#.. #..# .#.#. #.#.# ..#.. ..#.. .#..",
        "#.## #..# #... #..# #.#. ...# ..#.. #..# .#.#. #.#.# .#.#. ..#.. #...",
        "#..# #..# #... #.#. #..# ...# ..#.. #..# ..#.. ##.## #...# ..#.. #...",
        "#..# .##. #... .#.# #..# ###. ..#.. .##. ..#.. #...# #...# ..#.. ####",
    ),
    (
        "0123456789+-.",
        ".##. .#. .##. ###. ..#. #### .##. #### .##. .##. ... ... .",
        "#..# ##. #..# ...# .##. #... #... ...# #..# #..# ... ... .",
        "#..# .#. ...# ...# #.#. ###. #... ...# #..# #..# .#. ... .",
        "#..# .#. ..#. .##. #.#. ...# ###. ..#. .##. .### ### ### .",
        "#..# .#. .#.. ...# #### ...# #..# ..#. #..# ...# .#. ... .",
        "#..# .#. #... ...# ..#. #..# #..# .#.. #..# ...# ... ... .",
        ".##. ### #### ###. ..#. .##. .##. .#.. .##. .##. ... ... #",
    ),
)  # fmt: skip
_GLYPHS = {
    sign: rows
    for signs, *drawn in _SHEET
    for sign, rows in zip(signs, zip(*(row.split() for row in drawn), strict=True), strict=True)
}
_SPACE = 3


@dataclass(slots=True)
class _Seen:
    """The last event of a control, and the number of its events."""

    last: str = "-"
    times: int = 0


class Pattern:
    """Takes events and draws them."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._turned = 0
        self._progress = 0.0
        self._latest: Control | None = None
        self._seen = {control: _Seen() for control in Control}

    def handle(self, event: Event) -> None:
        match event:
            case Turned(steps):
                self._turned += steps
                self._note(Control.KNOB, "LEFT" if steps < 0 else "RIGHT", abs(steps))
            case Pressed(control):
                self._note(control, "PRESS")
            case Held(control, progress):
                self._progress = progress
                if progress >= 1:
                    self._note(control, "HOLD")

    def picture(self, code: str | None = None) -> Picture:
        """Draw the pattern; with a pairing code, also a masked version for viewers."""
        if code is None:
            return Picture(self._draw(None), self._tell(None))
        return Picture(self._draw(code), self._tell(code), self._draw(MASK), self._tell(MASK))

    def _note(self, control: Control, what: str, times: int = 1) -> None:
        seen = self._seen[control]
        seen.last = what
        seen.times += times
        self._latest = control
        self._progress = 1.0 if what == "HOLD" else 0.0

    def _tell(self, code: str | None) -> tuple[str, ...]:
        lines = [f"Test pattern of the panel {self._name}", f"The knob stands at {self._turned}"]
        if code is not None:
            return (*lines, f"Pairing code {code}")
        for control, seen in self._seen.items():
            if seen.times:
                lines.append(f"{control}: {seen.last.lower()}, {seen.times} in all")
        if self._latest is None:
            lines.append("Turn the knob, press and hold the knob and each button")
        return tuple(lines)

    def _draw(self, code: str | None) -> Frame:
        paper = _Paper()
        paper.border()
        paper.write(64, 3, f"TABLEMATE {self._name.upper()}", centred=True)
        self._draw_dial(paper)
        if code is None:
            self._draw_list(paper)
            self._draw_progress(paper)
        else:
            paper.write(84, 18, "PAIRING CODE", centred=True)
            paper.write(84, 32, code, centred=True, scale=2)
        return paper.frame()

    def _draw_dial(self, paper: _Paper) -> None:
        x, y, radius = 24, 30, 14
        for degree in range(360):
            around = math.radians(degree)
            paper.dot(round(x + radius * math.sin(around)), round(y - radius * math.cos(around)))
        angle = 2 * math.pi * self._turned / DETENTS_PER_TURN
        for far in range(radius - 2):
            paper.dot(round(x + far * math.sin(angle)), round(y - far * math.cos(angle)))
        paper.write(x, 50, f"{self._turned:+}", centred=True)

    def _draw_list(self, paper: _Paper) -> None:
        for row, (control, seen) in enumerate(self._seen.items()):
            y = 14 + 9 * row
            paper.write(47, y, control.upper())
            paper.write(75, y, seen.last)
            times = f"{seen.times % 1000}"
            paper.write(124 - _width(times), y, times)
            if control is self._latest:
                paper.invert(45, y - 1, 125, y + 8)

    def _draw_progress(self, paper: _Paper) -> None:
        left, right, top, bottom = 47, 114, 52, 58
        for x in range(left, right + 1):
            filled = x <= left + self._progress * (right - left) and self._progress > 0
            for y in range(top, bottom + 1):
                if filled or y in (top, bottom) or x in (left, right):
                    paper.dot(x, y)


class _Paper:
    """Pixels to draw on."""

    def __init__(self) -> None:
        self._lit: set[tuple[int, int]] = set()

    def dot(self, x: int, y: int) -> None:
        self._lit.add((x, y))

    def invert(self, left: int, top: int, right: int, bottom: int) -> None:
        self._lit ^= {(x, y) for x in range(left, right) for y in range(top, bottom)}

    def border(self) -> None:
        """Draw the outermost pixels, and a chequered patch in each corner."""
        for x in range(WIDTH):
            self._lit |= {(x, 0), (x, HEIGHT - 1)}
        for y in range(HEIGHT):
            self._lit |= {(0, y), (WIDTH - 1, y)}
        for left in (2, WIDTH - 10):
            for top in (2, HEIGHT - 10):
                self._lit |= {
                    (left + x, top + y) for x in range(8) for y in range(8) if (x + y) % 2 == 0
                }

    def write(self, x: int, y: int, text: str, *, centred: bool = False, scale: int = 1) -> None:
        """Write from (x, y), or around x; signs that are not on the sheet leave a space."""
        if centred:
            x -= _width(text, scale) // 2
        for sign in text:
            self._lit |= {(x + dx, y + dy) for dx, dy in _dots(sign, scale)}
            x += _advance(sign) * scale

    def frame(self) -> Frame:
        """Return the pixels in the chip's order."""
        data = bytearray(WIDTH * HEIGHT // 8)
        for x, y in self._lit:
            if 0 <= x < WIDTH and 0 <= y < HEIGHT:
                data[(y // 8) * WIDTH + x] |= 1 << (y % 8)
        return bytes(data)


def _dots(sign: str, scale: int) -> Iterator[tuple[int, int]]:
    for y, row in enumerate(_GLYPHS.get(sign, ())):
        for x, mark in enumerate(row):
            if mark == "#":
                for dx in range(scale):
                    for dy in range(scale):
                        yield x * scale + dx, y * scale + dy


def _advance(sign: str) -> int:
    rows = _GLYPHS.get(sign)
    return (len(rows[0]) if rows else _SPACE) + 1


def _width(text: str, scale: int = 1) -> int:
    return (sum(_advance(sign) for sign in text) - 1) * scale


def run_panel(
    name: str,
    config: Config,
    clock: Callable[[], float],
    environment: Mapping[str, str],
    say: Callable[[str], None] = announce,
) -> int:
    """Show the test pattern until Ctrl-C, `q` or a signal; return the exit code."""
    inbox = Inbox()
    pairings: list[Pairing] = []
    around = Surroundings(
        inbox,
        config,
        clock,
        environment,
        program="The test pattern",
        say=say,
        on_page=lambda _, pairing: pairings.append(pairing),
    )
    try:
        with ExitStack() as stack:
            stack.enter_context(stop_on_signals(inbox))
            panel = PANELS[name](around)
            stack.callback(panel.close)
            panel.listen()
            if name == "box":
                say("The test pattern is on the box. Ctrl-C ends it.")
            gestures = Gestures(debounce_s=config.controls.debounce_s)

            def code() -> str | None:
                for pairing in pairings:
                    pairing.show()  # there is no menu in which to open it
                    return pairing.code
                return None

            PatternLoop(panel, inbox, Pattern(name), gestures, clock, code, say).run()
    except HardwareError as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    return 0


class PatternLoop:
    """The event loop of the test pattern."""

    def __init__(
        self,
        panel: Panel,
        inbox: Inbox,
        pattern: Pattern,
        gestures: Gestures,
        clock: Callable[[], float],
        pairing_code: Callable[[], str | None] = lambda: None,
        say: Callable[[str], None] = announce,
    ) -> None:
        self._panel = panel
        self._inbox = inbox
        self._pattern = pattern
        self._gestures = gestures
        self._clock = clock
        self._pairing_code = pairing_code
        self._say = say

    def run(self) -> None:
        """Take events and paint until Stopped."""
        while True:
            if not self._inbox.waiting():  # paint only once after many events
                self._panel.show(self._pattern.picture(self._pairing_code()))
            event = self._inbox.take(self._wait_s())
            now_s = self._clock()
            self._panel.due(now_s)
            happened = self._gestures.feed(event, now_s) if event else self._gestures.due(now_s)
            for each in happened:
                if isinstance(each, Stopped):
                    return
                self._report(each)
                self._pattern.handle(each)

    def _wait_s(self) -> float | None:
        deadlines = (source.deadline_s() for source in (self._gestures, self._panel))
        times = [deadline for deadline in deadlines if deadline is not None]
        return max(0.0, min(times) - self._clock()) if times else None

    def _report(self, event: Event) -> None:
        if isinstance(event, Lost) and event.source == "display":
            self._say(f"The display does not answer: {event.why}")
        elif isinstance(event, Appeared) and event.source == "display":
            self._say("The display answers.")
