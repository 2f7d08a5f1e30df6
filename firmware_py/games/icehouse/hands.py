"""What hands do after a choice, in sentences below the path."""

from __future__ import annotations

from engines.engine import Fact, Term
from engines.wording import Voice
from firmware_py.games.game_ui import Hands
from firmware_py.games.icehouse.drawing import told_place


def name_shortly(voice: Voice, fact: Fact) -> str:
    """Name a pyramid by size and colour: everything here is one."""
    match fact:
        case Term("pyramid", group):
            return voice.fact(Term("short", group))
    return voice.fact(fact)


HANDS = Hands(
    told_place,
    known=frozenset(
        {
            "step.pawn.path",
            "step.held.points",
            "step.path.points",
            "step.eye.points",
            "step.held.eye",
            "step.all.points",
            "step.box.path",
        }
    ),
    echoes=frozenset({"taken", "swept", "group_in_eye"}),
    name=name_shortly,
)
