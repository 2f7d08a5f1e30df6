"""Power cuts: the plug is pulled in mid-game, many times, on one disk; a machine for each."""

from __future__ import annotations

import random
import re
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

from hands import Hands
from image import Image, say
from machine import Machine, journal_of
from stage import DATA, Stage, check, resume
from twin import Row


@dataclass
class Cuts:
    """What came of pulling the plug."""

    number: int = 0
    sure: list[Row] = field(default_factory=list)
    """What was confirmed before the last cut."""
    possible: list[Row] = field(default_factory=list)
    """The same with the move that was on its way."""
    kept_unconfirmed: int = 0
    dropped_unconfirmed: int = 0
    boots_s: list[float] = field(default_factory=list)


def check_after_cut(stage: Stage, cuts: Cuts) -> None:
    """Everything confirmed is there; of what was not, at most the one move that was on its way."""
    rows = stage.rows()
    stored = len(rows)
    check(
        len(cuts.sure) <= stored and rows == cuts.possible[:stored],
        f"after a cut there are {stored} events, confirmed were {len(cuts.sure)}",
    )
    if len(cuts.sure) < len(cuts.possible):
        cuts.kept_unconfirmed += rows == cuts.possible
        cuts.dropped_unconfirmed += rows != cuts.possible
    left = stage.machine.run("ls", DATA).split()
    strange = [name for name in left if re.search("damaged|aside|broken|recovered", name)]
    check(not strange, f"files were set aside: {strange}")


def play_until_cut(stage: Stage, cuts: Cuts, chance: random.Random) -> None:
    """Play some moves, then pull the plug around a last one."""
    hands = stage.pair
    if any("English" in line for line in hands.twin.text):
        hands.choose("English")
    for _ in range(chance.randint(1, 3)):
        step_on(hands)
    step_on(hands, last_press=False)
    cuts.sure = hands.twin.rows
    hands.twin.press("knob")
    cuts.possible = hands.twin.rows
    hands.send_press("knob", 0.03)
    # Half of the cuts come about when the move is being written.
    until_s = time.monotonic() + chance.uniform(0.0, chance.choice((0.06, 0.8)))
    while time.monotonic() < until_s and cuts.sure != cuts.possible:
        if hands.eyes.show(hands.twin.frames):
            cuts.sure = cuts.possible
    stage.machine.cut_power()
    cuts.number += 1


def step_on(hands: Hands, *, last_press: bool = True) -> None:
    """Make a move in whatever match there is, up to its last press or with it."""
    while True:
        if hands.twin.match is None:
            if any("Resume" in line for line in hands.twin.text):
                resume(hands)
            else:
                hands.begin_mana()
        if hands.pick_move():
            break
        hands.hold("back")
    if last_press:
        hands.press()


def cut_power(image: Image, disk: Path, folder: Path, log: Path, number: int) -> str:
    """Pull the plug in mid-game, many times, on one disk."""
    chance = random.Random(number)
    cuts = Cuts()
    for _ in range(number + 1):
        with Machine(image, disk, log) as machine, journal_of(machine):
            stage = Stage(machine, folder / f"cut{cuts.number}", log)
            stage.folder.mkdir()
            machine.wait_for_agent()
            stage.meet()
            cuts.boots_s.append(time.monotonic() - machine.started_s)
            if cuts.number:
                check_after_cut(stage, cuts)
            if cuts.number == number:
                break
            play_until_cut(stage, cuts, chance)
            say(f"cut {cuts.number}: {len(cuts.sure)} confirmed, {len(cuts.possible)} possible")
    return (
        f"{cuts.number} cuts, {len(cuts.sure)} events confirmed, 0 lost, 0 damaged; of the moves "
        f"on their way {cuts.kept_unconfirmed} were kept and {cuts.dropped_unconfirmed} not; "
        f"power to picture {statistics.median(cuts.boots_s):.0f} s"
    )
