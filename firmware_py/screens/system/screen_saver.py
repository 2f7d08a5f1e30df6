"""The saver: whose turn it is, wandering over a dark screen."""

from __future__ import annotations

from firmware_py.core.sleep import SAVER_STEP_S
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, text_width
from firmware_py.ui.navigation import STAY, Input, Next, Screen
from firmware_py.ui.services import Services


class Saver(Screen):
    """One line that never stays where it is: lit pixels wear out."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def draw(self, canvas: Canvas) -> None:
        """Draw the line where the time puts it."""
        step = int(self.services.time() / SAVER_STEP_S)
        text = self._text()
        room_x = max(WIDTH - text_width(text, "small"), 0) + 1
        room_y = HEIGHT - 8
        # Two strides that share no factor with the room: it takes long to come back.
        canvas.text(step * 37 % room_x, step * 23 % room_y, text, "small", may_cut=True)

    def _text(self) -> str:
        table = self.services.table
        turn = None if table is None else table.match.turn
        if table is None or turn is None or turn.seat is None:
            return "Tablemate"
        return table.names[turn.seat]

    def handle(self, event: Input) -> Next:
        """The input that wakes the display never arrives here."""
        del event
        return STAY
