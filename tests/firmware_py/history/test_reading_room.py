"""What the desk of a page reads and takes along."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.languages import LANGUAGES
from engines.match import replay
from engines.record import write
from firmware_py.app.page_queries import PAGE, PageQueries
from firmware_py.app.page_requests import Request, handle
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import gather
from firmware_py.history.export import as_picture
from firmware_py.match.turning_points import TurningPoint, TurningPointFiles, key_of
from firmware_py.panels.web.page_backend import NotServed
from firmware_py.screens.history.share import put_on_page
from firmware_py.screens.new_game.new_game import begin, draft
from firmware_py.screens.play.play import Play
from tests.support.box import DAY


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
    found = room.read("match", json.dumps({"match": number}))
    practice = box.said("{label}: {content}").format(label=box.said("Practice"), content="")
    for each in (row, found):
        assert each["game"].startswith(practice)
        assert len(each["game"]) > len(practice)
    put_on_page(box.services, gather(EndedMatches(box.store.connection), number))
    _, body = box.services.shared_pages[box.services.shared_pages.path_of(number)]()
    assert f"<h1>{practice}" in body.decode()


def test_a_match_that_counts_has_no_mark(box: Any, archive: Any) -> None:
    archive(box.store, "mana")
    (row,) = room_of(box).read("history", "{}")["rows"]
    assert row["game"] == "Mana"


def found(box: Any, **wanted: object) -> list[int]:
    """Return the numbers of the matches that the history lists for a request."""
    rows = room_of(box).read("history", json.dumps(wanted))["rows"]
    return [row["match"] for row in rows]


def test_the_history_has_every_match_newest_first(box: Any, archive: Any) -> None:
    numbers = [archive(box.store, "mana"), archive(box.store, "icehouse")]
    assert found(box) == numbers[::-1]


def test_the_history_can_be_searched_for_a_player(box: Any, archive: Any) -> None:
    """By part of a name, whatever the case."""
    archive(box.store, "mana")
    wanted = archive(box.store, "mana", names=("Zoë", "Ben"))
    assert found(box, name="zO") == [wanted]


def test_the_history_can_be_searched_for_a_game(box: Any, archive: Any) -> None:
    archive(box.store, "mana")
    wanted = archive(box.store, "icehouse")
    assert found(box, game="icehouse") == [wanted]


def test_a_search_for_game_and_player_finds_what_has_both(box: Any, archive: Any) -> None:
    archive(box.store, "mana", names=("Zoë", "Ben"))
    archive(box.store, "icehouse")
    wanted = archive(box.store, "icehouse", names=("Zoë", "Ben"))
    assert found(box, game="icehouse", name="Zoë") == [wanted]


def test_a_long_history_comes_in_pages(box: Any, archive: Any) -> None:
    """Each says before which match the next one begins, the last that none is left."""
    numbers = [archive(box.store, "mana") for _ in range(PAGE + 1)][::-1]
    first = room_of(box).read("history", "{}")
    assert [row["match"] for row in first["rows"]] == numbers[:PAGE]
    assert (first["before"], first["total"]) == (numbers[PAGE - 1], PAGE + 1)
    last = room_of(box).read("history", json.dumps({"before": first["before"]}))
    assert [row["match"] for row in last["rows"]] == numbers[PAGE:]
    assert (last["before"], last["total"]) == (None, PAGE + 1)


def test_a_row_says_when_who_and_how(box: Any, archive: Any) -> None:
    number = archive(box.store, "mana", agreed="resign")
    (row,) = room_of(box).read("history", "{}")["rows"]
    assert (row["match"], row["names"], row["winners"]) == (number, ["Anna", "Ben"], [1])
    assert (row["scores"], row["results"]) == (None, ["Anna", "✓ Ben"])
    assert row["day"] == f"{datetime.fromtimestamp(DAY, UTC).astimezone():%Y-%m-%d}"


def test_a_match_that_was_given_up_has_no_winner(box: Any, archive: Any) -> None:
    archive(box.store, "mana", moves=4, agreed="")
    (row,) = room_of(box).read("history", "{}")["rows"]
    assert (row["winners"], row["scores"], row["results"]) == ([], None, ["Anna", "Ben"])


def open_files() -> int:
    """Return how many files this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.parametrize("what", ["backup", "report", "1.record", "all.record"])
def test_a_file_that_is_made_is_not_held_open(box: Any, archive: Any, what: str) -> None:
    """A box runs for months: every open file counts."""
    archive(box.store, "mana")
    room = room_of(box)
    room.make(what).path.unlink()
    before = open_files()
    room.make(what).path.unlink()
    assert open_files() == before


@pytest.mark.parametrize("what", ["7.record", "1.exe", "one.record", "all.exe", "nothing"])
def test_a_file_that_cannot_be_made_is_refused_in_words(box: Any, archive: Any, what: str) -> None:
    archive(box.store, "mana")
    with pytest.raises(NotServed, match=r"^(?i:there is no )"):
        room_of(box).make(what)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_export_of_nothing_says_why(make_box: Any, language: str) -> None:
    """No file without a play in it."""
    box = make_box(language)
    practise(box)
    with pytest.raises(NotServed) as refused:
        room_of(box).make("all.bgstats")
    assert box.said("There is nothing to export.") in str(refused.value)
    assert box.said("Practice games are not sent to BG Stats.") in str(refused.value)


def test_an_export_before_the_first_match_says_that(box: Any) -> None:
    with pytest.raises(NotServed, match="No game is finished yet"):
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
    results = [
        f"{name}{colon}{score}" for name, score in zip(row["names"], row["scores"], strict=True)
    ]
    assert [each.removeprefix("✓ ") for each in row["results"]] == results
    put_on_page(box.services, gather(EndedMatches(box.store.connection), number))
    _, body = box.services.shared_pages[box.services.shared_pages.path_of(number)]()
    assert all(f"<li>{each}" in body.decode() for each in results)


def test_a_game_without_points_has_no_sheet(box: Any, archive: Any) -> None:
    """Its 1 and 0 say who won."""
    number = archive(box.store, "mana")
    found = room_of(box).read("match", json.dumps({"match": number}))
    assert found["sheet"] is None
    assert found["scores"] is None


@pytest.fixture
def recoloured(box: Any, archive: Any) -> tuple[Any, int]:
    """Return a box whose yellow pyramids are white, and a match in which some were taken."""
    number = archive(box.store, "icehouse")
    box.services.settings.remember("icehouse.colours", ["R", "W", "G", "B", "K"])
    record = gather(EndedMatches(box.store.connection), number).record
    match = replay(write(record), catalog.load("icehouse"))
    point = TurningPoint(1, 1, "M18", "M74", 0.3, -1.0)  # two yellow pyramids
    TurningPointFiles(box.store.path.parent).write(number, key_of(match), (point,))
    return box, number


def test_the_history_has_the_colours_of_this_table(recoloured: tuple[Any, int]) -> None:
    """In its picture as in the one that is exported, in its score sheet and its turning points."""
    box, number = recoloured
    found = room_of(box).read("match", json.dumps({"match": number}))
    exported = as_picture(gather(EndedMatches(box.store.connection), number))
    white, yellow = 'class="piece white"', 'class="piece yellow"'
    assert found["picture"].count(white) == exported.count(white) > 0
    assert yellow not in found["picture"]
    rules = [rule for lines in found["sheet"] for _points, rule in lines]
    assert "Medium white pyramid: nobody else has any (2)" in rules
    assert found["decided"][0]["played"] == "Ben takes space 18: medium white pyramid."
    assert "small white pyramid" in found["decided"][0]["words"][0]


def test_a_shared_page_has_the_colours_of_this_table(recoloured: tuple[Any, int]) -> None:
    box, number = recoloured
    put_on_page(box.services, gather(EndedMatches(box.store.connection), number))
    _, body = box.services.shared_pages[box.services.shared_pages.path_of(number)]()
    shared = body.decode()
    assert "Medium white pyramid: nobody else has any (2)" in shared
    assert "Ben takes space 18: medium white pyramid." in shared
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
