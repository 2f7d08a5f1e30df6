"""Mandala positions: whole states as JSON, unreadable ones, and broken ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.engine import BadPosition, Start
from engines.languages import LANGUAGES
from engines.mandala import GAME
from engines.mandala.state import State
from engines.match import Match
from engines.wording import Voice, plain, translator

PLAIN = {"phase": "play", "turn": 0, "deck": 84, "hands": [6, 6], "mountains": ["RO", "YG"]}
"""With two starting cards in each cup, and four cards discarded."""
WHOLE = {**PLAIN, "discard": "PPPP"}
FULL_PLAIN = {**PLAIN, "deck": "RRR", "hands": ["RO", "GK"], "cups": ["RR", "OO"]}


def start(**options: Any) -> Start:
    """Return a start with these options."""
    return Start({"table": "public", "strict_next": False, **options}, 2, 0, 7)


def read(value: Any, **options: Any) -> State:
    """Return the state of a position."""
    return GAME.from_position(value, start(**options))


@given(
    kind=st.sampled_from(["public", "full"]),
    strict=st.booleans(),
    picks=st.lists(st.integers(0, 10_000), max_size=120),
    end=st.sampled_from(["", "end", "draw", "resign"]),
)
def test_round_trip(kind: str, strict: bool, picks: list[int], end: str) -> None:
    """Every state comes back equal from its JSON."""
    begin = start(table=kind, strict_next=strict)
    match = Match(GAME, begin)
    for pick in picks:
        if match.turn is None:
            break
        legal = GAME.legal(match.state)
        match.play(GAME.write(legal[pick % len(legal)]))
    if match.turn is not None and end:
        match.play(end, 1)
    for moment in match.moments:
        value = json.loads(json.dumps(GAME.position(moment.state)))
        assert GAME.from_position(value, begin) == moment.state
        assert GAME.check(moment.state) == ()


@pytest.mark.parametrize(
    ("value", "place", "expected"),
    [
        (None, "position", "object"),
        ([], "position", "object"),
        ({**PLAIN, "extra": 1}, "extra", "no_key"),
        ({**PLAIN, "cups": ["", ""]}, "cups", "no_key"),
        ({"phase": "play"}, "turn", "needed"),
        ({**PLAIN, "phase": "dance"}, "phase", "flip"),
        ({**PLAIN, "phase": 1}, "phase", "flip"),
        ({**PLAIN, "turn": 2}, "turn", "number"),
        ({**PLAIN, "turn": True}, "turn", "number"),
        ({**PLAIN, "actor": "0"}, "actor", "number"),
        ({**PLAIN, "actor": 1}, "actor", "actor"),
        ({**PLAIN, "last": 1}, "last", "flag"),
        ({**PLAIN, "deck": -1}, "deck", "number"),
        ({**PLAIN, "deck": 10**30}, "deck", "number"),
        ({**PLAIN, "deck": 1.0}, "deck", "number"),
        ({**PLAIN, "deck": "RRR"}, "deck", "number"),
        ({**PLAIN, "hands": [1]}, "hands", "list"),
        ({**PLAIN, "hands": 6}, "hands", "list"),
        ({**PLAIN, "mountains": ["X", ""]}, "mountains 1", "letters"),
        ({**PLAIN, "mountains": [["R"], ""]}, "mountains 1", "letters"),
        ({**PLAIN, "discard": "R" * 109}, "discard", "letters"),
        ({**PLAIN, "fields": [["", ""], ""]}, "fields 2", "list"),
        ({**PLAIN, "rivers": ["RRRRRRR", ""]}, "rivers 1", "letters"),
        ({**PLAIN, "laid": [[1], [0] * 6]}, "laid 1", "list"),
        ({**PLAIN, "laid": [[-1, 0, 0, 0, 0, 0], [0] * 6]}, "laid 1 1", "number"),
        ({**PLAIN, "claim": 0}, "claim", "null"),
        ({**PLAIN, "phase": "claim"}, "claim", "claim"),
        ({**PLAIN, "phase": "claim", "claim": 0, "mountains": ["", "R"]}, "claim", "claim"),
        ({**PLAIN, "final": True}, "final", "final"),
        ({**PLAIN, "phase": "flip"}, "mountains", "empty"),
        ({**PLAIN, "phase": "flip", "claim": 1, "mountains": ["", "R"]}, "mountains", "empty"),
        ({**PLAIN, "cups_told": ["RR", None]}, "cups_told", "untold"),
        ({**PLAIN, "phase": "cups", "cups_told": ["RR", "RR"]}, "cups_told", "untold"),
        ({**PLAIN, "resigned": 1}, "phase", "over"),
        ({**PLAIN, "drawn": True}, "phase", "over"),
    ],
)
def test_unreadable(value: Any, place: str, expected: Any) -> None:
    """The first defect of a position is named, in every language."""
    with pytest.raises(BadPosition) as caught:
        read(value)
    reason = caught.value.reason
    assert reason.code == "BAD_POSITION"
    wanted = reason.facts["expected"]
    first = wanted[0] if isinstance(wanted, tuple) else wanted
    assert (reason.facts["place"], plain(first)) == (place, expected)
    for language in LANGUAGES:
        voice = Voice(GAME.words, translator(language))
        assert all(voice.fact(fact) in voice.say(reason) for fact in reason.facts.values())


@pytest.mark.parametrize(
    ("change", "place"),
    [({"deck": 3}, "deck"), ({"hands": [1, 1]}, "hands 1"), ({"cups": "RR"}, "cups")],
)
def test_unreadable_secrets(change: dict[str, Any], place: str) -> None:
    """At a full table deck, hands and cups are letters."""
    with pytest.raises(BadPosition) as caught:
        read({**FULL_PLAIN, **change}, table="full")
    assert caught.value.reason.facts["place"] == place


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.floats() | st.text("ROYGPKX", max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(
    kind=st.sampled_from(["public", "full"]),
    change=st.dictionaries(
        st.sampled_from([*GAME.position(GAME.setup(start(table="full")))]),
        JSON_VALUES
        | st.sampled_from(["flip", "play", "claim", "cups", "over", 0, 1])
        | st.lists(st.text("ROYGPK", max_size=7), min_size=2, max_size=2),
        max_size=5,
    ),
)
def test_any_value_is_read_or_refused(kind: str, change: dict[str, Any]) -> None:
    """Whatever is given, it is a state that can be looked at, or a bad position."""
    plain = PLAIN if kind == "public" else FULL_PLAIN
    try:
        state = read({**plain, **change}, table=kind)
    except BadPosition:
        return
    GAME.check(state)
    GAME.view(state, 0)
    GAME.score_sheet(state)
    for choice in GAME.legal(state)[:30]:
        GAME.apply(state, choice)
    assert GAME.from_position(GAME.position(state), start(table=kind)) == state


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({}, []),
        ({"deck": 80}, ["CHECK_CARDS"]),
        ({"deck": 69, "discard": "R" * 19}, ["CHECK_COLOUR"]),
        ({"hands": [0, 12]}, ["CHECK_HAND", "CHECK_HAND"]),
        ({"rivers": ["RR", ""], "deck": 82}, ["CHECK_RIVER"]),
        ({"fields": [["R", ""], ["", ""]], "deck": 83}, ["CHECK_COLOUR_RULE"]),
        ({"fields": [["", ""], ["P", "P"]], "deck": 82}, ["CHECK_COLOUR_RULE"]),
        ({"mountains": ["ROYGPK", "RR"], "deck": 80}, ["CHECK_COMPLETE"]),
        ({"mountains": ["RR", ""], "deck": 86}, ["CHECK_MOUNTAIN"]),
        ({"deck": 0, "discard": "R" * 16 + "O" * 17 + "Y" * 17 + "G" * 17 + "K" * 17 + "PPPP"}, []),
        (
            {"phase": "cups", "cups_told": ["R", None], "deck": 85},
            ["CHECK_CUP"],
        ),
    ],
)
def test_check(change: dict[str, Any], codes: list[str]) -> None:
    """Each broken invariant is named, in every language."""
    broken = GAME.check(read({**WHOLE, **change}))
    if change.get("deck") == 0:
        codes = ["CHECK_LAST"]
    assert [reason.code for reason in broken] == codes
    for language in LANGUAGES:
        voice = Voice(GAME.words, translator(language))
        for reason in broken:
            said = voice.say(reason).lower()
            assert all(voice.fact(fact).lower() in said for fact in reason.facts.values())


def dealt(**change: Any) -> list[str]:
    """Return the broken invariants of a changed full table."""
    begin = start(table="full")
    value = GAME.position(Match(GAME, begin).state)
    return [reason.code for reason in GAME.check(GAME.from_position({**value, **change}, begin))]


def test_check_of_a_dealt_table() -> None:
    """A fresh full table is sound."""
    assert dealt() == []


def test_check_of_secret_colours() -> None:
    """Hidden cards count to the eighteen of each colour."""
    assert set(dealt(cups=["RR", "RR"])) == {"CHECK_COLOUR"}


def test_check_of_secret_cups() -> None:
    """A cup begins with two cards."""
    assert "CHECK_CUP" in dealt(cups=["R", "RR"])


def test_check_of_entered_cups() -> None:
    """The starting cards that were entered are those of the cup."""
    found = dealt(phase="cups", cups_told=["RO", None], cups=["KK", "RR"])
    assert "CHECK_TOLD" in found


def test_position_with_defaults() -> None:
    """What a position leaves out is empty."""
    state = read(PLAIN)
    assert (state.actor, state.claim, state.discard, state.rivers) == (0, None, (0,) * 6, ("", ""))
