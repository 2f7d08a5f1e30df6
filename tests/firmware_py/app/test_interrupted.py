"""A start goes on where the table was left: in a game, on the same turn, or at Home."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from engines import catalog
from firmware_py.app.interrupted import TRIES_AT_MOST, TableNote, go_on
from firmware_py.app.loop import App
from firmware_py.match.table_match import begin_match
from firmware_py.screens.new_game import set_up
from firmware_py.screens.play.play import Play
from firmware_py.ui.navigation import GoHome, GoToMatch
from tests.support.box import Box
from tests.support.browser import CHROMIUM, PATIENCE_S, Tab, chromium
from tests.support.clocks import keep_clocks

GAME = next(iter(catalog.GAMES))


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], Box]]:
    """Return a function that starts the box on the same data; the one before is cut off."""
    boxes: list[Box] = []

    def begin() -> Box:
        if boxes:
            boxes.pop().store.close()
        boxes.append(Box(tmp_path))
        go_on(boxes[-1].app)
        return boxes[-1]

    yield begin
    boxes.pop().store.close()


def play_some(box: Box, clock: str = "none") -> str:
    """Begin a game and play, note the table as the program does, and return the record."""
    engine, services = catalog.load(GAME), box.services
    keep_clocks(services, clock)
    services.table = begin_match(
        services.queue,
        GAME,
        catalog.begin(engine, seats=2, seed=3, first=0),
        names=("Anna", "Ben"),
        timing=services.timing(GAME),
        time=services.time,
    )
    for _ in range(3):
        match = services.current_table.match
        services.current_table.play(engine.write(next(iter(engine.legal(match.state)))))
    box.app.follow(GoToMatch())
    TableNote(box.app).update()
    return str(services.current_table.match.record())


def test_a_game_on_the_table_is_there_again(start: Callable[[], Box]) -> None:
    record = play_some(start())
    again = start()

    assert isinstance(again.app.top, Play)
    assert str(again.services.current_table.match.record()) == record


def test_a_box_that_was_at_home_starts_at_home(start: Callable[[], Box]) -> None:
    box = start()
    play_some(box)
    box.app.follow(GoHome())
    TableNote(box.app).update()
    again = start()

    assert again.services.table is None
    assert len(again.app.screens) == 1


def test_the_clock_of_the_player_on_turn_waits(start: Callable[[], Box]) -> None:
    play_some(start(), clock="fischer")
    again = start()

    assert again.services.current_table.clock.paused
    assert again.services.toast == "The clock is paused."


def test_a_game_that_ends_the_program_stops_two_starts_at_most(
    start: Callable[[], Box], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_some(start())
    tried: list[bool] = []

    def die(*_: object) -> None:
        tried.append(True)
        raise KeyboardInterrupt

    monkeypatch.setattr(set_up, "resume", die)
    for _ in range(TRIES_AT_MOST):
        with pytest.raises(KeyboardInterrupt):
            start()
    assert len(start().app.screens) == 1
    assert len(tried) == TRIES_AT_MOST


def test_what_fails_while_it_is_opened_waits_at_home(
    start: Callable[[], Box], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_some(start())
    monkeypatch.setattr(App, "follow", lambda *_: 1 // 0)

    assert len(start().app.screens) == 1


@pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")
def test_a_page_is_on_the_same_turn_after_a_kill(start: Callable[[], Box], tmp_path: Path) -> None:
    """Without a tap, with the program as the service runs it."""
    box = start()
    play_some(box)
    who = box.services.current_table.names[box.services.current_table.match.turn.seat or 0]
    box.store.connection.execute("PRAGMA synchronous=FULL")
    box.store.close()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config = tmp_path / "tablemate.toml"
    config.write_text(f"[web]\nport = {port}\n", encoding="utf-8")

    with ExitStack() as stack:
        browser = stack.enter_context(chromium(tmp_path / "chromium"))
        first = stack.enter_context(run(tmp_path, config, port))
        tab = browser.tab(browser.person())
        tab.open(f"http://127.0.0.1:{port}/")
        see_turn(tab, who)
        first.send_signal(signal.SIGKILL)
        first.wait(PATIENCE_S)
        tab.wait_for("document.body.classList.contains('lost')")
        second = stack.enter_context(run(tmp_path, config, port))
        tab.wait_for("!document.body.classList.contains('lost')")
        see_turn(tab, who)
        second.send_signal(signal.SIGTERM)
        assert second.wait(PATIENCE_S) == 0


@contextmanager
def run(data: Path, config: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Start the program, and wait until it answers; end it at last."""
    command = ["-m", "firmware_py", "--panel", "web", "--data", str(data), "--config", str(config)]
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)
    ends = time.monotonic() + PATIENCE_S
    try:
        while not answers(port):
            assert process.poll() is None
            assert time.monotonic() < ends, "the program does not start"
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE_S)


def answers(port: int) -> bool:
    try:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
            connection.request("GET", "/icon.svg")
            return connection.getresponse().status == 200
    except OSError:
        return False


def see_turn(tab: Tab, who: str) -> None:
    tab.wait_for("document.querySelector('#picture svg') !== null")
    tab.wait_for("document.body.classList.contains('playing')")
    tab.wait_for(f"document.getElementById('who').textContent.includes('{who}')")
