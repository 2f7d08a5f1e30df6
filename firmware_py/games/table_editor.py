"""The table editor: areas of a table to compare, and the fields that can be corrected in them.

A field is declared: its title, the values that it may have with their names (its domain), the value
that it has now, and a function that puts another into a copy of the table.

    table --put(copy, value)--> table --write--> position --> the engine checks it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Generic, TypeVar

from engines.engine import Json, Seat, Term
from firmware_py.core.language import N_
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas

T = TypeVar("T")
V = TypeVar("V")
N = TypeVar("N", str, int)

NOTHING = "-"


@dataclass(frozen=True, slots=True)
class EditField:
    """Something that the editor can change: its name, its value now, and what it may become.

    `put(value)` returns the position with the change; the engine checks the result.
    """

    title: str
    value: str
    values: tuple[str, ...]
    put: Callable[[str], Json]


@dataclass(frozen=True, slots=True)
class TableArea:
    """A part of the table to compare: what it should hold, in words and perhaps drawn."""

    title: str
    lines: tuple[str, ...]
    fields: tuple[EditField, ...] = ()
    draw: Callable[[Canvas], None] | None = None


def _as_it_is(position: Json) -> Json:
    return position


@dataclass(frozen=True, slots=True)
class Editor(Generic[T]):
    """Makes the fields of a table: its position, or a value that can be written as one."""

    table: T
    write: Callable[[T], Json] = _as_it_is

    def field(
        self,
        title: str,
        domain: Mapping[V, str],
        held: V | None,
        put: Callable[[T, V], T],
        missing: str = NOTHING,
    ) -> EditField:
        """Return a field that holds one value of a domain, or none of them (`missing`).

        `put` gets a copy of the table, which it may change in place.
        """
        values = {name: value for value, name in domain.items()}
        shown = next((name for value, name in domain.items() if value == held), missing)

        def change(name: str) -> Json:
            table = deepcopy(self.table)
            return self.write(table if name == shown else put(table, values[name]))

        names = tuple(values) if shown in values else (shown, *values)
        return EditField(title, shown, names, change)


def at(*path: str | int) -> Callable[[Json, Json], Json]:
    """Return a `put` that sets what is at a path in a position."""
    *parents, last = path

    def put(position: Json, value: Json) -> Json:
        part = position
        for key in parents:
            part = part[key]
        part[last] = value
        return position

    return put


# --- domains ---


def numbers(values: Iterable[int]) -> dict[int, str]:
    """Return numbers with themselves as names."""
    return {value: str(value) for value in values}


def people(scene: AnyScene, seats: Iterable[int]) -> dict[int, str]:
    """Return seats with the names of those who have them."""
    return {seat: scene.voice.fact(Seat(seat)) for seat in seats}


def terms(scene: AnyScene, kind: str, values: Iterable[N]) -> dict[N, str]:
    """Return values with the game's own words for them."""
    return {value: scene.voice.fact(Term(kind, value)) for value in values}


def yes_no(scene: AnyScene) -> dict[bool, str]:
    """Return no and yes."""
    return {False: scene.say(N_("no")), True: scene.say(N_("yes"))}
