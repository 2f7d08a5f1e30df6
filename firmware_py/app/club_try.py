"""`tablemate club try`: a whole hall on one machine, to look at.

    mosquitto                 a process, on loopback
    archive and hall page     in this process
    three boxes               each with its loop in a thread, and a player who chooses at random

Everything is in a temporary folder and gone at the end.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

from engines import catalog
from firmware_py.app.loop import App
from firmware_py.club import membership
from firmware_py.club.box_link import ClubLink
from firmware_py.club.commands import answer_join, serve
from firmware_py.club.identity import Identity
from firmware_py.club.membership import draw_code, key_of
from firmware_py.club.setup import BROKER_NAME, ClubConfig, NoClub, init
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import begin_match
from firmware_py.panels.base import announce
from firmware_py.screens.home import home
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.disk import is_root
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.navigation import GoToMatch
from firmware_py.ui.services import Services
from hardware.events import Inbox, Stopped

NAMES = (("Anna", "Ben"), ("Cleo", "Dan"), ("Eve", "Finn"))
MOVE_EVERY_S = 3.0
REST_S = 10.0
"""How long a result stays on the table."""

Clock = Callable[[], float]
Now = Callable[[], int | None]


def run_try(clock: Clock, now: Now, port: int, say: Callable[[str], object] = announce) -> int:
    """Show a hall until it is ended; return the exit code."""
    ending = Event()
    signal.signal(signal.SIGTERM, lambda *_: ending.set())
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablemate-hall-")))
        try:
            config = init(folder / "archive", "Try", port=_free_port(), hall_port=port,
                          everywhere=False)  # fmt: skip
            stack.enter_context(_broker(config))
        except NoClub as error:
            say(f"tablemate: {error}")
            return 1
        for number, names in enumerate(NAMES):
            data = folder / f"box{number + 1}"
            box = SimulatedBox(config, data, number, names, clock, now)
            stack.callback(box.close)
        say("Three boxes play. End it with Ctrl-C.")
        return serve(config, clock, now, say, ending=ending)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def _broker(config: ClubConfig) -> Iterator[None]:
    """Run mosquitto; raise NoClub without it."""
    program = shutil.which("mosquitto", path=f"{os.defpath}:/usr/sbin")
    if program is None:
        raise NoClub("mosquitto is missing; install it with: sudo apt install mosquitto")
    file = config.folder / BROKER_NAME
    if is_root():  # it would become another user, who cannot read its certificate
        file.write_text(f"user root\n{file.read_text()}")
    process = subprocess.Popen([program, "-c", str(file)], stdout=sys.stderr)  # noqa: S603 - found above
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


class SimulatedBox:
    """A box of the club without display, whose people choose at random."""

    def __init__(
        self,
        config: ClubConfig,
        data: Path,
        number: int,
        names: tuple[str, ...],
        clock: Clock,
        now: Now,
    ) -> None:
        self._config = config
        self._data = data
        self._names = names
        self._clock = clock
        self._now = now
        self._chance = random.Random(number)  # noqa: S311 - a game to look at
        self._game = number
        self._next_s = clock() + number
        self._inbox = Inbox()
        self._join(f"Table {number + 1}")
        self._thread = Thread(target=self._run, name=f"box {number + 1}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the box."""
        self._inbox.post(Stopped())
        self._thread.join(10)

    def _join(self, name: str) -> None:
        """Join with a code, as a box does over the network."""
        self._data.mkdir()
        self._identity = Identity(self._data)
        self._identity.make()
        code = draw_code()
        archive = self._config.open_archive()
        archive.add_code(key_of(code), (self._now() or 0) + 60)
        archive.close()
        membership.join(
            self._data,
            lambda asked: answer_join(self._config, asked, self._now) or b"",
            "127.0.0.1", code, name, self._identity.sign, 0,
        )  # fmt: skip

    def _run(self) -> None:
        with ExitStack() as stack:
            store = Store(self._data, self._now)
            stack.callback(store.close)
            store.sign = self._identity.sign
            queue = WriteQueue(store)
            settings = Settings(queue)
            settings.put("language", "en")
            services = Services(queue, settings, time=self._clock, draw_seed=self._seed)
            member = membership.membership(self._data)
            assert member is not None
            link = ClubLink(self._data, member, self._identity, clock=self._clock)
            stack.callback(link.close)
            self._app = App(services, self._inbox, [link], home, Fault, Saver)
            services.club = link
            self._app.run(self._play)

    def _seed(self) -> int:
        return self._chance.getrandbits(62)

    def _play(self) -> float:
        """Make a move if it is time; return when it is time again."""
        now_s = self._clock()
        if now_s < self._next_s:
            return self._next_s
        table = self._app.services.table
        if table is None or table.is_over:
            self._begin()
        else:
            engine = table.match.engine
            turn = table.match.turn
            choice = self._chance.choice(list(engine.legal(table.match.state)))
            table.play(engine.write(choice), None if turn is None else turn.seat)
        self._app.follow(GoToMatch())
        self._app.paint()
        table = self._app.services.current_table
        self._next_s = now_s + (REST_S if table.is_over else MOVE_EVERY_S)
        return self._next_s

    def _begin(self) -> None:
        services = self._app.services
        games = [game for game in catalog.GAMES if not catalog.load(game).beginnings()]
        game = games[self._game % len(games)]
        self._game += 1
        start = catalog.begin(catalog.load(game), seats=2, seed=self._seed(), first=0)
        services.table = begin_match(
            services.queue, game, start, names=self._names, timing=Timing("up"),
            time=services.time,
        )  # fmt: skip
