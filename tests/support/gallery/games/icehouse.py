"""Stories of the gallery: Icehouse Mandala."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firmware_py.screens.play.play import Play
from tests.support.gallery.steps import Shot, Story, comparing, doubts, play, play_from_start, sit
from tests.support.people import People


def icehouse(box: Any) -> Iterator[Shot]:
    """Icehouse Mandala."""
    people = sit(box, "icehouse", 3, seed=5)
    people.policy = short_steps
    people.lay_the_table()
    yield "first", "The first turn: how far?"
    box.turn(1)
    yield "choice", "Another pyramid"
    box.press()
    yield "part", "One of its kind further on"
    play_from_start(box, people, 1)
    yield "card", "What to do now"
    people.play_on(11)
    people.ready()
    yield "later", "Some turns later"
    yield from doubts(box)
    yield from comparing(box)
    people.play_out()
    yield "result", "The end"


def icehouse_large(box: Any) -> Iterator[Shot]:
    """Five players, large text, and a path that people laid themselves."""
    box.services.settings.put("text", "large")
    people = sit(box, "icehouse", 5, seed=3)
    people.policy = short_steps
    play(people, 12)
    yield "turn", "Five players, large text"
    box.hold("back")
    sit(box, "icehouse", 2, path="entered")
    while not isinstance(box.screen, Play):
        box.press()
    yield "entered", "A path laid by hand is told to the box"
    box.press().press()
    yield "entered-next", "pyramid by pyramid"


def short_steps(people: People) -> str:
    """Take one of the nearest pyramids: a long game."""
    legal = people.engine.legal(people.truth.state)
    return people.engine.write(legal[people.chance.below(min(len(legal), 4))])


STORIES: dict[str, Story] = {
    "icehouse": icehouse,
    "icehouse-large": icehouse_large,
}
