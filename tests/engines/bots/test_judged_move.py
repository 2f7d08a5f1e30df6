"""Every bot can say what one choice is worth, whether or not it would consider it."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.bots.player import Budget
from engines.bots.seat_view import seat_view
from engines.match import Match

OPTIONS: dict[str, dict[str, Any]] = {
    "mana": {"edition": "bird", "bird_blocks": True},
    "mandala": {"table": "full"},
    "stones": {"tracking": "board"},
    "icehouse": {},
}
PLAYERS = [game for game in catalog.GAMES if catalog.load(game).think is not None]


def middle(game: str) -> Match[Any, Any]:
    """Return a match in which a seat has to choose, some choices after its beginning."""
    engine = catalog.load(game)
    match = Match(engine, catalog.begin(engine, options=OPTIONS[game], seats=2, seed=3, first=0))
    for _ in range(12):
        turn = match.turn
        assert turn is not None
        choices = engine.legal(match.state)
        match.play(engine.write(choices[len(choices) // 8]))
    while match.turn is not None and (match.turn.seat is None or match.turn.asks is not None):
        match.play(engine.write(engine.legal(match.state)[0]))
    return match


@pytest.mark.parametrize("game", PLAYERS)
def test_each_choice_can_be_judged(game: str) -> None:
    """Ten of them, spread over all; the best one is worth at least as much as the worst."""
    match = middle(game)
    engine = match.engine
    assert engine.think is not None
    assert match.turn is not None
    think, seat = engine.think(), match.turn.seat
    assert seat is not None
    view, budget = seat_view(match, seat), Budget(nodes=150)
    moves = [engine.write(choice) for choice in engine.legal(match.state)]
    worth = {}
    for move in moves[:: max(1, len(moves) // 10)]:
        thought = think(view, 5, budget, 1, lambda: False, move)
        assert thought.move.partition("@")[0] == move.partition("@")[0]
        assert -1.0 <= thought.value <= 1.0
        worth[move] = thought.value
    best = think(view, 5, budget, 1, lambda: False)
    assert best.value >= min(worth.values())


@pytest.mark.parametrize("game", [game for game in PLAYERS if game != "mana"])
def test_what_no_seat_chooses_is_refused(game: str) -> None:
    """An answer of the table is not a choice of a seat."""
    match = middle(game)
    engine = match.engine
    assert engine.think is not None
    assert match.turn is not None
    assert match.turn.seat is not None
    others = {"mandala": "RG", "stones": "o", "icehouse": "+R3"}
    view = seat_view(match, match.turn.seat)
    with pytest.raises(ValueError, match=r"no choice of a seat|cannot be read|BAD"):
        engine.think()(view, 5, Budget(nodes=5), 1, lambda: False, others[game])
