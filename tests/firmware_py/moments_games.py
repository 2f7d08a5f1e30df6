"""Stories of the gallery: the four games from the first turn to the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moments_hands import (
    PEOPLE,
    Shot,
    check_a_move,
    open_menu,
    play,
    play_from_start,
    sit,
    start_over,
)
from people import People, new_game

from firmware_py.ui.screens.compare import Compare
from firmware_py.ui.screens.play import Play


def mana(box: Any) -> Iterator[Shot]:
    """Mana with the bird."""
    people = sit(box, "mana")
    people.lay_the_table()
    yield "set-up", "Setting up: the daimio on a double"
    people.play_on(2)
    people.ready()
    yield "first", "The first move: any piece"
    box.turn(1)
    yield "piece", "The knob walks through the pieces that can move"
    box.press()
    yield "destination", "then through where it can go"
    box.turn(1)
    yield "destination-next", "and shows it on the board"
    play_from_start(box, people, 1)
    yield "card", "What to do now, with a tick once it is saved"
    people.play_on(5)
    people.ready()
    yield "bound", "The bird demands a kind of square"
    yield from _doubts(box, "PATH_BLOCKED")
    yield from _comparing(box)
    people.play_out()
    yield "result", "The end"
    box.press()
    yield "and-now", "And now?"
    box.choose("Play again").turn(9)
    yield "again", "Play again: the next player begins"


def mana_2005(box: Any) -> Iterator[Shot]:
    """Mana in the edition of 2005, with a clock, in large text."""
    box.services.settings.put("clock", "fischer")
    box.services.settings.put("text", "large")
    people = sit(box, "mana", edition="2005")
    people.lay_the_table()
    yield "set-up", "2005: pieces go anywhere on two rows"
    people.play_on(13)
    people.ready()
    box.now += 75.0
    box.app.paint()
    yield "clock", "A Fischer clock, and large text"
    box.press()
    yield "destination", "A destination in large text"
    open_menu(box, "Clock: pause")
    yield "menu", "The menu of the match in large text"


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
    yield from _doubts(box)
    yield from _comparing(box)
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


def stones(box: Any) -> Iterator[Shot]:
    """Mandala Stones, towers only."""
    people = sit(box, "stones", 3)
    people.lay_the_table()
    yield "first", "The first turn: which stones were taken?"
    box.turn(2)
    yield "colour", "The lowest stone"
    box.press()
    yield "more", "The next one, or no more"
    play_from_start(box, people, 1)
    yield "card", "What to do now"
    people.play_on(7)
    people.ready()
    yield "later", "Some turns later"
    people.play_until("mandala")
    yield "mandala", "What does the next mandala space show?"
    people.play_on(3)
    people.ready()
    yield from _doubts(box)
    yield from _comparing(box)
    people.play_until("objective")
    yield "objective", "At the end: what is the objective worth?"
    people.play_out()
    yield "result", "The end"


def stones_large(box: Any) -> Iterator[Shot]:
    """Mandala Stones in large text."""
    box.services.settings.put("text", "large")
    people = sit(box, "stones", 2, seed=9)
    play(people, 12)
    while box.services.table.match.turn.seat is None:
        people.play_on(1)
    people.ready()
    yield "turn", "Large text"
    box.press()
    yield "part", "A part of a choice in large text"


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
    yield from _doubts(box)
    yield from _comparing(box)
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


def main_board(box: Any) -> Iterator[Shot]:
    """Stones, when the box follows the main board."""
    people = sit(box, "stones", 2, tracking="board")
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
    people.lay_the_table()
    people.ready()
    yield "turn", "The first turn: an artist"
    box.press()
    yield "circle", "where it goes"
    box.press()
    yield "stack-first", "where it begins to take"
    start_over(box)
    people.play_until("reveal")
    yield "reveal", "Which stone came to light?"
    box.turn(3)
    yield "reveal-next", "All eight are offered"


# --- what every game has --------------------------------------------------------------------


def _doubts(box: Any, wanted: str = "") -> Iterator[Shot]:
    """WHY, check a move, undo and the menu, from a turn and back to it."""
    box.press("why")
    yield "why", "WHY: what the highlighted choice does"
    if len(box.screen.pages) > 1:
        box.turn(1)
        yield "why-missing", "and why something else is not offered"
    box.press("back").hold("knob")
    yield "menu", "Holding the knob: the menu of the match"
    box.press()
    yield "aid", "The player aid, at the page that fits the moment"
    box.turn(1)
    yield "aid-next", "and the next page"
    last = len(box.screen.pages)
    legend = [page for page in range(last) if box.screen.pages[page].draw is not None]
    box.turn(-last)
    for number, page in enumerate(legend, 1):
        box.turn(page - box.screen.page)
        yield f"legend-{number}", "What the letters and signs mean"
    box.press("back").choose("Check a move")
    yield "check", "Check a move: anything that hands could do"
    check_a_move(box, wanted)
    yield "verdict", "The answer"
    box.turn(len(box.screen.pages))
    yield "verdict-board", "and the table"
    box.press("back")
    while not isinstance(box.screen, Play):
        box.press("back")
    box.press("undo")
    yield "undo", "UNDO: what would be taken back"
    if not box.services.table.match.is_turn_start:
        box.press("back")
        return
    box.hold("undo")
    yield "undo-asks", "Across a finished turn the table is asked"
    box.press("back")


def _comparing(box: Any) -> Iterator[Shot]:
    """Compare the table: every area, and mending one."""
    open_menu(box, "Compare the table")
    compare = box.screen
    assert isinstance(compare, Compare)
    for number in range(len(compare.areas)):
        yield f"compare-{number + 1}", "Does your table look like this?"
        box.turn(1)
    while not compare.areas[compare.page].fields:
        box.turn(-1)
    box.press()
    yield "mend", "What differs?"
    box.press()
    yield "mend-values", "How is it really?"
    while not isinstance(box.screen, Play):
        box.press("back")
