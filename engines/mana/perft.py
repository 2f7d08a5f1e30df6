"""Perft: the number of sequences of exactly n choices (rules page, section 9)."""

from __future__ import annotations

from engines.engine import TooManyNodes
from engines.mana.fast_state import (
    FREE,
    FastRules,
    FastState,
    Moves,
    armies_of,
    fast_state_of,
    listed,
)
from engines.mana.rules import apply, legal
from engines.mana.state import OVER, PLAY, State

NODE_LIMIT = 20_000_000
DEPTH_LIMIT = 100
"""No count this deep stays below any limit, and the recursion must end."""


def perft(state: State, depth: int, limit: int = NODE_LIMIT) -> int:
    """Return the number of sequences of exactly `depth` choices; raise TooManyNodes.

    A choice that ends the game ends its sequence. The fast rules count where they can; `rules`
    counts setups, and birds whose square matters for the next choice.
    """
    if depth < 0:
        raise ValueError(f"the depth must be 0 or more, not {depth}")
    if depth > DEPTH_LIMIT:
        raise TooManyNodes(limit)
    total = _count(state, depth, limit)
    if total > limit:
        raise TooManyNodes(limit)
    return total


def _count(state: State, depth: int, limit: int) -> int:
    """Return the count, or any number above the limit."""
    if depth == 0:
        return 1
    if state.phase == OVER:
        return 0
    if is_fast(state):
        count = _FastCount(state)
        return count.sequences(fast_state_of(state), armies_of(state), depth, limit)
    choices = legal(state)
    if depth == 1:
        return len(choices)
    total = 0
    for choice in choices:
        total += _count(apply(state, choice), depth - 1, limit - total)
        if total > limit:
            break
    return total


def is_fast(state: State) -> bool:
    """Return whether the fast rules can count here: the bird's square does not matter."""
    rules = state.rules
    return state.phase == PLAY and not (rules.bird_blocks or rules.bird_must_fly)


class _FastCount:
    """Counts with the fast rules; a choice counts once for each square its bird may go to."""

    def __init__(self, state: State) -> None:
        self._fast = FastRules(state)
        self._asks_bird = state.rules.asks_bird

    def sequences(self, here: FastState, armies: tuple[int, int], depth: int, limit: int) -> int:
        """Return the number of sequences of `depth` choices, or any number above the limit."""
        moves, landed, drops = self._fast.offers(here.own, here.foes, here.kind, 0, armies[0])
        if not landed:
            if here.kind == FREE:
                return 0  # both sides are blocked: the game was over before this turn
            passed = self._fast.after(here, 0)
            return 1 if depth == 1 else self.sequences(passed, armies[::-1], depth - 1, limit)
        if depth == 1 and not self._asks_bird:
            return _size(moves, drops)
        if depth == 2 and not self._asks_bird:
            return self._replies(here, moves, drops, armies[1])
        total = 0
        lord = here.foes & here.lords
        for step in listed(moves, drops):
            if step & lord:
                total += depth == 1
                continue
            after = self._fast.after(here, step)
            times = self._perches(after) if self._asks_bird else 1
            rest = (
                1 if depth == 1 else self.sequences(after, armies[::-1], depth - 1, limit - total)
            )
            total += times * rest
            if total > limit:
                break
        return total

    def _perches(self, here: FastState) -> int:
        """Return the number of squares on which the bird can demand the kind of a position."""
        return (self._fast.masks[here.kind] & ~(here.own | here.foes)).bit_count() or 1

    def _replies(self, here: FastState, moves: Moves, drops: int, army: int) -> int:
        """Return the number of sequences of two choices: the innermost loop."""
        own, foes, lords, _, _ = here
        tables, demands = self._fast.tables, self._fast.demands
        moves = [(own ^ piece, reached & ~(foes & lords)) for piece, reached in moves]
        if drops:
            moves.append((own, drops))
        total = 0
        for left, reached in moves:
            ends = reached
            while ends:
                end = ends & -ends
                ends ^= end
                repliers = foes & ~end
                others = ~repliers
                occupied = left | end | repliers
                movers = repliers & demands[end]
                found = 0
                while movers:
                    piece = movers & -movers
                    movers ^= piece
                    crossed, reach = tables[piece]
                    found += (reach[occupied & crossed] & others).bit_count()
                total += found or self._exceptions(repliers, left | end, end, army)
        return total

    def _exceptions(self, own: int, foes: int, landed: int, army: int) -> int:
        """Return the number of choices where no piece can obey the kind landed on."""
        moves, _, drops = self._fast.offers(own, foes, self._fast.kinds[landed], 0, army)
        return _size(moves, drops) or 1


def _size(moves: Moves, drops: int) -> int:
    """Return the number of choices. `landed` is not enough, as two pieces may reach a square."""
    return drops.bit_count() + sum(reached.bit_count() for _, reached in moves)
