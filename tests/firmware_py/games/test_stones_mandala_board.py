"""The mandala board of this table: seen, filled in and changed in the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.games.stones.mandala_board import FillIn, profile_screen
from firmware_py.ui.lists import Ask, TextScreen
from firmware_py.ui.navigation import Push

ANSWERS = ("0", "1", "2", "h2", "h3", "h4", "end", "stop")


@pytest.fixture
def known(box: Any) -> Callable[..., Any]:
    """Return a box that knows some spaces and shows them, given the spaces."""

    def show(*spaces: str) -> Any:
        box.services.queue.store.put_profile("stones", list(spaces))
        box.app.follow(Push(profile_screen(box.services)))
        box.app.paint()
        return box

    return show


def stored(box: Any) -> Any:
    return box.store.profile("stones")


def answer(box: Any, *shows: str) -> None:
    for each in shows:
        box.turn(ANSWERS.index(each) - box.screen.index).press()


def test_the_known_spaces_are_listed(known: Any) -> None:
    box = known("0", "2", "h3")
    assert {"1: blank", "2: +2 VP", "3: 3 hands"} <= set(box.text)


def test_an_unknown_board_is_filled_in_one_go(known: Any) -> None:
    box = known()
    box.press()
    answer(box, "0", "0", "1", "h2", "2", "h3", "end")
    assert stored(box) == ["0", "0", "1", "h2", "2", "h3", "end"]


def test_filling_in_ends_with_the_board(known: Any) -> None:
    box = known()
    box.press()
    answer(box, "h2", "end")
    assert not isinstance(box.screen, FillIn)


def test_filling_in_goes_on_after_what_is_known(known: Any) -> None:
    box = known("0", "1")
    box.choose("Describe")
    answer(box, "h2", "stop")
    assert stored(box) == ["0", "1", "h2"]


def test_back_corrects_the_last_answer(known: Any) -> None:
    box = known()
    box.press()
    answer(box, "0", "1", "2")
    box.press("back")
    answer(box, "h4", "stop")
    assert stored(box) == ["0", "1", "h4"]


def test_back_never_forgets_what_was_known_before(known: Any) -> None:
    box = known("0", "1")
    box.choose("Describe").press("back")
    assert stored(box) == ["0", "1"]
    assert not isinstance(box.screen, FillIn)


def test_every_answer_is_kept_at_once(known: Any) -> None:
    box = known()
    box.press()
    answer(box, "0", "1")
    box.hold("back")
    assert stored(box) == ["0", "1"]


def test_a_space_is_changed(known: Any) -> None:
    box = known("0", "1", "h2")
    box.choose("2: +1 VP").choose("+2 VP")
    assert stored(box) == ["0", "2", "h2"]


def test_a_forgotten_space_is_inserted(known: Any) -> None:
    box = known("1", "h2", "end")
    box.choose("2: 2 hands").choose("Insert one before")
    assert stored(box) == ["1", "0", "h2", "end"]


def test_a_space_too_many_is_removed(known: Any) -> None:
    box = known("1", "0", "h2", "end")
    box.choose("2: blank").choose("Remove this space")
    assert stored(box) == ["1", "h2", "end"]


def test_an_end_in_the_middle_asks_first(known: Any) -> None:
    box = known("0", "h2", "0", "0")
    box.choose("3: blank").choose("board ends")
    assert isinstance(box.screen, Ask)
    box.press()
    assert stored(box) == ["0", "h2", "0", "0"]


def test_an_end_in_the_middle_forgets_the_rest(known: Any) -> None:
    box = known("0", "h2", "0", "0")
    box.choose("3: blank").choose("board ends")
    box.turn(1).press()
    assert stored(box) == ["0", "h2", "end"]
    assert "1: blank" in box.text or "> 1: blank" in box.text


def test_a_complete_board_cannot_be_filled_further(known: Any) -> None:
    box = known("h2", "end")
    assert not any("Describe" in line for line in box.text)


def test_what_is_strange_is_said(known: Any) -> None:
    box = known("h2", "0", "h2")
    box.choose("Please check")
    assert isinstance(box.screen, TextScreen)
    assert "Mandala space 3 shows 2 hands, and so does space 1" in " ".join(box.text)


def test_a_usual_board_is_not_strange(known: Any) -> None:
    assert not any("Please check" in line for line in known("0", "h2", "h3", "end").text)


def test_forgetting_all_asks_first(known: Any) -> None:
    box = known("0", "1")
    box.choose("Forget all").press()
    assert stored(box) == ["0", "1"]
    box.choose("Forget all").turn(1).press()
    assert stored(box) == []


def test_a_board_that_cannot_be_is_not_used(known: Any) -> None:
    box = known("end", "0")
    assert "> Describe: from space 1" in box.text
    assert "nothing can follow the end" in box.services.toast


def test_why_says_what_the_board_is_for(known: Any) -> None:
    box = known()
    box.press("why")
    assert isinstance(box.screen, TextScreen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["normal", "large"])
def test_the_screens_fit(known: Any, language: str, size: str) -> None:
    box = known("0", "1", "2", "h2", "h2", "h3", "h4", "0")
    box.services.settings.put("language", language)
    box.services.settings.put("text", size)
    rows = len(box.screen._make())
    for row in range(rows):
        assert box.faults == []
        box.press()
        for _ in range(10):
            assert box.faults == []
            box.turn(1)
        while box.screen.may_sleep is False or not hasattr(box.screen, "profile"):
            box.press("back")
        box.turn(-rows).turn(row + 1)
