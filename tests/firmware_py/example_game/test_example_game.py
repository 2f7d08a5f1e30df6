"""A tiny game is played from Home to the export, and no file of the product knows it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from people import People, new_game

import firmware_py.games
from engines import catalog
from example_game import plugin
from example_game.rules import MOST
from firmware_py.history.export import FORMATS, gather, play
from firmware_py.ui.screens.compare import Compare
from firmware_py.ui.screens.laying import Laying
from firmware_py.ui.screens.result import ResultScreen
from firmware_py.ui.screens.why import Why

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the game into the catalog for one test."""
    games, path = dict(catalog.GAMES), list(firmware_py.games.__path__)
    plugin.add(games, path)
    monkeypatch.setattr(catalog, "GAMES", games)
    monkeypatch.setattr(firmware_py.games, "__path__", path)


def test_it_is_played_from_home_to_the_export(box: Any) -> None:
    """The sheet, laying, a turn, WHY, check a move, mending, undo, the result, the history."""
    people = People(box, "nim", options={"heap": "long"})
    new_game(box, "nim", ("Ida", "Bo"), first="Ida", options={"heap": "long"})
    assert isinstance(box.screen, Laying)
    assert "Lay 21 sticks on the table." in " ".join(box.text)
    people.lay_the_table()

    box.turn(1)
    assert box.chosen == "Take 2"
    box.press("why")
    assert isinstance(box.screen, Why)
    assert "ake 2" in " ".join(box.text)
    box.press("back")
    people.play("2")
    assert box.services.table.match.state.left == 19

    box.hold("knob").choose("Check a move")
    box.turn(MOST).press()
    assert "One takes 1 to 3 sticks, not 4." in " ".join(box.text)
    box.hold("back").choose("Resume")

    box.hold("knob").choose("Compare the table")
    assert isinstance(box.screen, Compare)
    box.press().press().turn(-1).press()
    assert box.services.table.match.state.left == 18
    box.hold("back").choose("Resume")

    box.hold("undo").turn(1).press()
    people.ready()
    box.hold("undo").turn(1).press()
    assert box.services.table.match.state.left == 21
    assert "Put 2 back." in " ".join(box.text)
    people.ready()
    box.hold("knob").choose("Redo")
    people.ready()
    assert box.services.table.match.state.left == 19

    people.play_out()
    assert isinstance(box.screen, ResultScreen)
    outcome = people.engine.outcome(people.truth.state)
    assert outcome is not None
    assert outcome.winner is not None
    winner = ("Ida", "Bo")[outcome.winner]
    assert f"{winner} wins" in box.text
    box.hold("back").choose("History")
    assert "Nim" in box.chosen
    ended = gather(box.store.archive, 1)
    assert play(ended)["game"] == {
        "name": "Nim", "sourceGameId": "nim", "highestWins": True, "noPoints": True,
    }  # fmt: skip
    assert json.loads(FORMATS["json"].make(ended))["game"] == "nim"
    assert box.unfit == {}


def test_whatever_takes_the_catalog_takes_it_too() -> None:
    """The contract of engines, whole games and every screen that must fit, unchanged."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "example_game.plugin",
        "-p",
        "no:cacheprovider",
    ]
    tests = [
        "engines/test_contract.py",
        "firmware_py/ui/test_fit.py",
        "firmware_py/ui/test_flows_games.py",
    ]
    run = subprocess.run(
        [*command, "-k", "nim", *(f"tests/{test}" for test in tests)],
        cwd=ROOT,
        env={"PYTHONPATH": str(Path(__file__).parents[1]), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "passed" in run.stdout
