"""Root in a folder of the service's user: no link there leads to a file of the system."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.history.problem_report import run_report
from firmware_py.storage.backup import back_up, run_backup, run_restore
from firmware_py.storage.owner import become_owner_of
from firmware_py.storage.store import Store

NOBODY = 65534
LINKS = (
    "tablemate.lock", "tablemate.copy", "tablemate.incoming", "tablemate.incoming-notice",
    "tablemate.notice", "tablemate.new", "tablemate.recovered", "tablemate.recovering",
    "tablemate.log", "tablemate.newest", "frames", "tablemate.db-wal", "tablemate.db-shm",
)  # fmt: skip

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")


@pytest.fixture
def place() -> Iterator[Path]:
    """Return a folder that everybody can reach, which those of pytest are not."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def data(place: Path, archive: Any) -> Path:
    """Return the data of a service that runs as somebody else."""
    folder = place / "data"
    store = Store(folder)
    archive(store, "mana")
    store.close()
    back_up(folder, place / "backup.db")
    (place / "backup.db").chmod(0o600)
    for path in (folder, *folder.iterdir()):
        os.chown(path, NOBODY, NOBODY)
    (folder / "tablemate.lock").unlink()
    return folder


@pytest.fixture
def victim(place: Path) -> Path:
    """Return a file of the system."""
    file = place / "victim"
    file.write_text("of the system")
    file.chmod(0o600)
    return file


def as_root(job: Callable[[], int]) -> int:
    """Run a command as root does: in a process of its own, which may give that up."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            code = job()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("name", LINKS)
def test_a_restore_follows_no_link_to_a_file_of_the_system(
    data: Path, victim: Path, place: Path, name: str
) -> None:
    """Whatever comes of it, that file is as it was, and still of its owner."""
    (data / name).unlink(missing_ok=True)
    (data / name).symlink_to(victim)
    as_root(lambda: run_restore(data, place / "backup.db"))
    assert victim.read_text() == "of the system"
    assert victim.stat().st_uid == 0


def test_a_restore_reads_what_only_root_may(data: Path, place: Path) -> None:
    """And everything it makes belongs to the service's user."""
    assert as_root(lambda: run_restore(data, place / "backup.db")) == 0
    assert {path.stat().st_uid for path in data.iterdir()} == {NOBODY}


def test_a_backup_goes_where_only_root_may_write(data: Path, place: Path) -> None:
    """The owner reads, root writes."""
    (place / "private").mkdir(mode=0o700)
    target = place / "private" / "copy.db"
    assert as_root(lambda: run_backup(data, target)) == 0
    assert target.stat().st_uid == 0


def test_a_backup_of_a_link_gives_away_nothing(data: Path, victim: Path, place: Path) -> None:
    """The owner of the folder cannot read it, so root's command does not either."""
    (data / "tablemate.db").unlink()
    (data / "tablemate.db").symlink_to(victim)
    assert as_root(lambda: run_backup(data, place / "copy.db")) == 1
    assert not (place / "copy.db").exists()


def test_a_report_gives_away_no_file_of_the_system(data: Path, victim: Path, place: Path) -> None:
    """A link among the logs is not followed with root's rights."""
    (data / "tablemate.log").symlink_to(victim)
    (data / "frames").symlink_to(victim)
    assert as_root(lambda: run_report(data, place / "report.zip")) == 0
    assert b"of the system" not in (place / "report.zip").read_bytes()
    assert (place / "report.zip").stat().st_uid == 0


def test_a_folder_of_root_is_roots(place: Path) -> None:
    """Nothing is given up, and neither for a folder that is not there yet."""
    assert not become_owner_of(place)
    assert not become_owner_of(place / "new" / "one")
