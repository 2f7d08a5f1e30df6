"""What a number costs at the knob: every detent and press that reaches the inbox for a cell.

    python bench/entry_scorepad.py [--sheets 10000] [--seed 1]

Random sheets of rounds, each with points of one kind, as tables really have them: small steps,
tens, or hundreds that are mostly round. The template is the plain one, without any quick value of
its own: what is offered first is what the box learns while the sheet fills up. Each number is
entered in the real application through its inbox, by somebody who sees the likely numbers and
turns to one of them; else to all numbers by steps, or by tens with the knob held down. A press is
any time the knob goes down: to enter, and to turn by tens.

Exits with 1 above 10 detents or 2 presses a cell on average, or 5 and 2 in the median.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, groupby
from pathlib import Path

from rows import Row, judge

from engines import catalog
from engines.engine import ChoicePart
from firmware_py.app.loop import App
from firmware_py.match.clock import Timing
from firmware_py.match.picker import Picker
from firmware_py.match.table_match import begin_match
from firmware_py.screens.home import home
from firmware_py.screens.play.play import Play
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.navigation import GoToMatch
from firmware_py.ui.services import Services
from hardware.events import Control, Edge, Event, Inbox, Turned

SHEETS = 10_000
MEAN_LIMITS = (10.0, 2.0)
MEDIAN_LIMITS = (5.0, 2.0)
BETWEEN_S = 0.3
PANEL = "keys"
"""A source without contacts that bounce."""
MEMORY = Path("/dev/shm")
"""Nothing here has to last, and a disk only waits."""
TEN = 10
NUMBER = "number"


# --- points as tables have them ---------------------------------------------------------------


def small_steps(chance: random.Random, skill: float) -> int:
    """Return a few points: tricks, goals, cards left."""
    return min(int(chance.expovariate(1 / (1.5 + 3 * skill))), 15)


def tens(chance: random.Random, skill: float) -> int:
    """Return points in the tens, now and then below nothing."""
    return round(chance.gauss(15 + 25 * skill, 14))


def hundreds(chance: random.Random, skill: float) -> int:
    """Return points in the hundreds; most are round."""
    value = chance.lognormvariate(5.0 + skill, 0.5)
    step = chance.choices((10, 5, 1), (7, 2, 1))[0]
    return round(value / step) * step


KINDS: dict[str, Callable[[random.Random, float], int]] = {
    "small steps": small_steps,
    "tens": tens,
    "hundreds": hundreds,
}


# --- somebody at the knob ---------------------------------------------------------------------


def value_of(part: ChoicePart) -> int | None:
    """Return the number that an option shows, if it is one."""
    return part.value if isinstance(part.value, int) and part.name != "count" else None


def plan(picker: Picker, wanted: int) -> Iterator[tuple[int, bool]]:
    """Yield turns, fine or with the knob held down, that lead to a number, the cheapest way."""
    options, here = picker.options, picker.index
    ways: list[tuple[int, int, list[tuple[int, bool]]]] = []
    for at, part in enumerate(options):
        value = value_of(part)
        if value is None:
            continue
        to = shorter(at - here, len(options))
        if value == wanted:
            ways.append((abs(to), 0, [(to, False)]))
        elif part.name != NUMBER:
            there, back, fine = by_tens(wanted - value)
            ways.append((abs(to) + abs(there) + abs(back) + abs(fine), 1,
                         [(to, False), (there, True), (back, True), (fine, False)]))  # fmt: skip
    _, _, best = min(ways, key=lambda way: (way[0] + 2 * way[1], way[0]))
    yield from ((steps, coarse) for steps, coarse in best if steps)


@cache
def by_tens(distance: int) -> tuple[int, int, int]:
    """Return coarse detents there and back, and ones, that lead there; the fewest in all.

    At least one is coarse, to be among all numbers. After ten one way each counts a hundred.
    """
    way = 1 if distance > 0 else -1
    found = []
    for there in range(1, 40):
        rest = distance - way * sum(TEN ** (1 + step // TEN) for step in range(there))
        back = round(rest / TEN)
        back = 0 if back * way > 0 else max(-TEN, min(TEN, back))  # more would count more
        fine = rest - TEN * back
        found.append((there + abs(back) + abs(fine), there, back, fine))
        if rest * way < 0 and there > TEN:
            break
    _, there, back, fine = min(found)
    return way * there, back, fine


def shorter(steps: int, count: int) -> int:
    """Return the shorter way around a ring."""
    forward = steps % count
    return forward if 2 * forward <= count else forward - count


# --- the box ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Costs:
    """Detents and presses of each cell."""

    detents: list[int] = field(default_factory=list)
    presses: list[int] = field(default_factory=list)

    def report(self) -> tuple[float, float, float, float]:
        """Return the means, then the medians."""
        return (
            statistics.fmean(self.detents),
            statistics.fmean(self.presses),
            statistics.median(self.detents),
            statistics.median(self.presses),
        )


class Box:
    """The real application, without a display: what is counted comes out of its inbox."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 1000.0
        queue = WriteQueue(Store(folder))
        settings = Settings(queue)
        settings.put("language", "en")
        self.services = Services(queue, settings, time=lambda: self.now_s, draw_seed=lambda: 1)
        self.app = App(self.services, Inbox(), [], home, Fault, Saver)
        self.detents = self.presses = 0

    def close(self) -> None:
        """Put it away."""
        self.services.queue.store.close()

    def sit(self, seats: int) -> None:
        """Begin a sheet."""
        start = catalog.begin(catalog.load("scorepad"), seats=seats, seed=1, first=0)
        names = tuple(f"P{seat}" for seat in range(seats))
        self.services.table = begin_match(
            self.services.queue, "scorepad", start,
            names=names, timing=Timing(), time=self.services.time,
        )  # fmt: skip
        self.app.follow(GoToMatch())

    def post(self, event: Event) -> None:
        """Let an event come through the inbox, and count it there."""
        self.now_s += BETWEEN_S
        self.app.inbox.post(event)
        taken = self.app.inbox.take(0.0)
        assert taken is not None
        if isinstance(taken, Turned):
            self.detents += abs(taken.steps)
        elif isinstance(taken, Edge) and taken.down:
            self.presses += 1
        for each in self.app.gestures.feed(taken, self.now_s):
            self.app.feed(each)

    def hold(self, down: bool) -> None:
        """Press the knob down, or let it come up."""
        self.post(Edge(Control.KNOB, down, self.now_s + BETWEEN_S, PANEL))

    def enter(self, value: int) -> tuple[int, int]:
        """Enter a number for the cell that waits; return detents and presses."""
        play = self.app.top
        assert isinstance(play, Play)
        before = self.detents, self.presses
        lines = len(play.table.match.lines)
        for coarse, turns in groupby(plan(play.picker, value), key=lambda turn: turn[1]):
            if coarse:
                self.hold(True)
            for steps, _ in turns:
                for _ in range(abs(steps)):
                    self.post(Turned(1 if steps > 0 else -1, PANEL))
            if coarse:
                self.hold(False)
        self.hold(True)
        self.hold(False)
        (line,) = play.table.match.lines[lines:]
        assert line.text.endswith(f"={value}"), (line, value)
        return self.detents - before[0], self.presses - before[1]


def measure(sheets: int, seed: int) -> dict[str, Costs]:
    """Fill some sheets and return what their cells cost, by the kind of points."""
    chance = random.Random(seed)
    found = {kind: Costs() for kind in KINDS}
    for first in range(0, sheets, 500):  # a fresh box now and then: the store grows
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
            box = Box(Path(folder))
            for _ in range(min(500, sheets - first)):
                fill(box, chance, found)
            box.close()
    return found


def fill(box: Box, chance: random.Random, found: dict[str, Costs]) -> None:
    """Fill one sheet."""
    kind = chance.choice(list(KINDS))
    seats, rounds = chance.randint(1, 6), chance.randint(3, 10)
    skills = [chance.random() for _ in range(seats)]
    box.sit(seats)
    for _ in range(rounds):
        for skill in skills:
            detents, presses = box.enter(KINDS[kind](chance, skill))
            found[kind].detents.append(detents)
            found[kind].presses.append(presses)


def total(found: dict[str, Costs]) -> Costs:
    """Return the costs of all cells."""
    return Costs(
        [each for costs in found.values() for each in costs.detents],
        [each for costs in found.values() for each in costs.presses],
    )


def rows_of(name: str, costs: Costs, *, is_judged: bool) -> Iterator[Row]:
    """Yield the rows of one kind of points; of all together with their limits."""
    names = ("detents, mean", "presses, mean", "detents, median", "presses, median")
    limits = (*MEAN_LIMITS, *MEDIAN_LIMITS)
    for what, value, limit in zip(names, costs.report(), limits, strict=True):
        note = f"{len(costs.detents)} cells"
        yield Row(f"{name}, {what}", value, limit if is_judged else None, note=note)


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sheets", type=int, default=SHEETS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = measure(asked.sheets, asked.seed)
    kinds = (rows_of(name, costs, is_judged=False) for name, costs in found.items())
    return judge(chain(*kinds, rows_of("all", total(found), is_judged=True)))


if __name__ == "__main__":
    sys.exit(main())
