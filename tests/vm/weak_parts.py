"""Parts that do not fail but falter: a slow disk, a display without power for a moment."""

from __future__ import annotations

import re
import time

from hands import Eyes
from stage import SERVICE_S, Stage, check, check_rows

SLOW_BYTES_PER_S = 3500
"""What a worn card does in its bad moments: a confirmed choice, about 30 KB with the journal of the
file system, takes longer than the ten seconds of the watchdog."""
WATCHDOG_S = 10.0
SLOW_MOVES = 3
SYNC = """
import os, time
begun = time.monotonic()
with open("/var/tmp/slow", "w") as file:
    file.write("a")
    file.flush()
    os.fsync(file.fileno())
print(time.monotonic() - begun)
"""


def slow_disk(stage: Stage) -> str:
    """Writes that take seconds are not a hang: the program stays, and every move is stored."""
    hands, machine = stage.pair, stage.machine
    play_some(stage, 1)
    before = stage.show("MainPID"), stage.show("NRestarts"), count_hangs(stage)
    machine.run("python3", "-c", SYNC)  # its files are in memory before the disk is slow
    machine.run("sync")  # what was written before would come in between
    moves_s = []
    machine.slow_down(SLOW_BYTES_PER_S)
    try:
        sync_s = float(machine.run("python3", "-c", SYNC, limit_s=SERVICE_S))
        for _ in range(SLOW_MOVES):
            begun_s = time.monotonic()
            play_some(stage, 1)
            moves_s.append(time.monotonic() - begun_s)
    finally:
        machine.slow_down(0)
    check_rows(stage.rows(), hands.twin.rows)
    after = stage.show("MainPID"), stage.show("NRestarts"), count_hangs(stage)
    check(after == before, f"the watchdog took it for a hang: {before} became {after}")
    check(max(moves_s) > WATCHDOG_S, f"no move took longer than the watchdog waits: {moves_s}")
    took = ", ".join(f"{each_s:.0f}" for each_s in moves_s)
    return (
        f"{SLOW_MOVES} moves stored with {SLOW_BYTES_PER_S} bytes a second, where a small sync "
        f"takes {sync_s:.0f} s; they took {took} s (watchdog: {WATCHDOG_S:.0f} s), same program"
    )


def count_hangs(stage: Stage) -> int:
    """Return how often systemd found the box hung since the boot; another scene lets it hang."""
    journal = stage.machine.run("journalctl", "-b", "-u", "tablemate", "--no-pager")
    return len(re.findall("Watchdog timeout", journal))


def play_some(stage: Stage, moves: int) -> None:
    """Make some moves, in a match that is begun if there is none; a slow disk is waited for."""
    hands = stage.pair
    for _ in range(moves):
        if hands.twin.match is None:
            hands.hold("back")
            hands.begin_mana()
        hands.play_move()


def dim_display(stage: Stage) -> str:
    """The display is without power for a moment, and answers again: off, and full of noise."""
    hands, machine = stage.pair, stage.machine
    restarts = stage.show("NRestarts")
    machine.ask("tape")
    machine.ask("write", path="/sys/module/i2c_oled/parameters/off", text="Y")
    hands.eyes = Eyes(machine, seed=98)
    check(not hands.eyes.on, "the model of the display is lit without having been switched on")
    begun_s = time.monotonic()
    hands.expect(SERVICE_S)
    back_s = time.monotonic() - begun_s
    check(stage.show("NRestarts") == restarts, "the service was restarted")
    return f"nobody touched the box; lit with the whole picture {back_s:.1f} s later"
