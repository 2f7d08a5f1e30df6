"""Stories of the gallery: Icehouse Mandala."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware_py.screens.play.play import Play
from tests.support.gallery.steps import Shot, Story, comparing, doubts, play, play_from_start, sit
from tests.support.table_players import TablePlayers


def icehouse(box: Any) -> Iterator[Shot]:
    """Icehouse Mandala."""
    players = sit(box, "icehouse", 3, seed=5)
    players.policy = short_steps
    players.set_up()
    yield "first", "The first turn: how far?"
    box.turn(1)
    yield "choice", "Another pyramid"
    box.press()
    yield "part", "One of its kind further on"
    play_from_start(box, players, 1)
    yield "card", "What to do now"
    players.play_on(11)
    players.ready()
    yield "later", "Some turns later"
    yield from doubts(box)
    yield from comparing(box)
    players.play_out()
    yield "result", "The end"


def icehouse_large(box: Any) -> Iterator[Shot]:
    """Five players, large text, and a path that people laid themselves."""
    box.services.settings.put("text", "large")
    players = sit(box, "icehouse", 5, seed=3)
    players.policy = short_steps
    play(players, 12)
    yield "turn", "Five players, large text"
    box.hold("back")
    sit(box, "icehouse", 2, path="entered")
    while not isinstance(box.screen, Play):
        box.press()
    yield "entered", "A path laid by hand is entered"
    box.press().press()
    yield "entered-next", "pyramid by pyramid"


def short_steps(players: TablePlayers) -> str:
    """Take one of the nearest pyramids: a long game."""
    legal = players.engine.legal(players.truth.state)
    return players.engine.write(legal[players.chance.below(min(len(legal), 4))])


STORIES: dict[str, Story] = {
    "icehouse": icehouse,
    "icehouse-large": icehouse_large,
}
