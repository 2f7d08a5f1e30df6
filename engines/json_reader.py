"""Reads untrusted JSON; a wrong value raises an error that names its place.

>>> at = JsonReader({"turn": 2, "pawns": [5, 80]}).object(("turn", "pawns"))
>>> at["turn"].whole(0, 3)
2
>>> [each.whole(-1, 74) for each in at["pawns"].items(2)]
Traceback (most recent call last):
engines.engine.BadPosition: BAD_POSITION {'place': 'pawns 2', 'value': '80', ...
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import NoReturn

from engines.engine import BadPosition, BadStart, Fact, Json, Reason, Start, Term

SHOWN_CHARS = 40
NUMBER_LIMIT = 10**15
"""The largest number accepted: every JSON reader represents it exactly."""


def shown(value: Json) -> str:
    """Return any value as a short printable text."""
    match value:
        case str():
            text = value
        case list() | tuple():
            text = "[...]"
        case dict():
            text = "{...}"
        case _:
            text = json.dumps(value, default=str)  # TOML has dates
    return "".join(letter if letter.isprintable() else "?" for letter in text[:SHOWN_CHARS])


def refuse_seat(code: str, seat: int, seats: int) -> Reason | None:
    """Return why `seat` is out of range, or None."""
    if 0 <= seat < seats:
        return None
    return Reason(code, {"value": shown(seat), "low": 0, "high": seats - 1})


def check_start(start: Start, seats: tuple[int, int]) -> None:
    """Raise BadStart if a game cannot have this number of seats or this first player."""
    low, high = seats
    if not low <= start.seats <= high:
        code = "BAD_SEATS" if low < high else "BAD_SEATS_EXACT"
        raise BadStart(Reason(code, {"value": shown(start.seats), "low": low, "high": high}))
    if reason := refuse_seat("BAD_FIRST", start.first, start.seats):
        raise BadStart(reason)


ROOT_PLACE = "position"


class JsonReader:
    """A value within a position and the path to it. Every method raises BadPosition."""

    def __init__(self, value: Json, place: str = ROOT_PLACE) -> None:
        self.value = value
        self.place = place

    def refuse(self, expected: str | Fact) -> NoReturn:
        """Raise BadPosition that names what was expected: a term of the family `expected`, or a
        fact.
        """
        wanted = Term("expected", expected) if isinstance(expected, str) else expected
        facts: dict[str, Fact] = {
            "place": self.place,
            "value": shown(self.value),
            "expected": wanted,
        }
        raise BadPosition(Reason("BAD_POSITION", facts))

    def object(self, needed: Collection[str], more: Collection[str] = ()) -> dict[str, JsonReader]:
        """Return a reader for each key of an object; keys in `more` are optional."""
        if not isinstance(self.value, dict):
            self.refuse("object")
        for key in needed:
            if key not in self.value:
                self._at(key, None).refuse("needed")
        for key, value in self.value.items():
            if key not in needed and key not in more:
                self._at(shown(key), value).refuse("no_key")
        return {key: self._at(key, value) for key, value in self.value.items()}

    def _at(self, key: str, value: Json) -> JsonReader:
        return JsonReader(value, key if self.place == ROOT_PLACE else f"{self.place} {key}")

    def items(self, size: int | None = None) -> list[JsonReader]:
        """Return a reader for each element of a list; their places count from 1."""
        if not isinstance(self.value, list | tuple):
            self.refuse("list")
        if size is not None and len(self.value) != size:
            self.refuse((Term("expected", "list"), size))
        return [JsonReader(each, f"{self.place} {at}") for at, each in enumerate(self.value, 1)]

    def whole(self, low: int = 0, high: int = NUMBER_LIMIT) -> int:
        """Return the whole number, if it is within the limits."""
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.refuse((Term("expected", "number"), f"{low}..{high}"))
        return value

    def wholes(self, low: int = 0, high: int = NUMBER_LIMIT) -> tuple[int, ...]:
        """Return the list of numbers, if they are strictly increasing."""
        numbers = tuple(each.whole(low, high) for each in self.items())
        if list(numbers) != sorted(set(numbers)):
            self.refuse("rising")
        return numbers

    def flag(self) -> bool:
        """Return the boolean."""
        if not isinstance(self.value, bool):
            self.refuse("flag")
        return self.value

    def one_of(self, values: Sequence[str]) -> str:
        """Return the text, if it is one of `values`."""
        if not isinstance(self.value, str) or self.value not in values:
            self.refuse(tuple(values))
        return self.value

    def letters(self, alphabet: Collection[str], longest: int, width: int = 1) -> tuple[str, ...]:
        """Return the codes of `width` letters that a text consists of."""
        value = self.value
        if not isinstance(value, str) or len(value) > longest * width:
            self.refuse((Term("expected", "letters"), *alphabet))
        codes = tuple(value[at : at + width] for at in range(0, len(value), width))
        if any(code not in alphabet for code in codes):
            self.refuse((Term("expected", "letters"), *alphabet))
        return codes
