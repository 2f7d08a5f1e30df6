"""A USB stick: back up everything, put a backup back, or write a problem report."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Generic, TypeVar

from firmware_py.backup import ENDING, INCOMING, PREFIX, back_up_into, bring_in, check_backup, swap
from firmware_py.bundle import write_bundle
from firmware_py.canvas import WIDTH, Canvas
from firmware_py.desk import Desk
from firmware_py.files import FileTrouble
from firmware_py.language import N_
from firmware_py.screens.base import STAY, GoHome, Input, Next, Plain, Pop, Push, Replace, Screen
from firmware_py.screens.lists import Ask, Menu, Reader, Row
from firmware_py.settings import Settings
from firmware_py.widgets import BODY, Area, Item, headline, progress, top_bar

LOOK_S = 0.25
"""So often the screen looks whether the work is done."""

T = TypeVar("T")


def stick_menu(desk: Desk) -> Menu:
    """Return what can be done with a stick; without one, what is missing."""

    def rows() -> list[Row]:
        sticks = list(desk.find_sticks())
        missing = desk.say(N_("Put a USB stick in first."))
        acts: list[tuple[str, Callable[[Path], Next]]] = [
            (N_("Back up"), partial(_back_up, desk)),
            (N_("Restore"), lambda stick: Push(_choose(desk, stick))),
            (N_("Problem report"), partial(_report, desk)),
        ]
        return [
            Row(
                Item(desk.say(name), enabled=bool(sticks)),
                partial(act, sticks[0]) if sticks else lambda: STAY,
                missing if not sticks else str(sticks[0]),
            )
            for name, act in acts
        ]

    return Menu(desk, lambda: desk.say(N_("USB stick")), rows)


def _data(desk: Desk) -> Path:
    return desk.keeper.store.path.parent


def _back_up(desk: Desk, stick: Path) -> Next:
    title = desk.say(N_("Back up"))

    def tell(made: Path) -> Screen:
        text = desk.say(N_("Backed up and checked. The stick may be pulled out."))
        return Reader(desk, title, f"{text}\n{made.name}")

    return Push(Work(desk, title, partial(back_up_into, _data(desk), stick), tell))


def _report(desk: Desk, stick: Path) -> Next:
    title = desk.say(N_("Problem report"))

    def tell(made: Path) -> Screen:
        text = desk.say(N_("Written. It holds names, and hidden cards of a match under way."))
        return Reader(desk, title, f"{text}\n{made.name}")

    return Push(Work(desk, title, partial(write_bundle, _data(desk), stick), tell))


# --- putting a backup back ---


def _choose(desk: Desk, stick: Path) -> Menu:
    """Return the backups on a stick, the newest name first."""
    found = sorted(
        (path for path in stick.glob(f"*{ENDING}") if not path.name.startswith(".")), reverse=True
    )
    rows = [
        Row(
            # The date is what tells one from another.
            Item(path.stem.removeprefix(f"{PREFIX}-"), may_cut=True),
            partial(_bring, desk, path),
        )
        for path in found
    ] or [Row(Item(desk.say(N_("No backup on it"))), Pop)]
    return Menu(desk, lambda: desk.say(N_("Restore")), lambda: rows)


def _bring(desk: Desk, file: Path) -> Next:
    """Copy and check a backup first; nothing is replaced before the table has agreed."""

    def look() -> int:
        return check_backup(bring_in(_data(desk), file))

    return Push(Work(desk, desk.say(N_("Restore")), look, partial(_ask, desk)))


def _ask(desk: Desk, matches: int) -> Screen:
    """Ask twice, the second time in other words."""
    first = desk.say(N_("Replace everything on this box? Matches in the backup: {count}"),
                     count=matches)  # fmt: skip
    second = desk.say(N_("Really? What is here now is kept aside."))

    def leave() -> Next:
        (_data(desk) / INCOMING).unlink(missing_ok=True)
        return Pop()

    no, yes = desk.say(N_("No")), desk.say(N_("Yes"))
    again = Ask(desk, second, [(no, leave), (yes, partial(_replace, desk))])
    return Ask(desk, first, [(no, leave), (yes, lambda: Replace(again))])


def _replace(desk: Desk) -> Next:
    """Put the checked backup in place and begin anew with it."""
    if desk.sitting is not None:
        desk.sitting.leave()
        desk.sitting = None
    if desk.keeper.unsaved:
        text = desk.say(N_("Something is not saved yet. Try again when it is."))
        return Replace(Reader(desk, desk.say(N_("Restore")), text))
    try:
        with desk.keeper.store.set_down():
            swap(_data(desk))
    except FileTrouble as error:
        return Replace(Reader(desk, desk.say(N_("Restore")), _words(desk, error)))
    desk.settings = Settings(desk.keeper)
    desk.toast = desk.say(N_("Restored"))
    return GoHome()


# --- work that takes its time ---


class Work(Plain, Generic[T]):
    """Something slow, done beside the event loop; when it is done, another screen shines through.

    The job must not touch the store's connection: that belongs to the loop.
    """

    may_sleep = False

    def __init__(
        self, desk: Desk, title: str, job: Callable[[], T], then: Callable[[T], Screen]
    ) -> None:
        self.desk = desk
        self._title = title
        self._job = job
        self._then = then
        self._done: T | None = None
        self._error: Exception | None = None
        self._after: Screen | None = None
        self._began_s = desk.time()
        self._thread = Thread(target=self._work, name="work", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            self._done = self._job()
        except Exception as error:
            if not isinstance(error, FileTrouble):
                logging.exception("%s failed", self._title)
            self._error = error

    def wait(self, timeout_s: float) -> None:
        """Wait for the end of the work, for those who have no loop."""
        self._thread.join(timeout_s)

    @property
    def after(self) -> Screen | None:
        """What comes of the work; None while it goes on."""
        if self._after is None and not self._thread.is_alive():
            if self._error is not None:
                self._after = Reader(self.desk, self._title, _words(self.desk, self._error))
            else:
                assert self._done is not None
                self._after = self._then(self._done)
        return self._after

    def deadline_s(self, now_s: float) -> float | None:
        """Look again soon while the work goes on."""
        return now_s + LOOK_S if self._thread.is_alive() else None

    def draw(self, canvas: Canvas) -> None:
        """Draw that something happens, or what came of it."""
        if self.after is not None:
            self.after.draw(canvas)
            return
        top_bar(canvas, self._title)
        headline(canvas, self.desk.say(N_("Please wait")), Area(0, BODY.y + 6, WIDTH, 24))
        part = (self.desk.time() - self._began_s) / 4.0 % 1.0
        progress(canvas, part, Area(14, BODY.y + 34, WIDTH - 28, 8))

    def handle(self, event: Input) -> Next:
        """Wait, or let the next screen answer."""
        return STAY if self.after is None else self.after.handle(event)


def _words(desk: Desk, error: Exception) -> str:
    if isinstance(error, FileTrouble):
        # Its last part says which; a whole path would need a page of its own.
        return f"{desk.say(error.words, **error.facts)}\n{error.place.name or error.place}"
    return desk.say(N_("It failed: {why}"), why=str(error))
