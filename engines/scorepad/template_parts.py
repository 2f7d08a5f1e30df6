"""Read the parts of a template: texts, numbers, lines and tables, each within its limits."""

from __future__ import annotations

import re
from collections.abc import Collection

from engines.engine import Term
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
    LAST_FIRST,
    NONE,
    ROUND,
    ROUND_LIMIT,
    ROUNDS_WON,
    SEATS,
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

_ID = re.compile("[a-z][a-z0-9_]{0,15}")
_LANGUAGE = re.compile("[a-z]{2}")

# --- small things ---------------------------------------------------------------------------


def some(at: JsonReader | None, most: int = LIST_LIMIT) -> list[JsonReader]:
    """Return the values of a list that is short enough."""
    if at is None:
        return []
    items = at.items()
    if not 1 <= len(items) <= most:
        at.refuse((Term("expected", "items"), f"1..{most}"))
    return items


def text_of(at: JsonReader) -> str:
    """Return a short text that can be shown."""
    value = at.value
    is_fine = isinstance(value, str) and 1 <= len(value) <= TEXT_LIMIT and value.isprintable()
    if not is_fine or value != value.strip():
        at.refuse((Term("expected", "text"), f"1..{TEXT_LIMIT}"))
    return str(value)


def texts_of(at: JsonReader) -> Texts:
    """Return a text for all languages, or one for each."""
    if not isinstance(at.value, dict):
        return ((SOURCE, text_of(at)),)
    if not 1 <= len(at.value) <= LANGUAGE_LIMIT or SOURCE not in at.value:
        at.refuse("languages")
    for code in at.value:
        if not isinstance(code, str) or not _LANGUAGE.fullmatch(code):
            at.refuse("languages")
    return tuple((code, text_of(each)) for code, each in sorted(at.object(at.value).items()))


def _id(at: JsonReader) -> str:
    if not isinstance(at.value, str) or not _ID.fullmatch(at.value) or at.value == ROUNDS_WON:
        at.refuse("id")
    return at.value


def whole(at: dict[str, JsonReader], key: str, low: int, high: int, default: int) -> int:
    """Return the whole number under a key, or what holds without it."""
    return at[key].whole(low, high) if key in at else default


def word(at: dict[str, JsonReader], key: str, words: tuple[str, ...], default: str) -> str:
    """Return the word under a key, or what holds without it."""
    return at[key].one_of(words) if key in at else default


def flag(at: dict[str, JsonReader], key: str) -> bool:
    """Return whether something is so; without the key it is not."""
    return at[key].flag() if key in at else False


def player_range(at: JsonReader) -> tuple[int, int]:
    """Return the fewest and the most players."""
    low, high = (each.whole(*SEATS) for each in at.items(2))
    if low > high:
        at.refuse("low_high")
    return low, high


def _numbers(at: JsonReader | None, low: int, high: int, most: int = LIST_LIMIT) -> tuple[int, ...]:
    numbers = tuple(each.whole(low, high) for each in some(at, most))
    if at is not None and len(set(numbers)) != len(numbers):
        at.refuse("different")
    return numbers


def _one_of_lines(at: JsonReader, ids: Collection[str], more: tuple[str, ...] = ()) -> str:
    return at.one_of((*ids, *more))


# --- tables ---------------------------------------------------------------------------------

DEFAULT_LINE = Line("points", ((SOURCE, "Points"), ("fr", "Points"), ("it", "Punti")))


def lines_of(at: JsonReader | None) -> tuple[Line, ...]:
    """Return the lines of a round; without any there is one, for points."""
    if at is None:
        return (DEFAULT_LINE,)
    readers = some(at, LINES_LIMIT)
    lines = tuple(_line(each) for each in readers)
    for place, line in enumerate(lines):
        if line.id in {other.id for other in lines[:place]}:
            readers[place].object(readers[place].value)["id"].refuse("new_id")
    return lines


def _line(top: JsonReader) -> Line:
    at = top.object(
        ("id",), ("name", "low", "high", "step", "quick", "values", "times", "needs_hit")
    )
    name = _id(at["id"])
    low = whole(at, "low", -VALUE_LIMIT, VALUE_LIMIT, -VALUE_LIMIT)
    high = whole(at, "high", -VALUE_LIMIT, VALUE_LIMIT, VALUE_LIMIT)
    if low > high:
        at["high" if "high" in at else "low"].refuse("low_high")
    return Line(
        id=name,
        name=texts_of(at["name"]) if "name" in at else DEFAULT_LINE.name,
        low=low,
        high=high,
        step=whole(at, "step", 1, VALUE_LIMIT, 1),
        quick=_numbers(at.get("quick"), low, high),
        values=_numbers(at.get("values"), low, high),
        times=whole(at, "times", -1_000, 1_000, 1),
        needs_hit=flag(at, "needs_hit"),
    )


def order_of(top: JsonReader) -> Order:
    """Return who plays when."""
    at = top.object((), ("play", "marker", "moves"))
    return Order(
        play=word(at, "play", (CLOCKWISE, LAST_FIRST, FIRST_FIRST), CLOCKWISE),
        marker=word(at, "marker", (NONE, DEALER, FIRST), NONE),
        moves=flag(at, "moves"),
    )


def end_of(top: JsonReader) -> End:
    """Return what ends a game."""
    at = top.object((), ("rounds", "target", "when", "lead", "exact"))
    for key in ("when", "lead", "exact"):
        if key in at and "target" not in at:
            at[key].refuse("with_target")
    limit = VALUE_LIMIT
    return End(
        rounds=_round_counts(at["rounds"]) if "rounds" in at else (),
        target=at["target"].whole(-limit, limit) if "target" in at else None,
        when=word(at, "when", (AT_ONCE, ROUND), ROUND),
        lead=whole(at, "lead", 0, limit, 0),
        exact=flag(at, "exact"),
    )


def _round_counts(at: JsonReader) -> tuple[tuple[int, int], ...]:
    """Return a number of rounds, or one for each number of players."""
    if not isinstance(at.value, dict):
        return ((0, at.whole(1, ROUND_LIMIT)),)
    counts = [str(count) for count in range(SEATS[0], SEATS[1] + 1)]
    told = at.object((), counts)
    if not told:
        at.refuse((Term("expected", "items"), f"1..{SEATS[1]}"))
    return tuple(sorted((int(key), each.whole(1, ROUND_LIMIT)) for key, each in told.items()))


_WORTH = ("base", "per_bid", "per_made", "per_off", "per_card")


def _worth(top: JsonReader | None) -> Worth | None:
    if top is None:
        return None
    at = top.object((), _WORTH)
    return Worth(**{key: each.whole(-10_000, 10_000) for key, each in at.items()})


def bids_of(top: JsonReader, ids: tuple[str, ...]) -> Bids:
    """Return how bids become points."""
    at = top.object(
        ("bid", "made"),
        ("hit_when", "hit", "miss", "zero_hit", "zero_miss", "cards", "all_taken"),
    )
    bid, made = _one_of_lines(at["bid"], ids), _one_of_lines(at["made"], ids)
    if bid == made:
        at["made"].refuse("another_line")
    return Bids(
        bid=bid,
        made=made,
        hit_when=word(at, "hit_when", (EXACT, AT_LEAST), EXACT),
        hit=_worth(at.get("hit")) or Worth(),
        miss=_worth(at.get("miss")) or Worth(),
        zero_hit=_worth(at.get("zero_hit")),
        zero_miss=_worth(at.get("zero_miss")),
        cards=_cards(at["cards"]) if "cards" in at else UP,
        all_taken=flag(at, "all_taken"),
    )


def _cards(at: JsonReader) -> str | tuple[int, ...]:
    if isinstance(at.value, list | tuple):
        return tuple(each.whole(1, 100) for each in some(at, ROUND_LIMIT))
    return at.one_of((UP, DOWN))


def bonus_of(top: JsonReader, ids: tuple[str, ...]) -> Bonus:
    """Return the points for a sum of lines."""
    at = top.object(("lines", "points"), ("at_least", "every"))
    if ("at_least" in at) == ("every" in at):
        top.refuse("one_threshold")
    names = tuple(_one_of_lines(each, ids) for each in some(at["lines"], LINES_LIMIT))
    if len(set(names)) != len(names):
        at["lines"].refuse("different")
    return Bonus(
        lines=names,
        points=at["points"].whole(-VALUE_LIMIT, VALUE_LIMIT),
        at_least=whole(at, "at_least", 1, VALUE_LIMIT, 0),
        every=whole(at, "every", 1, VALUE_LIMIT, 0),
    )


def multiply_of(top: JsonReader) -> Multiply:
    """Return rounds that count several times."""
    at = top.object(("rounds", "by"))
    rounds = _numbers(at["rounds"], 1, ROUND_LIMIT, ROUND_LIMIT)
    return Multiply(rounds, at["by"].whole(-10, 10))


def tie_of(top: JsonReader, ids: tuple[str, ...]) -> Tie:
    """Return a rule for equal points."""
    at = top.object((), ("most", "fewest"))
    if len(at) != 1:
        top.refuse("most_or_fewest")
    ((key, each),) = at.items()
    return Tie(key == "most", _one_of_lines(each, ids, (ROUNDS_WON,)))
