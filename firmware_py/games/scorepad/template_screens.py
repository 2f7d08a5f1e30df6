"""Screens to save, import, export, remove and change a template.

Values that do not go together are refused by the checks of templates.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from engines.engine import Json, Refused
from engines.languages import SOURCE
from engines.scorepad import GAME, template
from engines.scorepad.template import BadTemplate
from engines.scorepad.template_values import (
    AT_ONCE,
    DEALER,
    ENTRY,
    FIRST,
    HIGHEST,
    LOWEST,
    NEXT,
    NONE,
    ONCE,
    ROUND,
    ROUNDS,
    RUNNING,
    Template,
)
from engines.scorepad.template_writer import value_of, write
from firmware_py.core.language import N_
from firmware_py.games.draft import Draft
from firmware_py.games.scorepad import templates
from firmware_py.games.scorepad.templates import (
    after_reading,
    data_folder,
    own_templates,
    proposed,
    summary,
    title_of,
    unusable_row,
)
from firmware_py.storage.files import FileTrouble, safe_name, write_new
from firmware_py.storage.own_texts import ENDING
from firmware_py.ui.background_job import Work
from firmware_py.ui.lists import Menu, MenuRow, OnceMenu, TextScreen, ask_yes, opens
from firmware_py.ui.name_entry import NameEntry
from firmware_py.ui.navigation import STAY, Next, Pop, Push, Screen, ScreenAnswer
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


def templates_menu(services: Services) -> Screen:
    """Return the menu of the table's own templates."""
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
        hint = N_("No such game is being played. Begin one, or choose Adapt on its sheet.")
    item = Item(services.say(N_("Save as template")), enabled=about is not None)

    def act() -> Next:
        return STAY if about is None else Push(ask_title(services, about, lambda _: Pop()))

    return MenuRow(item, act, services.say(hint))


def ask_title(services: Services, about: Template, kept: Callable[[Json], Next]) -> NameEntry:
    """Return the screen that asks for a title and saves the template under it."""
    folder = data_folder(services)
    taken = [title_of(services, each) for _, each in own_templates(services)
             if isinstance(each, Template)]  # fmt: skip

    def entered(title: str) -> Next:
        # Keeps the number at BoardGameGeek, because the game is the same.
        named = replace(about, title=((SOURCE, title),))
        try:
            templates.write(folder, safe_name(title), write(named))
        except FileTrouble as trouble:
            services.toast = services.say(trouble.words, **trouble.facts)
            return STAY
        services.toast = services.say(N_("Saved: {title}"), title=title)
        return kept(value_of(named))

    return NameEntry(services, "", taken, entered)


def _one(services: Services, name: str, about: Template) -> Menu:
    """Return the menu of one template."""
    title = title_of(services, about)

    def remove() -> Next:
        try:
            templates.remove(data_folder(services), name)
        except templates.NoTemplate:
            services.toast = services.say(N_("It is already removed"))
        return Pop(ScreenAnswer.CHANGED)

    def rows() -> list[MenuRow]:
        sticks = list(services.find_sticks())
        missing = services.say(N_("Put a USB stick in first."))
        return [
            MenuRow(
                Item(services.say(N_("Look at it"))),
                lambda: Push(TextScreen(services, title, summary(services, about))),
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
    file = f"{name}{ENDING}"
    try:
        write_new(sticks[0], file, write(about).encode())
    except FileTrouble as trouble:
        services.toast = services.say(trouble.words, **trouble.facts)
        return STAY
    services.toast = services.say(N_("Saved: {title}"), title=file)
    return STAY


def stick_row(services: Services) -> MenuRow:
    """Return the row that imports templates from a stick."""
    sticks = list(services.find_sticks())
    hint = N_("Files that end in .toml, on the stick itself or in its folder templates.")
    if not sticks:
        hint = N_("Put a USB stick in first.")
    item = Item(services.say(N_("From a stick")), enabled=bool(sticks))
    act = (lambda: Push(stick_menu(services))) if sticks else lambda: STAY
    return MenuRow(item, act, services.say(hint))


def stick_menu(services: Services) -> Menu:
    """Return the menu of the templates on a stick, which imports the chosen one."""

    def rows() -> list[MenuRow]:
        sticks = list(services.find_sticks())
        found = [path for stick in sticks[:1] for path in templates.on_stick(stick)]
        return [
            MenuRow(Item(path.stem, may_cut=True), partial(_bring, services, path))
            for path in found
        ] or [MenuRow(Item(services.say(N_("No template on it"))), Pop)]

    return Menu(services, lambda: services.say(N_("From a stick")), rows)


def _bring(services: Services, path: Path) -> Next:
    """Import a template from a stick in a worker thread, then show the result or the error."""
    folder = data_folder(services)

    def keep() -> Template | BadTemplate:
        try:
            text = templates.read_file(path)
            about = template.load(text)
            templates.write(folder, safe_name(path.stem), text)
        except templates.NoTemplate as error:
            raise FileTrouble(path, N_("It cannot be read")) from error
        except BadTemplate as error:
            return error
        return about

    def tell(found: Template | BadTemplate) -> Screen:
        if isinstance(found, Template):
            said = services.say(N_("Saved: {title}"), title=title_of(services, found))
        else:
            said = services.voice(GAME).say(found.reason)
        return TextScreen(services, path.name, said)

    return Push(Work(services, path.name, keep, tell))


# --- change a template ---


KeyPath = tuple[str, ...]

WORDS: dict[KeyPath, tuple[str, tuple[tuple[Any, str], ...]]] = {
    ("wins",): (N_("Who wins"), ((HIGHEST, N_("the highest")), (LOWEST, N_("the lowest")))),
    ("sheet",): (
        N_("Kind"),
        (
            (ROUNDS, N_("sheet of rounds")),
            (RUNNING, N_("running total")),
            (ONCE, N_("lines filled once")),
        ),
    ),
    ("turns",): (
        N_("Turns"),
        ((NONE, N_("none")), (ENTRY, N_("after each entry")), (NEXT, N_("with next player"))),
    ),
    ("order", "marker"): (
        N_("Marker"),
        ((NONE, N_("none")), (DEALER, N_("the dealer")), (FIRST, N_("first player"))),
    ),
    ("order", "moves"): (N_("Marker moves"), ((False, N_("no")), (True, N_("yes")))),
    ("end", "when"): (
        N_("At target"),
        ((ROUND, N_("finish round")), (AT_ONCE, N_("at once"))),
    ),
}
NUMBERS: dict[KeyPath, tuple[str, tuple[int, ...]]] = {
    ("end", "rounds"): (N_("Rounds"), tuple(range(1, 31))),
    ("end", "target"): (
        N_("Target"),
        (0, 3, 5, 7, 10, 11, 15, 20, 21, 25, 30, 40, 50, 100, 121, 150, 200, 250, 300, 500, 501,
         1000, 1500, 2000, 5000, 10000),
    ),
    ("start",): (N_("Begins with"), (0, 10, 20, 50, 100, 200, 301, 500, 501, 1000, 1500)),
}  # fmt: skip


class Adapt(Menu):
    """The menu of the values of a draft's template."""

    def __init__(self, services: Services, plan: Draft) -> None:
        self.plan = plan
        super().__init__(services, lambda: services.say(N_("Adapt")), self._make)

    def _make(self) -> list[MenuRow]:
        say = self.services.say
        rows = [self._row(path, say(title)) for path, (title, _) in NUMBERS.items()]
        rows[1:1] = [self._row(path, say(title)) for path, (title, _) in WORDS.items()]
        rows.append(
            MenuRow(
                Item(say(N_("Save as template"))),
                self._save,
                say(N_("Under a name of your own, to be chosen again.")),
            )
        )
        return rows

    def _row(self, path: KeyPath, title: str) -> MenuRow:
        value = _get(value_of(proposed(self.services, self.plan)), path)
        shown = _name(self.services, path, value)
        return MenuRow(Item(title, shown), partial(self._choose, path, title))

    def _choose(self, path: KeyPath, title: str) -> Next:
        value = _get(value_of(proposed(self.services, self.plan)), path)
        values = _values(path)
        rows = [
            MenuRow(Item(_name(self.services, path, each)), partial(self._take, path, each))
            for each in values
        ]
        index = values.index(value) if value in values else 0
        return Push(Menu(self.services, lambda: title, lambda: rows, index))

    def _take(self, path: KeyPath, value: Any) -> Next:
        """Put a value into the template, unless that makes it invalid."""
        changed = _put(value_of(proposed(self.services, self.plan)), path, value)
        try:
            template.read(changed)
        except Refused as refused:
            self.services.toast = self.services.voice(GAME).say(refused.reason)
            return STAY
        self.plan.given["template"] = changed
        return Pop()

    def _save(self) -> Next:
        def kept(value: Json) -> Next:
            self.plan.given["template"] = value
            return Pop()

        return Push(ask_title(self.services, proposed(self.services, self.plan), kept))


def _values(path: KeyPath) -> list[Any]:
    if path in WORDS:
        return [value for value, _ in WORDS[path][1]]
    return [None, *NUMBERS[path][1]]


def _name(services: Services, path: KeyPath, value: Any) -> str:
    if path in WORDS:
        known = dict(WORDS[path][1])
        return services.say(known[value]) if value in known else services.say(_first(path))
    if isinstance(value, dict):
        return services.say(N_("by players"))
    return "-" if value is None else str(value)


def _first(path: KeyPath) -> str:
    return WORDS[path][1][0][1]


def _get(value: Json, path: KeyPath) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _put(value: Json, path: KeyPath, new: Any) -> Json:
    """Return a template with one value changed, without values that depend on a removed one."""
    value = deepcopy(value)
    table = value
    for key in path[:-1]:
        table = table.setdefault(key, {})
    table.pop(path[-1], None)
    if new is not None:
        table[path[-1]] = new
    if path == ("end", "target") and new is None:
        for key in ("when", "lead", "exact"):
            table.pop(key, None)
    if path == ("order", "marker") and new == NONE:
        table.pop("moves", None)
    return {key: held for key, held in value.items() if held != {}}
