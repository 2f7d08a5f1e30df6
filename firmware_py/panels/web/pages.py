"""Sends pages the picture and the table, over any kind of connection.

    event loop --show--> latest picture --wake--> a Session for each page --frame--> page
               <--post-- Inbox <-----------------                         <--edges--

Without pages nothing runs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from firmware_py.core.picture import Picture
from firmware_py.panels.base import Panel
from firmware_py.panels.web.connection import WEB_LOG
from firmware_py.panels.web.messages import TableMessages, to_json
from firmware_py.panels.web.page_words import PAGE
from firmware_py.panels.web.session import PageWords, Session
from hardware.display.frame import BLANK

if TYPE_CHECKING:
    from firmware_py.storage.settings import Settings


class PagePanel(Panel):
    """Stores what pages show, and their sessions; a subclass connects them."""

    never_sleeps = True

    def __init__(self, language: str, translate: Callable[[str], str]) -> None:
        self._words = _translate_page(language, translate)
        self._picture = Picture(BLANK)
        self._trusted = TableMessages(sends_removed=True)
        self._for_viewers = TableMessages(sends_removed=False)
        """What they get instead of some parts."""
        self._for_seats: dict[int, TableMessages] = {}
        """What the page of a seat gets instead: its own hand."""
        self._sounds = True
        self._turn: tuple[int | None, tuple[int, ...]] = (None, ())
        self._sessions: set[Session] = set()

    @abstractmethod
    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function where the sessions run."""

    def show(self, picture: Picture) -> None:
        """Send every page the picture; costs nothing without pages."""
        self._picture = picture  # stored first, because a new session reads it itself
        if self._sessions:
            self._call(self._wake_all)

    @property
    def wants_table(self) -> bool:
        """Return whether a page is open."""
        return bool(self._sessions)

    @property
    def page_count(self) -> int:
        """How many pages are open."""
        return len(self._sessions)

    def is_never_dark(self, source: str) -> bool:
        """Return whether an event came from a page."""
        return source.startswith("web-")

    def is_remote(self, source: str) -> bool:
        """Return whether an event came from a page, or from a file that a page sent."""
        return source.startswith("web")

    def fail(self, source: str, what: str, error: Exception) -> None:
        """Report to a page that its request failed; log at most one line a minute."""
        WEB_LOG.error("a page failed the table", exc_info=error)
        self.answer(source, what, {"error": self._words.sentences["failed"]})

    def show_table(
        self,
        parts: Mapping[str, Any],
        hidden: Mapping[str, Any],
        seats: Mapping[int, Mapping[str, Any]],
    ) -> None:
        """Send every page the changed parts of the table, each encoded once."""
        # A page may read in between, so hidden parts are replaced before others become public.
        is_news = bool(hidden) and self._for_viewers.take(hidden)
        is_news |= self._trusted.take(parts)
        for seat in [each for each in self._for_seats if each not in seats]:
            del self._for_seats[seat]
            is_news = True
        for seat, own in seats.items():
            messages = self._for_seats.setdefault(seat, TableMessages(sends_removed=True))
            is_news |= messages.take(own)
        if self._for_viewers.take(hidden) or is_news:
            self._call(self._wake_all)

    def give_seat(self, source: str, seat: int | None) -> None:
        """Show a page the table as a seat sees it; None: as everybody sees it."""
        self._call(self._tell_seat, source, seat)

    def _table_for(self, may_act: bool, seat: int | None = None) -> Mapping[str, str]:
        table = self._trusted.messages
        if may_act and seat is None:
            return table
        own = self._for_seats.get(seat) if may_act and seat is not None else None
        table = {**table, **self._for_viewers.messages}
        return table if own is None else {**table, **own.messages}

    def answer(self, source: str, what: str, value: Any) -> None:
        """Send a page the reply to its request."""
        message = to_json({"kind": "got", "what": what, "value": value})
        self._call(self._tell_answer, source, message)

    def set_language(self, language: str, translate: Callable[[str], str]) -> None:
        """Change the language of the pages."""
        self._call(self._tell_words, _translate_page(language, translate))

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Apply the sound setting; a page is never turned."""
        del faces_away
        self._sounds = settings["sounds"]

    def show_turn(self, seat: int | None, winners: tuple[int, ...]) -> None:
        """Let pages play a sound when the turn passes or the match ends."""
        before, self._turn = self._turn, (seat, winners)
        if before == self._turn or not (self._sessions and self._sounds):
            return
        if winners:
            self._call(self._sound, "end")
        elif seat is not None and before[0] is not None:
            self._call(self._sound, "turn")

    def call_time(self, seat: int | None) -> None:
        """Let pages play the sound for "time is up"."""
        del seat
        if self._sessions and self._sounds:
            self._call(self._call_time)

    def warn(self, seat: int) -> None:
        """Let every page sound, shorter."""
        del seat
        if self._sessions and self._sounds:
            self._call(self._sound, "turn")

    def _wake_all(self) -> None:
        for session in self._sessions:
            session.wake()

    def _tell_answer(self, source: str, message: str) -> None:
        for session in self._sessions:
            if session.source == source:
                session.tell_answer(message)

    def _tell_seat(self, source: str, seat: int | None) -> None:
        for session in self._sessions:
            if session.source == source:
                session.take_seat(seat)

    def _sound(self, of: str) -> None:
        for session in self._sessions:
            session.sound(of)

    def _call_time(self) -> None:
        for session in self._sessions:
            session.call_time()

    def _tell_words(self, words: PageWords) -> None:
        self._words = words
        for session in self._sessions:
            session.tell_words(words)


def _translate_page(language: str, translate: Callable[[str], str]) -> PageWords:
    return PageWords(language, {key: translate(text) for key, text in PAGE.items()})
