"""Handles requests from web pages other than control input, on the event loop.

    page --want--> Inbox: PageRequest(what, text) --> handle --> a step for the screens, a value

The panel refuses requests that change the box from pages that may not act. Requests that take time
(history, exports, backups) are answered outside the loop: see `app.page_queries`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines import catalog
from engines.errors import EngineError
from engines.languages import LANGUAGES
from engines.unicode import read_json
from firmware_py.app.page_questions import aid_pages, answer_question, moment
from firmware_py.app.page_state import moment_picture, shown_stop
from firmware_py.core.numbers import MATCH_AT_MOST, read_number
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import gather
from firmware_py.match.game_info import info_of
from firmware_py.match.taps import ROOT
from firmware_py.screens.history.share import page_link, put_on_page
from firmware_py.screens.new_game.new_game import begin, draft, new_game_sheet
from firmware_py.screens.play.entry import ChoiceEntry
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.seat_play import SeatPlay
from firmware_py.screens.settings.settings import add_name, change_name, said_value
from firmware_py.screens.system.stick import look_at_sent
from firmware_py.screens.system.update import ask_about_sent
from firmware_py.storage.settings import BY_KEY, SETTINGS
from firmware_py.storage.store import StoreError
from firmware_py.ui.background_job import SentFile
from firmware_py.ui.navigation import STAY, Next, Push, Replace, Screen, ScreenAnswer
from firmware_py.ui.services import Services

if TYPE_CHECKING:
    from firmware_py.screens.play.play import Play
    from firmware_py.ui.background_job import SentFile

PLACE_AT_MOST = 99_999
"""No match has more moves."""


@dataclass(frozen=True)
class Request:
    """A request of a page, and the box."""

    services: Services
    stack: Sequence[Screen]
    text: str = ""
    may_act: bool = False
    found: object = None
    """The result of checking the file that the page sent."""

    @property
    def top(self) -> Screen:
        """The screen people see."""
        return self.stack[-1]


@dataclass(frozen=True)
class PageReply:
    """The result of a request: what the screens do, and what the page gets."""

    value: Any = None
    step: Next = STAY
    touches: bool = False
    """Whether the request counts as input, which wakes the display."""


def handle(what: str, request: Request) -> PageReply:
    """Answer a request; raise KeyError for an unknown one."""
    return _HANDLERS[what](request)


def _acted(step: Next) -> PageReply:
    return PageReply(step=step, touches=True)


# --- the screen on top ---


def _write(request: Request) -> PageReply:
    request.services.toast = ""
    return _acted(request.top.write(request.text))


def _dial(request: Request) -> PageReply:
    """Show a number while somebody types it."""
    return _acted(request.top.type_number(request.text, enters=False))


def _lift(request: Request) -> PageReply:
    """Return what is legal for a piece that is dragged; nothing changes before it is let go."""
    for screen in reversed(request.stack):
        entry = getattr(screen, "entry", None)
        if isinstance(entry, ChoiceEntry):
            code = request.text.removeprefix(ROOT)
            return PageReply({"of": request.text, "to": entry.after(code)})
    return PageReply({"of": request.text, "to": []})


def _play_game(request: Request) -> PageReply:
    """Begin a game from Home: against the box at once, or its sheet if the box cannot play it.

    The language of the browser is taken if none is set.
    """
    game, _, language = request.text.partition(" ")
    services = request.services
    if game not in catalog.GAMES or not request.top.shows_games:
        return PageReply()
    if language in LANGUAGES and not services.settings.is_set("language"):
        services.settings.put("language", language)
    if info_of(game).practice is None:
        return _acted(Push(new_game_sheet(services, game)))
    return _acted(begin(services, draft(services, game, practice=True)))


def _sheet(request: Request) -> PageReply:
    """Open the sheet of a game against the box: who plays, and how."""
    if request.text not in catalog.GAMES or not request.top.shows_games:
        return PageReply()
    return _acted(Push(new_game_sheet(request.services, request.text, practice=True)))


def _redo(request: Request) -> PageReply:
    """Play again what was undone."""
    play = _play(request.stack)
    if not isinstance(play, Play) or request.top is not play or not play.table.match.can_redo:
        return PageReply()
    return _acted(play.returned(ScreenAnswer.REDO))


def _enter(request: Request) -> PageReply:
    request.services.toast = ""
    return _acted(request.top.type_number(request.text, enters=True))


# --- the match on the table ---


def _question(request: Request) -> PageReply:
    services, may_act = request.services, request.may_act
    play = _play(request.stack)
    says = answer_question(services, play, request.text, may_act=may_act)
    at = moment(services, play, may_act=may_act)
    return PageReply({"of": request.text, "says": says, "at": at})


def _replay(request: Request) -> PageReply:
    return PageReply(
        moment_picture(request.services, read_number(request.text, PLACE_AT_MOST) or 0)
    )


def _go_from(request: Request) -> PageReply:
    """Open practice at the moment that a page shows, if it is of the match on the table."""
    from firmware_py.screens.history.replay import go_on  # with the match

    number, _, place = request.text.partition(" ")
    index = shown_stop(request.services, read_number(place, PLACE_AT_MOST) or 0)
    table = request.services.table
    if index is None or table is None or number != str(table.number):
        return PageReply()
    return _acted(go_on(request.services, table.match, index))


def _aid(request: Request) -> PageReply:
    return PageReply(aid_pages(request.services))


# --- addresses ---


def _link(request: Request) -> PageReply:
    """Return the address of the page, for another phone."""
    return PageReply(page_link(request.services))


def _share(request: Request) -> PageReply:
    """Put an ended match on the web page, and return its address."""
    number = read_number(request.text, MATCH_AT_MOST) or 0
    try:
        ended = gather(EndedMatches(request.services.queue.store.connection), number)
    except (StoreError, EngineError) as error:
        return PageReply({"match": number, "says": str(error)})
    path = put_on_page(request.services, ended)
    return PageReply({"match": number, **page_link(request.services, path)})


# --- settings and names ---


def _settings(request: Request) -> PageReply:
    services = request.services
    return PageReply(
        [
            {
                "key": setting.key,
                "title": services.say(setting.title),
                "hint": services.say(setting.hint),
                "value": [value for value, _ in setting.offered].index(
                    services.settings[setting.key]
                ),
                "values": [said_value(services, setting, value) for value, _ in setting.offered],
            }
            for setting in SETTINGS
        ]
    )


def _set(request: Request) -> PageReply:
    """Set a value by its place among those offered."""
    match _read(request.text):
        case {"key": str(key), "value": int(place)} if key in BY_KEY:
            offered = BY_KEY[key].offered
            if 0 <= place < len(offered):
                request.services.settings.put(key, offered[place][0])
    return _settings(request)


def _names(request: Request, says: str = "") -> PageReply:
    return PageReply({"names": request.services.queue.store.players(), "says": says})


def _add_name(request: Request) -> PageReply:
    return _names(request, add_name(request.services, request.text))


def _rename(request: Request) -> PageReply:
    match _read(request.text):
        case {"old": str(old), "new": str(new)}:
            return _names(request, change_name(request.services, old, new))
    return _names(request)


def _remove_name(request: Request) -> PageReply:
    queue = request.services.queue
    if request.text in queue.store.players():
        queue.write(lambda store: store.retire_player(request.text))
    return _names(request)


# --- paired pages ---


def _pages(request: Request) -> PageReply:
    pairing = request.services.pairing
    if pairing is None:
        return PageReply({"pages": [], "requests": False})
    pages = [each._asdict() for each in pairing.pages()]
    return PageReply({"pages": pages, "requests": not pairing.wants_none})


def _forget(request: Request) -> PageReply:
    if request.services.pairing is not None:
        request.services.pairing.forget(request.text)
    return _pages(request)


def _name_page(request: Request) -> PageReply:
    """Give a paired page a name of people's own."""
    match _read(request.text):
        case {"key": str(key), "label": str(label)} if request.services.pairing is not None:
            request.services.pairing.rename(key, label)
    return _pages(request)


def _open_request(request: Request) -> PageReply:
    """Open the request of a page that asks to pair, if there still is one."""
    from firmware_py.screens.settings.pairing import open_request  # seldom needed

    if not request.services.page_asks:
        return PageReply()
    return _acted(open_request(request.services))


def _requests(request: Request) -> PageReply:
    """Accept requests to pair, or none until the next start."""
    if request.services.pairing is not None:
        request.services.pairing.take_requests(wanted=request.text == "on")
    return _pages(request)


# --- files that a page sent ---


def _restore(request: Request) -> PageReply:
    """Ask on the box whether to restore a backup."""
    before = _sent_before(request)
    return _show_sent(look_at_sent(request.services, request.text, before), before)


def _update(request: Request) -> PageReply:
    """Ask on the box whether to install an update."""
    before = _sent_before(request)
    return _show_sent(ask_about_sent(request.services, request.text, before, request.found), before)


def _sent_before(request: Request) -> SentFile[Any] | None:
    """Return the open question about another file, or None."""
    return request.top if isinstance(request.top, SentFile) else None


def _show_sent(screen: SentFile[Any], before: SentFile[Any] | None) -> PageReply:
    return _acted(Push(screen) if before is None else Replace(screen))


_HANDLERS: Mapping[str, Callable[[Request], PageReply]] = {
    "write": _write,
    "dial": _dial,
    "enter": _enter,
    "lift": _lift,
    "redo": _redo,
    "play": _play_game,
    "sheet": _sheet,
    "question": _question,
    "replay": _replay,
    "go_from": _go_from,
    "aid": _aid,
    "link": _link,
    "share": _share,
    "settings": _settings,
    "set": _set,
    "names": _names,
    "add_name": _add_name,
    "rename": _rename,
    "remove_name": _remove_name,
    "pages": _pages,
    "forget": _forget,
    "requests": _requests,
    "name_page": _name_page,
    "open_request": _open_request,
    "restore": _restore,
    "update": _update,
}


def _play(stack: Sequence[Screen]) -> Play | SeatPlay | None:
    return next((each for each in reversed(stack) if isinstance(each, Play | SeatPlay)), None)


def _read(text: str) -> object:
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return None
