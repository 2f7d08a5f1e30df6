"""Somebody's time is up: all of the screen says so, over whatever was being entered."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, ellipsis
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Rect, headline

SEEN_S = 1.0
"""So long it stays for somebody who is turning the knob."""
_ROOM = Rect(4, 0, WIDTH - 8, 20)


class TimeUp:
    """Says whose time is up, and that the game goes on."""

    def __init__(self, services: Services, seat: int) -> None:
        self.seat = seat
        self._services = services
        self._since_s = services.time()

    def was_seen(self, now_s: float) -> bool:
        """Say whether it has stood long enough to be read."""
        return now_s >= self._since_s + SEEN_S

    def draw(self, canvas: Canvas) -> None:
        """Draw it in a frame, the largest words first."""
        say = self._services.say
        canvas.box(0, 0, WIDTH, HEIGHT)
        canvas.box(1, 1, WIDTH - 2, HEIGHT - 2)
        name = self._services.current_table.names[self.seat]
        headline(canvas, say(N_("Time is up")), _ROOM._replace(y=4))
        headline(canvas, ellipsis(name, "large", _ROOM.w), _ROOM._replace(y=23, h=18))
        headline(canvas, say(N_("Press to play on")), _ROOM._replace(y=43, h=16), largest="medium")
