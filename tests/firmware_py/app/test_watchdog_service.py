"""The whole program under a socket such as systemd's: at rest, hung, and on its way out."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_py.system.systemd import FEED_EVERY_S

WATCHDOG_S = 0.4
LONG_S = 60.0
"""Only a test that fails waits so long."""
BOX = """
import os, socket, sys, threading, time
from pathlib import Path
from firmware_py.app.loop import App
from firmware_py.core.config import Config
from firmware_py.history.recent_frames import FrameLog
from firmware_py.app import run
from firmware_py.system.signals import stop_on_signals
from firmware_py.storage.store import Store
from hardware.events import Control, Inbox, Pressed, Turned

data, fault = Path(sys.argv[1]), sys.argv[2]
inbox = Inbox()
store = Store(data)
store.put_setting("language", "en")
store.close()

def tell(word):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(word, os.environ["NOTIFY_SOCKET"])

def hang(*_):
    tell(b"hangs")
    time.sleep(600)

def load_nothing(app, _watchdog):
    app.may_load = fault == "card"
    yield from ()

class SlowFinder:
    def find_spec(self, name, path=None, target=None):
        tell(b"loads")
        time.sleep(0.1)

def act():
    for line in sys.stdin:
        if line.startswith("turn"):
            inbox.post(Turned(int(line[4:]), at_s=time.monotonic()))
        elif line.startswith("press"):
            inbox.post(Pressed(Control.KNOB))
        elif fault == "card":
            sys.meta_path.insert(0, SlowFinder())
            tell(b"is set")
        else:
            setattr(*{"painter": (FrameLog, "show"), "loop": (App, "feed")}[fault], hang)
            tell(b"is set")

if fault == "games":
    sys.meta_path.insert(0, SlowFinder())
else:
    run.load_games = load_nothing
threading.Thread(target=act, daemon=True).start()
with stop_on_signals(inbox, for_good=True):
    sys.exit(run.run(Config(), data, "none", inbox))
"""


class Service:
    """A box in a process of its own, and what it says to systemd and of the faults in it."""

    def __init__(self, folder: Path, fault: str) -> None:
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(folder / "notify"))
        (folder / "runtime").mkdir()
        extra = {
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": str(int(WATCHDOG_S * 1e6)),
            "RUNTIME_DIRECTORY": str(folder / "runtime"),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", BOX, str(folder / "data"), fault],
            stdin=subprocess.PIPE,
            text=True,
            env=os.environ | extra,
        )

    def wait_for(self, word: str) -> None:
        """Wait until it says something."""
        until = time.monotonic() + LONG_S
        self._line.settimeout(LONG_S)
        while self._line.recv(100).decode() != word:
            assert time.monotonic() < until, f"never said {word}"

    def count_until(self, word: str, end: str) -> int:
        """Wait until it says one thing; return how often it has said another by then."""
        self._line.settimeout(LONG_S)
        count = 0
        while (said := self._line.recv(100).decode()) != end:
            count += said == word
        return count

    def do(self, line: str) -> None:
        """Let a hand or a fault act on it."""
        assert self.process.stdin is not None
        print(line, file=self.process.stdin, flush=True)

    def wait_for_silence(self, silence_s: float) -> None:
        """Wait until it has said nothing for some time."""
        until = time.monotonic() + LONG_S
        self._line.settimeout(silence_s)
        with suppress(TimeoutError):
            while self._line.recv(100):
                assert time.monotonic() < until, "it goes on"

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()
        self._line.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str], Service]]:
    """Return a starter of services that are ready and have been heard once."""
    made: list[Service] = []

    def begin(fault: str) -> Service:
        made.append(Service(tmp_path, fault))
        made[0].wait_for("READY=1")
        made[0].wait_for("WATCHDOG=1")
        return made[0]

    yield begin
    for service in made:
        service.close()


def test_a_box_at_rest_feeds(start: Callable[[str], Service]) -> None:
    """Though nobody touches it and nothing is painted."""
    service = start("none")
    for _ in range(3):
        service.wait_for("WATCHDOG=1")


@pytest.mark.parametrize("fault", ["loop", "painter"])
def test_a_box_that_hangs_starves(start: Callable[[str], Service], fault: str) -> None:
    """An input is never dealt with, or a picture never shown: no thread feeds in their place."""
    service = start(fault)
    service.do("fault")
    service.wait_for("is set")
    service.do("turn 1")
    service.wait_for("hangs")
    service.wait_for_silence(3 * WATCHDOG_S)


def test_a_box_that_loads_feeds(start: Callable[[str], Service]) -> None:
    """The card is so slow that the first press takes twice as long as the watchdog waits."""
    service = start("card")
    service.do("fault")
    service.wait_for("is set")
    service.do("press")
    service.wait_for("loads")
    fed = 0
    for _ in range(round(2 * WATCHDOG_S / 0.1)):
        fed += service.count_until("WATCHDOG=1", "loads")
    assert fed > 0


def test_a_box_that_loads_its_games_feeds(start: Callable[[str], Service]) -> None:
    """Nobody touches it, and the card is slow."""
    service = start("games")
    fed = 0
    for _ in range(round((FEED_EVERY_S + 1.0) / 0.1)):
        fed += service.count_until("WATCHDOG=1", "loads")
    assert fed > 0


def test_the_wait_for_the_end_begins_with_a_meal(
    start: Callable[[str], Service], tmp_path: Path
) -> None:
    """The last one may be half of the watchdog's patience ago, and the wait takes most of it."""
    service = start("none")
    for line in ("turn 20", "press", "turn 1", "press", "turn 1", "press"):
        service.do(line)
    service.wait_for("STOPPING=1")
    service.wait_for("WATCHDOG=1")
    ends_s = time.monotonic() + LONG_S
    while not (tmp_path / "runtime" / "poweroff").exists():
        assert time.monotonic() < ends_s
        time.sleep(0.02)
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(LONG_S) == 0


ORDER = """
import sys
from pathlib import Path
from firmware_py.core.config import Config
from firmware_py.app.loop import App
from firmware_py.app.run import run
from firmware_py.system.systemd import Watchdog
from hardware.events import Inbox, Stopped

paint = App.paint

def paint_and_say(app):
    paint(app)
    print("picture")

App.paint = paint_and_say
Watchdog.say = lambda watchdog, state: print(state)
inbox = Inbox()
inbox.post(Stopped("SIGTERM"))
sys.exit(run(Config(), Path(sys.argv[1]), "none", inbox))
"""


def test_the_box_is_ready_when_its_first_picture_is_drawn(tmp_path: Path) -> None:
    """READY is sent after the first picture, not before."""
    said = subprocess.run(
        [sys.executable, "-c", ORDER, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout.split()
    assert said[:2] == ["picture", "READY=1"]
    assert said.count("READY=1") == 1
    assert said[-1] == "STOPPING=1"
