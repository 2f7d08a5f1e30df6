"""Before the first turn: the empty board, so that it can be turned the right way, and the sides."""

from __future__ import annotations

from engines.engine import Seat
from engines.mana.names import colour_term, lord_term
from engines.mana.state import ORIENT, State
from firmware_py.core.language import N_
from firmware_py.games.mana.editor import ground
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas


def draw_plan(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the bare board and how its first row reads."""
    board = ground(scene)
    assert board.draw is not None
    board.draw(canvas)


def sides(scene: Scene[State]) -> tuple[str, ...]:
    """Name the colour of each player, the first side before the other, and the pieces."""
    state = scene.state
    voice = scene.voice
    said = [
        scene.say(
            N_("{name}: {colour}"),
            name=voice.fact(Seat(state.seat_of(side))),
            colour=voice.fact(colour_term(state.rules, side)),
        )
        for side in (0, 1)
    ]
    pieces = scene.say(N_("Each: 1 {lord}, 5 ronins"), lord=voice.fact(lord_term(state.rules)))
    if state.phase == ORIENT:
        return (*said, pieces)  # the first choice says how the board lies
    return (scene.say(N_("Turn the board as the next page shows.")), *said, pieces)
