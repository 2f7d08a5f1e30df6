"""The search by sampling, on games that are small enough to know the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from engines.bots import search as searching
from engines.bots.deadline import Deadline
from engines.bots.player import Budget, Strength
from engines.bots.rng import Random
from engines.bots.search import (
    BRANCHES_AT_LEAST,
    BYTES_A_BRANCH,
    Choices,
    Found,
    Search,
    Values,
    outlook,
)

STRONG = Strength(share=1.0, horizon=None, overlooks=0.0, is_careful=True)
NODES = Budget(nodes=400)


@dataclass
class Heap:
    """Take one, two or three; who takes the last one has won."""

    left: int
    seats: int = 2
    turn: int = 0
    last: int = -1

    def weighed(self) -> Choices:
        choices = range(1, min(3, self.left) + 1)
        return [(choice, 1 / len(choices)) for choice in choices]

    def play(self, choice: int) -> None:
        self.left -= choice
        self.last = self.turn
        self.turn = (self.turn + 1) % self.seats if self.left else -1

    def finish(self, plies: int | None, chance: Random) -> Values:
        while self.turn >= 0 and plies != 0:
            self.play(1 + int(chance.random() * min(3, self.left)))
            plies = None if plies is None else plies - 1
        if self.turn >= 0:
            return [1 / self.seats] * self.seats
        return [float(seat == self.last) for seat in range(self.seats)]


@dataclass
class Heaps:
    """A heap that everybody sees."""

    left: int
    seats: int = 2
    is_certain: bool = True
    knows_choices: bool = True
    misjudges: float = 0.4
    samples: list[Heap] = field(default_factory=list)

    def sample(self, _: Random) -> Heap:
        self.samples.append(Heap(self.left, self.seats))
        return self.samples[-1]


def search(worlds: Heaps, level: Strength = STRONG, budget: Budget = NODES, seed: int = 1) -> Found:
    return Search(worlds, level, budget, seed).run(lambda: False)


@pytest.mark.parametrize("left", [2, 3, 5, 6, 7])
@pytest.mark.parametrize("is_certain", [True, False])
def test_it_finds_the_only_winning_choice(left: int, is_certain: bool) -> None:
    """Leave a multiple of four."""
    found = search(Heaps(left, is_certain=is_certain))
    assert found.choice == left % 4
    assert found.line[0] == found.choice
    assert found.value > 0.5


def test_every_seat_goes_after_its_own_result() -> None:
    """With three seats and four left, taking one lets the next seat win; taking three does too."""
    assert search(Heaps(3, seats=3)).choice == 3
    assert search(Heaps(4, seats=3)).value < 0.5


def test_a_seed_gives_the_same_thought_again_and_others_differ_in_nothing_but_luck() -> None:
    """Budgets in nodes do not depend on the machine."""
    assert search(Heaps(21), seed=5) == search(Heaps(21), seed=5)
    assert {search(Heaps(6), seed=seed).choice for seed in range(8)} == {2}


def test_a_budget_in_nodes_is_the_number_of_walks() -> None:
    """A level uses its share of it."""
    assert search(Heaps(21), budget=Budget(nodes=50)).walks == 50
    half = Strength(share=0.5, horizon=None, overlooks=0.0, is_careful=True)
    assert search(Heaps(21), half, Budget(nodes=50)).walks == 25


def test_stopping_at_once_still_answers() -> None:
    """Somebody pressed: one walk, and a choice that is legal."""
    found = Search(Heaps(21), STRONG, Budget(seconds=60), 1).run(lambda: True)
    assert found.choice in (1, 2, 3)
    assert found.walks <= 1


def test_stop_is_asked_before_every_walk() -> None:
    """So that no press waits longer than one walk."""
    asked: list[int] = []
    worlds = Heaps(21)

    def stop() -> bool:
        asked.append(len(worlds.samples))
        return len(asked) == 30

    Search(worlds, STRONG, Budget(seconds=60), 1).run(stop)
    assert len(asked) == 30
    assert all(later - earlier <= 1 for earlier, later in pairwise(asked))


def test_a_settled_answer_is_given_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left of the budget could not change it: the same choice, and nobody waits."""
    budget = Budget(nodes=2_000)
    early = [search(Heaps(left), budget=budget) for left in (5, 6, 7, 9, 10, 11)]
    monkeypatch.setattr(searching, "WALKS_PER_CHECK", 1_000_000)
    late = [search(Heaps(left), budget=budget) for left in (5, 6, 7, 9, 10, 11)]
    assert [found.choice for found in early] == [found.choice for found in late]
    assert {found.walks for found in late} == {2_000}
    assert all(found.walks < 1_400 for found in early)


def test_an_open_answer_takes_all_of_its_budget() -> None:
    """From a multiple of four every choice loses: none of them is ever far ahead."""
    assert search(Heaps(8), budget=Budget(nodes=300)).walks > 250


def test_time_that_is_left_counts_in_nodes() -> None:
    """A watch tells it at the pace it has seen; one that counts nodes knows it."""
    assert Deadline(Budget(nodes=50), lambda: False).left(20) == 30
    assert Deadline(Budget(seconds=0.0), lambda: False).left(20) == 0
    assert Deadline(Budget(seconds=60.0), lambda: False).left(20) > 20


def test_an_only_choice_needs_no_search() -> None:
    """Its value comes from a single look at the position after it."""
    found = search(Heaps(1))
    assert (found.choice, found.value, found.walks) == (1, 1.0, 0)


def test_a_horizon_ends_the_look_ahead() -> None:
    """One choice deep, everything but an immediate win looks the same."""
    short = Strength(share=1.0, horizon=1, overlooks=0.0, is_careful=False)
    found = search(Heaps(6), short)
    assert found.value == pytest.approx(0.5)
    assert len(found.line) == 1
    assert search(Heaps(3), short).choice == 3


def test_who_overlooks_misses_a_win_now_and_then() -> None:
    """In one thought always the same; over many thoughts about as often as the level says."""
    blind = Strength(share=1.0, horizon=None, overlooks=0.4, is_careful=True)
    missed = sum(search(Heaps(3), blind, seed=seed).choice != 3 for seed in range(100))
    assert 15 < missed < 65


def loses_if_two(world: Heap) -> Callable[[int], None]:
    """Return a way to play in which taking two ends the game and loses it."""

    def play(choice: int) -> None:
        if choice == 2:
            world.last, world.turn = 1 - world.turn, -1
        else:
            Heap.play(world, choice)

    return play


@dataclass
class Trap(Heaps):
    """Taking two loses at once."""

    def sample(self, _: Random) -> Heap:
        world = super().sample(_)
        world.play = loses_if_two(world)  # type: ignore[method-assign, assignment]
        return world


def test_the_careful_never_choose_what_loses_at_once() -> None:
    """However much they overlook; the careless may."""
    for is_careful, wanted in ((True, {1}), (False, {1, 2})):
        level = Strength(share=1.0, horizon=2, overlooks=0.9, is_careful=is_careful)
        chosen = {search(Trap(2), level, seed=seed).choice for seed in range(40)}
        assert chosen == wanted


@pytest.mark.parametrize("memory", [0, 2])
def test_memory_bounds_the_tree(memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When there is no room for branches the search goes on with those it has."""
    monkeypatch.setattr(searching, "WALKS_PER_CHECK", 1_000_000)
    worlds = Heaps(400)
    thought = Search(worlds, STRONG, Budget(memory_mb=memory, nodes=2 * BRANCHES_AT_LEAST), 1)
    found = thought.run(lambda: False)

    def count(branch: Any) -> int:
        return 1 + sum(count(each) for each in branch.branches.values())

    assert found.walks == 2 * BRANCHES_AT_LEAST
    assert count(thought._root) <= max(BRANCHES_AT_LEAST, memory * 1_000_000 // BYTES_A_BRANCH) + 1  # noqa: SLF001 - how much the search keeps is tested


def test_an_outlook_is_between_minus_one_and_one() -> None:
    """Values inside are chances."""
    assert [outlook(value) for value in (0.0, 0.5, 1.0)] == [-1.0, 0.0, 1.0]
