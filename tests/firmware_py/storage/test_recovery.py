"""Torn, truncated, overwritten and missing files: what was kept comes back, and nothing else."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL
from types import SimpleNamespace
from typing import Any

import pytest

from engines import catalog
from engines.errors import EngineError
from engines.languages import LANGUAGES
from engines.match import Match
from engines.record import RecordLine
from firmware_py.history.archive import EndedMatches
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import resume_match
from firmware_py.storage import damage as damage_check
from firmware_py.storage import database, raw_pages, salvage
from firmware_py.storage.damage import SHORTEST_LOG, find_damage
from firmware_py.storage.errors import StoreInUse
from firmware_py.storage.raw_pages import RawPages, RawRow, raw_rows, read_log
from firmware_py.storage.recovery import open_or_recover, recover_if_damaged
from firmware_py.storage.recovery_report import NOTICE, RECOVERED, RecoveryReport, Salvaged
from firmware_py.storage.schema import row_hash
from firmware_py.storage.store import OVER, PAUSED, RUNNING, Store, StoreError
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import Push
from tests.support.stored import first_damaged_event, line_count

CHOICES = 30
NAME = "tablemate.db"


def played(seed: int, choices: int) -> Match[Any, Any]:
    """Return a match of Mandala, whose dealer answers, after some choices."""
    engine = catalog.load("mandala")
    start = catalog.begin(engine, seats=2, seed=seed, options={"table": "full"})
    match = Match(engine, start, ("Ada", "Bo"))
    chance = random.Random(seed)
    while match.turn is not None and sum(m.line.who != "dealer" for m in match.moments) < choices:
        match.play(engine.write(chance.choice(list(engine.legal(match.state)))))
    return match


def keep(
    store: Store, match: Match[Any, Any], status: str | None = None
) -> list[tuple[RecordLine, ...]]:
    """Keep a match choice by choice; return the record after each transaction."""
    number = store.next_match()
    lines = tuple(match.lines)
    store.begin(number, match.header)
    steps: list[tuple[RecordLine, ...]] = [()]
    done = 0
    while done < len(lines):
        end = done + 1
        while end < len(lines) and lines[end].who == "dealer":
            end += 1
        store.append(number, done, lines[done:end], f"[{end}.0, 0.0]")
        steps.append(lines[:end])
        done = end
    if status is not None:
        outcome = {"winners": [0], "scores": [1, 0], "by": "agreed"} if status == OVER else None
        store.set_status(number, status, outcome)
    return steps


@dataclass
class Cut:
    """The files as a power cut leaves them, and the records they may hold."""

    folder: Path
    steps: list[tuple[RecordLine, ...]]

    def copy(self, to: Path) -> Path:
        """Return a copy to damage."""
        shutil.copytree(self.folder, to)
        return to


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Cut:
    """Return the files of a box whose plug was pulled in mid-match: everything is in the log."""
    live, folder = tmp_path_factory.mktemp("live"), tmp_path_factory.mktemp("cut")
    store = Store(live)
    store.add_player("Ada")
    store.put_setting("language", "fr")
    steps = keep(store, played(1, CHOICES))
    for ending in ("", "-wal"):
        shutil.copy(live / f"{NAME}{ending}", folder)
    store.close()
    return Cut(folder, steps)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Cut:
    """Return the file of a box that was shut down, with three matches on many pages."""
    folder = tmp_path_factory.mktemp("long")
    store = Store(folder)
    store.add_player("Ada")
    store.put_setting("language", "fr")
    store.put_profile("stones", ["0", "1"])
    keep(store, played(1, 40), OVER)
    keep(store, played(2, 40), PAUSED)
    steps = keep(store, played(3, 40))
    store.close()
    (folder / "tablemate.lock").unlink()
    return Cut(folder, steps)


def store_lines(cut: Cut, number: int) -> int:
    """Return how many lines a match has in the files."""
    with closing(sqlite3.connect(cut.folder / NAME)) as db:
        row = db.execute("SELECT max(lines) FROM events WHERE match=?", (number,)).fetchone()
    return int(row[0])


def damage(path: Path, at: int, data: bytes) -> None:
    """Overwrite a part of a file."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


FRAME = 24 + 4096


def frames(log: bytes) -> range:
    """Return where the frames of a log begin."""
    return range(32, len(log) - FRAME + 1, FRAME)


def is_commit(log: bytes, at: int) -> bool:
    """Return whether a frame ends a transaction."""
    return bool(int.from_bytes(log[at + 4 : at + 8]))


def last_frames(log: bytes) -> list[int]:
    """Return where the frames of the last transaction begin."""
    commits = [at for at in frames(log) if is_commit(log, at)]
    return [at for at in frames(log) if at > commits[-2]]


def live_log(live: Path, cut: Path) -> bytes:
    """Begin a match and pause it, pull the plug into `cut`; return the log: two transactions."""
    Store(live).close()
    store = Store(live)
    store.begin(1, played(1, 0).header)
    store.set_status(1, PAUSED)
    cut.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(live / f"{NAME}{ending}", cut)
    store.close()
    return (cut / f"{NAME}-wal").read_bytes()


def fold(folder: Path) -> None:
    """Bring the log into the file, as a clean end does."""
    Store(folder).close()


class TestTorn:
    """What a power cut leaves behind."""

    def test_a_log_cut_anywhere_gives_a_prefix(self, cut: Cut, tmp_path: Path) -> None:
        """At every sector: a state that was once confirmed, never a part of a choice.

        The first page was in the log before the file was marked as open: no power cut takes it.
        """
        log = (cut.folder / f"{NAME}-wal").read_bytes()
        reached = set()
        for length in [*range(0, len(log), 512), len(log)]:
            folder = tmp_path / str(length)
            folder.mkdir()
            shutil.copy(cut.folder / NAME, folder)
            (folder / f"{NAME}-wal").write_bytes(log[:length])
            store, report = open_or_recover(folder)
            assert (report is None) == (length >= SHORTEST_LOG), length
            if line_count(store, 1) is not None:
                lines = store.record(1).lines
                assert lines in cut.steps, length
                reached.add(lines)
            store.close()
            shutil.rmtree(folder)
        assert reached == set(cut.steps)

    def test_a_torn_sector_at_the_end_costs_the_choice_in_flight_only(
        self, cut: Cut, tmp_path: Path
    ) -> None:
        """Whichever of its sectors did not make it."""
        log = (cut.folder / f"{NAME}-wal").read_bytes()
        frames = read_log(log)
        assert not frames.is_damaged
        for back in range(512, 4096, 512):
            folder = cut.copy(tmp_path / str(back))
            damage(folder / f"{NAME}-wal", len(log) - back, bytes(512))
            store, report = open_or_recover(folder)
            assert report is None
            assert store.record(1).lines in cut.steps[-2:]
            store.close()

    def test_without_its_log_a_file_is_older_but_whole(self, cut: Cut, tmp_path: Path) -> None:
        """And it says that there was one."""
        folder = cut.copy(tmp_path / "data")
        (folder / f"{NAME}-wal").unlink()
        store, report = open_or_recover(folder)
        assert report is not None
        assert line_count(store, 1) is None
        store.close()

    def test_a_damaged_place_in_the_log_does_not_cost_what_follows(
        self, cut: Cut, tmp_path: Path
    ) -> None:
        """SQLite would forget every confirmed choice behind it, and not say so."""
        log = (cut.folder / f"{NAME}-wal").read_bytes()
        frame = 24 + 4096
        best = 0
        for at in range(32 + 3 * frame, len(log) - 12 * frame, frame):
            folder = cut.copy(tmp_path / str(at))
            damage(folder / f"{NAME}-wal", at + 24 + 2000, b"\xff" * 64)
            store, report = open_or_recover(folder)
            assert report is not None
            lines = store.record(1).lines if line_count(store, 1) is not None else ()
            assert lines == cut.steps[-1][: len(lines)]
            best = max(best, len(lines))
            store.close()
        assert best == len(cut.steps[-1])

    def test_a_damaged_commit_is_found_up_to_the_last_but_one(
        self, cut: Cut, tmp_path: Path
    ) -> None:
        """The last may have been in flight; one before it was confirmed, and so was the last."""
        log = (cut.folder / f"{NAME}-wal").read_bytes()
        frames = range(32, len(log), 24 + 4096)
        commits = [at for at in frames if int.from_bytes(log[at + 4 : at + 8])]
        for at in commits[-4:-1]:
            folder = cut.copy(tmp_path / str(at))
            damage(folder / f"{NAME}-wal", at + 24 + 2000, b"\xff" * 64)
            store, report = open_or_recover(folder)
            assert report is not None
            assert store.record(1).lines == cut.steps[-1]
            store.close()

    def test_a_log_without_a_head_is_read_all_the_same(self, cut: Cut, tmp_path: Path) -> None:
        """SQLite would throw it away."""
        folder = cut.copy(tmp_path / "data")
        damage(folder / f"{NAME}-wal", 0, bytes(32))
        store, report = open_or_recover(folder)
        assert report is not None
        assert store.record(1).lines == cut.steps[-1]
        store.close()

    @pytest.mark.parametrize("sectors", [1, 2, 8, 9])
    def test_the_first_sectors_of_the_log_cost_the_frames_in_them_alone(
        self, cut: Cut, tmp_path: Path, sectors: int
    ) -> None:
        """The salt of the round is found in the frames that vouch for each other."""
        folder = cut.copy(tmp_path / "data")
        damage(folder / f"{NAME}-wal", 0, bytes(512 * sectors))
        store, report = open_or_recover(folder)
        assert report is not None
        assert store.record(1).lines == cut.steps[-1]
        store.close()

    def test_a_first_sector_of_an_earlier_round_does_not_hide_the_log(
        self, cut: Cut, tmp_path: Path
    ) -> None:
        """A card that lost the newest write of a sector gives back the one before: a sound head."""
        folder = cut.copy(tmp_path / "data")
        wal = folder / f"{NAME}-wal"
        head = bytearray(wal.read_bytes()[:32])
        head[16:20] = (int.from_bytes(head[16:20]) - 1).to_bytes(4)
        head[24:32] = raw_pages._checksum(bytes(head[:24]), "<", 0, 0)  # noqa: SLF001 - a log that is damaged and consistent
        damage(wal, 0, bytes(head))
        store, report = open_or_recover(folder)
        assert report is not None
        assert store.record(1).lines == cut.steps[-1]
        store.close()

    def test_a_head_of_a_round_that_has_not_begun_is_no_damage(
        self, cut: Cut, tmp_path: Path
    ) -> None:
        """A power cut right after a new round was opened: all frames are of the one before."""
        folder = cut.copy(tmp_path / "data")
        wal = folder / f"{NAME}-wal"
        head = bytearray(wal.read_bytes()[:32])
        head[16:20] = (int.from_bytes(head[16:20]) + 1).to_bytes(4)
        head[24:32] = raw_pages._checksum(bytes(head[:24]), "<", 0, 0)  # noqa: SLF001 - a log that is damaged and consistent
        damage(wal, 0, bytes(head))
        found = read_log(wal.read_bytes())
        assert (found.is_damaged, found.all_pages) == (False, {})

    def test_the_salt_of_one_frame_does_not_cost_its_commit(self, cut: Cut, tmp_path: Path) -> None:
        """No checksum covers it, and SQLite stops there: the last commit but one was confirmed."""
        log = (cut.folder / f"{NAME}-wal").read_bytes()
        commits = [at for at in frames(log) if is_commit(log, at)]
        folder = cut.copy(tmp_path / "data")
        damage(folder / f"{NAME}-wal", commits[-2] + 8, b"\0\0")
        store, report = open_or_recover(folder)
        assert report is not None
        assert store.record(1).lines == cut.steps[-1]
        store.close()

    def test_two_choices_behind_a_lost_commit_mark_are_not_one_in_flight(
        self, cut: Cut, tmp_path: Path
    ) -> None:
        """The frame does not even say that it was a commit; the events in the next one do."""
        log = (cut.folder / f"{NAME}-wal").read_bytes()
        commits = [at for at in frames(log) if is_commit(log, at)]
        folder = cut.copy(tmp_path / "data")
        damage(folder / f"{NAME}-wal", commits[-2], bytes(512))
        store, report = open_or_recover(folder)
        assert report is not None
        assert store.record(1).lines in cut.steps
        store.close()

    def test_a_choice_in_flight_is_no_damage(self, tmp_path: Path) -> None:
        """The last commit is intact, a page before it is not: that choice was never confirmed."""
        log = live_log(tmp_path / "live", tmp_path / "data")
        first, *_, commit = last_frames(log)
        assert first < commit, "the last transaction has several pages"
        damage(tmp_path / "data" / f"{NAME}-wal", first + 24 + 2000, b"\xff" * 64)
        store, report = open_or_recover(tmp_path / "data")
        assert report is None
        assert [match.status for match in store.matches(RUNNING, PAUSED)] == [RUNNING]
        store.close()

    def test_a_log_without_a_head_is_damaged_even_with_one_commit(self, tmp_path: Path) -> None:
        """Its header was synced before that commit, so this is not an interrupted choice."""
        log = live_log(tmp_path / "live", tmp_path / "data")
        end = next(at for at in frames(log) if is_commit(log, at)) + FRAME
        (tmp_path / "data" / f"{NAME}-wal").write_bytes(bytes(32) + log[32:end])
        store, report = open_or_recover(tmp_path / "data")
        assert report is not None
        assert line_count(store, 1) == 0
        store.close()

    def test_a_log_of_nothing_but_a_head_is_empty(self, tmp_path: Path) -> None:
        """Neither damaged nor full of anything, and so is one that is even shorter."""
        log = live_log(tmp_path / "live", tmp_path / "data")
        for length in (0, 31, 32, 32 + FRAME - 1):
            found = read_log(log[:length])
            assert (found.pages, found.all_pages, found.lost_commits) == ({}, {}, 0)

    def test_a_log_without_its_file_is_read_all_the_same(self, cut: Cut, tmp_path: Path) -> None:
        """Missing or empty."""
        for empty in (False, True):
            folder = cut.copy(tmp_path / str(empty))
            if empty:
                (folder / NAME).write_bytes(b"")
            else:
                (folder / NAME).unlink()
            store, report = open_or_recover(folder)
            assert report is not None
            assert store.record(1).lines == cut.steps[-1]
            assert store.settings() == {"language": "fr"}
            assert store.players() == ["Ada"]
            store.close()


class TestDamaged:
    """What a bad card or an attacker does to the file."""

    @pytest.mark.parametrize(
        "rubbish", [b"", b"x", b"rubbish" * 5000, b"SQLite format 3\0", b"SQLite format 3\0" * 999]
    )
    def test_rubbish_is_set_aside_and_a_new_file_begun(
        self, tmp_path: Path, rubbish: bytes
    ) -> None:
        """It is kept unchanged under a number, and the box shows a report."""
        (tmp_path / NAME).write_bytes(rubbish)
        store, report = open_or_recover(tmp_path)
        assert report is not None
        assert report.aside == tmp_path / "tablemate-damaged-1.db"
        assert report.aside.read_bytes() == rubbish
        assert store.next_match() == 1
        keep(store, played(1, 2))
        store.close()
        again, same = open_or_recover(tmp_path)
        assert same == report, "nobody has read it yet"
        assert line_count(again, 1)
        again.close()

    def test_a_second_damage_gets_the_next_number(self, tmp_path: Path) -> None:
        """Nothing that was set aside is ever overwritten."""
        for number in (1, 2, 3):
            (tmp_path / NAME).write_bytes(b"rubbish %d" % number)
            (tmp_path / f"{NAME}-wal").write_bytes(b"log %d" % number)
            store, _ = open_or_recover(tmp_path)
            store.close()
        for number in (1, 2, 3):
            aside = tmp_path / f"tablemate-damaged-{number}.db"
            assert aside.read_bytes() == b"rubbish %d" % number
            assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"log %d" % number

    def test_every_single_page_may_be_lost(self, long: Cut, tmp_path: Path) -> None:
        """Each match keeps what comes before the damage; most of them keep everything."""
        whole = Store(long.copy(tmp_path / "whole"))
        truth = {number: whole.record(number).lines for number in (1, 2, 3)}
        whole.close()
        pages = (long.folder / NAME).stat().st_size // 4096
        stored = 0
        for page in range(pages):
            folder = long.copy(tmp_path / str(page))
            damage(folder / NAME, page * 4096, random.Random(page).randbytes(4096))
            store, _ = open_or_recover(folder)
            for number, lines in truth.items():
                if (
                    line_count(store, number) is not None
                    and first_damaged_event(store, number) is None
                ):
                    found = store.record(number).lines
                    assert found == lines[: len(found)], (page, number)
                    stored += len(found)
            assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            store.close()
        total = sum(len(lines) for lines in truth.values()) * pages
        assert stored > 0.8 * total

    @pytest.mark.parametrize(("table", "is_found"), [("settings", True), ("events", False)])
    def test_of_a_large_file_only_what_is_needed_is_looked_at(
        self,
        long: Cut,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        table: str,
        is_found: bool,
    ) -> None:
        """A start takes no longer with every match; what ended is checked when it is read."""
        path = long.copy(tmp_path / "data") / NAME
        with closing(sqlite3.connect(path)) as db:
            query = "SELECT rootpage FROM sqlite_master WHERE name=?"
            (page,) = db.execute(query, (table,)).fetchone()
        damage(path, (page - 1) * 4096, b"\xff")
        assert find_damage(path) is not None
        monkeypatch.setattr(damage_check, "CHECKED_BYTES", path.stat().st_size)
        assert find_damage(path) is not None
        monkeypatch.setattr(damage_check, "CHECKED_BYTES", path.stat().st_size - 1)
        assert (find_damage(path) is not None) == is_found

    def test_a_truncated_file_gives_prefixes(self, long: Cut, tmp_path: Path) -> None:
        """At many lengths, sectors and odd ones."""
        whole = Store(long.copy(tmp_path / "whole"))
        truth = {number: whole.record(number).lines for number in (1, 2, 3)}
        whole.close()
        size = (long.folder / NAME).stat().st_size
        for length in [*range(0, size, size // 12), 1, 99, 101, 4095, 4097, size - 1]:
            folder = long.copy(tmp_path / str(length))
            with (folder / NAME).open("r+b") as file:
                file.truncate(length)
            store, report = open_or_recover(folder)
            for number, lines in truth.items():
                if line_count(store, number) is not None:
                    found = store.record(number).lines
                    assert found == lines[: len(found)]
                    assert report is not None or found == lines, "nothing is lost without a word"
                else:
                    assert report is not None
            store.close()

    def test_rare_bits_flip(self, long: Cut, tmp_path: Path) -> None:
        """A flip may go unseen where it is harmless; it never makes another match of one."""
        whole = Store(long.copy(tmp_path / "whole"))
        truth = whole.record(3).lines
        whole.close()
        size = (long.folder / NAME).stat().st_size
        chance = random.Random(4)
        for flip in range(60):
            folder = long.copy(tmp_path / f"flip{flip}")
            at = chance.randrange(size)
            byte = (folder / NAME).read_bytes()[at] ^ 1 << chance.randrange(8)
            damage(folder / NAME, at, bytes([byte]))
            store, _ = open_or_recover(folder)
            if line_count(store, 3) is not None:
                found = store.record(3).lines
                assert found == truth[: len(found)], at
            store.close()

    def test_an_edited_open_match_goes_back_to_before_the_edit(
        self, long: Cut, tmp_path: Path
    ) -> None:
        """The others, people and settings stay; the report counts it."""
        folder = long.copy(tmp_path / "data")
        with closing(sqlite3.connect(folder / NAME)) as db:
            db.execute("UPDATE events SET text='x' WHERE match=3 AND lines=5")
            db.commit()
        store, report = open_or_recover(folder)
        assert report is not None
        assert report.salvaged is not None
        assert (report.salvaged.matches, report.salvaged.shortened, report.salvaged.lost) == (
            3,
            1,
            0,
        )
        assert store.record(3).lines == long.steps[-1][:4]
        assert store.matches(OVER)[0].outcome == {"winners": [0], "scores": [1, 0], "by": "agreed"}
        assert [match.status for match in store.matches(RUNNING, PAUSED)] == [RUNNING, PAUSED]
        assert store.profile("stones") == ["0", "1"]
        assert store.settings() == {"language": "fr"}
        assert store.players() == ["Ada"]
        store.close()

    def test_a_result_outlives_the_moves_that_led_to_it(self, long: Cut, tmp_path: Path) -> None:
        """The statistics stay right when the end of a record is lost."""
        folder = long.copy(tmp_path / "data")
        with closing(sqlite3.connect(folder / NAME)) as db:
            db.execute("DELETE FROM events WHERE match=1 AND lines>5")
            db.execute("UPDATE events SET text='x' WHERE match=3 AND lines=5")
            db.commit()
        store, report = open_or_recover(folder)
        assert report is not None
        assert EndedMatches(store.connection).stored(1).outcome == {
            "winners": [0],
            "scores": [1, 0],
            "by": "agreed",
        }
        assert EndedMatches(store.connection).stored(1).events == 5
        assert first_damaged_event(store, 1) is None
        store.close()

    @pytest.mark.parametrize("lost", ["DELETE FROM matches WHERE id=3", "events"])
    def test_a_match_survives_half_of_what_is_known_of_its_beginning(
        self, long: Cut, tmp_path: Path, lost: str
    ) -> None:
        """Its row, or its first event."""
        folder = long.copy(tmp_path / "data")
        with closing(sqlite3.connect(folder / NAME)) as db:
            if lost == "events":
                lost = "DELETE FROM events WHERE match=3 AND number=0"
            db.execute(lost)
            db.execute("UPDATE events SET text='x' WHERE match=2 AND lines=5")
            db.commit()
        store, report = open_or_recover(folder)
        assert report is not None
        assert store.record(3).lines == long.steps[-1]
        store.close()

    def test_a_match_of_which_only_the_beginning_is_known_counts_as_cut_short(
        self, long: Cut, tmp_path: Path
    ) -> None:
        """As when its only page of events is gone."""
        folder = long.copy(tmp_path / "data")
        with closing(sqlite3.connect(folder / NAME)) as db:
            db.execute("DELETE FROM events WHERE match=3")
            db.commit()
        store, report = open_or_recover(folder)
        assert report is not None
        assert report.salvaged is not None
        assert (report.salvaged.matches, report.salvaged.shortened, report.salvaged.lost) == (
            3,
            1,
            0,
        )
        assert store.record(3).lines == ()
        store.close()

    @pytest.mark.parametrize("rules", ["ours", "another version", "another game"])
    def test_a_match_that_was_cut_ends_before_what_the_rules_refuse(
        self, tmp_path: Path, rules: str
    ) -> None:
        """Such a line would keep it from being resumed; of rules we do not know we say nothing."""
        match = played(1, 3)
        header = match.header
        if rules == "another version":
            header = header._replace(rules=header.rules + 1)
        elif rules == "another game":
            header = header._replace(game="chess")
        lines = tuple(match.lines)
        strange = (RecordLine("0", "nonsense"), RecordLine("1", "more"))
        store = Store(tmp_path)
        store.begin(1, header, (*lines, *strange))
        last = store.events(1)[-1].number
        store.connection.execute("UPDATE events SET text='x' WHERE number=?", (last,))
        store.close()
        store, report = open_or_recover(tmp_path)
        assert report is not None
        assert report.salvaged is not None
        assert report.salvaged.shortened == 1
        stored = store.record(1).lines
        assert stored == (lines if rules == "ours" else (*lines, strange[0]))
        assert report.salvaged.events == len(stored)
        store.close()

    def test_a_deleted_match_does_not_come_back(self, long: Cut, tmp_path: Path) -> None:
        """Forgotten is forgotten, also by the pages of the file."""
        folder = long.copy(tmp_path / "data")
        store = Store(folder)
        store.delete(3)
        store.close()
        damage(folder / NAME, 0, bytes(100))
        store, report = open_or_recover(folder)
        assert report is not None
        assert report.salvaged is not None
        assert line_count(store, 3) is None
        assert report.salvaged == Salvaged(matches=2, events=report.salvaged.events)
        store.close()


NO_BEGINNING = "DELETE FROM events WHERE match=3 AND number=0"
DEEP = "[" * 100_000
DEEP_HASH = row_hash("settings", "deep", DEEP).hex()
STRANGE = {
    "seats": (NO_BEGINNING, "UPDATE matches SET header=replace(header, 'seats ', 'seats 999999')"),
    "options": (NO_BEGINNING, "UPDATE matches SET header=replace(header, 'full', 'x') WHERE id=3"),
    "names": (NO_BEGINNING, "UPDATE matches SET header=replace(header, ', \"Bo\"', '')"),
    "clock": (NO_BEGINNING, "UPDATE events SET clock='{\"spent\": \"q\"}' WHERE match=3"),
    "first choice": (NO_BEGINNING, "UPDATE events SET text='q' WHERE match=3 AND number=1"),
    "number": ("UPDATE matches SET id=9223372036854775807 WHERE id=3",),
    "below zero": ("UPDATE matches SET id=-3 WHERE id=3",),
    "date": ("UPDATE matches SET began_at=9223372036854775807 WHERE id=3",),
    "outcome": (f"UPDATE matches SET outcome='{DEEP}' WHERE id=3",),
    "deep setting": (
        f"INSERT INTO settings VALUES ('deep', '{DEEP}', x'{DEEP_HASH}')",
        NO_BEGINNING,
    ),
    "status": ("UPDATE matches SET status='rvnning' WHERE id=3",),
    "bytes": ("UPDATE matches SET header=CAST(x'ff00ff' AS TEXT) WHERE id=3",),
}  # fmt: skip


class FailingDisk:
    """Knows of one match, number 7, and fails at whatever else is asked."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def execute(self, statement: str, *_values: object) -> Any:
        """Answer the first question."""
        if "UNION" not in statement:
            raise self._error
        return SimpleNamespace(fetchall=lambda: [(7,)])


class TestStrange:
    """Each match is saved on its own, and whatever is in one, the box starts with the others."""

    @pytest.mark.parametrize("changes", STRANGE.values(), ids=STRANGE)
    def test_a_strange_match_costs_no_other(
        self, long: Cut, tmp_path: Path, changes: tuple[str, ...]
    ) -> None:
        """It is reported, the others are complete, and new ones can be begun."""
        folder = long.copy(tmp_path / "data")
        with closing(sqlite3.connect(folder / NAME)) as db:
            for change in changes:
                db.execute(change)
            db.commit()
        store, report = open_or_recover(folder)
        assert report is not None
        assert report.salvaged is not None
        assert line_count(store, 1) == store_lines(long, 1)
        queue = WriteQueue(store)
        for match in queue.open_matches():
            with suppress(StoreError, EngineError):
                resume_match(queue, match.id, Timing(), lambda: 0.0)
        assert store.settings() == {"language": "fr"}
        assert store.next_match() < 10
        store.close()

    def test_whatever_one_match_raises_the_others_are_saved(
        self, long: Cut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And it is counted and named; the damaged file has it still."""
        folder = long.copy(tmp_path / "data")
        damage(folder / NAME, 0, bytes(100))
        whole = salvage._save_match  # noqa: SLF001 - watched

        def fail(match: int, *others: Any) -> Salvaged:
            if match == 2:
                raise KeyError("spent")
            return whole(match, *others)

        monkeypatch.setattr(salvage, "_save_match", fail)
        store, report = open_or_recover(folder)
        assert report is not None
        assert report.salvaged is not None
        assert (report.salvaged.matches, report.salvaged.lost_numbers) == (2, (2,))
        text = report.text(lambda words, **places: words.format(**places))
        assert "Games lost: 1 (2)" in text
        store.close()

    def test_a_disk_that_fails_is_not_taken_for_a_match_that_is_lost(self) -> None:
        """The recovery as a whole fails, and is tried again at the next start."""
        found: Any = FailingDisk(OSError("the card is gone"))
        with closing(sqlite3.connect(":memory:")) as db, pytest.raises(OSError, match="is gone"):
            salvage.save_matches(found, db)

    def test_a_match_whose_pages_are_damaged_is_lost_alone(self) -> None:
        """The others may be whole."""
        found: Any = FailingDisk(sqlite3.DatabaseError("database disk image is malformed"))
        with closing(sqlite3.connect(":memory:")) as db:
            assert salvage.save_matches(found, db).lost_numbers == (7,)

    def test_a_recovery_that_fails_leaves_an_empty_box_and_the_old_file(
        self, long: Cut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It starts with a report, and the log has the traceback."""
        folder = long.copy(tmp_path / "data")
        damage(folder / NAME, 0, bytes(100))
        before = (folder / NAME).read_bytes()

        def fail(*_: Any) -> Salvaged:
            raise IndexError("whatever")

        monkeypatch.setattr(salvage, "save_matches", fail)
        store, report = open_or_recover(folder)
        assert report is not None
        assert report.aside is not None
        assert report.aside.read_bytes() == before
        assert store.next_match() == 1
        store.close()


class TestReport:
    """The words of the report."""

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("size", ["normal", "large"])
    def test_it_can_be_read_on_the_box(
        self, make_box: Any, long: Cut, tmp_path: Path, language: str, size: str
    ) -> None:
        """Every line of it, in every language and size."""
        folder = long.copy(tmp_path / "damaged")
        with closing(sqlite3.connect(folder / NAME)) as db:
            db.execute("UPDATE events SET text='x' WHERE match=3 AND lines=5")
            db.execute("DELETE FROM matches WHERE id=2")
            db.execute("DELETE FROM events WHERE match=2 AND number=0")
            db.commit()
        store, recovered = open_or_recover(folder)
        store.close()
        assert recovered is not None
        assert recovered.salvaged == Salvaged(2, store_lines(long, 1) + 4, 1, 1, (2,))
        box = make_box(language=language)
        box.services.settings.put("text", size)
        for report in (recovered, RecoveryReport("Read-only file system")):
            text = report.text(box.services.say)
            assert "{" not in text
            box.app.follow(Push(TextScreen(box.services, "Tablemate", text)))
            for _ in range(15):
                box.turn(1)
                assert box.faults == [], box.text
            box.press()

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("size", ["normal", "large"])
    def test_files_that_cannot_be_read_are_waited_for_or_left_out(
        self, make_box: Any, language: str, size: str
    ) -> None:
        """As somebody at the box chooses, who is asked twice."""
        box = make_box(language=language)
        box.services.settings.put("text", size)
        home = box.screen
        chosen: list[str] = []

        def note() -> bool:
            chosen.append("without")
            return False

        box.services.queue.go_without_unread = note
        for turns in ((0,), (1, 0), (1, 1)):
            box.services.queue.report = RecoveryReport("Input/output error", can_read=False)
            box.app.step(0.0)
            box.press()
            while isinstance(box.screen, TextScreen):
                box.press()
            for turn in turns:
                assert chosen == []
                box.turn(turn)
                box.press()
            assert box.screen is home
        assert chosen == ["without"]
        assert box.faults == []

    def test_it_says_what_is_known(self, tmp_path: Path) -> None:
        """How many came back, were cut short or lost, and where the damaged file is."""
        text = RecoveryReport(
            "why", tmp_path / "tablemate-damaged-1.db", Salvaged(12, 400, 3, 1)
        ).text(lambda words, **places: words.format(**places))
        for words in ("damaged", "Games: 12", "short: 3", "lost: 1", "tablemate-damaged-1.db"):
            assert words in text


class TestNotice:
    """The report is shown until somebody has read it."""

    def test_it_is_shown_at_every_start_until_it_is_closed(
        self, make_box: Any, long: Cut, tmp_path: Path
    ) -> None:
        """A power cut before the first press must not swallow it."""
        folder = long.copy(tmp_path / "data")
        damage(folder / NAME, 0, bytes(100))
        store, first = open_or_recover(folder)
        store.close()
        store, again = open_or_recover(folder)
        assert first is not None
        assert again == first
        box = make_box()
        box.services.queue.store = store
        box.services.queue.report = again
        box.app._show_report()  # noqa: SLF001 - as a start does
        assert (folder / NOTICE).exists()
        box.press()
        assert not (folder / NOTICE).exists()
        store.close()
        store, nothing = open_or_recover(folder)
        assert nothing is None
        store.close()

    def test_a_recovery_cut_off_before_the_swap_is_reported_by_the_next_start(
        self, long: Cut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With the counts that were found then."""
        folder = long.copy(tmp_path / "data")
        with closing(sqlite3.connect(folder / NAME)) as db:
            db.execute("UPDATE events SET text='x' WHERE match=3 AND lines=5")
            db.commit()
        with monkeypatch.context() as cut_off:
            cut_off.setattr(
                "firmware_py.storage.recovery._swap", lambda _: os.kill(os.getpid(), SIGKILL)
            )
            child = os.fork()
            if child == 0:
                open_or_recover(folder)
                os._exit(0)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) < 0
        assert (folder / RECOVERED).exists()
        store, report = open_or_recover(folder)
        assert report is not None
        assert report.salvaged is not None
        assert (report.salvaged.matches, report.salvaged.shortened) == (3, 1)
        assert report.aside == folder / "tablemate-damaged-1.db"
        store.close()

    @pytest.mark.parametrize("content", [b"", b"[]", b"[" * 4000, b"\xff", b'{"salvaged": 3}'])
    def test_a_notice_that_cannot_be_read_is_shown_all_the_same(
        self, long: Cut, tmp_path: Path, content: bytes
    ) -> None:
        """Something happened, and that much is known."""
        folder = long.copy(tmp_path / "data")
        (folder / NOTICE).write_bytes(content)
        store, report = open_or_recover(folder)
        assert report is not None
        assert "damaged" in report.text(lambda words, **places: words.format(**places))
        store.close()


class TestSwap:
    """The recovery itself may be interrupted."""

    @pytest.mark.parametrize("state", ["complete", "log moved", "half built"])
    def test_a_crash_in_between_is_made_good(self, cut: Cut, tmp_path: Path, state: str) -> None:
        """A complete recovered file only has to be put in its place, a half one is built anew."""
        folder = cut.copy(tmp_path / "data")
        damage(folder / NAME, 0, bytes(100))
        if state == "half built":
            (folder / "tablemate.recovering").write_bytes(b"half")
        else:
            ready = cut.copy(tmp_path / "ready")
            fold(ready)
            shutil.copy(ready / NAME, folder / RECOVERED)
        if state == "log moved":
            (folder / f"{NAME}-wal").rename(folder / "tablemate-damaged-1.db-wal")
        store, _ = open_or_recover(folder)
        assert store.record(1).lines == cut.steps[-1]
        assert not (folder / RECOVERED).exists()
        aside = sorted(path.name for path in folder.glob("*damaged*.db"))
        assert len(aside) == 1
        store.close()

    def test_the_old_log_is_away_on_the_disk_before_the_new_file_comes(
        self, cut: Cut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """SQLite would apply it to the new file."""
        folder = cut.copy(tmp_path / "data")
        damage(folder / NAME, 0, bytes(100))
        synced = []
        fsync = os.fsync

        def see(handle: int) -> None:
            fsync(handle)
            if os.path.samestat(os.fstat(handle), folder.stat()):
                there = [(folder / name).exists() for name in (RECOVERED, f"{NAME}-wal")]
                synced.append(tuple(there))

        monkeypatch.setattr("os.fsync", see)
        recover_if_damaged(folder)
        assert synced == [(True, True), (True, False), (False, False)]

    def test_a_sound_file_is_left_alone(self, cut: Cut, tmp_path: Path) -> None:
        """No report, nothing set aside."""
        store, report = open_or_recover(cut.copy(tmp_path / "data"))
        assert report is None
        assert not list((tmp_path / "data").glob("*damaged*"))
        store.close()

    def test_a_damaged_match_that_cannot_be_recovered_now_waits(self, tmp_path: Path) -> None:
        """The others can be played; once there is room, the next start recovers it."""
        store = Store(tmp_path)
        keep(store, played(1, 5))
        keep(store, played(2, 5))
        store.connection.execute("UPDATE events SET text='A1R' WHERE match=1 AND number=2")
        store.close()
        blocked = tmp_path / "tablemate.recovering"
        blocked.mkdir()  # as a full disk would keep it from being built
        store, report = open_or_recover(tmp_path)
        assert (report, store.on_disk) == (None, True)
        assert first_damaged_event(store, 1) == 2
        assert first_damaged_event(store, 2) is None
        store.close()
        blocked.rmdir()
        store, report = open_or_recover(tmp_path)
        assert report is not None
        assert first_damaged_event(store, 1) is None
        store.close()

    def test_a_running_box_is_not_looked_into(self, tmp_path: Path) -> None:
        """The second program refuses before it touches anything."""
        store = Store(tmp_path)
        with pytest.raises(StoreInUse, match="another Tablemate"):
            open_or_recover(tmp_path)
        store.close()

    def test_a_file_in_the_place_of_the_folder(self, tmp_path: Path) -> None:
        """Says what to do."""
        (tmp_path / "data").write_text("x")
        with pytest.raises(StoreError, match="choose another --data"):
            open_or_recover(tmp_path / "data")


def is_event(row: RawRow) -> bool:
    """Return whether a row has the types of an event."""
    return row.id is None and len(row.values) == 9


class TestPages:
    """The reader of pages sees what SQLite sees."""

    @pytest.mark.parametrize("long_text", [10, 1000, 1002, 4061, 5000, 20_000, 300_000])
    def test_rows_of_any_length_are_read(self, tmp_path: Path, long_text: int) -> None:
        """In the page, and over many."""
        store = Store(tmp_path)
        number = store.next_match()
        store.begin(number, played(1, 0).header)
        text = "edit " + "é" * long_text
        store.append(number, 0, [RecordLine("table", text), RecordLine("0", "x")])
        found = {row.values[4] for row in raw_rows(RawPages(tmp_path / NAME)) if is_event(row)}
        assert found >= {text, "x"}
        store.close()

    def test_every_row_of_a_large_file_is_found_once(self, tmp_path: Path) -> None:
        """With inner pages, which hold rows too."""
        store = Store(tmp_path)
        header = played(1, 0).header
        for number in range(1, 21):
            store.begin(number, header, [RecordLine("0", f"{number} {at}") for at in range(100)])
        store.put_setting("big", "x" * 3000)
        want = sorted(store.connection.execute("SELECT * FROM events").fetchall())
        found = sorted(row.values for row in raw_rows(RawPages(tmp_path / NAME)) if is_event(row))
        assert found == want
        store.close()

    def test_values_of_every_kind_are_read(self, tmp_path: Path) -> None:
        """Whole numbers of each width, fractions, text, bytes and nothing."""
        numbers = [0, 1, -1, 127, -32_768, 2**23 - 1, -(2**31), 2**47 - 1, -(2**63)]
        values = (*numbers, 0.1, "", "é", b"", bytes(200), None)
        with closing(sqlite3.connect(tmp_path / NAME)) as db:
            db.execute(f"CREATE TABLE kinds ({', '.join(f'c{at}' for at in range(len(values)))})")
            db.execute(f"INSERT INTO kinds VALUES ({', '.join('?' * len(values))})", values)
            db.commit()
        assert values in [row.values for row in raw_rows(RawPages(tmp_path / NAME))]

    @pytest.mark.parametrize("size", [512, 1024, 65536])
    def test_pages_of_every_size_are_read(self, tmp_path: Path, size: int) -> None:
        """With rows that go on in other pages."""
        texts = ["short", "long " * 5000]
        with closing(sqlite3.connect(tmp_path / NAME)) as db:
            db.execute(f"PRAGMA page_size={size}")
            db.execute("CREATE TABLE texts (text)")
            db.executemany("INSERT INTO texts VALUES (?)", [(text,) for text in texts])
            db.commit()
        found = [row.values for row in raw_rows(RawPages(tmp_path / NAME))]
        assert [(text,) for text in texts] == [values for values in found if len(values) == 1]

    @pytest.mark.parametrize("kind", ["", "WITHOUT ROWID"])
    def test_rows_of_every_length_around_the_edges_of_a_page_are_read(
        self, tmp_path: Path, kind: str
    ) -> None:
        """Where a row goes on in another page depends on its length to the byte."""
        with closing(sqlite3.connect(tmp_path / NAME)) as db:
            db.execute("PRAGMA page_size=512")
            db.execute(f"CREATE TABLE texts (length PRIMARY KEY, text) {kind}")
            rows = [(length, "x" * length) for length in range(1200)]
            db.executemany("INSERT INTO texts VALUES (?, ?)", rows)
            db.commit()
        found = {row.values for row in raw_rows(RawPages(tmp_path / NAME))}
        assert found >= set(rows)

    def test_the_image_in_memory_is_the_file_with_its_log(self, cut: Cut) -> None:
        """For a folder that cannot be written."""
        with closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(RawPages(cut.folder / NAME).image())
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            lines = db.execute("SELECT max(lines) FROM events").fetchone()[0]
        assert lines == len(cut.steps[-1])

    def test_rubbish_has_no_rows(self, tmp_path: Path) -> None:
        """And nothing is raised."""
        for seed in range(20):
            (tmp_path / NAME).write_bytes(random.Random(seed).randbytes(20_000))
            (tmp_path / f"{NAME}-wal").write_bytes(random.Random(-seed).randbytes(9000))
            assert [row for row in raw_rows(RawPages(tmp_path / NAME)) if is_event(row)] == []


def test_a_new_file_never_has_to_be_switched_over(tmp_path: Path) -> None:
    """A plug that is pulled while it is would leave a journal that no reader can deal with."""
    database._make(tmp_path / NAME)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    assert (tmp_path / NAME).read_bytes()[18:20] == b"\2\2"  # SQLite's mark for its log


def test_what_a_power_cut_left_half_done_is_undone(tmp_path: Path) -> None:
    """The file of a box whose plug was pulled in mid-transaction, before there was a log."""
    (tmp_path / "running").mkdir()
    (tmp_path / "cut").mkdir()
    with closing(Store(tmp_path / "running")) as store:
        keep(store, played(1, 5))
        before = store.events(1)
    path = tmp_path / "running" / NAME
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for pragma in ("journal_mode=DELETE", "cache_size=1", "cache_spill=1"):
            db.execute(f"PRAGMA {pragma}")
        db.execute("BEGIN")
        db.execute("DELETE FROM events")
        db.execute("CREATE TABLE much (text)")
        db.executemany("INSERT INTO much VALUES (?)", [("x" * 4000,)] * 50)
        for name in (NAME, f"{NAME}-journal"):
            shutil.copy(path.with_name(name), tmp_path / "cut" / name)
        db.execute("ROLLBACK")
    store, report = open_or_recover(tmp_path / "cut")
    with closing(store):
        assert report is None
        assert store.on_disk
        assert store.events(1) == before != []
    assert not (tmp_path / "cut" / f"{NAME}-journal").exists()
