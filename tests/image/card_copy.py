"""A copy of the card for the tests: larger, as a real card is, and looked at from outside."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from workshop import Workshop, run

SIZE = 2 << 30
"""QEMU wants a power of two; the card's data grows into it at the first start."""
CONFIG = """[serial]
use = "referee"
port = "/dev/ttyAMA0"
"""
DROP_IN = "[Service]\nDeviceAllow=char-ttyAMA rw\n"
SWITCH_OFF = """[Unit]
ConditionPathExists=/boot/firmware/switch-off
After=tablemate.service
[Service]
User=tablemate
ExecStart=/bin/sh -c 'sleep 20; touch /run/tablemate/poweroff'
[Install]
WantedBy=multi-user.target
"""
"""Hands would choose "Shut down"; here somebody leaves the same note."""
UNITS = "/etc/systemd/system"


class CardCopy:
    """A card with the referee on its serial port, which a card as it is made does not have."""

    def __init__(self, workshop: Workshop, image: Path, folder: Path) -> None:
        self._workshop = workshop
        self._folder = folder
        self.file = folder / "card"
        run("cp", "--sparse=always", image, self.file)
        with self.file.open("r+b") as file:
            file.truncate(SIZE)
        said = json.loads(workshop.inside("sfdisk", "--json", self.file))
        self._starts = [part["start"] * 512 for part in said["partitiontable"]["partitions"]]
        self.put_on_boot("tablemate.toml", CONFIG)
        self._write_root(f"{UNITS}/tablemate.service.d/serial.conf", DROP_IN)
        self._write_root(f"{UNITS}/switch-off.service", SWITCH_OFF)
        self._debugfs(
            f"symlink {UNITS}/multi-user.target.wants/switch-off.service ../switch-off.service"
        )

    def put_on_boot(self, name: str, text: str) -> None:
        """Put a file on the boot partition, as people do it."""
        file = self._folder / name
        file.write_text(text)
        place = f"{self.file}@@{self._starts[0]}"
        self._workshop.inside("mcopy", "-o", "-i", place, file, "::")

    def take_from_boot(self, name: str) -> None:
        """Take a file away again."""
        self._workshop.inside("mdel", "-i", f"{self.file}@@{self._starts[0]}", f"::{name}")

    def _write_root(self, place: str, text: str) -> None:
        file = self._folder / "file"
        file.write_text(text)
        self._debugfs(f"write {file} {place}")

    def _debugfs(self, request: str) -> None:
        device = f"{self.file}?offset={self._starts[1]}"
        said = self._workshop.inside("debugfs", "-w", "-R", request, device)
        if any(word in said for word in ("not found", "rror", "denied")):
            raise RuntimeError(f"{request}: {said}")

    def look(self) -> tuple[list[tuple[int, int, str]], dict[str, object]]:
        """Return every stored event, and facts of the data partition, without changing the card."""
        part = self._folder / "data"
        said = json.loads(self._workshop.inside("sfdisk", "--json", self.file))
        found = said["partitiontable"]["partitions"][2]
        skip, count = found["start"] // 2048, found["size"] // 2048
        run(
            *("dd", f"if={self.file}", f"of={part}", "bs=1M", f"skip={skip}", f"count={count}"),
            *("conv=sparse", "status=none"),
        )
        check = 'e2fsck -p "$1"; code=$?; [ $code -le 1 ] && e2fsck -f -n "$1" && echo clean'
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
            "size_mb": count,
            "identity": (out / "machine-id").read_text().strip(),
            "names": sorted(path.name for path in (out / "tablemate").iterdir()),
        }
        part.unlink()
        return rows, facts
