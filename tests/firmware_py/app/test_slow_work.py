"""A save that takes long is shown and feeds the watchdog; one that never ends does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from queue import Queue
from threading import Event
from typing import Any

import pytest

from engines import catalog
from firmware_py import games as games_package
from firmware_py.app import run
from firmware_py.storage.store import FILE_NAME, Store
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.system.systemd import FEED_EVERY_S, FEEDS, PATIENCE_S, SlowWork, Watchdog
from hardware.events import Event as BoxEvent
from hardware.events import Turned


class Slow:
    """A save whose time a test makes pass: every wait asks whether the save is done by then."""

    def __init__(self) -> None:
        self.did: list[str] = []
        self.waits: Queue[float] = Queue()
        self.answers: Queue[bool] = Queue()
        self.save = SlowWork(
            lambda: self.did.append("show"), lambda: self.did.append("feed"), self.wait
        )

    def wait(self, done: Event, seconds: float) -> bool:
        """Say what the test says."""
        self.waits.put(seconds)
        return self.answers.get()

    def pass_time(self, *, is_done: bool = False) -> float:
        """Let the thread's wait end; return how long it was to be."""
        seconds = self.waits.get()
        self.answers.put(is_done)
        return seconds


@pytest.fixture
def slow() -> Iterator[Slow]:
    """Return a save under the hand of a test."""
    made = Slow()
    yield made
    made.save.close()


def test_a_quick_save_does_nothing(slow: Slow) -> None:
    """As nearly all are: again and again."""
    for _ in range(3):
        with slow.save:
            assert slow.pass_time(is_done=True) == PATIENCE_S
    assert slow.did == []


def test_a_slow_save_is_shown_and_feeds_the_watchdog(slow: Slow) -> None:
    """Twelve seconds do not count as a hang."""
    with slow.save:
        slow.pass_time()
        for _ in range(4):
            assert slow.pass_time() == FEED_EVERY_S
        slow.waits.get()
    slow.answers.put(True)
    assert slow.did == ["show", *["feed"] * 5]


def test_a_save_that_never_ends_is_a_hang(slow: Slow) -> None:
    """After a minute the watchdog gets nothing more; the next save is watched as before."""
    with slow.save:
        for _ in range(1 + FEEDS):
            slow.pass_time()
    with slow.save:
        assert slow.pass_time(is_done=True) == PATIENCE_S
    assert slow.did == ["show", *["feed"] * FEEDS]


def test_a_display_that_fails_does_not_starve_the_watchdog() -> None:
    """The save may yet come to its end."""
    fed = Event()

    def fail() -> None:
        raise OSError("no display")

    save = SlowWork(fail, fed.set, lambda done, seconds: fed.is_set())
    with save:
        fed.wait()
    save.close()
    assert fed.is_set()


def test_the_screen_says_that_it_saves_and_paints_anew_after(make_box: Any) -> None:
    """The picture that was there comes back although it did not change."""
    box = make_box()
    before = box.text
    box.app.show_saving()
    assert any("Saving" in line for line in box.text)
    box.app.paint()
    assert box.text == before


def test_work_that_goes_on_is_no_hang(slow: Slow) -> None:
    """A recovery may take longer than a minute, but not a single step of it."""
    with slow.save:
        slow.pass_time()
        for _ in range(3 * FEEDS):
            slow.waits.get()
            slow.save.go_on()
            slow.answers.put(False)
        for _ in range(FEEDS):
            slow.pass_time()
    assert slow.did == ["show", *["feed"] * (4 * FEEDS)]


def test_a_recovery_during_a_save_feeds_the_watchdog_with_each_step(tmp_path: Path) -> None:
    """When the disk of a start from memory can be reached, and its file is damaged."""
    first = Store(tmp_path)
    first.add_player("Ada")
    first.close()
    (tmp_path / FILE_NAME).write_bytes(bytes(100) + (tmp_path / FILE_NAME).read_bytes()[100:])
    queue = WriteQueue(Store(tmp_path, on_disk=False))
    did: list[str] = []

    class Saving(AbstractContextManager[None]):
        def __enter__(self) -> None:
            did.append("begins")

        def __exit__(self, *_: object) -> None:
            did.append("ends")

    queue.saving, queue.go_on = Saving(), lambda: did.append("goes on")
    assert queue.write(lambda store: store.add_player("Bo"))
    assert did[:2] == ["begins", "goes on"]
    assert did[-3:] == ["ends", "begins", "ends"]
    assert queue.store.players() == ["Ada", "Bo"]
    queue.store.close()


# --- loading ---


def test_games_are_loaded_between_events(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One piece each round; a game that cannot be loaded is logged, and the others are."""
    loaded: list[str] = []

    def load(game: str) -> None:
        loaded.append(game)
        if game == "mandala":
            raise ImportError("planted")

    monkeypatch.setattr(catalog, "load", load)
    monkeypatch.setattr(games_package, "ui_of", load)
    games = run.load_games(box.app, Watchdog(box.services.time, {}))
    for count, _ in enumerate(games, 1):
        assert len(loaded) == count
        assert box.app.may_load
    assert not box.app.may_load
    assert loaded == [game for game in catalog.GAMES for _ in range(2)]


def test_an_event_that_may_load_is_slow_work(box: Any) -> None:
    """Until all games are loaded: after that a hang is noticed at once. Painting is not part."""
    depths: list[int] = []

    class Work:
        depth = 0

        def __enter__(self) -> None:
            self.depth += 1

        def __exit__(self, *_: object) -> None:
            self.depth -= 1

    work = Work()
    box.app.slow_work = work
    box.app.painter.observers.append(lambda _canvas: depths.append(work.depth))
    feed = box.app.feed

    def watched(event: BoxEvent) -> None:
        depths.append(work.depth)
        feed(event)

    box.app.feed = watched
    for may_load in (True, False):
        box.app.may_load = may_load
        box.app.inbox.post(Turned(1))
        box.app.step(0)
    assert depths == [1, 0, 0, 0]


def test_the_screen_says_that_it_loads_and_paints_anew_after(make_box: Any) -> None:
    """The picture that was there comes back although it did not change."""
    box = make_box()
    before = box.text
    box.app.show_loading()
    assert any("Loading" in line for line in box.text)
    box.app.paint()
    assert box.text == before
