"""Backup and restore: one sound file, made while the box runs, restored without loss."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_py.history.archive import EndedMatches
from firmware_py.storage.backup import (
    back_up,
    back_up_into,
    backup_name,
    bring_in,
    check_backup,
    restore,
    run_backup,
    run_restore,
    swap,
)
from firmware_py.storage.backup_import import BadBackup
from firmware_py.storage.database import take_lock
from firmware_py.storage.errors import StoreInUse
from firmware_py.storage.files import NotWritten
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.recovery_report import NOTICE, RECOVERED
from firmware_py.storage.schema import SCHEMA_VERSION, write_version
from firmware_py.storage.store import Store
from tests.support.stored import first_damaged_event, open_numbers

DAY = 1_790_000_000


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the data directory."""
    return tmp_path / "data"


@pytest.fixture
def store(data: Path) -> Any:
    """Return a store that is open, as a running box has it."""
    made = Store(data)
    yield made
    made.close()


def games(folder: Path) -> list[str]:
    """Return the games of all matches in a data directory, newest first."""
    store = Store(folder)
    found = [stored.header.game for stored in EndedMatches(store.connection).older(None, 99)]
    store.close()
    return found


class TestBackup:
    """Making one."""

    def test_it_holds_everything_while_the_box_runs(
        self, store: Store, archive: Any, data: Path, tmp_path: Path
    ) -> None:
        """What was confirmed a moment ago too, though it is only in SQLite's log yet."""
        archive(store, "mana")
        archive(store, "icehouse", seats=3)
        store.add_player("Anna")
        assert (data / "tablemate.db-wal").stat().st_size > 0
        file = back_up(data, tmp_path / "copy.db")
        (tmp_path / "other").mkdir()
        shutil.copy(file, tmp_path / "other" / "tablemate.db")
        assert games(tmp_path / "other") == ["icehouse", "mana"]
        again = Store(tmp_path / "other")
        assert again.players() == ["Anna"]
        assert first_damaged_event(again, 1) is None
        assert first_damaged_event(again, 2) is None
        again.close()

    def test_it_is_one_file(self, store: Store, data: Path, tmp_path: Path) -> None:
        """There is no log that could be left behind."""
        back_up(data, tmp_path / "copy.db")
        check_backup(tmp_path / "copy.db")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]

    def test_another_program_makes_it_and_the_box_writes_on(
        self, store: Store, archive: Any, data: Path, tmp_path: Path
    ) -> None:
        """A real second process; every copy is one moment of the store."""
        code = (
            "import sys, pathlib; from firmware_py.storage.backup import run_backup;"
            "sys.exit(run_backup(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))"
        )
        archive(store, "icehouse", seats=2)
        running = subprocess.Popen(
            [sys.executable, "-c", code, str(data), str(tmp_path / "copy.db")],
            stdout=subprocess.PIPE,
            text=True,
        )
        written = 1
        while running.poll() is None:
            archive(store, "icehouse", seats=2)
            written += 1
        assert running.returncode == 0
        assert "checked" in running.communicate()[0]
        assert 1 <= check_backup(tmp_path / "copy.db") <= written
        assert EndedMatches(store.connection).count() == written

    def test_a_folder_gets_a_file_of_the_usual_name(
        self, store: Store, data: Path, tmp_path: Path
    ) -> None:
        """And the next one on that day a number."""
        stick = tmp_path / "stick"
        stick.mkdir()
        first, second = (back_up(data, stick, date=lambda: DAY) for _ in range(2))
        next_day = back_up(data, stick, date=lambda: DAY + 86_400)
        assert first.name == backup_name(lambda: DAY)
        assert second.name == first.name.replace(".db", "-2.db")
        assert next_day.name == backup_name(lambda: DAY + 86_400) != first.name

    def test_a_file_in_the_way_is_left_alone(
        self, store: Store, data: Path, tmp_path: Path, capsys: Any
    ) -> None:
        """The message says what to do."""
        (tmp_path / "copy.db").write_text("mine")
        assert run_backup(data, tmp_path / "copy.db") == 1
        assert (tmp_path / "copy.db").read_text() == "mine"
        assert "Choose another name" in capsys.readouterr().err

    def test_a_stick_that_was_pulled_is_no_file_to_write(
        self, store: Store, data: Path, tmp_path: Path
    ) -> None:
        """Nothing appears in the place where it was mounted."""
        with pytest.raises(NotWritten, match="no such folder"):
            back_up_into(data, tmp_path / "stick")
        assert not (tmp_path / "stick").exists()

    def test_a_folder_that_is_not_there(self, store: Store, data: Path, tmp_path: Path) -> None:
        """Nothing is made by guessing."""
        with pytest.raises(NotWritten, match="no such folder"):
            back_up(data, tmp_path / "missing" / "copy.db")

    def test_a_damaged_database_gives_no_backup(
        self, store: Store, archive: Any, data: Path, tmp_path: Path, capsys: Any
    ) -> None:
        """A bad copy would be trusted later: none is left."""
        for seed in range(1, 9):
            archive(store, "mandala", seed=seed)
        store.close()
        spoil(data / "tablemate.db")
        assert run_backup(data, tmp_path / "copy.db") == 1
        assert not (tmp_path / "copy.db").exists()
        assert "tablemate:" in capsys.readouterr().err

    def test_an_empty_data_directory_has_nothing_to_back_up(
        self, tmp_path: Path, capsys: Any
    ) -> None:
        """The wrong --data is the usual cause."""
        assert run_backup(tmp_path, tmp_path / "copy.db") == 1
        assert "--data" in capsys.readouterr().err

    def test_a_disk_that_fills_up_on_the_way_leaves_nothing(
        self, store: Store, archive: Any, data: Path, tmp_path: Path
    ) -> None:
        """A process that may write files of 20,000 bytes only, and a store that is larger."""
        for seed in range(1, 5):
            archive(store, "mandala", seed=seed)
        code = (
            "import resource, sys, pathlib; from firmware_py.storage.backup import run_backup;"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));"
            "sys.exit(run_backup(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))"
        )
        out = tmp_path / "out"
        out.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", code, str(data), str(out)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert "Is the disk full?" in done.stderr
        assert list(out.iterdir()) == []


def spoil(file: Path) -> None:
    """Damage the middle of a file, as a dying card does."""
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(b"\xa5" * (size - 4096))


class TestCheck:
    """Telling a good backup from anything else."""

    @pytest.fixture
    def backup(self, store: Store, archive: Any, data: Path, tmp_path: Path) -> Path:
        """Return a good one."""
        archive(store, "mana")
        return back_up(data, tmp_path / "good.db")

    def test_a_good_one_says_how_many_matches(self, backup: Path) -> None:
        """One."""
        assert check_backup(backup) == 1

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        """A slip of the pen."""
        with pytest.raises(BadBackup, match="no such file"):
            check_backup(tmp_path / "nothing.db")

    @pytest.mark.parametrize("content", [b"", b"SQLite", b"hello" * 1000, b"\0" * 8192])
    def test_a_file_that_is_no_database(self, tmp_path: Path, content: bytes) -> None:
        """Whatever it is."""
        (tmp_path / "x.db").write_bytes(content)
        with pytest.raises(BadBackup, match="not a Tablemate backup"):
            check_backup(tmp_path / "x.db")

    def test_a_database_of_another_program(self, tmp_path: Path) -> None:
        """Sound, but not ours."""
        other = sqlite3.connect(tmp_path / "x.db")
        other.execute("CREATE TABLE songs (title)")
        other.close()
        with pytest.raises(BadBackup, match="not a Tablemate backup"):
            check_backup(tmp_path / "x.db")

    def test_a_damaged_one(self, backup: Path) -> None:
        """Half of it is gone."""
        spoil(backup)
        with pytest.raises(BadBackup):
            check_backup(backup)

    def test_a_truncated_one(self, backup: Path) -> None:
        """The stick was pulled out too early."""
        os.truncate(backup, backup.stat().st_size // 2)
        with pytest.raises(BadBackup):
            check_backup(backup)

    def test_one_of_a_newer_tablemate(self, backup: Path) -> None:
        """Polite, and untouched."""
        newer = sqlite3.connect(backup)
        write_version(newer, SCHEMA_VERSION + 1)
        newer.commit()
        newer.close()
        before = backup.read_bytes()
        with pytest.raises(BadBackup, match="newer Tablemate"):
            check_backup(backup)
        assert backup.read_bytes() == before

    def test_a_check_creates_no_files(self, backup: Path) -> None:
        """Not even for a database file copied as it lay."""
        raw = sqlite3.connect(backup)
        raw.execute("PRAGMA journal_mode=WAL")
        raw.close()
        check_backup(backup)
        assert [path.name for path in backup.parent.glob("good*")] == ["good.db"]


class TestRestore:
    """Putting one back."""

    @pytest.fixture
    def backup(self, store: Store, archive: Any, data: Path, tmp_path: Path) -> Path:
        """Return a backup with a match of Mana; the box has gone on to Icehouse since, and off."""
        archive(store, "mana")
        made = back_up(data, tmp_path / "good.db")
        store.delete(1)
        archive(store, "icehouse", seats=2)
        store.close()
        return made

    def test_what_was_kept_is_back(self, backup: Path, data: Path) -> None:
        """And nothing else."""
        restore(data, backup)
        assert games(data) == ["mana"]

    def test_the_old_database_is_kept_aside(self, backup: Path, data: Path, tmp_path: Path) -> None:
        """Whole, under a name with a number, and it can be restored in turn."""
        aside = restore(data, backup)
        assert aside == data / "tablemate-before-1.db"
        assert restore(data, aside) == data / "tablemate-before-2.db"
        assert games(data) == ["icehouse"]

    def test_the_log_of_the_old_one_does_not_reach_the_new(
        self, store: Store, archive: Any, data: Path, tmp_path: Path
    ) -> None:
        """A box that lost its power leaves a log; it belongs to the old file only."""
        archive(store, "mana")
        backup = back_up(data, tmp_path / "good.db")
        archive(store, "icehouse", seats=2)
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for ending in ("", "-wal", "-shm"):
            shutil.copy(data / f"tablemate.db{ending}", crashed)
        aside = restore(crashed, backup)
        assert games(crashed) == ["mana"]
        assert aside is not None
        (tmp_path / "old").mkdir()
        shutil.copy(aside, tmp_path / "old" / "tablemate.db")
        assert games(tmp_path / "old") == ["icehouse", "mana"]

    def test_a_damaged_old_one_is_kept_as_it_is(self, backup: Path, data: Path) -> None:
        """With its log: somebody may still read something from it."""
        spoil(data / "tablemate.db")
        (data / "tablemate.db-wal").write_bytes(b"what was pending")
        spoiled = (data / "tablemate.db").read_bytes()
        aside = restore(data, backup)
        assert aside is not None
        assert aside.read_bytes() == spoiled
        assert games(data) == ["mana"]

    def test_it_is_refused_while_a_box_runs(self, backup: Path, data: Path, capsys: Any) -> None:
        """Nothing changes, and the message names the way out."""
        lock = take_lock(data)
        try:
            assert run_restore(data, backup) == 1
            with pytest.raises(StoreInUse):
                restore(data, backup)
        finally:
            lock.close()
        assert "systemctl stop tablemate" in capsys.readouterr().err
        assert games(data) == ["icehouse"]

    def test_a_bad_backup_changes_nothing(
        self, backup: Path, data: Path, tmp_path: Path, capsys: Any
    ) -> None:
        """It is looked at before anything is touched."""
        spoil(backup)
        before = sorted(path.name for path in data.iterdir())
        assert run_restore(data, backup) == 1
        assert sorted(path.name for path in data.iterdir()) == before
        assert "good.db" in capsys.readouterr().err
        assert games(data) == ["icehouse"]

    def test_what_a_recovery_left_behind_does_not_undo_it(
        self, backup: Path, data: Path, tmp_path: Path
    ) -> None:
        """A power cut before the swap of a recovered file, then a restore, then a start."""
        shutil.copy(data / "tablemate.db", data / RECOVERED)
        (data / NOTICE).write_text("{}")
        restore(data, backup)
        store, report = open_or_recover(data)
        store.close()
        assert report is None
        assert games(data) == ["mana"]

    def test_a_damaged_match_of_a_backup_is_shortened_and_reported(
        self, backup: Path, data: Path
    ) -> None:
        """The others come back whole; the notice says how many did not."""
        with closing(sqlite3.connect(backup)) as db:
            db.execute("UPDATE events SET text='x' WHERE match=1 AND number=4")
            db.commit()
        restore(data, backup)
        store, report = open_or_recover(data)
        assert report is not None
        assert report.salvaged is not None
        assert report.salvaged.shortened == 1
        assert first_damaged_event(store, 1) is None
        store.close()

    def test_what_is_about_a_box_stays_its_own(self, data: Path, tmp_path: Path) -> None:
        """A backup brings no pairing, and a restore removes none."""
        other = Store(tmp_path / "other")
        other.put_setting("own:pages", "of the other box")
        other.put_setting("own:pairing", "its waits")
        other.put_setting("language", "fr")
        made = back_up(tmp_path / "other", tmp_path / "other.db")
        assert b"own:" not in made.read_bytes()
        assert b"of the other box" not in made.read_bytes()
        other.close()
        copied = tmp_path / "copied.db"  # as anybody may write it
        shutil.copy(tmp_path / "other/tablemate.db", copied)
        store = Store(data)
        store.put_setting("own:pages", "of this box")
        store.close()
        for backup in (made, copied):
            restore(data, backup)
            restored, report = open_or_recover(data)
            assert report is None
            assert restored.settings() == {"language": "fr", "own:pages": "of this box"}
            restored.close()

    @pytest.mark.parametrize("damage", ["none", "file", "log", "head"])
    def test_a_file_that_was_set_aside_comes_back_with_its_log(
        self, data: Path, tmp_path: Path, damage: str, archive: Any
    ) -> None:
        """All of it if it can be read again, else what can be saved, with a report."""
        live = Store(tmp_path / "live")
        for _ in range(6):
            archive(live, "mana")
        live.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        archive(live, "mandala")
        aside = tmp_path / "tablemate-damaged-1.db"
        files = {"": bytearray(live.path.read_bytes())}
        files["-wal"] = bytearray(live.path.with_name("tablemate.db-wal").read_bytes())
        numbers = open_numbers(live), live.next_match()
        live.close()
        if damage == "file":
            files[""][4096:] = bytes(len(files[""]) - 4096)
        elif damage == "log":
            files["-wal"][4500] ^= 1
        elif damage == "head":
            files[""][:100] = bytes(100)
        for ending, content in files.items():
            aside.with_name(aside.name + ending).write_bytes(content)
        restore(data, aside)
        store, report = open_or_recover(data)
        assert (report is None) == (damage in ("none", "head")), report
        if damage in ("none", "head"):
            assert (open_numbers(store), store.next_match()) == numbers
        else:
            assert store.next_match() > 1
        store.close()

    def test_a_cut_before_the_swap_changes_nothing(self, backup: Path, data: Path) -> None:
        """The incoming file exists, and the box starts with its old database."""
        bring_in(data, backup)
        assert games(data) == ["icehouse"]

    def test_a_new_box_can_begin_with_a_backup(self, backup: Path, tmp_path: Path) -> None:
        """There is nothing to set aside."""
        assert restore(tmp_path / "new", backup) is None
        assert games(tmp_path / "new") == ["mana"]

    def test_a_swap_needs_an_incoming_file(self, backup: Path, data: Path) -> None:
        """Otherwise the old one stays in its place."""
        with pytest.raises(NotWritten):
            swap(data)
        assert games(data) == ["icehouse"]

    def test_a_copy_that_cannot_be_written_is_reported(
        self, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As on a disk that is full all of a sudden."""
        Store(data).close()

        def fail(_folder: Path, _copy: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr("firmware_py.storage.own_texts.pack", fail)
        with pytest.raises(NotWritten, match="Writing"):
            back_up(data, tmp_path / "copies")
        assert list(tmp_path.iterdir()) == [data]

    def test_the_command_says_what_it_did(self, backup: Path, data: Path, capsys: Any) -> None:
        """Where the old one is."""
        assert run_restore(data, backup) == 0
        said = capsys.readouterr().out
        assert "is restored" in said
        assert "tablemate-before-1.db" in said


@pytest.mark.needs_root
def test_what_root_makes_belongs_to_the_folders_owner(
    archive: Any, data: Path, tmp_path: Path
) -> None:
    """`sudo tablemate restore` must not take the data away from the service's user."""
    data.mkdir()
    os.chown(data, 65534, 65534)
    store = Store(data)
    archive(store, "mana")
    store.close()
    restore(data, back_up(data, tmp_path / "b.db"))
    with (data / "tablemate.db").open("r+b") as file:
        file.write(bytes(100))
    open_or_recover(data)[0].close()
    assert {path.name: path.stat().st_uid for path in data.iterdir()} == {
        "tablemate.db": 65534,
        "tablemate.lock": 65534,
        "tablemate-before-1.db": 65534,
        "tablemate-damaged-1.db": 65534,
        "tablemate.notice": 65534,
    }


def test_a_copy_that_fails_leaves_nothing(store: Store, data: Path, tmp_path: Path) -> None:
    """A backup whose pages are damaged is found at the latest in its copy."""
    made = back_up(data, tmp_path / "b.db")
    with made.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(4096))
    with pytest.raises(BadBackup):
        bring_in(data, made)
    assert not (data / "tablemate.incoming").exists()
