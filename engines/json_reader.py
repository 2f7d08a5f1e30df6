"""Read what was typed in or sent: any JSON is either taken or refused, with the place in it.

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

SHOWN = 40
MOST = 10**15
"""A number that every reader of JSON holds exactly; no count of a real match comes near it."""


def shown(value: Json) -> str:
    """Return any value as a short text that can be printed."""
    match value:
        case str():
            text = value
        case list() | tuple():
            text = "[...]"
        case dict():
            text = "{...}"
        case _:
            text = json.dumps(value, default=str)  # TOML knows dates
    return "".join(letter if letter.isprintable() else "?" for letter in text[:SHOWN])


def refuse_seat(code: str, seat: int, seats: int) -> Reason | None:
    """Return the reason against a seat that is none."""
    if 0 <= seat < seats:
        return None
    return Reason(code, {"value": shown(seat), "low": 0, "high": seats - 1})


def check_start(start: Start, seats: tuple[int, int]) -> None:
    """Refuse a number of players, or a first player, that a game cannot have; raise BadStart."""
    low, high = seats
    if not low <= start.seats <= high:
        code = "BAD_SEATS" if low < high else "BAD_SEATS_EXACT"
        raise BadStart(Reason(code, {"value": shown(start.seats), "low": low, "high": high}))
    if reason := refuse_seat("BAD_FIRST", start.first, start.seats):
        raise BadStart(reason)


WHOLE = "position"


class JsonReader:
    """A value within a position, and the way to it. Every method raises BadPosition."""

    def __init__(self, value: Json, place: str = WHOLE) -> None:
        self.value = value
        self.place = place

    def refuse(self, expected: str | Fact) -> NoReturn:
        """Say what should be here: a code of `expected`, or a fact."""
        wanted = Term("expected", expected) if isinstance(expected, str) else expected
        facts: dict[str, Fact] = {
            "place": self.place,
            "value": shown(self.value),
            "expected": wanted,
        }
        raise BadPosition(Reason("BAD_POSITION", facts))

    def object(self, needed: Collection[str], more: Collection[str] = ()) -> dict[str, JsonReader]:
        """Return the values of an object by their keys; those in `more` may be missing."""
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
        return JsonReader(value, key if self.place == WHOLE else f"{self.place} {key}")

    def items(self, size: int | None = None) -> list[JsonReader]:
        """Return the values of a list; their places count from 1."""
        if not isinstance(self.value, list | tuple):
            self.refuse("list")
        if size is not None and len(self.value) != size:
            self.refuse((Term("expected", "list"), size))
        return [JsonReader(each, f"{self.place} {at}") for at, each in enumerate(self.value, 1)]

    def whole(self, low: int = 0, high: int = MOST) -> int:
        """Return a whole number within its limits."""
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.refuse((Term("expected", "number"), f"{low}..{high}"))
        return value

    def wholes(self, low: int = 0, high: int = MOST) -> tuple[int, ...]:
        """Return a list of different numbers, in rising order."""
        numbers = tuple(each.whole(low, high) for each in self.items())
        if list(numbers) != sorted(set(numbers)):
            self.refuse("rising")
        return numbers

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self.refuse("flag")
        return self.value

    def one_of(self, values: Sequence[str]) -> str:
        """Return one of some texts."""
        if not isinstance(self.value, str) or self.value not in values:
            self.refuse(tuple(values))
        return self.value

    def letters(self, alphabet: Collection[str], longest: int, width: int = 1) -> tuple[str, ...]:
        """Return the letters, or the codes of equal width, that a text is made of."""
        value = self.value
        if not isinstance(value, str) or len(value) > longest * width:
            self.refuse((Term("expected", "letters"), *alphabet))
        codes = tuple(value[at : at + width] for at in range(0, len(value), width))
        if any(code not in alphabet for code in codes):
            self.refuse((Term("expected", "letters"), *alphabet))
        return codes
