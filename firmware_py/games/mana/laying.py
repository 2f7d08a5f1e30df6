"""What people must know before they lay the table: who plays which colour."""

from __future__ import annotations

from engines.contract import Seat
from engines.mana.names import colour_term, lord_term
from engines.mana.state import State
from firmware_py.games.face import FirstPage
from firmware_py.games.scene import Scene
from firmware_py.language import N_


def first_page(scene: Scene, is_called: bool) -> FirstPage:
    """Name the colour of each player, and the pieces."""
    del is_called
    state: State = scene.state
    voice = scene.voice
    sides = [
        scene.say(
            N_("{name}: {colour}"),
            name=voice.fact(Seat(state.seat_of(side))),
            colour=voice.fact(colour_term(state.rules, side)),
        )
        for side in (0, 1)
    ]
    pieces = scene.say(N_("Each: 1 {lord}, 5 ronins"), lord=voice.fact(lord_term(state.rules)))
    return FirstPage("\n".join([*sides, pieces]))
