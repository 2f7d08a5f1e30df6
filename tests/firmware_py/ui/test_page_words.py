"""Screens that show a table: a page says in words what each is, for lessons and puzzles too."""

from __future__ import annotations

import re
from typing import Any

import pytest

from firmware_py.app.page_state import BigTable
from firmware_py.match.taps import part_code
from firmware_py.screens.learn.lesson import LessonScreen
from firmware_py.screens.learn.puzzle import PuzzleScreen
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.entry import CheckMove
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.why import Verdict
from firmware_py.ui.navigation import Push
from hardware.events import Control, Pressed
from tests.support.match_on_table import begin
from tests.support.tapping import tap


def parts(box: Any) -> dict[str, Any]:
    """Return the parts for a page that may act."""
    return BigTable(box.services).parts(box.app.screens)[0]


def press_on_page(box: Any) -> None:
    """Press the knob of a page."""
    box.app.inbox.post(Pressed(Control.KNOB, "web-1"))
    box.app.step(0.0)


def test_a_lesson_says_its_whole_sentence_and_one_tap_leads_on(box: Any) -> None:
    box.choose("Learn").choose("Mandala")
    lesson = box.screen
    assert isinstance(lesson, LessonScreen)
    lesson._go_to(next(n for n, step in enumerate(lesson.lesson.steps) if step.do is not None))  # noqa: SLF001 - straight to the step
    shown = parts(box)
    assert shown["title"] == f"Lesson {lesson.place + 1}/{len(lesson.lesson.steps)}"
    assert shown["caption"] == lesson._sentence()  # noqa: SLF001 - the text that has to be shown
    assert shown["screen"] == "play"
    (on,) = shown["choices"]["buttons"]
    assert on["label"] == "Go on"
    assert not lesson.is_asking
    tap(box, on["code"])
    assert lesson.is_asking
    shown = parts(box)
    assert shown["caption"] == lesson._sentence()  # noqa: SLF001 - the text that has to be shown
    assert shown["answer"]["says"]
    assert on not in shown["choices"]["buttons"]


def test_a_puzzle_says_its_task_and_what_is_under_the_cursor(box: Any) -> None:
    box.choose("Puzzles")
    puzzle = box.screen
    assert isinstance(puzzle, PuzzleScreen)
    shown = parts(box)
    assert (shown["title"], shown["caption"]) == ("Puzzle 1/300", "White wins in 2 moves.")
    box.press()
    assert parts(box)["answer"]["says"] == str(puzzle.entry.picker.highlighted.value)


def test_a_lesson_is_not_shown_as_the_match_that_waits(box: Any) -> None:
    """Whose turn it is, scores and moves would be those of another table."""
    begin(box, "mana")
    assert parts(box)["head"]["who"] == "Anna"
    box.hold("back").choose("Learn").choose("Mandala")
    assert not parts(box).keys() & {"head", "seats", "moves", "hands"}


def test_what_was_checked_on_a_page_is_played_by_a_press_there(box: Any) -> None:
    begin(box, "mana")
    box.hold("knob").choose("Check a move")
    assert isinstance(box.screen, CheckMove)
    assert parts(box)["caption"].startswith("Check. Enter what was played")
    legal = box.services.table.match.engine.legal(box.services.table.match.state)
    (part,) = box.services.table.match.engine.parts(next(iter(legal)))
    tap(box, part_code(part))
    assert isinstance(box.screen, Verdict)
    press_on_page(box)
    assert isinstance(box.screen, Play)
    assert len(box.services.table.match.lines) == 1


def test_why_on_a_page_ends_with_the_place_in_the_rulebook(box: Any) -> None:
    """In a line of its own, however the display breaks the text into pages."""
    begin(box, "mana")
    box.press("why")
    shown = parts(box)["screen"]["text"]
    assert ".\nMana: the daimio's first square\n" in shown
    assert shown.endswith(".\nMana: the set-up")


@pytest.mark.parametrize("game", ["mana", "mandala", "icehouse"])
def test_where_things_go_is_a_picture_of_the_table_with_its_sentence(box: Any, game: str) -> None:
    begin(box, game)
    laying = Laying(box.services)
    box.app.follow(Push(laying))
    laying.turn_pages(1)
    shown = parts(box)
    assert shown["screen"] == "play"
    assert shown["picture"].startswith("<svg")
    assert re.fullmatch(r"Set up the game 2/\d\. \w+ [^.]{12,}", shown["caption"])


def test_a_plan_that_the_picture_does_not_show_is_left_to_the_display(box: Any) -> None:
    """Only towers are tracked: the main board, which is laid, is on no picture."""
    begin(box, "stones")
    box.app.follow(Push(Laying(box.services)))
    box.screen.turn_pages(1)
    assert parts(box)["screen"] is None


def test_a_choice_is_taken_back_by_a_finger_on_its_answer(box: Any) -> None:
    """A page has no button to be held; the safe answer is the chosen one."""
    begin(box, "mana")
    box.press()
    assert len(box.services.table.match.lines) == 1
    for code, lines in ((0, 1), (1, 0)):
        box.press("undo")
        rows = parts(box)["screen"]["rows"]
        assert [(row["label"], row["chosen"]) for row in rows] == [
            ("No", True),
            ("Undo", False),
        ]
        tap(box, rows[code]["code"])
        assert isinstance(box.screen, Play)
        assert len(box.services.table.match.moments) == lines


def test_the_player_aid_is_shown_in_words(box: Any) -> None:
    begin(box, "mana")
    box.hold("knob").choose("Player aid")
    shown = parts(box)["screen"]
    assert re.fullmatch(r".+ \d/\d+", shown["title"])
    assert len(shown["text"]) > 20
