"""Names that are typed: changes are reported, and one person has one name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.app.page_requests import Request, handle
from firmware_py.app.page_state import BigTable
from firmware_py.ui.fonts import font
from firmware_py.ui.name_entry import ALPHABET, cleaned
from hardware.events import Tapped


def add(box: Any, text: str) -> Any:
    """Add a name at the desk; return the reply to the page."""
    return handle("add_name", Request(box.services, [box.screen], text)).value


def change(box: Any, old: str, new: str) -> Any:
    """Change a name at the desk; return the reply to the page."""
    wanted = json.dumps({"old": old, "new": new})
    return handle("rename", Request(box.services, [box.screen], wanted)).value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann<b>x", "Annbx"),
        ("Bartholomew the Third", "Bartholomew"),
        ("Žofie Łu", "Zofie Lu"),
        ("Ann日", "Ann"),
    ],
)
def test_a_changed_name_is_reported(make_box: Any, language: str, text: str, name: str) -> None:
    """With the reason; one that was kept as it is needs no words."""
    box = make_box(language)
    reply = add(box, text)
    assert reply["names"] == [name]
    assert name in reply["says"]
    assert "12" in reply["says"]
    assert add(box, " Ben ")["says"] == ""
    assert change(box, "Ben", "Ben<>")["says"] != ""


def test_another_case_is_the_same_person(box: Any) -> None:
    add(box, "Anna")
    assert add(box, "anna") == {"names": ["Anna"], "says": "This name is taken"}
    add(box, "Ben")
    assert change(box, "Ben", "ANNA")["says"] == "This name is taken"
    assert change(box, "Anna", "ANNA") == {"names": ["ANNA", "Ben"], "says": ""}


def test_somebody_who_comes_back_keeps_the_name_of_old_matches(box: Any) -> None:
    """Matches know people by their names."""
    add(box, "Anna")
    handle("remove_name", Request(box.services, [box.screen], "Anna"))
    assert add(box, "anna") == {"names": ["Anna"], "says": "Saved as Anna"}


def test_a_player_seated_by_the_knob_is_known_in_any_case(box: Any) -> None:
    box.store.add_player("Anna")
    box.choose("New game").choose("Mana").choose("Player 2").choose("New name")
    box.app.follow(box.screen.write("aNNA"))
    box.app.paint()
    assert any("Saved as Anna" in said for said in box.text)
    assert box.store.players() == ["Anna"]


def test_both_from_before_stay_as_they_are(box: Any) -> None:
    """Data of an older version: each can be changed and removed."""
    for name in ("Anna", "anna"):
        box.store.add_player(name)
    assert change(box, "anna", "Annie") == {"names": ["Anna", "Annie"], "says": ""}
    box.store.add_player("anna")
    handle("remove_name", Request(box.services, [box.screen], "anna"))
    assert box.store.players() == ["Anna", "Annie"]
    box.store.add_player(box.store.known_as("anna"))
    assert box.store.players() == ["Anna", "Annie", "anna"]


def test_a_name_from_a_keyboard_tells_what_it_became(box: Any) -> None:
    box.choose("Settings").choose("Names").choose("New name")
    box.app.follow(box.screen.write("Ann<b>x"))
    box.app.paint()
    assert any("Saved as Annbx" in said for said in box.text)
    assert box.store.players() == ["Annbx"]


def test_tom_costs_at_most_fifteen_inputs(box: Any) -> None:
    """Detents and presses, the end of the name included: the wheel stands near the next letter."""
    box.choose("New game").choose("Mana").choose("Player 2").choose("New name")
    inputs = 0
    for sign in "TOM✓":
        away = (ALPHABET.index(sign) - box.screen.index) % len(ALPHABET)
        steps = min(away, away - len(ALPHABET), key=abs)
        box.turn(steps).press()
        inputs += abs(steps) + 1
    assert box.store.players() == ["Tom"]
    assert inputs <= 15


@pytest.mark.parametrize("name", ["Weiß", "Niccolò", "Mimì", "Seán", "Róisín", "Jesús", "Børge"])
def test_a_name_keeps_its_letters_from_a_keyboard_and_from_the_wheel(box: Any, name: str) -> None:
    assert cleaned(name) == name
    box.choose("New game").choose("Mana").choose("Player 2").choose("New name")
    for sign in name:
        place = ALPHABET.index(sign if sign in ALPHABET else sign.upper())
        box.turn(place - box.screen.index).press()
    assert box.screen.name == name
    box.hold("knob")
    assert box.store.players() == [name]


def test_the_display_shows_every_letter_of_the_wheel() -> None:
    for size in ("small", "medium", "bold", "large"):
        assert not set(ALPHABET + ALPHABET.lower()) - font(size).glyphs.keys()


def test_a_letter_that_the_wheel_lacks_loses_its_accent_only() -> None:
    assert cleaned("João Čapek ẞ") == "Joao Capek ß"


def test_nobody_is_offered_who_sits_already(box: Any) -> None:
    """The known names are first; to change seats is a row of its own."""
    for name in ("Anna", "Ben"):
        box.store.add_player(name)
    box.choose("New game").choose("Mana").choose("Player 1")
    box.choose("Anna").choose("Player 2")
    assert [row.label for row in box.screen.rows()][:3] == ["Ben", "New name", "Change seats"]
    box.choose("Change seats").choose("Anna")
    assert list(box.screen.plan.names) == ["Player 2", "Anna"]


def test_on_a_page_one_tap_seats_a_known_person(box: Any) -> None:
    """And another one lets the person go; a seat is added where one more may play."""
    for name in ("Anna", "Ben", "Cleo"):
        box.services.queue.store.add_player(name)
    box.choose("New game").choose("Score pad")
    sheet = box.screen

    def tap(name: str) -> list[str]:
        code = next(each.code for each in sheet.extra_buttons() if each.label == name)
        box.feed(Tapped(code))
        return list(sheet.plan.names)

    assert tap("Cleo") == ["Cleo", "Player 2"]
    assert tap("Anna") == ["Cleo", "Anna"]
    assert tap("Ben") == ["Cleo", "Anna", "Ben"]
    people = BigTable(box.services).parts(box.app.screens)[0]["screen"]["people"]
    assert [each["chosen"] for each in people] == [True, True, True]
    assert tap("Anna")[::2] == ["Cleo", "Ben"]
    assert "Anna" not in sheet.plan.names
    box.feed(Tapped("seats Nobody"))
    assert "Nobody" not in sheet.plan.names
    box.press("back").choose("Mana")
    sheet = box.screen
    tap("Anna")
    tap("Ben")
    assert tap("Cleo") == ["Anna", "Ben"]
    assert box.services.toast == "All seats are taken."
