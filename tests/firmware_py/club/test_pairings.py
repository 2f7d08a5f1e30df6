"""Evenings in the log of a box and in the archive, and who plays whom on all boxes of a club."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from club_boxes import Box, new_archive

from firmware_py.club.archive import Archive
from firmware_py.club.archive_database import Database
from firmware_py.club.box_log import highest_evening, read_evenings
from firmware_py.club.pairings import FORMAT, SHOWN_S, pairings, read_pairings
from firmware_py.evening.club_evening import new_results
from firmware_py.evening.evening import SWISS, Evening, Plan, first_line
from firmware_py.storage.store import Store

NOW = 1_800_000_000
ROUND = {"do": "round", "game": "mana", "tables": [["Anna", "Ben"]], "out": ["Cleo"], "at": NOW}
PAIR = ("Anna", "Ben")


@pytest.fixture
def archive(database: Database) -> Archive:
    return new_archive(database)


@pytest.fixture
def box(archive: Archive) -> Box:
    box = Box(1)
    archive.enrol(box.key.public, "Table 1", NOW)
    return box


def an_evening(seed: int = 1, rounds: int = 1) -> list[Any]:
    here = [{"do": "here", "name": name, "at": NOW} for name in (*PAIR, "Cleo")]
    return [first_line(Plan(("mana",), SWISS, 3), seed, NOW), *here, *[ROUND] * rounds]


def send(box: Box, archive: Archive, evenings: dict[int, list[Any]]) -> None:
    box.log.collect(box.matches, evenings)
    box.send_all(archive)


def published(archive: Archive, now: int | None = NOW) -> list[Any]:
    return read_pairings(pairings(archive, now), archive.key)


class TestLog:
    """The lines of an evening are entries, each once."""

    def test_new_lines_are_added(self, archive: Archive, box: Box) -> None:
        lines = an_evening()
        send(box, archive, {1: lines})
        assert box.log.collect(box.matches, {1: lines}) == 0
        lines.append({**ROUND, "out": [], "tables": [["Cleo", "Anna"]]})
        assert box.log.collect(box.matches, {1: lines}) == 1
        box.send_all(archive)
        assert archive.evenings() == [(box.key.public, lines)]

    def test_an_evening_that_was_put_back_comes_again(self, archive: Archive, box: Box) -> None:
        lines = an_evening(rounds=2)
        send(box, archive, {1: lines})
        other = [*lines[:-1], {"do": "end", "at": NOW}]
        send(box, archive, {1: other})
        assert archive.evenings() == [(box.key.public, other)]

    def test_evenings_from_before_the_club_stay_on_the_box(self, tmp_path: Path) -> None:
        assert highest_evening(tmp_path) == 0
        store = Store(tmp_path, date=lambda: NOW)
        store.put_evening(1, an_evening(1))
        assert highest_evening(tmp_path) == 1
        store.put_evening(2, an_evening(2))
        store.put_evening(3, ["damaged"])
        assert read_evenings(tmp_path, 1) == {2: an_evening(2)}
        store.close()

    def test_ids_differ(self) -> None:
        assert len({Evening(1, an_evening(seed)).id for seed in range(50)}) == 50
        assert Evening(1, an_evening()).id == Evening(9, an_evening(rounds=2)).id > 2**48


class TestPublished:
    """The newest evening of each box that goes on, signed by the club."""

    def test_the_newest_evening_that_goes_on(self, archive: Archive, box: Box) -> None:
        assert published(archive) == []
        send(box, archive, {1: an_evening(1), 2: an_evening(2, rounds=2)})
        (found,) = published(archive)
        assert (found.box, found.game, found.round) == (box.key.public, "mana", 1)
        assert [table.names for table in found.tables] == [PAIR]
        assert found.out == ["Cleo"]
        assert found.standings[0] == (1, "Cleo", "2")
        assert published(archive, NOW + SHOWN_S) == published(archive, None) == [found]
        assert published(archive, NOW + SHOWN_S + 1) == []
        send(box, archive, {3: [*an_evening(3), {"do": "end", "at": NOW}]})
        assert published(archive) == []

    def test_a_result_of_another_box(self, archive: Archive, box: Box) -> None:
        lines = an_evening()
        evening = Evening(1, lines)
        send(box, archive, {1: lines})
        other = Box(2)
        archive.enrol(other.key.public, "Table 2", NOW)
        match = other.matches.begin(names=("Ben", "Anna"))
        other.matches.places[match] = [evening.id, 0, 0, 0]
        other.send_all(archive)
        assert published(archive)[0].played == []
        other.matches.end(match, winner=0)
        stranger = other.matches.begin(names=("Ben", "Cleo"))
        other.matches.places[stranger] = [evening.id, 0, 0, 1]
        other.matches.end(stranger)
        other.send_all(archive)
        (found,) = published(archive)
        assert found.played == [(0, 0, [2, 1], "Table 2")]
        (line,) = new_results(evening, found)
        evening.add(line, NOW)
        assert evening.rounds[0].tables[0].results == {0: (2, 1)}
        assert evening.log[-1]["by"] == "Table 2"
        assert new_results(evening, found) == []  # typed, or taken: it stays
        evening.add({**ROUND, "out": []}, NOW)
        assert new_results(evening, found) == []  # an earlier round

    def test_what_the_club_did_not_sign_is_nothing(self, archive: Archive, box: Box) -> None:
        send(box, archive, {1: an_evening()})
        message = pairings(archive, NOW)
        forged = json.dumps([json.dumps([FORMAT, []]), json.loads(message)[1]])
        of_box = json.dumps([json.dumps([FORMAT, []]), box.key.sign(b"x").split()[1]])
        for strange in (forged, of_box, message.replace("Anna", "Eve"), "", "[]", "[1,2]", "{}"):
            with pytest.raises(ValueError, match=r"."):
                read_pairings(strange, archive.key)
        with pytest.raises(ValueError, match="signed"):
            read_pairings(message, box.key.public)
        for value in (["other", []], [FORMAT, [{}]], [FORMAT, 5], [FORMAT, ["x"]]):
            text = json.dumps(value)
            with pytest.raises(ValueError, match=r"."):
                read_pairings(json.dumps([text, archive.signature(text.encode())]), archive.key)

    @pytest.mark.parametrize(
        "body",
        [["evening", 1, 0, {}], ["evening", True, 0, {}], ["evening", 2**70, 0, {}],
         ["evening", 1, 5, {"do": "x"}], ["evening"], ["paired", "x", 1, 2, 3],
         ["paired", "x", 1, 2, 3, -1], ["paired", "x", 1, 2, True, 2**60],
         ["paired", "x", 1, 2, 3, 4]],
    )  # fmt: skip
    def test_a_box_that_sends_nonsense(self, archive: Archive, box: Box, body: list[Any]) -> None:
        box.log._add(body)  # noqa: SLF001 - as no box would
        box.log.collect(box.matches, sign_now=True)
        box.send_all(archive)
        assert archive.entries(box.key.public, box.log.name)[-1][2] == json.dumps(body)
        assert published(archive) == []
