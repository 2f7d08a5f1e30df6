"""What the desk of a page reads and takes along."""

from __future__ import annotations

import json
import zipfile
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.history.archive import Archive
from firmware_py.history.export import gather
from firmware_py.history.reading_room import ReadingRoom
from firmware_py.panels.web.library import NotServed
from firmware_py.ui.screens.new_game import begin, draft
from firmware_py.ui.screens.share import put_on_page


def room_of(box: Any) -> ReadingRoom:
    """Return the desk's view of a box."""
    return ReadingRoom(box.store.path.parent, lambda: box.services.settings["language"])


def practise(box: Any) -> int:
    """End a match against the box at once; return its number."""
    box.app._follow(begin(box.services, draft(box.services, "icehouse", practice=True)))
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
    _, body = box.services.shared_pages[f"/export/{number}"]()
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
