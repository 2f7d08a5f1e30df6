"""What the stories of the gallery have in common: a table, people at it, and their hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from people import People, new_game, path_to

from engines.contract import Reason
from firmware_py.games import face_of
from firmware_py.ui.screens.check_move import CheckMove

Shot = tuple[str, str]
Story = Callable[[Any], Iterator[Shot]]

PEOPLE = ("Anna", "Ben", "Giorgia", "Poppy", "Eva")
DAY = 1_790_000_000
"""A day in September 2026, at noon everywhere between the Americas and Asia."""


def prepare(box: Any) -> None:
    """Make everything that depends on the outside the same for every run."""
    box.store.date = lambda: DAY
    for name in PEOPLE:
        box.store.add_player(name)


def sit(box: Any, game: str, seats: int = 2, seed: int = 42, **options: object) -> People:
    """Begin a game from Home, up to laying the table."""
    people = People(box, game, seats=seats, seed=seed, options=options)
    new_game(box, game, PEOPLE[:seats], first="Anna", options=options)
    return people


def play(people: People, choices: int) -> None:
    """Lay the table and play some choices, up to an empty card."""
    people.lay_the_table()
    people.play_on(choices)
    people.ready()


def play_from_start(box: Any, people: People, choices: int) -> None:
    """Go back to the first part, then play on, leaving the card on the screen."""
    start_over(box)
    people.play_on(choices)


def start_over(box: Any) -> None:
    """Take back the parts that are picked."""
    while box.screen.picker.has_begun:
        box.press("back")


def open_menu(box: Any, row: str) -> None:
    """Open a row of the menu of the match."""
    box.hold("knob").choose(row)


def check_a_move(box: Any, wanted: str) -> None:
    """Enter a move that the rules refuse, if possible for the wanted reason."""
    match = box.services.table.match
    tree = face_of(match.engine.name).attempts(match.state)
    refused: dict[str, str] = {}
    for text in tree.choices():
        verdict = match.why_not(text)
        if isinstance(verdict, Reason):
            refused.setdefault(verdict.code, text)
    parts = path_to(tree, refused.get(wanted) or next(iter(refused.values())))
    assert parts is not None
    while isinstance(box.screen, CheckMove):
        picker = box.screen.picker
        wanted_at = picker.options.index(parts[len(picker.picked)])
        box.turn(wanted_at - picker.index).press()
