"""The mat in words, for those who ask instead of looking."""

from __future__ import annotations

from engines.contract import Term
from engines.mandala.cards import COLOURS
from engines.mandala.state import public
from firmware_py.games.mandala.held import hand_of
from firmware_py.games.mandala.prompt import binding
from firmware_py.games.mandala.wording import hand_line, labelled, mandala_lines, river_line
from firmware_py.games.scene import Scene
from firmware_py.language import N_

_ANY = 1000
"""Wider than any words."""


def binds(scene: Scene) -> str:
    """Return what is asked of the player on turn, or that the last mandala is played."""
    return binding(scene, _ANY)


def pieces(scene: Scene, seat: int) -> str:
    """Return the hand and river of a seat, and its cards in both fields."""
    table = public(scene.state)
    river = scene.voice.fact(Term("place", "river"))
    said = [hand_line(scene, table, seat), f"{river}, {river_line(scene, table, seat)}"]
    for mandala in (0, 1):
        title = scene.voice.fact(Term("mandala", mandala))
        said.append(labelled(scene, title, mandala_lines(scene, table, mandala)[1 + seat]))
    return ". ".join(said)


def held(scene: Scene) -> str:
    """Return the hand that may be seen, colour by colour."""
    hand = hand_of(scene)
    if hand is None:
        return ""
    cards = [
        f"{count} {scene.voice.fact(Term('colour', colour))}"
        for colour, count in zip(COLOURS, hand, strict=True)
        if count
    ]
    return labelled(scene, scene.say(N_("Your hand")), ", ".join(cards) or "-")
