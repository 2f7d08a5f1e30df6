"""What hands do after a choice, in few words under the path."""

from __future__ import annotations

from firmware_py.canvas import WIDTH
from firmware_py.faces.base import Hands
from firmware_py.language import N_
from firmware_py.widgets import Area

HANDS = Hands(
    Area(0, 32, WIDTH, 24),
    {
        "step.path.held": N_("Take the {pyramid}"),
        "step.pawn.path": N_("Pawn to space {space}"),
        "step.all.eye": N_("To the eye: {first} to {last}"),
        "step.path.eye": N_("To the eye: {origin}"),
    },
    echoes=frozenset({"laid", "taken", "swept"}),
)
