"""Describes the parts of a template as shapes, each of which reads a part from JSON and writes it.

A value that is the default of its field is left out of the JSON.
"""

from __future__ import annotations

import re
from dataclasses import fields

from engines import shape
from engines.engine import Json, Term
from engines.json_reader import JsonReader
from engines.languages import SOURCE
from engines.scorepad.template_values import (
    AT_LEAST,
    AT_ONCE,
    CLOCKWISE,
    DEALER,
    DOWN,
    EXACT,
    FIRST,
    FIRST_FIRST,
    HIGHEST,
    LAST,
    LAST_FIRST,
    LOWEST,
    MEAN,
    NONE,
    ROUND,
    ROUND_LIMIT,
    ROUNDS_WON,
    SEATS,
    SHEETS,
    START,
    TURNS,
    UP,
    VALUE_LIMIT,
    Bids,
    Bonus,
    End,
    Line,
    Multiply,
    Order,
    Texts,
    Tie,
    Worth,
)

LINES_LIMIT = 30
LIST_LIMIT = 12
LANGUAGE_LIMIT = 12
TEXT_LIMIT = 40
BGG_LIMIT = 10_000_000

FIELDS = {
    "for": "fits",
    "line": "lines",
    "bonus": "bonuses",
    "multiply": "multiplies",
    "tie": "ties",
}
"""The field of a key of a template, if it has another name."""

_ID = re.compile("[a-z][a-z0-9_]{0,15}")
_LANGUAGE = re.compile("[a-z]{2}")


def write_changed(part: object, shapes: shape.Shapes) -> dict[str, Json]:
    """Return a part as JSON without the fields that have their default."""
    defaults = {each.name: each.default for each in fields(part)}  # type: ignore[arg-type]
    held = {key: getattr(part, FIELDS.get(key, key)) for key in shapes}
    return {
        key: shapes[key].write(value)
        for key, value in held.items()
        if value != defaults[FIELDS.get(key, key)]
    }


# --- values ---------------------------------------------------------------------------------


def _some(at: JsonReader, most: int = LIST_LIMIT) -> list[JsonReader]:
    """Return the elements of a list that is short enough."""
    items = at.items()
    if not 1 <= len(items) <= most:
        at.refuse((Term("expected", "items"), f"1..{most}"))
    return items


def _few(inner: shape.Shape[shape.T], most: int = LIST_LIMIT) -> shape.Shape[tuple[shape.T, ...]]:
    return shape.Shape(
        lambda at: tuple(inner.read(each) for each in _some(at, most)),
        lambda values: [inner.write(each) for each in values],
    )


def _text(at: JsonReader) -> str:
    """Return a short printable text."""
    value = at.value
    is_fine = isinstance(value, str) and 1 <= len(value) <= TEXT_LIMIT and value.isprintable()
    if not is_fine or value != value.strip():
        at.refuse((Term("expected", "text"), f"1..{TEXT_LIMIT}"))
    return str(value)


def _texts(at: JsonReader) -> Texts:
    """Return a text for all languages, or one for each."""
    if not isinstance(at.value, dict):
        return ((SOURCE, _text(at)),)
    if not 1 <= len(at.value) <= LANGUAGE_LIMIT or SOURCE not in at.value:
        at.refuse("languages")
    for code in at.value:
        if not isinstance(code, str) or not _LANGUAGE.fullmatch(code):
            at.refuse("languages")
    return tuple((code, _text(each)) for code, each in sorted(at.object(at.value).items()))


def _write_texts(texts: Texts) -> Json:
    return texts[0][1] if [code for code, _ in texts] == [SOURCE] else dict(texts)


TEXTS = shape.Shape(_texts, _write_texts)


def _id(at: JsonReader) -> str:
    if not isinstance(at.value, str) or not _ID.fullmatch(at.value) or at.value == ROUNDS_WON:
        at.refuse("id")
    return at.value


def _player_range(at: JsonReader) -> tuple[int, ...]:
    low, high = (each.whole(*SEATS) for each in at.items(2))
    if low > high:
        at.refuse("low_high")
    return low, high


def _numbers(low: int, high: int, most: int = LIST_LIMIT) -> shape.Shape[tuple[int, ...]]:
    def read(at: JsonReader) -> tuple[int, ...]:
        numbers = tuple(each.whole(low, high) for each in _some(at, most))
        if len(set(numbers)) != len(numbers):
            at.refuse("different")
        return numbers

    return shape.Shape(read)


# --- lines ----------------------------------------------------------------------------------

_VALUE = shape.whole(-VALUE_LIMIT, VALUE_LIMIT)
_BOUNDS: shape.Shapes = {"id": shape.Shape(_id), "low": _VALUE, "high": _VALUE}


def _line_shapes(low: int, high: int) -> shape.Shapes:
    return {
        "id": _BOUNDS["id"],
        "name": TEXTS,
        "low": _VALUE,
        "high": _VALUE,
        "step": shape.whole(1, VALUE_LIMIT),
        "quick": _numbers(low, high),
        "values": _numbers(low, high),
        "times": shape.whole(-1_000, 1_000),
        "needs_hit": shape.flag(),
    }


def _line(top: JsonReader) -> Line:
    at = top.object(("id",), _line_shapes(0, 0))
    line = Line(**shape.read_fields(at, _BOUNDS))
    if line.low > line.high:
        at["high" if "high" in at else "low"].refuse("low_high")
    return Line(**shape.read_fields(at, _line_shapes(line.low, line.high)))


def _write_line(line: Line) -> Json:
    return write_changed(line, _line_shapes(line.low, line.high))


def _lines(at: JsonReader) -> tuple[Line, ...]:
    readers = _some(at, LINES_LIMIT)
    lines = tuple(_line(each) for each in readers)
    for place, line in enumerate(lines):
        if line.id in {other.id for other in lines[:place]}:
            readers[place].object(readers[place].value)["id"].refuse("new_id")
    return lines


LINES = shape.Shape(_lines, lambda lines: [_write_line(line) for line in lines])

# --- order and end --------------------------------------------------------------------------

_ORDER: shape.Shapes = {
    "play": shape.one_of((CLOCKWISE, LAST_FIRST, FIRST_FIRST)),
    "marker": shape.one_of((NONE, DEALER, FIRST)),
    "moves": shape.flag(),
}


def _round_counts(at: JsonReader) -> tuple[tuple[int, int], ...]:
    """Return a number of rounds, or one for each number of players."""
    if not isinstance(at.value, dict):
        return ((0, at.whole(1, ROUND_LIMIT)),)
    counts = [str(count) for count in range(SEATS[0], SEATS[1] + 1)]
    rounds = at.object((), counts)
    if not rounds:
        at.refuse((Term("expected", "items"), f"1..{SEATS[1]}"))
    return tuple(sorted((int(key), each.whole(1, ROUND_LIMIT)) for key, each in rounds.items()))


def _write_counts(rounds: tuple[tuple[int, int], ...]) -> Json:
    return dict(rounds).get(0) or {str(count): number for count, number in rounds}


_END: shape.Shapes = {
    "rounds": shape.Shape(_round_counts, _write_counts),
    "target": _VALUE,
    "when": shape.one_of((AT_ONCE, ROUND)),
    "lead": shape.whole(0, VALUE_LIMIT),
    "exact": shape.flag(),
}


def _end(top: JsonReader) -> End:
    at = top.object((), _END)
    for key in ("when", "lead", "exact"):
        if key in at and "target" not in at:
            at[key].refuse("with_target")
    return End(**shape.read_fields(at, _END))


# --- bids, bonuses, ties --------------------------------------------------------------------

_WORTH: shape.Shapes = dict.fromkeys(
    ("base", "per_bid", "per_made", "per_off", "per_card"), shape.whole(-10_000, 10_000)
)


def _worth(top: JsonReader) -> Worth:
    at = top.object((), _WORTH)
    return Worth(**{key: _WORTH[key].read(each) for key, each in at.items()})


_WORTHS = shape.Shape(_worth, lambda worth: write_changed(worth, _WORTH))


def _cards(at: JsonReader) -> str | tuple[int, ...]:
    if isinstance(at.value, list | tuple):
        return tuple(each.whole(1, 100) for each in _some(at, ROUND_LIMIT))
    return at.one_of((UP, DOWN))


def _bids(ids: tuple[str, ...]) -> shape.Shape[Bids]:
    shapes: shape.Shapes = {
        "bid": shape.one_of(ids),
        "made": shape.one_of(ids),
        "hit_when": shape.one_of((EXACT, AT_LEAST)),
        "hit": _WORTHS,
        "miss": _WORTHS,
        "zero_hit": _WORTHS,
        "zero_miss": _WORTHS,
        "cards": shape.Shape(_cards),
        "all_taken": shape.flag(),
    }

    def read(top: JsonReader) -> Bids:
        at = top.object(("bid", "made"), shapes)
        if shapes["bid"].read(at["bid"]) == shapes["made"].read(at["made"]):
            at["made"].refuse("another_line")
        return Bids(**shape.read_fields(at, shapes))

    return shape.Shape(read, lambda bids: write_changed(bids, shapes))


def _bonus(ids: tuple[str, ...]) -> shape.Shape[Bonus]:
    def lines(at: JsonReader) -> tuple[str, ...]:
        names = tuple(each.one_of(ids) for each in _some(at, LINES_LIMIT))
        if len(set(names)) != len(names):
            at.refuse("different")
        return names

    threshold = shape.whole(1, VALUE_LIMIT)
    shapes: shape.Shapes = {
        "lines": shape.Shape(lines),
        "points": _VALUE,
        "at_least": threshold,
        "every": threshold,
    }

    def read(top: JsonReader) -> Bonus:
        at = top.object(("lines", "points"), shapes)
        if ("at_least" in at) == ("every" in at):
            top.refuse("one_threshold")
        return Bonus(**shape.read_fields(at, shapes))

    return shape.Shape(read, lambda bonus: write_changed(bonus, shapes))


_MULTIPLY = shape.in_object(
    Multiply, {"rounds": _numbers(1, ROUND_LIMIT, ROUND_LIMIT), "by": shape.whole(-10, 10)}
)


def _tie(ids: tuple[str, ...]) -> shape.Shape[Tie]:
    def read(top: JsonReader) -> Tie:
        at = top.object((), ("most", "fewest"))
        if len(at) != 1:
            top.refuse("most_or_fewest")
        ((key, each),) = at.items()
        return Tie(key == "most", each.one_of((*ids, ROUNDS_WON)))

    return shape.Shape(read, lambda tie: {"most" if tie.most else "fewest": tie.of})


# --- the whole ------------------------------------------------------------------------------


def shapes_of(ids: tuple[str, ...]) -> shape.Shapes:
    """Return the shapes of a template whose lines have these ids, by key, in order of writing."""
    return {
        "title": TEXTS,
        "for": _few(shape.Shape(_text)),
        "players": shape.Shape(_player_range),
        "sheet": shape.one_of(SHEETS),
        "wins": shape.one_of((HIGHEST, LOWEST)),
        "count": shape.one_of((UP, DOWN)),
        "start": _VALUE,
        "turns": shape.one_of(TURNS),
        "teams": shape.whole(0, SEATS[1]),
        "join": shape.one_of((START, LAST, MEAN)),
        "bgg": shape.whole(0, BGG_LIMIT),
        "order": shape.Shape(
            lambda at: Order(**shape.read_fields(at.object((), _ORDER), _ORDER)),
            lambda order: write_changed(order, _ORDER),
        ),
        "end": shape.Shape(_end, lambda end: write_changed(end, _END)),
        "line": LINES,
        "bids": _bids(ids),
        "bonus": _few(_bonus(ids)),
        "multiply": _few(_MULTIPLY),
        "tie": _few(_tie(ids)),
    }
