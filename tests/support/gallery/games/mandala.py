"""Stories of the gallery: Mandala."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware_py.screens.play.play import Play
from tests.support.gallery.steps import (
    PEOPLE,
    Shot,
    Story,
    comparing,
    doubts,
    play,
    play_from_start,
    sit,
)
from tests.support.table_players import TablePlayers, new_game


def mandala(box: Any) -> Iterator[Shot]:
    """Mandala with real cards: the box knows only the open cards."""
    players = TablePlayers(box, "mandala")
    new_game(box, "mandala", PEOPLE[:2], first="Anna")
    while not isinstance(box.screen, Play):
        box.press()
    yield "flip", "Which cards were turned up?"
    box.press("why")
    yield "flip-why", "WHY, when the table is asked"
    box.press("back").press()
    yield "flip-second", "The second card: the first stays visible"
    box.press("back")
    players.enter_new_lines()
    players.ready()
    yield "turn", "Anna's turn: build, grow or discard"
    box.turn(1)
    yield "turn-next", "Another action"
    box.press()
    yield "part", "Which colour?"
    play_from_start(box, players, 1)
    yield "steps", "What to do on the table, and the next turn"
    while box.services.table.match.state.phase != "claim":
        players.play_on(1)
    yield "claim", "A mandala is complete: claiming colours in turn"
    players.play_on(1)
    yield "claimed", "What was claimed goes to the river and face down in the cup"
    yield from doubts(box)
    yield from comparing(box)
    players.play_until("cups")
    yield "cups", "The end: which two cards are in the cup besides the known ones?"
    box.press()
    yield "cups-second", "and the second of them"
    box.press("back")
    players.play_out()
    yield "result", "and the result"


def mandala_large(box: Any) -> Iterator[Shot]:
    """Mandala later on, in large text."""
    box.services.settings.put("text", "large")
    players = sit(box, "mandala", seed=8)
    play(players, 40)
    yield "turn", "Later in the game, in large text"
    box.press()
    yield "part", "A colour in large text"
    box.press("back")
    players.play_until("cups")
    yield "cups", "The question for a cup in large text"


STORIES: dict[str, Story] = {
    "mandala": mandala,
    "mandala-large": mandala_large,
}
