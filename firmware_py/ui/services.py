"""The services that screens use: one object, passed to each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from firmware_py.core.language import translator as app_translator
from firmware_py.match.engine_process.client import Thinker
from firmware_py.storage.settings import Settings
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.system.shared_pages import SharedPages
from firmware_py.ui.widgets import TextStyle

if TYPE_CHECKING:
    from engines.engine import Engine, Message
    from engines.match import Match
    from engines.wording import Voice
    from firmware_py.evening.book import EveningBook
    from firmware_py.evening.club_evening import Club
    from firmware_py.games.draft import Draft
    from firmware_py.match.clock import Timing
    from firmware_py.match.scene import AnyScene, Stop
    from firmware_py.match.seats import PhoneSeats
    from firmware_py.match.table_match import TableMatch
    from firmware_py.match.turning_points import Analyst
    from firmware_py.system.pairing import Pairing
    from firmware_py.system.wifi import Wifi


DRAFTS = "drafts"
"""The key of the stored drafts."""


def _find_sticks() -> Sequence[Path]:
    from firmware_py.storage.files import find_sticks  # slow to import

    return find_sticks()


class Services:
    """The services of the box."""

    def __init__(
        self,
        queue: WriteQueue,
        settings: Settings,
        *,
        time: Callable[[], float],
        draw_seed: Callable[[], int],
        has_power_switch: bool = False,
        web_address: Callable[[], str | None] = lambda: None,
        find_sticks: Callable[[], Sequence[Path]] = _find_sticks,
        facts: Mapping[str, str] = MappingProxyType({}),
        thinker: Thinker | None = None,
        reviews: bool = False,
    ) -> None:
        self.queue = queue
        self.settings = settings
        self.time = time
        """The monotonic clock."""
        self.draw_seed = draw_seed
        self.has_power_switch = has_power_switch
        """True on a Pi that runs as a box: shut down means power off, elsewhere it means quit."""
        self.web_address = web_address
        """Returns the address of the page on the LAN, or None."""
        self.pairing: Pairing | None = None
        """The requests of pages to pair; None without a page."""
        self.wifi: Wifi | None = None
        """The Wi-Fi of the box; None on a computer, where the system manages it."""
        self.club: Club | None = None
        """The club of this box."""
        self.can_join_club = False
        self.connect_club: Callable[[], None] = lambda: None
        """Begins to send to the club that the box has joined."""
        self.shared_pages = SharedPages()
        """The shared pages of ended matches, served by the web panel."""
        self.find_sticks = find_sticks
        """Returns the USB sticks that can be written to."""
        self.reviews = reviews
        """Whether ended matches are reviewed in the background."""
        self._analyst: Analyst | None = None
        self._evenings: EveningBook | None = None
        self._voice: tuple[tuple[Any, ...], Voice] | None = None
        """The last voice and its key, cached because a frame asks several times."""
        self.thinker = thinker or Thinker()
        """Thinks about moves in a process that runs only while it is needed."""
        self._phone_seats: PhoneSeats | None = None
        self._painted: dict[object, AnyScene] | None = None
        """The scenes of the screens during a paint."""
        self.table: TableMatch | None = None
        self.drafts: dict[str, Draft] | None = None
        """New games that are being prepared; None before they are first needed."""
        self.toast = ""
        """A short note, shown once."""
        self.facts = facts
        """For the about screen: versions, data directory, panels."""

    def say(self, text: str, **places: object) -> str:
        """Return a text of the application in the table's language."""
        return app_translator(self.settings["language"])(text, **places)

    def voice(self, engine: Engine[Any, Any], names: tuple[str, ...] = ()) -> Voice:
        """Return the voice of a game in the table's language, with the players' names."""
        key = (engine, names, self.settings, self.settings.changes)
        if self._voice is None or self._voice[0] != key:
            from firmware_py.match.game_info import voice_of  # slow to import

            made = voice_of(engine, self.settings.recall, self.settings["language"], names)
            self._voice = (key, made)
        return self._voice[1]

    def scene(self, match: Match[Any, Any], stop: Stop | None = None, **fields: Any) -> AnyScene:
        """Return the scene of a match as it stands, or stood at a stop.

        `fields` are further fields of the scene.
        """
        from firmware_py.match.scene import scene_of  # loaded with the match

        return scene_of(
            match,
            self.voice(match.engine, match.names),
            self.settings["language"],
            stop,
            large=self.settings["text"] == "large",
            is_here=self.table is not None and self.table.match is match,
            **fields,
        )

    @contextmanager
    def painting(self) -> Iterator[None]:
        """Cache the scene of each screen within the block, in which nothing changes."""
        self._painted = {}
        try:
            yield
        finally:
            self._painted = None

    def scene_once(self, screen: object, make: Callable[[], AnyScene]) -> AnyScene:
        """Return the scene of a screen, cached during a paint."""
        if self._painted is None:
            return make()
        if screen not in self._painted:
            self._painted[screen] = make()
        return self._painted[screen]

    @property
    def analyst(self) -> Analyst | None:
        """Finds the turning points of matches; None if that is off."""
        if self.reviews and self._analyst is None:
            from firmware_py.match.turning_points import Analyst  # slow to import

            self._analyst = Analyst(self.thinker, self.queue.store.path.parent, self.time)
        return self._analyst if self.reviews else None

    @property
    def phone_seats(self) -> PhoneSeats:
        """The seats that are played from phones."""
        if self._phone_seats is None:
            from firmware_py.match.seats import PhoneSeats  # loaded with the match

            self._phone_seats = PhoneSeats(self.settings)
        return self._phone_seats

    @property
    def evenings(self) -> EveningBook:
        """The evenings of several rounds."""
        if self._evenings is None:
            from firmware_py.evening.book import EveningBook  # slow to import

            self._evenings = EveningBook(self.queue, lambda: self.club)
        return self._evenings

    @property
    def current_table(self) -> TableMatch:
        """The match on the table, for screens that are only open while there is one."""
        assert self.table is not None
        return self.table

    @property
    def page_asks(self) -> bool:
        """Return whether a page asks to pair."""
        request = None if self.pairing is None else self.pairing.request
        return request is not None and request.is_waiting

    @property
    def style(self) -> TextStyle:
        """The text size setting."""
        return TextStyle(self.settings["text"])

    def say_message(self, message: Message) -> str:
        """Return a message of the match on the table as a sentence."""
        table = self.current_table
        return self.voice(table.match.engine, table.names).say(message)

    def timing(self, key: str) -> Timing:
        """Return the clock that a game had last; `key` is that of its draft."""
        from firmware_py.match.clock import NEW, Timing  # slow to import

        with suppress(ValueError, TypeError):
            return Timing.read(self.settings.recall(f"clock.{key}", None))
        return NEW

    def keep_timing(self, key: str, timing: Timing) -> None:
        """Store the clock that a game had last."""
        self.settings.remember(f"clock.{key}", timing.write())
