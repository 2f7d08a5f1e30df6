"""A whole evening with the score pad, and sheets as large as they get, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines import catalog
from engines.languages import LANGUAGES
from engines.match import replay
from engines.record import write
from engines.scorepad.shipped import shipped
from engines.scorepad.template_writer import value_of
from firmware_py.history.archive import EndedMatches
from firmware_py.match.table_match import begin_match
from firmware_py.screens.history.history import History
from firmware_py.screens.history.replay import Replay
from firmware_py.screens.play.corrections import Compare, UndoPreview
from firmware_py.screens.play.match_menu import Aid
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultPages, ResultScreen
from firmware_py.ui.canvas import Canvas
from hardware.events import Turned
from tests.support.clocks import keep_clocks
from tests.support.pad_table import enter, sit

THREE = ("Anna", "Ben", "Giorgia")


def end(box: Any) -> None:
    """End the game by agreement, through the menu."""
    box.hold("knob").choose("End and score").choose("Yes")
    assert isinstance(box.screen, ResultScreen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_evening(make_box: Any, language: str) -> None:
    """Three templates, a correction of a past cell, a player who leaves, a power cut."""
    box = make_box(language=language)
    for name in THREE:
        box.store.add_player(name)

    # Nine holes of golf; in round 2 it shows that round 1 was entered wrongly.
    sit(box, "low_rounds", THREE)
    enter(box, "2=4", "3=3", "1=5", "3=2", "!2@1=6", "1=4", "2=3")
    state = box.services.table.match.state
    assert [row.cells for row in state.rounds[:2]] == [((5,), (6,), (3,)), ((4,), (3,), (2,))]
    enter(box, "leave 2", "3=3", "1=2")
    assert box.services.table.match.state.rounds[2].out == (1,)

    # The plug is pulled in the middle of an entry, and the sheet is there again.
    before = box.services.table.match.record()
    box.turn(2)
    box.restart().press()
    assert isinstance(box.screen, Play)
    assert box.services.table.match.record() == before
    enter(box, "3=0")
    assert isinstance(box.hold("undo").screen, Play)
    assert box.services.table.match.record().endswith("undo\n")
    enter(box, "3=1")
    end(box)
    match = box.services.table.match
    assert match.engine.outcome(match.state).scores == (11, 9, 9)
    assert match.engine.outcome(match.state).winners == (2,)

    # A race, in which somebody who is not on turn scores, and the target ends it.
    box.hold("back")
    sit(box, "race_121", THREE[:2])
    while box.services.table.match.turn is not None:
        enter(box, "1+12" if len(box.services.table.match.lines) % 2 else "2+4")
    assert isinstance(box.screen, ResultScreen)
    assert box.services.table.match.state.ended == "target"

    # Bids, and what was made of them.
    box.hold("back")
    sit(box, "bids_twenty", THREE)
    enter(box, "2.bid=1", "3.bid=0", "1.bid=0", "2.made=1", "3.made=0", "1.made=0")
    assert [*box.services.table.match.engine.scores(box.services.table.match.state)] == [20, 30, 20]
    end(box)

    # All of it is in the history, in words, as pictures, and can be played again.
    archive = EndedMatches(box.store.connection)
    assert [stored.status for stored in archive.older(None, 9)] == ["over"] * 3
    for stored in archive.older(None, 9):
        text = write(box.store.record(stored.id))
        assert replay(text, catalog.load("scorepad")).turn is None
    box.hold("back").choose("History").press().choose("Replay").turn(99)
    assert isinstance(box.screen, Replay)
    box.hold("back").choose("History")
    assert isinstance(box.screen, History)
    assert dict(shipped("bids_twenty").title)[language][:9] in " ".join(box.text)
    assert box.unfit == {}


# --- the largest sheet ------------------------------------------------------------------------

NAMES = (
    "Maximiliane", "Poppy-Jygqç", "WWWWWWWWWWWW", "Œdipe-Noël", "Ida",
    "Maximilian", "Bo", "MMMMMMMMMMMM", "Jürgen", "Ägidius",
)  # fmt: skip


def faults_of(screen: Any) -> list[str]:
    """Draw a screen and return what does not fit."""
    canvas = Canvas()
    screen.draw(canvas)
    return [f"{type(screen).__name__}: {fault} {canvas.reading()}" for fault in canvas.check()]


def all_pages(screen: Any) -> list[str]:
    """Turn through all pages of a screen and return what does not fit on any of them."""
    faults = faults_of(screen)
    for _ in range(screen.page_count):
        screen.handle(Turned(1))
        faults += faults_of(screen)
    return faults


def large_sheet(services: Any, name: str) -> Iterator[None]:
    """Fill the sheet of ten players over thirty rounds; pause now and then for a look."""
    value = {**value_of(shipped(name))}
    if name == "last_first":  # every round in another order, and large numbers
        value = {**value, "end": {"rounds": 30}, "multiply": [{"rounds": [7], "by": 10}]}
    engine = catalog.load("scorepad")
    start = catalog.begin(engine, seats=10, seed=3, first=0, given={"template": value})
    keep_clocks(services, "fischer")
    services.table = table = begin_match(
        services.queue, "scorepad", start,
        names=NAMES, timing=services.timing("scorepad"), time=services.time,
    )  # fmt: skip
    number = 0
    while table.match.turn is not None and len(table.match.state.rounds) <= 30:
        entries = [engine.write(each) for each in engine.legal(table.match.state)]
        cells = [text for text in entries if "=" in text and text[0] != "!"]
        text = cells[number % min(len(cells), 5)]
        if name == "last_first":
            text = text.partition("=")[0] + f"={(-1) ** number * (number * 7919 % 20_000)}"
        table.play(text)
        number += 1
        if number in (5, 64, 128, 290):
            yield


def looks(services: Any) -> Iterator[None]:
    """Go through every language and size of text."""
    for language in LANGUAGES:
        for size in ("normal", "large"):
            services.settings.put("language", language)
            services.settings.put("text", size)
            yield


@pytest.mark.parametrize("name", ["plain", "down_501", "dice_sheet", "last_first"])
def test_ten_players_and_thirty_rounds_fit(box: Any, name: str) -> None:
    """Play, the whole sheet, the course, undo, the aid and the end, with difficult names."""
    services = box.services
    faults: list[str] = []
    for _ in large_sheet(services, name):
        for _ in looks(services):
            play = Play(services)
            faults += faults_of(play)
            for steps, coarse in ((-1, False), (40, True), (1, False)):
                play.picker.turn(steps, coarse=coarse)
                faults += faults_of(play)
    table = services.table
    assert len(table.match.state.rounds) >= {"dice_sheet": 13, "down_501": 7}.get(name, 30)
    for _ in looks(services):
        if table.match.turn is not None:
            faults += all_pages(Compare(services)) + all_pages(Aid(services))
        faults += faults_of(UndoPreview(services))
    if table.match.turn is not None:
        table.play("end", 0)
    for _ in looks(services):
        faults += faults_of(ResultScreen(services))
        faults += all_pages(ResultPages(services, table.match))
    assert faults == []
