"""Taps on the sheet of the score pad: every cell is the one that the knob would choose."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from engines import catalog
from engines.match import Match
from engines.rng import Chance
from engines.scorepad.choices import Add, Enter, Leave, Skip
from engines.scorepad.course import totals
from engines.scorepad.shipped import names, shipped
from engines.scorepad.state import END
from engines.scorepad.template_values import ONCE, RUNNING
from engines.scorepad.template_writer import value_of
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.games.scorepad.focus import focus_of
from firmware_py.games.scorepad.svg import DASHES, HUES, draw_course, initials
from firmware_py.games.scorepad.svg_cells import rows_of
from firmware_py.match.picker import Picker
from firmware_py.match.scene import Scene
from firmware_py.match.taps import choice_at, find, first_leaf
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.screens.play.why import Verdict
from tests.support.pad_table import enter, sit
from tests.support.scenes import make_scene
from tests.support.tapping import look, tap, type_in

PEOPLE = ("Anna", "Ben", "Chloé", "Dario", "Emma", "Finn", "Gina", "Hugo", "Ines", "Jan")
UI = ui_of("scorepad")
MOST_BYTES = 64_000
"""Of a sheet with as many people and lines as the templates of the box have."""


def begun(template: str, seats: int, entries: int) -> Match[Any, Any]:
    """Return a match with some entries; in the middle somebody sits out, later somebody leaves."""
    engine, chance = catalog.load("scorepad"), Chance(3, template)
    given = {"template": value_of(shipped(template))}
    start = catalog.begin(engine, seats=seats, seed=3, first=0, options={}, given=given)
    match = Match(engine, start, names=PEOPLE[:seats])
    for number in range(entries):
        legal = engine.legal(match.state)
        rare = {entries // 2: Skip, entries - 2: Leave}.get(number)
        kinds = (Enter, Add) if rare is None or seats < 3 else (rare,)
        fitting = [choice for choice in legal if isinstance(choice, kinds)]
        after = [match.engine.apply(match.state, choice) for choice in fitting]
        goes_on = [
            choice
            for choice, state in zip(fitting, after, strict=True)
            if engine.turn(state) is not None
        ]
        if goes_on:
            match.play(engine.write(chance.choose(goes_on)))
    return match


def scene_of(match: Match[Any, Any], picker: Picker) -> Scene[Any]:
    engine, state = match.engine, match.state
    scene = make_scene(engine, state, match.names, picker=picker, numbers=picker.numbers)
    return scene.public()


def picker_of(match: Match[Any, Any]) -> Picker:
    state = match.state
    return Picker(UI.tree(state), lambda picked, options: UI.start(state, picked, options))


def seats_of(template: str) -> int:
    low, high = shipped(template).players
    return max(low, min(high, 4))


@pytest.mark.parametrize("template", names())
def test_a_tap_on_a_cell_chooses_that_cell_or_is_refused(template: str) -> None:
    """The cell under the finger is the one that is framed then, and no tap is without an answer."""
    match = begun(template, seats_of(template), 14)
    scene, sheet = scene_of(match, picker_of(match)), match.state.template
    tree, tries = UI.tree(match.state), UI.attempts(match.state)
    chosen = 0
    for row in rows_of(scene, focus_of(scene)):
        for side, cell in enumerate(row.cells):
            if not cell.code:
                continue
            parts = find(tree, (), None, cell.code)
            if parts is None:
                tried = find(tries, (), None, cell.code)
                assert tried is not None, (row.name, side, cell)
                assert match.why_not(choice_at(tries, first_leaf(tries, tried))) is not None
                continue
            picker = picker_of(match)
            if picker.go(parts) and not picker.complete:
                picker.press()
            if picker.numbers is None and not picker.complete:
                continue  # which line comes next, on buttons
            there = scene_of(match, picker)
            asked = [
                (each.name, at)
                for each in rows_of(there, focus_of(there))
                for at, shown in enumerate(each.cells)
                if shown.is_asked
            ]
            if row.is_indented or len(sheet.lines) == 1 or sheet.sheet == ONCE:
                assert asked == [(row.name, side)], cell
            else:
                assert [at for _, at in asked] == [side], cell  # its lines come into sight
            chosen += 1
    assert chosen > 3


def test_somebody_keeps_a_whole_sheet_by_taps_and_typing(box: Any) -> None:
    """Cells in any order, an earlier one corrected, what is impossible refused; then the end."""
    sit(box, "last_first", ("Anna", "Ben"))
    tap(box, labelled(box)["Ben, 1: ?"])  # Anna is first, but Ben was quicker
    type_in(box, 12)
    assert lines(box) == ["2=12"]
    type_in(box, 7)
    tap(box, labelled(box)["Anna, 1: 7"])
    assert box.screen.asked_number().value == 7
    type_in(box, 9)
    assert lines(box)[-1] == "!1@1=9"
    tap(box, labelled(box)["Anna, 1: 9"])
    assert box.screen.picker.has_begun
    waiting = next(label for label in labelled(box) if label == "Anna, 2: ?")
    tap(box, labelled(box)[waiting])  # and back to the cell that waits
    assert not box.screen.picker.has_begun
    while isinstance(box.screen, Play):
        type_in(box, 3)
    assert isinstance(box.screen, ResultScreen)
    match = box.services.table.match
    assert match.engine.scores(match.state) == (9 + 5 * 3 + 2 * 6, 12 + 5 * 3 + 2 * 6)


def test_a_tap_on_the_cell_in_question_keeps_what_was_dialled(box: Any) -> None:
    sit(box, "plain", ("Anna", "Ben"))
    box.turn(1)
    dialled = box.screen.asked_number().value
    tap(box, labelled(box)[f"Anna, 1: {dialled}"])
    assert box.screen.asked_number().value == dialled
    assert lines(box) == []


def test_a_seat_that_is_empty_cannot_be_tapped_and_it_says_why(box: Any) -> None:
    sit(box, "plain", ("Anna", "Ben", "Cara"))
    enter(box, "leave 3")
    tap(box, labelled(box)["Cara"])
    assert isinstance(box.screen, Verdict)
    assert "Cara" in box.screen.words().text
    tap(box, labelled(box)["Ben, 1: ?"])  # a tap on the table puts it away
    assert isinstance(box.screen, Play)
    type_in(box, 4)
    assert lines(box)[-1] == "2=4"


def labelled(box: Any) -> dict[str, str]:
    """Return the codes of the picture by what is said of them."""
    found = re.findall(r'data-tap="([^"]*)" role="button" aria-label="([^"]*)"', look(box).svg)
    return {unescape(label): unescape(code) for code, label in found}


def lines(box: Any) -> list[str]:
    return [line.text for line in box.services.table.match.lines]


# The course


def test_no_two_lines_look_the_same_without_their_colours_or_with_them() -> None:
    """Colour and dashes together tell ten sides apart; dashes alone as many as there are."""
    looks = {(side % HUES, side % DASHES) for side in range(10)}
    assert len(looks) == 10


def test_letters_at_the_ends_tell_names_apart() -> None:
    assert initials(["Anna", "Ben"]) == ["A", "B"]
    assert initials(["Anna", "Alma", "Ben"]) == ["An", "Al", "Be"]
    assert initials(["Player 1", "Player 2", "Player 10"]) == ["P1", "P2", "P10"]


def test_a_running_score_that_ends_without_an_entry_has_a_picture() -> None:
    template = next(name for name in names() if shipped(name).sheet == RUNNING)
    match = begun(template, seats_of(template), 0)
    ended = replace(match.state, ended=END)
    picture = table_picture(UI, make_scene(match.engine, ended, match.names).public())
    assert picture is not None
    assert "Anna" in picture.svg


@pytest.mark.parametrize("template", ["plain", "dice_sheet", "final_count"])
def test_a_full_table_is_not_too_large_a_picture(template: str) -> None:
    seats = shipped(template).players[1]
    match = begun(template, seats, 60)
    picture = table_picture(UI, scene_of(match, picker_of(match)))
    assert picture is not None
    assert len(picture.svg.encode()) < MOST_BYTES


def test_the_course_of_a_long_game_is_drawn_up_to_its_end() -> None:
    rise = tuple((number, 0) for number in range(1000))
    assert draw_course((*rise, (2000, 0)), ("Anna", "Ben"), 500) != draw_course(
        (*rise, (999, 0)), ("Anna", "Ben"), 500
    )


@pytest.mark.parametrize("entries", [40, 42])
def test_every_round_is_on_the_sheet_and_the_columns_add_up(entries: int) -> None:
    """Also after the end, where a round that nobody filled is not one."""
    engine = catalog.load("scorepad")
    given = {"template": value_of(shipped("plain"))}
    match = Match(engine, catalog.begin(engine, seats=4, seed=3, first=0, given=given))
    for number in range(1, entries + 1):
        match.play(f"{(number - 1) % 4 + 1}={number}")
    scene = scene_of(match, picker_of(match))
    assert [row.name for row in rows_of(scene, focus_of(scene))] == list(range(1, 12))
    match.play(END)
    scene = make_scene(engine, match.state, match.names).public()
    rows = rows_of(scene, focus_of(scene))

    assert [row.name for row in rows] == list(range(1, -(-entries // 4) + 1))
    for side, total in enumerate(totals(match.state)):
        shown = [row.cells[side].text for row in rows]
        assert sum(int(text) for text in shown if text) == total
