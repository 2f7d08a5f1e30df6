"""Proofs of forced wins: found by the search, then checked with `rules` only."""

from __future__ import annotations

from dataclasses import dataclass

from engines.mana.bot.play import choice_of
from engines.mana.bot.search import WIN, PvSearch
from engines.mana.choices import Choice
from engines.mana.fast_state import FastRules, armies_of, fast_state_of
from engines.mana.rules import apply, legal
from engines.mana.state import OVER, State

MEMORY_MB = 150


@dataclass(frozen=True, slots=True)
class Win:
    """A forced win of the side on turn."""

    plies: int
    """How long the loser can hold out."""
    choice: Choice
    """A first move of a shortest win."""


class Prover:
    """Finds the shortest forced wins under one set of rules, and caches them."""

    def __init__(self, state: State) -> None:
        self._fast = FastRules(state)
        # No extensions, so that a win is found at the depth of its last move.
        self._search = PvSearch(
            self._fast, armies_of(state), MEMORY_MB, lambda _: False, extends=False
        )

    def win(self, state: State, plies: int) -> Win | None:
        """Return a shortest forced win in at most `plies` plies, or None."""
        steps = self._steps(state)
        for within in range(1, plies + 1, 2):
            for step in steps:
                if self._wins(state, step, within):
                    return Win(within, choice_of(state, step))
        return None

    def is_only(self, state: State, choice: Choice, plies: int) -> bool:
        """Return whether no other first move forces a win in at most `plies` plies."""
        others = [step for step in self._steps(state) if choice_of(state, step) != choice]
        # Short wins are found much faster, so they are tried first.
        return not any(
            self._wins(state, step, within) for within in range(1, plies + 1, 2) for step in others
        )

    def _steps(self, state: State) -> list[int]:
        return self._fast.steps(fast_state_of(state), *armies_of(state))

    def _wins(self, state: State, step: int, plies: int) -> bool:
        """Return whether a step wins within `plies` plies."""
        wanted = WIN - plies
        # The last move is not made: it is enough that the daimio can be captured.
        value = self._search.worth(fast_state_of(state), step, plies - 1, wanted - 1, wanted)
        return value >= wanted


def is_won(state: State, prover: Prover, plies: int) -> bool:
    """Return whether `rules` confirm that a side wins: one good move against every answer.

    The search only suggests moves: every move is made, and every answer listed, by `rules`, and the
    line ends when the daimio is off the board.
    """
    return _is_won(state, prover, plies, {})


def _is_won(state: State, prover: Prover, plies: int, known: dict[State, int]) -> bool:
    if known.get(state, 99) <= plies:
        return True
    found = prover.win(state, plies)
    if found is None:
        return False
    after = apply(state, found.choice)
    if after.phase == OVER:
        return after.by == "daimio" and after.winner == state.seat_of(state.side)
    won = plies >= 3 and all(
        (answered := apply(after, answer)).phase != OVER
        and _is_won(answered, prover, plies - 2, known)
        for answer in legal(after)
    )
    if won:
        known[state] = plies
    return won
