"""Before the first turn: the empty board, so that it can be turned the right way, and the sides."""

from __future__ import annotations

from engines.contract import Seat
from engines.mana.board import DAIMIO, RONIN
from engines.mana.events import piece_term
from engines.mana.state import State
from firmware_py.games.mana.mending import ground
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas


def draw_plan(canvas: Canvas, scene: Scene) -> None:
    """Draw the bare board and how its first row reads."""
    board = ground(scene)
    assert board.draw is not None
    board.draw(canvas)


def sides(scene: Scene) -> tuple[str, ...]:
    """Say which pieces each player has, the first side before the other."""
    state: State = scene.state
    return tuple(
        scene.say(
            N_("{name}: {daimio}, 5\u00a0x\u00a0{ronin}"),
            name=scene.voice.fact(Seat(state.seat_of(side))),
            daimio=scene.voice.fact(piece_term(DAIMIO[side])),
            ronin=scene.voice.fact(piece_term(RONIN[side])),
        )
        for side in (0, 1)
    )
