"""Short names of the players, for pawns and points: as few letters as tell them apart."""

from __future__ import annotations

from engines.engine import Seat
from engines.icehouse.state import State
from firmware_py.games.scene import Scene

_MOST = 3
"""Beyond this the number of the seat says it better."""


def marks(scene: Scene) -> tuple[str, ...]:
    """Return the shortest beginnings of the names that are all different; else seat numbers."""
    state: State = scene.state
    names = [scene.voice.fact(Seat(seat)) for seat in range(len(state.pawns))]
    for length in range(1, _MOST + 1):
        short = tuple(name[:length] for name in names)
        if len({each.casefold() for each in short}) == len(names):
            return short
    return tuple(str(seat + 1) for seat in range(len(names)))
