"""The table's own templates among the settings: save the one on the table, bring, take, remove."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from engines.engine import Json
from engines.languages import SOURCE
from engines.scorepad import GAME
from engines.scorepad.template_values import Template
from engines.scorepad.template_writer import value_of, write
from firmware_py.core.language import N_
from firmware_py.games.scorepad import template_files
from firmware_py.games.scorepad.listing import (
    after_reading,
    data_folder,
    own_templates,
    summary,
    title_of,
    unusable_row,
)
from firmware_py.storage.files import FileTrouble, write_new
from firmware_py.ui.background_job import Work
from firmware_py.ui.lists import Menu, MenuRow, OnceMenu, Reader, ask_yes, opens
from firmware_py.ui.name_entry import NameEntry
from firmware_py.ui.navigation import STAY, Answer, Next, Pop, Push, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


def templates_menu(services: Services) -> Screen:
    """Return the table's own templates, and how more of them are made."""
    return after_reading(services, partial(_templates_menu, services))


def _templates_menu(services: Services) -> Menu:

    def rows() -> list[MenuRow]:
        made = [_save_row(services)]
        for name, about in own_templates(services):
            if isinstance(about, Template):
                item = Item(title_of(services, about), may_cut=True)
                act = opens(_one, services, name, about)
                made.append(MenuRow(item, act, summary(services, about)))
            else:
                made.append(unusable_row(services, name, about))
        return [*made, stick_row(services)]

    return Menu(services, lambda: services.say(N_("Templates")), rows)


def _save_row(services: Services) -> MenuRow:
    """Return the row that saves the template of the game on the table."""
    table = services.table
    about: Template | None = None
    if table is not None and table.match.engine is GAME:
        about = table.match.state.template
    hint = N_("The template of the game on the table, under a name of your own.")
    if about is None:
        hint = N_("There is no such game on the table. Begin one, or choose Adapt on its sheet.")
    item = Item(services.say(N_("Save as template")), enabled=about is not None)

    def act() -> Next:
        return STAY if about is None else Push(ask_title(services, about, lambda _: Pop()))

    return MenuRow(item, act, services.say(hint))


def ask_title(services: Services, about: Template, kept: Callable[[Json], Next]) -> NameEntry:
    """Return the screen that asks for a title, and keeps the template under it."""
    folder = data_folder(services)
    taken = [title_of(services, each) for _, each in own_templates(services)
             if isinstance(each, Template)]  # fmt: skip

    def entered(title: str) -> Next:
        # The number at BoardGameGeek stays: it is the same game.
        named = replace(about, title=((SOURCE, title),))
        try:
            template_files.write(folder, template_files.name_for(title), write(named))
        except FileTrouble as trouble:
            services.toast = services.say(trouble.words, **trouble.facts)
            return STAY
        services.toast = services.say(N_("Saved: {title}"), title=title)
        return kept(value_of(named))

    return NameEntry(services, "", taken, entered)


def _one(services: Services, name: str, about: Template) -> Menu:
    """Return what can be done with one template."""
    title = title_of(services, about)

    def remove() -> Next:
        try:
            template_files.remove(data_folder(services), name)
        except template_files.NoTemplate:
            services.toast = services.say(N_("It is gone already"))
        return Pop(Answer.CHANGED)

    def rows() -> list[MenuRow]:
        sticks = list(services.find_sticks())
        missing = services.say(N_("Put a USB stick in first."))
        return [
            MenuRow(
                Item(services.say(N_("Look at it"))),
                lambda: Push(Reader(services, title, summary(services, about))),
            ),
            MenuRow(
                Item(services.say(N_("To a stick")), enabled=bool(sticks)),
                partial(_to_stick, services, name, about, sticks),
                "" if sticks else missing,
            ),
            MenuRow(
                Item(services.say(N_("Remove"))),
                lambda: Push(
                    ask_yes(services, services.say(N_("Remove {name}?"), name=title), remove)
                ),
            ),
        ]

    return OnceMenu(services, lambda: title, rows, may_cut=True)


def _to_stick(services: Services, name: str, about: Template, sticks: list[Path]) -> Next:
    if not sticks:
        return STAY
    file = f"{name}{template_files.ENDING}"
    try:
        write_new(sticks[0], file, write(about).encode())
    except FileTrouble as trouble:
        services.toast = services.say(trouble.words, **trouble.facts)
        return STAY
    services.toast = services.say(N_("Saved: {title}"), title=file)
    return STAY


def stick_row(services: Services) -> MenuRow:
    """Return the row that brings templates from a stick."""
    sticks = list(services.find_sticks())
    hint = N_("Files that end in .toml, on the stick itself or in its folder templates.")
    if not sticks:
        hint = N_("Put a USB stick in first.")
    item = Item(services.say(N_("From a stick")), enabled=bool(sticks))
    act = (lambda: Push(stick_menu(services))) if sticks else lambda: STAY
    return MenuRow(item, act, services.say(hint))


def stick_menu(services: Services) -> Menu:
    """Return the templates on a stick; one that is chosen is kept on the box."""

    def rows() -> list[MenuRow]:
        sticks = list(services.find_sticks())
        found = [path for stick in sticks[:1] for path in template_files.on_stick(stick)]
        return [
            MenuRow(Item(path.stem, may_cut=True), partial(_bring, services, path))
            for path in found
        ] or [MenuRow(Item(services.say(N_("No template on it"))), Pop)]

    return Menu(services, lambda: services.say(N_("From a stick")), rows)


def _bring(services: Services, path: Path) -> Next:
    """Keep a template of a stick, or say what is wrong with it and where; beside the event loop."""
    folder = data_folder(services)

    def keep() -> Template | template_files.BadTemplate:
        try:
            text = template_files.read_file(path)
            about = template_files.check(text)
            template_files.write(folder, template_files.name_for(path.stem), text)
        except template_files.NoTemplate as error:
            raise FileTrouble(path, N_("It cannot be read")) from error
        except template_files.BadTemplate as error:
            return error
        return about

    def tell(found: Template | template_files.BadTemplate) -> Screen:
        if isinstance(found, Template):
            said = services.say(N_("Saved: {title}"), title=title_of(services, found))
        else:
            said = services.voice(GAME).say(found.reason)
        return Reader(services, path.name, said)

    return Push(Work(services, path.name, keep, tell))
