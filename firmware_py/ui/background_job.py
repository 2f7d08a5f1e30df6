"""Slow work in a thread, while the event loop goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread
from typing import Any, Generic, TypeVar

from firmware_py.core.language import N_
from firmware_py.storage.files import FileTrouble
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    Replace,
    Returned,
    Screen,
    ScreenWords,
    TapRow,
)
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, headline, progress, top_bar

LOOK_S = 0.25
"""The interval at which the screen checks whether the work is done."""

T = TypeVar("T")


class Work(Screen, Generic[T]):
    """Runs a job in a thread, then shows the screen built from its result.

    The job must not use the store's connection, which belongs to the loop.
    """

    def __init__(
        self,
        services: Services,
        title: str,
        job: Callable[[], T],
        then: Callable[[T], Screen],
        called: str = "",
    ) -> None:
        self.services = services
        self._called = called
        """The name that people know the file by, if it has another one here."""
        self._title = title
        self._job = job
        self._then = then
        self._done: T | None = None
        self._error: Exception | None = None
        self._after: Screen | None = None
        self._is_drawn = False
        """Whether the result has been drawn."""
        self._began_s = services.time()
        self._thread = Thread(target=self._work, name="work", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # a browser tab has no threads
            self._thread = Thread()
            self._work()

    def _work(self) -> None:
        try:
            self._done = self._job()
        except Exception as error:
            if not isinstance(error, FileTrouble):
                logging.exception("%s failed", self._title)
            self._error = error

    def wait(self, timeout_s: float | None = None) -> None:
        """Wait for the end of the work, without a loop."""
        self._thread.join(timeout_s)

    @property
    def after(self) -> Screen | None:
        """The screen of the result; None while the work goes on."""
        if self._after is None and not self._thread.is_alive():
            if self._error is not None:
                words = words_of(self.services, self._error, self._called)
                self._after = TextScreen(self.services, self._title, words)
            else:
                assert self._done is not None
                self._after = self._then(self._done)
        return self._after

    @property
    def may_sleep(self) -> bool:
        """Stay awake while the work goes on; then as the screen of the result says."""
        return self.after is not None and self.after.may_sleep

    def deadline_s(self, now_s: float) -> float | None:
        """Check again soon until the result has been drawn."""
        if self.after is None or not self._is_drawn:
            return now_s + LOOK_S
        return self.after.deadline_s(now_s)

    def returned(self, answer: Returned) -> Next:
        """Pass the answer to the screen of the result."""
        return STAY if self.after is None else self.after.returned(answer)

    def draw(self, canvas: Canvas) -> None:
        """Draw the progress, or the screen of the result."""
        self._is_drawn = self.after is not None
        if self.after is not None:
            self.after.draw(canvas)
            return
        top_bar(canvas, self._title)
        headline(canvas, self.services.say(N_("Please wait")), Rect(0, BODY.y + 6, WIDTH, 24))
        part = (self.services.time() - self._began_s) / 4.0 % 1.0
        progress(canvas, part, Rect(14, BODY.y + 34, WIDTH - 28, 8))

    def words(self) -> ScreenWords | None:
        """Return the words of the progress, or of the result."""
        if self.after is not None:
            return self.after.words()
        return ScreenWords(self._title, self.services.say(N_("Please wait")))

    def rows(self) -> tuple[TapRow, ...]:
        """Return the rows of the screen of the result."""
        return () if self.after is None else self.after.rows()

    def tapped(self, code: str) -> Next:
        """Let the next screen answer."""
        return STAY if self.after is None else self.after.tapped(code)

    def handle(self, event: Input) -> Next:
        """Wait, or let the next screen answer."""
        return IGNORED if self.after is None else self.after.handle(event)


class SentFile(Work[T]):
    """Checks a file that a page sent, and asks about it.

    The box has one of them at a time: the next file replaces it, so that nobody answers a question
    about a file that was overwritten.
    """

    def __init__(
        self,
        services: Services,
        title: str,
        job: Callable[[], T],
        then: Callable[[T], Screen],
        called: str,
        before: SentFile[Any] | None = None,
    ) -> None:
        def look() -> T:
            if before is not None:
                before.wait()  # both would write to the same places
            return job()

        super().__init__(services, title, look, then, called)

    def tapped(self, code: str) -> Next:
        """Let the next screen answer."""
        return self._remain(super().tapped(code))

    def handle(self, event: Input) -> Next:
        """Wait, or let the next screen answer."""
        return self._remain(super().handle(event))

    def _remain(self, step: Next) -> Next:
        """Show a second question in this screen; the agreed work replaces it."""
        if not isinstance(step, Replace) or isinstance(step.screen, Work):
            return step
        self._after = step.screen
        return STAY


def name_sent(services: Services, name: str) -> str:
    """Return the name of a file that a page sent."""
    return name or services.say(N_("The file that was sent"))


def words_of(services: Services, error: Exception, called: str = "") -> str:
    """Return the message for an error."""
    if isinstance(error, FileTrouble):
        # Its last part says which; a whole path would need a page of its own.
        which = called or error.place.name or error.place
        return f"{services.say(error.words, **error.facts)}\n{which}"
    return services.say(N_("It failed: {why}"), why=str(error))
