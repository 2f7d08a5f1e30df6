"""The box of a browser tab without a browser: one thread, message ports, a worker that thinks."""

from __future__ import annotations

import asyncio
import json
import pickle
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import active_count
from typing import Any

import pytest

from engines import catalog
from engines.bots.seat_view import seat_view
from engines.match import Match
from firmware_py.app.tab import OtherWorker, TabBox, TabThinker
from firmware_py.match.engine_process import Done, Job, StopThinking, ThinkRequest
from firmware_py.panels.tab import PortConnection
from firmware_py.ui.navigation import Quit
from hardware.display.frame import FRAME_BYTES
from hardware.events import Tick

GOING_AWAY = 1001


class Page:
    """A page at one end of a port."""

    def __init__(self, box: TabBox, path: str = "/panel") -> None:
        self.heard: list[Any] = []
        self.left: list[int] = []
        self.port: PortConnection = box.meet(path, self._hear, self.left.append)

    def _hear(self, data: str | bytes) -> None:
        self.heard.append(data if isinstance(data, bytes) else json.loads(data))

    def send(self, **message: Any) -> None:
        self.port.hear(json.dumps(message))

    def parts(self, name: str) -> list[Any]:
        messages = [each for each in self.heard if isinstance(each, dict)]
        return [each["value"] for each in messages if each.get("part") == name]

    async def until(self, is_so: Callable[[], object]) -> None:
        """Let everything else go on until something is so."""
        while not is_so():
            await asyncio.sleep(0)


class Thinking:
    """A worker that answers as soon as it is asked."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.orders: list[object] = []
        self.is_closed = False
        self._thinker = TabThinker(hear, lambda: None)

    def post(self, message: bytes) -> None:
        self.orders.append(pickle.loads(message))
        asyncio.get_running_loop().call_soon(self._thinker.hear, message)

    def close(self) -> None:
        self.is_closed = True


class Rig:
    """A box over a folder, and what the browser was asked to do."""

    def __init__(self, data: Path) -> None:
        self.workers: list[Thinking] = []
        self.kept = 0
        self.box = TabBox(data, self._start, self._keep)
        self._ahead_s = 0.0
        self.box.services.time = lambda: time.monotonic() + self._ahead_s

    def let_hands_rest(self) -> None:
        """Let a second pass: right after a turn the box takes no press."""
        self._ahead_s += 1.0

    def _start(self, hear: Callable[[bytes], None]) -> OtherWorker:
        self.workers.append(Thinking(hear))
        return self.workers[-1]

    def _keep(self) -> None:
        self.kept += 1

    async def quit(self) -> None:
        self.box.app.follow(Quit())
        self.box.app.inbox.post(Tick(0.0))
        await self.box.ended


def live(data: Path, play: Callable[[Rig, Page], Awaitable[None]]) -> Rig:
    """Run a box with a page until the play is over."""
    found: list[Rig] = []

    async def run() -> None:
        rig = Rig(data)
        found.append(rig)
        page = Page(rig.box)
        await page.until(lambda: any(isinstance(each, bytes) for each in page.heard))
        await play(rig, page)
        await rig.quit()
        assert page.left == [GOING_AWAY]

    before = active_count()
    asyncio.run(run())
    assert active_count() == before, "a tab has one thread"
    return found[0]


def choose(page: Page) -> None:
    """Press the knob."""
    page.send(kind="edge", control="knob", down=True)
    page.send(kind="edge", control="knob", down=False)


def test_a_page_gets_the_picture_and_may_act(tmp_path: Path) -> None:
    async def play(rig: Rig, page: Page) -> None:
        frame = next(each for each in page.heard if isinstance(each, bytes))
        assert len(frame) == FRAME_BYTES
        assert {"kind": "state", "may_act": True} in page.heard
        choose(page)
        await page.until(lambda: rig.box.services.settings.is_set("language"))

    assert live(tmp_path / "data", play).kept > 0


def lines_of(rig: Rig) -> int:
    return len(rig.box.services.current_table.match.record().partition("\n\n")[2].splitlines())


def begin_practice(page: Page) -> None:
    choose(page)
    page.send(kind="want", what="play", text="mana en")


def test_a_practice_goes_on_in_the_next_tab(tmp_path: Path) -> None:
    """Every move is kept, and the box answers with a move of the other worker."""
    lines: list[int] = []

    async def play(rig: Rig, page: Page) -> None:
        begin_practice(page)
        await page.until(lambda: rig.box.services.table)
        while (played := lines_of(rig)) < 4:
            rig.let_hands_rest()
            choose(page)
            await asyncio.sleep(0.02)  # as fast as a page may send
        lines.append(played)
        assert rig.workers[0].orders

    async def look(rig: Rig, page: Page) -> None:
        await page.until(lambda: rig.box.services.table)
        assert lines_of(rig) >= lines[0]
        rig.box.services.current_table.play("resign")
        record = Page(rig.box, "/files")
        record.send(token="", get="1.record")
        await record.until(lambda: record.left)
        assert record.heard[1].startswith(b"tablemate record 1\ngame mana\n")

    rig = live(tmp_path / "data", play)
    assert rig.workers[0].is_closed
    # A tab that is closed says nothing: the game is still on the table.
    store = rig.box.services.queue.store
    assert not store.on_disk
    live(tmp_path / "data", look)


@pytest.fixture
def view() -> Any:
    engine = catalog.load("mana")
    match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0))
    for move in ("=b1", "=b6"):
        match.play(move)
    return seat_view(match, 0)


def test_orders_are_answered_in_order_and_can_be_stopped(view: Any) -> None:
    """What comes in while a player thinks waits, and an order to stop is heard in between."""
    said: list[Any] = []
    job = Job("mana", view, 1, seed=1, nodes=20)
    late = [pickle.dumps(ThinkRequest(2, job))]

    def rest() -> None:
        if late:
            thinker.hear(late.pop())

    thinker = TabThinker(lambda message: said.append(pickle.loads(message)), rest)
    thinker.hear(pickle.dumps(ThinkRequest(1, job)))
    assert [each.token for each in said if isinstance(each, Done)] == [1, 2]
    thinker.hear(pickle.dumps(StopThinking(9)))
    thinker.hear(pickle.dumps(ThinkRequest(9, job._replace(nodes=None, seconds=1e6))))
    assert said[-1].token == 9


def test_files_go_out_over_a_port_of_their_own(tmp_path: Path) -> None:
    async def play(rig: Rig, page: Page) -> None:
        choose(page)
        await page.until(lambda: rig.box.services.settings.is_set("language"))
        files = Page(rig.box, "/files")
        files.send(token="", get="backup")
        await files.until(lambda: files.left)
        assert files.heard[0]["kind"] == "file"
        assert b"".join(files.heard[1:]).startswith(b"SQLite format 3")

    live(tmp_path / "data", play)
