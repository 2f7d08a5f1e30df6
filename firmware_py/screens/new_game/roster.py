"""The roster of this table: its names are added, changed and removed here."""

from __future__ import annotations

from engines.catalog import GAMES
from firmware_py.core.language import N_
from firmware_py.games.draft import drafts_of
from firmware_py.ui.lists import Menu, MenuRow, OnceMenu, ask_yes, opens
from firmware_py.ui.name_entry import NameEntry, cleaned, kept_as, why_not
from firmware_py.ui.navigation import Next, Pop, Push, ScreenAnswer
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


def add_name(services: Services, text: str) -> str:
    """Add a typed name; return why not, what it has become, or nothing."""
    name = cleaned(text)
    refused = why_not(services, name, services.queue.store.players())
    return refused or kept_as(services, text, keep_name(services, name))


def keep_name(services: Services, name: str) -> str:
    """Put somebody on the roster; return the name, which may be written there in another case."""
    known = services.queue.store.known_as(name)
    services.queue.write(lambda store: store.add_player(known))
    if known != name:
        services.toast = services.say(N_("Kept as {name}"), name=known)
    return known


def change_name(services: Services, old: str, text: str) -> str:
    """Change a name into a typed one; return why not, what it has become, or nothing."""
    new = cleaned(text)
    names = services.queue.store.players()
    if old not in names:
        return ""
    if new != old:
        refused = why_not(services, new, [name for name in names if name != old])
        if refused:
            return refused
        _rename(services, old, new)
    return kept_as(services, text, new)


def _rename(services: Services, old: str, new: str) -> None:
    services.queue.write(lambda store: store.rename_player(old, new))
    _rename_proposed(services, old, new)


def roster(services: Services) -> Menu:
    """Return the names of this table: add, change, remove."""

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
    """Propose somebody for the next match under the new name."""
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
