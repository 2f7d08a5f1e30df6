"""The bench that counts detents and presses: what it counts, and a short run of it."""

from __future__ import annotations

import cost_of_turn
import pytest

from engines import catalog
from engines.contract import Start
from engines.icehouse import GAME
from engines.icehouse.state import ahead


@pytest.mark.parametrize(("steps", "cost"), [(0, 0), (2, 2), (-2, 2), (4, 1), (-4, 1)])
def test_a_ring_is_turned_the_shorter_way(steps: int, cost: int) -> None:
    assert cost_of_turn.around(steps, 5) == cost


def test_the_nearest_pyramid_costs_two_presses() -> None:
    """The cursor begins at its colour, and there at the nearest."""
    state = GAME.setup(Start({}, 2, 0, 1))
    nearest = GAME.write(GAME.legal(state)[0])
    assert cost_of_turn.enter("icehouse", state, nearest) == 2


def test_any_pyramid_ahead_can_be_entered() -> None:
    """Two presses, at most two detents to the colour and seven to one of fifteen."""
    state = GAME.setup(Start({}, 2, 0, 1))
    costs = {cost_of_turn.enter("icehouse", state, f"M{space + 1}") for space in ahead(state, 0)}
    assert min(costs) == 2
    assert max(costs) <= 2 + 2 + 7


def test_nine_in_ten_do_not_exceed_the_90th_percentile() -> None:
    assert cost_of_turn.median_and_90([float(n) for n in range(1, 11)]) == (5.5, 9)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_few_games_stay_within_the_target(game: str) -> None:
    """Every choice of the policy can be entered; the full run is made by hand."""
    costs = cost_of_turn.measure(game, games=3, seed=1)
    assert len(costs.box) == len(costs.flat) == len(costs.bits) > 10
    assert cost_of_turn.report(game, costs, 3)


def test_the_same_seed_counts_the_same() -> None:
    assert cost_of_turn.measure("icehouse", 4, 7) == cost_of_turn.measure("icehouse", 4, 7)
