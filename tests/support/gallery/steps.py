"""What the stories of the gallery have in common: a table, people at it, and their hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engines.engine import Reason
from firmware_py.games import ui_of
from firmware_py.screens.play.corrections import Compare
from firmware_py.screens.play.entry import CheckMove
from firmware_py.screens.play.play import Play
from tests.support.table_players import TablePlayers, new_game, path_to

Shot = tuple[str, str]
Story = Callable[[Any], Iterator[Shot]]

PEOPLE = ("Anna", "Ben", "Giorgia", "Poppy", "Eva")


def prepare(box: Any) -> None:
    """Make everything that depends on the outside the same for every run."""
    for name in PEOPLE:
        box.store.add_player(name)


def sit(box: Any, game: str, seats: int = 2, seed: int = 42, **options: object) -> TablePlayers:
    """Begin a game from Home, up to laying the table."""
    players = TablePlayers(box, game, seats=seats, seed=seed, options=options)
    new_game(box, game, PEOPLE[:seats], first="Anna", options=options)
    return players


def play(players: TablePlayers, choices: int) -> None:
    """Set up the game and play some choices, up to an empty card."""
    players.set_up()
    players.play_on(choices)
    players.ready()


def play_from_start(box: Any, players: TablePlayers, choices: int) -> None:
    """Go back to the first part, then play on, leaving the card on the screen."""
    start_over(box)
    players.play_on(choices)


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
    tree = ui_of(match.engine.name).attempts(match.state)
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


# --- what every game has --------------------------------------------------------------------


def doubts(box: Any, wanted: str = "") -> Iterator[Shot]:
    """WHY, check a move, undo and the menu, from a turn and back to it."""
    box.press("why")
    yield "why", "WHY: what the highlighted choice does"
    if len(box.screen.pages) > 1:
        box.turn(1)
        yield "why-missing", "and why something else is not offered"
    box.turn(len(box.screen.pages))
    yield "why-place", "to the last page, which ends with the place in the rulebook"
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


def comparing(box: Any) -> Iterator[Shot]:
    """Check the table: every area, and correcting one."""
    open_menu(box, "Check the table")
    compare = box.screen
    assert isinstance(compare, Compare)
    for number in range(len(compare.areas)):
        yield f"compare-{number + 1}", "Does your table look like this?"
        box.turn(1)
    while not compare.areas[compare.page].fields:
        box.turn(-1)
    box.press()
    yield "correct", "What is different?"
    box.press()
    yield "correct-values", "How is it really?"
    while not isinstance(box.screen, Play):
        box.press("back")
