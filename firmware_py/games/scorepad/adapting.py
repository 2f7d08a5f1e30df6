"""Change a template on the box: who wins, what ends it, how it is counted; and keep it.

What a template cannot be together is refused by its own checks, with what to do.
"""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import Any

from engines.engine import Json, Refused
from engines.scorepad import GAME, template
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
)
from engines.scorepad.template_writer import value_of
from firmware_py.core.language import N_
from firmware_py.games.draft import Draft
from firmware_py.games.scorepad.keeping import ask_title
from firmware_py.games.scorepad.listing import proposed
from firmware_py.ui.lists import Menu, MenuRow
from firmware_py.ui.navigation import STAY, Next, Pop, Push
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item

Path = tuple[str, ...]

WORDS: dict[Path, tuple[str, tuple[tuple[Any, str], ...]]] = {
    ("wins",): (N_("Who wins"), ((HIGHEST, N_("the highest")), (LOWEST, N_("the lowest")))),
    ("sheet",): (
        N_("Kind"),
        (
            (ROUNDS, N_("sheet of rounds")),
            (RUNNING, N_("running score")),
            (ONCE, N_("lines filled once")),
        ),
    ),
    ("turns",): (
        N_("Turns"),
        ((NONE, N_("none")), (ENTRY, N_("an entry ends it")), (NEXT, N_("told by hand"))),
    ),
    ("order", "marker"): (
        N_("Marker"),
        ((NONE, N_("none")), (DEALER, N_("the dealer")), (FIRST, N_("first player"))),
    ),
    ("order", "moves"): (N_("Marker moves"), ((False, N_("no")), (True, N_("yes")))),
    ("end", "when"): (
        N_("Target ends"),
        ((ROUND, N_("round's end")), (AT_ONCE, N_("at once"))),
    ),
}
NUMBERS: dict[Path, tuple[str, tuple[int, ...]]] = {
    ("end", "rounds"): (N_("Rounds"), tuple(range(1, 31))),
    ("end", "target"): (
        N_("Target"),
        (0, 3, 5, 7, 10, 11, 15, 20, 21, 25, 30, 40, 50, 100, 121, 150, 200, 250, 300, 500, 501,
         1000, 1500, 2000, 5000, 10000),
    ),
    ("start",): (N_("Begins with"), (0, 10, 20, 50, 100, 200, 301, 500, 501, 1000, 1500)),
}  # fmt: skip


class Adapt(Menu):
    """What can be changed of the template of a draft."""

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

    def _row(self, path: Path, title: str) -> MenuRow:
        value = _get(value_of(proposed(self.services, self.plan)), path)
        shown = _name(self.services, path, value)
        return MenuRow(Item(title, shown), partial(self._choose, path, title))

    def _choose(self, path: Path, title: str) -> Next:
        value = _get(value_of(proposed(self.services, self.plan)), path)
        values = _values(path)
        rows = [
            MenuRow(Item(_name(self.services, path, each)), partial(self._take, path, each))
            for each in values
        ]
        index = values.index(value) if value in values else 0
        return Push(Menu(self.services, lambda: title, lambda: rows, index))

    def _take(self, path: Path, value: Any) -> Next:
        """Put a value into the template, if that is still one."""
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


def _values(path: Path) -> list[Any]:
    if path in WORDS:
        return [value for value, _ in WORDS[path][1]]
    return [None, *NUMBERS[path][1]]


def _name(services: Services, path: Path, value: Any) -> str:
    """Return a value as people read it."""
    if path in WORDS:
        known = dict(WORDS[path][1])
        return services.say(known[value]) if value in known else services.say(_first(path))
    if isinstance(value, dict):
        return services.say(N_("by players"))
    return "-" if value is None else str(value)


def _first(path: Path) -> str:
    return WORDS[path][1][0][1]


def _get(value: Json, path: Path) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _put(value: Json, path: Path, new: Any) -> Json:
    """Return a template with one fact changed; what depends on it goes with it."""
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
