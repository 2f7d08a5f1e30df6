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

from engines import catalog
from engines.match import Match

LIMITS = {"stones towers": 30.0}
WAYS: dict[str, tuple[str, int, dict[str, object]]] = {
    "mana bird": ("mana", 2, {}),
    "mana 2005": ("mana", 2, {"edition": "2005"}),
    "mana ask_bird": ("mana", 2, {"ask_bird": True}),
    "mandala public": ("mandala", 2, {}),
    "mandala full": ("mandala", 2, {"table": "full"}),
    "stones towers": ("stones", 4, {}),
    "stones board": ("stones", 4, {"tracking": "board"}),
    "icehouse": ("icehouse", 5, {}),
}


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


def move_s(way: tuple[str, int, dict[str, object]], moves: int, rng: random.Random) -> float:
    """Return the mean time of a move of one game, played at random."""
    name, seats, options = way
    engine = catalog.load(name)
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
    for label, way in WAYS.items():
        taken = statistics.median(move_s(way, 1_000, random.Random(r)) for r in range(rounds))
        limit = LIMITS.get(label, 5.0)
        slow |= taken > limit * yardstick
        print(f"{label:18} {taken * 1e6:8.1f} us  {taken / yardstick:5.2f} x  (limit {limit:g})")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
