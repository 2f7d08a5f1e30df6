"""What hands do after a choice, in few words beside the board."""

from __future__ import annotations

from firmware_py.games.face import Hands
from firmware_py.games.mana.drawing import RIGHT
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH
from firmware_py.ui.widgets import Rect

HANDS = Hands(
    lambda _: Rect(RIGHT + 3, 40, WIDTH - RIGHT - 3, 16),
    {
        "step.move": N_("{start}→{end}"),
        "step.take": N_("✗ {square}"),
        "step.back": N_("{piece} back on {square}"),
        "step.place": N_("{piece}: {square}"),
        "step.bird": N_("Bird: {square}"),
        "step.bird_kind": N_("Bird: {demand}"),
        "step.mana": N_("Mana: {square}"),
    },
    known=frozenset({"step.move", "step.place"}),
    echoes=frozenset(
        {
            "placed",
            "captured",
            "returned",
            "oriented",
            "mana",
            "bird",
            "bird_goes",
            "unbound",
            "unbound_back",
            "must_pass",
        }
    ),
)
