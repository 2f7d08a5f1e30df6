"""What every engine promises, whatever the game, its options and the number of seats."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import catalog
from engines.contract import AGREEMENTS, IllegalChoice, Reason, judge
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
            # Open-ended questions accept more than the useful answers that legal lists.
            assert text[0] in "HO", text
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
    if engine.name == "mana" and match.engine.view(match.state)["phase"] != "play":
        return  # its text holds positions of play only
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


def test_transcripts_have_every_game() -> None:
    """No game without samples."""
    for name in catalog.GAMES:
        assert catalog.load(name).name == name
