"""What a new game proposes: the people and the way of the last one, as far as they still fit."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.screens.new_game.new_game import draft
from firmware_py.storage.store import Store


def test_a_name_that_was_changed_is_proposed_as_it_is_now(box: Any) -> None:
    """The roster and the sheet speak of the same person."""
    box.store.add_player("Anna")
    box.services.settings.remember("last.mana", {"names": ["Anna", "Ben"], "options": {}})
    box.choose("Settings").choose("Names").choose("Anna").choose("Change")
    box.press("back").hold("knob")
    assert box.store.players() == ["Ann"]
    assert draft(box.services, "mana").names == ["Ann", "Ben"]


def test_the_people_of_another_game_are_proposed_for_a_new_one(box: Any) -> None:
    """Nobody chooses the same names again for every game; who has none gets a number."""
    for name in ("Anna", "Ben"):
        box.store.add_player(name)
    last = {"names": ["Anna", "Ben", "Player 3"], "options": {}}
    box.services.settings.remember("last.stones", last)
    box.choose("New game").choose("Mandala Stones").choose("Start")
    assert draft(box.services, "mandala").names == ["Anna", "Ben"]


def test_a_changed_name_is_proposed_for_other_games_too(box: Any) -> None:
    """And somebody who was removed is not."""
    for name in ("Anna", "Ben"):
        box.store.add_player(name)
    box.services.settings.remember("last.names", ["Anna", "Zoe"])
    box.choose("Settings").choose("Names").choose("Anna").choose("Change")
    box.press("back").hold("knob")
    assert draft(box.services, "mandala").names == ["Ann", "Player 2"]


def test_players_without_a_name_never_share_a_number(box: Any) -> None:
    """Also if somebody is really called Player 3."""
    box.services.settings.remember("last.stones", {"names": ["Player 3", "Ben"], "options": {}})
    box.choose("New game").choose("Mandala Stones").choose("Players").turn(9).press()
    assert box.screen.plan.names == ["Player 3", "Ben", "Player 4", "Player 5"]


@pytest.mark.parametrize(
    ("edition", "offered", "absent"),
    [
        ("2005", {"Ronin back anywhere"}, {"Free set-up", "Bird blocks", "If blocked"}),
        ("Mana bird", {"Free set-up", "Bird blocks", "If blocked"}, {"Ronin back anywhere"}),
    ],
)
def test_only_what_an_edition_knows_is_offered(
    box: Any, edition: str, offered: set[str], absent: set[str]
) -> None:
    """The other edition's house rules would change nothing."""
    box.choose("New game").choose("Mana").choose("Edition").choose(edition)
    shown = {row.label for row in box.screen.rows()}
    assert offered <= shown
    assert not absent & shown


@pytest.mark.parametrize(
    "last",
    [
        {"names": ["A"], "options": {}},
        {"names": ["A", "B", "C"], "options": {}},
        {"names": "AB", "options": {}},
        {"names": [], "options": {"edition": "1999"}},
        {"options": {"colour": "blue"}, "names": []},
        ["A", "B"],
        "x",
        7,
    ],
)
def test_what_does_not_fit_any_more_is_not_proposed(box: Any, last: Any) -> None:
    """An older or newer Tablemate, or a damaged value: the usual game, ready to start."""
    box.services.settings.remember("last.mana", last)
    plan = draft(box.services, "mana")
    assert (plan.names, plan.options) == (["Player 1", "Player 2"], {})
    box.choose("New game").choose("Mana").choose("Start")
    assert box.services.table is not None


def test_what_fits_is_proposed(box: Any) -> None:
    """After a restart too."""
    last = {"names": ["Anna", "Ben"], "options": {"edition": "2005", "gone": True}}
    box.services.settings.remember("last.mana", last)
    box.restart()
    assert isinstance(box.store, Store)
    plan = draft(box.services, "mana")
    assert (plan.names, plan.options) == (["Anna", "Ben"], {"edition": "2005"})
