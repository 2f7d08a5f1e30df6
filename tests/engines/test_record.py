"""The text of a record: written and read again, or refused with the line and the cause."""

from __future__ import annotations

from typing import Any

import pytest

from engines.engine import Start
from engines.record import SEED_LIMIT, BadRecord, Header, Record, RecordLine, read, write

HEAD = {
    "game": "quick",
    "rules": "3",
    "options": '{"way": "long", "strict": true}',
    "seats": "2",
    "first": "1",
    "seed": "7",
}


def text(*lines: str, **fields: str | None) -> str:
    """Return a record with some fields of the header changed, or left out (None)."""
    head = {**HEAD, **fields}
    rows = [f"{key} {value}" for key, value in head.items() if value is not None]
    return "\n".join(["tablemate record 1", *rows, "", *lines]) + "\n"


WHOLE = Record(
    Header(
        game="quick",
        rules=3,
        start=Start({"way": "long", "strict": True}, 2, 1, 7, {"path": ["a", 1]}),
        position={"turn": 0},
        names=("Ada", "Bo Ö"),
        levels=(0, 3),
        practice=True,
    ),
    (RecordLine("0", "go 1"), RecordLine("dealer", "x"), RecordLine("table", "undo")),
)


def test_a_record_comes_back_as_it_was_written() -> None:
    """With everything a header can hold, and without what it need not hold."""
    assert read(write(WHOLE)) == WHOLE
    bare = Record(Header("quick", 3, Start({}, 2, 0, 0)))
    assert read(write(bare)) == bare
    for word in ("given", "position", "names", "levels", "practice"):
        assert word in write(WHOLE)
        assert word not in write(bare)


def test_the_format_is_the_one_that_is_documented() -> None:
    """One field a line, an empty line, one event a line."""
    assert write(read(text("0 go 1", "table undo"))) == text("0 go 1", "table undo")
    word = Record(Header("quick", 3, Start({}, 2, 0, 0), position="word"))
    assert read(write(word)) == word


@pytest.mark.parametrize("seed", [0, 1, SEED_LIMIT - 1])
def test_every_seed_below_the_limit_is_read(seed: int) -> None:
    """The limit is what a signed 64-bit number holds."""
    assert SEED_LIMIT == 2**63
    assert read(text(seed=str(seed))).header.start.seed == seed


@pytest.mark.parametrize("key", ["rules", "seats", "first", "seed", "options", "game"])
@pytest.mark.parametrize("value", [None, '"1"', "1.0", "true", "null", "[]", "[1]", "{"])
def test_a_field_of_another_type_is_refused(key: str, value: str | None) -> None:
    """Each field by its name; a game is a plain word, any text will do for its name."""
    if key == "game" and value is not None:
        assert read(text(game=value)).header.game == value
        return
    with pytest.raises(BadRecord, match=f"'{key}'"):
        read(text(**{key: value}))


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"options": "7"}, "'options' with dict"),
        ({"seats": "{}"}, "'seats' with int"),
        ({"seed": "-1"}, f"seed must be from 0 to {2**63 - 1}"),
        ({"seed": str(SEED_LIMIT)}, f"seed must be from 0 to {2**63 - 1}"),
        ({"given": "[]"}, "'given' must be an object"),
        ({"names": '{"a": 1}'}, "'names' a list"),
        ({"names": '"Ada"'}, "'names' a list"),
        ({"levels": "[0, 6]"}, "numbers from 0 to 5"),
        ({"levels": "[0, true]"}, "numbers from 0 to 5"),
        ({"levels": "7"}, "'levels' must be a list"),
        ({"levels": "[3]"}, "for each seat"),
        ({"practice": "1"}, "'practice' be true or false"),
        ({"zebra": "1", "ape": "1"}, "unknown line 'ape'"),
        ({"seats": "9" * 5000}, "line 5"),
        ({"given": "[" * 100_000}, "line 8"),
    ],
)
def test_a_bad_header_is_refused(fields: dict[str, Any], problem: str) -> None:
    """The message names what is wrong."""
    with pytest.raises(BadRecord, match=problem):
        read(text(**fields))


@pytest.mark.parametrize("who", ["0", "1", "10", "123456789", "table", "dealer"])
def test_a_line_begins_with_who_acted(who: str) -> None:
    """A seat, the table, or the dealer."""
    assert read(text(f"{who} go 1")).lines == (RecordLine(who, "go 1"),)


@pytest.mark.parametrize("who", ["-1", "01", "٣", "²", "1234567890", "9" * 5000, "nobody", ""])
def test_a_line_of_nobody_is_refused(who: str) -> None:
    """With the number of the line: six fields, the format and the empty line come before."""
    with pytest.raises(BadRecord, match="line 10: expected who and what"):
        read(text("0 go 1", f"{who} go 1"))


@pytest.mark.parametrize("line", ["0", "0 ", "table", "go"])
def test_a_line_without_an_event_is_refused(line: str) -> None:
    """A seat alone is not an event."""
    with pytest.raises(BadRecord, match="line 9"):
        read(text(line))


@pytest.mark.parametrize("other", ["", "\n", "tablemate record 2\ngame x\n", "x" * 100])
def test_what_is_no_record_is_refused(other: str) -> None:
    """The first line says what it is; a long one is cut."""
    found = repr(other.splitlines()[0][:40] if other else "")
    with pytest.raises(BadRecord, match=f"line 1: expected 'tablemate record 1', found {found}:"):
        read(other)
