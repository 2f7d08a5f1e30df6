"""Pairs at the least cost: against every pairing of a few, and in bounded work for many."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.evening.matching import least_cost_pairs

Costs = list[list[int]]


def best(costs: Costs) -> int:
    """Return the least cost of all pairings."""

    @cache
    def from_here(done: int) -> int:
        left = [at for at in range(len(costs)) if not done >> at & 1]
        return (
            0
            if not left
            else min(
                costs[left[0]][at] + from_here(done | 1 << left[0] | 1 << at) for at in left[1:]
            )
        )

    return from_here(0)


def total(costs: Costs, partner: tuple[int, ...]) -> int:
    assert all(partner[partner[at]] == at != partner[at] for at in range(len(costs)))
    return sum(costs[at][other] for at, other in enumerate(partner)) // 2


def symmetric(size: int, values: list[int]) -> Costs:
    costs, rest = [[0] * size for _ in range(size)], iter(values)
    for one in range(size):
        for other in range(one):
            costs[one][other] = costs[other][one] = next(rest)
    return costs


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.data())
def test_no_pairing_costs_less(data: st.DataObject) -> None:
    size = data.draw(st.sampled_from([2, 4, 6, 8, 10]))
    most = data.draw(st.sampled_from([1, 3, 50, 10**15]))
    count = size * (size - 1) // 2
    values = data.draw(st.lists(st.integers(0, most), min_size=count, max_size=count))
    costs = symmetric(size, values)
    assert total(costs, least_cost_pairs(costs).partner) == best(costs)


def test_circles_within_circles() -> None:
    """Random costs of a few values make many ties, and so blossoms in blossoms."""
    chance = random.Random(5)
    for _ in range(400):
        size = chance.choice([8, 10, 12])
        costs = symmetric(size, [chance.choice([0, 1, 2]) for _ in range(size * size)])
        assert total(costs, least_cost_pairs(costs).partner) == best(costs)


def test_sixty_four_are_paired_in_bounded_work() -> None:
    """Counted in steps, because seconds belong to a machine: about n³, 262,144."""
    chance = random.Random(6)
    for most in (1, 5, 1000, 10**18):
        costs = symmetric(64, [chance.randint(0, most) for _ in range(64 * 64)])
        assert least_cost_pairs(costs).steps < 64**3
        assert least_cost_pairs(costs) == least_cost_pairs(costs)


def test_nobody_and_an_odd_number() -> None:
    assert least_cost_pairs([]).partner == ()
    with pytest.raises(ValueError, match="odd"):
        least_cost_pairs([[0]])
