"""The disk fails during a match: the box shows it, play goes on, and nothing stays unsaved.

Three real faults, as root and not as root alike: a tmpfs of a few hundred KiB in a mount
namespace of its own (full, and read-only), files made immutable or unwritable, and the loss of
all rights by a change of the user.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import begin_match, resume_match
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.store import OVER, RUNNING, Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.navigation import GoToMatch
from tests.support.stored import first_damaged_event, line_count

SCENES = Path(__file__).parent / "disk_scenes.py"
NOBODY = 65534


def sit(box: Any, game: str = "mana") -> Any:
    """Begin a match on the box."""
    from engines import catalog

    start = catalog.begin(catalog.load(game), seats=2, seed=1, first=0)
    box.services.table = begin_match(
        box.services.queue,
        game,
        start,
        names=("Ada", "Bo"),
        timing=Timing(),
        time=box.services.time,
    )
    box.app.follow(GoToMatch())
    box.app.paint()
    return box.services.table


def bar(box: Any) -> str:
    """Return the words on the screen in one line."""
    return " ".join(box.text)


@contextmanager
def unwritable(store: Store) -> Iterator[None]:
    """Take the right to write from the files that are open: immutable, or else a file limit."""
    # Not the index in shared memory: the kernel answers a write there with a signal.
    files = [str(store.path), f"{store.path}-wal"]
    chattr = shutil.which("chattr")
    command = [chattr or "false", "+i", *files]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        return
    try:
        yield
    finally:
        subprocess.run([str(chattr), "-i", *files], check=True)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Lose the rights of root, where there are any; the folders of tests are private."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


class TestUnwritable:
    """The files became read-only in mid-match."""

    def test_the_top_bar_counts_and_play_goes_on(self, box: Any) -> None:
        """NOT SAVED with the number of choices; once it can be, all of it is stored."""
        table = sit(box)
        box.play(2)
        assert "NOT SAVED" not in bar(box)
        with unwritable(box.store):
            box.play()
            assert "NOT SAVED 1" in bar(box)
            box.play(2)
            assert "NOT SAVED 3" in bar(box)
            assert box.faults == []
            assert not table.saved
            assert len(box.store.record(1).lines) == 2
        box.play()
        assert "NOT SAVED" not in bar(box)
        assert table.saved
        assert box.store.record(1).lines == tuple(table.match.lines)
        assert first_damaged_event(box.store, 1) is None

    def test_no_tick_is_drawn_for_what_is_not_saved(self, box: Any) -> None:
        """The screen of play has one only when the choice is on disk."""
        sit(box)
        box.play()
        assert box.screen.is_saved
        with unwritable(box.store):
            box.play()
            assert not box.services.table.saved
            assert not box.screen.is_saved

    def test_the_timer_stores_it_without_a_touch(self, box: Any) -> None:
        """After ten seconds, and the bar is clean again."""
        sit(box)
        with unwritable(box.store):
            box.play()
            box.services.queue.due(box.now)
        box.services.queue.due(box.now + 9.0)
        assert box.services.queue.unsaved == 1
        box.services.queue.due(box.now + 10.0)
        box.app.paint()
        assert "NOT SAVED" not in bar(box)
        assert line_count(box.store, 1) == 1

    def test_home_and_back_lose_nothing(self, box: Any) -> None:
        """The match is found again with the moves that are only in memory."""
        table = sit(box)
        box.play(2)
        with unwritable(box.store):
            box.play(2)
            box.hold("back")
            assert any("Resume" in line for line in box.text)
            box.choose("Resume")
            assert box.services.table is table
            assert len(box.services.table.match.lines) == 4
            box.app.follow(GoToMatch())
            box.play()
        box.services.queue.retry()
        assert len(box.store.record(1).lines) == 5
        box.restart()
        assert len(box.store.record(1).lines) == 5

    def test_a_match_can_be_begun_and_ended(self, box: Any) -> None:
        """With its result, once it can be stored."""
        with unwritable(box.store):
            table = sit(box)
            box.play(2)
            table.play("resign")
            assert box.store.next_match() == 1
        box.services.queue.retry()
        assert box.store.matches(OVER)[0].events == 3

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_words_fit(self, make_box: Any, language: str) -> None:
        """In every language, with a large count."""
        box = make_box(language=language)
        sit(box)
        with unwritable(box.store):
            for count in range(11):
                box.services.settings.remember("count", count)
            box.play()
            assert "12" in bar(box)
            assert box.faults == []
        box.services.queue.retry()


class TestRights:
    """The rights to the data are taken away."""

    def test_in_mid_match_the_open_files_go_on(self, box: Any) -> None:
        """Whether it is saved at once or later, nothing is lost and play goes on."""
        table = sit(box)
        box.play(2)
        with as_nobody():
            box.play(3)
        box.services.queue.retry()
        assert box.store.record(1).lines == tuple(table.match.lines)
        assert len(table.match.lines) == 5

    @pytest.mark.needs_root
    def test_at_the_start_the_box_plays_from_memory(self, make_box: Any, tmp_path: Path) -> None:
        """Says so, and stores everything when the rights are back."""
        folder = tmp_path / "data"
        first = make_box(folder=folder)
        sit(first)
        first.play(2)
        first.close()
        folder.chmod(0o700)
        with as_nobody():
            store, report = open_or_recover(folder)
            assert report is not None
            assert "NOTHING IS SAVED" in report.text(lambda text, **places: text.format(**places))
        first.services.queue.store = store
        table = sit(first)
        with as_nobody():
            first.services.queue.write(lambda stored: stored.add_player("Ada"))
        assert first.services.queue.retry()
        assert len(store.record(1).lines) == 2
        assert store.matches(RUNNING)[0].id == table.number
        store.close()

    @pytest.mark.parametrize("damage", [False, True], ids=["whole", "damaged"])
    def test_a_folder_that_cannot_be_written_is_reported_without_a_traceback(
        self, caplog: pytest.LogCaptureFixture, damage: bool
    ) -> None:
        """Before there is a log file they come to the terminal."""
        place = Path(tempfile.mkdtemp())  # those of pytest are private
        place.chmod(0o755)
        folder = place / "data"
        Store(folder).close()
        if damage:
            with (folder / "tablemate.db").open("r+b") as file:
                file.write(bytes(100))
        folder.chmod(0o555)
        with as_nobody():
            store, report = open_or_recover(folder)
            queue = WriteQueue(store)
            assert not queue.write(lambda each: each.add_player("Ada"))
        folder.chmod(0o755)
        assert report is not None
        assert caplog.records
        assert [record for record in caplog.records if record.exc_info] == []
        store.close()
        shutil.rmtree(place)


class TestSmallDisk:
    """A tmpfs of its own, as small as a card that is full."""

    @pytest.mark.parametrize(
        "scene", ["full", "full_start", "read_only_start", "cut_then_read_only", "taken_away"]
    )
    def test_the_scene_ends_well(self, scene: str, tmp_path: Path) -> None:
        """Each is played in a process with mounts of its own."""
        unshare = shutil.which("unshare")
        assert unshare is not None, "install util-linux"
        own_user = ["--user", "--map-root-user"]  # for those who are not root, or root in a cage
        probe = [unshare, "--mount", "mount", "-t", "tmpfs", "none", str(tmp_path)]
        is_free = not subprocess.run(probe, capture_output=True, check=False).returncode
        flags = ["--mount"] if is_free else ["--mount", *own_user]
        done = subprocess.run(
            [unshare, *flags, sys.executable, str(SCENES), scene, str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.endswith(f"{scene} ended well\n")


def test_two_programs_cannot_share_the_data(box: Any) -> None:
    """The second says what to do, in a process of its own, and changes nothing."""
    sit(box)
    box.play(2)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "firmware_py",
            "--panel",
            "none",
            "--data",
            str(box.store.path.parent),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "another Tablemate works in" in done.stderr
    assert "--data" in done.stderr
    box.play()
    assert line_count(box.store, 1) == 3


def test_what_was_stored_late_is_what_was_played(box: Any) -> None:
    """Disk on, off, on, off: the chain is one."""
    table = sit(box)
    for _ in range(3):
        with unwritable(box.store):
            box.play(2)
        box.play(2)
    fresh = resume_match(box.services.queue, 1, Timing(), box.services.time)
    assert fresh.match.lines == table.match.lines
    assert fresh.match.state == table.match.state
