"""A fast mutable state for the search: the main board as bits and lists, towers as tuples.

A stone is a number: its colour, plus 4 for pattern `x`. Stacks and spaces count from 0. Bit n of a
mask is stack n. A choice is one number as well:

    pick    ((source * 9 + target) * 24 + first stack) * 5 + space
    score   SCORE + colour          tops    TOPS + the towers as bits
"""

from __future__ import annotations

from functools import cache
from typing import Self

from engines.stones.board import AROUND, COLOURS, STACK_HEIGHT, STACKS
from engines.stones.scoring import BY_HEIGHT
from engines.stones.state import SPACES

Tower = tuple[int, ...]
"""Colours, bottom first."""

CIRCLE_STACKS = tuple(tuple(stack - 1 for stack in around) for around in AROUND)
REACH = tuple(sum(1 << stack for stack in around) for around in CIRCLE_STACKS)
"""The stacks of each circle, as bits."""
NO_STONE = -1
SCORE = 10_000
TOPS = 20_000
NEVER = 1_000
"""A mandala space that no stone reaches."""
POINTS_BY_HEIGHT = tuple((0, *BY_HEIGHT[space]) for space in (2, 3, 4))


@cache
def clockwise(circle: int, allowed: int) -> tuple[int, ...]:
    """Return the allowed stacks of a circle, clockwise from the north."""
    return tuple(stack for stack in CIRCLE_STACKS[circle] if allowed >> stack & 1)


@cache
def many_colours(tower: Tower) -> int:
    """Return the points of a tower on the fifth space."""
    return len(set(tower)) + 1


class FastState:
    """One table, which `play` changes; `copy` it before trying a line."""

    __slots__ = (
        "artists",
        "bonus",
        "count",
        "deal",
        "first",
        "full",
        "heights",
        "left",
        "patterns",
        "placed",
        "tops",
        "towers",
        "trigger",
        "triggered",
        "turn",
        "vp",
    )

    count: int
    first: int
    left: tuple[int, ...]
    bonus: dict[int, int]
    """Points of a mandala space, counted from 1."""
    trigger: int
    """The mandala space that ends the game with the round."""
    full: int
    """The number of spaces of the mandala."""
    deal: list[int]
    """The stones of all stacks, four each, bottom first."""
    heights: list[int]
    artists: list[int]
    """The pattern of the artist on each circle; -1 for none."""
    tops: list[int]
    """The top stone of each stack."""
    patterns: list[int]
    """The stacks whose top has a pattern, as bits."""
    towers: list[list[Tower]]
    vp: list[int]
    placed: int
    triggered: bool
    turn: int
    """The seat on turn; -1 when the game is over."""

    def copy(self) -> Self:
        """Return an independent copy."""
        other = self.__class__()
        other.count = self.count
        other.first = self.first
        other.left = self.left
        other.bonus = self.bonus
        other.trigger = self.trigger
        other.full = self.full
        other.deal = self.deal
        other.heights = self.heights[:]
        other.artists = self.artists[:]
        other.tops = self.tops[:]
        other.patterns = self.patterns[:]
        other.towers = [own[:] for own in self.towers]
        other.vp = self.vp[:]
        other.placed = self.placed
        other.triggered = self.triggered
        other.turn = self.turn
        return other

    # --- choices ------------------------------------------------------------------------------

    def reaches(self) -> list[tuple[int, int, int]]:
        """Return source, target and allowed stacks of every artist that reaches a stone."""
        found = []
        artists, patterns = self.artists, self.patterns
        here = [circle for circle in range(9) if artists[circle] >= 0]
        for source in here:
            allowed = patterns[artists[source]]
            for other in here:
                if other != source:
                    allowed &= ~REACH[other]
            if allowed:
                found += [
                    (source, target, allowed & REACH[target])
                    for target in range(9)
                    if artists[target] < 0 and allowed & REACH[target]
                ]
        return found

    def moves(self) -> list[int]:
        """Return every choice of the seat on turn."""
        own = self.towers[self.turn]
        empty = [space for space in range(SPACES) if not own[space]]
        found = []
        if empty:
            for source, target, allowed in self.reaches():
                way = (source * 9 + target) * 24
                for stack in clockwise(target, allowed):
                    found += [(way + stack) * 5 + space for space in empty]
        tops = [tower[-1] for tower in own if tower]
        found += [SCORE + colour for colour in range(4) if tops.count(colour) > 1]
        standing = sum(1 << space for space in range(SPACES) if own[space])
        return found + [TOPS + chosen for chosen in range(1, 32) if chosen & ~standing == 0]

    # --- consequences -------------------------------------------------------------------------

    def play(self, choice: int) -> None:
        """Carry out a choice and its consequences."""
        if choice < SCORE:
            self._pick(choice)
        else:
            own = self.towers[self.turn]
            if choice < TOPS:
                colour = choice - SCORE
                chosen = [space for space in range(5) if own[space] and own[space][-1] == colour]
                points = self.earns(own, chosen)
            else:
                chosen = [space for space in range(5) if (choice - TOPS) >> space & 1]
                points = len(chosen)
            for space in chosen:
                own[space] = own[space][:-1]
            self.vp[self.turn] += points + self._lay(len(chosen))
        self._pass_on()

    def earns(self, own: list[Tower], chosen: list[int]) -> int:
        """Return the points of the towers on these spaces when their colour is scored."""
        points = 0
        for space in chosen:
            if space == 0:
                points += len({len(tower) for tower in own})
            elif space == 4:
                points += many_colours(own[4])
            else:
                points += POINTS_BY_HEIGHT[space - 1][len(own[space])]
        return points

    def tower(self, target: int, allowed: int, first: int) -> Tower:
        """Return the colours an artist takes, beginning with a stack."""
        stacks = clockwise(target, allowed)
        tops = self.tops
        at = stacks.index(first)
        return tuple([tops[stack] & 3 for stack in stacks[at:] + stacks[:at]])

    def _pick(self, choice: int) -> None:
        way, space = divmod(choice, 5)
        way, first = divmod(way, 24)
        source, target = divmod(way, 9)
        artists, patterns = self.artists, self.patterns
        kind = artists[source]
        allowed = patterns[kind] & REACH[target]
        for other in range(9):
            if other != source and artists[other] >= 0:
                allowed &= ~REACH[other]
        self.towers[self.turn][space] = self.tower(target, allowed, first)
        artists[source], artists[target] = -1, kind
        patterns[kind] ^= allowed
        heights, tops, deal = self.heights, self.tops, self.deal
        for stack in clockwise(target, allowed):
            heights[stack] -= 1
            if heights[stack]:
                stone = tops[stack] = deal[stack * STACK_HEIGHT + heights[stack] - 1]
                patterns[stone >> 2] |= 1 << stack
            else:
                tops[stack] = NO_STONE

    def _lay(self, stones: int) -> int:
        """Put stones on the mandala and return the points of its spaces."""
        points = 0
        for _ in range(min(stones, self.full - self.placed)):
            self.placed += 1
            points += self.bonus.get(self.placed, 0)
            if self.placed == self.trigger:
                self.triggered = True
        return points

    def _pass_on(self) -> None:
        """End the turn; the game ends with the round after the trigger, or if nobody can play."""
        turn = self.turn
        while True:
            turn = (turn + 1) % self.count
            if turn == self.first and self.triggered:
                self.turn = -1
                return
            if turn not in self.left:
                break
        self.turn = turn if any(self.towers[turn]) or self.can_pick() else -1

    def can_pick(self) -> bool:
        """Return whether any artist reaches a stone."""
        return bool(self.reaches())


def colour_number(letter: str) -> int:
    """Return the number of a colour."""
    return COLOURS.index(letter)


assert len(CIRCLE_STACKS) == 9
assert STACKS == 24
