"""What the desk of a page reads and takes along."""

from __future__ import annotations

import json
import zipfile
from typing import Any

import pytest

from engines import catalog
from engines.languages import LANGUAGES
from engines.match import replay
from engines.record import write
from firmware_py.app.page_queries import PageQueries
from firmware_py.app.page_requests import Request, handle
from firmware_py.history.archive import Archive
from firmware_py.history.ended_match import gather
from firmware_py.history.export import as_picture
from firmware_py.match.turning_points import TurningPoint, TurningPointFiles, key_of
from firmware_py.panels.web.page_backend import NotServed
from firmware_py.screens.history.share import put_on_page
from firmware_py.screens.new_game.new_game import begin, draft
from firmware_py.screens.play.play import Play


def room_of(box: Any) -> PageQueries:
    """Return the desk's view of a box."""
    return PageQueries(box.store.path.parent, lambda: box.services.settings["language"])


def practise(box: Any) -> int:
    """End a match against the box at once; return its number."""
    box.app.follow(begin(box.services, draft(box.services, "icehouse", practice=True)))
    table = box.services.current_table
    table.play("resign", 0)
    return int(table.number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_practice_is_marked_in_the_list_and_on_its_page(make_box: Any, language: str) -> None:
    """In the words of the box, and on the page that is shared."""
    box = make_box(language)
    number = practise(box)
    room = room_of(box)
    (row,) = room.read("history", "{}")["rows"]
    told = room.read("match", json.dumps({"match": number}))
    practice = box.said("{label}: {content}").format(label=box.said("Practice"), content="")
    for each in (row, told):
        assert each["game"].startswith(practice)
        assert len(each["game"]) > len(practice)
    put_on_page(box.services, gather(Archive(box.store.connection), number))
    _, body = box.services.shared_pages[box.services.shared_pages.path_of(number)]()
    assert f"<h1>{practice}" in body.decode()


def test_a_match_that_counts_has_no_mark(box: Any, archive: Any) -> None:
    archive(box.store, "mana")
    (row,) = room_of(box).read("history", "{}")["rows"]
    assert row["game"] == "Mana"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_export_of_nothing_says_why(make_box: Any, language: str) -> None:
    """No file without a play in it."""
    box = make_box(language)
    practise(box)
    with pytest.raises(NotServed) as told:
        room_of(box).make("all.bgstats")
    assert box.said("There is nothing to export.") in str(told.value)
    assert box.said("Practice is no play for BG Stats.") in str(told.value)


def test_an_export_before_the_first_match_says_that(box: Any) -> None:
    with pytest.raises(NotServed, match="No match has ended yet"):
        room_of(box).make("all.json")


def test_an_export_holds_what_counts(box: Any, archive: Any) -> None:
    practise(box)
    archive(box.store, "mana")
    made = room_of(box).make("all.bgstats")
    with zipfile.ZipFile(made.path) as packed:
        assert len(packed.namelist()) == 1
    made.path.unlink()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_is_parted_from_its_name(make_box: Any, archive: Any, language: str) -> None:
    """With the colon of the language; a name may end in a number. So it is on the shared page."""
    box = make_box(language)
    number = archive(box.store, "mandala", names=("Anna", "Player 1"))
    room = room_of(box)
    (row,) = room.read("history", "{}")["rows"]
    colon = "\u00a0: " if language == "fr" else ": "
    told = [
        f"{name}{colon}{score}" for name, score in zip(row["names"], row["scores"], strict=True)
    ]
    assert [each.removeprefix("✓ ") for each in row["results"]] == told
    put_on_page(box.services, gather(Archive(box.store.connection), number))
    _, body = box.services.shared_pages[box.services.shared_pages.path_of(number)]()
    assert all(f"<li>{each}" in body.decode() for each in told)


def test_a_game_without_points_has_no_sheet(box: Any, archive: Any) -> None:
    """Its 1 and 0 say who won."""
    number = archive(box.store, "mana")
    told = room_of(box).read("match", json.dumps({"match": number}))
    assert told["sheet"] is None
    assert told["scores"] is None


@pytest.fixture
def recoloured(box: Any, archive: Any) -> tuple[Any, int]:
    """Return a box whose yellow pyramids are white, and a match in which some were taken."""
    number = archive(box.store, "icehouse")
    box.services.settings.remember("icehouse.colours", ["R", "W", "G", "B", "K"])
    record = gather(Archive(box.store.connection), number).record
    match = replay(write(record), catalog.load("icehouse"))
    point = TurningPoint(1, 1, "M18", "M74", 0.3, -1.0)  # two yellow pyramids
    TurningPointFiles(box.store.path.parent).write(number, key_of(match), (point,))
    return box, number


def test_the_history_has_the_colours_of_this_table(recoloured: tuple[Any, int]) -> None:
    """In its picture as in the one that is exported, in its score sheet and its turning points."""
    box, number = recoloured
    told = room_of(box).read("match", json.dumps({"match": number}))
    exported = as_picture(gather(Archive(box.store.connection), number))
    white, yellow = 'class="piece white"', 'class="piece yellow"'
    assert told["picture"].count(white) == exported.count(white) > 0
    assert yellow not in told["picture"]
    rules = [rule for lines in told["sheet"] for _points, rule in lines]
    assert "Medium white pyramid: only owner, 2 held" in rules
    assert told["decided"][0]["played"] == "Ben takes the medium white pyramid on space 18."
    assert "small white pyramid" in told["decided"][0]["words"][0]


def test_a_shared_page_has_the_colours_of_this_table(recoloured: tuple[Any, int]) -> None:
    box, number = recoloured
    put_on_page(box.services, gather(Archive(box.store.connection), number))
    _, body = box.services.shared_pages[box.services.shared_pages.path_of(number)]()
    shared = body.decode()
    assert "Medium white pyramid: only owner, 2 held" in shared
    assert "Ben takes the medium white pyramid on space 18." in shared
    assert "yellow" not in shared


def test_a_question_in_french_has_the_french_colon(make_box: Any) -> None:
    box = make_box("fr")
    box.choose("New game").choose("Mana").choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    box.play()
    said = handle("question", Request(box.services, [box.screen], "last")).value["says"]
    names = box.services.current_table.names
    assert said.startswith(tuple(f"{name}\u00a0: " for name in names))
    replayed = handle("replay", Request(box.services, [box.screen], "1")).value["says"]
    assert replayed == f"1. {said}"
