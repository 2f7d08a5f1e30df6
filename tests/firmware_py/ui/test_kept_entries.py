"""What people enter before the first turn is on disk with each press, and resumed where it was."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from firmware_py.games.draft import drafts_of
from firmware_py.screens.home import home
from firmware_py.screens.new_game.new_game import NewGame, new_game_sheet, resume_entry
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.ui.navigation import GoHome
from tests.support.terminal_window import Window, run_in_window

MakeBox = Callable[..., Any]

LAYING = {"Set up the game", "Lay the spiral", "Lay these three"}
"""Titles of pages of the set-up."""


@pytest.fixture
def killed(make_box: MakeBox, tmp_path: Path) -> Callable[[Any], Any]:
    """Return a function that starts a second box from what a killed one has on disk now."""
    count = iter(range(10_000))

    def kill(box: Any) -> Any:
        folder = tmp_path / f"killed{next(count)}"
        shutil.copytree(box.store.path.parent, folder)
        return make_box(folder=folder)

    return kill


def open_sheet(box: Any, game: str, **options: str) -> Any:
    """Choose a game in the menu, and how it is played."""
    box.choose("New game")
    box.choose(box.services.say(title_of(game)))
    assert isinstance(box.screen, NewGame)
    box.screen.plan.options |= options
    return box


def title_of(game: str) -> str:
    from firmware_py.match.game_info import info_of

    return info_of(game).title


def enter_board(box: Any) -> Any:
    """Open the entry of the main board."""
    open_sheet(box, "stones", tracking="board").press()
    while "1/28" not in box.text:
        box.press()
    return box


def test_every_answer_of_the_main_board_survives_a_kill(box: Any, killed: Any) -> None:
    """At each of its 28 steps the next start proposes to go on, and goes on there."""
    enter_board(box)
    for step in range(1, 29):
        box.turn(step % 3).press()
        again = killed(box)
        assert again.chosen == "Resume Mandala Stones", step
        again.press()
        assert again.text == box.text, step
    box.press()
    assert killed(box).press().screen.__class__ is Laying


def test_holding_back_keeps_the_main_board(box: Any) -> None:
    """Home offers it first; BACK from it leads to the sheet."""
    enter_board(box)
    for _ in range(10):
        box.press()
    before = box.text
    assert "11/28" in before
    box.hold("back")
    assert box.chosen == "Resume Mandala Stones"
    assert box.press().text == before
    for _ in range(11):
        box.press("back")
    assert isinstance(box.screen, NewGame)
    box.hold("back")
    assert "Resume" not in box.chosen  # everything was taken back


def test_start_on_the_sheet_goes_on_as_well(box: Any) -> None:
    """Nobody enters the same board twice."""
    enter_board(box)
    for _ in range(10):
        box.press()
    before = box.text
    box.hold("back")
    box.choose("New game").choose("Mandala Stones").choose("Start")
    assert box.text == before


def test_a_board_for_another_way_to_play_is_forgotten(box: Any) -> None:
    """An option was changed since."""
    enter_board(box)
    box.press().press()
    box.hold("back")
    box.choose("New game").choose("Mandala Stones").choose("Track").turn(-1).press()
    box.hold("back")
    assert "Resume" not in box.chosen


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_sheet_of_a_new_game_survives_a_kill(box: Any, killed: Any, game: str) -> None:
    """Whatever was changed on it."""
    open_sheet(box, game)
    plan = box.screen.plan
    low, high = plan.engine.seats
    if low < high:
        box.choose("Players").turn(9).press()
    box.choose("First player" if any("First player" in row for row in all_rows(box)) else "Dealer")
    box.turn(2).press()
    options = [option for option in plan.offered if plan.concerns(option)]
    if options:
        box.choose(box.services.say(plan.name_of(options[0]))).turn(1).press()
    again = killed(box)
    open_again = new_game_sheet(again.services, game).plan
    assert (open_again.names, open_again.first) == (plan.names, plan.first)
    assert open_again.options == plan.options
    assert drafts_of(again.services)[game].given == plan.given
    assert "Resume" not in again.chosen


def all_rows(box: Any) -> list[str]:
    return [row.item.label for row in box.screen._make()]


def test_a_sheet_that_nobody_touched_is_not_kept(box: Any) -> None:
    """The next start proposes the last players."""
    open_sheet(box, "mana")
    assert box.services.settings.recall("drafts", {}) == {}


def test_a_sheet_that_was_begun_is_forgotten(box: Any, killed: Any) -> None:
    open_sheet(box, "mana")
    box.choose("First player").turn(2).press()
    assert list(box.services.settings.recall("drafts", {})) == ["mana"]
    box.choose("Start")
    assert drafts_of(killed(box).services) == {}


WRONG: tuple[Any, ...] = (
    {"teams": 5}, {"late": [[]]}, {"template": 7}, {"tops": 5}, {"x": {}},
)  # fmt: skip


@pytest.mark.parametrize(
    "kept",
    [
        5, [], {"mana": 5}, {"mana": {}}, {"nothing": {"game": "nothing", "names": []}},
        {"mana": {"game": "mana", "names": ["A"] * 99, "first": 7}},
        {"mana": {"game": "mana", "names": [5], "entered": 5}},
        {"mana": {"game": "mana", "names": ["A", "B"], "options": {"x": []}, "bots": {"a": 1}}},
        {"stones": {"game": "stones", "names": ["A", "B"], "entered": [5, {}, None]}},
        *({game: {"game": game, "names": ["A", "B"], "first": None, "options": {}, "bots": {},
                  "practice": False, "entered": [], "given": given}}
          for game in ("mana", "stones", "scorepad")
          for given in WRONG),
        {"stones": {"game": "stones", "names": ["A", "B"], "first": None, "bots": {}, "given": {},
                    "practice": False, "options": {"tracking": "board"},
                    "entered": [["a2", "o"], "Ro", 5, {}]}},
        {"stones": {"game": "stones", "names": ["A", "B"], "entered": ["Ro"] * 99,
                    "options": {"tracking": "board"}}},
    ],
)  # fmt: skip
def test_kept_drafts_of_another_kind_do_no_harm(box: Any, kept: Any) -> None:
    """Another version wrote them, or a backup brought them."""
    box.services.settings.remember("drafts", kept)
    box.restart()
    box.app._stack[:] = [home(box.services)]  # noqa: SLF001 - as a start does
    box.app.paint()
    if box.chosen.startswith("Resume"):
        box.press()
    for game in ("mana", "stones", "scorepad"):
        box.hold("back")
        box.choose("New game").choose(box.services.say(title_of(game))).choose("Start").press()
    assert "Something went wrong" not in box.text


def test_a_kept_draft_that_cannot_be_read_is_proposed_once(box: Any) -> None:
    """Then it is gone."""
    box.services.settings.remember("drafts", {"mana": 5})
    assert isinstance(resume_entry(box.services, "mana"), GoHome)
    assert box.services.settings.recall("drafts", {}) == {}


def test_who_comes_later_can_be_marked_and_unmarked(box: Any) -> None:
    """A draft in which everybody is here says nothing about it."""
    open_sheet(box, "scorepad").choose("Come later")
    plan = next(iter(drafts_of(box.services).values()))
    box.press()
    assert plan.given["late"] == [1]
    box.press()
    assert "late" not in plan.given


def wait_for_text(window: Window, text: str) -> None:
    """Wait until a text is on the screen."""
    window.wait_for(lambda: text in window.text)


def test_answers_are_there_after_sigkill_of_the_real_program(box: Any, tmp_path: Path) -> None:
    """In a terminal, killed after one answer, then after two more, and so on."""
    enter_board(box).press()
    folder = box.store.path.parent
    box.close()
    (tmp_path / "t.toml").write_text("", encoding="utf-8")
    for answered in (1, 3, 8, 20):
        window = Window(80, 24)
        process = run_in_window(
            window,
            *("-m", "firmware_py", "--panel", "terminal"),
            *("--data", str(folder), "--config", str(tmp_path / "t.toml")),
        )
        try:
            wait_for_text(window, "Q quit")
            window.type(b"t\r")
            wait_for_text(window, f"{answered + 1}/28")
            for more in range(answered + 2, {1: 3, 3: 8, 8: 20, 20: 27}[answered] + 2):
                window.type(b"\r")
                wait_for_text(window, f"{more}/28")
        finally:
            process.kill()
            process.wait()
            window.close()


# --- laying ---


def lay_spiral(box: Any) -> Any:
    open_sheet(box, "icehouse").choose("Start")
    assert isinstance(box.screen, Laying)
    return box.press()


def test_every_page_of_the_laying_survives_a_kill(box: Any, killed: Any) -> None:
    """Each call of the spiral, and each page after it, until the match begins."""
    lay_spiral(box)
    seen = 0
    while "1/75" not in box.text:
        box.press()
    while box.services.table.match.turn is not None and LAYING & set(box.text[:1]):
        again = killed(box)
        assert again.chosen.startswith("Resume"), box.text
        assert again.press().text == box.text
        box.press()
        seen += 1
    assert seen > 25


def test_back_in_the_laying_is_kept_as_well(box: Any, killed: Any) -> None:
    lay_spiral(box)
    for _ in range(11):
        box.press()
    assert "34/75" in box.text
    box.press("back")
    assert "31/75" in killed(box).press().text


def test_laying_again_begins_at_the_first_page(box: Any) -> None:
    """What was laid for the first turn is done."""
    lay_spiral(box)
    while LAYING & set(box.text[:1]):
        box.press()
    box.hold("back")
    box.choose("Paused games").press().choose("Set up again")
    assert any(line.startswith("Set up the game") for line in box.text)
    assert any("1/" in line for line in box.text), box.text
