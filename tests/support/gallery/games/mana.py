"""Stories of the gallery: Mana."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.support.clocks import keep_clocks
from tests.support.gallery.steps import (
    Shot,
    Story,
    comparing,
    doubts,
    open_menu,
    play_from_start,
    sit,
)


def mana(box: Any) -> Iterator[Shot]:
    """Mana with the bird."""
    players = sit(box, "mana")
    players.set_up()
    yield "set-up", "Setting up: the daimio on a double"
    players.play_on(2)
    players.ready()
    yield "first", "The first move: any piece"
    box.turn(1)
    yield "piece", "The knob walks through the pieces that can move"
    box.press()
    yield "destination", "then through where it can go"
    box.turn(1)
    yield "destination-next", "and shows it on the board"
    play_from_start(box, players, 1)
    yield "card", "What to do now, with a tick once it is saved"
    players.play_on(5)
    players.ready()
    yield "bound", "The bird demands a kind of square"
    yield from doubts(box, "PATH_BLOCKED")
    yield from comparing(box)
    players.play_out()
    yield "result", "The end"
    box.press()
    yield "and-now", "And now?"
    box.choose("Play again").turn(9)
    yield "again", "Play again: the next player begins"


def mana_2005(box: Any) -> Iterator[Shot]:
    """Mana in the edition of 2005, with a clock, in large text."""
    keep_clocks(box.services, "fischer")
    box.services.settings.put("text", "large")
    players = sit(box, "mana", edition="2005")
    players.set_up()
    yield "set-up", "2005: pieces go anywhere on two rows"
    players.play_on(13)
    players.ready()
    box.now += 75.0
    box.app.paint()
    yield "clock", "A Fischer clock, and large text"
    box.press()
    yield "destination", "A destination in large text"
    open_menu(box, "Clock: pause")
    yield "menu", "The menu of the match in large text"
    box.press("back")
    box.services.settings.put("text", "normal")
    open_menu(box, "Player aid")
    yield "aid", "The player aid of this edition"
    box.turn(99)
    yield "legend", "and its own material"
    box.press("back").press("back")
    while box.screen.picker.has_begun:
        box.press("back")
    players.play_on(1)
    yield "steps", "What to do on the table, in the words of the edition"


STORIES: dict[str, Story] = {
    "mana": mana,
    "mana-2005": mana_2005,
}
