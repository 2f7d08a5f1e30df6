"""What hands do after a choice, in few words under the path."""

from __future__ import annotations

from engines.contract import Fact, Term
from engines.wording import Voice
from firmware_py.games.face import Hands
from firmware_py.games.icehouse.pieces import letters
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH
from firmware_py.ui.widgets import Rect


def name_by_sign(voice: Voice, fact: Fact) -> str:
    """Name a pyramid as the path shows it, by letter and dots; anything else in words."""
    match fact:
        case Term("pyramid", str(group)):
            return letters(voice)[group[0]] + "•" * int(group[1])
        case _:
            return voice.fact(fact)


HANDS = Hands(
    lambda _: Rect(0, 25, WIDTH, 7),
    {
        "step.path.held": N_("Take the {pyramid}"),
        "step.pawn.path": N_("Pawn to space {space}"),
        "step.all.eye": N_("To the eye: {count}"),
        "step.path.eye": N_("To the eye: {pyramid}"),
        "group_scored": N_("{pyramid}: {first} 3, {second} 2"),
        "group_alone": N_("{pyramid}: {seat} 5"),
    },
    known=frozenset(
        {
            "step.path.held",
            "step.pawn.path",
            "step.held.points",
            "step.path.points",
            "step.eye.points",
            "step.held.eye",
            "step.all.points",
        }
    ),
    echoes=frozenset({"laid", "taken", "swept", "group_in_eye"}),
    name=name_by_sign,
)
