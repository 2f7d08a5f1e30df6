"""Lines other than choices: agreements and corrections in words, and shared wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.screens.play.play import Play
from firmware_py.ui.navigation import GoToMatch


def begin(box: Any, game: str) -> Any:
    """Begin a match and get to its table; return it."""
    box.choose("New game").choose(game).choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    return box.services.table


@pytest.mark.parametrize(
    ("agreement", "said"),
    [("resign", "{name} resigns"), ("draw", "A draw"), ("edit", "The table was corrected.")],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_undo_says_in_the_tables_language_what_it_takes_back(
    make_box: Any, language: str, agreement: str, said: str
) -> None:
    """Also if it was not a move."""
    box = make_box(language=language)
    table = begin(box, "Mana")
    if agreement == "edit":
        table.edit(table.match.engine.position(table.match.state))
    else:
        table.play(agreement, 0)
    box.app.follow(GoToMatch())
    box.press("undo")
    words = " ".join(box.text)
    assert box.said(said).format(name=table.names[0]) in words
    # What all agreed on is nobody's own doing.
    assert (table.names[0] in words) == (agreement == "resign")
    assert box.unfit == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_widest_name_leaves_room_for_what_is_asked(make_box: Any, language: str) -> None:
    """Names are cut, questions are not."""
    box = make_box(language=language)
    box.services.settings.remember("last.mana", {"names": ["Œ" * 12, "W" * 12], "options": {}})
    begin(box, "Mana")
    for _ in range(2):
        box.press().press("back").press("undo")
        assert box.unfit == {}
        box.press("back")


@pytest.fixture
def left(make_box: Any) -> Any:
    """Return a box where the first of three has just left a match of Stones."""
    box = make_box()
    names = ["Ann", "Ben", "Cleo"]
    box.services.settings.remember("last.stones", {"names": names, "options": {}})
    begin(box, "Mandala Stones")
    box.hold("knob").choose("Leave the game").choose("Ann leaves").turn(1).press()
    return box


def test_the_display_names_who_has_left(left: Any) -> None:
    """Nobody has to wonder whether it was understood."""
    assert "Ann" in " ".join(left.screen.work.sentences(left.services))


def test_who_has_left_is_not_offered_to_leave_again(left: Any) -> None:
    """The others are."""
    left.hold("knob").choose("Leave the game")
    words = " ".join(left.text)
    assert "Ann leaves" not in words
    assert "Ben leaves" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_is_explained_with_the_result(make_box: Any, language: str) -> None:
    """Stones: level points, and yet one wins."""
    box = make_box(language=language)
    table = begin(box, "Mandala Stones")
    for text in ("end", "O2", "O2"):
        table.play(text, 0 if text == "end" else None)
    box.app.follow(GoToMatch())
    box.app.paint()
    assert box.services.say_message(box.screen._ties[0]).split()[0] in " ".join(box.text)  # noqa: SLF001 - the text that has to be shown
    assert box.unfit == {}


class Sharing:
    """An engine whose first two seats always share the win."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def outcome(self, state: Any) -> Any:
        """Return the outcome with two winners."""
        found = self._engine.outcome(state)
        return None if found is None else replace(found, winners=(0, 1))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "title"), [(2, "A draw"), (3, "A shared win")])
def test_two_winners_of_three_share_the_win(
    make_box: Any, language: str, seats: int, title: str
) -> None:
    """It is a draw only where nobody lost."""
    box = make_box(language=language)
    box.choose("New game").choose("Icehouse Mandala").choose("Players")
    box.turn(-9).turn(seats - 2).press().choose("Start")
    table = box.services.table
    assert len(table.names) == seats
    table.match.engine = Sharing(table.match.engine)
    table.play("end", 0)
    box.app.follow(GoToMatch())
    box.app.paint()
    assert box.said(title) in box.text
    assert box.unfit == {}
