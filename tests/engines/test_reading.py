"""Any JSON is either taken or refused, with the place in it and what is expected there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engines.engine import BadPosition, BadStart, Start
from engines.json_reader import NUMBER_LIMIT, JsonReader, check_start, refuse_seat, shown
from engines.languages import LANGUAGES
from engines.wording import Voice, plain, translator


def refusal(read: Callable[[], Any]) -> tuple[Any, ...]:
    """Return place, value and expectation of a refusal, which has a sentence everywhere."""
    with pytest.raises(BadPosition) as refused:
        read()
    reason = refused.value.reason
    assert reason.code == "BAD_POSITION"
    for language in LANGUAGES:
        voice = Voice({}, translator(language))
        assert all(voice.fact(fact) in voice.say(reason) for fact in reason.facts.values())
    return tuple(plain(reason.facts[name]) for name in ("place", "value", "expected"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\tb", "a?b"),
        ("x" * 41, "x" * 40),
        ([1], "[...]"),
        ({"a": 1}, "{...}"),
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        (10**400, "1" + "0" * 39),
    ],
)
def test_any_value_is_shown_short_and_printable(value: Any, text: str) -> None:
    """On a small screen, whatever came."""
    assert shown(value) == text


def test_numbers_have_limits() -> None:
    """Both limits are allowed numbers; true and false are not numbers."""
    assert [JsonReader(each).whole(2, 4) for each in (2, 3, 4)] == [2, 3, 4]
    assert [JsonReader(each).whole() for each in (0, NUMBER_LIMIT)] == [0, NUMBER_LIMIT]
    assert NUMBER_LIMIT == 10**15
    for value in (1, 5, True, 2.0, "3", None):
        wanted = ("position", shown(value), ["number", "2..4"])
        assert refusal(partial(JsonReader(value).whole, 2, 4)) == wanted
    for value in (-1, NUMBER_LIMIT + 1):
        assert refusal(partial(JsonReader(value).whole))[0] == "position"


def test_lists_have_places_from_one_and_maybe_a_size() -> None:
    """The place of a value within says which it is."""
    items = JsonReader([5, 6], "pawns").items()
    assert [(each.value, each.place) for each in items] == [(5, "pawns 1"), (6, "pawns 2")]
    assert JsonReader((), "pawns").items(0) == []
    assert refusal(lambda: JsonReader([1], "pawns").items(2)) == ("pawns", "[...]", ["list", 2])
    assert refusal(lambda: JsonReader("ab", "pawns").items()) == ("pawns", "ab", "list")
    assert refusal(lambda: JsonReader({}, "pawns").items(0)) == ("pawns", "{...}", "list")


def test_rising_numbers() -> None:
    """Each once, in order, within the limits."""
    assert JsonReader([0, 2, 3]).wholes(0, 3) == (0, 2, 3)
    assert JsonReader([]).wholes() == ()
    assert JsonReader([0, NUMBER_LIMIT]).wholes() == (0, NUMBER_LIMIT)
    for value in ([1, 1], [2, 1]):
        assert refusal(partial(JsonReader(value).wholes))[2] == "rising"
    assert refusal(lambda: JsonReader([0, 4], "left").wholes(0, 3))[0] == "left 2"
    assert refusal(lambda: JsonReader([0], "left").wholes(1, 3))[0] == "left 1"


def test_objects_have_keys_that_must_and_keys_that_may_be_there() -> None:
    """What is missing and what is too much is named; places lead from the outside in."""
    at = JsonReader({"a": {"c": 1}, "b": 2}).object(("a",), ("b", "x"))
    assert {key: each.value for key, each in at.items()} == {"a": {"c": 1}, "b": 2}
    assert at["a"].place == "a"
    assert at["a"].object(("c",))["c"].place == "a c"
    assert refusal(lambda: JsonReader({}).object(("a",))) == ("a", "null", "needed")
    assert refusal(lambda: JsonReader({"a": 1, "z\n": 2}).object(("a",))) == ("z?", "2", "no_key")
    assert refusal(lambda: at["a"].object(("d",)))[0] == "a d"
    assert refusal(lambda: at["a"].object((), ("d",)))[0] == "a c"
    wrong: tuple[Any, ...] = (None, [], "a", 1)
    for value in wrong:
        assert refusal(partial(JsonReader(value).object, ()))[2] == "object"


def test_flags_and_words() -> None:
    """True and false are not numbers; a word is one of those listed."""
    assert [JsonReader(each).flag() for each in (True, False)] == [True, False]
    for value in (0, 1, None, "true"):
        assert refusal(partial(JsonReader(value).flag))[2] == "flag"
    assert JsonReader("b").one_of(("a", "b")) == "b"
    wrong: tuple[Any, ...] = ("c", ["a"], 1, None)
    for value in wrong:
        assert refusal(partial(JsonReader(value).one_of, ("a", "b")))[2] == ["a", "b"]


def test_letters_and_codes() -> None:
    """A text is cut into codes of equal width, all of them known, not too many."""
    assert JsonReader("").letters("RO", 2) == ()
    assert JsonReader("RO").letters("RO", 2) == ("R", "O")
    assert JsonReader("RxOo").letters(("Rx", "Oo"), 2, 2) == ("Rx", "Oo")
    for value in ("ROR", "RX", ["R"], None, 1):
        assert refusal(partial(JsonReader(value).letters, "RO", 2))[2][0] == "letters"
    for value in ("Rx" * 3, "RxO", "xR"):
        assert refusal(partial(JsonReader(value).letters, ("Rx", "Oo"), 2, 2))


def test_what_is_expected_may_be_a_list_of_facts() -> None:
    """A code names a sentence; anything else is said as it is."""
    assert refusal(lambda: JsonReader(1, "here").refuse("fitting")) == ("here", "1", "fitting")
    assert refusal(lambda: JsonReader(1, "here").refuse(("a", 2))) == ("here", "1", ["a", 2])


@pytest.mark.parametrize(
    ("seats", "first", "limits", "code", "facts"),
    [
        (1, 0, (2, 4), "BAD_SEATS", {"value": "1", "low": 2, "high": 4}),
        (5, 0, (2, 4), "BAD_SEATS", {"value": "5", "low": 2, "high": 4}),
        (3, 0, (2, 2), "BAD_SEATS_EXACT", {"value": "3", "low": 2, "high": 2}),
        (2, 2, (2, 4), "BAD_FIRST", {"value": "2", "low": 0, "high": 1}),
        (4, -1, (2, 4), "BAD_FIRST", {"value": "-1", "low": 0, "high": 3}),
    ],
)
def test_a_start_with_wrong_seats_is_refused(
    seats: int, first: int, limits: tuple[int, int], code: str, facts: dict[str, Any]
) -> None:
    """The facts say what would do."""
    with pytest.raises(BadStart) as refused:
        check_start(Start({}, seats, first, 0), limits)
    assert (refused.value.reason.code, refused.value.reason.facts) == (code, facts)


@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (4, 3)])
def test_a_start_within_the_limits_is_taken(seats: int, first: int) -> None:
    """Both ends belong to it."""
    check_start(Start({}, seats, first, 0), (2, 4))
    assert refuse_seat("BAD_SEAT", first, seats) is None
    assert refuse_seat("BAD_SEAT", seats, seats) is not None
