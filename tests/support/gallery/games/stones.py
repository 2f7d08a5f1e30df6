"""Stories of the gallery: Mandala Stones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.support.gallery.steps import (
    Shot,
    Story,
    comparing,
    doubts,
    play,
    play_from_start,
    sit,
    start_over,
)


def stones(box: Any) -> Iterator[Shot]:
    """Mandala Stones, towers only."""
    players = sit(box, "stones", 3)
    players.set_up()
    yield "first", "The first turn: which stones were taken?"
    box.turn(2)
    yield "colour", "The lowest stone"
    box.press()
    yield "more", "The next one, or no more"
    box.turn(4)
    yield "whole", "A lit answer: the next press plays the whole tower"
    play_from_start(box, players, 1)
    yield "steps", "What was done, next to the next turn"
    players.play_on(7)
    players.ready()
    yield "later", "Some turns later"
    players.play_until("mandala")
    yield "mandala", "What does the next mandala space show?"
    players.play_on(3)
    players.ready()
    yield from doubts(box)
    yield from comparing(box)
    players.play_until("objective")
    yield "objective", "At the end: what is the objective worth?"
    players.play_out()
    yield "result", "The end"


def main_board(box: Any) -> Iterator[Shot]:
    """Stones, when the box follows the main board."""
    players = sit(box, "stones", 2, tracking="board")
    yield "lay", "First the board is laid"
    box.turn(3)
    yield "tell", "then the box asks for what it cannot see"
    box.press()
    yield "artist", "Where the artists stand"
    box.press().press().press().press()
    yield "stack", "Which stone is on top of each stack"
    box.turn(3).press().turn(2).press().turn(1)
    yield "stacks", "The cursor goes on by itself"
    box.press("why")
    yield "help", "WHY: how it works"
    box.press("back")
    for _ in range(7):
        box.press("back")
    box.choose("Start")
    players.set_up()
    players.ready()
    yield "turn", "The first turn: an artist"
    box.press()
    yield "circle", "where it goes"
    box.press()
    yield "stack-first", "where it begins to take"
    start_over(box)
    players.play_until("reveal")
    yield "reveal", "Which stone is on top now?"
    box.turn(3)
    yield "reveal-next", "All eight are offered"


def stones_large(box: Any) -> Iterator[Shot]:
    """Mandala Stones in large text."""
    box.services.settings.put("text", "large")
    players = sit(box, "stones", 2, seed=9)
    play(players, 12)
    while box.services.table.match.turn.seat is None:
        players.play_on(1)
    players.ready()
    yield "turn", "Large text"
    box.press()
    yield "part", "A part of a choice in large text"


STORIES: dict[str, Story] = {
    "stones": stones,
    "stones-board": main_board,
    "stones-large": stones_large,
}
