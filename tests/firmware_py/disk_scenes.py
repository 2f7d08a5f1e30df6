"""Scenes on a disk of a few hundred KiB; run by the tests in a mount namespace of its own.

python disk_scenes.py SCENE FOLDER
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from engines import catalog
from firmware_py.clock import Timing
from firmware_py.keeper import Keeper
from firmware_py.sitting import Sitting, come_back, sit_down
from firmware_py.store import RUNNING, Store

SIZE = "400k"


def mount(folder: Path, options: str) -> None:
    """Mount a tmpfs, or change one."""
    command = ["mount", "-t", "tmpfs", "-o", options, "tablemate-test", str(folder)]
    subprocess.run(command, check=True)


def begin(keeper: Keeper) -> Sitting:
    """Begin a match."""
    start = catalog.begin(catalog.load("mana"), seats=2, seed=1)
    names = ("Ada", "Bo")
    return sit_down(keeper, "mana", start, names=names, timing=Timing(), time=lambda: 0.0)


def play(sitting: Sitting, choices: int) -> None:
    """Play the first legal choices."""
    for _ in range(choices):
        engine, state = sitting.match.engine, sitting.match.state
        sitting.play(engine.write(next(iter(engine.legal(state)))))


def fill(folder: Path) -> Path:
    """Use up the disk to the last byte."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return filler


def full(folder: Path) -> None:
    """Run a disk full in mid-match, then make room."""
    store, report = Store.open_or_recover(folder)
    assert report is None
    keeper = Keeper(store)
    sitting = begin(keeper)
    play(sitting, 3)
    filler = fill(folder)
    while sitting.saved:  # the log of pending writes has some room of its own
        play(sitting, 1)
    unsaved = keeper.unsaved
    play(sitting, 4)
    assert keeper.unsaved == unsaved + 4
    assert "full" in keeper.why_not, keeper.why_not
    filler.unlink()
    keeper.due(0.0)
    keeper.due(10.0)
    assert keeper.unsaved == 0
    assert store.record(1).lines == tuple(sitting.match.lines)
    store.close()
    again, report = Store.open_or_recover(folder)
    assert report is None
    assert again.record(1).lines == tuple(sitting.match.lines)
    again.close()


def read_only_start(folder: Path) -> None:
    """Start on a read-only disk; later it can be written."""
    store = Store(folder)
    sitting = begin(Keeper(store))
    play(sitting, 3)
    store.close()
    mount(folder, "remount,ro")
    store, report = Store.open_or_recover(folder)
    assert report is not None
    assert not store.on_disk
    keeper = Keeper(store)
    (kept,) = keeper.open_matches()
    again = come_back(keeper, kept.id, Timing(), lambda: 0.0)
    play(again, 2)
    assert keeper.unsaved == 2
    assert "Read-only" in keeper.why_not, keeper.why_not
    mount(folder, "remount,rw")
    assert keeper.retry()
    assert store.on_disk
    assert store.record(1).lines == tuple(again.match.lines)
    assert store.matches(RUNNING)[0].events == 5
    store.close()


def taken_away(folder: Path) -> None:
    """Hide the disk behind another in mid-match, as when a partition is lost."""
    store = Store(folder)
    keeper = Keeper(store)
    sitting = begin(keeper)
    play(sitting, 3)
    mount(folder, f"size={SIZE}")
    play(sitting, 2)
    assert keeper.unsaved == 2
    assert "taken away" in keeper.why_not, keeper.why_not
    subprocess.run(["umount", str(folder)], check=True)
    assert keeper.retry()
    assert store.record(1).lines == tuple(sitting.match.lines)
    store.close()


def main(scene: str, folder: Path) -> None:
    """Play one scene."""
    mount(folder, f"size={SIZE}")
    {"full": full, "read_only_start": read_only_start, "taken_away": taken_away}[scene](folder)
    print(f"{scene} ended well")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
