"""What hands do after a choice, in sentences that fit beside the board."""

from __future__ import annotations

from engines.mana.board import NAMES
from engines.mana.choices import Move
from engines.mana.names import piece_term
from engines.mana.notation import read
from engines.mana.state import State
from firmware_py.core.language import N_
from firmware_py.games.game_ui import Hands
from firmware_py.games.mana.prompt import told_place
from firmware_py.match.scene import Scene


def _brief(scene: Scene[State], state: State, text: str) -> str | None:
    """Say a move by its squares, and what it took."""
    choice = read(text)
    if not isinstance(choice, Move):
        return None
    move = f"{NAMES[choice.start]}→{NAMES[choice.end]}"
    if state.board[choice.end] == ".":
        return move
    piece = scene.voice.fact(piece_term(state.rules, state.board[choice.end]))
    return scene.say(N_("{move} takes the {piece}"), move=move, piece=piece)


HANDS = Hands(
    told_place,
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
    brief=_brief,
)
