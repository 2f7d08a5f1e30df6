"""Loading that takes long is shown and feeds the watchdog; one that never ends does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from firmware_py.system.slow_load import SlowLoad
from firmware_py.system.slow_save import LONGEST_S, PATIENCE_S

_NUMBERS = count()


class Slow:
    """Modules on a card that a test makes slow: time passes with each of them."""

    def __init__(self, folder: Path) -> None:
        self.did: list[str] = []
        self.now_s = 100.0
        self.saves = False
        self.load = SlowLoad(
            lambda: self.did.append("show"),
            lambda: self.did.append("feed"),
            lambda: self.now_s,
            lambda: self.saves,
        )
        self._folder = folder

    def bring(self, *times_s: float) -> None:
        """Load a module that was never loaded for each time; it passes before Python asks."""
        for time_s in times_s:
            name = f"module_{next(_NUMBERS)}_of_a_slow_card"
            (self._folder / f"{name}.py").write_text("")
            self.now_s += time_s
            import_module(name)


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """Return modules under the hand of a test, watched."""
    monkeypatch.syspath_prepend(tmp_path)
    made = Slow(tmp_path)
    with made.load:
        yield made


def test_quick_loading_is_not_shown(slow: Slow) -> None:
    """Nor does it count what was loaded for an input before."""
    for _ in range(3):
        slow.bring(PATIENCE_S / 2, PATIENCE_S / 2)
        slow.load.rest()
    assert "show" not in slow.did


def test_slow_loading_is_shown_once_and_feeds(slow: Slow) -> None:
    """With each module the watchdog may be fed, and decides itself whether it is time."""
    slow.bring(0.0, PATIENCE_S, 4.0, 4.0, 4.0)
    assert slow.did == ["feed", "show", "feed", "feed", "feed", "feed"]


def test_loading_that_never_ends_is_a_hang(slow: Slow) -> None:
    """After a minute the watchdog gets nothing more; the next input is watched as before."""
    slow.bring(0.0, LONGEST_S)
    slow.did.clear()
    slow.bring(1.0, 1.0)
    assert slow.did == []
    slow.load.rest()
    slow.bring(1.0)
    assert slow.did == ["feed"]


def test_another_thread_does_not_feed(slow: Slow) -> None:
    """The page may load something while the loop hangs."""
    other = Thread(target=slow.bring, args=(PATIENCE_S, PATIENCE_S))
    other.start()
    other.join()
    assert slow.did == []


def test_a_save_has_its_own_watch(slow: Slow) -> None:
    """Two threads must not act on the display at once."""
    slow.saves = True
    slow.bring(0.0, PATIENCE_S)
    assert slow.did == []


def test_nothing_stays_behind(tmp_path: Path) -> None:
    """The finders are those that were there before."""
    before = list(sys.meta_path)
    with Slow(tmp_path).load:
        assert sys.meta_path != before
    assert sys.meta_path == before


def test_the_screen_says_that_it_loads_and_paints_anew_after(make_box: Any) -> None:
    """The picture that was there comes back although it did not change."""
    box = make_box()
    before = box.text
    box.app.show_loading()
    assert any("Loading" in line for line in box.text)
    box.app.paint()
    assert box.text == before
