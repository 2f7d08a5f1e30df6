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
    BANK,
    CLOCKWISE,
    COUNTER,
    DEALER,
    DOWN,
    EACH_ROUND,
    EXACT,
    FEWEST,
    FIRST,
    FIRST_FIRST,
    GAME,
    HIGHEST,
    LAST,
    LAST_FIRST,
    LOSERS,
    LOWEST,
    MEAN,
    NONE,
    OTHERS,
    PRODUCT,
    ROUND,
    ROUND_LIMIT,
    ROUNDS_WON,
    SEATS,
    SHEETS,
    START,
    SUM,
    TURNS,
    UP,
    VALUE_LIMIT,
    Bids,
    Bonus,
    End,
    Frames,
    Level,
    Line,
    Multiply,
    Order,
    Out,
    Texts,
    Tie,
    Worth,
)

LINES_LIMIT = 30
LIST_LIMIT = 12
TABLE_LIMIT = 100
LEVELS_LIMIT = 4
LANGUAGE_LIMIT = 12
TEXT_LIMIT = 40
BGG_LIMIT = 10_000_000

FIELDS = {
    "for": "fits",
    "line": "lines",
    "bonus": "bonuses",
    "multiply": "multiplies",
    "tie": "ties",
    "out": "outs",
    "level": "levels",
    "except": "gaps",
}
"""The field of a key of a template, if it has another name."""

_ID = re.compile("[a-z][a-z0-9_]{0,15}")
_LANGUAGE = re.compile("[a-z]{2}")


def write_changed(part: object, shapes: shape.Shapes) -> dict[str, Json]:
    """Return a part as JSON without the fields that have their default."""
    defaults = {each.name: each.default for each in fields(part)}  # type: ignore[arg-type]
    names = {key: name if (name := FIELDS.get(key, key)) in defaults else key for key in shapes}
    return {
        key: shapes[key].write(value)
        for key, name in names.items()
        if (value := getattr(part, name)) != defaults[name]
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
_TABLE = _few(_VALUE, TABLE_LIMIT)
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
        "miss_times": shape.whole(-1_000, 1_000),
        "table": _TABLE,
        "except": _numbers(low, high, TABLE_LIMIT),
        "optional": shape.flag(),
    }


def _line(top: JsonReader) -> Line:
    at = top.object(("id",), _line_shapes(0, 0))
    line = Line(**shape.read_fields(at, _BOUNDS))
    if line.low > line.high:
        at["high" if "high" in at else "low"].refuse("low_high")
    if "table" in at and not 0 <= line.low <= line.high < len(_TABLE.read(at["table"])):
        at["table"].refuse("table")
    if "miss_times" in at and "needs_hit" in at:
        at["miss_times"].refuse("one_of_hit")
    held = shape.read_fields(at, _line_shapes(line.low, line.high))
    return Line(**{FIELDS.get(key, key): value for key, value in held.items()})


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
    "play": shape.one_of((CLOCKWISE, COUNTER, LAST_FIRST, FIRST_FIRST)),
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
    "back": _VALUE,
    "not_left": _numbers(-VALUE_LIMIT, VALUE_LIMIT),
    "not_last": _numbers(-VALUE_LIMIT, VALUE_LIMIT),
}


def _end(top: JsonReader) -> End:
    at = top.object((), _END)
    if "back" in at and "exact" in at:
        at["back"].refuse("one_of_past")
    return End(**shape.read_fields(at, _END))


# --- out, levels, frames --------------------------------------------------------------------

_FRAMES = shape.in_object(Frames, {"full": shape.whole(1, 1_000)})


def _out(ids: tuple[str, ...]) -> shape.Shape[Out]:
    shapes: shape.Shapes = {
        "score": _VALUE,
        "line": shape.one_of(ids),
        "at_least": shape.whole(1, VALUE_LIMIT),
        "zeros": shape.whole(1, ROUND_LIMIT),
    }

    def read(top: JsonReader) -> Out:
        at = top.object((), shapes)
        if set(at) not in ({"score"}, {"line", "at_least"}, {"zeros"}):
            top.refuse("one_out")
        return Out(**shape.read_fields(at, shapes))

    return shape.Shape(read, lambda out: write_changed(out, shapes))


def _level(ids: tuple[str, ...]) -> shape.Shape[Level]:
    shapes: shape.Shapes = {
        "name": TEXTS,
        "target": _VALUE,
        "lead": shape.whole(0, VALUE_LIMIT),
        "tie_at": shape.whole(1, ROUND_LIMIT),
        "tie_target": shape.whole(1, VALUE_LIMIT),
        "line": shape.one_of(ids),
        "called": _few(shape.Shape(_text)),
    }
    needed = ("name", "target")

    def read(top: JsonReader) -> Level:
        at = top.object(needed, shapes)
        if ("tie_at" in at) != ("tie_target" in at):
            top.refuse("both_ties")
        return Level(**shape.read_fields(at, shapes))

    def write(level: Level) -> Json:
        rest = {key: each for key, each in shapes.items() if key not in needed}
        return {**{key: shapes[key].write(getattr(level, key)) for key in needed},
                **write_changed(level, rest)}  # fmt: skip

    return shape.Shape(read, write)


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
        "take": shape.one_of((SUM, FEWEST, PRODUCT)),
        "each": shape.one_of((GAME, EACH_ROUND)),
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
        "pays": shape.one_of((OTHERS, LOSERS, BANK)),
        "floor": _VALUE,
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
        "out": _few(_out(ids)),
        "level": _few(_level(ids), LEVELS_LIMIT),
        "frames": _FRAMES,
    }
