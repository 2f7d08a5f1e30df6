"""What every engine promises, whatever the game, its options and the number of seats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import catalog
from engines.engine import AGREEMENTS, BadPosition, BadStart, IllegalChoice, Reason, judge
from engines.languages import LANGUAGES
from engines.match import Match, NothingToUndo, replay
from engines.wording import Voice, translator

Way = tuple[str, int, dict[str, object]]
Begin = Callable[[Way, int], Match[Any, Any]]

seeds = st.integers(0, 2**32)
picks = st.lists(st.integers(0, 10**9), max_size=40)
thrifty = settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def walk(match: Match[Any, Any], picks: list[int]) -> list[str]:
    """Play the picked legal choices while there are any; return their texts."""
    texts = []
    for pick in picks:
        if match.turn is None:
            break
        legal = match.engine.legal(match.state)
        text = match.engine.write(legal[pick % len(legal)])
        match.play(text)
        texts.append(text)
    return texts


@thrifty
@given(seed=seeds, picks=picks)
def test_legal_is_never_empty_while_somebody_is_asked(
    way: Way, fresh: Begin, seed: int, picks: list[int]
) -> None:
    """A turn always has a choice; choices are distinct; each is explained as legal."""
    match = fresh(way, seed)
    walk(match, picks)
    engine, state = match.engine, match.state
    legal = engine.legal(state)
    assert bool(legal) == (match.turn is not None)
    texts = [engine.write(choice) for choice in legal]
    assert len(set(texts)) == len(texts)
    for choice, text in list(zip(legal, texts, strict=True))[:: max(1, len(texts) // 60)]:
        assert engine.read(text) == choice
        assert engine.explain(state, choice) is None
        assert judge(engine, state, text) == choice
        assert engine.parts(choice)


@thrifty
@given(seed=seeds, picks=picks)
def test_undo_restores_an_equal_state_and_redo_returns(
    way: Way, fresh: Begin, seed: int, picks: list[int]
) -> None:
    """Play then undo is where it was; a repeated choice meets the same chance."""
    match = fresh(way, seed)
    walk(match, picks[:-1])
    before = match.state
    played = walk(match, picks[-1:])
    if not played:
        return
    after = match.state
    match.undo()
    assert match.state == before
    assert hash(match.state) == hash(before)
    match.redo()
    assert match.state == after
    match.undo()
    match.play(played[0])
    assert match.state == after


@thrifty
@given(seed=seeds, picks=picks)
def test_a_record_replays_to_the_same_state(
    way: Way, fresh: Begin, seed: int, picks: list[int]
) -> None:
    """The record is the match: header, choices, undone ones included."""
    match = fresh(way, seed)
    walk(match, picks)
    if match.can_undo:
        match.undo()
        walk(match, picks[:3])
    again = replay(match.record(), match.engine)
    assert again.state == match.state
    assert again.record() == match.record()


@thrifty
@given(seed=seeds, picks=picks)
def test_everything_undone_is_the_beginning(
    way: Way, fresh: Begin, seed: int, picks: list[int]
) -> None:
    """Undo reaches the first state and then says that there is nothing left."""
    match = fresh(way, seed)
    begun = match.state
    walk(match, picks)
    while match.can_undo:
        match.undo()
    assert match.state == begun
    with pytest.raises(NothingToUndo):
        match.undo()


@thrifty
@given(seed=seeds, picks=picks, other=picks)
def test_explain_agrees_with_legal_on_choices_seen_elsewhere(
    way: Way, fresh: Begin, seed: int, picks: list[int], other: list[int]
) -> None:
    """A choice from another moment is legal here exactly if it is listed here."""
    match, elsewhere = fresh(way, seed), fresh(way, seed + 1)
    walk(match, picks)
    walk(elsewhere, other)
    engine = match.engine
    listed = {engine.write(choice) for choice in engine.legal(match.state)}
    for choice in engine.legal(elsewhere.state)[:: max(1, len(listed) // 40)]:
        text = engine.write(choice)
        verdict = judge(engine, match.state, text)
        if text in listed:
            assert verdict == choice
        elif not isinstance(verdict, Reason):
            assert match.turn is not None
            assert match.turn.asks in engine.open_questions, text
            match.fork().play(text)


@thrifty
@given(seed=seeds, picks=picks)
def test_positions_round_trip_and_break_no_invariant(
    way: Way, fresh: Begin, seed: int, picks: list[int]
) -> None:
    """position, from_position and check agree, through JSON."""
    match = fresh(way, seed)
    walk(match, picks)
    engine = match.engine
    assert engine.check(match.state) == ()
    text = json.dumps(engine.position(match.state))
    again = engine.from_position(json.loads(text), match.start)
    assert engine.view(again) == engine.view(match.state)
    assert [engine.write(c) for c in engine.legal(again)] == [
        engine.write(c) for c in engine.legal(match.state)
    ]
    assert engine.position(again) == engine.position(match.state)


@thrifty
@given(seed=seeds, picks=picks)
def test_the_score_sheet_adds_up(way: Way, fresh: Begin, seed: int, picks: list[int]) -> None:
    """Every point has its rule; hidden points hide the sum as well."""
    match = fresh(way, seed)
    walk(match, picks)
    engine = match.engine
    sheet = engine.score_sheet(match.state)
    scores = engine.scores(match.state)
    assert len(sheet) == len(scores) == match.start.seats
    for entries, score in zip(sheet, scores, strict=True):
        if score is None:
            assert not entries or any(entry.points is None for entry in entries)
        else:
            assert sum(entry.points or 0 for entry in entries) == score


@thrifty
@given(seed=seeds, picks=picks)
def test_everything_can_be_said_in_every_language(
    way: Way, fresh: Begin, seed: int, picks: list[int]
) -> None:
    """Events, steps, descriptions, sheets and outcomes have words; views are JSON."""
    match = fresh(way, seed)
    engine = match.engine
    voices = [Voice(engine.words, translator(language)) for language in LANGUAGES]
    messages = [step.say for step in engine.steps(None, match.state)]
    for pick in picks[:15]:
        if match.turn is None:
            break
        legal = engine.legal(match.state)
        choice = legal[pick % len(legal)]
        before = match.state
        messages.append(engine.describe(before, choice))
        messages += match.play(engine.write(choice))
        messages += [step.say for step in engine.steps(before, match.state)]
        messages += [step.say for step in engine.steps(match.state, before)]
        messages += [entry.rule for seat in engine.score_sheet(match.state) for entry in seat]
    if match.turn is not None:
        match.play("end")
    if outcome := engine.outcome(match.state):
        messages.append(outcome.why)
    json.dumps(engine.view(match.state))
    for voice in voices:
        for message in messages:
            said = voice.say(message)
            for value in message.facts.values():
                assert voice.fact(value).casefold() in said.casefold(), (message, said)


@pytest.mark.parametrize("agreement", AGREEMENTS)
def test_agreements_are_accepted_until_the_end(way: Way, fresh: Begin, agreement: str) -> None:
    """Resign, draw and end are never listed and always possible, until it is over."""
    match = fresh(way, 5)
    walk(match, [3, 1, 4])
    assert agreement not in {match.engine.write(c) for c in match.engine.legal(match.state)}
    for seat in range(match.start.seats):
        if match.turn is None:
            break
        match.play(agreement, seat)
        if agreement != "resign":
            agreement = "end"  # once more, for the questions that the score needs
    assert match.turn is None
    assert match.engine.outcome(match.state) is not None
    with pytest.raises(IllegalChoice) as refused:
        match.play(agreement)
    assert refused.value.reason.code == "GAME_OVER"
    match.undo()
    assert match.turn is not None


ABSURD = [-1, 10**9, 2**64, 10**400]


@pytest.mark.parametrize("name", catalog.GAMES)
@pytest.mark.parametrize("fact", ["seats", "first"])
@pytest.mark.parametrize("number", ABSURD)
def test_absurd_seats_are_refused_at_once(name: str, fact: str, number: int) -> None:
    """In the set-up and with a position: a record may hold any number."""
    engine = catalog.load(name)
    start = catalog.begin(engine, seats=engine.seats[0], seed=1, first=0)
    position = engine.position(engine.setup(start))
    changed: dict[str, Any] = {fact: number}
    wrong = start._replace(**changed)
    with pytest.raises(BadStart):
        engine.setup(wrong)
    with pytest.raises(BadStart):
        engine.from_position(position, wrong)


@pytest.mark.parametrize("name", catalog.GAMES)
@pytest.mark.parametrize("agreement", AGREEMENTS)
@pytest.mark.parametrize("seat", ABSURD)
def test_nobody_acts_for_a_seat_that_is_none(name: str, agreement: str, seat: int) -> None:
    """Neither by a choice nor by an agreement."""
    engine = catalog.load(name)
    match = Match(engine, catalog.begin(engine, seats=engine.seats[0], seed=1, first=0))
    while match.turn is not None and match.turn.seat is None:
        if match.turn.asks in engine.open_questions:
            break
        walk(match, [0])
    before = match.state
    for text in (agreement, engine.write(engine.legal(match.state)[0])):
        with pytest.raises(IllegalChoice):
            match.play(text, seat)
    assert match.state == before


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@thrifty
@given(seed=seeds, picks=picks, data=st.data())
def test_any_json_is_read_as_a_position_or_refused(
    way: Way, fresh: Begin, seed: int, picks: list[int], data: st.DataObject
) -> None:
    """A position with any one value exchanged is refused, or can be checked, seen and written."""
    match = fresh(way, seed)
    walk(match, picks)
    engine = match.engine
    holder = [json.loads(json.dumps(engine.position(match.state)))]
    inner: Any = holder
    key: Any = 0
    while isinstance(inner[key], dict | list) and inner[key] and data.draw(st.booleans()):
        inner = inner[key]
        keys = sorted(inner) if isinstance(inner, dict) else range(len(inner))
        key = data.draw(st.sampled_from(keys))
    inner[key] = data.draw(json_values | st.sampled_from([10**400, -(2**64), [[]] * 9]))
    try:
        state = engine.from_position(holder[0], match.start)
    except BadPosition as refused:
        said = sayings(match, refused.reason)
    else:
        said = [text for reason in engine.check(state) for text in sayings(match, reason)]
        json.dumps(engine.view(state))
        assert engine.from_position(engine.position(state), match.start) == state
    assert all(said)


def sayings(match: Match[Any, Any], reason: Reason) -> list[str]:
    """Return a reason in every language."""
    words = match.engine.words
    return [Voice(words, translator(language)).say(reason) for language in LANGUAGES]


@pytest.mark.parametrize("name", catalog.GAMES)
@pytest.mark.parametrize("value", [None, 10**400, "x", [[[]]], {"path": {}}, -1, True, 0.5])
def test_any_json_is_taken_beforehand_or_refused(name: str, value: Any) -> None:
    """Values given at the start may be any JSON; a value that is not an option is refused, too."""
    engine = catalog.load(name)
    refused = []
    for options in ({}, *({each.name: each.values[-1]} for each in engine.options)):
        start = catalog.begin(engine, seats=engine.seats[0], seed=1, options=dict(options))
        for key in engine.given:
            try:
                engine.setup(start._replace(given={key: value}))
            except BadStart as error:
                refused.append(Voice(engine.words, translator("en")).say(error.reason))
    assert len(refused) >= len(engine.given)
    assert all(refused)
    with pytest.raises(BadStart):
        Match(engine, catalog.begin(engine, seats=2, seed=1)._replace(options={"nothing": value}))


@pytest.mark.parametrize("name", catalog.GAMES)
def test_a_game_has_its_name_its_words_and_sample_games(name: str) -> None:
    """The catalog's name is the engine's; options and questions have words; samples are there."""
    engine = catalog.load(name)
    assert engine.name == name
    for option in engine.options:
        for value in option.values:
            key = f"option.{option.name}.{json.dumps(value) if isinstance(value, bool) else value}"
            assert key in engine.words
    samples = Path(__file__).parent / "vectors" / f"{name}.json"
    assert samples.is_file(), f"write sample games of {name} to {samples}"
    assert json.loads(samples.read_text()), f"{samples} is empty"
