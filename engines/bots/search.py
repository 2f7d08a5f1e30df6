"""Monte Carlo tree search with determinization, for games with hidden information.

What a seat cannot know (hidden hands, covered pieces, answers of the table) is sampled anew for
each walk, so the tree averages over all possibilities:

    sample a world -> walk down the tree -> add one branch -> play out by a heuristic -> count

Branches are selected by PUCT: average result so far plus prior weight. Every seat maximises its own
result, so any number of seats may play.
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
"""Choices with prior weights that add up to 1."""


class World(Protocol):
    """A table with nothing hidden, which one walk plays on."""

    turn: int
    """The seat that chooses; -1 when the game is over."""

    def weighed(self) -> Choices:
        """Return the choices worth considering, with weights; at least one."""
        ...

    def play(self, choice: int, /) -> None:
        """Carry out a choice and everything that follows from it without another choice."""
        ...

    def finish(self, plies: int | None, chance: Random, /) -> Values:
        """Play out at most `plies` choices by a heuristic, and return the evaluation."""
        ...


class Worlds(Protocol):
    """What a seat knows about the table."""

    is_certain: bool
    """Whether nothing is hidden, so that all sampled worlds are equal."""
    knows_choices: bool
    """Whether the seat on turn knows its legal choices."""
    misjudges: float
    """The standard deviation of the evaluation error, as a probability to win, of a player who
    overlooks everything. Small in games in which one choice decides little.
    """

    def sample(self, chance: Random, /) -> World:
        """Return a table that fits what is known."""
        ...


class Branch:
    """A choice in the tree with its statistics."""

    __slots__ = ("branches", "earned", "error", "known", "overlooked", "visits")

    def __init__(self, error: float = 0.0) -> None:
        self.visits = 0
        self.error = error
        """The error that this thought adds to the choice's value, as a probability to win."""
        self.earned = 0.0
        """The sum of the results for the seat that made this choice."""
        self.branches: dict[int, Branch] = {}
        self.known: Choices | None = None
        """The choices after this one, cached if all worlds are equal."""
        self.overlooked: dict[int, bool] = {}
        """Whether this thought overlooks each choice after this one, as far as decided."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search."""

    choice: int
    value: float
    """The expected result of the choice: 0 lost, 1 won."""
    line: tuple[int, ...]
    walks: int


BYTES_A_BRANCH = 1_500
"""Bytes of a branch: measured up to 800, plus a share for the rest of the program."""
BRANCHES_AT_LEAST = 1000
PUCT_C = 0.7
"""The exploration constant of PUCT."""
FPU_REDUCTION = 0.05
"""First-play urgency: an untried choice counts as this much worse than the average of those tried.
"""
POINTS_WEIGHT = 0.1
"""The part of a result that depends on the difference in points; the rest is for winning."""
ERROR_EXPONENT = 0.75
"""The evaluation error grows with this power of the probability to overlook a choice."""
WALKS_PER_CHECK = 32
"""The number of walks between two checks whether the result can still change."""
SPEED_UP = 1.1
"""How much faster the remaining walks may be than those so far, if time is the budget."""
WALKS_TO_REPORT = 10
"""The number of visits from which on a branch is reported as expected continuation."""


class Search:
    """One search for one table."""

    def __init__(
        self, worlds: Worlds, level: Strength, budget: Budget, seed: int, only: int | None = None
    ) -> None:
        """Prepare a search; `only` is the one choice to be judged, where the choices are known."""
        self._worlds = worlds
        self._only = only
        self._level = level
        self._budget = level.of(budget)
        self._chance = random_for(seed, "search")
        self._blind = random_for(seed, "overlook")
        self._room = max(BRANCHES_AT_LEAST, budget.memory_mb * 1_000_000 // BYTES_A_BRANCH)
        self._root = Branch()

    def run(self, stop: Stop) -> Found:
        """Search until the budget is used up or `stop` returns True."""
        deadline = Deadline(self._budget, stop)
        if self._only is not None:
            self._root.known = [(self._only, 1.0)]
        elif self._worlds.knows_choices:
            seen = self._root.known = self._look()
            if len(seen) == 1:
                return self._forced(seen[0][0])
        self._walk()
        walks = 1
        while not deadline.is_over(walks):
            self._walk()
            walks += 1
            if not walks % WALKS_PER_CHECK and self._is_settled(SPEED_UP * deadline.left(walks)):
                break
        return self._answer(walks)

    def _is_settled(self, walks: float) -> bool:
        """Return whether `walks` more walks cannot change the best choice, so that waiting is
        useless.
        """
        if self._only is not None:
            return False
        first, second = nlargest(2, [0, *(each.visits for each in self._root.branches.values())])
        return first - second > walks

    def _look(self) -> Choices:
        """Return the choices that this level sees; careful levels exclude immediate losses."""
        choices = self._worlds.sample(self._chance).weighed()
        if self._level.is_careful:
            choices = [each for each in choices if not self._loses(each[0])] or choices
        return self._seen(self._root, choices)

    def _forced(self, choice: int) -> Found:
        """Return the only choice, with an evaluation of the table after it."""
        world = self._worlds.sample(self._chance)
        seat = world.turn
        world.play(choice)
        return Found(choice, world.finish(0, self._chance)[seat], (choice,), 0)

    def _loses(self, choice: int) -> bool:
        world = self._worlds.sample(self._chance)
        seat = world.turn
        world.play(choice)
        return world.turn < 0 and world.finish(0, self._chance)[seat] <= POINTS_WEIGHT

    def _seen(self, branch: Branch, choices: Choices) -> Choices:
        """Return the choices without those that this level overlooks, the same ones for a whole
        search.
        """
        overlooks = self._level.overlooks
        if not overlooks:
            return choices
        overlooked = branch.overlooked
        for choice, _ in choices:
            if choice not in overlooked:
                overlooked[choice] = self._blind.random() < overlooks
        return [each for each in choices if not overlooked[each[0]]] or choices

    def _misjudge(self) -> float:
        """Return a random evaluation error, larger for levels that overlook more."""
        overlooks = self._level.overlooks
        spread = self._worlds.misjudges * overlooks**ERROR_EXPONENT
        return self._blind.gauss(0.0, spread) if overlooks else 0.0

    def _walk(self) -> None:
        """Walk down the tree, add one branch, play out from it and update the statistics."""
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
        """Return the choice with the highest PUCT value."""
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
        """Return the most visited choice and its expected continuation."""
        branch = root = self._root
        line = []
        while branch.branches and (branch is root or branch.visits >= WALKS_TO_REPORT):
            choice, branch = max(
                branch.branches.items(), key=lambda item: (item[1].visits, item[1].earned)
            )
            line.append(choice)
        first = root.branches[line[0]]
        return Found(line[0], first.earned / first.visits, tuple(line), walks)


def outlook(value: float) -> float:
    """Return a result between 0 and 1 as a value between -1 (lost) and +1 (won)."""
    return max(-1.0, min(1.0, 2 * value - 1))
