"""A tiny game is played from Home to the export, and no file of the product knows it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import firmware_py.games
from engines import catalog
from firmware_py.games import lesson, ui_of
from firmware_py.games.game_ui import GameUI
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import gather
from firmware_py.history.export import FORMATS, bgstats_play
from firmware_py.match.game_info import GameInfo
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.corrections import Compare
from firmware_py.screens.play.result import ResultScreen
from firmware_py.screens.play.why import Why
from tests.firmware_py.example_game import plugin
from tests.firmware_py.example_game.rules import MOST
from tests.support import completeness
from tests.support.completeness import missing
from tests.support.table_players import TablePlayers, new_game

TESTS = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the game into the catalog for one test."""
    games, path = dict(catalog.GAMES), list(firmware_py.games.__path__)
    plugin.add(games, path)
    monkeypatch.setattr(catalog, "GAMES", games)
    monkeypatch.setattr(firmware_py.games, "__path__", path)


def test_it_is_played_from_home_to_the_export(box: Any) -> None:
    """The sheet, laying, a turn, WHY, check a move, correcting, undo, the result, the history."""
    players = TablePlayers(box, "nim", options={"heap": "long"})
    new_game(box, "nim", ("Ida", "Bo"), first="Ida", options={"heap": "long"})
    assert isinstance(box.screen, Laying)
    assert "Lay 21 sticks on the table." in " ".join(box.text)
    players.set_up()

    box.turn(1)
    assert box.chosen == "Take 2"
    box.press("why")
    assert isinstance(box.screen, Why)
    assert "ake 2" in " ".join(box.text)
    box.press("back")
    players.play("2")
    assert box.services.table.match.state.left == 19

    box.hold("knob").choose("Check a move")
    box.turn(MOST).press()
    assert "One takes 1 to 3 sticks, not 4." in " ".join(box.text)
    box.hold("back").choose("Resume")

    box.hold("knob").choose("Check the table")
    assert isinstance(box.screen, Compare)
    box.press().press().turn(-1).press()
    assert box.services.table.match.state.left == 18
    box.hold("back").choose("Resume")

    box.hold("undo")  # the correction of this turn: no question
    players.ready()
    assert box.services.table.match.state.left == 19
    box.hold("undo").turn(1).press()
    assert box.services.table.match.state.left == 21
    assert "Put 2 back." in " ".join(box.text)
    players.ready()
    box.hold("knob").choose("Redo")
    players.ready()
    assert box.services.table.match.state.left == 19

    players.play_out()
    assert isinstance(box.screen, ResultScreen)
    outcome = players.engine.outcome(players.truth.state)
    assert outcome is not None
    assert outcome.winner is not None
    winner = ("Ida", "Bo")[outcome.winner]
    assert f"{winner} wins" in box.text
    box.hold("back").choose("History")
    assert "Nim" in box.chosen
    ended = gather(EndedMatches(box.store.connection), 1)
    assert bgstats_play(ended)["game"] == {
        "name": "Nim", "sourceGameId": "nim", "highestWins": True, "noPoints": True,
    }  # fmt: skip
    assert json.loads(FORMATS["json"].make(ended))["game"] == "nim"
    assert box.unfit == {}


def test_what_it_still_lacks_is_said() -> None:
    """Samples, pictures and a target: the example goes without."""
    assert missing("nim") == [
        "tests/engines/vectors/nim.json: sample games",
        "tests/engines/nim/: tests of its rules",
        "tests/support/gallery/games/nim.py: STORIES, the moments of the gallery",
        "bench/real_tables/nim.py: TABLE, with the target of what a turn costs",
    ]


def test_a_game_without_a_ui_gets_a_message_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules alone are a beginning."""
    monkeypatch.setitem(catalog.GAMES, "sticks", "tests.firmware_py.example_game.rules")
    assert missing("sticks")[:2] == [
        "firmware_py/games/sticks/__init__.py: INFO, with a title",
        "firmware_py/games/sticks/ui.py: No module named 'firmware_py.games.sticks'",
    ]


def test_a_game_ui_names_what_it_lacks() -> None:
    """Python names the parts that have no default."""
    parts: dict[str, Any] = {}
    with pytest.raises(TypeError, match=r"tree.*attempts.*draw.*hands.*aid.*areas.*plan"):
        GameUI(**parts)


def test_an_option_without_a_name_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would not be on the sheet."""
    package = import_module("firmware_py.games.nim")
    monkeypatch.setattr(package, "INFO", GameInfo(title="Nim", option_names={"pile": "Pile"}))
    home = "firmware_py/games/nim/__init__.py"
    assert missing("nim")[:2] == [
        f"{home}: a name for the option heap in option_names, or put it in hidden_options",
        f"{home}: the rules have no option pile",
    ]


def test_a_lesson_that_is_missing_or_does_not_play_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A beginner has nobody else to ask."""
    file = tmp_path / "lesson.toml"
    monkeypatch.setattr(lesson, "_path", lambda _: file)
    monkeypatch.setattr(completeness, "lesson_of", lesson.lesson_of.__wrapped__)
    home = "firmware_py/games/nim/lesson.toml"
    assert missing("nim")[0] == f"{home}: a lesson"
    file.write_text('[[step]]\nen = "a"\nfr = "b"\nit = "c"\nplays = ["9"]\n')
    assert missing("nim")[0].startswith(f"{home}: WRONG_NUMBER")


def test_a_ui_without_aid_and_legend_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are one press away in every match."""
    bare = replace(ui_of("nim"), aid=lambda _: ())
    monkeypatch.setattr(import_module("firmware_py.games.nim.ui"), "UI", bare)
    monkeypatch.setattr(completeness, "ui_of", ui_of.__wrapped__)
    home = "firmware_py/games/nim/ui.py"
    assert missing("nim")[:2] == [
        f"{home}: aid, the pages of the player aid",
        f"{home}: a legend, a page of the aid that draws the signs",
    ]


def test_whatever_takes_the_catalog_takes_it_too() -> None:
    """The contract of engines, whole games and every screen that must fit, unchanged.

    Sample games are a file next to those of the product, which an example has no place for.
    """
    options = "-q -p no:cacheprovider -p tests.firmware_py.example_game.plugin"
    wanted = ("-k", "nim and not sample_games")
    tests = (
        "engines/test_contract.py",
        "firmware_py/ui/test_fit.py",
        "firmware_py/ui/test_flows_games.py",
        "firmware_py/games/test_lessons.py",
    )
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options.split(), *wanted, *tests],
        cwd=TESTS,
        env={"PYTHONPATH": str(TESTS.parent), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "passed" in run.stdout
