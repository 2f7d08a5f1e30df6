"""Prove again how the one-row set-ups of the bird edition end, and print the table.

    python bench/solve_mana.py [--check]

A row is one set-up: how many plies the loser can hold out, the first move that wins so fast and
how it goes on. `--check` proves each win once more without trusting the search: every answer is
made by the readable rules. The advanced variant is not decided.
"""

from __future__ import annotations

import argparse
import sys
import time

from engines.engine import Start
from engines.mana import GAME
from engines.mana.bot.proof import Prover, is_won
from engines.mana.rules import apply, legal
from engines.mana.state import State

PLIES = 15
"""Deeper than any of the wins, and still looked at in no time."""


def setups() -> list[tuple[str, State]]:
    """Return the nine set-ups, by the squares of both daimios."""
    empty = GAME.setup(Start({}, 2, 0, 0))
    return [
        (f"{GAME.write(first)} {GAME.write(second)}", apply(apply(empty, first), second))
        for first in legal(empty)
        for second in legal(apply(empty, first))
    ]


def solve(state: State, *, check: bool) -> str:
    """Return what is proven of a set-up."""
    prover = Prover(state)
    win = prover.win(state, PLIES)
    if win is None:
        return "not decided"
    proven = f"black wins in {win.plies} plies with {GAME.write(win.choice)}"
    if check:
        proven += ", checked" if is_won(state, prover, win.plies) else ", NOT CONFIRMED"
    return proven


def main() -> int:
    """Print the table; fail if a row is not as the manual says."""
    parser = argparse.ArgumentParser(description="Prove how the one-row set-ups end.")
    parser.add_argument("--check", action="store_true", help="prove it by the rules as well")
    asked = parser.parse_args()
    won, began = 0, time.process_time()
    for name, state in setups():
        row_began = time.process_time()
        proven = solve(state, check=asked.check)
        won += proven.startswith("black wins") and "NOT" not in proven
        print(f"{name:9}  {proven:50} {time.process_time() - row_began:5.1f} s", flush=True)
    print(f"{won} of 9 are won by Black; {time.process_time() - began:.1f} s of processor time")
    return 0 if won == 9 else 1


if __name__ == "__main__":
    sys.exit(main())
