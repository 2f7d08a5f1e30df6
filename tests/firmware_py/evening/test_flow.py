"""A whole evening with the knob: set up, played on the box, typed, killed, corrected, exported."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path
from typing import Any

import pytest

from firmware_py.match.table_match import TableMatch
from firmware_py.screens.evening.evening import EveningMenu
from firmware_py.screens.evening.set_up import SetUp
from firmware_py.screens.evening.tables import TableList, TableMenu
from firmware_py.screens.new_game.new_game import NewGame
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.storage.recovery import open_or_recover
from firmware_py.ui.lists import TextScreen
from tests.support.evening_rules import Checker, read_rounds
from tests.support.trf_reader import read_trf

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")


def set_up(box: Any, names: tuple[str, ...], game: str) -> None:
    """Come to the first row of the sheet of an evening, with all of these ticked."""
    for name in names:
        box.store.add_player(name)
    box.choose("Evening").choose("Who is here")
    for name in names:
        box.choose(name)
    box.press("back").choose("Games").choose(game)
    box.press("back")


def evening(box: Any) -> Any:
    found = box.services.evenings.running()
    assert found is not None
    return found


def enter(box: Any, table: int, *rows: str) -> None:
    """Enter the result of a table, from the list of tables."""
    assert isinstance(box.screen, TableList)
    box.turn_to_end(-1).turn(table - 1).press().choose("Enter the result")
    for row in rows:
        box.choose(row)
    assert isinstance(box.screen, TableMenu)
    box.press("back")


def enter_all(box: Any) -> None:
    """The first of each pair wins."""
    for at, table in enumerate(evening(box).rounds[-1].tables, 1):
        if not table.results:
            enter(box, at, f"{table.names[0]} wins")


def killed(box: Any, make_box: Any, folder: Path) -> Any:
    """Return a box on the files as they are now, without any farewell of the one before."""
    shutil.copytree(box.store.path.parent, folder, ignore=shutil.ignore_patterns("*.lock"))
    return make_box(folder=folder)


def test_an_evening_of_mana(box: Any, make_box: Any, tmp_path: Path) -> None:
    """Five players, the free set-up, one game on the box, a kill in it, late and early people."""
    set_up(box, NAMES[:5], "Mana")
    assert isinstance(box.screen, SetUp)
    assert "Free set-up: yes" in " ".join(
        row.label + ": " + row.detail for row in box.screen.rows()
    )
    box.choose("Form").choose("Swiss").choose("Begin")
    box.choose("Next round")
    assert len(evening(box).rounds[0].tables) == 2
    assert len(evening(box).rounds[0].out) == 1
    first = evening(box).rounds[0].tables[0].names
    box.press("why")
    assert isinstance(box.screen, TextScreen)
    assert "Points before the round" in box.screen.words().text
    box.press("back").press().choose("Play on this box")
    assert isinstance(box.screen, NewGame)
    assert tuple(box.screen.plan.names) == first
    box.choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    assert box.services.table.match.start.options["advanced"] is True
    assert box.services.table.match.start.first == 0

    box = killed(box, make_box, tmp_path / "killed")
    box.choose("Evening").choose("Round 1").press()
    box.choose("Go on with the game")
    while not isinstance(box.screen, Play):
        box.press()
    box.hold("knob").choose("Resign").choose(f"{first[0]} resigns").choose("Yes")
    assert isinstance(box.screen, ResultScreen)
    assert evening(box).rounds[0].tables[0].results == {0: (2, 1)}
    box.press().choose("Evening").choose("Round 1")
    enter(box, 2, "Draw")
    box.press("back")

    # Somebody comes late, somebody leaves.
    box.store.add_player("Gus")
    box.choose("Who is here").choose("Gus").choose(evening(box).rounds[0].tables[1].names[0])
    box.press("back").choose("Next round")
    assert {"Gus"} < set(evening(box).present)
    enter_all(box)
    box.press("back").choose("Standings")
    assert first[1] in box.chosen  # who won on the box and again is ahead
    box.press()
    assert "Round 1" in box.screen.words().text
    box.press("back").press("back")

    # A wrong result is corrected, and the record says by whom.
    box.choose("All rounds").choose("Round 1").turn_to_end(-1).turn(1).press()
    box.choose("Correct the result").choose("Ben").turn_to_end(-1).press()
    table = evening(box).rounds[0].tables[1]
    assert table.results == {0: (1, 2)}
    box.press("back").press("back").press("back").choose("What was entered").press()
    assert "Corrected, round 1" in box.screen.words().text
    assert "Ben" in box.screen.words().text
    box.press("back").press("back")

    box.choose("End the evening").choose("Yes")
    assert box.services.evenings.running() is None
    box.choose("Export").choose("TRF16")
    _, players = read_trf(next(tmp_path.rglob("evening-1-trf.txt")).read_text())
    assert {each.name for each in players.values()} == {*NAMES[:5], "Gus"}
    box.press("back").choose("Results (CSV)")
    checker = Checker("swiss")
    for rows in read_rounds(next(tmp_path.rglob("*results.csv")).read_text()):
        checker.here = {row["player"] for row in rows}
        checker.check(rows)
    box.press("back").choose("Standings (CSV)")
    rows = list(csv.DictReader(next(tmp_path.rglob("*standings.csv")).read_text().splitlines()))
    assert {row["player"]: float(row["points"]) for row in rows} == checker.points
    assert box.unfit == {}


def test_a_kill_right_after_the_last_choice_loses_no_result(
    box: Any, make_box: Any, tmp_path: Path
) -> None:
    """The match is over on the disk, and the evening does not know it yet."""
    set_up(box, NAMES[:3], "Mana")
    box.choose("Begin").choose("Next round").press().choose("Play on this box").choose("Start")
    table: TableMatch = box.services.table
    names = evening(box).rounds[0].tables[0].names
    table.play("resign", 0)
    assert evening(box).rounds[0].tables[0].results == {}
    box = killed(box, make_box, tmp_path / "killed")
    box.choose("Evening")
    assert evening(box).rounds[0].tables[0].results == {0: (2, 1)}
    assert evening(box).points()[names[1]] == 1


def test_tables_of_four(box: Any) -> None:
    """Ranks are counted up, equals share, and there is no TRF."""
    set_up(box, NAMES[:4], "Mandala Stones")
    box.choose("Begin").choose("Next round")
    names = evening(box).rounds[0].tables[0].names
    box.press().choose("Enter the result")
    for name, presses in zip(names, (2, 1, 2, 4), strict=True):
        box.find(name)
        for _ in range(presses):
            box.press()
    box.choose("Save")
    assert evening(box).rounds[0].tables[0].results == {0: (2, 1, 2, 4)}
    points = [evening(box).points()[name] for name in names]
    assert points == [2.5, 5, 2.5, 1]
    box.hold("back").choose("Evening").choose("Export").find("TRF16")
    assert "(TRF16)" in " ".join(box.text)
    assert box.unfit == {}


def test_what_is_set_up_survives_a_restart(box: Any) -> None:
    set_up(box, NAMES[:4], "Mana")
    box.find("Free set-up").press()
    assert "twice" in " ".join(row.detail for row in box.screen.rows())
    box.restart().choose("Evening")
    assert isinstance(box.screen, SetUp)
    assert box.screen.draft.here == list(NAMES[:4])
    box.choose("Begin").choose("Next round").press()
    assert [row.key for row in box.screen.rows()][:2] == ["play 0", "enter 0"]
    box.choose("Enter the result 2").press()
    names = evening(box).rounds[0].tables[0].names
    assert evening(box).rounds[0].tables[0].results == {1: (1, 2)}
    assert evening(box).points()[names[0]] == 1


def test_a_round_without_a_result_can_be_made_again(box: Any) -> None:
    set_up(box, NAMES[:4], "Mana")
    box.choose("Begin").choose("Next round").press("back")
    box.choose("Cancel the round").choose("someone else")
    assert evening(box).rounds == []
    box.choose("Next round")
    assert len(evening(box).rounds) == 1


def test_an_evening_ends_and_goes_on_and_is_deleted(box: Any) -> None:
    set_up(box, NAMES[:3], "Mana")
    box.choose("Begin").choose("End the evening").choose("Yes")
    box.hold("back").choose("Evening").choose("Earlier evenings").press()
    assert isinstance(box.screen, EveningMenu)
    box.choose("Go on")
    assert evening(box).number == 1
    box.choose("End the evening").choose("Yes").choose("Delete").choose("Yes").choose("Yes")
    assert box.services.evenings.numbers() == []
    assert box.store.evenings() == []


def test_the_television_shows_each_result_and_comes_back_after_a_start(box: Any) -> None:
    set_up(box, NAMES, "Mana")
    box.choose("Begin").choose("Next round").press("back").choose("Television").press("back")
    pages = box.services.shared_pages
    by_table = pages["/evening"]()[1].decode()
    first = evening(box).rounds[0].tables[0].names
    assert f"<span>{first[0]} – {first[1]}</span>" in by_table
    assert 'content="12;url=/evening/names"' in by_table
    assert "<span>Fay</span>" in pages["/evening/names"]()[1].decode()
    box.choose("Round 1")
    enter(box, 1, f"{first[0]} wins")
    assert f"<span>{first[0]} 1 : 0 {first[1]}</span>" in pages["/evening"]()[1].decode()
    assert f"<span>1</span><span>{first[0]}" in pages["/evening/standings"]()[1].decode()


def test_a_damaged_evening_is_reported_and_hides_no_other(box: Any, tmp_path: Path) -> None:
    """A flipped bit in its row: the rest of the file is as it was."""
    set_up(box, NAMES[:3], "Mana")
    box.choose("Begin").choose("End the evening").choose("Yes")
    box.hold("back")
    folder = box.store.path.parent
    box.close()
    data = (folder / "tablemate.db").read_bytes()
    assert data.count(b'"format": "all"') == 1
    (folder / "tablemate.db").write_bytes(data.replace(b'"format": "all"', b'"format": "alm"'))
    store, report = open_or_recover(folder)
    assert report is not None
    assert store.evenings() == []
    assert store.players() == list(NAMES[:3])
    store.close()


@pytest.mark.parametrize(
    "log",
    [
        {},
        [],
        [{"do": "begin"}],
        [{"do": "begin", "plan": {}, "seed": 1}],
        ["x"],
    ],
)
def test_an_evening_that_makes_no_sense_is_listed_as_damaged(box: Any, log: object) -> None:
    """A restored backup may hold anything."""
    box.store.put_evening(3, log)
    box.choose("Evening").choose("Earlier evenings")
    assert "damaged" in " ".join(box.text)


def test_the_games_of_an_evening_have_one_clock(box: Any) -> None:
    """It is chosen at the first table; games outside the evening keep their own."""
    set_up(box, NAMES[:4], "Mana")
    box.choose("Form").choose("Swiss").choose("Begin")
    box.choose("Next round")
    box.turn_to_end(-1).press().choose("Play on this box").choose("Clock").choose("per turn")
    box.choose("Minutes").choose("3").choose("Start")
    box.hold("back").choose("Evening").choose("Round 1").turn_to_end(-1).turn(1).press()
    box.choose("Play on this box").find("Clock")
    assert box.chosen == "Clock: per turn"
    assert box.find("Minutes").chosen == "Minutes: 3"
    box.hold("back").choose("New game").choose("Mana").find("Clock")
    assert box.chosen == "Clock: off"
