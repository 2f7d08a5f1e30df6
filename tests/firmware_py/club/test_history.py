"""The archive of a club as the data of a box: the box's own code works over all matches."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from club_boxes import Box, new_archive

from firmware_py.club import commands
from firmware_py.club.archive import Archive
from firmware_py.club.archive_database import Database
from firmware_py.club.history import write_history
from firmware_py.evening.evening import SWISS, Evening, Plan, first_line
from firmware_py.evening.standings import standings
from firmware_py.history.archive import open_archive
from firmware_py.history.export import FORMATS, run_export
from firmware_py.history.statistics import reckon
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue

NOW = 1_800_000_000


@pytest.fixture
def archive(database: Database) -> Archive:
    return new_archive(database)


@pytest.fixture
def boxes(archive: Archive) -> list[Box]:
    """Return two boxes with a match each; Anna is Annie on the second one."""
    made = []
    for number, names in ((1, ("Anna", "Ben")), (2, ("Annie", "Cleo"))):
        box = Box(number)
        archive.enrol(box.key.public, f"Table {number}", NOW)
        box.matches.date = NOW - number * 1000
        match = box.matches.begin(names, seed=number)
        box.matches.end(match)
        box.matches.begin(names, seed=number + 9)
        box.log.collect(box.matches, sign_now=True)
        made.append(box)
    return made


def evening_of(match: int, seed: int = 1) -> list[Any]:
    here = [{"do": "here", "name": name, "at": NOW} for name in ("Anna", "Ben", "Cleo")]
    place = {"round": 0, "table": 0, "game": 0, "match": match, "at": NOW}
    return [
        first_line(Plan(("mana",), SWISS, 3), seed, NOW), *here,
        {"do": "round", "game": "mana", "tables": [["Anna", "Ben"]], "out": ["Cleo"], "at": NOW},
        {"do": "match", **place}, {"do": "result", "ranks": [1, 2], "by": "", **place},
    ]  # fmt: skip


def test_history_statistics_and_exports_are_those_of_a_box(
    archive: Archive, boxes: list[Box], tmp_path: Path
) -> None:
    boxes[0].log.collect(boxes[0].matches, {1: evening_of(1), 2: evening_of(77, 2)[:6]})
    for box in boxes:
        box.send_all(archive)
    ids = {player.name: player.id for player in archive.players()}
    archive.unite(ids["Anna"], ids["Annie"])
    folder = tmp_path / "history"
    assert write_history(archive, folder) == 4
    with open_archive(folder) as found:
        assert found.count() == 2
        assert [match.names for match in found.results()] == [("Anna", "Cleo"), ("Anna", "Ben")]
        people = reckon(found.results()).people
    assert (people["Anna"].total.played, people["Anna"].total.won) == (2, 2)
    assert set(people) == {"Anna", "Ben", "Cleo"}
    for form in set(FORMATS) - {"signed"}:
        target = tmp_path / form
        assert run_export(folder, None, form, target) == 0, form
        assert len(list(target.iterdir())) == 2
    assert run_export(folder, None, "signed", tmp_path / "signed") == 1  # they have new numbers

    store = Store(folder, date=lambda: NOW)
    assert len(WriteQueue(store).open_matches()) == 2
    assert store.players() == ["Anna", "Ben", "Cleo"]
    first, second = (Evening(n, store.evening(n)) for n in store.evenings())
    (linked,) = first.rounds[0].tables[0].matches.values()
    assert store.record(linked).header.names == ("Anna", "Ben")
    assert [each.name for each in standings(first)][:2] == ["Cleo", "Anna"]
    assert second.rounds[0].tables[0].matches == {}
    store.close()


def test_data_that_are_there_stay(archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    with pytest.raises(FileExistsError):
        write_history(archive, tmp_path / "box")


def test_the_command(tmp_path: Path) -> None:
    said: list[str] = []
    common: Any = {"clock": time.monotonic, "now": lambda: NOW, "say": said.append}
    assert commands.run_club("init", ["Dice"], tmp_path, **common) == 0
    assert commands.run_club("history", [str(tmp_path / "all")], tmp_path, **common) == 0
    assert said[-1].startswith("  tablemate --data")
    assert commands.run_club("history", [str(tmp_path / "all")], tmp_path, **common) == 1
    assert "exists" in said[-1]


def test_what_a_box_made_up_is_left_out(archive: Archive, boxes: list[Box], tmp_path: Path) -> None:
    """A match that no rule knows, and an evening that is none; the others are there."""
    box = boxes[0]
    box.log._add(["event", "f" * 16, [5, 0, "began", "table", "nonsense", None, NOW, 0]])  # noqa: SLF001
    box.log._add(["evening", 2**48 + 1, 0, {"do": "dance"}])  # noqa: SLF001
    box.log.collect(box.matches, sign_now=True)
    for each in boxes:
        each.send_all(archive)
    assert write_history(archive, tmp_path / "all") == 4
    store = Store(tmp_path / "all", date=lambda: NOW)
    assert store.evenings() == []
    store.close()
