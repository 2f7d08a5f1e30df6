"""The bench of the cost of an entry: what it counts, and a short run of it."""

from __future__ import annotations

import entry_scorepad


def is_kept(costs: entry_scorepad.Costs) -> bool:
    """Return whether all limits are kept."""
    return all(row.is_kept for row in entry_scorepad.rows_of("all", costs, is_judged=True))


def test_a_few_sheets_stay_within_the_limits() -> None:
    """The same for the same seed; `python bench/entry_scorepad.py` fills 10,000."""
    found = entry_scorepad.measure(12, seed=5)
    costs = entry_scorepad.total(found)
    assert len(costs.detents) == len(costs.presses) > 150
    assert min(costs.presses) == 1
    assert is_kept(costs), costs.report()


def test_the_way_to_a_number_is_found() -> None:
    """Tens there and back, then ones."""
    assert entry_scorepad.by_tens(25) in ((2, 0, 5), (3, 0, -5))
    assert entry_scorepad.by_tens(-40) == (-4, 0, 0)
    there, back, ones = entry_scorepad.by_tens(340)
    assert 10 * 10 + 100 * (there - 10) + 10 * back + ones == 340


def test_above_a_limit_it_says_so() -> None:
    assert not is_kept(entry_scorepad.Costs([30, 30], [2, 2]))
    assert not is_kept(entry_scorepad.Costs([3, 3], [3, 3]))
    assert is_kept(entry_scorepad.Costs([3, 3], [1, 2]))
