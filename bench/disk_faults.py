"""Let the n-th call to the disk fail, for every n until a run passes, and look at what was kept.

    python bench/disk_faults.py [--every 1] [--most 10000] [--scene NAME]

A C library that is loaded before all others fails calls on files below the data folder: open,
read, write, sync, map, truncate, or any read of the first page, once or from then on, with several
errors; or reads of a certain page of the file or of its log, until that heals. A server process
with that library forks a child for each case. The child plays one scene: a start, a choice, an
undo, a pause, the end of a match, a backup, a restore, a recovery, a start on a disk that heals
later, or one after which somebody goes on without what cannot be read; what comes before it is done
without faults. It reports what was confirmed. Afterwards the data is opened without faults: nothing
that was confirmed may be missing, no start may have failed, and a program that could not store
anything must have reported it.

As root, starts on a disk that is really full come last, with a few KiB left each time.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import json
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from engines import catalog
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import TableMatch, begin_match, resume_match
from firmware_py.storage import event_log
from firmware_py.storage.backup import back_up, restore
from firmware_py.storage.database import FILE_NAME
from firmware_py.storage.errors import StoreError
from firmware_py.storage.files import NotWritten
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import RETRY_S, WriteQueue
from tests.support.stored import line_count

SOURCE = Path(__file__).parent.parent / "tests/firmware_py/storage/faulty_io.c"
KINDS = ("open", "read", "write", "sync", "map", "truncate", "head", "page", "log")
ERRORS = {
    "open": (errno.EIO, errno.EROFS, errno.ENOMEM),
    "read": (errno.EIO, errno.ENOMEM),
    "write": (errno.EIO, errno.ENOSPC, errno.EROFS),
    "sync": (errno.EIO, errno.ENOSPC),
    "map": (errno.ENOMEM, errno.EIO),
    "truncate": (errno.EIO, errno.ENOSPC),
    "head": (errno.EIO, errno.ENOMEM),
    "page": (errno.EIO,),
    "log": (errno.EIO,),
}
PLACES = ("page", "log")
"""Kinds that are places and not calls: they fail until they heal."""
GAME = next(iter(catalog.GAMES))
ASIDE = "tablemate-damaged-*.db"
HEALED = object()
HEAD = 100
"""The bytes at the start of the file that are zeroed by scenes with damage."""


Lines = dict[int, list[list[str]]]


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


class Box:
    """What a box does with its disk, and what its screen says of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.events: list[Any] = []
        self.store: Store | None = None

    def open(self) -> None:
        """Start, and resume the match that waits."""
        self.store, report = open_or_recover(self.folder, wait=lambda _s: None)
        self.events.append(["report", None if report is None else report.why])
        self.queue = WriteQueue(self.store)
        Settings(self.queue)
        waiting = self.queue.open_matches()
        self.table = (
            resume_match(self.queue, waiting[0].id, Timing(), lambda: 0.0)
            if waiting
            else begin(self.queue, 5)
        )
        self.confirm()

    def move(self) -> None:
        """Make a choice."""
        move(self.table)
        self.confirm()

    def confirm(self) -> None:
        """Say what the screen says: saved, or why not."""
        if self.queue.unsaved:
            self.events.append(["not saved", self.queue.error])
            return
        lines = [list(line) for line in self.table.match.lines]
        self.events.append(["saved", self.table.number, lines])

    def look_again(self) -> None:
        """Let the time pass after which the disk is tried again."""
        self.queue.due(0.0)
        self.queue.due(RETRY_S)
        self.confirm()

    def tell_aside(self) -> None:
        """Say which files were set aside."""
        self.events += [["aside", path.name] for path in self.folder.glob(ASIDE)]

    def close(self) -> None:
        """End, if it has begun."""
        if self.store is not None:
            self.store.close()


def begin(queue: WriteQueue, seed: int) -> TableMatch:
    """Begin a match."""
    start = catalog.begin(catalog.load(GAME), seats=2, seed=seed)
    names = ("Ada", "Bo")
    return begin_match(queue, GAME, start, names=names, timing=Timing(), time=lambda: 0.0)


def move(table: TableMatch) -> None:
    """Make the first choice that is legal."""
    engine, state = table.match.engine, table.match.state
    table.play(engine.write(next(iter(engine.legal(state)))))


# Each scene is a generator: what it does before its first `yield`, and after a second one, meets no
# fault.


def start(box: Box) -> Iterator[None]:
    """Start with the log of a power cut."""
    yield
    box.open()


def play(box: Box) -> Iterator[None]:
    """Make choices, and begin another match."""
    box.open()
    yield
    box.move()
    box.move()
    box.table = begin(box.queue, 6)
    box.confirm()


def undo(box: Box) -> Iterator[None]:
    """Take a choice back, and make it again."""
    box.open()
    box.move()
    yield
    box.table.undo()
    box.confirm()
    box.table.redo()
    box.confirm()


def pause(box: Box) -> Iterator[None]:
    """Leave the table, come back, and make a choice."""
    box.open()
    yield
    box.table.leave()
    box.confirm()
    box.table.wake()
    box.move()


def end(box: Box) -> Iterator[None]:
    """End the match."""
    box.open()
    yield
    box.table.play("resign", 0)
    box.confirm()


def take_out(box: Box) -> Iterator[None]:
    """Delete another match, and go on."""
    box.open()
    other = begin(box.queue, 7)
    yield
    box.queue.delete(other.number)
    box.move()


def fold(box: Box) -> Iterator[None]:
    """Fill the log until it is folded into the file, and close that."""
    box.open()
    yield
    assert box.store is not None
    with suppress(sqlite3.Error):
        box.store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    box.move()


def backup(box: Box) -> Iterator[None]:
    """Back up while a box runs."""
    box.open()
    target = box.folder.parent / f"{box.folder.name}-backup.db"
    yield
    try:
        back_up(box.folder, target)
    except (StoreError, NotWritten) as error:
        box.events.append(["not a Tablemate backup", str(error)])
    else:
        box.events.append(["backed up"])


def bring_back(box: Box) -> Iterator[None]:
    """Restore the backup next to the folder."""
    yield
    try:
        restore(box.folder, box.folder.parent / "backup.db")
    except (StoreError, NotWritten) as error:
        box.events.append(["not saved", str(error)])
    else:
        box.events.append(["restored"])


def recover(box: Box) -> Iterator[None]:
    """Start with a damaged file, and go on."""
    spoil(box.folder / FILE_NAME)
    yield
    box.open()
    box.move()


def recover_while_running(box: Box) -> Iterator[None]:
    """Make a choice when the file was damaged while the box ran."""
    box.open()
    assert box.store is not None
    box.store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    spoil(box.folder / FILE_NAME)
    box.store.connection.execute("PRAGMA shrink_memory")
    yield
    box.move()


def heal(box: Box) -> Iterator[None]:
    """Start, and make a choice; then the disk can be read again, and is looked at again."""
    yield
    box.open()
    box.move()
    yield
    box.look_again()
    box.tell_aside()


def go_without(box: Box) -> Iterator[None]:
    """Go on without what cannot be read; later bring the file back that was set aside."""
    yield
    box.open()
    box.queue.go_without_unread()
    box.move()
    yield
    box.look_again()
    box.close()
    asides = sorted(box.folder.glob(ASIDE))
    if asides:
        restore(box.folder, asides[-1])
        box.events = [["restored aside"]]


def spoil(path: Path) -> None:
    """Zero the head of a file."""
    with path.open("r+b") as file:
        file.write(bytes(HEAD))


SCENES: dict[str, Callable[[Box], Iterator[None]]] = {
    "start": start,
    "play": play,
    "undo": undo,
    "pause": pause,
    "end": end,
    "delete": take_out,
    "fold": fold,
    "backup": backup,
    "restore": bring_back,
    "recover": recover,
    "recover while running": recover_while_running,
    "heal": heal,
    "go without": go_without,
}


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
        answer = json.loads(said) if said else {"events": [], "hits": 1, "failed": "died"}
        answer["status"] = os.waitstatus_to_exitcode(status)
        print(json.dumps(answer), flush=True)


def _be_a_box(library: ctypes.CDLL, asked: dict[str, Any], pipe: int) -> None:
    box = Box(Path(asked["folder"]))
    failed = ""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    library.fault_watch(str(box.folder).encode())
    fault = (asked[name] for name in ("at", "error", "lasts", "slow_ms"))
    try:
        scene = SCENES[asked["scene"]](box)
        next(scene)
        library.fault_arm(KINDS.index(asked["kind"]), *map(int, fault))
        if next(scene, HEALED) is not HEALED:
            library.fault_disarm()
            next(scene, None)
        box.close()
    except BaseException:  # noqa: BLE001 - reported to the parent, which counts it
        import traceback

        failed = traceback.format_exc()
    hits = library.fault_hits()
    library.fault_disarm()
    with os.fdopen(pipe, "w") as answer:
        json.dump({"events": box.events, "hits": hits, "failed": failed}, answer)
    os._exit(0)


# --- the parent: the disk ---


def build_library(folder: Path) -> Path:
    """Compile what lets calls to the disk fail, or take long."""
    library = folder / "faulty_io.so"
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler is not None, "a C compiler is needed"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return library


def preloaded(library: Path) -> dict[str, str]:
    """Return the environment of a program that loads `library` before all others.

    LD_PRELOAD separates its places by spaces and has no quotes: it gets the name alone, and the
    linker finds that in the folder, which may have a space.
    """
    folders = filter(None, (str(library.parent), os.environ.get("LD_LIBRARY_PATH")))
    return os.environ | {"LD_PRELOAD": library.name, "LD_LIBRARY_PATH": ":".join(folders)}


class Disk:
    """Makes the data, runs the cases, compares."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        self._ready = folder / "ready"
        self._make_ready()
        library = build_library(folder)
        self._server = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=preloaded(library),
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
            move(table)
        self._before: Lines = {table.number: [list(line) for line in table.match.lines]}
        self._ready.mkdir()
        for name in (FILE_NAME, f"{FILE_NAME}-wal", event_log.NEWEST_NAME):
            shutil.copy(live / name, self._ready)
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
        events = answer["events"]
        wanted = self._before | {each[1]: each[2] for each in events if each[0] == "saved"}
        if ["backed up"] in events:
            lost = self._compare(folder.with_name(f"{folder.name}-backup.db"), wanted)
            if lost:
                return Outcome(was_hit, failed, lost=f"in the backup: {lost}")
        try:
            store, report = open_or_recover(folder)
        except Exception as error:  # noqa: BLE001 - counted
            return Outcome(was_hit, failed=f"the next start: {error!r}")
        is_new = case.scene == "restore" and line_count(store, 1) == 0
        store.close()
        lost = self._compare(folder / FILE_NAME, {1: []} if is_new else wanted)
        if ["restored"] in events and not is_new:
            lost = "the backup"
        spoke = report is not None or any(
            each[0] == "not saved" or (each[0] == "report" and each[1]) for each in events
        )
        if any(each[0] == "aside" for each in events):
            lost = "set aside, although it could be read again"
        must_speak = case.scene == "start" and case.kind in ("head", *PLACES) and case.lasts
        silent = lost or ("what cannot be read" if must_speak and was_hit else "")
        return Outcome(was_hit, failed, lost, "" if spoke else silent)

    def _compare(self, path: Path, wanted: Lines) -> str:
        """Return what is missing in a database, or wrong with it; nothing: all is there."""
        lost = ""
        with closing(sqlite3.connect(path)) as db:
            if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return "the file is not sound"
            for number, lines in wanted.items():
                there = None
                with suppress(StoreError):
                    record = event_log.record_of(event_log.events_of(db, number))
                    there = [list(line) for line in record.lines]
                if there is None or there[: len(lines)] != lines:
                    lost = f"match {number}: {len(lines)} confirmed, {there and len(there)} there"
        return lost


def cases(
    disk: Disk, scenes: Iterable[str] = SCENES, every: int = 1, most: int = 10_000
) -> Iterator[tuple[Case, Outcome]]:
    """Go through all faults, each n until a run passes without meeting one."""
    for scene in scenes:
        for kind in KINDS:
            for error in ERRORS[kind]:
                for lasts in (True,) if kind in PLACES else (False, True):
                    for at in range(1, most, every):
                        case = Case(scene, kind, at, error, lasts)
                        outcome = disk.run(case)
                        if not outcome.was_hit:
                            break
                        yield case, outcome


BAD = ("failed", "lost", "silent")
FULL = "starts on a full disk: "


def start_on_full_disk(folder: Path) -> Counter[str]:
    """Start on a small file system that is really full, in a mount namespace of its own."""
    place = folder / "mounted"
    place.mkdir()
    scene = [sys.executable, str(SOURCE.with_name("disk_scenes.py")), "full_start", str(place)]
    done = subprocess.run(
        ["unshare", "--mount", *scene], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return Counter(failed=1)
    return Counter(faults=int(done.stdout.partition(FULL)[2].partition(",")[0]))


def verdict(counts: dict[str, Counter[str]]) -> int:
    """Return the exit code: 1 if a fault did harm in any scene, or was not met."""
    bad = any(count[name] for count in counts.values() for name in BAD)
    return 1 if bad or not counts or not all(count["faults"] for count in counts.values()) else 0


def main() -> int:
    """Print how many cases there were, and what went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="try only every N-th call")
    parser.add_argument("--most", type=int, default=10_000, help="do not go beyond this call")
    parser.add_argument("--scene", choices=SCENES, help="this one alone")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve()
        return 0
    logging.disable(logging.CRITICAL)
    counts: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        disk = Disk(Path(folder))
        scenes = (asked.scene,) if asked.scene else SCENES
        for case, outcome in cases(disk, scenes, asked.every, asked.most):
            count = counts.setdefault(case.scene, Counter())
            count["faults"] += 1
            for name in BAD:
                if what := getattr(outcome, name):
                    count[name] += 1
                    print(f"{name}: {case}: {what}", file=sys.stderr)
        disk.close()
        if os.geteuid() == 0 and not asked.scene:
            counts["full disk"] = start_on_full_disk(Path(folder))
    columns = ("faults", *BAD)
    print(f"{'scene':12}" + "".join(f"{each:>8}" for each in columns))
    for scene, count in counts.items():
        print(f"{scene:12}" + "".join(f"{count[each]:8}" for each in columns))
    return verdict(counts)


if __name__ == "__main__":
    sys.exit(main())
