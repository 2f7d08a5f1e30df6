"""Stories of the gallery: Mandala."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moments_hands import PEOPLE, Shot, Story, comparing, doubts, play, play_from_start, sit
from people import People, new_game

from firmware_py.ui.screens.play import Play


def mandala(box: Any) -> Iterator[Shot]:
    """Mandala with real cards: the box sees only what lies open."""
    people = People(box, "mandala")
    new_game(box, "mandala", PEOPLE[:2], first="Anna")
    while not isinstance(box.screen, Play):
        box.press()
    yield "flip", "Which cards were turned up?"
    box.press("why")
    yield "flip-why", "WHY, when the table is asked"
    box.press("back")
    people._tell()
    people.ready()
    yield "turn", "Anna's turn: build, grow or discard"
    box.turn(1)
    yield "turn-next", "Another action"
    box.press()
    yield "part", "Which colour?"
    play_from_start(box, people, 1)
    yield "card", "What to do now"
    while box.services.table.match.state.phase != "claim":
        people.play_on(1)
    yield "completed", "A mandala is complete"
    people.ready()
    yield "claim", "Claiming colours in turn"
    yield from doubts(box)
    yield from comparing(box)
    people.play_until("cups")
    yield "cups", "The end: what is in the cups?"
    people.play_out()
    yield "result", "and the result"


def mandala_large(box: Any) -> Iterator[Shot]:
    """Mandala later on, in large text."""
    box.services.settings.put("text", "large")
    people = sit(box, "mandala", seed=8)
    play(people, 40)
    yield "turn", "Later in the game, in large text"
    box.press()
    yield "part", "A colour in large text"


STORIES: dict[str, Story] = {
    "mandala": mandala,
    "mandala-large": mandala_large,
}
