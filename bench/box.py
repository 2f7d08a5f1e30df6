"""What the box costs: start, memory, time for a frame, bytes on the wire, rest when idle.

    python bench/box.py [--row start] [--matches 5] [--rounds 5] [--idle-s 60]

Each row is a ratio to a yardstick that is measured in the same run, in turns with it, so that a
busy machine slows both. The matches are those of `matches.py`: a fixed policy, entered with the
knob in the real application, from the start of play to the result.

    start    processor time from the process's start to its first frame, the box panel on a noop
             wire, web off, against `import gpiozero, luma.oled.device, serial` alone: the best of
             the rounds
    memory   resident after a finished match, against the same imports: the best of the rounds
    frame    processor time from an event to its finished frame, without storage, against one line
             of text through luma's `canvas` on an ssd1306 over `noop`: medians, 99th percentiles
    wire     bytes over whole matches, against luma's whole frames at the same changes
    serial   processor time of the longest request of a program, for which a press waits: absolute
    idle     a minute at rest in a match without a clock, fed by a watchdog: absolute

Exits with 1 when a limit is exceeded.
"""

from __future__ import annotations

import argparse
import gc
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from children import child
from luma.core.interface.serial import noop
from luma.core.render import canvas
from luma.oled.device import ssd1306
from matches import NAMES, Box, MemoryPanel, Script, record, write_script
from real_tables import table_of
from rows import Row, judge
from wire import measure_luma, model_bus

from engines import catalog
from engines.match import Match
from firmware_py.app.serial_referee import SerialReferee
from firmware_py.core.picture import Picture
from firmware_py.history.recent_frames import FrameLog
from firmware_py.panels.base import Panel
from firmware_py.storage.store import PAUSED, Store
from firmware_py.storage.write_queue import WriteQueue
from hardware.controls.pins import Pins
from hardware.display.chips import CHIPS
from hardware.display.config import DisplayConfig
from hardware.display.oled import Oled, open_display
from hardware.events import Event, SerialLine, Turned

CHILD = Path(__file__).with_name("noop_box.py")
IMPORTS = "import gpiozero, luma.oled.device, serial"
RESIDENT = "open('/proc/self/status').read().partition('VmRSS:')[2].split()[0]"
UNIT = Path(__file__).parents[1] / "systemd" / "tablemate.service"
WATCHDOG_S = float(UNIT.read_text(encoding="utf-8").partition("\nWatchdogSec=")[2].split()[0])
"""systemd's watchdog, as in the unit: it is fed twice in this time."""
SETTLE_S = 2.0
REQUESTS = (
    b'{"cmd":"legal"}',
    b'{"cmd":"view"}',
    b'{"cmd":"record"}',
    b'{"cmd":"hint","seconds":1000}',
    *(b'{"cmd":"perft","depth":%d}' % depth for depth in (1, 2, 3, 100)),
)
WARM_UP = len(REQUESTS)
"""The first of each kind loads what it needs."""
START_LIMIT = 1.2
MEMORY_LIMIT = 1.8
"""Of the yardstick's imports. The display's driver is luma.oled and hashes are hashlib's: half of
the yardstick's time and eight megabytes, which the libraries that everybody knows are worth.
PyNaCl, which signs a match that ends, is 1.7 of them."""
MEDIAN_LIMIT = 1.0
"""A frame of a game takes no longer than a line of text through luma: nobody notices it."""
SLOWEST_LIMIT = 2.0
DONE = 1
"""Choices before a match is resumed in a child: a table where nothing was done is laid first."""


# --- a table to begin with -------------------------------------------------------------------


def prepare(folder: Path, script: Script | None = None) -> dict[str, str]:
    """Make a data folder with settings, perhaps with a match to resume; return what leads to it."""
    config = folder / "tablemate.toml"
    config.write_text('[controls]\npin_factory = "mock"\n', encoding="utf-8")
    data = folder / "data"
    store = Store(data)
    store.put_setting("language", "en")
    store.put_setting("web", False)
    if script is not None:
        names = NAMES[: script.start.seats]
        match = Match(catalog.load(script.game), script.start, names)
        for text in script.choices[:DONE]:
            match.play(text)
        number = store.next_match()
        store.begin(number, match.header, tuple(match.lines))
        store.set_status(number, PAUSED)
    store.close()
    return {"XDG_CONFIG_HOME": str(folder), "STATE_DIRECTORY": str(data)}


# --- start and memory -----------------------------------------------------------------------


def measure_start(rounds: int, folder: Path) -> Iterator[Row]:
    """Time the start of the box, in turns with the imports alone.

    Both report their own processor time: on a busy machine the time of day says nothing.
    """
    places = prepare(folder, write_script(next(iter(catalog.GAMES)), 1))  # Home offers to resume it
    extra = {**places, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    bare = ["-c", f"{IMPORTS}, os, time; os.write(REPORT, b'%d\\n' % time.process_time_ns())"]
    reported(bare, 1, extra)  # the first of each fills the caches
    reported([str(CHILD), "REPORT"], 1, extra)
    times = [
        (reported([str(CHILD), "REPORT"], 1, extra), reported(bare, 1, extra))
        for _ in range(rounds)
    ]
    best, yard = (min(each) / 1e6 for each in zip(*times, strict=True))
    yield Row("start to first frame", best, START_LIMIT, yard, "ms")


def measure_memory(rounds: int, folder: Path) -> Iterator[Row]:
    """Play a match of each game in a fresh box, and look at its memory then."""
    bare = ["-c", f"{IMPORTS}, os; os.write(REPORT, ({RESIDENT} + '\\n').encode())"]
    yard = min(reported(bare, 1) for _ in range(rounds))
    for game in catalog.GAMES:
        script = write_script(game, 1)
        place = folder / f"memory-{game}"
        place.mkdir()
        hands = "p" + signs(record(script, place / "record", DONE))
        best = []
        for number in range(rounds):
            fresh = place / str(number)
            fresh.mkdir()
            best.append(reported([str(CHILD), "REPORT", hands], 2, prepare(fresh, script)))
        yield Row(f"memory after {game}", min(best) / 1024, MEMORY_LIMIT, yard / 1024, "MiB")


def signs(seen: list[tuple[Event, bytes]]) -> str:
    """Return events as the word of hands that a child takes."""
    return "".join(
        ("+" if event.steps > 0 else "-") if isinstance(event, Turned) else "p" for event, _ in seen
    )


def reported(arguments: list[str], lines: int, extra: dict[str, str] | None = None) -> int:
    """Return the number in the last of some lines that a child reports."""
    with child(*arguments, extra=extra) as process:
        said = [process.line() for _ in range(lines)]
    return int(said[-1])


# --- the time for a frame -------------------------------------------------------------------


class NotStored(WriteQueue):
    """Stores nothing, so that no wait for a disk is between the events."""

    def write(self, *_what: Any) -> bool:
        """Return that everything is on disk."""
        return True


class NoopPanel(Panel):
    """The box's display on luma's noop wire."""

    def __init__(self) -> None:
        self.display = Oled(CHIPS["ssd1306"], noop, clock=time.monotonic)

    def show(self, picture: Picture) -> None:
        """Show the frame: the difference is planned and sent."""
        self.display.show(picture.frame)

    def close(self) -> None:
        """Let go of the wire."""
        self.display.close()


def luma_frame() -> Callable[[], None]:
    """Return the yardstick: one line of text through luma."""
    device = ssd1306(noop())
    device.persist = True

    def draw() -> None:
        with canvas(device) as pen:
            pen.text((0, 0), "Anna: where to?", fill="white")

    return draw


def measure_frame(matches: int, folder: Path) -> Iterator[Row]:
    """Time every event of whole matches, in turns with luma's canvas."""
    yardstick = luma_frame()
    yard: list[int] = []
    for game in catalog.GAMES:
        spent: list[int] = []
        for seed in range(1, matches + 1):
            for ns, luma_ns in time_events(
                write_script(game, seed), folder / f"{game}{seed}", yardstick
            ):
                spent.append(ns)
                yard.append(luma_ns)
        for name, percent, limit in (
            ("median", 50, MEDIAN_LIMIT),
            ("99th percentile", 99, SLOWEST_LIMIT),
        ):
            ours, theirs = percentile(spent, percent), percentile(yard, percent)
            yield Row(f"frame, {game}, {name}", ours / 1e6, limit, theirs / 1e6, "ms")


def time_events(
    script: Script, folder: Path, yardstick: Callable[[], None]
) -> Iterator[tuple[int, int]]:
    """Yield the processor time of each event, without storage, and of the yardstick after it."""
    store, panel, frames = Store(folder), NoopPanel(), FrameLog(folder / "frames", time.monotonic)
    try:
        box = Box(script, panel, store, NotStored)
        box.app.panels.append(frames)  # as the program does
        gc.collect()
        gc.freeze()  # as the program does after its first frame
        for event in box.play():
            before = time.process_time_ns()
            box.feed(event)
            between = time.process_time_ns()
            yardstick()
            yield between - before, time.process_time_ns() - between
    finally:
        gc.unfreeze()
        panel.close()
        frames.close()
        store.close()


def percentile(values: list[int], percent: int) -> float:
    """Return the median, or another percentile."""
    if percent == 50:
        return statistics.median(values)
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


# --- the wire -------------------------------------------------------------------------------


def measure_wire(matches: int, folder: Path) -> Iterator[Row]:
    """Count the bytes of whole matches on the models of the chips."""
    for game in catalog.GAMES:
        films = [
            film(write_script(game, seed), folder / f"{game}{seed}")
            for seed in range(1, matches + 1)
        ]
        for chip in ("ssd1306", "sh1106"):
            whole = measure_luma(chip)
            sent = changes = 0
            for frames in films:
                sent += count_bytes(chip, frames)
                changes += len(frames) - 1
            mean, note = sent / changes, f"{changes} changes"
            limit = table_of(game).wire_limit
            yield Row(f"wire, {game}, {chip}", mean, limit, whole, "bytes", note)


def film(script: Script, folder: Path) -> list[bytes]:
    """Play a script; return the frames that differ from the one before."""
    panel, store = MemoryPanel(), Store(folder)
    try:
        box = Box(script, panel, store)
        del panel.frames[:-1]
        for event in box.play():
            box.feed(event)
    finally:
        store.close()
    return panel.frames


def count_bytes(chip: str, frames: list[bytes]) -> int:
    """Count what goes over the bus after the first frame."""
    with model_bus(chip) as bus:
        display = open_display(
            DisplayConfig(chip=chip), Pins(), lambda _event: None, clock=time.monotonic
        )
        display.show(frames[0])
        before = bus.bytes_sent
        for frame in frames[1:]:
            display.show(frame)
        sent = bus.bytes_sent - before
        assert bus.chip.frame() == frames[-1]
        display.close()
    return sent


# --- rest -----------------------------------------------------------------------------------


def measure_idle(idle_s: float, folder: Path) -> Iterator[Row]:
    """Let the box rest in a match, and count how often it wakes and what that costs."""
    places = prepare(folder, write_script(next(iter(catalog.GAMES)), 1))
    address = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.setblocking(False)
        watched = {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": str(int(WATCHDOG_S * 1e6))}
        with child(str(CHILD), "REPORT", "p", extra={**places, **watched}) as process:
            process.line()
            process.line()
            time.sleep(SETTLE_S)
            _count_feeds(systemd)
            switches, spent_ns = _activity(process.process.pid)
            time.sleep(idle_s)
            after, after_ns = _activity(process.process.pid)
            feeds = _count_feeds(systemd)
    scale = 60.0 / idle_s
    woken, spent_ms = after - switches, (after_ns - spent_ns) / 1e6 * scale
    note = f"in {idle_s:.0f} s with {feeds} watchdog feeds"
    yield Row("idle, voluntary switches", woken, 2 + feeds, note=note)
    yield Row("idle, processor time a minute", spent_ms, 10.0, unit="ms")


def _activity(pid: int) -> tuple[int, int]:
    """Return the voluntary context switches and the processor time of all threads."""
    switches = spent_ns = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        status = (thread / "status").read_text(encoding="ascii")
        switches += int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])
        spent_ns += int((thread / "schedstat").read_text(encoding="ascii").split()[0])
    return switches, spent_ns


def _count_feeds(systemd: socket.socket) -> int:
    """Return how often the watchdog was fed since the last call."""
    feeds = 0
    while True:
        try:
            feeds += systemd.recv(256) == b"WATCHDOG=1"
        except BlockingIOError:
            return feeds


# --- a program on the serial port --------------------------------------------------------------


def measure_serial(folder: Path) -> Iterator[Row]:
    """Time the requests of a program that counts as far as it may, in every position of a match.

    A press waits for the one being answered, and for no other: that is processor time of a round.
    """
    for game in catalog.GAMES:
        script = write_script(game, 1)
        store = Store(folder / game)
        box = Box(script, MemoryPanel(), store)
        box.app.referee = SerialReferee(box.services, lambda _answer: None)
        table = box.services.current_table
        spent_ms = []
        for text in (*script.choices, None):
            for request in REQUESTS:
                box.app.inbox.post(SerialLine(request))
                began_s = time.thread_time()
                box.app.step(0)
                spent_ms.append((time.thread_time() - began_s) * 1e3)
            if text is not None:
                table.play(text)
        box.services.thinker.close()
        store.close()
        note = f"the longest of {len(spent_ms)} requests"
        yield Row(f"serial, {game}", max(spent_ms[WARM_UP:]), 50.0, unit="ms", note=note)


# --- the table ------------------------------------------------------------------------------


def main() -> int:
    """Print the rows asked for; return 1 if a limit is exceeded."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    rows = ("start", "memory", "frame", "wire", "serial", "idle")
    parser.add_argument("--row", choices=rows, action="append", help="only this one")
    parser.add_argument("--matches", type=int, default=5, help="of each game")
    parser.add_argument("--rounds", type=int, default=5, help="of starts, the best counts")
    parser.add_argument("--idle-s", type=float, default=60.0, help="how long to watch it rest")
    asked = parser.parse_args()
    measures: dict[str, Callable[[Path], Iterator[Row]]] = {
        "start": lambda folder: measure_start(asked.rounds, folder),
        "memory": lambda folder: measure_memory(asked.rounds, folder),
        "frame": lambda folder: measure_frame(asked.matches, folder),
        "wire": lambda folder: measure_wire(asked.matches, folder),
        "serial": measure_serial,
        "idle": lambda folder: measure_idle(asked.idle_s, folder),
    }

    def measure() -> Iterator[Row]:
        for name in asked.row or rows:
            with tempfile.TemporaryDirectory() as folder:
                yield from measures[name](Path(folder))

    return judge(measure())


if __name__ == "__main__":
    sys.exit(main())
