"""The table editor: areas of a table to compare, and the fields to correct in them.

A field declares its title, the values that it may have with their names (its domain), its present
value, and a function that puts another value into a copy of the table.

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
    """A value that the editor can change: its title, its present value, and possible values.

    `put(value)` returns the position with the change; the engine checks the result.
    """

    title: str
    value: str
    values: tuple[str, ...]
    put: Callable[[str], Json]


@dataclass(frozen=True, slots=True)
class TableArea:
    """A part of the table to compare: its expected content in words and perhaps drawn."""

    title: str
    lines: tuple[str, ...]
    fields: tuple[EditField, ...] = ()
    draw: Callable[[Canvas], None] | None = None


def _as_it_is(position: Json) -> Json:
    return position


@dataclass(frozen=True, slots=True)
class Editor(Generic[T]):
    """Makes the fields of a table, which is a position or a value that `write` turns into one."""

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
        """Return a field with one value of a domain, or none of them (`missing`).

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
    """Return a `put` that sets the value at a path in a position."""
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
    """Return a domain of numbers."""
    return {value: str(value) for value in values}


def people(scene: AnyScene, seats: Iterable[int]) -> dict[int, str]:
    """Return a domain of seats, named by their players."""
    return {seat: scene.voice.fact(Seat(seat)) for seat in seats}


def terms(scene: AnyScene, kind: str, values: Iterable[N]) -> dict[N, str]:
    """Return a domain of values in the game's own words."""
    return {value: scene.voice.fact(Term(kind, value)) for value in values}


def yes_no(scene: AnyScene) -> dict[bool, str]:
    """Return the domain of no and yes."""
    return {False: scene.say(N_("no")), True: scene.say(N_("yes"))}
