"""Screens of reasons: what a hold, a tap or a web page can do while one is shown."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.app.page_state import BigTable
from firmware_py.match.taps import part_code
from firmware_py.screens.learn.lesson import LessonScreen
from firmware_py.screens.learn.puzzle import PuzzleScreen
from firmware_py.screens.play.corrections import Compare
from firmware_py.screens.play.entry import CheckMove
from firmware_py.screens.play.hint import Hint
from firmware_py.screens.play.match_menu import MatchMenu
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.why import Verdict, Why
from tests.support.match_on_table import begin
from tests.support.tapping import tap


def parts(box: Any) -> dict[str, Any]:
    """Return what a page that may act gets."""
    return BigTable(box.services).parts(box.app.screens)[0]


def refuse(box: Any) -> None:
    """Tap a piece that cannot move."""
    table = box.services.table.match
    for part, node in box.screen.entry.ui.attempts(table.state).children.items():
        if table.why_not(node.first()) is not None and part not in box.screen.picker.options:
            tap(box, part_code(part))
            return
    raise AssertionError("every piece can move")


@pytest.mark.parametrize("opens", [refuse, lambda box: box.press("why")])
@pytest.mark.parametrize(("control", "opened"), [("knob", MatchMenu), ("why", Hint)])
def test_holding_a_button_over_a_reason_acts_on_the_match(
    box: Any, opens: Any, control: str, opened: type
) -> None:
    begin(box, "mana")
    box.services.settings.put("hints", "on")
    box.press()
    opens(box)
    assert isinstance(box.screen, Verdict | Why)
    box.hold(control)
    assert isinstance(box.screen, opened)
    assert box.services.toast == ""


def test_holding_undo_over_a_refusal_takes_the_last_choice_back(box: Any) -> None:
    begin(box, "mana")
    box.press()
    assert len(box.services.table.match.moments) == 1
    refuse(box)
    assert isinstance(box.screen, Verdict)
    box.hold("undo")
    assert isinstance(box.screen, Play)
    assert len(box.services.table.match.moments) == 0


def test_a_hold_over_a_checked_move_closes_the_answer(box: Any) -> None:
    begin(box, "mana")
    box.hold("knob").choose("Check a move").press()
    assert isinstance(box.screen, Verdict)
    box.hold("undo")
    assert isinstance(box.screen, CheckMove)


def test_a_refusal_in_a_lesson_has_a_heading_on_the_page(box: Any) -> None:
    box.choose("Learn").choose("Mana")
    lesson = box.screen
    assert isinstance(lesson, LessonScreen)
    steps = lesson.lesson.steps
    lesson._go_to(next(n for n, step in enumerate(steps) if step.attempt is not None))  # noqa: SLF001 - straight to the step
    while not lesson.is_asking:
        box.press()
    while not isinstance(box.screen, Verdict):
        box.press()
    assert parts(box)["title"] == "Not legal"
    assert parts(box)["caption"]


def test_a_refusal_in_a_puzzle_has_a_heading_on_the_page(box: Any) -> None:
    box.choose("Puzzles").press()
    puzzle = box.screen
    assert isinstance(puzzle, PuzzleScreen)
    match = puzzle.entry.match
    for part, node in puzzle.entry.ui.attempts(match.state).children.items():
        if match.why_not(node.first()) is not None and part not in puzzle.picker.options:
            tap(box, part_code(part))
            break
    assert isinstance(box.screen, Verdict)
    assert parts(box)["title"] == "Not legal"


def test_a_refusal_in_play_does_not_repeat_that_it_is_one(box: Any) -> None:
    """The page shows whose turn it is above the picture."""
    begin(box, "mana")
    box.press()
    refuse(box)
    assert parts(box)["caption"] == box.screen.words().text


def test_a_legal_move_that_was_checked_has_a_button_on_the_page(box: Any) -> None:
    begin(box, "mana")
    box.hold("knob").choose("Check a move")
    engine, state = box.services.table.match.engine, box.services.table.match.state
    (part,) = engine.parts(next(iter(engine.legal(state))))
    tap(box, part_code(part))
    assert isinstance(box.screen, Verdict)
    shown = parts(box)
    assert shown["caption"].startswith("Legal. ")
    (button,) = (each for each in shown["choices"]["buttons"] if each["label"] == "Play it")
    tap(box, button["code"])
    assert isinstance(box.screen, Play)
    assert len(box.services.table.match.lines) == 1


def play_first(box: Any) -> None:
    """Play the first legal choice, as a program on the serial port does."""
    table = box.services.table
    table.play(table.match.engine.write(next(iter(table.match.engine.legal(table.match.state)))))


def test_no_choice_of_the_old_table_is_offered_behind_a_corrected_one(box: Any) -> None:
    """The picture on a page, behind the list of corrections, is drawn from one table."""
    begin(box, "mana")
    box.hold("knob").choose("Check the table")
    play_first(box)
    play = box.app.screens[1]
    assert isinstance(play, Play)
    assert play.scene().state is box.services.table.match.state
    assert play.scene().options == ()
    assert play.asked_number() is None
    box.press("back").press("back")
    assert isinstance(box.screen, Play)
    assert play.scene().options


def test_a_value_is_corrected_in_the_current_table(box: Any) -> None:
    """A program may play while the values are shown; its move stands."""
    begin(box, "mandala")
    box.hold("knob").choose("Check the table")
    compare = box.screen
    assert isinstance(compare, Compare)
    for _ in compare.areas:
        if compare.areas[compare.page].fields:
            break
        box.turn(1)
    box.press().press().turn(1)
    play_first(box)
    position = box.services.table.match.engine.position
    played = position(box.services.table.match.state)
    box.press()
    now = position(box.services.table.match.state)
    assert {part for part in played if now[part] != played[part]} <= {"deck", "mountains"}
