"""Describes position fields as shapes, each of which reads a field from JSON and writes it.

>>> shapes = {"turn": whole(0, 3), "pawns": listed(whole(-1, 74), 2), "left": rising(0, 1)}
>>> read_fields(JsonReader({"turn": 1, "pawns": [5, -1]}).object(["turn"], shapes), shapes)
{'turn': 1, 'pawns': (5, -1)}
>>> from types import SimpleNamespace
>>> write_fields(SimpleNamespace(turn=1, pawns=(5, -1), left=()), shapes, optional=["left"])
{'turn': 1, 'pawns': [5, -1]}

The names are the fields of a game's state, in the order of writing. An unreadable field raises
BadPosition with its place; a missing field keeps its default.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engines.engine import Json
from engines.json_reader import NUMBER_LIMIT, JsonReader

T = TypeVar("T")


def plain(value: Json) -> Json:
    """Return a value as JSON, with tuples as lists."""
    return [plain(each) for each in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """How a value is read from and written to JSON."""

    read: Callable[[JsonReader], T]
    write: Callable[[T], Json] = plain


Shapes = Mapping[str, Shape[Any]]


def read_fields(
    at: Mapping[str, JsonReader], shapes: Shapes, first: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the values of the fields present; fields in `first` are checked before the others."""
    return {
        name: shapes[name].read(at[name]) for name in dict.fromkeys((*first, *shapes)) if name in at
    }


def write_fields(value: object, shapes: Shapes, optional: Collection[str] = ()) -> dict[str, Json]:
    """Return the fields of a value as JSON; optional fields are left out if empty."""
    return {
        name: shape.write(held)
        for name, shape in shapes.items()
        if (held := getattr(value, name)) or name not in optional
    }


def whole(low: int = 0, high: int = NUMBER_LIMIT) -> Shape[int]:
    """Return the shape of a whole number within limits."""
    return Shape(lambda at: at.whole(low, high))


def flag() -> Shape[bool]:
    """Return the shape of a boolean."""
    return Shape(JsonReader.flag)


def one_of(values: Sequence[str]) -> Shape[str]:
    """Return the shape of a text out of `values`."""
    return Shape(lambda at: at.one_of(values))


def rising(low: int, high: int) -> Shape[tuple[int, ...]]:
    """Return the shape of strictly increasing numbers."""
    return Shape(lambda at: at.wholes(low, high))


def nullable(shape: Shape[T]) -> Shape[T | None]:
    """Return the shape of a value or null."""
    return Shape(
        lambda at: None if at.value is None else shape.read(at),
        lambda value: None if value is None else shape.write(value),
    )


def listed(shape: Shape[T], size: int | None = None) -> Shape[tuple[T, ...]]:
    """Return the shape of a list of values of one shape."""
    return Shape(
        lambda at: tuple(shape.read(each) for each in at.items(size)),
        lambda values: [shape.write(each) for each in values],
    )


def in_row(make: Callable[..., T], shapes: Shapes) -> Shape[T]:
    """Return the shape of a class whose fields are written as a list, by position."""

    def read(at: JsonReader) -> T:
        pairs = zip(shapes.values(), at.items(len(shapes)), strict=True)
        return make(*(shape.read(each) for shape, each in pairs))

    return Shape(read, lambda value: list(write_fields(value, shapes).values()))


def in_object(make: Callable[..., T], shapes: Shapes, optional: Collection[str] = ()) -> Shape[T]:
    """Return the shape of a class whose fields are written as an object."""
    needed = [name for name in shapes if name not in optional]
    return Shape(
        lambda at: make(**read_fields(at.object(needed, optional), shapes)),
        lambda value: write_fields(value, shapes, optional),
    )
