"""Kill the box in the middle of play, again and again, and look at what it kept.

    python bench/fault_soak.py [--kills 500] [--seed 1] [--points] [--game NAME]

A child process is a whole box: store, loop, screens, a panel. It plays by knob and button, and
after the screen has confirmed a choice it says so on a pipe. The parent kills it (SIGKILL) at a
random moment after some choices, or with `--points` before each SQL statement of its writes in
turn, and then opens the data as the next start does:

- everything that was confirmed is there, in the same order;
- at most the one choice in flight is there as well, and it is a choice the rules allow;
- nothing else is there, and the file is sound.

The next child goes on with what it finds. Prints kills, confirmed, lost and damaged.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from real_tables import table_of

from engines import catalog
from engines.match import begin, follow
from engines.record import DEALER, RecordLine
from firmware_py.app.loop import App
from firmware_py.core.picture import Picture
from firmware_py.games import ui_of
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import begin_match, resume_match
from firmware_py.panels.base import Panel
from firmware_py.screens.home import home
from firmware_py.screens.play.play import Play
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.navigation import GoToMatch
from firmware_py.ui.services import Services
from hardware.events import Control, Held, Inbox, Pressed, Turned
from tests.support.stored import first_damaged_event, line_count

KILLS = 500
MOST_CHOICES = 8
"""The most choices that a child confirms before it is killed."""
MOMENT_S = 0.01
"""And at a moment up to so long after the last of them."""
POINTS = 60
GAMES = [
    (game, options)
    for game in catalog.GAMES
    for label, (_, options) in table_of(game).ways.items()
    if label not in table_of(game).limits
]
"""Without slow ways to play: a child has to confirm something before it is killed."""
NAMES = ("Ada", "Bo")
LONG_MATCH = 60
"""A longer match is ended as a draw, so that ends and beginnings occur, too."""


class Screen(Panel):
    """A panel that remembers the last picture."""

    picture: Picture | None = None

    def show(self, picture: Picture) -> None:
        """Show a picture."""
        self.picture = picture


# --- the child: a box that plays ---


class Player:
    """A box, and somebody who plays on it and reports what was confirmed."""

    def __init__(self, folder: Path, seed: int, report: Callable[[Any], None]) -> None:
        self.chance = random.Random(seed)
        self.report = report
        self.now = 1000.0
        self.store, damage = open_or_recover(folder)
        assert damage is None, damage
        queue = WriteQueue(self.store)
        settings = Settings(queue)
        settings.put("language", "en")
        self.services = Services(queue, settings, time=lambda: self.now, draw_seed=lambda: seed)
        self.app = App(self.services, Inbox(), [Screen()], home, Fault, Saver)
        self.reported = 0
        self.strays = 0

    def run(self) -> None:
        """Play until the end comes."""
        self.sit()
        while True:
            self.step()

    def sit(self) -> None:
        """Go on with the newest match, or begin one."""
        queue, timing = self.services.queue, Timing("up")
        waiting = queue.open_matches()
        if waiting:
            self.services.table = resume_match(queue, waiting[0].id, timing, self.services.time)
            self.reported = len(self.services.table.match.lines)
        else:
            game, options = self.chance.choice(GAMES)
            engine = catalog.load(game)
            start = catalog.begin(engine, seats=2, seed=self.chance.randrange(999), options=options)
            self.services.table = begin_match(
                queue, game, start, names=NAMES, timing=timing, time=self.services.time
            )
            self.reported = 0
        self.app.follow(GoToMatch())
        self.app.paint()
        self.confirm(begun=not waiting)

    def step(self) -> None:
        """Do one thing with the controls, and report what it confirmed."""
        table = self.services.table
        if table is None or table.is_over:
            self.sit()
            return
        if isinstance(self.app.top, Play):
            self.strays = 0
            if len(table.match.lines) > LONG_MATCH:
                table.play("draw", 0)
            elif self.chance.random() < 0.05:
                self.feed(Held(Control.UNDO, 1.0))
            else:
                way, pressed = self.chance.choice((1, 1, -1)), self.chance.random() < 0.1
                for _ in range(self.chance.randrange(3)):
                    self.feed(Turned(way, at_s=self.now, pressed=pressed))
                self.feed(Pressed(Control.KNOB))
        else:
            assert not isinstance(self.app.top, Fault), self.app.panels[0]
            self.strays += 1
            self.feed(Turned(1, at_s=self.now))
            self.feed(Pressed(Control.KNOB))
            if self.strays > 4:
                self.app.follow(GoToMatch())
        self.app.paint()
        self.confirm()

    def feed(self, event: Any) -> None:
        """Let the box take an input."""
        self.now += 0.3
        self.app.feed(event)
        self.app.paint()

    def confirm(self, *, begun: bool = False) -> None:
        """Report what the screen shows as saved now."""
        table = self.services.table
        assert table is not None
        assert self.services.queue.unsaved == 0
        lines = table.match.lines
        if begun or len(lines) > self.reported:
            new = [(line.who, line.text) for line in lines[self.reported :]]
            self.report([table.number, self.reported, new])
            self.reported = len(lines)


def child(folder: Path, seed: int, pipe: int, die_at: int | None) -> None:
    """Be the box until killed; `die_at` is the number of the SQL statement to die before."""

    def report(event: Any) -> None:
        os.write(pipe, (json.dumps(event) + "\n").encode())

    try:
        player = Player(folder, seed, report)
        report("ready")
        if die_at is not None:
            player.store.connection.set_trace_callback(Trap(die_at))
        player.run()
    except BaseException as error:  # noqa: BLE001 - reported to the parent, which fails
        report(f"{type(error).__name__}: {error}")
    finally:
        os._exit(1)


class Trap:
    """Kills this process before the n-th statement that has to do with writing."""

    WORDS = ("BEGIN", "INSERT", "UPDATE", "DELETE", "COMMIT")

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, statement: str) -> None:
        """Count, and die."""
        if statement.startswith(self.WORDS):
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


# --- the parent: the power ---


class Trial:
    """Runs children, kills them, and compares."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.confirmed: dict[int, list[RecordLine]] = {}
        self.kills = self.choices = self.in_flight = self.lost = self.damaged = self.odd = 0

    def kill_one(self, die_at: int | None = None) -> None:
        """Let a box play for a moment, kill it, and look."""
        seed = self.chance.randrange(2**31)
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            child(self.folder, seed, writer, die_at)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            first = pipe.readline()
            if first != b'"ready"\n':
                raise SystemExit(f"the box did not start: {first.decode()}")
            lines = []
            if die_at is None:
                lines = [pipe.readline() for _ in range(self.chance.randint(1, MOST_CHOICES))]
                time.sleep(self.chance.uniform(0.0, MOMENT_S))
                os.kill(pid, signal.SIGKILL)
            lines += pipe.read().splitlines()
        os.waitpid(pid, 0)
        self.kills += 1
        touched = self.hear(lines)
        self.look(touched)

    def hear(self, lines: list[bytes]) -> set[int]:
        """Note what was confirmed; the last line may be cut off, and then was not."""
        touched = set()
        for line in lines:
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if isinstance(said, str):
                raise SystemExit(f"the box failed: {said}")
            number, first, lines = said
            record = self.confirmed.setdefault(number, [])
            assert len(record) == first, "reported in order"
            record += [RecordLine(*each) for each in lines]
            self.choices += 1
            touched.add(number)
        return touched

    def look(self, touched: set[int]) -> None:
        """Open the data as the next start does, and compare it with what was confirmed."""
        store, report = open_or_recover(self.folder)
        with closing(sqlite3.connect(store.path)) as db:
            sound = db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if report is not None or not sound:
            self.damaged += 1
        newest = store.next_match() - 1
        for number in sorted(touched | {newest, *self.confirmed} if self.kills % 100 == 0 else
                             touched | {newest}):  # fmt: skip
            if number:
                self.compare(store, number)
        store.close()

    def verdict(self) -> int:
        """Return the exit code: 1 if anything is lost, strange or damaged, or nothing was done."""
        return 0 if self.choices and not self.lost + self.odd + self.damaged else 1

    def compare(self, store: Store, number: int) -> None:
        """Compare one match; what was in flight counts as confirmed from now on."""
        known = self.confirmed.setdefault(number, [])
        if line_count(store, number) is None or first_damaged_event(store, number) is not None:
            self.lost += len(known) + 1
            return
        record = store.record(number)
        lines = list(record.lines)
        if lines[: len(known)] != known:
            self.lost += 1
            return
        more = lines[len(known) :]
        if more:
            header = record.header
            engine = catalog.load(header.game)
            match = begin(engine, header)
            follow(match, lines)
            by_hand = [line for line in more if line.who != DEALER]
            if len(by_hand) > 1 or match.lines != lines:
                self.odd += 1
            self.in_flight += 1
        known += more


def main() -> int:
    """Run the trial and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--points", action="store_true", help="kill before each statement in turn")
    parser.add_argument("--game", choices=catalog.GAMES, help="this game only")
    asked = parser.parse_args()
    if asked.game:
        GAMES[:] = [(game, options) for game, options in GAMES if game == asked.game]
    for game, _ in GAMES:  # loaded once, here, and not by every child
        catalog.load(game)
        ui_of(game)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder) / "data", asked.seed)
        Store(trial.folder).close()
        for kill in range(asked.kills):
            trial.kill_one(kill % POINTS + 1 if asked.points else None)
    print(f"kills      {trial.kills}")
    print(f"confirmed  {trial.choices}")
    print(f"in flight  {trial.in_flight}")
    print(f"lost       {trial.lost}")
    print(f"strange    {trial.odd}")
    print(f"damaged    {trial.damaged}")
    print(f"seconds    {time.monotonic() - began:.0f}")
    return trial.verdict()


if __name__ == "__main__":
    sys.exit(main())
