"""Scenes on a disk of a few hundred KiB; run by the tests in a mount namespace of its own.

python disk_scenes.py SCENE FOLDER
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engines import catalog
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import TableMatch, begin_match, resume_match
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.store import RUNNING, Store
from firmware_py.storage.write_queue import WriteQueue

SIZE = "400k"
FREE_PAGES = 24
"""The number of fill levels to try: none, one, two … pages are left."""


def mount(folder: Path, options: str) -> None:
    """Mount a tmpfs, or change one."""
    command = ["mount", "-t", "tmpfs", "-o", options, "tablemate-test", str(folder)]
    subprocess.run(command, check=True)


def begin(queue: WriteQueue) -> TableMatch:
    """Begin a match."""
    start = catalog.begin(catalog.load("mana"), seats=2, seed=1)
    names = ("Ada", "Bo")
    return begin_match(queue, "mana", start, names=names, timing=Timing(), time=lambda: 0.0)


def play(table: TableMatch, choices: int) -> None:
    """Play the first legal choices."""
    for _ in range(choices):
        engine, state = table.match.engine, table.match.state
        table.play(engine.write(next(iter(engine.legal(state)))))


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
    store, report = open_or_recover(folder)
    assert report is None
    queue = WriteQueue(store)
    table = begin(queue)
    play(table, 3)
    filler = fill(folder)
    while table.saved:  # the log of pending writes has some room of its own
        play(table, 1)
    unsaved = queue.unsaved
    play(table, 4)
    assert queue.unsaved == unsaved + 4
    assert "full" in queue.error, queue.error
    filler.unlink()
    queue.due(0.0)
    queue.due(10.0)
    assert queue.unsaved == 0
    assert store.record(1).lines == tuple(table.match.lines)
    store.close()
    again, report = open_or_recover(folder)
    assert report is None
    assert again.record(1).lines == tuple(table.match.lines)
    again.close()


def read_only_start(folder: Path) -> None:
    """Start on a read-only disk; later it can be written."""
    store = Store(folder)
    table = begin(WriteQueue(store))
    play(table, 3)
    store.close()
    mount(folder, "remount,ro")
    store, report = open_or_recover(folder)
    assert report is not None
    assert not store.on_disk
    queue = WriteQueue(store)
    (stored,) = queue.open_matches()
    again = resume_match(queue, stored.id, Timing(), lambda: 0.0)
    play(again, 2)
    assert queue.unsaved == 2
    assert "Read-only" in queue.error, queue.error
    mount(folder, "remount,rw")
    assert queue.retry()
    assert store.on_disk
    assert store.record(1).lines == tuple(again.match.lines)
    assert store.matches(RUNNING)[0].events == 5
    store.close()


def cut_then_read_only(folder: Path) -> None:
    """Start on a read-only disk with a log, as after a power cut; its index gone or no use."""
    store = Store(folder)
    table = begin(WriteQueue(store))
    play(table, 3)
    files = {path: path.read_bytes() for path in folder.glob("*.db*") if path.suffix != ".db-shm"}
    store.close()
    for index in (None, b"", b"short", bytes(32768)):
        for path, content in files.items():
            path.write_bytes(content)
        (folder / "tablemate.db-shm").unlink(missing_ok=True)
        if index is not None:
            (folder / "tablemate.db-shm").write_bytes(index)
        mount(folder, "remount,ro")
        store, report = open_or_recover(folder)
        assert report is not None
        assert not store.on_disk
        assert store.record(1).lines == tuple(table.match.lines), index
        store.close()
        mount(folder, "remount,rw")


def full_start(folder: Path) -> None:
    """Start on a full disk, as after a power cut, with any number of pages left free on it."""
    store = Store(folder)
    table = begin(WriteQueue(store))
    play(table, 3)
    files = {path: path.read_bytes() for path in folder.iterdir() if path.suffix != ".db-shm"}
    store.close()
    from_memory = 0
    for pages in range(FREE_PAGES):
        for path in folder.iterdir():
            path.unlink()
        for path, content in files.items():
            path.write_bytes(content)
        filler = fill(folder)
        os.truncate(filler, max(0, filler.stat().st_size - pages * 4096))
        store, report = open_or_recover(folder)
        from_memory += not store.on_disk
        assert (report is None) == store.on_disk, pages
        queue = WriteQueue(store)
        (stored,) = queue.open_matches()
        again = resume_match(queue, stored.id, Timing(), lambda: 0.0)
        play(again, 2)
        assert again.saved == (not queue.unsaved), pages
        filler.unlink()
        assert queue.retry(), queue.error
        assert store.record(1).lines == tuple(again.match.lines), pages
        store.close()
        store, report = open_or_recover(folder)
        assert report is None, pages
        assert len(store.record(1).lines) == 5, pages
        store.close()
    assert 0 < from_memory < FREE_PAGES
    print(f"starts on a full disk: {FREE_PAGES}, of them from memory: {from_memory}")


def taken_away(folder: Path) -> None:
    """Hide the disk behind another in mid-match, as when a partition is lost."""
    store = Store(folder)
    queue = WriteQueue(store)
    table = begin(queue)
    play(table, 3)
    mount(folder, f"size={SIZE}")
    play(table, 2)
    assert queue.unsaved == 2
    assert "was removed" in queue.error, queue.error
    subprocess.run(["umount", str(folder)], check=True)
    assert queue.retry()
    assert store.record(1).lines == tuple(table.match.lines)
    store.close()


def main(scene: str, folder: Path) -> None:
    """Play one scene."""
    mount(folder, f"size={SIZE}")
    scenes = (full, full_start, read_only_start, cut_then_read_only, taken_away)
    {each.__name__: each for each in scenes}[scene](folder)
    print(f"{scene} ended well")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
