"""Stories of the gallery: learning a game, puzzles, and what a match can teach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.bots.player import Thought
from engines.engine import Message
from firmware_py.match.picker import way_to
from firmware_py.match.turning_points import TurningPoint, TurningPointFiles, key_of
from firmware_py.screens.learn.puzzle import PuzzleScreen
from tests.support.gallery.steps import Shot, sit
from tests.support.learner import Learner

_LINES = ("=b1", "=b6", "b1-b3", "e6-e5", "a1-c2", "a6-a5", "e1-e4", "a5-b3")


def lessons(box: Any) -> Iterator[Shot]:
    """A game teaches itself."""
    box.choose("Learn")
    yield "games", "Every game has a lesson"
    box.choose("Mana")
    yield "first", "What the game is, and how it is won"
    learner = Learner(box)
    _turn_to_the_table(box)
    yield "table", "A sentence next to the table"
    learner.take_step()
    learner.take_step()
    _turn_to_the_table(box)
    yield "move", "A move to make"
    box.press()
    yield "asked", "The knob stops only at legal moves"
    learner.pick("e1-e4")
    yield "another", "Another legal move: the box says which one is meant"
    box.press("back").press("back")
    learner.pick("b1-b3")
    yield "good", "The taught one"
    learner.take_step()
    while not box.screen.is_asking:
        box.press()
    yield "try", "A move to try that the rules refuse"
    learner.pick("b3-b4")
    yield "refused", "The reason"
    box.press()
    learner.take_step()
    _turn_to_the_table(box)
    box.press("why")
    yield "why", "WHY explains a rule"
    box.hold("back")
    for game in ("Mandala", "Mandala Stones", "Icehouse Mandala"):
        box.choose("Learn").choose(game)
        yield game.lower().replace(" ", "-"), f"The first step of {game}"
        box.hold("back")
    box.choose("Learn")
    yield "left", "A lesson goes on where it was left"


def _turn_to_the_table(box: Any) -> None:
    """Read the pages of a step over the whole display."""
    while box.screen.page < box.screen.task_page:
        box.press()


def puzzles(box: Any) -> Iterator[Shot]:
    """Positions with one winning way."""
    box.choose("Puzzles")
    yield "task", "Who wins, in how many turns?"
    screen: PuzzleScreen = box.screen
    box.press()
    yield "asked", "The learner plays"
    _answered(box, screen, "b6-d6", Thought("d2-f1", 1.0, (), 2))
    yield "wrong", "What answers a wrong move"
    box.press("back")
    _answered(box, screen, screen.puzzle.first, Thought("d2-d5", -1.0, (), -1))
    yield "answer", "The other side holds out as long as it can"
    box.hold("knob")
    yield "menu", "Skipping, help, and whose notes these are"


def _answered(box: Any, screen: PuzzleScreen, text: str, thought: Thought) -> None:
    """Enter a choice, and let the box have thought this about it."""
    while screen.entry.picker.back():
        pass
    for part in way_to(screen.entry.ui.tree(screen.entry.match.state), text) or ():
        if screen.entry.picker.point(part):
            box.press()
    screen.dropped()
    box.app.follow(screen.judged(thought))
    box.app.paint()


def turning_points(box: Any) -> Iterator[Shot]:
    """What decided a match."""
    players = sit(box, "mana")
    players.set_up()
    for text in _LINES[:-1]:
        players.play(text)
    table = box.services.table
    players.play(_LINES[-1])
    point = TurningPoint(7, 0, "e1-e4", "e1-f3", 0.3, -1.0, (Message("coach.even"),))
    TurningPointFiles(box.store.path.parent).write(table.number, key_of(table.match), (point,))
    box.services.reviews = True
    box.press()
    yield "next", "After a match"
    box.choose("Turning points")
    yield "played", "The choice that decided it"
    box.turn(1)
    yield "better", "and what would have been better"
    box.press()
    yield "replay", "The replay marks it"
    box.services.reviews = False
