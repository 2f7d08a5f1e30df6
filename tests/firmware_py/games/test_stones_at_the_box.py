"""Mandala Stones on a whole box: questions in sight, no press lost, work of hands in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.languages import LANGUAGES
from firmware_py.games import ui_of
from firmware_py.match.table_match import begin_match
from firmware_py.screens.history.replay import Replay
from firmware_py.screens.play.play import Play
from firmware_py.ui.lists import Ask
from firmware_py.ui.navigation import Push, Replace
from tests.support.table_players import path_to


def sit(box: Any, moves: str = "", seats: int = 2, mandala: tuple[str, ...] = ()) -> None:
    """Begin a match, play some moves beforehand, and open its screen."""
    services = box.services
    engine = catalog.load("stones")
    given = {"mandala": [*mandala]}
    start = catalog.begin(engine, seats=seats, seed=1, first=0, options={}, given=given)
    services.table = begin_match(
        services.queue,
        "stones",
        start,
        names=("Anna", "Ben", "Chloe", "Dora")[:seats],
        timing=services.timing("stones"),
        time=services.time,
    )
    for text in moves.split():
        services.table.play(text)
    box.app.follow(Push(Play(services)))
    box.app.paint()


def enter(box: Any, text: str) -> int:
    """Enter a choice with the knob and return how many presses it took."""
    play = box.screen
    assert isinstance(play, Play)
    match = play.table.match
    parts = path_to(ui_of("stones").tree(match.state), text)
    assert parts is not None
    done, presses = len(match.lines), 0
    while len(match.lines) == done:
        picker = play.picker
        box.turn(picker.options.index(parts[len(picker.picked)]) - picker.index).press()
        presses += 1
    return presses


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_mandala_question_is_in_sight_at_once(make_box: Any, language: str) -> None:
    """The work of the first answer is next to the question for the second space."""
    box = make_box(language=language)
    sit(box, "PRB@1 PR@1 PB@2 PR@2")
    enter(box, "T12")
    enter(box, "=0")
    question = box.said("What does mandala space {about} show?").format(about=2)
    assert question in box.text
    assert any("mandala" in line.lower() and line != question for line in box.text)
    assert box.unfit == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_objective_is_asked_is_in_sight_at_once(make_box: Any, language: str) -> None:
    """The marker of the player before is next to it, not over it."""
    box = make_box(language=language)
    sit(box)
    services = box.services
    services.table.play("end")
    box.app.follow(Replace(Play(services)))
    box.app.paint()
    enter(box, "O5")
    asked = box.said("How many VP does the objective of {about} give? 0 if it is not met.")
    assert asked.format(about="Ben") in box.text
    assert any("0→5" in line for line in box.text)
    assert box.unfit == {}


def test_no_press_is_lost_after_work_for_hands(box: Any) -> None:
    sit(box, "PRB@1 PR@1 PB@2 PR@2", mandala=("0", "0", "0", "0", "end"))
    enter(box, "T12")
    assert any("to the mandala" in line for line in box.text)
    assert enter(box, "T12") == 1


def test_a_bonus_names_the_mandala(box: Any) -> None:
    sit(box, "PRB@1 PR@1", mandala=("2", "0", "0", "end"))
    enter(box, "T1")
    lines = [*box.text, *box.press("back").text]
    assert any("mandala space 1: +2" in line for line in lines)
    assert not any(line.startswith("Space 1") for line in lines)


def test_nothing_to_pick_ends_the_match_only_after_a_yes(box: Any) -> None:
    sit(box)
    play = box.screen
    names = [part.name for part in play.picker.options]
    box.turn(names.index("nothing") - play.picker.index)
    assert "> Nothing to pick" in box.text
    box.press()
    assert isinstance(box.screen, Ask)
    assert box.services.table.match.lines == []
    assert any("The game ends" in line for line in box.text)
    box.press()
    assert isinstance(box.screen, Play)
    assert box.services.table.match.lines == []
    box.press().choose("Yes")
    assert [line.text for line in box.services.table.match.lines] == ["N"]
    assert box.services.table.match.turn.asks == "objective"


def test_nothing_to_pick_is_taken_at_once_from_who_has_a_tower(box: Any) -> None:
    sit(box, "PR@1 PB@1")
    assert enter(box, "N") == 1
    assert "must score" in box.text


def test_a_match_played_again_reports(box: Any) -> None:
    """The towers are those of who has played."""
    sit(box, "PRB@1 PR@1 PB@2 PR@2 SB", mandala=("0", "0", "0", "end"))
    replay = Replay(box.services, box.services.table.match)
    box.app.follow(Push(replay))
    box.turn(1)
    assert "Tower built on space 1: red, blue." in box.text
    assert "1: RB, 2: -, 3: -, 4: -, 5: -" in box.text
    box.turn(4)
    assert any(line.startswith("Colour scored: blue, spaces 1, 2") for line in box.text)
    assert "1: R, 2: -, 3: -, 4: -, 5: -" in box.text
    assert box.unfit == {}
