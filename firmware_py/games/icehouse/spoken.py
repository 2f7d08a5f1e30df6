"""The spiral in words, for those who ask instead of looking."""

from __future__ import annotations

from engines.contract import Term
from engines.icehouse.state import START, State
from firmware_py.games.scene import Scene
from firmware_py.language import N_


def pieces(scene: Scene, seat: int) -> str:
    """Return where the pawn of a seat stands, and the pyramids it holds."""
    state: State = scene.state
    pawn = state.pawns[seat]
    place = scene.say(N_("start")) if pawn == START else str(pawn + 1)
    held = [scene.voice.fact(Term("pyramid", code)) for code in state.held[seat]]
    said = [scene.say(N_("Pawn: {place}"), place=place)]
    said.append(scene.say(N_("Pyramids: {pyramids}"), pyramids=", ".join(held) or "-"))
    return ". ".join(said)
