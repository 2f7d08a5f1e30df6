"""The towers in words, for those who ask instead of looking."""

from __future__ import annotations

from engines.contract import Term
from engines.stones.state import State
from firmware_py.games.scene import Scene
from firmware_py.games.stones.prompt import binding_of
from firmware_py.language import N_


def binds(scene: Scene) -> str:
    """Return what binds the player on turn."""
    words = binding_of(scene.state)
    return "" if words is None else scene.say(words)


def pieces(scene: Scene, seat: int) -> str:
    """Return the towers of a seat, each from its foot to its top."""
    state: State = scene.state
    said = []
    for number, tower in enumerate(state.towers[seat], 1):
        colours = [scene.voice.fact(Term("colour", letter.upper())) for letter in tower]
        said.append(
            scene.say(
                N_("Space {number}: {stones}"), number=number, stones=", ".join(colours) or "-"
            )
        )
    return ". ".join(said)
