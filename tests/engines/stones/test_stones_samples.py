"""Complete sample games of Mandala Stones, replayed move for move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.engine import Start
from engines.stones import GAME
from engines.stones.state import State

SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "stones.json").read_text())


def start_of(new: Any) -> Start:
    given = {key: new[key] for key in ("mandala", "artists", "tops", "deal") if key in new}
    return Start(new["options"], new["seats"], new["first"], 1, given)


def walk(sample: dict[str, Any]) -> Iterator[tuple[State, Any, State]]:
    """Yield the state before, the step of the sample and the state after, for every step."""
    state = GAME.setup(start_of(sample["new"]))
    for step in sample["steps"]:
        after = GAME.apply(state, GAME.read(step[1]))
        yield state, step, after
        state = after


samples = pytest.mark.parametrize("sample", SAMPLES, ids=[str(at) for at in range(len(SAMPLES))])


@samples
def test_the_right_one_is_asked(sample: dict[str, Any]) -> None:
    for before, (who, move, _, _), _ in walk(sample):
        turn = GAME.turn(before)
        assert (who, move) == ("table" if turn.seat is None else turn.seat, move)


@samples
def test_every_move_is_accepted(sample: dict[str, Any]) -> None:
    for before, (_, move, _, _), _ in walk(sample):
        assert GAME.explain(before, GAME.read(move)) is None, move


@samples
def test_the_number_of_choices_is_right(sample: dict[str, Any]) -> None:
    for before, (_, move, count, _), _ in walk(sample):
        texts = {GAME.write(choice) for choice in GAME.legal(before)}
        assert count in (None, len(texts)), move


@samples
def test_the_moves_are_listed(sample: dict[str, Any]) -> None:
    for before, (_, move, count, _), _ in walk(sample):
        assert count is None or GAME.read(move) in GAME.legal(before), move


@samples
def test_the_view_after_each_move_is_right(sample: dict[str, Any]) -> None:
    for _, (_, move, _, part), after in walk(sample):
        view = GAME.view(after)
        assert {key: view[key] for key in part or {}} == (part or {}), move


@samples
def test_the_result_is_right(sample: dict[str, Any]) -> None:
    *_, (_, _, last) = walk(sample)
    outcome = GAME.outcome(last)
    assert {
        "scores": list(outcome.scores),
        "winner": outcome.winner,
        "cause": outcome.why.code,
    } == sample["final"]


@samples
def test_the_score_sheet_adds_up(sample: dict[str, Any]) -> None:
    for _, _, after in walk(sample):
        sums = tuple(sum(entry.points or 0 for entry in seat) for seat in GAME.score_sheet(after))
        assert sums == GAME.scores(after)


@samples
def test_no_invariant_breaks(sample: dict[str, Any]) -> None:
    for _, _, after in walk(sample):
        assert GAME.check(after) == ()


@samples
def test_every_position_can_be_read_again(sample: dict[str, Any]) -> None:
    start = start_of(sample["new"])
    for _, _, after in walk(sample):
        assert GAME.from_position(json.loads(json.dumps(GAME.position(after))), start) == after
