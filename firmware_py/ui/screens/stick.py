"""A USB stick: back up everything, put a backup back, or write a problem report."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Generic, TypeVar

from firmware_py.app.services import Services
from firmware_py.app.settings import Settings
from firmware_py.history.problem_report import write_report
from firmware_py.language import N_
from firmware_py.storage.backup import (
    ENDING,
    INCOMING,
    PREFIX,
    UPLOADED,
    back_up_into,
    bring_in,
    check_backup,
    swap,
)
from firmware_py.storage.files import FileTrouble
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.navigation import (
    STAY,
    GoHome,
    Input,
    Next,
    Pop,
    Push,
    Replace,
    Returned,
    Screen,
    ScreenWords,
)
from firmware_py.ui.screens.lists import Ask, Menu, MenuRow, Reader
from firmware_py.ui.tap_rows import TapRow
from firmware_py.ui.widgets import BODY, Item, Rect, headline, progress, top_bar

LOOK_S = 0.25
"""So often the screen looks whether the work is done."""

T = TypeVar("T")


def stick_menu(services: Services) -> Menu:
    """Return what can be done with a stick; without one, what is missing."""

    def rows() -> list[MenuRow]:
        sticks = list(services.find_sticks())
        missing = services.say(N_("Put a USB stick in first."))
        acts: list[tuple[str, Callable[[Path], Next]]] = [
            (N_("Back up"), partial(_back_up, services)),
            (N_("Restore"), lambda stick: Push(_choose(services, stick))),
            (N_("Problem report"), partial(_report, services)),
        ]
        return [
            MenuRow(
                Item(services.say(name), enabled=bool(sticks)),
                partial(act, sticks[0]) if sticks else lambda: STAY,
                missing if not sticks else str(sticks[0]),
            )
            for name, act in acts
        ]

    return Menu(services, lambda: services.say(N_("USB stick")), rows)


def _data(services: Services) -> Path:
    return services.queue.store.path.parent


def _back_up(services: Services, stick: Path) -> Next:
    title = services.say(N_("Back up"))

    def tell(made: Path) -> Screen:
        text = services.say(N_("Backed up and checked. The stick may be pulled out."))
        return Reader(services, title, f"{text}\n{made.name}")

    return Push(Work(services, title, partial(back_up_into, _data(services), stick), tell))


def _report(services: Services, stick: Path) -> Next:
    title = services.say(N_("Problem report"))

    def tell(made: Path) -> Screen:
        text = services.say(N_("Written. It holds names, and hidden cards of a match under way."))
        return Reader(services, title, f"{text}\n{made.name}")

    return Push(Work(services, title, partial(write_report, _data(services), stick), tell))


# --- putting a backup back ---


def _choose(services: Services, stick: Path) -> Menu:
    """Return the backups on a stick, the newest name first."""
    found = sorted(
        (path for path in stick.glob(f"*{ENDING}") if not path.name.startswith(".")), reverse=True
    )
    rows = [
        MenuRow(
            # The date is what tells one from another.
            Item(path.stem.removeprefix(f"{PREFIX}-"), may_cut=True),
            partial(_bring, services, path),
        )
        for path in found
    ] or [MenuRow(Item(services.say(N_("No backup on it"))), Pop)]
    return Menu(services, lambda: services.say(N_("Restore")), lambda: rows)


def _bring(services: Services, file: Path) -> Next:
    """Copy and check a backup first; nothing is replaced before the table has agreed."""

    def look() -> int:
        return check_backup(bring_in(_data(services), file))

    return Push(Work(services, services.say(N_("Restore")), look, partial(_ask, services)))


def bring_uploaded(services: Services) -> Next:
    """Do the same with a file that a page sent; it is not needed after that."""
    file = _data(services) / UPLOADED

    def look() -> int:
        try:
            return check_backup(bring_in(_data(services), file))
        finally:
            file.unlink(missing_ok=True)

    return Push(Work(services, services.say(N_("Restore")), look, partial(_ask, services)))


def _ask(services: Services, matches: int) -> Screen:
    """Ask twice, the second time in other words."""
    first = services.say(N_("Replace everything on this box? Matches in the backup: {count}"),
                     count=matches)  # fmt: skip
    second = services.say(N_("Really? What is here now is kept aside."))

    def leave() -> Next:
        (_data(services) / INCOMING).unlink(missing_ok=True)
        return Pop()

    no, yes = services.say(N_("No")), services.say(N_("Yes"))
    again = Ask(services, second, [(no, leave), (yes, partial(_replace, services))])
    return Ask(services, first, [(no, leave), (yes, lambda: Replace(again))])


def _replace(services: Services) -> Next:
    """Put the checked backup in place and begin anew with it."""
    if services.table is not None:
        services.table.leave()
        services.table = None
    if services.queue.unsaved:
        text = services.say(N_("Something is not saved yet. Try again when it is."))
        return Replace(Reader(services, services.say(N_("Restore")), text))
    try:
        with services.queue.store.file_released():
            swap(_data(services))
    except FileTrouble as error:
        return Replace(Reader(services, services.say(N_("Restore")), _words(services, error)))
    services.settings = Settings(services.queue)
    services.toast = services.say(N_("Restored"))
    return GoHome()


# --- work that takes its time ---


class Work(Screen, Generic[T]):
    """Something slow, done beside the event loop; when it is done, another screen shines through.

    The job must not touch the store's connection: that belongs to the loop.
    """

    def __init__(
        self, services: Services, title: str, job: Callable[[], T], then: Callable[[T], Screen]
    ) -> None:
        self.services = services
        self._title = title
        self._job = job
        self._then = then
        self._done: T | None = None
        self._error: Exception | None = None
        self._after: Screen | None = None
        self._is_told = False
        """Whether what came of it has been drawn."""
        self._began_s = services.time()
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
                self._after = Reader(self.services, self._title, _words(self.services, self._error))
            else:
                assert self._done is not None
                self._after = self._then(self._done)
        return self._after

    @property
    def may_sleep(self) -> bool:
        """Stay lit while the work goes on; then as what came of it wants it."""
        return self.after is not None and self.after.may_sleep

    def deadline_s(self, now_s: float) -> float | None:
        """Look again soon until the end of the work was seen."""
        if self.after is None or not self._is_told:
            return now_s + LOOK_S
        return self.after.deadline_s(now_s)

    def returned(self, answer: Returned) -> Next:
        """Let what came of it learn what the screen above it answers."""
        return STAY if self.after is None else self.after.returned(answer)

    def draw(self, canvas: Canvas) -> None:
        """Draw that something happens, or what came of it."""
        self._is_told = self.after is not None
        if self.after is not None:
            self.after.draw(canvas)
            return
        top_bar(canvas, self._title)
        headline(canvas, self.services.say(N_("Please wait")), Rect(0, BODY.y + 6, WIDTH, 24))
        part = (self.services.time() - self._began_s) / 4.0 % 1.0
        progress(canvas, part, Rect(14, BODY.y + 34, WIDTH - 28, 8))

    def words(self) -> ScreenWords | None:
        """Return that something happens, or what came of it."""
        if self.after is not None:
            return self.after.words()
        return ScreenWords(self._title, self.services.say(N_("Please wait")))

    def rows(self) -> tuple[TapRow, ...]:
        """Return the answers of what came of it."""
        return () if self.after is None else self.after.rows()

    def tapped(self, code: str) -> Next:
        """Let the next screen answer."""
        return STAY if self.after is None else self.after.tapped(code)

    def handle(self, event: Input) -> Next:
        """Wait, or let the next screen answer."""
        return STAY if self.after is None else self.after.handle(event)


def _words(services: Services, error: Exception) -> str:
    if isinstance(error, FileTrouble):
        # Its last part says which; a whole path would need a page of its own.
        return f"{services.say(error.words, **error.facts)}\n{error.place.name or error.place}"
    return services.say(N_("It failed: {why}"), why=str(error))
