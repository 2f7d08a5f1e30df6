"""`bench/turning_points.py` notices a turning point that is none."""

from __future__ import annotations

from typing import Any

import pytest
import turning_points

from engines import catalog
from engines.bots.player import Budget, Thought
from engines.bots.seat_view import seat_view
from engines.match import Match
from firmware_py.match.turning_points import LEAST, TurningPoint

GAME = "mana"
LINES = ["=b1", "=b6", "b1-b3", "e6-e5", "a1-c2", "a6-a5", "e1-e4", "a5-b3"]
BLUNDER = TurningPoint(7, 0, "e1-e4", "b3-a3", 0.0, -1.0)


@pytest.fixture
def match() -> Match[Any, Any]:
    """Return a match that ended by a blunder."""
    engine = catalog.load(GAME)
    made = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0))
    for text in LINES:
        made.play(text)
    return made


def test_a_blunder_costs_and_the_best_choice_does_not(match: Match[Any, Any]) -> None:
    """Judged by what the seat knew."""
    think = catalog.load(GAME).think
    assert think is not None
    budget = Budget(nodes=3_000)
    assert turning_points.cost(match, think(), BLUNDER, budget) > LEAST
    view = seat_view(turning_points_at(match), 0)
    best = think()(view, 5, budget, 7, lambda: False).move
    none = TurningPoint(7, 0, best, "a1-a2", 0.0, -1.0)
    assert turning_points.cost(match, think(), none, budget) < LEAST / 2


def turning_points_at(match: Match[Any, Any]) -> Match[Any, Any]:
    """Return the match before the blunder."""
    before = match.fork()
    before.undo()
    before.undo()
    return before


@pytest.mark.parametrize(("move", "code"), [("e1-e4", 0), ("best", 1)])
def test_a_review_that_names_the_wrong_choices_fails(
    match: Match[Any, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    move: str,
    code: int,
) -> None:
    """A blunder holds; the best choice, called a turning point, does not."""
    think = catalog.load(GAME).think
    assert think is not None
    view = seat_view(turning_points_at(match), 0)
    best: Thought = think()(view, 5, Budget(nodes=3_000), 7, lambda: False)
    named = TurningPoint(7, 0, best.move if move == "best" else move, "b3-a3", 0.5, -1.0)
    monkeypatch.setattr(turning_points, "play", lambda *_: match)
    monkeypatch.setattr(turning_points, "review", lambda *_: (named,))
    monkeypatch.setattr(turning_points, "Budget", lambda _seconds: Budget(nodes=3_000))
    monkeypatch.setattr("sys.argv", ["turning_points.py", GAME, "--matches", "1"])
    assert turning_points.main() == code
    assert capsys.readouterr().out.splitlines()[-1].split() == ["all", str(1 - code), "of", "1"]
