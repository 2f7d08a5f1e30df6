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
from firmware_py.games.scene import Scene


def _brief(scene: Scene, state: State, text: str) -> str | None:
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
    {
        "step.board": N_("Turn the board, row 1: {row}"),
        "step.place_all": N_("{who}:\nthe {count} ronins in the row"),
        "step.take": N_("{who}:\ntake {piece} on {square}"),
        "step.back": N_("{who}:\n{piece} back on {square}"),
        "step.bird": N_("{who}:\nbird to {square}"),
        "step.bird_stays": N_("{who}:\nbird stays on {square}"),
        "step.bird_kind": N_("{who}:\nbird to a free {demand} square"),
        "step.bird_again": N_("{who}:\nbird to a free {demand} square"),
        "step.bird_beside": N_("{who}:\nbird beside the board"),
        "step.mana": N_("{who}:\nMana on the piece on {square}"),
        "bird_again": N_("It may stay, if not on {end}"),
        "bird_beside": N_("No {demand} square is free"),
        "turn_lost": N_("{seat} lost the turn"),
        "free_turn": N_("{seat}: any piece, or a ronin back"),
        "repetition": N_("Position {times} times: a draw may be agreed"),
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
    brief=_brief,
)
