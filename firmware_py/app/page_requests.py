"""What pages may want of the box beyond its controls; the event loop serves them one by one.

    page --want--> Inbox: Wanted(what, text) --> Desk.serve --> a step for the screens, a value

A page that may not act never gets here with anything that changes the box: the panel holds the
list of who may want what. Whatever takes time (history, exports, backups) is read beside the
loop, from a connection of its own: see `history.reading_room`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.errors import EngineError
from engines.unicode import read_json
from firmware_py.core.numbers import MATCH_AT_MOST, read_number
from firmware_py.history.archive import Archive
from firmware_py.storage.settings import BY_KEY, SETTINGS
from firmware_py.storage.store import StoreError
from firmware_py.ui.navigation import STAY, Next, Push, Replace, Screen
from firmware_py.ui.services import Services

if TYPE_CHECKING:
    from firmware_py.screens.play.play import Play
    from firmware_py.ui.background_job import SentFile

PLACE_AT_MOST = 99_999
"""No match has more moves."""


class Served(NamedTuple):
    """What came of a wish: what the screens do, and what the page is told."""

    value: Any = None
    step: Next = STAY
    touches: bool = False
    """Somebody is at the box, if only from afar."""


def _acted(step: Next) -> Served:
    return Served(step=step, touches=True)


class Desk:
    """Serves wishes; lives in the event loop."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._serve: Mapping[str, Callable[[str, Sequence[Screen]], Served]] = {
            "write": self._write,
            "dial": self._dial,
            "enter": self._enter,
            "replay": self._replay,
            "aid": self._aid,
            "link": self._link,
            "share": self._share,
            "settings": self._settings,
            "set": self._set,
            "names": self._names,
            "add_name": self._add_name,
            "rename": self._rename,
            "remove_name": self._remove_name,
            "pages": self._pages,
            "forget": self._forget,
            "requests": self._requests,
            "restore": self._restore,
            "update": self._update,
        }

    def serve(
        self, what: str, text: str, stack: Sequence[Screen], *, may_act: bool = False
    ) -> Served:
        """Do what is wanted; raise KeyError for what is not known."""
        if what == "question":  # the only answer that depends on who asks
            return self._question(text, stack, may_act=may_act)
        return self._serve[what](text, stack)

    # --- the screen on top ---

    def _write(self, text: str, stack: Sequence[Screen]) -> Served:
        self.services.toast = ""
        return _acted(stack[-1].write(text))

    def _dial(self, text: str, stack: Sequence[Screen]) -> Served:
        """Show a number while somebody types it."""
        return _acted(stack[-1].type_number(text, enters=False))

    def _enter(self, text: str, stack: Sequence[Screen]) -> Served:
        self.services.toast = ""
        return _acted(stack[-1].type_number(text, enters=True))

    # --- the match on the table ---

    def _question(self, text: str, stack: Sequence[Screen], *, may_act: bool) -> Served:
        from firmware_py.app.page_questions import (  # only where somebody asks
            answer_question,
            moment,
        )

        play = _play(stack)
        says = answer_question(self.services, play, text, may_act=may_act)
        at = moment(self.services, play, may_act=may_act)
        return Served({"of": text, "says": says, "at": at})

    def _replay(self, text: str, stack: Sequence[Screen]) -> Served:
        from firmware_py.app.page_state import moment_picture  # only where somebody asks

        del stack
        place = read_number(text, PLACE_AT_MOST)
        return Served(moment_picture(self.services, place or 0))

    def _aid(self, text: str, stack: Sequence[Screen]) -> Served:
        from firmware_py.app.page_questions import aid_pages  # only where somebody asks

        del text, stack
        return Served(aid_pages(self.services))

    # --- addresses ---

    def _link(self, text: str, stack: Sequence[Screen]) -> Served:
        """Tell the address of the page, for one more phone."""
        from firmware_py.screens.history.share import page_link  # slow to import

        del text, stack
        return Served(page_link(self.services))

    def _share(self, text: str, stack: Sequence[Screen]) -> Served:
        """Let one match that has ended be seen by its address."""
        from firmware_py.history.export import gather  # slow to import
        from firmware_py.screens.history.share import page_link, put_on_page

        del stack
        number = read_number(text, MATCH_AT_MOST) or 0
        try:
            ended = gather(Archive(self.services.queue.store.connection), number)
        except (StoreError, EngineError) as error:
            return Served({"match": number, "says": str(error)})
        path = put_on_page(self.services, ended)
        return Served({"match": number, **page_link(self.services, path)})

    # --- settings and names ---

    def _settings(self, text: str, stack: Sequence[Screen]) -> Served:
        from firmware_py.screens.settings.settings import said_value  # slow to import

        del text, stack
        say, settings = self.services.say, self.services.settings
        return Served(
            [
                {
                    "key": setting.key,
                    "title": say(setting.title),
                    "hint": say(setting.hint),
                    "value": _place_of(setting.offered, settings[setting.key]),
                    "values": [
                        said_value(self.services, setting, each) for each, _ in setting.offered
                    ],
                }
                for setting in SETTINGS
            ]
        )

    def _set(self, text: str, stack: Sequence[Screen]) -> Served:
        """Set a value by its place among those offered."""
        match _read(text):
            case {"key": str(key), "value": int(place)} if key in BY_KEY:
                offered = BY_KEY[key].offered
                if 0 <= place < len(offered):
                    self.services.settings.put(key, offered[place][0])
        return self._settings("", stack)

    def _names(self, text: str, stack: Sequence[Screen]) -> Served:
        del text, stack
        return Served({"names": self.services.queue.store.players(), "says": ""})

    def _told_names(self, says: str) -> Served:
        return Served({"names": self.services.queue.store.players(), "says": says})

    def _add_name(self, text: str, stack: Sequence[Screen]) -> Served:
        from firmware_py.screens.new_game.roster import add_name  # slow to import

        del stack
        return self._told_names(add_name(self.services, text))

    def _rename(self, text: str, stack: Sequence[Screen]) -> Served:
        from firmware_py.screens.new_game.roster import change_name  # slow to import

        del stack
        match _read(text):
            case {"old": str(old), "new": str(new)}:
                return self._told_names(change_name(self.services, old, new))
        return self._told_names("")

    def _remove_name(self, text: str, stack: Sequence[Screen]) -> Served:
        del stack
        if text in self.services.queue.store.players():
            self.services.queue.write(lambda store: store.retire_player(text))
        return self._told_names("")

    # --- paired pages ---

    def _pages(self, text: str, stack: Sequence[Screen]) -> Served:
        del text, stack
        pairing = self.services.pairing
        if pairing is None:
            return Served({"pages": [], "requests": False})
        pages = [each._asdict() for each in pairing.pages()]
        return Served({"pages": pages, "requests": not pairing.wants_none})

    def _forget(self, text: str, stack: Sequence[Screen]) -> Served:
        if self.services.pairing is not None:
            self.services.pairing.forget(text)
        return self._pages("", stack)

    def _requests(self, text: str, stack: Sequence[Screen]) -> Served:
        """Take requests of pages, or none until the next start."""
        if self.services.pairing is not None:
            self.services.pairing.take_requests(wanted=text == "on")
        return self._pages("", stack)

    # --- files that came in ---

    def _restore(self, text: str, stack: Sequence[Screen]) -> Served:
        """Open the questions on the box: whoever sits there decides."""
        from firmware_py.screens.system.stick import look_at_sent  # slow to import

        return self._look_at(look_at_sent, text, stack[-1])

    def _update(self, text: str, stack: Sequence[Screen]) -> Served:
        """Look at a new version, and open the question on the box."""
        from firmware_py.screens.system.update import look_at_sent  # seldom needed

        return self._look_at(look_at_sent, text, stack[-1])

    def _look_at(
        self,
        look: Callable[[Services, str, SentFile[Any] | None], SentFile[Any]],
        name: str,
        top: Screen,
    ) -> Served:
        """Look at a file by the name that people know; the one before makes room for it."""
        from firmware_py.ui.background_job import SentFile  # seldom needed

        before = top if isinstance(top, SentFile) else None
        screen = look(self.services, name, before)
        return _acted(Push(screen) if before is None else Replace(screen))


def _play(stack: Sequence[Screen]) -> Play | None:
    from firmware_py.screens.play.play import Play  # loaded with the match

    return next((each for each in reversed(stack) if isinstance(each, Play)), None)


def _place_of(offered: Sequence[tuple[Any, str]], value: Any) -> int:
    return [each for each, _ in offered].index(value)


def _read(text: str) -> object:
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return None
