"""A copy of the card for the tests: larger, as a real card is, and looked at from outside."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from workshop import Workshop, run

SIZE = 2 << 30
"""QEMU wants a power of two; the card's data grows into it at the first start."""
CONFIG = """[serial]
use = "referee"
port = "/dev/ttyAMA0"
"""
DROP_IN = "[Service]\nDeviceAllow=char-ttyAMA rw\n"
WISH = """[Unit]
RequiresMountsFor=/boot/firmware
ConditionPathExists=/boot/firmware/wish
After=tablemate.service
[Service]
User=tablemate
ExecStart=/bin/sh /boot/firmware/wish
[Install]
WantedBy=multi-user.target
"""
"""What hands would choose in the menu: here the same notes are left by a script on the card."""
KEYS = "/etc/tablemate/keys"
UNITS = "/etc/systemd/system"


class CardCopy:
    """A card, as it is made at first; it can be given what tests need and people do not."""

    def __init__(self, workshop: Workshop, image: Path, folder: Path) -> None:
        self._workshop = workshop
        self._folder = folder
        self.file = folder / "card"
        run("cp", "--sparse=always", image, self.file)
        with self.file.open("r+b") as file:
            file.truncate(SIZE)
        said = json.loads(workshop.inside("sfdisk", "--json", self.file))
        self._starts = [part["start"] * 512 for part in said["partitiontable"]["partitions"]]

    def furnish(self, public_key: str) -> None:
        """Put the referee on the serial port, a script that makes wishes, and a key for updates."""
        self.put_on_boot("tablemate.toml", CONFIG)
        self._write_root(f"{UNITS}/tablemate.service.d/serial.conf", DROP_IN)
        self._write_root(f"{KEYS}/test.pem", public_key)
        self.let_wish()

    def let_wish(self) -> None:
        """Add the service that runs the script of `wishing`; nothing else of the card changes."""
        self._write_root(f"{UNITS}/wish.service", WISH)
        self._debugfs(f"symlink {UNITS}/multi-user.target.wants/wish.service ../wish.service")

    @contextmanager
    def wishing(self, script: str) -> Iterator[None]:
        """Let the program's user run a script at the next starts, once the box is ready."""
        self.put_on_boot("wish", script)
        try:
            yield
        finally:
            self._workshop.inside("mdel", "-i", f"{self.file}@@{self._starts[0]}", "::wish")

    def put_on_boot(self, name: str, content: str | bytes) -> None:
        """Put a file on the boot partition, as people do it."""
        file = self._folder / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        place = f"{self.file}@@{self._starts[0]}"
        self._workshop.inside("mcopy", "-o", "-i", place, file, "::")
        file.unlink()

    def copy_from_root(self, place: str, folder: Path) -> None:
        """Copy a directory or a file of the root partition into a folder."""
        device = f"{self.file}?offset={self._starts[1]}"
        self._workshop.inside("debugfs", "-R", f"rdump {place} {folder}", device)

    def _write_root(self, place: str, text: str) -> None:
        file = self._folder / "file"
        file.write_text(text)
        self._debugfs(f"write {file} {place}")

    def _debugfs(self, request: str) -> None:
        device = f"{self.file}?offset={self._starts[1]}"
        said = self._workshop.inside("debugfs", "-w", "-R", request, device)
        if any(word in said for word in ("not found", "rror", "denied")):
            raise RuntimeError(f"{request}: {said}")

    def _copy_data(self) -> tuple[Path, int]:
        """Copy the data partition into a file; return it with its size."""
        part = self._folder / "data"
        said = json.loads(self._workshop.inside("sfdisk", "--json", self.file))
        found = said["partitiontable"]["partitions"][2]
        skip, count = found["start"] // 2048, found["size"] // 2048
        run(
            *("dd", f"if={self.file}", f"of={part}", "bs=1M", f"skip={skip}", f"count={count}"),
            *("conv=sparse", "status=none"),
        )
        return part, count

    def peek_verdict(self) -> str:
        """Return what came of an update, while the Pi is on and writes to the card."""
        said = self._peek("cat /program/changes/verdict")
        return said if said.startswith("{") else ""

    def peek_times(self, name: str) -> str:
        """Return what the script TIMES of the scenes wrote, or "" while it waits."""
        said = self._peek(f"cat /tablemate/{name}")
        return said if "Startup finished" in said else ""

    def has_grown(self) -> bool:
        """Return whether the data reach to the card's end, while the Pi is on."""
        return "Inode: " in self._peek("stat /.grown")

    def _peek(self, request: str) -> str:
        """Return what debugfs says of a repaired copy of the data."""
        part, _ = self._copy_data()
        look = 'e2fsck -f -y "$1" >/dev/null 2>&1; debugfs -R "$2" "$1" 2>/dev/null; true'
        said = self._workshop.inside("sh", "-c", look, "sh", part, request)
        part.unlink()
        return said

    def look(self) -> tuple[list[tuple[int, int, str]], dict[str, object]]:
        """Return every stored event, and facts of the data partition, without changing the card."""
        part, size_mb = self._copy_data()
        check = 'e2fsck -p "$1"; [ $? -le 1 ] && e2fsck -f -n "$1" && echo clean; true'
        clean = self._workshop.inside("sh", "-c", check, "sh", part).strip().endswith("clean")
        out = self._folder / "files"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        self._workshop.inside("debugfs", "-R", f"rdump / {out}", part)
        rows: list[tuple[int, int, str]] = []
        database = out / "tablemate" / "tablemate.db"
        if database.exists():
            with closing(sqlite3.connect(database)) as db:
                sound = db.execute("PRAGMA integrity_check").fetchone()[0]
                query = "SELECT match, number, text FROM events ORDER BY match, number"
                rows = db.execute(query).fetchall()
        else:
            sound = "no database"
        facts: dict[str, object] = {
            "clean": clean,
            "sound": sound,
            "size_mb": size_mb,
            "identity": (out / "machine-id").read_text().strip(),
            "names": sorted(path.name for path in (out / "tablemate").iterdir()),
            "program": _read_link(out / "program/changes/env"),
        }
        part.unlink()
        return rows, facts


def _read_link(path: Path) -> str:
    return str(path.readlink()) if path.is_symlink() else ""
