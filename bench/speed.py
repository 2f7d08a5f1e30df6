"""How long a move takes in each readable engine, compared with python-chess in the same run.

A move is `legal` plus `apply`; a ply of chess is `list(legal_moves)` plus `push`. Both play random
games from the same seed. What counts is the ratio: machines differ, and so do moments.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

from real_tables import Way, table_of
from rows import Row, judge

from engines import catalog
from engines.match import Match

LIMIT = 5.0
"""Plies of chess that a move may cost, unless its game says otherwise."""


def chess_ply_s(plies: int, rng: random.Random) -> float:
    """Return the mean time of a ply of random chess."""
    import chess  # of the group of the benches alone

    board, spent = chess.Board(), 0.0
    for _ in range(plies):
        began = time.process_time()
        moves = list(board.legal_moves)
        spent += time.process_time() - began
        if not moves or board.is_insufficient_material():
            board = chess.Board()
            continue
        move = rng.choice(moves)
        began = time.process_time()
        board.push(move)
        spent += time.process_time() - began
    return spent / plies


def move_s(game: str, way: Way, moves: int, rng: random.Random) -> float:
    """Return the mean time of a move of one game, played at random."""
    seats, options = way
    engine = catalog.load(game)
    spent, played, state = 0.0, 0, None
    while played < moves:
        if state is None or engine.turn(state) is None:
            start = catalog.begin(engine, seats=seats, seed=rng.getrandbits(32), options=options)
            state = Match(engine, start).state
        answer = engine.dealer(state)
        if answer is not None:
            state = engine.apply(state, answer)
            continue
        began = time.process_time()
        legal = engine.legal(state)
        spent += time.process_time() - began
        choice: Any = rng.choice(legal)
        began = time.process_time()
        state = engine.apply(state, choice)
        spent += time.process_time() - began
        played += 1
    return spent / played


def row_of(game: str, label: str, taken_s: float, ply_s: float) -> Row:
    """Return the row of one way to play a game."""
    limit = table_of(game).limits.get(label, LIMIT)
    return Row(f"{game} {label}", taken_s * 1e6, limit, ply_s * 1e6, "us")


def measure(rounds: int = 5) -> Iterator[Row]:
    """Time every way to play every game."""
    ply_s = statistics.median(chess_ply_s(2_000, random.Random(r)) for r in range(rounds))
    for game in catalog.GAMES:
        for label, way in table_of(game).ways.items():
            rngs = [random.Random(r) for r in range(rounds)]
            taken_s = statistics.median(move_s(game, way, 1_000, rng) for rng in rngs)
            yield row_of(game, label, taken_s, ply_s)


def main() -> int:
    """Print a row for each engine; exit 1 if one is over its limit."""
    return judge(measure())


if __name__ == "__main__":
    sys.exit(main())
