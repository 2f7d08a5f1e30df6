"""Root in a folder of the service's user: no link there leads to a file of the system."""

from __future__ import annotations

import logging.handlers  # noqa: F401 - here: a Python in root's home cannot be read by the owner
import os
import secrets  # noqa: F401 - for the same reason
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from firmware_py.app.run import run
from firmware_py.core.config import Config
from firmware_py.doctor import examine
from firmware_py.doctor.findings import Environment, Status
from firmware_py.history.export import run_export
from firmware_py.history.problem_report import run_report
from firmware_py.storage.backup import back_up, run_backup, run_restore
from firmware_py.storage.disk import become_owner_of, write_as_owner
from firmware_py.storage.errors import StoreError
from firmware_py.storage.store import Store
from hardware.events import Inbox, Stopped

NOBODY = 65534
LINKS = (
    "tablemate.lock", "tablemate.copy", "tablemate.incoming", "tablemate.incoming-notice",
    "tablemate.notice", "tablemate.new", "tablemate.recovered", "tablemate.recovering",
    "tablemate.log", "tablemate.newest", "frames", "tablemate.db-wal", "tablemate.db-shm",
)  # fmt: skip

pytestmark = pytest.mark.needs_root


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


def test_an_export_reads_as_the_owner_and_writes_as_root(data: Path, place: Path) -> None:
    """Into a folder where only root may write."""
    (place / "private").mkdir(mode=0o700)
    assert as_root(lambda: run_export(data, None, "record", place / "private")) == 0
    (made,) = (place / "private").iterdir()
    assert made.stat().st_uid == 0


def test_an_export_of_a_link_gives_away_nothing(data: Path, place: Path) -> None:
    """A database that only root may read stays root's."""
    secret = place / "secret.db"
    shutil.copy(data / "tablemate.db", secret)
    secret.chmod(0o600)
    (data / "tablemate.db").unlink()
    (data / "tablemate.db").symlink_to(secret)
    assert as_root(lambda: run_export(data, None, "record", place / "out")) == 1
    assert not (place / "out").exists()


def test_an_export_makes_nothing_through_a_link(data: Path, place: Path) -> None:
    """Nor does SQLite, which creates files next to the database."""
    for ending in ("-wal", "-shm"):
        (data / f"tablemate.db{ending}").unlink(missing_ok=True)
        (data / f"tablemate.db{ending}").symlink_to(place / "new")
    as_root(lambda: run_export(data, None, "record", place / "out"))
    assert not (place / "new").exists()


def test_an_export_into_the_folder_is_the_owners(data: Path, victim: Path, place: Path) -> None:
    """And a link in the place of the export folder leads nowhere."""
    assert as_root(lambda: run_export(data, None, "record")) == 0
    assert {path.stat().st_uid for path in (data / "export").iterdir()} == {NOBODY}
    shutil.rmtree(data / "export")
    (place / "private").mkdir(mode=0o700)
    (data / "export").symlink_to(place / "private")
    assert as_root(lambda: run_export(data, None, "record")) == 1
    assert list((place / "private").iterdir()) == []


def test_the_doctor_looks_as_the_owner(data: Path, place: Path) -> None:
    """What the owner cannot do there, the doctor of root says he cannot."""
    data.chmod(0o555)

    def look() -> int:
        findings = {found.about: found for found in examine(Environment(Config(), data))}
        return int(findings["data"].status is Status.PROBLEM)

    assert as_root(look) == 1


def test_a_box_started_by_root_becomes_the_owner(data: Path, victim: Path) -> None:
    """Before it opens anything: links are not followed, and what it makes is the owner's."""
    for name in ("tablemate.lock", "tablemate.log", "tablemate.new", "frames"):
        (data / name).unlink(missing_ok=True)
        (data / name).symlink_to(victim)

    def start() -> int:
        inbox = Inbox()
        inbox.post(Stopped("SIGTERM"))
        run(Config(), data, "none", inbox)
        return 0 if os.getresuid() == (NOBODY,) * 3 else 1

    assert as_root(start) == 0
    assert victim.read_text() == "of the system"
    assert victim.stat().st_uid == 0
    assert {path.lstat().st_uid for path in data.iterdir() if not path.is_symlink()} == {NOBODY}


def test_a_folder_of_root_is_roots(place: Path) -> None:
    """Nothing is given up, and neither for a folder that is not there yet."""
    assert not become_owner_of(place)
    assert not become_owner_of(place / "new" / "one")


def test_work_for_an_owner_is_done_as_that_owner(data: Path, place: Path) -> None:
    """In a child: the command itself stays root."""
    with (place / "who").open("wb") as target:
        write_as_owner(data, lambda file: file.write(repr(os.getresuid()).encode()), target)
    assert (place / "who").read_text() == repr((NOBODY,) * 3)
    assert os.getresuid() == (0, 0, 0)


def test_work_for_an_owner_has_none_of_roots_groups(data: Path, place: Path) -> None:
    """A group of root can open files as well as root."""
    with (place / "who").open("wb") as target:
        write_as_owner(data, lambda file: file.write(repr(os.getresgid()).encode()), target)
    assert (place / "who").read_text() == repr((NOBODY,) * 3)


def test_work_that_fails_in_the_child_is_reported(data: Path, place: Path) -> None:
    """With its own words."""

    def fail(_target: BinaryIO) -> None:
        raise OSError("the card is gone")

    with (place / "out").open("wb") as target, pytest.raises(StoreError, match="the card is gone"):
        write_as_owner(data, fail, target)


def test_a_backup_of_a_link_to_another_database_gives_away_nothing(data: Path, place: Path) -> None:
    """Even where root could make a good backup of it."""
    secret = place / "secret.db"
    shutil.copy(data / "tablemate.db", secret)
    secret.chmod(0o600)
    (data / "tablemate.db").unlink()
    (data / "tablemate.db").symlink_to(secret)
    assert as_root(lambda: run_backup(data, place / "copy.db")) == 1
    assert not (place / "copy.db").exists()
