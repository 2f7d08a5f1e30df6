"""Stories of the gallery: laying the table, clocks, second thoughts, and people who leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines import catalog
from firmware_py.match.clock import Timing
from firmware_py.match.game_info import info_of
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from tests.support.clocks import keep_clocks
from tests.support.gallery.steps import Shot, open_menu, play, sit
from tests.support.table_players import TablePlayers, new_game

LONG = ("Maximilianus", "Wilhelmina-W", "Poppy-Jygqç", "Œdipe-Noël", "Bartholomeus")
"""Twelve letters are the most a name can have."""


def laying(box: Any) -> Iterator[Shot]:
    """Before the first turn."""
    for game in catalog.GAMES:
        box.hold("back")
        sit(box, game, min(catalog.load(game).seats[1], 3))
        yield from _pages(box, game, info_of(game).title)


def _pages(box: Any, name: str, title: str) -> Iterator[Shot]:
    """Yield the first pages; how many follow depends on the length of the words."""
    number = 0
    while not isinstance(box.screen, Play):
        number += 1
        if number <= 4:
            yield f"{name}-{number}", f"{title}: lay the table, {number}"
        if not isinstance(box.screen, Laying):
            box.press().turn(1)
            yield f"{name}-spiral", f"{title}: the spiral is called out, three at a time"
            while not isinstance(box.screen, Laying):
                box.press()
        box.press()


# --- clocks ---------------------------------------------------------------------------------


def clocks(box: Any) -> Iterator[Shot]:
    """Clocks: counting up, per turn and Fischer, running, standing and run out."""
    box.services.settings.put("sleep", "never")
    for kind, name in (("up", "counting up"), ("turn", "per turn"), ("fischer", "Fischer")):
        keep_clocks(box.services, kind)
        players = sit(box, "mana")
        play(players, 6)
        _think(box, 95.0)
        yield kind, f"A clock {name}: the time of the player on turn"
        if kind == "up":
            box.hold("back")
            continue
        _think(box, 900.0)
        yield f"{kind}-up", "The time is up: all of the screen says so, and a sound"
        box.press()
        yield f"{kind}-over", "A press plays on: a flag, and how long ago"
        open_menu(box, "Clock: pause")
        yield f"{kind}-menu", "The menu of the match stops it"
        box.press("back")
        yield f"{kind}-paused", "It stands until it is started again"
        box.hold("back")
    play(sit(box, "mana"), 6)
    table = box.services.table
    for kind, text in (
        ("delay", "A clock with delay waits: so many seconds are free"),
        ("sand", "A sand timer: what one uses, the other gets"),
        ("table", "One clock for everyone"),
    ):
        table.set_timing(Timing(kind, 600.0, 20.0, 0.0, 60.0))
        _think(box, 8.0)
        yield kind, text
    _think(box, 533.0)
    yield "warning", "A warning before the end"


def _think(box: Any, seconds: float) -> None:
    """Let time pass without a touch."""
    box.now += seconds
    box.app.paint()


# --- second thoughts ------------------------------------------------------------------------


def taking_back(box: Any) -> Iterator[Shot]:
    """Taking back, and playing again what was taken back."""
    players = TablePlayers(box, "mandala")
    new_game(box, "mandala", ("Anna", "Ben"), first="Anna")
    while not isinstance(box.screen, Play):
        box.press()
    players.enter(players.truth.lines[0].text)
    players.ready()
    box.press("undo")
    yield "own", "Within a turn nobody is asked"
    box.hold("undo")
    yield "own-card", "What to put back on the table"
    box.hold("back")
    play(sit(box, "mana"), 9)
    box.now += 10.0  # no slip any more
    box.press("undo").hold("undo")
    yield "asks", "Back across a finished turn: the table is asked"
    box.turn(1).press()
    yield "card", "What to put back on the table"
    box.hold("knob").find("Redo")
    yield "menu", "What was taken back can be played again"
    box.press()
    yield "redo", "and hands do it again"
    box.hold("back").choose("Paused games").press().find("Set up again")
    yield "lay-again", "A paused match, when the table was cleared"
    box.press()
    yield "resume", "How everything stood, step by step"
    box.turn(2)
    yield "resume-next", "and the next step"


# --- people who leave -----------------------------------------------------------------------


def agreements(box: Any) -> Iterator[Shot]:
    """What a table can agree on."""
    play(sit(box, "icehouse", 3), 4)
    box.hold("knob").find("Leave the game")
    yield "menu", "Somebody leaves, a draw, or an early end"
    box.press()
    yield "list", "The player on turn comes first"
    box.choose("Ben")
    yield "leaves", "Nobody else is asked"
    box.turn(1).press()
    yield "left", "The game goes on without Ben"
    box.hold("knob").choose("Draw")
    yield "draw", "To a draw everyone has to agree"
    box.hold("back")
    play(sit(box, "mana"), 6)
    open_menu(box, "Resign")
    yield "two", "Among two, one resigns"
    box.press()
    yield "resigns", "and only that is asked"
    box.turn(1).press()
    yield "result", "The other wins"


def looking(box: Any) -> Iterator[Shot]:
    """Moves so far, and a clock that is switched on in mid-match."""
    play(sit(box, "mana"), 8)
    open_menu(box, "Moves")
    yield "moves", "What was played so far"
    box.turn(-1).press("why")
    yield "move", "WHY: the whole sentence"
    box.press("back").press()
    yield "replay", "A press shows the table after it"
    box.press("back").press("back").find("Clock")
    yield "clock-row", "The clock of this match"
    box.press()
    yield "clock-off", "It is off"
    box.press().choose("per turn")
    yield "clock-on", "Switched on in mid-match"
    box.find("Give time").press()
    yield "gift", "More time for one player"
    box.press("back").find("Clock").press().turn(3)
    yield "clock-kinds", "The kinds of clock"
    box.press("why")
    yield "clock-why", "WHY: what the clock does"
    box.press("back").press("back")
    box.find("Entry time").press("why")
    yield "entry", "Entering is free for some seconds a turn"


def long_names(box: Any) -> Iterator[Shot]:
    """Five people with the longest names."""
    for name in LONG:
        box.store.add_player(name)
    players = TablePlayers(box, "icehouse", seats=5, seed=3)
    new_game(box, "icehouse", LONG, first=LONG[0])
    box.turn(9)
    yield "begins", "Who begins"
    play(players, 6)
    yield "turn", "Whose turn it is"
    open_menu(box, "Score sheet")
    yield "scores", "The score sheet in mid-match"
    box.press("back").choose("Leave the game")
    yield "leaving", "Who leaves?"
    box.press("back").choose("End and score").turn(1).press()
    yield "result", "The end"
    box.hold("back").choose("History")
    yield "history", "and the history"
