"""A problem report in one file: records, log, last pictures, versions, the doctor's findings.

    about.txt  versions.txt  doctor.txt  database.txt  records/*.txt  log/*  frames/*.png

A record in it can be played again in the simulator. What cannot be read is named in the report:
it is made when things do not work.
"""

from __future__ import annotations

import io
import os
import platform
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast

from engines import catalog
from engines.errors import EngineError
from engines.match import Match, replay
from engines.record import BadRecord, Record, read, write
from firmware_py.history.archive import EndedMatches, open_archive
from firmware_py.history.recent_frames import find_frames, png, read_frames
from firmware_py.storage.disk import is_root, write_as_owner
from firmware_py.storage.files import NotWritten, require_folder, write_new
from firmware_py.storage.store import ABANDONED, DAMAGED, OVER, Date, StoreError, now
from firmware_py.version import __version__

RECORDS = 5
LOG_BYTES = 1024 * 1024
JOURNAL_S = 20.0
LARGEST_REPORT = 64 * 1024 * 1024
LARGEST_RECORD = 8 * 1024 * 1024
"""A match of ten thousand lines has about 200 KB."""
MOST_FILES = 10_000
MOST_SEATS = 99
RECORD_NAME = re.compile(r"records/match-([0-9]{1,18})\.txt")
PACKAGES = (
    "gpiozero",
    "gpiod",
    "lgpio",
    "luma.core",
    "luma.oled",
    "pillow",
    "pyserial",
    "websockets",
)
ABOUT = """A problem report of Tablemate.

records/   the newest matches; play one again with: tablemate replay THIS-FILE
frames/    the last pictures of the display, oldest first, with milliseconds
log/       what the program wrote down
The records hold the players' names. A match that is not over may hold hidden cards:
do not look into its record before the end.
"""


def report_name(date: Date = now) -> str:
    """Return the usual name of a report, with the date where it is known."""
    at = date()
    if at is None:
        return "tablemate-report.zip"
    return f"tablemate-report-{datetime.fromtimestamp(at, UTC).astimezone():%Y-%m-%d}.zip"


class System(NamedTuple):
    """What a report contains about the system, which the data's owner may not be able to read."""

    versions: str
    journal: bytes


def pack(file: zipfile.ZipFile, name: str, content: str | bytes) -> None:
    """Add a file to a ZIP file without its date: ZIP has none before 1980, which a Pi may show."""
    entry = zipfile.ZipInfo(name)
    entry.external_attr = 0o600 << 16
    file.writestr(entry, content, zipfile.ZIP_DEFLATED)


def make_report(data: Path, doctor: str = "", system: System | None = None) -> bytes:
    """Return the report as a zip file."""
    versions, journal = system or System(_versions(), _journal())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        pack(file, "about.txt", ABOUT)
        pack(file, "versions.txt", versions)
        pack(file, "doctor.txt", doctor or "not asked: run tablemate doctor\n")
        pack(file, "log/journal.txt", journal)
        for name, part in (("database.txt", _records), ("log", _logs), ("frames", _pictures)):
            try:
                for path, content in part(data):
                    pack(file, path, content)
            except (StoreError, EngineError, OSError, sqlite3.Error) as error:
                missing = name if name.endswith(".txt") else f"{name}/missing.txt"
                pack(file, missing, f"cannot be read: {error}\n")
    return packed.getvalue()


Part = Iterator[tuple[str, str | bytes]]


def _versions() -> str:
    lines = [
        f"tablemate {__version__}",
        f"python {platform.python_version()}",
        f"sqlite {sqlite3.sqlite_version}",
        f"system {platform.platform()}",
    ]
    for name in PACKAGES:
        try:
            lines.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            lines.append(f"{name} is not installed")
    return "\n".join(lines) + "\n"


def _records(data: Path) -> Part:
    """Yield the newest matches, and the state of the database."""
    with open_archive(data) as archive:
        newest = archive.newest()
        lines = [f"ended matches: {archive.count()}", f"newest match: {newest}"]
        numbers = [] if newest is None else range(newest, max(newest - RECORDS, 0), -1)
        for number in numbers:
            lines.append(_describe(archive, number))
            try:
                yield f"records/match-{number}.txt", write(archive.record(number))
            except (StoreError, EngineError) as error:
                lines.append(f"match {number}: {error}")
        yield "database.txt", "\n".join(lines) + "\n"


def _describe(archive: EndedMatches, number: int) -> str:
    try:
        stored = archive.stored(number)
    except (StoreError, EngineError) as error:
        return f"match {number}: {error}"
    is_open = stored.status not in (OVER, ABANDONED, DAMAGED)
    hidden = " (not over: may hold hidden cards)" if is_open else ""
    return f"match {number}: {stored.header.game}, {stored.status}, {stored.events} events{hidden}"


def _logs(data: Path) -> Part:
    """Yield the end of every log in the data folder."""
    for path in sorted(data.glob("*.log*")):
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LOG_BYTES))
            yield f"log/{path.name}", file.read(LOG_BYTES)


def _journal() -> bytes:
    """Return the end of the service's journal, or why it is missing."""
    journal = shutil.which("journalctl")
    if journal is None:
        return b"this system keeps no journal\n"
    try:
        said = subprocess.run(  # noqa: S603 - a fixed command
            [journal, "--unit=tablemate", "--lines=5000", "--no-pager", "--output=short-iso"],
            capture_output=True,
            timeout=JOURNAL_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return b"the journal did not answer\n"
    return said.stdout[-LOG_BYTES:] + said.stderr[-1000:]


def _pictures(data: Path) -> Part:
    path = find_frames(data)
    if path is None:
        yield "frames/missing.txt", "the box has kept no pictures\n"
        return
    for number, (at_ms, frame) in enumerate(read_frames(path), 1):
        yield f"frames/{number:02}-{at_ms}.png", png(frame)


def write_report(data: Path, folder: Path, doctor: str = "") -> Path:
    """Write the report into a folder under its usual name; raise NotWritten."""
    return write_new(folder, report_name(), make_report(data, doctor))


def run_report(
    data: Path, target: Path | None, doctor: Callable[[], str] = str, date: Date = now
) -> int:
    """Write a report for the command line: to a file, a folder, or None for the current folder."""
    place = Path() if target is None else target
    folder, name = (place, report_name(date)) if place.is_dir() else (place.parent, place.name)
    try:
        require_folder(folder)
    except NotWritten as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    try:
        findings = doctor()
    except Exception as error:  # noqa: BLE001 - a report is wanted most when things fail
        findings = f"the doctor failed: {error!r}\n"
    try:
        system = System(_versions(), _journal())
        with SpooledTemporaryFile(LARGEST_REPORT) as packed:
            report = cast("BinaryIO", packed)
            if is_root():
                packed.rollover()  # a child writes into it
            write_as_owner(
                data, lambda file: file.write(make_report(data, findings, system)), report
            )
            packed.seek(0)
            made = write_new(folder, name, packed.read())
    except (NotWritten, StoreError) as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    print(made)
    print("It holds the players' names, and hidden cards of a match that is not over.")
    return 0


# --- playing it again ---


def read_record(file: Path) -> Match[Any, Any]:
    """Play the record in a file again, or the newest in a report; raise BadRecord."""
    try:
        content = _read_plain(file)
        is_zip = content.startswith(b"PK")
        text = (_newest_record(file, content) if is_zip else content).decode()
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{file} is not a record: it is not text in UTF-8") from error
    record = read(text)
    header = record.header
    if header.game not in catalog.GAMES:
        raise BadRecord(f"{file} is a match of {header.game!r}, which this Tablemate does not know")
    seats = header.start.seats
    if not 0 < seats <= MOST_SEATS or len(header.names) not in (0, seats):
        raise BadRecord(f"{file} names {len(header.names)} players for {seats} seats")
    names = header.names or tuple(f"Player {seat + 1}" for seat in range(seats))
    named = Record(header._replace(names=names), record.lines)
    try:
        return replay(write(named), catalog.load(header.game))
    except RecursionError as error:
        raise BadRecord(f"{file} is nested too deeply") from error


def _read_plain(file: Path) -> bytes:
    """Return the content of a regular file of at most the size of a report; raise OSError."""
    # Without blocking: a pipe would block for ever.
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BadRecord(f"{file} is not a plain file")
        with os.fdopen(os.dup(handle), "rb") as opened:
            content = opened.read(LARGEST_REPORT + 1)
    finally:
        os.close(handle)
    if len(content) > LARGEST_REPORT:
        raise BadRecord(f"{file} is longer than any record or problem report")
    return content


def _newest_record(file: Path, content: bytes) -> bytes:
    """Return the record with the highest number in a report, up to the size of a record."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            found = {name: _number_in(name) for name in packed.namelist()[:MOST_FILES]}
            newest = max(found, key=lambda name: found[name], default="")
            if found.get(newest, -1) < 0:
                raise BadRecord(f"{file} holds no record")
            with packed.open(newest) as record:
                text = record.read(LARGEST_RECORD + 1)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        RuntimeError,
        ValueError,
        LookupError,
    ) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(f"{file} cannot be unpacked: {error}") from error
    if len(text) > LARGEST_RECORD:
        raise BadRecord(f"{newest} in {file} is longer than any record")
    return text


def _number_in(name: str) -> int:
    """Return the number of the match that a file in a report records, or -1."""
    found = RECORD_NAME.fullmatch(name)
    return int(found[1]) if found else -1
