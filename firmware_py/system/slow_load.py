"""Loading that takes long is no hang: the screen says what it waits for, and the watchdog is fed.

A game is loaded when it is first opened: some sixty modules, which a small Pi brings from a slow
card in about as many seconds as the watchdog waits. Python asks every finder for each of them. Ours
stands before the others, finds nothing, and so knows that the work goes on:

    a module --> 0.5 s --> "Loading..." --> with each module a word to the watchdog, for a minute

A program that hangs asks for no module, and is replaced as ever.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import get_ident

from firmware_py.system.slow_save import LONGEST_S, PATIENCE_S


class SlowLoad:
    """A context in which whatever the thread that entered it loads is watched."""

    def __init__(
        self,
        show: Callable[[], None],
        feed: Callable[[], object],
        time: Callable[[], float],
        is_saving: Callable[[], bool],
    ) -> None:
        self._show = show
        self._feed = feed
        self._time = time
        self._is_saving = is_saving
        """While something is saved, another thread shows and feeds."""
        self._thread = 0
        self._begun_s: float | None = None
        self._is_shown = False

    def __enter__(self) -> None:
        self._thread = get_ident()
        sys.meta_path.insert(0, self)

    def __exit__(self, *_: object) -> None:
        sys.meta_path.remove(self)

    def rest(self) -> None:
        """Note that the loop waits again: what is loaded later is another piece of work."""
        self._begun_s = None
        self._is_shown = False

    def find_spec(self, _name: str, _path: object = None, _target: object = None) -> None:
        """Take note of a module that is to be loaded; leave finding it to the others."""
        if get_ident() == self._thread and not self._is_saving():
            self._go_on()

    def _go_on(self) -> None:
        now_s = self._time()
        if self._begun_s is None:
            self._begun_s = now_s
        took_s = now_s - self._begun_s
        if took_s >= PATIENCE_S and not self._is_shown:
            self._is_shown = True  # before: what is shown may load something itself
            self._show()
        if took_s < LONGEST_S:
            self._feed()
