"""A USB stick, as it is sold: a partition table with one partition, formatted with FAT."""

from __future__ import annotations

import struct
import time
from pathlib import Path

from hands import Hands
from image import run
from machine import Machine
from stage import SERVICE_S, Stage, check, check_rows
from twin import read_rows

from firmware_py.storage.backup import check_backup

SECTOR = 512
BEGIN = 2048
"""Where the partition begins, as every tool does it today."""
SECTORS = 65536
FAT = 0x0E
STICK = Path("/run/media/tablemate/sda1")


class Stick:
    """A file with the contents of a stick."""

    def __init__(self, file: Path, sectors: int = SECTORS) -> None:
        self.file = file
        entry = struct.pack("<8BII", 0, 0, 2, 0, FAT, 0xFE, 0xFF, 0xFF, BEGIN, sectors)
        with file.open("wb") as stick:
            stick.write(bytes(446) + entry + bytes(48) + b"\x55\xaa")
            stick.truncate((BEGIN + sectors) * SECTOR)
        shape = ("-h", "64", "-s", "32", "-T", str(sectors), "-v", "STICK")
        run("mformat", "-i", self._partition, *shape, "::")

    @property
    def _partition(self) -> str:
        return f"{self.file}@@{BEGIN * SECTOR}"

    def put(self, file: Path) -> None:
        """Copy a file to the stick."""
        run("mcopy", "-i", self._partition, file, f"::{file.name}")

    def take(self, name: str, target: Path) -> Path:
        """Copy a file from the stick."""
        target.unlink(missing_ok=True)
        run("mcopy", "-i", self._partition, f"::{name}", target)
        return target


def use_stick(stage: Stage) -> str:
    """A stick that is put in while the box runs takes a backup from the menu, and may be pulled."""
    stick = Stick(stage.folder / "stick")
    hands, machine = stage.pair, stage.machine
    go_to_stick(hands)
    machine.plug_in(stick.file)
    waited_s = wait_for_mount(machine, there=True)
    made = [back_up(stage)]
    # A service that starts with the stick already in sees it another way.
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    stage.meet()
    hands = stage.pair
    hands.twin.sticks.append(STICK)
    go_to_stick(hands)
    made.append(back_up(stage))
    rows = stage.rows()
    machine.pull_out()
    wait_for_mount(machine, there=False)
    hands.twin.sticks.clear()
    hands.hold("back")
    for name in made:
        copy = stick.take(name, stage.folder / "taken.db")
        check_backup(copy)
        check_rows(read_rows(copy), rows)
    return (
        f"mounted {waited_s:.1f} s after it was put in; {' and '.join(made)} on it, sound and "
        f"complete after it was pulled out"
    )


def go_to_stick(hands: Hands) -> None:
    """Open the menu of the stick."""
    hands.hold("back")
    hands.choose("Settings")
    hands.choose("USB stick")


def wait_for_mount(machine: Machine, *, there: bool) -> float:
    """Wait until the stick is mounted, or is not; return how long that took."""
    begun_s = time.monotonic()
    while (str(STICK) in machine.run("findmnt", "--raw", "--noheadings")) != there:
        seen = machine.run("sh", "-c", "lsblk -f; journalctl -b --no-pager | tail -30")
        check(time.monotonic() < begun_s + SERVICE_S, f"the stick: {seen}")
        time.sleep(0.5)
    return time.monotonic() - begun_s


def back_up(stage: Stage) -> str:
    """Choose "Back up" on both boxes, the twin on a folder of its own; return the file's name."""
    hands = stage.pair
    twin = hands.twin
    folder = stage.folder / "twin-stick"
    folder.mkdir(exist_ok=True)
    before = set(folder.iterdir())
    twin.sticks[:] = [STICK]
    hands.turn(1)
    hands.point("Back up")
    twin.sticks[:] = [folder]
    twin.press("knob")
    twin.wait_for_work()
    twin.sticks[:] = [STICK]
    hands.send_press()
    hands.expect(SERVICE_S)
    (made,) = set(folder.iterdir()) - before
    hands.press("back")
    return made.name
