"""What a thinking player costs the people at the box: time for a frame, memory.

    python bench/thinking.py [--seconds 3] [--rounds 6]

    input to frame   wall time from an event to its finished frame while a player thinks
                     in the background, against the same without, in turns: the ratio of the medians
    memory           the peak of the thinking process over whole thoughts of the best level, at the
                     opening and in the middle of a match: megabytes

Exits with 1 when a limit is exceeded.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from matches import Box, MemoryPanel, write_script
from rows import Row, judge

from engines import catalog
from engines.bots.seat_view import seat_view
from engines.match import Match
from firmware_py.core.config import Config
from firmware_py.match.engine_process import Job
from firmware_py.match.engine_process.client import Thinker
from firmware_py.match.game_info import info_of
from firmware_py.storage.store import Store
from hardware.events import Inbox, Turned

LIMIT = 1.2
EVENTS = 60
"""Turns of the knob in one measurement, there and back."""
SETTLE_S = 0.5
LONG_S = 600.0


def players() -> list[str]:
    """List the games that the box can play."""
    return [game for game in catalog.GAMES if info_of(game).practice is not None]


def practice_match(game: str, choices: int = 0) -> Match[Any, Any]:
    """Return a practice match after a number of choices."""
    engine = catalog.load(game)
    practice = info_of(game).practice
    assert practice is not None
    start = catalog.begin(engine, seats=2, seed=1, first=0, options=dict(practice.options))
    match = Match(engine, start)
    while choices and match.turn is not None:
        moves = engine.legal(match.state)
        match.play(engine.write(moves[len(moves) // 2]))
        choices -= 1
    return match


# --- input to frame -------------------------------------------------------------------------


def measure_frames(rounds: int, folder: Path) -> Iterator[Row]:
    """Turn the knob in a match of each game, with a player that thinks and without, in turns."""
    for game in players():
        store = Store(folder / game)
        box = Box(write_script(game, 1), MemoryPanel(), store)
        thinker = box.services.thinker
        job = _job(practice_match(game), LONG_S)
        spent: dict[bool, list[float]] = {False: [], True: []}
        for number in range(2 * rounds + 1):
            thinks = number % 2 == 1
            token = thinker.ask(job, lambda _reply: None) if thinks else 0
            time.sleep(SETTLE_S)
            times = list(_turns(box))
            if thinks:
                assert thinker.is_open(token), "nobody thought meanwhile"
                thinker.cancel(token)
            if number:  # the first fills the caches
                spent[thinks] += times
        thinker.close()
        store.close()
        alone, busy = (statistics.median(spent[thinks]) for thinks in (False, True))
        yield Row(f"input to frame, {game}", busy * 1e3, LIMIT, alone * 1e3, "ms")


def _turns(box: Box) -> Iterator[float]:
    """Yield the wall time of each turn of the knob, from the event to the finished frame."""
    for number in range(EVENTS):
        event = Turned(1 if number < EVENTS // 2 else -1)
        began = time.perf_counter()
        box.feed(event)
        yield time.perf_counter() - began
        time.sleep(0.005)  # as fingers do: the loop has slept, and has to be woken


# --- memory ---------------------------------------------------------------------------------


def measure_memory(seconds: float) -> Iterator[Row]:
    """Think long thoughts, and ask the kernel for the peak."""
    limit = float(Config().thinking.memory_mb)
    for game in players():
        inbox = Inbox()
        thinker = Thinker(Config().thinking.memory_mb)
        thinker.report_to(inbox)
        for choices in (0, 8):
            match = practice_match(game, choices)
            if match.turn is None or match.turn.seat is None:
                continue
            thinker.ask(_job(match, seconds), lambda _reply: None)
            while thinker.is_busy:
                event = inbox.take(60.0)
                assert event is not None, "the process says nothing"
                thinker.hear(event)  # type: ignore[arg-type]
        status = Path(f"/proc/{thinker.pid}/status").read_text(encoding="ascii")
        peak_mb = int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6
        thinker.close()
        note = f"peak of thoughts of {seconds:g} s"
        yield Row(f"memory, {game}", peak_mb, limit, unit="MB", note=note)


def _job(match: Match[Any, Any], seconds: float) -> Job:
    assert match.turn is not None
    assert match.turn.seat is not None
    return Job(match.engine.name, seat_view(match, match.turn.seat), seconds=seconds, seed=1)


def main() -> int:
    """Measure and print; return whether all limits are kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="of a thought, for memory")
    parser.add_argument("--rounds", type=int, default=6, help="with and without, for frames")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return judge(
            chain(measure_frames(asked.rounds, Path(folder)), measure_memory(asked.seconds))
        )


if __name__ == "__main__":
    sys.exit(main())
