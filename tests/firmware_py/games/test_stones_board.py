"""Entering the main board of Mandala Stones before a match."""

from __future__ import annotations

from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.games.stones.set_up import BoardEntry, BoardLaying
from firmware_py.screens.new_game.new_game import NewGame, draft
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import STAY, Push
from tests.support.tapping import tap

STONES = ("Ro", "Rx", "Po", "Px", "Bo", "Bx", "Yo", "Yx")
TOPS = [STONES[at * 5 % 8] for at in range(24)]


@pytest.fixture
def laying(box: Any) -> Any:
    """A box that says how to lay the main board, above the sheet of the new game."""
    plan = draft(box.services, "stones")
    plan.options["tracking"] = "board"
    box.app.follow(Push(NewGame(box.services, plan)))
    box.press()
    assert isinstance(box.screen, BoardLaying)
    return box


@pytest.fixture
def entry(laying: Any) -> Any:
    """A box on which the entry of a board is open, above the sheet of the new game."""
    while isinstance(laying.screen, BoardLaying):
        laying.press()
    assert isinstance(laying.screen, BoardEntry)
    return laying


def enter_artists(box: Any) -> None:
    """Put artists o x o x on the four usual circles."""
    box.press()
    box.turn(1).press()
    box.press()
    box.press()


def enter_tops(box: Any, tops: Any = TOPS) -> None:
    for code in tops:
        at = STONES.index(code)
        box.turn((at - box.screen.index) % 8).press()


def test_the_board_is_laid_before_the_box_asks_for_it(laying: Any) -> None:
    assert "96" in " ".join(laying.text)
    laying.press().press()
    assert "artists" in " ".join(laying.text)


def test_back_turns_the_pages_of_the_laying_back_and_leaves_at_the_first(laying: Any) -> None:
    laying.press().press("back")
    assert "96" in " ".join(laying.text)
    laying.press("back")
    assert isinstance(laying.screen, NewGame)


def test_what_was_entered_need_not_be_laid_again(entry: Any) -> None:
    """Only when the table was cleared."""
    enter_artists(entry)
    enter_tops(entry)
    entry.press()
    assert len(Laying(entry.services).pages) <= 5
    assert len(Laying(entry.services, again=True).pages) > 15


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["normal", "large"])
def test_laying_the_board_fits_the_screen(laying: Any, language: str, size: str) -> None:
    laying.services.settings.put("language", language)
    laying.services.settings.put("text", size)
    laying.app.follow(Push(BoardLaying(laying.services, laying.screen.plan, lambda: STAY)))
    for _ in laying.screen.pages:
        assert laying.faults == []
        laying.turn(1)


def test_the_usual_circles_are_proposed_one_after_the_other(entry: Any) -> None:
    enter_artists(entry)
    assert entry.screen.artists == {"a2": "o", "b1": "x", "b3": "o", "c2": "x"}


def test_four_artists_cost_at_most_two_turns_of_the_knob(entry: Any) -> None:
    """The pattern of the last ones follows from the others."""
    entry.press().press().press().press()
    assert entry.screen.artists == {"a2": "o", "b1": "o", "b3": "x", "c2": "x"}


def test_an_artist_may_stand_on_another_circle(entry: Any) -> None:
    while "b2" not in " ".join(entry.text):
        entry.turn(1)
    entry.press()
    assert list(entry.screen.artists) == ["b2"]


def test_the_cursor_goes_on_to_the_next_stack(entry: Any) -> None:
    enter_artists(entry)
    entry.press()
    assert "Stack 2" in entry.text


def test_back_takes_one_stack_back_and_proposes_it_again(entry: Any) -> None:
    enter_artists(entry)
    enter_tops(entry, TOPS[:3])
    entry.press("back").press("back")
    assert entry.screen.tops == TOPS[:1]
    entry.press().press()
    assert entry.screen.tops == TOPS[:3]


def test_a_wrong_stone_is_corrected_without_entering_the_others_again(entry: Any) -> None:
    enter_artists(entry)
    enter_tops(entry, TOPS[:3])
    entry.press("back").press("back").turn(1).press().press()
    assert entry.screen.tops == [TOPS[0], STONES[(5 + 1) % 8], TOPS[2]]


def test_back_at_the_first_artist_leaves(entry: Any) -> None:
    entry.press("back")
    assert isinstance(entry.screen, NewGame)


def test_the_board_is_shown_before_the_match_begins(entry: Any) -> None:
    enter_artists(entry)
    enter_tops(entry)
    assert isinstance(entry.screen, BoardEntry)
    assert "Does it match? Press to begin." in " ".join(entry.text)


def test_the_match_begins_with_the_board_that_was_entered(entry: Any) -> None:
    enter_artists(entry)
    enter_tops(entry)
    entry.press()
    assert isinstance(entry.screen, Laying)
    view = entry.services.table.match.engine.view(entry.services.table.match.state)
    assert view["tops"] == TOPS
    assert view["artists"] == {"a2": "o", "b1": "x", "b3": "o", "c2": "x"}


def test_the_whole_board_costs_few_clicks(entry: Any) -> None:
    """At most four detents and a press for a stone, the ring wraps around."""
    steps = 0
    enter_artists(entry)
    for code in TOPS:
        away = (STONES.index(code) - entry.screen.index) % 8
        steps += min(away, 8 - away) + 1
        entry.turn(away).press()
    assert steps <= 24 * 5


def test_a_match_that_cannot_begin_leaves_the_plan_as_it_was(entry: Any) -> None:
    entry.services.queue.store.put_profile("stones", ["0"])
    plan = entry.screen.plan
    plan.given["mandala"] = ["end", "0"]
    enter_artists(entry)
    enter_tops(entry)
    entry.press()
    assert isinstance(entry.screen, TextScreen)
    assert set(plan.given) == {"mandala"}


def test_why_says_what_o_and_x_are(entry: Any) -> None:
    entry.press("why")
    assert isinstance(entry.screen, TextScreen)
    assert "call one o" in " ".join(entry.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["normal", "large"])
def test_every_step_fits_the_screen(entry: Any, language: str, size: str) -> None:
    entry.services.settings.put("language", language)
    entry.services.settings.put("text", size)
    screen = BoardEntry(entry.services, entry.screen.plan, lambda: STAY)
    entry.app.follow(Push(screen))
    while screen.options:
        for _ in screen.options:
            assert entry.faults == []
            entry.turn(1)
        entry.press()
    assert entry.faults == []


def test_a_page_enters_the_board_in_thirty_taps(entry: Any) -> None:
    """One for each answer and one to begin; a second tap of the same finger answers nothing."""
    screen, taps = entry.screen, 0
    assert isinstance(screen, BoardEntry)
    wanted = [("a2", "o"), ("b1", "x"), ("b3", "o"), ("c2", "x")]
    while screen.options:
        want: Any = wanted[screen.at] if screen.at < 4 else STONES[screen.at * 5 % 8]
        place = screen.options.index(want) if want in screen.options else 0
        code = screen.rows()[place].code
        tap(entry, code)
        taps += 1
        done = screen.at
        tap(entry, code)
        assert screen.at == done
        assert entry.unfit == {}
    assert len(screen.tops) == 24
    assert screen.plan.entered
    (begins,) = screen.rows()
    tap(entry, begins.code)
    assert taps + 1 <= 40
    assert entry.screen is not screen
    assert list(entry.services.current_table.match.start.given["tops"]) == screen.tops
