"""Search by sampling: one tree over choices, walked each time in another possible world.

Whatever a seat cannot know (hidden hands, what lies below, what the table will answer) is
drawn anew for every walk, so a branch holds the average over all that may be:

    sample a world -> walk down the tree -> add one branch -> play on by a rule of thumb -> count

A branch is followed for what it has earned so far and for the weight that the game gives it
beforehand (PUCT). Every seat goes after its own result, so any number of seats may play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import sqrt
from typing import Protocol

from engines.bots.deadline import Deadline
from engines.bots.player import Budget, Stop, Strength
from engines.bots.rng import Random, random_for

Values = Sequence[float]
"""The expected result of each seat: 0 lost, 1 won."""


Choices = Sequence[tuple[int, float]]
"""Choices, and how much each promises at first sight; the weights add up to 1."""


class World(Protocol):
    """One table as it may be, all of it known; it is played on and thrown away."""

    turn: int
    """The seat that chooses; -1 when the game is over."""

    def weighed(self) -> Choices:
        """Return the choices worth a look; there is at least one."""
        ...

    def play(self, choice: int, /) -> None:
        """Carry out a choice and all that follows without a choice."""
        ...

    def finish(self, plies: int | None, chance: Random, /) -> Values:
        """Play on by a rule of thumb, at most so many choices, and judge the table."""
        ...


class Worlds(Protocol):
    """What a seat knows of the table."""

    is_certain: bool
    """Nothing is hidden: every world is the same."""
    knows_choices: bool
    """The seat on turn knows what it may choose."""
    misjudges: float
    """How far off a player is, in chances to win, who overlooks everything: where one choice of
    many decides little, even a small error is a bad choice."""

    def sample(self, chance: Random, /) -> World:
        """Return a table that fits what is known."""
        ...


class Branch:
    """A choice in the tree, and what was found behind it."""

    __slots__ = ("branches", "earned", "error", "known", "overlooked", "visits")

    def __init__(self, error: float = 0.0) -> None:
        self.visits = 0
        self.error = error
        """How far this thought misjudges the choice, in chances to win."""
        self.earned = 0.0
        """The results of the seat that made this choice, added up."""
        self.branches: dict[int, Branch] = {}
        self.known: Choices | None = None
        """What can be chosen behind it, kept where every world has the same."""
        self.overlooked: dict[int, bool] = {}
        """Whether this thought overlooks a choice behind it, once it was met."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found out."""

    choice: int
    value: float
    """The expected result of the choice: 0 lost, 1 won."""
    line: tuple[int, ...]
    walks: int


BYTES_A_BRANCH = 1_500
"""Measured: up to 800 with its lists and numbers; the program itself wants its share too."""
BRANCHES_AT_LEAST = 1000
PUCT_C = 0.7
"""The exploration constant of PUCT: how much the search is drawn to what it has not tried."""
FPU_REDUCTION = 0.05
"""First-play urgency: how much worse than those tried an untried choice is taken to be."""
MARGIN = 0.1
"""The part of a result that is for the points between the seats; the rest is for winning."""
ERROR_EXPONENT = 0.75
"""Errors fall more slowly than the chance to overlook something: this power of it."""
ASK_EVERY = 32
"""So many walks between two looks at whether the answer is settled."""
SPEED_UP = 1.1
"""How much faster than before the walks to come may be, where they are counted by time."""
WALKS_TO_TRUST = 10
"""So many walks through a branch before what follows is worth telling."""


class Search:
    """One thought: built for a table, asked once."""

    def __init__(self, worlds: Worlds, level: Strength, budget: Budget, seed: int) -> None:
        self._worlds = worlds
        self._level = level
        self._budget = level.of(budget)
        self._chance = random_for(seed, "search")
        self._blind = random_for(seed, "overlook")
        self._room = max(BRANCHES_AT_LEAST, budget.memory_mb * 1_000_000 // BYTES_A_BRANCH)
        self._root = Branch()

    def run(self, stop: Stop) -> Found:
        """Walk until the budget is used up or somebody wants the answer."""
        deadline = Deadline(self._budget, stop)
        if self._worlds.knows_choices:
            seen = self._root.known = self._look()
            if len(seen) == 1:
                return self._forced(seen[0][0])
        self._walk()
        walks = 1
        while not deadline.is_over(walks):
            self._walk()
            walks += 1
            if not walks % ASK_EVERY and self._is_settled(SPEED_UP * deadline.left(walks)):
                break
        return self._answer(walks)

    def _is_settled(self, walks: float) -> bool:
        """Tell whether so many more walks could not change the answer: nobody waits for those."""
        first, second = nlargest(2, [0, *(each.visits for each in self._root.branches.values())])
        return first - second > walks

    def _look(self) -> Choices:
        """Return the choices that this level sees; a careful one leaves out what loses at once."""
        choices = self._worlds.sample(self._chance).weighed()
        if self._level.is_careful:
            choices = [each for each in choices if not self._loses(each[0])] or choices
        return self._seen(self._root, choices)

    def _forced(self, choice: int) -> Found:
        """Return the only choice, with the value of one look at what follows."""
        world = self._worlds.sample(self._chance)
        seat = world.turn
        world.play(choice)
        return Found(choice, world.finish(0, self._chance)[seat], (choice,), 0)

    def _loses(self, choice: int) -> bool:
        world = self._worlds.sample(self._chance)
        seat = world.turn
        world.play(choice)
        return world.turn < 0 and world.finish(0, self._chance)[seat] <= MARGIN

    def _seen(self, branch: Branch, choices: Choices) -> Choices:
        """Leave out what this level overlooks; in one thought it is always the same."""
        overlooks = self._level.overlooks
        if not overlooks:
            return choices
        overlooked = branch.overlooked
        for choice, _ in choices:
            if choice not in overlooked:
                overlooked[choice] = self._blind.random() < overlooks
        return [each for each in choices if not overlooked[each[0]]] or choices

    def _misjudge(self) -> float:
        """Return how far off this level is about a choice: who overlooks much errs much."""
        overlooks = self._level.overlooks
        spread = self._worlds.misjudges * overlooks**ERROR_EXPONENT
        return self._blind.gauss(0.0, spread) if overlooks else 0.0

    def _walk(self) -> None:
        """Go down the tree to a new branch, play on from there, and count what came out."""
        world = self._worlds.sample(self._chance)
        horizon = self._level.horizon
        branch = self._root
        way: list[tuple[Branch, int]] = []
        while world.turn >= 0 and len(way) != horizon:
            seat = world.turn
            choice = self._follow(branch, world)
            world.play(choice)
            following = branch.branches.get(choice)
            if following is None:
                following = Branch(self._misjudge())
                if self._room:
                    self._room -= 1
                    branch.branches[choice] = following
                way.append((following, seat))
                break
            branch = following
            way.append((branch, seat))
        values = world.finish(None if horizon is None else horizon - len(way), self._chance)
        for branch, seat in way:
            branch.visits += 1
            branch.earned += values[seat]

    def _follow(self, branch: Branch, world: World) -> int:
        """Return the choice that promises most: what it earned, and what is still unexplored."""
        choices = branch.known
        if choices is None:
            choices = self._seen(branch, world.weighed())
            if self._worlds.is_certain:
                branch.known = choices
        tried = [branch.branches.get(choice) for choice, _ in choices]
        visits, earned = 0, 0.0
        for other in tried:
            if other is not None:
                visits += other.visits
                earned += other.earned
        explore = PUCT_C * sqrt(visits + 1)
        fresh = earned / visits - FPU_REDUCTION if visits else 0.5
        best, most = choices[0][0], float("-inf")
        for (choice, weight), other in zip(choices, tried, strict=True):
            if other is None:
                promise = fresh + explore * weight
            else:
                promise = other.earned / other.visits + other.error
                promise += explore * weight / (1 + other.visits)
            if promise > most:
                best, most = choice, promise
        return best

    def _answer(self, walks: int) -> Found:
        """Return the choice that was followed most, and how it would go on."""
        branch = root = self._root
        line = []
        while branch.branches and (branch is root or branch.visits >= WALKS_TO_TRUST):
            choice, branch = max(
                branch.branches.items(), key=lambda item: (item[1].visits, item[1].earned)
            )
            line.append(choice)
        first = root.branches[line[0]]
        return Found(line[0], first.earned / first.visits, tuple(line), walks)


def outlook(value: float) -> float:
    """Return a result between 0 and 1 as players are told it: -1 lost, +1 won."""
    return max(-1.0, min(1.0, 2 * value - 1))
