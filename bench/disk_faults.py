"""Let the n-th call to the disk fail, for every n until a run passes, and look at what was kept.

    python bench/disk_faults.py [--every 1] [--most 10000]

A C library that is loaded before all others fails calls on files below the data folder: open,
read, write, sync, map, truncate, once or from then on, with several errors. A server process with
that library forks a child for each case. The child opens the store, plays, takes back, pauses and
ends; or recovers a damaged file; or restores a backup; and says what was confirmed. Afterwards the
data is opened without faults: nothing that was confirmed may be missing, no start may have failed,
and whoever could not store anything must have said so.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from engines import catalog
from firmware_py.app.settings import Settings
from firmware_py.play.clock import Timing
from firmware_py.play.table_match import TableMatch, begin_match, resume_match
from firmware_py.storage.backup import back_up, restore
from firmware_py.storage.database import FILE_NAME
from firmware_py.storage.errors import StoreError
from firmware_py.storage.files import NotWritten
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue

SOURCE = Path(__file__).parent.parent / "tests/firmware_py/storage/faulty_io.c"
KINDS = ("open", "read", "write", "sync", "map", "truncate")
ERRORS = {
    "open": (errno.EIO, errno.EROFS, errno.ENOMEM),
    "read": (errno.EIO, errno.ENOMEM),
    "write": (errno.EIO, errno.ENOSPC, errno.EROFS),
    "sync": (errno.EIO, errno.ENOSPC),
    "map": (errno.ENOMEM, errno.EIO),
    "truncate": (errno.EIO, errno.ENOSPC),
}
GAME = next(iter(catalog.GAMES))
SCENES = ("play", "recover", "restore")


class Case(NamedTuple):
    """One fault: which call of which kind, with which error, and whether it stays."""

    scene: str
    kind: str
    at: int
    error: int
    lasts: bool
    slow_ms: int = 0


class Outcome(NamedTuple):
    """What came of a case."""

    was_hit: bool
    failed: str = ""
    """What was raised where nothing may be."""
    lost: str = ""
    silent: str = ""


# --- the child: a box on a bad disk ---


def play(folder: Path, told: list[Any]) -> None:
    """Start, resume the match that waits, play, take back, pause, go on, end, back up."""
    store, report = open_or_recover(folder)
    told.append(["report", None if report is None else report.why])
    queue = WriteQueue(store)
    Settings(queue)
    waiting = queue.open_matches()
    table = (
        resume_match(queue, waiting[0].id, Timing(), lambda: 0.0) if waiting else begin(queue, 5)
    )
    _confirm(queue, table, told)
    for _ in range(3):
        _move(table)
        _confirm(queue, table, told)
    table.undo()
    _confirm(queue, table, told)
    table.leave()
    table.wake()
    _confirm(queue, table, told)
    table.play("resign", 0)
    _confirm(queue, table, told)
    other = begin(queue, 6)
    _confirm(queue, other, told)
    with suppress(StoreError, NotWritten):
        back_up(folder, folder.parent / f"{folder.name}-backup.db")
    store.close()


def begin(queue: WriteQueue, seed: int) -> TableMatch:
    """Begin a match."""
    start = catalog.begin(catalog.load(GAME), seats=2, seed=seed)
    names = ("Ada", "Bo")
    return begin_match(queue, GAME, start, names=names, timing=Timing(), time=lambda: 0.0)


def _move(table: TableMatch) -> None:
    engine, state = table.match.engine, table.match.state
    table.play(engine.write(next(iter(engine.legal(state)))))


def _confirm(queue: WriteQueue, table: TableMatch, told: list[Any]) -> None:
    """Say what the screen says: saved, or why not."""
    if queue.unsaved:
        told.append(["not saved", queue.error])
        return
    told.append(["saved", table.number, [list(line) for line in table.match.lines]])


def bring_back(folder: Path, told: list[Any]) -> None:
    """Restore the backup that lies beside the folder."""
    try:
        restore(folder, folder.parent / "backup.db")
    except (StoreError, NotWritten) as error:
        told.append(["not saved", str(error)])
    else:
        told.append(["restored"])


def serve() -> None:
    """Run a child for each case on standard input; answer each with a line."""
    library = ctypes.CDLL(None)
    catalog.load(GAME)
    for line in sys.stdin:
        asked = json.loads(line)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _be_a_box(library, asked, writer)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            said = pipe.read()
        status = os.waitpid(child, 0)[1]
        answer = json.loads(said) if said else {"told": [], "hits": 1, "failed": "died"}
        answer["status"] = os.waitstatus_to_exitcode(status)
        print(json.dumps(answer), flush=True)


def _be_a_box(library: ctypes.CDLL, asked: dict[str, Any], pipe: int) -> None:
    folder = Path(asked["folder"])
    told: list[Any] = []
    failed = ""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    library.fault_arm(
        str(folder).encode(),
        KINDS.index(asked["kind"]),
        asked["at"],
        asked["error"],
        int(asked["lasts"]),
        asked["slow_ms"],
    )
    try:
        (bring_back if asked["scene"] == "restore" else play)(folder, told)
    except BaseException:  # noqa: BLE001 - told to the parent, which counts it
        import traceback

        failed = traceback.format_exc()
    hits = library.fault_hits()
    library.fault_disarm()
    with os.fdopen(pipe, "w") as answer:
        json.dump({"told": told, "hits": hits, "failed": failed}, answer)
    os._exit(0)


# --- the parent: the disk ---


class Disk:
    """Makes the data, runs the cases, compares."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        self._ready = folder / "ready"
        self._make_ready()
        library = folder / "faulty_io.so"
        compiler = shutil.which("cc") or shutil.which("gcc")
        assert compiler is not None, "a C compiler is needed"
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True)
        self._server = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"LD_PRELOAD": str(library)},
        )

    def close(self) -> None:
        """End the server."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.close()
        self._server.wait()
        self._server.stdout.close()

    def _make_ready(self) -> None:
        """Leave the files of a box whose plug was pulled, and a backup of something else."""
        live = self._folder / "live"
        store = Store(live)
        queue = WriteQueue(store)
        queue.write(lambda each: each.put_setting("language", "en"))
        table = begin(queue, 1)
        for _ in range(6):
            _move(table)
        self._before = {table.number: [list(line) for line in table.match.lines]}
        self._ready.mkdir()
        for ending in ("", "-wal"):
            shutil.copy(live / f"{FILE_NAME}{ending}", self._ready)
        store.close()
        other = Store(self._folder / "other")
        begin(WriteQueue(other), 9)
        other.close()
        back_up(self._folder / "other", self._folder / "backup.db")

    def run(self, case: Case) -> Outcome:
        """Run one case and look at what it left."""
        self._count += 1
        folder = self._folder / f"case{self._count}"
        shutil.copytree(self._ready, folder)
        if case.scene == "recover":
            with (folder / FILE_NAME).open("r+b") as file:
                file.write(bytes(100))
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        asked = {**case._asdict(), "folder": str(folder)}
        print(json.dumps(asked), file=self._server.stdin, flush=True)
        answer = json.loads(self._server.stdout.readline())
        outcome = self._look(folder, case, answer)
        shutil.rmtree(folder)
        (self._folder / f"{folder.name}-backup.db").unlink(missing_ok=True)
        return outcome

    def _look(self, folder: Path, case: Case, answer: dict[str, Any]) -> Outcome:
        was_hit = answer["hits"] > 0
        failed = answer["failed"] or ("died" if answer["status"] else "")
        told = answer["told"]
        saved = {each[1]: each[2] for each in told if each[0] == "saved"}
        wanted = {**self._before, **saved}
        if ["restored"] in told:
            wanted = {}
        try:
            store, report = open_or_recover(folder)
        except Exception as error:  # noqa: BLE001 - counted
            return Outcome(was_hit, failed=f"the next start: {error!r}")
        lost, silent = "", ""
        is_new = case.scene == "restore" and store.line_count(1) == 0
        for number, lines in {} if is_new else wanted.items():
            there = None
            with suppress(StoreError):
                there = [list(line) for line in store.record(number).lines]
            if there is None or there[: len(lines)] != lines:
                lost = f"match {number}: {len(lines)} confirmed, {there and len(there)} there"
        store.close()
        with closing(sqlite3.connect(folder / FILE_NAME)) as db:
            if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                lost = "the file is not sound"
        spoke = report is not None or any(
            each[0] == "not saved" or (each[0] == "report" and each[1]) for each in told
        )
        if lost and not spoke:
            silent = lost
        return Outcome(was_hit, failed, lost, silent)


def cases(disk: Disk, every: int = 1, most: int = 10_000) -> Iterator[tuple[Case, Outcome]]:
    """Go through all faults, each n until a run passes without meeting one."""
    for scene in SCENES:
        for kind in KINDS:
            for error in ERRORS[kind]:
                for lasts in (False, True):
                    for at in range(1, most, every):
                        case = Case(scene, kind, at, error, lasts)
                        outcome = disk.run(case)
                        if not outcome.was_hit:
                            break
                        yield case, outcome


def main() -> int:
    """Print how many cases there were, and what went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="try every so many-th call only")
    parser.add_argument("--most", type=int, default=10_000, help="do not go beyond this call")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve()
        return 0
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        disk = Disk(Path(folder))
        for case, outcome in cases(disk, asked.every, asked.most):
            counts["faults"] += 1
            for name in ("failed", "lost", "silent"):
                if what := getattr(outcome, name):
                    counts[name] += 1
                    print(f"{name}: {case}: {what}", file=sys.stderr)
        disk.close()
    for name in ("faults", "failed", "lost", "silent"):
        print(f"{name:10} {counts[name]}")
    return 1 if counts["failed"] + counts["lost"] + counts["silent"] else 0


if __name__ == "__main__":
    sys.exit(main())
