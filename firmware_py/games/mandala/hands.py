"""What hands do after a choice, in few words under the table."""

from __future__ import annotations

from firmware_py.games.face import Hands
from firmware_py.games.mandala.layout import PROMPT
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH
from firmware_py.ui.widgets import Rect

HANDS = Hands(
    lambda _: Rect(PROMPT, 48, WIDTH - PROMPT, 15),
    {
        "step.draw": N_("{seat} draws {count}"),
        "step.turn_up": N_("{count} x {colour}: {target}"),
        "step.move": N_("{count} x {colour}: {target}"),
    },
    known=frozenset({"step.lay", "step.turn_up"}),
    echoes=frozenset(
        {
            "turned_up",
            "built",
            "grown",
            "discarded",
            "drew",
            "reshuffled",
            "destroyed",
            "claimed_river",
            "claimed_cup",
            "claimed_lost",
            "cup_told",
        }
    ),
)
