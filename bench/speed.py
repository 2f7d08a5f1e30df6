"""How long a move takes in each readable engine, beside python-chess in the same run.

A move is `legal` plus `apply`; a ply of chess is `list(legal_moves)` plus `push`. Both play random
games from the same seed. What counts is the ratio: machines differ, and so do moments.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import Any

import chess
from real_tables import Way, table_of

from engines import catalog
from engines.match import Match

LIMIT = 5.0
"""Plies of chess that a move may cost, unless its game says otherwise."""


def chess_ply_s(plies: int, rng: random.Random) -> float:
    """Return the mean time of a ply of random chess."""
    board, spent = chess.Board(), 0.0
    for _ in range(plies):
        began = time.perf_counter()
        moves = list(board.legal_moves)
        spent += time.perf_counter() - began
        if not moves or board.is_insufficient_material():
            board = chess.Board()
            continue
        move = rng.choice(moves)
        began = time.perf_counter()
        board.push(move)
        spent += time.perf_counter() - began
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
        began = time.perf_counter()
        legal = engine.legal(state)
        spent += time.perf_counter() - began
        choice: Any = rng.choice(legal)
        began = time.perf_counter()
        state = engine.apply(state, choice)
        spent += time.perf_counter() - began
        played += 1
    return spent / played


def main() -> int:
    """Print a row for each engine; exit 1 if one is over its limit."""
    rounds = 5
    yardstick = statistics.median(chess_ply_s(2_000, random.Random(r)) for r in range(rounds))
    print(f"{'python-chess ply':18} {yardstick * 1e6:8.1f} us")
    slow = False
    for game in catalog.GAMES:
        table = table_of(game)
        for label, way in table.ways.items():
            rngs = [random.Random(r) for r in range(rounds)]
            taken = statistics.median(move_s(game, way, 1_000, rng) for rng in rngs)
            limit = table.limits.get(label, LIMIT)
            slow |= taken > limit * yardstick
            named, ratio = f"{game} {label}", taken / yardstick
            print(f"{named:18} {taken * 1e6:8.1f} us  {ratio:5.2f} x  (limit {limit:g})")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
