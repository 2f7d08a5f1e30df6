"""A table that keeps its score on the box: any template, chosen and entered with the knob."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engines.scorepad.shipped import shipped
from firmware_py.games.scorepad import new_game_rows
from firmware_py.games.scorepad.templates import title_of
from firmware_py.match.game_info import info_of
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from firmware_py.ui.background_job import Work
from tests.support.table_players import path_to, spell


def open_sheet(box: Any, names: tuple[str, ...], first: str = "") -> None:
    """Go from Home to the sheet of a new game, with these people on it."""
    box.choose("New game").choose(info_of("scorepad").title)
    box.choose("Players").choose(str(len(names)))
    for seat, name in enumerate(names):
        proposed = box.screen.plan.names[seat]
        if proposed == name:
            continue
        box.choose(proposed)
        if name in box.store.players():
            box.choose(name)
        else:
            box.choose("New name")
            spell(box, name)
    # the template of the last game
    deals = new_game_rows.deals_first(box.services, box.screen.plan)
    box.choose("Dealer" if deals else "First player").choose(first or names[0])


def finish(box: Any) -> Any:
    """Let the work end that is on the screen."""
    if isinstance(box.screen, Work):
        box.screen.wait(20)
        box.app.paint()
    return box


def choose_template(box: Any, name: str) -> None:
    """Choose one that comes with the box, by its title in the box's language."""
    title = title_of(box.services, shipped(name))
    box.choose("Template").choose(title)


def sit(box: Any, template: str, names: tuple[str, ...], first: str = "") -> None:
    """Begin a game from Home, up to the first entry."""
    open_sheet(box, names, first)
    choose_template(box, template)
    box.choose("Start")
    assert isinstance(box.screen, Laying), box.text
    while not isinstance(box.screen, Play):
        box.press()


def enter(box: Any, *texts: str) -> None:
    """Enter choices part by part, with turns and presses only."""
    for text in texts:
        play = box.screen
        assert isinstance(play, Play), box.text
        match = play.table.match
        done = len(match.lines)
        while play.picker.has_begun:
            box.press("back")
        parts = path_to(play.ui.tree(match.state), text)
        assert parts is not None, f"{text} is not offered"
        while len(match.lines) == done:
            picker = play.picker
            turn_to(box, picker, parts[len(picker.picked)])
            box.press()
        assert match.lines[done].text == text


def turn_to(box: Any, picker: Any, part: Any) -> None:
    """Turn to an option, the shorter way around."""
    count = len(picker.options)
    forward = (picker.options.index(part) - picker.index) % count
    around = [*picker.options, *picker.options][picker.index : picker.index + forward + 1]
    numbers = [each.value if each.name == "number" else None for each in around]
    # Turning up, the numbers go on for ever: those below are on the other side.
    jumps = any(a is not None and b is not None and b < a for a, b in pairwise(numbers))
    box.turn(forward if 2 * forward <= count and not jumps else forward - count)
