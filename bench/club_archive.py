"""What an archive of a club can take, and what an event costs after ten million others.

    python bench/club_archive.py                       # all, needs mosquitto and postgresql
    python bench/club_archive.py --events 100000       # with a smaller table before

Boxes have played real matches of all games, and their batches come as over the wire: read, checked,
stored with a sync, answered. Measured are

    events a second     of one archive on SQLite, and of 1, 2 and 4 workers on PostgreSQL
    bytes               of an event in a batch and in either database; of a table and of clocks
    messages a second   of one Mosquitto, to one client
    cost of an event    among 10,000,000 in 10,000 logs, against one among 1,000

The two archives of the last take the same batches in turn, and of each the median counts. Their
tables are filled by statements of the database, with entries of 190 bytes, half of a real one.
An event may cost at most 1.2 of what it costs at the beginning.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

from club_boxes import Key
from rows import Row, judge

from engines import catalog
from firmware_py.app import club_try
from firmware_py.app.club_try import SimulatedBox
from firmware_py.club.archive import Archive
from firmware_py.club.archive_database import PostgresDatabase, SqliteDatabase, open_database
from firmware_py.club.archive_service import ArchiveService
from firmware_py.club.batch import Batch, Head, beginning, link, message_of, read_batch
from firmware_py.club.box_log import BoxLog, store_source
from firmware_py.club.setup import ClubConfig, init
from firmware_py.club.wire import Wire
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import begin_match
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from tests.support.club_servers import postgres

LIMIT = 1.2
NOW = 1_800_000_000
LOGS = 10_000
EARLY = 1_000
WORKERS = (1, 2, 4)
BOXES = 24
"""Boxes whose batches are taken in a measurement."""
SEED = 20
RATE_TOPIC, RATE_MESSAGES = "club/bench/clocks", 20_000
AHEAD = 500


class Sample(NamedTuple):
    """What one box sends of its matches: the bodies of each batch, without hashes and keys."""

    batches: list[list[str]]

    @property
    def events(self) -> int:
        """The number of entries."""
        return sum(map(len, self.batches))


def played(folder: Path, matches: int) -> Sample:
    """Play random matches of all games on a box, and return what it would send of them."""
    chance = random.Random(SEED)
    key = Key(chance)
    with closing(Store(folder, date=lambda: NOW)) as store:
        store.sign = key.sign
        queue = WriteQueue(store)
        games = [game for game in catalog.GAMES if not catalog.load(game).beginnings()]
        clock = count(step=2.5)
        for number in range(matches):
            engine = catalog.load(games[number % len(games)])
            start = catalog.begin(engine, seats=2, seed=chance.getrandbits(62), first=0)
            timing = Timing("up", 0.0, 0.0, 0.0)
            table = begin_match(queue, engine.name, start, names=("Anna", "Ben"), timing=timing,
                                time=clock.__next__)  # fmt: skip
            while (turn := table.match.turn) is not None:
                choice = chance.choice(list(engine.legal(table.match.state)))
                table.play(engine.write(choice), turn.seat)
            table.leave()
    with closing(BoxLog(folder / "log.db", key.public, key.sign, draw=chance.randbytes)) as log:
        log.collect(store_source(folder), sign_now=True)
        return Sample([list(batch.bodies) for batch in log.batches(0)])


def texts(sample: Sample, key: Key, log: str, head: Head) -> Iterator[str]:
    """Yield the sample as batches of a box, after the head of its log."""
    for bodies in sample.batches:
        hash_ = head.hash
        for body in bodies:
            hash_ = link(hash_, body)
        last = Head(head.n + len(bodies), hash_)
        signature = key.sign(message_of(log, last)).split(" ")[1]
        yield Batch(key.public, log, head.n + 1, head.hash, tuple(bodies), signature).text()
        head = last


def open_archive(place: str) -> Archive:
    """Open the archive of the bench."""
    key = Key(random.Random(SEED))
    return Archive(open_database(place), "bench", key.public, key.sign)


def enrolled(archive: Archive, count: int, seed: int) -> list[Key]:
    """Return the keys of new boxes."""
    keys = [Key(random.Random(seed + number)) for number in range(count)]
    for number, key in enumerate(keys):
        archive.enrol(key.public, f"Table {number + 1}", NOW)
    return keys


def take(archive: Archive, text: str) -> float:
    """Take a batch as the service does, and return the seconds."""
    began_s = time.perf_counter()
    batch = read_batch(text)
    have = archive.take(batch)
    archive.answer(batch.box)
    spent_s = time.perf_counter() - began_s
    assert have.head.n == batch.last, "a batch was not taken"
    return spent_s


# --- events a second ---


def work(place: str, batches: list[list[str]], begin: Any, done: Any) -> None:
    """Be a worker: take the batches of some boxes, one box after the other."""
    archive = open_archive(place)
    begin.wait()
    for of_box in batches:
        for text in of_box:
            take(archive, text)
    archive.close()
    done.put(True)


def events_a_second(place: str, sample: Sample, workers: int, seed: int) -> float:
    """Return how many events a second some workers take together."""
    archive = open_archive(place)
    keys = enrolled(archive, BOXES, seed)
    archive.close()
    log = "a" * 16
    batches = [list(texts(sample, key, log, beginning(key.public, log))) for key in keys]
    spawn = get_context("spawn")
    begin, done = spawn.Barrier(workers + 1), spawn.Queue()
    children = [
        spawn.Process(target=work, args=(place, batches[number::workers], begin, done))
        for number in range(workers)
    ]
    for child in children:
        child.start()
    begin.wait()
    began_s = time.perf_counter()
    for _ in children:
        done.get(timeout=600)
    spent_s = time.perf_counter() - began_s
    for child in children:
        child.join()
    return sample.events * BOXES / spent_s


# --- the ten millionth event ---


def fill(archive: Archive, events: int, keys: list[Key], body: str) -> list[Head]:
    """Fill the tables of an archive, and return the heads of the logs of these boxes."""
    db: Any = archive._db  # noqa: SLF001 - nothing of the product fills tables
    logs = max(len(keys), min(LOGS, events // EARLY))
    each = events // logs
    first = db.execute("SELECT coalesce(max(id), 0) FROM logs")[0][0] + 1
    boxes = [key.public for key in keys]
    chance = random.Random(SEED)
    heads = [Head(each, chance.randbytes(32).hex()) for _ in range(logs)]
    with db.transaction():
        for number, head in enumerate(heads):
            box = boxes[number] if number < len(boxes) else chance.randbytes(32).hex()
            row = (first + number, box, "a" * 16, *head)
            db.execute("INSERT INTO logs (id, box, log, n, hash) VALUES (?, ?, ?, ?, ?)", row)
    is_file = isinstance(db, SqliteDatabase)
    numbers = (
        "WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM c WHERE i<{last})"
        if is_file
        else "WITH c(i) AS (SELECT generate_series(0, {last}))"
    )
    hash_ = "lower(hex(randomblob(32)))" if is_file else "md5(i::text) || md5((-i)::text)"
    place = f"{first} + i / {each}, 1 + i - (i / {each}) * {each}"
    of_heads, of_match = max(each // 40, 1), max(each // 25, 1)
    statements = {
        "entries": (each, f"{place}, {hash_}, '{body}'"),
        "heads": (
            of_heads,
            (
                f"{first} + i / {of_heads}, 40 + 40 * (i - (i / {of_heads}) * {of_heads}),"
                f" {hash_} || {hash_}"
            ),
        ),
        "matches": (
            of_match,
            (
                f"{hash_}, 'o' || i, {first} + i / {of_match}, 1, 40, 1, '{body}{body}', 'over',"
                f" {NOW}, {NOW}, '{body}', '[]'"
            ),
        ),
    }
    for table, (rows, columns) in statements.items():
        with db.transaction():
            # Nothing of these words comes from elsewhere.
            begin = numbers.format(last=logs * rows - 1)
            db.execute(f"INSERT INTO {table} {begin} SELECT {columns} FROM c")
    if not is_file:
        serial = "SELECT setval(pg_get_serial_sequence('logs', 'id'), max(id)) FROM logs"
        db.execute(serial)
        db.execute("ANALYZE")
        db.execute("CHECKPOINT")
    return heads[: len(keys)]


def compare(small: Archive, large: Archive, events: int, sample: Sample) -> tuple[float, float]:
    """Return the median cost of a batch in an archive with few events, and with many."""
    coming: dict[Archive, list[Iterator[str]]] = {}
    for archive, before in ((small, EARLY), (large, events)):
        boxes = enrolled(archive, BOXES, 500)
        heads = fill(archive, before, boxes, "x" * 190)
        coming[archive] = [
            texts(sample, key, "a" * 16, head) for key, head in zip(boxes, heads, strict=True)
        ]
    spent: dict[Archive, list[float]] = {small: [], large: []}
    for at in range(len(sample.batches) * BOXES):
        # In turns over the boxes, so that each batch meets other pages than the one before.
        for archive in (small, large) if at % 2 else (large, small):
            spent[archive].append(take(archive, next(coming[archive][at % BOXES])))
    return statistics.median(spent[small]), statistics.median(spent[large])


def cost_row(name: str, small_s: float, large_s: float) -> Row:
    """Return the row of a database."""
    note = f"of a batch: {small_s * 1000:.2f} and {large_s * 1000:.2f} ms"
    return Row(f"event among many / few, {name}", large_s, LIMIT, small_s, "s", note)


# --- bytes ---


def stored_bytes(place: str, sample: Sample) -> float:
    """Return the bytes of an event in a database that has nothing else."""
    archive = open_archive(place)
    db: Any = archive._db  # noqa: SLF001 - its size
    size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    if isinstance(db, PostgresDatabase):
        size = "SELECT pg_database_size(current_database())"
    log, before = "a" * 16, db.execute(size)[0][0]
    for key in enrolled(archive, BOXES, 900):
        for text in texts(sample, key, log, beginning(key.public, log)):
            take(archive, text)
    after = db.execute(size)[0][0]
    archive.close()
    return float(after - before) / (sample.events * BOXES)


def on_the_wire(folder: Path, moves: int) -> Iterator[Row]:
    """Yield what boxes send while they play: three of `tablemate club try`, faster."""
    club_try.MOVE_EVERY_S, club_try.REST_S = 0.2, 0.5
    config = init(folder / "archive", "bench", port=club_try._free_port(), everywhere=False)  # noqa: SLF001
    seen: dict[str, list[int]] = {"table": [], "clocks": [], "have": []}
    ending = Event()

    def received(where: str, content: bytes) -> None:
        seen.setdefault(where.rpartition("/")[2], []).append(len(where) + len(content))

    with ExitStack() as stack:
        stack.enter_context(club_try._broker(config))  # noqa: SLF001
        service = Thread(target=serve, args=(config, ending))
        service.start()
        stack.callback(service.join)
        stack.callback(ending.set)
        for number, names in enumerate(club_try.NAMES):
            box = SimulatedBox(config, folder / f"box{number}", number, names, time.monotonic,
                               lambda: NOW)  # fmt: skip
            stack.callback(box.close)
        wire = Wire(config.broker, received=received)
        wire.open()
        while not wire.is_open:
            wire.serve(0.1)
        wire.subscribe(["club/#"])
        while len(seen["table"]) < moves:
            wire.serve(0.1)
        wire.close()
        rate = broker_rate(config)
    yield Row("messages a second, Mosquitto", rate, unit="/s", note="bound by the clients")
    for leaf in ("table", "clocks", "have"):
        yield Row(f"bytes of a message, {leaf}", statistics.mean(seen[leaf]), unit="B")


def broker_rate(config: ClubConfig) -> float:
    """Return how many messages a second the broker hands on, at least once, to one client."""
    seen = [0]

    def received(where: str, _content: bytes) -> None:
        seen[0] += where == RATE_TOPIC

    def connected() -> Wire:
        wire = Wire(config.broker, received=received)
        wire.open()
        while not wire.is_open:
            wire.serve(0.1)
        return wire

    reader, writer = connected(), connected()
    reader.subscribe([RATE_TOPIC])
    reader.serve(0.5)

    def write() -> None:
        left = RATE_MESSAGES
        while left:
            # The broker drops what a reader has not taken beyond 1,000 messages.
            is_ahead = RATE_MESSAGES - left - seen[0] > AHEAD
            is_sent = not is_ahead and writer.publish(RATE_TOPIC, b"x" * 160)
            left -= is_sent
            if not is_sent or left % 20 == 0:
                writer.serve(0.001)
        while seen[0] < RATE_MESSAGES:
            writer.serve(0.01)

    thread = Thread(target=write)
    began_s = time.perf_counter()
    thread.start()
    while seen[0] < RATE_MESSAGES:
        reader.serve(0.1)
    spent_s = time.perf_counter() - began_s
    thread.join()
    reader.close()
    writer.close()
    return RATE_MESSAGES / spent_s


def serve(config: ClubConfig, ending: Event) -> None:
    """Be the archive until the end."""
    archive = config.open_archive()
    ArchiveService(archive, config.broker).run(ending)
    archive.close()


def measure(folder: Path, events: int, matches: int, server: str) -> Iterator[Row]:
    """Yield all rows."""
    sample = played(folder / "played", matches)
    databases = iter(range(100))

    def place(kind: str) -> str:
        name = f"bench{next(databases)}"
        if kind == "SQLite":
            return str(folder / f"{name}.db")
        with closing(PostgresDatabase(server)) as db:
            db.execute(f"CREATE DATABASE {name}")
        return f"{server.removesuffix('/postgres')}/{name}"

    sent = sum(
        len(text) for text in texts(sample, Key(random.Random(1)), "a" * 16, Head(0, "0" * 64))
    )
    yield Row("events of a match", sample.events / matches)
    yield Row("events of a batch", sample.events / len(sample.batches))
    yield Row("bytes of an event, in batches", sent / sample.events, unit="B")
    for kind in ("SQLite", "PostgreSQL"):
        yield Row(f"bytes of an event, {kind}", stored_bytes(place(kind), sample), unit="B")
    rate = events_a_second(place("SQLite"), sample, 1, 0)
    yield Row("events a second, SQLite", rate, unit="/s")
    for workers in WORKERS:
        rate = events_a_second(place("PostgreSQL"), sample, workers, 0)
        yield Row(f"events a second, PostgreSQL, {workers} workers", rate, unit="/s")
    for kind in ("SQLite", "PostgreSQL"):
        with ExitStack() as stack:
            small, large = (
                stack.enter_context(closing(open_archive(place(kind)))) for _ in range(2)
            )
            yield cost_row(kind, *compare(small, large, events, sample))
    yield from on_the_wire(folder / "wire", 60)


def main(words: list[str] | None = None) -> int:
    """Run the bench; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000_000)
    parser.add_argument("--wire", action="store_true", help="what goes over the wire alone")
    parser.add_argument("--matches", type=int, default=16)
    parser.add_argument("--folder", type=Path, help="where the databases are, on a real disk")
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory(dir=asked.folder) as made:
        folder = Path(made)
        if asked.wire:  # without a limit, so nothing is judged
            for row in on_the_wire(folder, 60):
                print(row)
            return 0
        with postgres(folder, syncs=True) as server:
            return judge(measure(folder, asked.events, asked.matches, server))


if __name__ == "__main__":
    sys.exit(main())
