"""Find puzzles of Mana in games that the player plays against itself, or prove them again.

    python bench/puzzles_mana.py [--each 100] [--seed 1] [--turns 2 3 4]     writes the file
    python bench/puzzles_mana.py --check [--sample 50]                       proves it again

A puzzle is a position in which exactly one first move forces a win in a number of turns, and no
other first move wins even in one turn more. The proof by the search is checked by the readable
rules: one good move against every answer, until the daimio is off the board.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from engines import catalog
from engines.bots.player import Budget
from engines.engine import Puzzle, Start
from engines.mana import GAME
from engines.mana.bot import think
from engines.mana.bot.proof import Prover, is_won
from engines.mana.position import read
from engines.mana.puzzles import DATA, puzzles, write
from engines.mana.rules import apply, legal
from engines.mana.state import OVER, PLAY, State
from engines.match import Match

LATER = 2
"""Another first move must not win within this many more plies."""
NODES = 300
RANDOM_SHARE = 0.15
LONGEST = 40


def games(seed: int) -> Iterator[State]:
    """Yield positions of games between players who make mistakes."""
    number = 0
    while True:
        number += 1
        chance = random.Random(f"{seed} {number}")
        start = catalog.begin(GAME, seats=2, seed=number, first=0, options={"advanced": True})
        match = Match(GAME, start)
        while match.turn is not None and len(match.moments) < LONGEST:
            state = match.state
            if state.phase == PLAY:
                yield state
            if state.phase != PLAY or chance.random() < RANDOM_SHARE:
                match.play(GAME.write(chance.choice(list(legal(state)))))
                continue
            level = chance.choice((2, 3, 4))
            view = GAME.view(state, match.turn.seat)
            thought = think(view, level, Budget(nodes=NODES), chance.getrandbits(32), lambda: False)
            match.play(thought.move)


def puzzle_of(state: State, turns: list[int]) -> Puzzle | None:
    """Return the puzzle that a position is, if it is one; both sides have to have a choice."""
    choices = legal(state)
    if len(choices) < 3 or any(apply(state, choice).phase == OVER for choice in choices):
        return None
    prover = Prover(state)
    win = prover.win(state, 2 * max(turns) - 1)
    if win is None or (win.plies + 1) // 2 not in turns:
        return None
    if not prover.is_only(state, win.choice, win.plies + LATER):
        return None
    return Puzzle((win.plies + 1) // 2, GAME.write(win.choice), GAME.position(state))


def find(each: int, seed: int, turns: list[int]) -> list[Puzzle]:
    """Return `each` puzzles of each length, easier ones first."""
    found: dict[int, list[Puzzle]] = {length: [] for length in turns}
    seen = set()
    for state in games(seed):
        wanted = [length for length in turns if len(found[length]) < each]
        if not wanted:
            break
        puzzle = puzzle_of(state, wanted)
        if puzzle is not None and puzzle.position not in seen and is_proven(puzzle):
            seen.add(puzzle.position)
            found[puzzle.turns].append(puzzle)
            counts = "  ".join(f"{length}: {len(found[length])}" for length in turns)
            print(f"in turns  {counts}", flush=True)
    return [puzzle for length in turns for puzzle in found[length]]


def state_of(puzzle: Puzzle) -> State:
    """Return the position of a puzzle, as a state of a match with first player 0."""
    return read(str(puzzle.position), Start({}, 2, 0, 0))


def is_proven(puzzle: Puzzle) -> bool:
    """Prove a puzzle: its first move wins in time by the rules, and no other move does."""
    state = state_of(puzzle)
    prover = Prover(state)
    first = GAME.read(puzzle.first)
    if not prover.is_only(state, first, puzzle.plies + LATER):
        return False
    if prover.win(state, puzzle.plies - 2) is not None:
        return False
    return is_won(state, prover, puzzle.plies)


def main() -> int:
    """Write the file, or prove it again."""
    parser = argparse.ArgumentParser(description="Find or prove the puzzles.")
    parser.add_argument("--check", action="store_true", help="prove the file again")
    parser.add_argument("--sample", type=int, help="prove only N, drawn by lot")
    parser.add_argument("--each", type=int, default=100, help="puzzles of each length")
    parser.add_argument("--turns", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if not asked.check:
        found = find(asked.each, asked.seed, sorted(asked.turns))
        DATA.write_text("".join(write(puzzle) + "\n" for puzzle in found))
        print(f"{len(found)} puzzles written to {DATA}")
        return 0
    known = list(puzzles())
    if asked.sample is not None:
        known = random.Random(asked.seed).sample(known, asked.sample)
    wrong = [puzzle for puzzle in known if not is_proven(puzzle)]
    print(f"{len(known) - len(wrong)} of {len(known)} puzzles proven", *map(write, wrong), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
