"""A USB stick: back up, restore, write a problem report, or update."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from firmware_py.core.language import N_
from firmware_py.history.problem_report import write_report
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
from firmware_py.storage.settings import Settings
from firmware_py.ui.background_job import SentFile, Work, name_sent, words_of
from firmware_py.ui.lists import Ask, Menu, MenuRow, TextScreen
from firmware_py.ui.navigation import STAY, GoHome, Next, Pop, Push, Replace, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


def stick_menu(services: Services) -> Menu:
    """Return the menu of the stick; without one its rows say so."""

    def rows() -> list[MenuRow]:
        sticks = list(services.find_sticks())
        missing = services.say(N_("Put a USB stick in first."))
        # Damaged files set aside on the box can be restored without a stick.
        box = [_data(services)] if _asides(services) else []
        acts: list[tuple[str, Callable[[Path], Next], list[Path]]] = [
            (N_("Back up"), partial(_back_up, services), sticks),
            (N_("Restore"), lambda place: Push(_choose(services, place)), sticks or box),
            (N_("Problem report"), partial(_report, services), sticks),
            (N_("Update"), partial(_update, services), sticks),
        ]
        return [
            MenuRow(
                Item(services.say(name), enabled=bool(places)),
                partial(act, places[0]) if places else lambda: STAY,
                missing if not places else str(places[0]),
            )
            for name, act, places in acts
        ]

    return Menu(services, lambda: services.say(N_("USB stick")), rows)


def _data(services: Services) -> Path:
    return services.queue.store.path.parent


def _asides(services: Services) -> list[Path]:
    """Return the damaged files that the box has set aside, the newest first."""
    with suppress(OSError):
        return sorted(_data(services).glob(f"*-damaged-*{ENDING}"), reverse=True)
    return []


def _back_up(services: Services, stick: Path) -> Next:
    title = services.say(N_("Back up"))

    def tell(made: Path) -> Screen:
        text = services.say(N_("Backup written and checked. You can remove the stick."))
        return TextScreen(services, title, f"{text}\n{made.name}")

    return Push(Work(services, title, partial(back_up_into, _data(services), stick), tell))


def _update(services: Services, stick: Path) -> Next:
    from firmware_py.screens.system.update import choose_update  # seldom needed

    return Push(choose_update(services, stick))


def _report(services: Services, stick: Path) -> Next:
    title = services.say(N_("Problem report"))

    def tell(made: Path) -> Screen:
        text = services.say(
            N_("Written. It has names in it, and the hidden cards of a paused game.")
        )
        return TextScreen(services, title, f"{text}\n{made.name}")

    return Push(Work(services, title, partial(write_report, _data(services), stick), tell))


# --- restoring ---


def _choose(services: Services, place: Path) -> Menu:
    """Return the list of backups on a stick, newest first, and of files set aside on the box."""
    found = _asides(services)
    if place != _data(services):
        names = (path for path in place.glob(f"*{ENDING}") if not path.name.startswith("."))
        found = sorted(names, reverse=True) + found
    rows = [
        MenuRow(
            # The date is what tells one from another.
            Item(path.stem.removeprefix(f"{PREFIX}-"), may_cut=True),
            partial(_bring, services, path),
        )
        for path in found
    ] or [MenuRow(Item(services.say(N_("No backup found"))), Pop)]
    return Menu(services, lambda: services.say(N_("Restore")), lambda: rows)


def _bring(services: Services, file: Path) -> Next:
    """Copy and check a backup; nothing is replaced before the table agrees."""

    def look() -> int:
        return check_backup(bring_in(_data(services), file))

    return Push(Work(services, services.say(N_("Restore")), look, partial(_ask, services)))


def look_at_sent(services: Services, name: str, before: SentFile[Any] | None) -> SentFile[Any]:
    """Do the same with a file that a page sent, which is then deleted."""
    file = _data(services) / UPLOADED

    def look() -> int:
        try:
            return check_backup(bring_in(_data(services), file))
        finally:
            file.unlink(missing_ok=True)

    title, called = services.say(N_("Restore")), name_sent(services, name)
    return SentFile(services, title, look, partial(_ask, services), called, before)


def _ask(services: Services, matches: int) -> Screen:
    first = services.say(N_("Replace everything on this box? Games in the backup: {count}"),
                     count=matches)  # fmt: skip
    second = services.say(N_("Are you sure? Your present data is kept as a copy."))

    def leave() -> Next:
        (_data(services) / INCOMING).unlink(missing_ok=True)
        return Pop()

    no, yes = services.say(N_("No")), services.say(N_("Yes"))
    again = Ask(services, second, [(no, leave), (yes, partial(_replace, services))])
    return Ask(services, first, [(no, leave), (yes, lambda: Replace(again))])


def _replace(services: Services) -> Next:
    if services.table is not None:
        services.table.leave()
        services.table = None
    if services.queue.unsaved:
        text = services.say(N_("Some data is not saved yet. Try again in a moment."))
        return Replace(TextScreen(services, services.say(N_("Restore")), text))
    try:
        with services.queue.store.file_released():
            swap(_data(services))
    except FileTrouble as error:
        return Replace(TextScreen(services, services.say(N_("Restore")), words_of(services, error)))
    services.settings = Settings(services.queue)
    services.toast = services.say(N_("Restored"))
    return GoHome()
