"""Files that somebody hands us to walk through: bounded before they are read, and no traceback."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.match import Match
from engines.record import BadRecord, Record, write
from firmware_py.app.run import show_record
from firmware_py.core.config import Config
from firmware_py.history import problem_report
from firmware_py.history.problem_report import read_record


def good() -> str:
    """Return a record that can be replayed."""
    engine = catalog.load("mana")
    match = Match(engine, catalog.begin(engine, seats=2, seed=1), ("Ada", "Bo"))
    return write(Record(match.header, tuple(match.lines)))


def packed(names: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as file:
        for name, content in names.items():
            file.writestr(zipfile.ZipInfo(name), content, compression)  # the day may be 1970
    return made.getvalue()


def patched(content: bytes, old: bytes, new: bytes) -> bytes:
    """Return a file with some bytes exchanged, which must be in it."""
    assert old in content
    return content.replace(old, new)


DEEP = "[" * 200_000
BOMB = b"\0" * (problem_report.LARGEST_RECORD + 1)
HOSTILE = {
    "seats": lambda: good().replace("seats 2", "seats 2000000000").replace(
        'names ["Ada", "Bo"]\n', ""
    ).encode(),
    "no seats": lambda: good().replace("seats 2", "seats -1").replace(
        'names ["Ada", "Bo"]\n', ""
    ).encode(),
    "deep position": lambda: good().replace("\n\n", f"\nposition {DEEP}\n\n").encode(),
    "deep edit": lambda: good().encode() + f"table edit {DEEP}\n".encode(),
    "long number": lambda: good().replace("seed 1", "seed " + "9" * 10_000).encode(),
    "no text": lambda: b"\xff\xfe\0" * 100,
    "empty": lambda: b"",
    "zip without records": lambda: packed({"about.txt": b"x"}),
    "empty zip": lambda: packed({}),
    "zip bomb": lambda: packed({"records/match-1.txt": BOMB}),
    "long name": lambda: packed({f"records/match-{'9' * 9000}.txt": b"x"}),
    "odd name": lambda: packed({"records/../../etc/passwd": b"x"}),
    "cut zip": lambda: packed({"records/match-1.txt": good().encode()})[:-40],
    "encrypted zip": lambda: patched(
        packed({"records/match-1.txt": good().encode()}), b"PK\x01\x02\x14\x03\x14\0\0\0",
        b"PK\x01\x02\x14\x03\x14\0\x01\0",
    ),
    "unknown method": lambda: patched(
        packed({"records/match-1.txt": good().encode()}), b"\x14\0\0\0\x08\0", b"\x14\0\0\0\x63\0"
    ),
    "damaged zip": lambda: patched(
        packed({"records/match-1.txt": good().encode()}, zipfile.ZIP_STORED), b"game mana",
        b"game manx",
    ),
}  # fmt: skip


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_it_is_refused_in_words(tmp_path: Path, make: Any, capsys: Any) -> None:
    """One line, and the code of a command that failed."""
    file = tmp_path / "file"
    file.write_bytes(make())
    assert show_record(file, Config(), "none") == 1
    assert capsys.readouterr().err.startswith("tablemate: ")


@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "missing", "huge"])
def test_what_is_no_plain_file_is_not_read(tmp_path: Path, kind: str) -> None:
    """A pipe would keep us waiting, a device would never end."""
    file = tmp_path / "file"
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    elif kind == "device":
        file.symlink_to("/dev/zero")
    elif kind == "huge":
        file.touch()
        os.truncate(file, problem_report.LARGEST_REPORT + 1)
    with pytest.raises(BadRecord):
        read_record(file)


def test_a_good_report_is_still_read(tmp_path: Path) -> None:
    """The record of the highest number in it."""
    file = tmp_path / "report.zip"
    content = good().encode()
    file.write_bytes(packed({"records/match-9.txt": b"x", "records/match-10.txt": content}))
    assert read_record(file).names == ("Ada", "Bo")
