"""Comparing and mending a table: its areas, and what can be said to be otherwise.

A position travels as JSON. A game opens it as a value of its own, changes that, and closes it:

    position --open--> value --change--> value --close--> position --> the engine checks it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Generic, TypeVar

from engines.engine import Json
from firmware_py.ui.canvas import Canvas

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EditField:
    """Something that the editor can change: its name, its value now, and what it may become.

    `put(position, value)` returns the position with the change; the engine checks the result.
    """

    title: str
    value: str
    values: tuple[str, ...]
    put: Callable[[Json, str], Json]


@dataclass(frozen=True, slots=True)
class TableArea:
    """A part of the table to compare: what it should hold, in words and perhaps drawn."""

    title: str
    lines: tuple[str, ...]
    fields: tuple[EditField, ...] = ()
    draw: Callable[[Canvas], None] | None = None


@dataclass(frozen=True, slots=True)
class Editor(Generic[T]):
    """How a game opens and closes its positions."""

    open: Callable[[Json], T]
    close: Callable[[T], Json]

    def field(self, title: str, value: str, changes: Mapping[str, Callable[[T], T]]) -> EditField:
        """Return a field whose values each stand for a change; its own value changes nothing."""

        def put(position: Json, chosen: str) -> Json:
            if chosen == value:
                return position
            return self.close(changes[chosen](self.open(position)))

        values = tuple(changes) if value in changes else (value, *changes)
        return EditField(title, value, values, put)


def _as_it_is(position: Json) -> Json:
    return position


COPY: Editor[Json] = Editor(deepcopy, _as_it_is)
"""For positions that are changed as they are written: a change may edit the copy it gets."""
