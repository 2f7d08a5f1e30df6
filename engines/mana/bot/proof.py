"""Forced wins, proven: found by the search, then checked again by the readable rules alone."""

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
    """A first move that wins so fast."""


class Prover:
    """Finds the shortest forced wins by one set of rules, and remembers what it found."""

    def __init__(self, state: State) -> None:
        self._fast = FastRules(state)
        # Nothing past the horizon: a win is then found at the depth of its last move.
        self._search = PvSearch(
            self._fast, armies_of(state), MEMORY_MB, lambda _: False, extends=False
        )

    def win(self, state: State, plies: int) -> Win | None:
        """Return a shortest forced win in at most so many plies, if there is one."""
        steps = self._steps(state)
        for within in range(1, plies + 1, 2):
            for step in steps:
                if self._wins(state, step, within):
                    return Win(within, choice_of(state, step))
        return None

    def is_only(self, state: State, choice: Choice, plies: int) -> bool:
        """Tell whether no other first move forces a win in at most so many plies."""
        others = [step for step in self._steps(state) if choice_of(state, step) != choice]
        # Shorter wins are found, and this settled, in a small part of the time.
        return not any(
            self._wins(state, step, within) for within in range(1, plies + 1, 2) for step in others
        )

    def _steps(self, state: State) -> list[int]:
        return self._fast.steps(fast_state_of(state), *armies_of(state))

    def _wins(self, state: State, step: int, plies: int) -> bool:
        """Tell whether a step wins so fast; the search need not tell anything else apart."""
        wanted = WIN - plies
        # The last move is seen without being made: the daimio can be taken.
        value = self._search.worth(fast_state_of(state), step, plies - 1, wanted - 1, wanted)
        return value >= wanted


def is_won(state: State, prover: Prover, plies: int) -> bool:
    """Check by the readable rules that a side wins: one good move against every answer to it.

    Where the search says what to play is no matter: every move is made, and every answer listed,
    by the rules, and the line ends when the daimio is off the board.
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
