"""Prove again how the one-row set-ups of the bird edition end, and print the table.

    python bench/solve_mana.py [--check] [--write]

A row is one set-up: how many plies the loser can hold out, the first move that wins so fast and
how it goes on. `--check` proves each win once more without trusting the search: every answer is
made by the readable rules. The advanced variant is not decided.

The player of the best level plays by `engines/mana/bot/solved.txt`, which has a move for every
position that these wins can lead to. Each run compares it with what is proven now; `--write` writes
it anew.
"""

from __future__ import annotations

import argparse
import sys
import time

from engines.engine import Puzzle, Start
from engines.mana import GAME
from engines.mana.bot.proof import Prover, is_won
from engines.mana.bot.solved import DATA, LEAST, key
from engines.mana.puzzles import write as line_of
from engines.mana.rules import apply, legal
from engines.mana.state import OVER, State

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


def wins_from(state: State) -> dict[str, Puzzle]:
    """Return the positions that a proven win can lead to, each with its move."""
    prover, found, waiting = Prover(state), dict[str, Puzzle](), [state]
    while waiting:
        state = waiting.pop()
        win = prover.win(state, PLIES)
        assert win is not None
        turns = (win.plies + 1) // 2
        if turns < LEAST or key(state) in found:
            continue
        found[key(state)] = Puzzle(turns, GAME.write(win.choice), key(state))
        after = apply(state, win.choice)
        waiting += [
            answered for each in legal(after) if (answered := apply(after, each)).phase != OVER
        ]
    return found


def solved_text() -> str:
    """Return what the data file has to say: longer wins first."""
    found = {each: puzzle for _, state in setups() for each, puzzle in wins_from(state).items()}
    lines = sorted(map(line_of, found.values()), reverse=True)
    return "".join(f"{line}\n" for line in lines)


def main() -> int:
    """Print the table; fail if a row is not as the manual says, or the data file differs."""
    parser = argparse.ArgumentParser(description="Prove how the one-row set-ups end.")
    parser.add_argument("--check", action="store_true", help="prove it by the rules as well")
    parser.add_argument("--write", action="store_true", help="write the player's table anew")
    asked = parser.parse_args()
    won, began = 0, time.process_time()
    for name, state in setups():
        row_began = time.process_time()
        proven = solve(state, check=asked.check)
        won += proven.startswith("black wins") and "NOT" not in proven
        print(f"{name:9}  {proven:50} {time.process_time() - row_began:5.1f} s", flush=True)
    print(f"{won} of 9 are won by Black; {time.process_time() - began:.1f} s of processor time")
    text = solved_text()
    if asked.write:
        DATA.write_text(text)
    is_same = DATA.exists() and DATA.read_text() == text
    print(
        f"{text.count(chr(10))} positions; the player's table {'agrees' if is_same else 'DIFFERS'}"
    )
    return 0 if won == 9 and is_same else 1


if __name__ == "__main__":
    sys.exit(main())
