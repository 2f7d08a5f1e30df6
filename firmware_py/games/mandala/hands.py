"""What hands do after a choice, in sentences that need no legend."""

from __future__ import annotations

from engines.mandala.state import asked, public, turned_up
from firmware_py.core.language import N_
from firmware_py.games.game_ui import Hands
from firmware_py.games.mandala.drawing import told_at
from firmware_py.games.mandala.question import question_told
from firmware_py.games.mandala.wording import name
from firmware_py.match.scene import AnyScene
from firmware_py.ui.widgets import Rect


def _place(scene: AnyScene) -> Rect:
    is_question = public(scene.state).phase == "cups" and bool(scene.options or scene.picked)
    return question_told(scene) if is_question else told_at(scene)


def _asked(scene: AnyScene) -> tuple[str, ...]:
    """Say who turns up the cards that the table is asked for, how many and where."""
    table = public(scene.state)
    mandala = asked(table) if table.phase == "flip" and scene.options else None
    if mandala is None:
        return ()
    text = N_("{name}: turn up {count} cards on mountain {number}.")
    who = name(scene, table.actor)
    return (scene.say(text, name=who, count=turned_up(table), number=mandala + 1),)


HANDS = Hands(
    _place,
    # A card turned up, and the shuffle before it, were done to be able to tell the card.
    known=frozenset({"step.lay", "step.turn_up", "step.shuffle_refill"}),
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
    asked=_asked,
)
