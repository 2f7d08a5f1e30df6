"""Damage the stored files in many ways, start, and check that nothing is lost silently.

    python bench/damage.py [--share 1.0] [--seed 1]

Four kinds: bits that flip, pages that change places, pages that are older than they should be, and
a mixture of all that with sectors zeroed or overwritten, files cut short, and the log or the note
of the newest event lost. Half of the cases
damage a file that was closed well, half one whose box lost its power, with its log.

- never start: the box could not be started, or could not read its settings and lists;
- silent: what is read differs from what was confirmed, and neither the start nor the walk through
  all matches said so;
- last choice: only the transaction at the end of the log is missing, and the note of the newest
  event with it. A power cut in the middle of a write leaves the same bytes, so nobody can tell it
  from one that was never confirmed.
"""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from engines import catalog
from engines.errors import EngineError
from firmware_py.history.archive import EndedMatches
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import TableMatch, begin_match, resume_match
from firmware_py.storage.damage import EVERY_S, PLACE, Inspection
from firmware_py.storage.database import FILE_NAME
from firmware_py.storage.errors import StoreError
from firmware_py.storage.event_log import NEWEST_NAME
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue

PAGE, SECTOR = 4096, 512
FRAME = PAGE + 24
LOG = f"{FILE_NAME}-wal"
NOTE = NEWEST_NAME
COUNTS = {"mixed": 1200, "bit flip": 750, "page swap": 276, "stale page": 233}

State = dict[int, list[Any]]
Chance = random.Random


# --- the data ---


class Data:
    """Files as a clean end and as a power cut leave them, older ones, and what they hold."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        chance = Chance(seed)
        live = folder / "live"
        store = Store(live)
        queue = WriteQueue(store)
        for name in ("Ada", "Bo"):
            store.add_player(name)
        store.put_setting("language", "fr")
        for game in catalog.GAMES:
            store.put_profile(game, ["a", "b"])
        for number in range(8):
            _play(queue, chance, 12 + 4 * number, ends=number % 4 != 3)
        fold(store)
        self.older = (live / FILE_NAME).read_bytes()
        for number in range(4):
            _play(queue, chance, 25, ends=number != 3)
        fold(store)
        self._keep("closed", live)
        while (table := _play(queue, chance, 20, ends=False)).is_over:
            pass  # one must be left that can go on
        before = read_state(store)
        table.play(_any(table, chance))
        self._keep("cut", live, LOG, NOTE)
        self.truth = {"cut": read_state(store)}
        self.without_last = before
        store.close()
        closed = Store(folder / "closed")
        self.truth["closed"] = read_state(closed)
        closed.close()

    def _keep(self, name: str, live: Path, *others: str) -> None:
        (self.folder / name).mkdir()
        for each in (FILE_NAME, *others):
            shutil.copy(live / each, self.folder / name)


def fold(store: Store) -> None:
    """Bring the log into the file."""
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _play(queue: WriteQueue, chance: Chance, choices: int, *, ends: bool) -> TableMatch:
    game = chance.choice(list(catalog.GAMES))
    start = catalog.begin(catalog.load(game), seats=2, seed=chance.randrange(999))
    names = ("Ada", "Bo")
    table = begin_match(queue, game, start, names=names, timing=Timing(), time=lambda: 0.0)
    for _ in range(choices):
        if not table.is_over:
            table.play(_any(table, chance))
    if ends and not table.is_over:
        table.play("draw")
    elif not table.is_over:
        table.leave()
        table.wake()
    return table


def _any(table: TableMatch, chance: Chance) -> str:
    engine = table.match.engine
    return engine.write(chance.choice(list(engine.legal(table.match.state))))


def read_state(store: Store) -> State:
    """Return every match that can be read, with its events; as 0 what is known besides."""
    settings = {key: value for key, value in store.settings().items() if key != PLACE}
    profiles = {game: store.profile(game) for game in catalog.GAMES}
    found: State = {0: [store.players(), settings, profiles]}
    number: int | None = 0
    while (number := store.next_number(number or 0)) is not None:
        with suppress(StoreError):
            found[number] = list(store.events(number))
    return found


# --- the damage ---


def flip_bits(files: dict[str, bytearray], chance: Chance, _: Data) -> None:
    """Flip one to three bits."""
    for _unused in range(chance.randint(1, 3)):
        data = files[_pick(files, chance)]
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def swap_pages(files: dict[str, bytearray], chance: Chance, _: Data) -> None:
    """Let two pages change places."""
    data = files[FILE_NAME]
    one, two = (at * PAGE for at in chance.sample(range(len(data) // PAGE), 2))
    data[one : one + PAGE], data[two : two + PAGE] = (
        data[two : two + PAGE],
        data[one : one + PAGE],
    )


def age_page(files: dict[str, bytearray], chance: Chance, data: Data) -> None:
    """Put an older version of a page in its place."""
    new = files[FILE_NAME]
    pages = range(0, min(len(new), len(data.older)), PAGE)
    changed = [at for at in pages if new[at : at + PAGE] != data.older[at : at + PAGE]]
    at = chance.choice(changed)
    new[at : at + PAGE] = data.older[at : at + PAGE]


def lose_sectors(files: dict[str, bytearray], chance: Chance, _: Data) -> None:
    """Let some sectors in a row read as zeros or as anything."""
    data = files[_pick(files, chance)]
    at = chance.randrange(0, len(data), SECTOR)
    if chance.random() < 0.3:
        at = 0
    length = min(chance.choice((1, 1, 2, 8, 16)) * SECTOR, len(data) - at)
    data[at : at + length] = bytes(length) if chance.random() < 0.5 else chance.randbytes(length)


def cut_short(files: dict[str, bytearray], chance: Chance, _: Data) -> None:
    """Cut the file off somewhere."""
    data = files[FILE_NAME]
    del data[chance.randrange(len(data)) :]


def lose_companion(files: dict[str, bytearray], chance: Chance, _: Data) -> None:
    """Take the log away, the note of the newest event, or both, or flip a bit of the note."""
    match chance.randrange(4):
        case 0:
            del files[LOG]
        case 1:
            del files[NOTE]
        case 2:
            del files[LOG], files[NOTE]
        case _:
            files[NOTE][chance.randrange(len(files[NOTE]))] ^= 1 << chance.randrange(8)


def _pick(files: dict[str, bytearray], chance: Chance) -> str:
    """Choose the file or its log; the note is so small that damage seldom finds it."""
    return chance.choice([name for name, data in files.items() if data and name != NOTE])


def mix(files: dict[str, bytearray], chance: Chance, data: Data) -> None:
    """Do one or two of all these."""
    kinds = (flip_bits, swap_pages, age_page, lose_sectors, lose_sectors, cut_short, lose_companion)
    for kind in chance.sample(kinds, chance.randint(1, 2)):
        with suppress(ValueError, LookupError):  # nothing is left to damage
            kind(files, chance, data)


Damage = Callable[[dict[str, bytearray], Chance, Data], None]
KINDS: dict[str, Damage] = {
    "mixed": mix,
    "bit flip": flip_bits,
    "page swap": swap_pages,
    "stale page": age_page,
}


# --- one case ---


def try_one(data: Data, kind: str, seed: int) -> str:
    """Damage the files and start; return what came of it, in one of the words of the table."""
    chance = Chance(f"{kind} {seed}")
    name = chance.choice(("closed", "cut"))
    folder = data.folder / "case"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    names = [each for each in (FILE_NAME, LOG, NOTE) if (data.folder / name / each).exists()]
    files = {each: bytearray((data.folder / name / each).read_bytes()) for each in names}
    KINDS[kind](files, chance, data)
    for each, content in files.items():
        (folder / each).write_bytes(content)
    try:
        store, report = open_or_recover(folder)
        try:
            walked = _use(store)
            found = read_state(store)
            _resume(store)
        finally:
            store.close()
    except Exception:  # noqa: BLE001 - that is what is looked for
        traceback.print_exc()
        print(f"never start: {kind} {seed}", file=sys.stderr)
        return "never start"
    truth = data.truth[name]
    if found == truth:
        return "reported" if report is not None or walked else "harmless"
    if report is not None or walked:
        return "reported"
    if name == "cut" and found == data.without_last:
        return "last choice"
    print(f"silent: {kind} {seed}", file=sys.stderr)
    return "silent"


def _use(store: Store) -> int:
    """Do what a box does after a start; return how many matches the walk finds damaged."""
    queue = WriteQueue(store)
    Settings(queue)
    archive = EndedMatches(store.connection)
    archive.older(None, 100)
    list(archive.results())
    queue.open_matches()
    look = Inspection(store)
    now, walked = 0.0, 0
    while (due := look.deadline_s(now)) - now <= EVERY_S:
        now = due
        walked += look.due(now) is not None
    return walked + (queue.report is not None)


def _resume(store: Store) -> None:
    """Go on with every match that can; one that cannot says why."""
    queue = WriteQueue(store)
    for match in queue.open_matches():
        with suppress(StoreError, EngineError):
            resume_match(queue, match.id, Timing(), lambda: 0.0)


def run(share: float, seed: int) -> dict[str, Counter[str]]:
    """Try all kinds, each `times` times; return the counts of the results."""
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        data = Data(Path(folder), seed)
        for kind, many in COUNTS.items():
            tries = range(seed, seed + max(1, round(many * share)))
            counts[kind] = Counter(try_one(data, kind, each) for each in tries)
    return counts


def verdict(found: dict[str, Counter[str]]) -> int:
    """Return the exit code: 1 if damage was silent, kept a box from starting, or was not tried."""
    bad = sum(counts["silent"] + counts["never start"] for counts in found.values())
    return 1 if bad or not all(counts.total() for counts in found.values()) or not found else 0


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--share", type=float, default=1.0, help="how much of all cases to try")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    columns = ("harmless", "reported", "last choice", "silent", "never start")
    print(f"{'damage':12}{'cases':>8}" + "".join(f"{each:>13}" for each in columns))
    found = run(asked.share, asked.seed)
    for kind, counts in found.items():
        print(f"{kind:12}{counts.total():8}" + "".join(f"{counts[each]:13}" for each in columns))
    return verdict(found)


if __name__ == "__main__":
    sys.exit(main())
