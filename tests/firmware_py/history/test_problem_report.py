"""The problem report: everything in one file, whatever does not work."""

from __future__ import annotations

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from engines.record import BadRecord
from firmware_py.core.picture import Picture
from firmware_py.history.problem_report import (
    LOG_BYTES,
    make_report,
    read_record,
    report_name,
    run_report,
)
from firmware_py.history.recent_frames import (
    SLOTS,
    FrameLog,
    find_frames,
    frames_file,
    png,
    read_frames,
)
from firmware_py.storage.store import RUNNING, Store
from firmware_py.ui.canvas import Canvas
from hardware.display.frame import BLANK, FRAME_BYTES, pixel

DAY = 1_790_000_000


@pytest.fixture
def store(tmp_path: Path) -> Any:
    """Return an open store."""
    made = Store(tmp_path / "data")
    yield made
    made.close()


def unpack(data: bytes) -> dict[str, bytes]:
    """Return the files of a report."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def picture(text: str) -> Picture:
    """Return a picture with a word on it."""
    canvas = Canvas()
    canvas.text(0, 0, text)
    return canvas.picture()


class TestReport:
    """What is in it."""

    def test_the_newest_matches_are_in_it(self, store: Store, archive: Any) -> None:
        """Whether a box runs or not."""
        archive(store, "mana")
        archive(store, "mandala", moves=4, agreed="", status=RUNNING)
        files = unpack(make_report(store.path.parent))
        assert files["records/match-1.txt"].startswith(b"tablemate record 1\ngame mana")
        assert b"match 2: mandala, running" in files["database.txt"]
        assert b"may hold hidden cards" in files["database.txt"]

    @pytest.mark.parametrize(
        ("game", "seats"), [("mana", 2), ("mandala", 2), ("stones", 2), ("icehouse", 5)]
    )
    def test_its_record_plays_again(
        self, store: Store, archive: Any, tmp_path: Path, game: str, seats: int
    ) -> None:
        """To the very table where the trouble was."""
        archive(store, "mana")
        number = archive(store, game, seats=seats, moves=7, agreed="", status=RUNNING)
        assert run_report(store.path.parent, tmp_path / "report.zip") == 0
        match = read_record(tmp_path / "report.zip")
        assert match.engine.name == game
        assert tuple(match.lines) == store.record(number).lines

    def test_versions_and_the_doctors_word(self, store: Store) -> None:
        """What runs here."""
        files = unpack(make_report(store.path.parent, "the doctor is happy\n"))
        assert b"tablemate " in files["versions.txt"]
        assert b"gpiozero " in files["versions.txt"]
        assert files["doctor.txt"] == b"the doctor is happy\n"

    def test_logs_are_in_it(self, store: Store) -> None:
        """All of them, and something in place of a journal that is not there."""
        (store.path.parent / "tablemate.log").write_text("a screen failed")
        (store.path.parent / "tablemate.log.1").write_text("older")
        files = unpack(make_report(store.path.parent))
        assert files["log/tablemate.log"] == b"a screen failed"
        assert files["log/tablemate.log.1"] == b"older"
        assert files["log/journal.txt"]

    def test_of_a_huge_log_the_end_is_in_it(self, store: Store) -> None:
        """Longer than any memory."""
        with (store.path.parent / "other.log").open("wb") as file:
            file.truncate(1 << 40)
            file.seek(0, io.SEEK_END)
            file.write(b"the end")
        files = unpack(make_report(store.path.parent))
        assert len(files["log/other.log"]) == LOG_BYTES
        assert files["log/other.log"].endswith(b"the end")

    def test_the_last_pictures_are_in_it(self, store: Store) -> None:
        """As PNG files, oldest first."""
        from PIL import Image

        log = FrameLog(store.path.parent / "frames", time.monotonic)
        log.show(picture("One"))
        log.show(picture("Two"))
        log.close()
        files = unpack(make_report(store.path.parent))
        pictures = sorted(name for name in files if name.startswith("frames/"))
        assert len(pictures) == 2
        image = Image.open(io.BytesIO(files[pictures[1]]))
        assert image.size == (512, 256)
        frame = picture("Two").frame
        for x, y in ((0, 3), (5, 4), (60, 30), (2, 3)):
            assert bool(image.getpixel((x * 4 + 1, y * 4 + 2))) == pixel(frame, x, y)

    def test_a_broken_database_is_reported_not_fatal(self, tmp_path: Path) -> None:
        """That is when a report is needed."""
        (tmp_path / "tablemate.db").write_bytes(b"rubbish" * 999)
        (tmp_path / "tablemate.log").write_text("help")
        files = unpack(make_report(tmp_path))
        assert b"cannot be read" in files["database.txt"]
        assert files["log/tablemate.log"] == b"help"

    def test_an_empty_folder_gives_a_report_too(self, tmp_path: Path) -> None:
        """It says what is missing."""
        files = unpack(make_report(tmp_path))
        assert b"nothing kept" in files["database.txt"]
        assert b"no pictures" in files["frames/missing.txt"]

    def test_a_match_that_cannot_be_read_is_named(self, store: Store, archive: Any) -> None:
        """The others are in the report."""
        archive(store, "mana")
        archive(store, "mana")
        store.connection.execute("UPDATE matches SET header='x' WHERE id=1")
        files = unpack(make_report(store.path.parent))
        assert "records/match-2.txt" in files
        assert b"match 1 is damaged" in files["database.txt"]


@pytest.mark.parametrize("date", [600, 2**32, 2**33])
def test_a_report_can_be_made_at_any_date(
    date: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without a network has a clock that was never set; ZIP knows 1980 to 2107."""
    monkeypatch.setattr(time, "time", lambda: float(date))
    assert "about.txt" in unpack(make_report(tmp_path))


class TestCommand:
    """`tablemate report`."""

    def test_a_folder_gets_the_usual_name(self, store: Store, tmp_path: Path, capsys: Any) -> None:
        """And the command says where, and to be careful with it."""
        assert run_report(store.path.parent, tmp_path, lambda: "fine", lambda: DAY) == 0
        assert (tmp_path / report_name(lambda: DAY)).exists()
        assert "names" in capsys.readouterr().out

    def test_a_doctor_that_fails_is_part_of_the_report(self, store: Store, tmp_path: Path) -> None:
        """Not the end of it."""

        def fail() -> str:
            raise RuntimeError("no pulse")

        assert run_report(store.path.parent, tmp_path / "report.zip", fail) == 0
        assert b"no pulse" in unpack((tmp_path / "report.zip").read_bytes())["doctor.txt"]

    def test_a_place_that_cannot_be_written(
        self, store: Store, tmp_path: Path, capsys: Any
    ) -> None:
        """The message says what to do."""
        (tmp_path / "file").write_text("")
        for folder in ("file", "nowhere"):
            assert run_report(store.path.parent, tmp_path / folder / "report.zip") == 1
            assert "There is no such folder" in capsys.readouterr().err
        assert not (tmp_path / "nowhere").exists()


class TestReadRecord:
    """Playing a file again."""

    def test_a_record_by_itself(self, store: Store, archive: Any, tmp_path: Path) -> None:
        """As the export writes it."""
        from engines.record import write

        number = archive(store, "icehouse", seats=3)
        (tmp_path / "match.txt").write_text(write(store.record(number)))
        assert read_record(tmp_path / "match.txt").names == ("Anna", "Ben", "Carla")

    def test_it_is_walked_through_on_the_box(self, box: Any, archive: Any, tmp_path: Path) -> None:
        """A record without names, as a program wrote it, on the simulated box."""
        from engines.record import write
        from firmware_py.screens.history.replay import Replay
        from firmware_py.ui.navigation import Push

        number = archive(box.store, "icehouse", seats=3)
        text = write(box.store.record(number))
        bare = "\n".join(row for row in text.split("\n") if not row.startswith("names "))
        (tmp_path / "match.txt").write_text(bare)
        box.app.follow(Push(Replay(box.services, read_record(tmp_path / "match.txt"))))
        box.turn(1)
        assert any(words.startswith("Player ") for words in box.text)
        assert box.faults == []

    @pytest.mark.parametrize(
        "content", [b"", b"\xff\xfe\x00", b"hello", json.dumps({"game": "mana"}).encode()]
    )
    def test_any_other_file_is_refused(self, tmp_path: Path, content: bytes) -> None:
        """With a reason."""
        (tmp_path / "x.txt").write_bytes(content)
        with pytest.raises(BadRecord) as error:
            read_record(tmp_path / "x.txt")
        assert "codec" not in str(error.value)

    def test_names_that_are_too_few_or_too_many(self, tmp_path: Path) -> None:
        """A screen would look for them in vain."""
        head = "tablemate record 1\ngame mana\nrules 1\noptions {}\nseats 2\nfirst 0\nseed 1\n"
        (tmp_path / "x.txt").write_text(f'{head}names ["Anna"]\n\n')
        with pytest.raises(BadRecord, match="1 players for 2 seats"):
            read_record(tmp_path / "x.txt")

    def test_a_zip_without_a_record(self, tmp_path: Path) -> None:
        """It says so."""
        with zipfile.ZipFile(tmp_path / "x.zip", "w") as file:
            file.writestr(zipfile.ZipInfo("about.txt"), "nothing")  # the day may be 1970
        with pytest.raises(BadRecord, match="holds no record"):
            read_record(tmp_path / "x.zip")

    def test_a_game_that_is_not_known(self, tmp_path: Path) -> None:
        """A newer Tablemate may know more."""
        head = "tablemate record 1\ngame chess\nrules 1\noptions {}\nseats 2\nfirst 0\nseed 1\n\n"
        (tmp_path / "x.txt").write_text(head)
        with pytest.raises(BadRecord, match="does not know"):
            read_record(tmp_path / "x.txt")

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        """It says so."""
        with pytest.raises(BadRecord, match="cannot be read"):
            read_record(tmp_path / "nothing")


class TestFrames:
    """The ring of pictures."""

    def test_the_last_ones_are_kept_in_order(self, tmp_path: Path) -> None:
        """A ring of 32."""
        log = FrameLog(tmp_path / "frames", time.monotonic)
        frames = [bytes([n]) * FRAME_BYTES for n in range(SLOTS + 5)]
        for frame in frames:
            log.show(Picture(frame))
        assert [frame for _, frame in read_frames(tmp_path / "frames")] == frames[5:]
        log.close()

    def test_they_outlive_a_program_that_never_closed(self, tmp_path: Path) -> None:
        """Another program reads them while, or after, the box runs."""
        log = FrameLog(tmp_path / "frames", time.monotonic)
        log.show(picture("Hello"))
        [(_, frame)] = read_frames(tmp_path / "frames")
        assert frame == picture("Hello").frame

    def test_secrets_are_masked(self, tmp_path: Path) -> None:
        """A pairing code is not in a report."""
        canvas = Canvas()
        canvas.text(0, 0, "1234")
        canvas.secret(0, 0, 60, 16)
        log = FrameLog(tmp_path / "frames", time.monotonic)
        log.show(canvas.picture())
        [(_, frame)] = read_frames(tmp_path / "frames")
        assert frame == canvas.masked()
        assert frame != canvas.frame()

    def test_a_place_that_cannot_be_written_is_no_trouble(self, tmp_path: Path) -> None:
        """The box runs on, and the pictures stay in memory."""
        log = FrameLog(tmp_path / "missing" / "frames", time.monotonic)
        log.show(picture("Hello"))
        log.close()
        log.close()

    def test_another_file_holds_no_pictures(self, tmp_path: Path) -> None:
        """Nor does a torn one."""
        (tmp_path / "frames").write_bytes(b"x" * 100)
        assert read_frames(tmp_path / "frames") == []

    def test_a_service_keeps_them_in_its_runtime_directory(self, tmp_path: Path) -> None:
        """Which is not a disk at all."""
        environment = {"RUNTIME_DIRECTORY": str(tmp_path / "run")}
        assert frames_file(tmp_path, environment) == tmp_path / "run" / "frames"
        (tmp_path / "run").mkdir()
        (tmp_path / "run" / "frames").write_bytes(b"")
        assert find_frames(tmp_path / "data", tmp_path / "run") == tmp_path / "run" / "frames"

    def test_a_blank_picture_is_a_png(self) -> None:
        """Readable by others."""
        from PIL import Image

        assert Image.open(io.BytesIO(png(BLANK, 1))).getextrema() == (0, 0)
