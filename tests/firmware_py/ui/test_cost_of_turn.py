"""The bench that counts detents and presses: what it counts, and a short run of it."""

from __future__ import annotations

from pathlib import Path

import cost_of_turn
import pytest
from matches import inputs_of, record, write_script
from policy import around

from engines import catalog

ENOUGH = 100
"""The number of turns that a percentile needs."""


@pytest.mark.parametrize(("steps", "cost"), [(0, 0), (2, 2), (-2, 2), (4, 1), (-4, 1)])
def test_a_ring_is_turned_the_shorter_way(steps: int, cost: int) -> None:
    assert around(steps, 5) == cost


def test_every_event_of_the_inbox_is_counted(tmp_path: Path) -> None:
    """The sum over a match is what the inbox passed on, and no choice costs less than a press."""
    script = write_script("icehouse", 1)
    counted = [count for _, count in inputs_of(script, tmp_path)]
    again = tmp_path / "again"
    assert sum(counted) == len(record(script, again))
    assert min(counted) >= 1


def test_nine_in_ten_do_not_exceed_the_90th_percentile() -> None:
    assert cost_of_turn.median_and_90([float(n) for n in range(1, 11)]) == (5.5, 9)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_few_games_stay_within_the_target(game: str) -> None:
    """Every choice of the policy can be entered; the full run is made by hand."""
    costs, games = cost_of_turn.Costs(), 0
    while len(costs.box) < ENOUGH:
        games += 3
        more = cost_of_turn.measure(game, 3, seed=games)
        costs.box += more.box
        costs.flat += more.flat
        costs.bits += more.bits
    assert len(costs.box) == len(costs.flat) == len(costs.bits)
    assert all(row.is_kept for row in cost_of_turn.rows_of(game, costs, games))


def test_the_same_seed_counts_the_same() -> None:
    assert cost_of_turn.measure("icehouse", 4, 7) == cost_of_turn.measure("icehouse", 4, 7)
