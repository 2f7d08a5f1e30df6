"""The moments of the gallery: stories on a real box that stop where a picture is worth keeping.

A story gets a box and yields the name and the caption of each picture, with the box showing it.
Everything is fixed: seeds, names, dates and the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from people import People, new_game

from firmware_py.screens.base import Push
from firmware_py.screens.check_move import CheckMove
from firmware_py.screens.compare import Compare
from firmware_py.screens.fault import Fault
from firmware_py.screens.laying import Laying
from firmware_py.screens.play import Play
from firmware_py.screens.spiral import Spiral
from hardware.events import Control, Held

Shot = tuple[str, str]
Story = Callable[[Any], Iterator[Shot]]

LANGUAGES = ("en", "fr", "it")
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


def play(box: Any, people: People, choices: int) -> None:
    """Lay the table and play some choices, up to an empty card."""
    people.lay_the_table()
    people.play_on(choices)
    people.ready()


def open_menu(box: Any, row: str) -> None:
    """Open a row of the menu of the match."""
    box.hold("knob").choose(row)


# --- around a game --------------------------------------------------------------------------


def first_start(box: Any) -> Iterator[Shot]:
    """The first minute."""
    language = box.desk.settings._values.pop("language")
    box.hold("back")
    yield "language", "The first start asks for the language"
    box.turn(LANGUAGES.index(language)).press()
    yield "home", "Home"
    box.turn(1)
    yield "home-history", "The bar moves with the knob"
    box.turn(-1).press()
    yield "games", "Which game?"
    box.turn(1).press()
    yield "sheet", "The sheet of a new game: all is proposed, Start is on top"
    box.choose(box.desk.say("Player {number}", number=1))
    yield "seat", "Who sits here? The names of this table"
    box.choose("New name")
    yield "name-empty", "A new name: a wheel of letters"
    for letter in "Zoé":
        _letter(box, letter)
    yield "name", "Letters are taken with a press"
    box.hold("knob")
    yield "sheet-named", "Zoé sits at the table"


def _letter(box: Any, letter: str) -> None:
    from firmware_py.screens.roster import ALPHABET

    steps = (ALPHABET.index(letter.upper()) - box.screen.index) % len(ALPHABET)
    box.turn(steps if steps < 40 else steps - len(ALPHABET)).press()


def new_games(box: Any) -> Iterator[Shot]:
    """Putting a game together."""
    box.choose("New game").choose("Icehouse Mandala")
    box.find("Players")
    yield "players-row", "Icehouse Mandala is for two to five"
    box.press()
    yield "players", "How many?"
    box.choose("3")
    box.find("Begins")
    yield "begins-row", "The first player is drawn by lot"
    box.press()
    yield "begins", "or chosen"
    box.press("back").press("back").choose("Mana").find("Edition")
    yield "edition", "Mana in two editions, with house rules"
    box.press("why")
    yield "edition-why", "WHY: one line about each"
    box.press("back").press()
    yield "edition-values", "The editions"
    box.press("back").find("Clock").press()
    yield "clocks", "Clocks"
    box.press("back").press("back").choose("Mandala Stones").find("Follow")
    yield "tracking", "Stones: how much the box follows"


def pauses(box: Any) -> Iterator[Shot]:
    """Several matches, and the end of the evening."""
    play(box, sit(box, "mana"), 9)
    box.hold("back")
    play(box, sit(box, "mandala"), 9)
    box.hold("back")
    yield "home", "Home with matches that wait"
    box.choose("Paused games")
    yield "list", "All of them"
    box.press()
    yield "one", "What can be done with one"
    box.choose("Abandon")
    yield "abandon", "Giving up asks"
    box.turn(1).press()
    yield "abandon-twice", "twice"
    box.press().press("back").press("back")
    box.choose("Quit")
    yield "quit", "Quit, on a desk"
    box.press()
    box.desk.has_power_switch = True
    box.choose("Shut down").turn(1).press()
    yield "shut-down", "Shut down, on a box: asked twice too"


def around(box: Any) -> Iterator[Shot]:
    """Looking back."""
    for game, seed in (("mana", 42), ("icehouse", 8), ("mandala", 42)):
        people = sit(box, game, seed=seed)
        people.lay_the_table()
        people.play_out()
        box.hold("back")
    box.choose("History")
    yield "list", "The history, newest first"
    box.turn(1)
    yield "list-next", "The chosen one says who won"
    box.turn(-1).press()
    yield "match", "A match that has ended"
    box.choose("Replay")
    yield "replay", "Replay: the start"
    box.turn(14)
    yield "replay-later", "and any moment after it"
    box.press("why")
    yield "replay-why", "WHY: all of the words"
    box.press("back").press("back").choose("Score sheet")
    yield "scores", "The score sheet"
    box.press()
    yield "points", "Every point with its rule"
    box.press("back").press("back")
    box.desk.web_address = lambda: "http://192.168.1.23:8080/"
    box.choose("Export")
    yield "export", "Taking it along"
    box.press()
    yield "code", "To a phone, by a code"
    box.press("back").press("back").press("back")
    box.turn(-9).press()
    yield "statistics", "Statistics"
    box.press().press()
    yield "player", "A player, all games"
    box.turn(1)
    yield "player-game", "and each game"
    box.press("back").press("back").turn(1).press()
    yield "game", "A game"


def settings(box: Any) -> Iterator[Shot]:
    """Everything that can be set."""
    box.choose("Settings")
    yield "top", "Settings"
    box.turn(4)
    yield "middle", "Clock, sleep, brightness"
    box.turn(4)
    yield "lower", "Which way it faces, how long a hold is"
    box.turn(4)
    yield "low", "Sounds, hints, the web page"
    box.turn(9)
    yield "bottom", "Names, the mandala board, a stick, the controls"
    box.find("Hold time").press("why")
    yield "hint", "WHY: what it is for"
    box.press("back").press()
    yield "values", "Its values"
    box.press("back").choose("Names")
    yield "names", "The names of this table"
    box.press()
    yield "player", "A name can be changed or removed"
    box.press("back").press("back").choose("Mandala board")
    yield "mandala-empty", "The mandala board of this copy of Stones"
    box.press()
    yield "mandala-fill", "told in one go"
    box.press("back").press("back").choose("USB stick")
    yield "stick", "The stick: nothing can be done without one"
    box.press("back").choose("Test the controls")
    box.turn(3).press("why").hold("undo").press()
    yield "controls", "The test of the controls"
    box.press("back").press("back").choose("Text size").turn(1).press()
    yield "large", "Large text"


def edges(box: Any) -> Iterator[Shot]:
    """What one hopes not to see, and what comes over a screen."""
    play(box, sit(box, "mana"), 9)
    box.app.feed(Held(Control.UNDO, 0.6))
    box.app.paint()
    yield "hold", "A hold shows how long it still takes"
    box.app.feed(Held(Control.UNDO, 0.0))
    box.press("back")
    yield "toast", "A short note"
    box.desk.pairing_code = lambda: "482913"
    box.app.paint()
    yield "pairing", "The code for a browser; others do not see it"
    box.desk.pairing_code = lambda: None
    box.now = 500_001.0
    box.app.paint()
    yield "saver", "The saver: whose turn it is, on the move"
    box.turn(1)
    box.app._follow(Push(Fault(box.desk, RuntimeError("something"))))
    box.app.paint()
    yield "fault", "If a screen fails: what to do"


# --- laying the table -----------------------------------------------------------------------


def laying(box: Any) -> Iterator[Shot]:
    """Before the first turn."""
    sit(box, "mana")
    yield from _pages(box, "mana", "Mana")
    box.hold("back")
    sit(box, "mandala")
    yield from _pages(box, "mandala", "Mandala")
    box.hold("back")
    sit(box, "stones", 3)
    yield from _pages(box, "stones", "Mandala Stones")
    box.hold("back")
    sit(box, "icehouse", 3)
    yield from _pages(box, "icehouse", "Icehouse Mandala")


def _pages(box: Any, name: str, title: str) -> Iterator[Shot]:
    """Yield the first pages; how many follow depends on the length of the words."""
    number = 0
    while isinstance(box.screen, Laying | Spiral):
        number += 1
        if number <= 4:
            yield f"{name}-{number}", f"{title}: lay the table, {number}"
        if isinstance(box.screen, Spiral):
            box.press().turn(1)
            yield f"{name}-spiral", f"{title}: the spiral is called out, three at a time"
            box.turn(75)
        box.press()


def main_board(box: Any) -> Iterator[Shot]:
    """Stones, when the box follows the main board."""
    people = sit(box, "stones", 2, tracking="board")
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
    people._tell_the_board()
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


def people_play(box: Any, people: People, choices: int) -> None:
    """Go back to the first part, then play on, leaving the card on the screen."""
    start_over(box)
    people.play_on(choices)


def start_over(box: Any) -> None:
    """Take back the parts that are picked."""
    while box.screen.picker.has_begun:
        box.press("back")


# --- the four games -------------------------------------------------------------------------


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
    people_play(box, people, 1)
    yield "card", "What to do now, with a tick once it is saved"
    people.play_on(5)
    people.ready()
    yield "bound", "The bird demands a kind of square"
    yield from _doubts(box)
    yield from _comparing(box)
    people.play_out()
    yield "result", "The end"
    box.press()
    yield "and-now", "And now?"


def mana_2005(box: Any) -> Iterator[Shot]:
    """Mana in the edition of 2005, with a clock, in large text."""
    box.desk.settings.put("clock", "fischer")
    box.desk.settings.put("text", "large")
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
    people._tell()
    people.ready()
    yield "turn", "Anna's turn: build, grow or discard"
    box.turn(1)
    yield "turn-next", "Another action"
    box.press()
    yield "part", "Which colour?"
    people_play(box, people, 1)
    yield "card", "What to do now"
    while box.desk.sitting.match.state.phase != "claim":
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
    box.desk.settings.put("text", "large")
    people = sit(box, "mandala", seed=8)
    play(box, people, 40)
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
    people_play(box, people, 1)
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
    box.desk.settings.put("text", "large")
    people = sit(box, "stones", 2, seed=9)
    play(box, people, 12)
    while box.desk.sitting.match.turn.seat is None:
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
    people_play(box, people, 1)
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
    box.desk.settings.put("text", "large")
    people = sit(box, "icehouse", 5, seed=3)
    people.policy = short_steps
    play(box, people, 12)
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


# --- what every game has --------------------------------------------------------------------


def _doubts(box: Any) -> Iterator[Shot]:
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
    box.press("back").choose("Check a move")
    yield "check", "Check a move: anything that hands could do"
    while isinstance(box.screen, CheckMove):
        box.press()
    tries = 0
    while box.text[0] == box.desk.say("Legal") and tries < 30:
        tries += 1
        box.press("back").turn(1)
        while isinstance(box.screen, CheckMove):
            box.press()
    yield "verdict", "The answer"
    box.turn(1)
    yield "verdict-board", "and the table"
    box.press("back")
    while not isinstance(box.screen, Play):
        box.press("back")
    box.press("undo")
    yield "undo", "UNDO: what would be taken back"
    if not box.desk.sitting.match.is_turn_start:
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


STORIES: dict[str, Story] = {
    "first-start": first_start,
    "new-game": new_games,
    "laying": laying,
    "mana": mana,
    "mana-2005": mana_2005,
    "mandala": mandala,
    "mandala-large": mandala_large,
    "stones": stones,
    "stones-board": main_board,
    "stones-large": stones_large,
    "icehouse": icehouse,
    "icehouse-large": icehouse_large,
    "pauses": pauses,
    "history": around,
    "settings": settings,
    "edges": edges,
}


def shots(box: Any, story: str) -> Iterator[tuple[str, str, bytes]]:
    """Tell a story and yield name, caption and frame of each of its pictures."""
    prepare(box)
    for name, caption in STORIES[story](box):
        yield name, caption, box.panel.pictures[-1].frame
