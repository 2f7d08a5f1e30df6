"""The settings, made from their declaration; names of players; the test of the controls."""

from __future__ import annotations

from functools import partial
from typing import Any

from engines import catalog
from engines.catalog import GAMES
from firmware_py.core.language import CONTROL_WORDS, N_, translator
from firmware_py.games.draft import drafts_of
from firmware_py.match.game_info import info_of
from firmware_py.storage.settings import BY_KEY, SETTINGS, Setting
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import Menu, MenuRow, OnceMenu, TextScreen, ask_yes, menu_row, opens
from firmware_py.ui.name_entry import NameEntry, cleaned, kept_as, why_not
from firmware_py.ui.navigation import STAY, GoHome, Input, Next, Pop, Push, Screen, ScreenAnswer
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, headline, top_bar
from firmware_py.version import __version__
from hardware.events import Control, Held, Pressed, Turned

_NAME, _PRESSED, _HELD = 44, 95, 126
"""The left edge of the names, and the right edges of the counts."""


_MOST = 99
"""Presses are counted up to this: there is no room for more."""


class ControlTest(Screen):
    """Counts the uses of each control."""

    may_sleep = False

    def __init__(self, services: Services) -> None:
        self.services = services
        self.turned = 0
        self.pressed = dict.fromkeys(Control, 0)
        self.held = dict.fromkeys(Control, 0)
        self._backs = 0

    def draw(self, canvas: Canvas) -> None:
        """Draw a row for each control."""
        top_bar(canvas, self.services.say(N_("Test the controls")))
        headline(canvas, f"{self.turned:+d}", Rect(0, BODY.y + 9, 40, 32))
        for right, heading in ((_PRESSED, N_("pressed")), (_HELD, N_("held"))):
            canvas.text(right, BODY.y, self.services.say(heading), "small", align="right")
        for row, control in enumerate(Control):
            y = BODY.y + 9 + row * 9
            canvas.text(_NAME, y, self.services.say(CONTROL_WORDS[control]), "small")
            canvas.text(_PRESSED, y, str(self.pressed[control]), "small", align="right")
            canvas.text(_HELD, y, str(self.held[control]), "small", align="right")
        hint = self.services.say(N_("BACK twice: leave"))
        canvas.text(0, BODY.y + 45, hint, "small", width=WIDTH, align="centre")

    def handle(self, event: Input) -> Next:
        """Count."""
        match event:
            case Turned(steps):
                self.turned = max(min(self.turned + steps, 999), -999)
                self._backs = 0
            case Held(control):
                self.held[control] = min(self.held[control] + 1, _MOST)
            case Pressed(control):
                self.pressed[control] = min(self.pressed[control] + 1, _MOST)
                self._backs = self._backs + 1 if control is Control.BACK else 0
                if self._backs == 2:
                    return Pop()
        return STAY


_FACTS = {"data": N_("data")}
"""Names of facts that are translated."""


def settings_menu(services: Services) -> Menu:
    """Return the list of settings, with their values."""

    def rows() -> list[MenuRow]:
        made = [
            MenuRow(
                Item(services.say(setting.title), value_name(services, setting)),
                opens(choose_value, services, setting),
                services.say(setting.hint),
            )
            for setting in SETTINGS
        ]
        made += [
            menu_row(
                services,
                N_("Names"),
                opens(roster, services),
                N_("The names of your players: add, change or remove them."),
            ),
            *_rows_of_games(services),
            *_wifi_rows(services),
            *_club_rows(services),
            menu_row(
                services,
                N_("Paired pages"),
                lambda: _pages(services),
                N_("The pages that may use this box. You can unpair them here."),
            ),
            menu_row(
                services,
                N_("USB stick"),
                lambda: _stick(services),
                N_("Back up everything, restore a backup, or write a problem report."),
            ),
            menu_row(
                services,
                N_("Test the controls"),
                opens(ControlTest, services),
                N_("Turn, press and hold: the box counts each one."),
            ),
            menu_row(
                services,
                N_("About"),
                lambda: Push(_about(services)),
                N_("The version, and where games are saved."),
            ),
        ]
        return made

    return Menu(services, lambda: services.say(N_("Settings")), rows)


def value_name(services: Services, setting: Setting) -> str:
    """Return the current value in the table's language."""
    return said_value(services, setting, services.settings[setting.key])


def said_value(services: Services, setting: Setting, value: Any) -> str:
    """Return a value in the table's language; one that is not offered, unchanged."""
    return _said(services, dict(setting.values).get(value, str(value)))


def _said(services: Services, name: str) -> str:
    """Return the name of a value; a number with the decimal sign of the language."""
    whole, point, rest = name.partition(".")
    if not (point and whole.isdigit()):
        return services.say(name)
    return services.say(N_("{whole}.{tenth}"), whole=whole, tenth=rest[0]) + rest[1:]


def choose_value(services: Services, setting: Setting) -> Menu:
    """Return the values of a setting, with the cursor on the current one."""

    def take(value: Any) -> Next:
        services.settings.put(setting.key, value)
        return Pop()

    def rows() -> list[MenuRow]:
        return [
            MenuRow(
                Item(_said(services, name)),
                partial(take, value),
                services.say(setting.hint),
            )
            for value, name in setting.offered
        ]

    values = [value for value, _ in setting.offered]
    index = values.index(services.settings[setting.key])
    return Menu(services, lambda: services.say(setting.title), rows, index)


def choose_language(services: Services, *, first: bool) -> Menu:
    """Return the list of languages; the very first screen of a new box."""
    setting = BY_KEY["language"]

    def take(value: Any) -> Next:
        services.settings.put("language", value)
        return GoHome()

    rows = [
        MenuRow(Item(name), partial(take, value), translator(value)(setting.hint))
        for value, name in setting.values
    ]
    menu = Menu(services, lambda: "Language · Langue · Lingua", lambda: rows, closes=not first)
    menu.shows_games = first
    return menu


def _rows_of_games(services: Services) -> list[MenuRow]:
    """Return what games have to be set, in the order of menus."""
    return [
        MenuRow(Item(services.say(own.title)), opens(own.open, services), services.say(own.hint))
        for game in catalog.GAMES
        for own in info_of(game).settings
    ]


def _pages(services: Services) -> Next:
    from firmware_py.screens.settings.pairing import paired_pages  # slow to import

    return Push(paired_pages(services))


def _wifi_rows(services: Services) -> list[MenuRow]:
    """Return the row for Wi-Fi, where the box looks after it; without a radio it says so."""
    wifi = services.wifi
    if wifi is None:
        return []
    from firmware_py.screens.settings.wifi import NO_RADIO, wifi_menu  # slow to import

    about = N_("Open a Wi-Fi for phones, or join a network.")
    has_radio = wifi.has_radio
    item = Item(services.say(N_("Wi-Fi")), enabled=has_radio)
    hint = services.say(about if has_radio else NO_RADIO)
    return [MenuRow(item, opens(wifi_menu, services, wifi), hint)]


def _club_rows(services: Services) -> list[MenuRow]:
    """Return the row for the club, where the box has the programs for one."""
    if not services.can_join_club:
        return []

    def open_menu() -> Next:
        from firmware_py.screens.settings.club import club_menu  # slow to import

        return Push(club_menu(services))

    about = N_("Join a club of several boxes, or leave it.")
    return [menu_row(services, N_("Club"), open_menu, about)]


def _stick(services: Services) -> Next:
    from firmware_py.screens.system.stick import stick_menu  # slow to import

    return Push(stick_menu(services))


def _about(services: Services) -> TextScreen:
    facts = "\n".join(
        services.say(
            N_("{label}: {content}"), label=services.say(_FACTS.get(name, name)), content=value
        )
        for name, value in services.facts.items()
    )
    return TextScreen(services, services.say(N_("About")), f"Tablemate {__version__}\n{facts}")


def add_name(services: Services, text: str) -> str:
    """Add a typed name; return why not, how it was changed, or empty."""
    name = cleaned(text)
    refused = _why_not_typed(services, text, name, services.queue.store.players())
    return refused or kept_as(services, text, keep_name(services, name))


def _why_not_typed(services: Services, text: str, name: str, names: list[str]) -> str:
    """Return why a typed name cannot be kept: of a script without letters here, say that."""
    if not name and any(sign.isalpha() for sign in text):
        return services.say(N_("The box cannot show these letters. Please use Latin letters."))
    return why_not(services, name, names)


def keep_name(services: Services, name: str) -> str:
    """Add a name to the roster; return the name, which may be known in another case."""
    known = services.queue.store.known_as(name)
    services.queue.write(lambda store: store.add_player(known))
    if known != name:
        services.toast = services.say(N_("Saved as {name}"), name=known)
    return known


def change_name(services: Services, old: str, text: str) -> str:
    """Change a name to a typed one; return why not, how it was changed, or empty."""
    new = cleaned(text)
    names = services.queue.store.players()
    if old not in names:
        return ""
    if new != old:
        refused = _why_not_typed(services, text, new, [name for name in names if name != old])
        if refused:
            return refused
        _rename(services, old, new)
    return kept_as(services, text, new)


def _rename(services: Services, old: str, new: str) -> None:
    services.queue.write(lambda store: store.rename_player(old, new))
    _rename_proposed(services, old, new)


def roster(services: Services) -> Menu:
    """Return the list of names, to add, change or remove them."""

    def add(name: str) -> Next:
        keep_name(services, name)
        return Pop()

    def rows() -> list[MenuRow]:
        names = services.queue.store.players()
        made = [MenuRow(Item(name, may_cut=True), opens(_player, services, name)) for name in names]
        made.append(
            MenuRow(
                Item(services.say(N_("New name"))),
                lambda: Push(NameEntry(services, "", names, add)),
            )
        )
        return made

    return Menu(services, lambda: services.say(N_("Names")), rows)


def _player(services: Services, name: str) -> Menu:
    taken = set(services.queue.store.players()) - {name}

    def rename(new: str) -> Next:
        _rename(services, name, new)
        return Pop(ScreenAnswer.CHANGED)

    def remove() -> Next:
        services.queue.write(lambda store: store.retire_player(name))
        return Pop(ScreenAnswer.CHANGED)

    rows = [
        MenuRow(
            Item(services.say(N_("Change"))),
            lambda: Push(NameEntry(services, name, taken, rename)),
        ),
        MenuRow(
            Item(services.say(N_("Remove"))),
            lambda: Push(ask_yes(services, services.say(N_("Remove {name}?"), name=name), remove)),
        ),
    ]
    return OnceMenu(services, lambda: name, lambda: rows)


def _rename_proposed(services: Services, old: str, new: str) -> None:
    """Change a name in everything that is proposed for the next match."""
    match services.settings.recall("last.names", None):
        case [*names] if old in names:
            services.settings.remember(
                "last.names", [new if name == old else name for name in names]
            )
    for plan in drafts_of(services).values():
        plan.names = [new if name == old else name for name in plan.names]
    for game in GAMES:
        match services.settings.recall(f"last.{game}", None):
            case {"names": [*names], **others} if old in names:
                renamed = [new if name == old else name for name in names]
                services.settings.remember(f"last.{game}", {**others, "names": renamed})
