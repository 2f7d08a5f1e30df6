"""The board in words, for those who ask instead of looking."""

from __future__ import annotations

from engines.mana.board import NAMES, OWN, RONIN
from engines.mana.names import piece_term
from engines.mana.state import State
from firmware_py.games.mana.head import said_binding
from firmware_py.games.scene import Scene
from firmware_py.language import N_


def binds(scene: Scene) -> str:
    """Return what binds the player on turn."""
    return said_binding(scene)


def pieces(scene: Scene, seat: int) -> str:
    """Return where the pieces of a seat stand, and how many ronins it lost."""
    state: State = scene.state
    side = seat ^ state.first
    said = []
    for letter in sorted(OWN[side]):
        squares = tuple(NAMES[square] for square in range(36) if state.board[square] == letter)
        if squares:
            piece = scene.voice.fact(piece_term(state.rules, letter))
            said.append(f"{piece}: {scene.voice.fact(squares)}")
    if state.captured[side]:
        piece = scene.voice.fact(piece_term(state.rules, RONIN[side]))
        count = scene.say(N_("Captured: {count}"), count=state.captured[side])
        said.append(f"{piece}: {count}")
    return ". ".join(said)
