"""The curtain before a hand: where people share the screen, the others look away first."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas, ellipsis
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, headline, top_bar

_UPPER = Rect(0, BODY.y + 2, WIDTH, 18)
_LOWER = Rect(0, BODY.y + 22, WIDTH, BODY.h - 22)


def draw_curtain(canvas: Canvas, services: Services, name: str) -> None:
    """Say who is on turn, and how the others may not see the hand."""
    top_bar(canvas, services.say(N_("Practice")))
    headline(canvas, ellipsis(name, "large", WIDTH), _UPPER)
    headline(canvas, services.say(N_("The others look away; then hold the knob.")), _LOWER)
