"""A club of 500 boxes in virtual time, in which everything fails; a number repeats a run.

    python bench/club_soak.py --seeds 1000            # make club-soak
    python bench/club_soak.py --first 417 --seeds 1   # that run again

Boxes play, matches and evenings, send batches, and take the answers of the archive. In between

    batches and answers    are lost, doubled, overtaken, and come days later
    boxes and the archive  are killed at any statement to their databases, or just after a commit
    the broker             is killed, with everything on its way
    cards                  are copied, and both boxes go on; older cards are put back
    clocks                 are wrong
    sticks                 bring batches to the archive, whenever
    strangers              send batches that are changed, or that they signed themselves
    the archive            loses its end, as after a restored backup

Then all is left alone until nothing moves any more, and `judged` looks whether the archive is the
union of the logs of all boxes: everything that a box has, nothing that no box wrote, in chains that
fit, and each copied card found. Its evenings must be those of the boxes.
"""

from __future__ import annotations

import argparse
import heapq
import json
import logging
import random
import sqlite3
import sys
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from club_boxes import Box, Killed, KilledDatabase, new_archive

from firmware_py.club.archive import NotTaken
from firmware_py.club.archive_database import DatabaseDown, SqliteDatabase
from firmware_py.club.batch import BadBatch, beginning, link, read_batch, read_batches

HOUR_S = 3600.0
DAY_S = 24 * HOUR_S
EVENING_S = 2 * DAY_S
"""How long a run lasts before everything is left alone."""
COPIES = 4
"""Boxes with one card: an answer of the archive has the eight newest logs of a card, and a box
whose log is not among them waits."""
ROUNDS = 60
"""By then a club without faults has settled."""
DATES = (None, 0, 1, 1_800_000_000, 2**34, 1_700_000_000)


class KilledDisk:
    """The connection of a box to its log, whose process is killed at a statement."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.left: int | None = None
        self.close = db.close

    @property
    def in_transaction(self) -> bool:
        return self._db.in_transaction

    def execute(self, statement: str, values: Any = ()) -> sqlite3.Cursor:
        if self.left is not None and statement != "ROLLBACK":
            self.left -= 1
            if self.left < 0:
                raise Killed
        return self._db.execute(statement, values)


class SoakBox(Box):
    """A box that notes everything that it ever wrote."""

    def __init__(self, seed: int, written: set[tuple[str, str]], **how: Any) -> None:
        self.written = written
        super().__init__(seed, **how)

    def start(self) -> None:
        """Start the program again."""
        self.disk_calls = KilledDisk(self.disk)
        super().start()

    def connect(self, _path: str, **_how: Any) -> Any:
        return self.disk_calls

    def collect(self, *, sign_now: bool = False) -> None:
        self.log.collect(self.matches, self.evenings, sign_now=sign_now)
        self.note()

    def note(self) -> None:
        """Note what is written; it is in the log for good."""
        self.written |= {(self.key.public, hash_) for _, hash_, _ in self.log.entries()}


class Club:
    """One run."""

    def __init__(self, seed: int, boxes: int = 500, faults: bool = True) -> None:
        self.chance = random.Random(seed)
        self.evening_chance = random.Random(seed + 1)
        self.faults = faults
        self.now_s = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._generation = 0
        """Grows when the broker is killed: what was on its way is lost."""
        self.disk = SqliteDatabase(":memory:")
        self.database = KilledDatabase(self.disk)
        self.archive = new_archive(self.database)
        self.written: set[tuple[str, str]] = set()
        self.kills = {"box": 0, "archive": 0, "broker": 0}
        self.boxes = [SoakBox(self.chance.getrandbits(32), self.written) for _ in range(boxes)]
        self.by_key: dict[str, list[SoakBox]] = {}
        self.doubtful: set[str] = set()
        """The boxes whose card was copied, or an older one put back."""
        for number, box in enumerate(self.boxes):
            self.archive.enrol(box.key.public, f"Table {number}", 0)
            self.by_key[box.key.public] = [box]

    # --- time ---

    def later(self, delay_s: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self.now_s + delay_s, next(self._numbers), what))

    def run_until(self, end_s: float) -> None:
        while self._due and self._due[0][0] <= end_s:
            self.now_s, _, what = heapq.heappop(self._due)
            what()
        self.now_s = end_s

    # --- the wire ---

    def carry(self, what: Callable[[], None]) -> None:
        """Carry a message, or lose it, or do so twice, at any time."""
        if not self.faults:
            what()
            return
        generation = self._generation

        def arrive() -> None:
            if self._generation == generation:
                what()

        for _ in range(self.chance.choices((0, 1, 2), (2, 16, 2))[0]):
            slow = self.chance.random() < 0.03
            self.later(self.chance.uniform(0, 3 * DAY_S) if slow else self.chance.random(), arrive)

    def send(self, box: SoakBox) -> None:
        """Let a box send what comes next, as its program does."""
        batch = box.log.next_batch(box.log.confirmed)
        if batch is not None:
            text = batch.text()
            self.carry(lambda: self.arrive(text))

    def arrive(self, text: str) -> None:
        """Let the archive take a batch, and answer."""
        if self.faults and self.chance.random() < 0.05:
            self.database.after(self.chance.randrange(60))
        try:
            have = self.archive.take(read_batch(text))
        except Killed:
            self.restart_archive()
            return
        except (NotTaken, BadBatch, DatabaseDown):
            return
        finally:
            self.database.after(None)
        if self.faults and self.chance.random() < 0.03:
            self.restart_archive()  # after the commit, before the answer
            return
        self.publish(have.box)

    def publish(self, key: str) -> None:
        answer = self.archive.answer(key)
        for box in self.by_key[key]:
            self.carry(lambda box=box: self.answered(box, answer))  # type: ignore[misc]

    def answered(self, box: SoakBox, answer: str) -> None:
        def take() -> None:
            before = box.log.confirmed
            box.log.take_answer(answer)
            box.note()
            if box.log.confirmed > before:
                self.send(box)

        self.carefully(box, take)

    def carefully(self, box: SoakBox, work: Callable[[], None]) -> None:
        """Let a box work, and maybe be killed at a statement."""
        if self.faults and self.chance.random() < 0.03:
            box.disk_calls.left = self.chance.randrange(40)
        try:
            work()
        except Killed:
            self.kills["box"] += 1
            box.start()
        box.disk_calls.left = None

    def restart_archive(self) -> None:
        self.kills["archive"] += 1
        self.database.after(None)
        self.archive = new_archive(self.database)

    # --- what happens ---

    def tick(self, box: SoakBox) -> None:
        """Let a box play a little, and look whether there is something to send."""
        chance = self.chance
        if self.evening_chance.random() < 0.3:
            box.add_to_evening(self.evening_chance)
        box.matches.date = chance.choice(DATES)
        running = [match for match, rows in box.matches.rows.items() if rows[-1][2] != "ended"]
        if running and chance.random() < 0.8:
            match = chance.choice(running)
            for _ in range(chance.randrange(1, 12)):
                box.matches.play(match, f"={chance.choice('abcdef')}1")
            if chance.random() < 0.3:
                box.matches.end(match)
        else:
            names = ("Anna", "Ben", "Cleo", "Zoë")
            box.matches.begin(tuple(chance.sample(names, 2)), chance.getrandbits(32))

        def work() -> None:
            box.collect(sign_now=chance.random() < 0.1)
            self.send(box)

        self.carefully(box, work)
        if self.now_s < EVENING_S:
            self.later(chance.uniform(HOUR_S, 24 * HOUR_S), lambda: self.tick(box))

    def misfortune(self) -> None:
        """Let one of the rare things happen."""
        chance = self.chance
        chance.choice(
            (self.kill_broker, self.restart_archive, self.copy_card, self.put_back, self.stick,
             self.stranger, self.lose_end)
        )()  # fmt: skip
        self.later(chance.uniform(0.0, EVENING_S / 20), self.misfortune)

    def kill_broker(self) -> None:
        self.kills["broker"] += 1
        self._generation += 1
        for key in self.by_key:  # those who know it publish it again
            self.publish(key)

    def copy_card(self) -> None:
        box = self.chance.choice(self.boxes)
        if len(self.by_key[box.key.public]) >= COPIES:
            return
        copy = SoakBox(self.chance.getrandbits(32), self.written, copied=box)
        self.boxes.append(copy)
        self.doubtful.add(box.key.public)
        self.by_key[box.key.public].append(copy)
        self.later(self.chance.uniform(0, HOUR_S), lambda: self.tick(copy))

    def put_back(self) -> None:
        """Put the card of now back later."""
        box = self.chance.choice(self.boxes)
        self.doubtful.add(box.key.public)
        disk = box.disk.serialize()
        rows = {match: list(rows) for match, rows in box.matches.rows.items()}
        evenings = {number: list(lines) for number, lines in box.evenings.items()}

        def restore() -> None:
            box.matches.rows = rows
            box.evenings = evenings
            box.disk.close()
            box.disk = sqlite3.connect(":memory:", isolation_level=None)
            box.disk.deserialize(disk)
            box.start()

        self.later(self.chance.uniform(0, DAY_S), restore)

    def stick(self) -> None:
        box = self.chance.choice(self.boxes)
        text = "".join(batch.text() for batch in box.log.batches(self.first_kept(box)))

        def bring() -> None:
            for batch in read_batches(text) if text else ():
                self.arrive(batch.text())

        self.later(self.chance.uniform(0, 2 * DAY_S), bring)

    def first_kept(self, box: SoakBox) -> int:
        return self.chance.choice((0, box.log.confirmed))

    def stranger(self) -> None:
        """Send what is not to be taken: changed, or signed by another key."""
        box, other = self.chance.choice(self.boxes), Box(self.chance.getrandbits(32))
        batch = box.log.next_batch(0)
        if batch is None:
            return
        at = self.chance.randrange(len(batch.bodies))
        bodies = list(batch.bodies)
        bodies[at] = '["player", "0", "Eve"]'
        forged = batch._replace(bodies=tuple(bodies))
        other.play()
        other.log.collect(other.matches)
        own = other.log.next_batch(0)
        assert own is not None
        for each in (forged, own, own._replace(box=box.key.public)):
            self.arrive(each.text())

    def lose_end(self) -> None:
        """Restore a backup of the archive that is a while old."""
        image = self.disk.connection.serialize()

        def restore() -> None:
            self.disk.connection.deserialize(image)
            self.restart_archive()
            for key in self.by_key:
                self.publish(key)

        self.later(self.chance.uniform(0, DAY_S / 2), restore)

    # --- the run ---

    def run(self) -> None:
        """Let everything happen, and then let it settle."""
        for box in self.boxes:
            self.later(self.chance.uniform(0, DAY_S), lambda box=box: self.tick(box))  # type: ignore[misc]
        self.later(self.chance.uniform(0, HOUR_S), self.misfortune)
        self.run_until(EVENING_S + 3 * DAY_S)
        self._due.clear()
        self.faults = False
        self.settle()

    def settle(self) -> None:
        """Let every box play once more and send until it has nothing left."""
        for box in self.boxes:
            box.play(1)
        for _ in range(ROUNDS):
            waiting = 0
            for box in self.boxes:
                box.collect(sign_now=True)
                box.log.take_answer(self.archive.answer(box.key.public))
                box.collect(sign_now=True)
                waiting += box.log.unsent
                self.send(box)
            if not waiting:
                return


def judged(club: Club) -> Iterator[str]:
    """Yield everything that is wrong with the archive of a run that has settled."""
    archive = club.archive
    known: set[tuple[str, str]] = set()
    bodies: dict[str, set[Any]] = {}
    logs = club.disk.execute("SELECT box, log, n, hash FROM logs ORDER BY id")
    for key, log, n, last in logs:
        head = beginning(key, log)
        hash_ = head.hash
        entries = archive.entries(key, log)
        if [each[0] for each in entries] != list(range(1, n + 1)):
            yield f"a log of {key[:8]} has gaps, or entries above its head"
        for number, stored, body in entries:
            hash_ = link(hash_, body)
            if hash_ != stored:
                yield f"entry {number} of {key[:8]} is not in the chain"
            if key != archive.key:
                known.add((key, stored))
                content = json.loads(body)
                if content[0] == "event":
                    bodies.setdefault(key, set()).add((content[1], tuple(content[2])))
        if hash_ != last:
            yield f"the head of a log of {key[:8]} is not its last entry"
    if made_up := known - club.written:
        yield f"{len(made_up)} entries that no box wrote"
    for number, box in enumerate(club.boxes):
        key, log = box.key.public, box.log.name
        if archive.entries(key, log) != box.log.entries():
            yield f"box {number}: the archive has another log"
        if box.log.forks and key not in club.doubtful:
            yield f"box {number} took itself for a copy"
        if missing := box.matches.bodies - bodies.get(key, set()):
            yield f"box {number}: {len(missing)} events are missing"
    evenings = archive.evenings()
    for number, box in enumerate(club.boxes):
        # Two boxes with one key may have gone on differently with the same evening.
        if box.key.public in club.doubtful:
            continue
        for lines in box.evenings.values():
            if (box.key.public, lines) not in evenings:
                yield f"box {number}: the archive has another evening"
    shown = {each.box for each in archive.aside()}
    for key, boxes in club.by_key.items():
        if len(boxes) > 1 and key not in shown:
            yield f"the copied card of {key[:8]} was not found"


def run(seed: int, boxes: int = 500) -> tuple[Club, list[str]]:
    """Run a number, and return what is wrong."""
    club = Club(seed, boxes)
    club.run()
    return club, list(judged(club))


def main(words: list[str]) -> int:
    """Read the arguments, and run them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--boxes", type=int, default=500)
    asked = parser.parse_args(words)
    logging.disable(logging.ERROR)  # boxes log each copy
    try:
        return run_all(asked.first, asked.seeds, asked.boxes)
    finally:
        logging.disable(logging.NOTSET)


def run_all(first: int, seeds: int, boxes: int) -> int:
    """Run many numbers; return 1 if something is wrong."""
    kills: dict[str, int] = {}
    entries = 0
    for seed in range(first, first + seeds):
        club, wrong = run(seed, boxes)
        for each in wrong[:5]:
            print(f"run {seed}: {each}")
        if wrong:
            print(f"again: python bench/club_soak.py --seeds 1 --first {seed} --boxes {boxes}")
            return 1
        for who, number in club.kills.items():
            kills[who] = kills.get(who, 0) + number
        entries += len(club.written)
        if seed % 10 == 9 or seed == first + seeds - 1:
            said = ", ".join(f"{number} kills of {who}" for who, number in kills.items())
            print(f"{seed + 1 - first} runs: {entries} entries, {said}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
