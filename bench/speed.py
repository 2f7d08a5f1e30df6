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
from firmware_py.evening.evening import MOST_PLAYERS, SWISS, Evening, Plan, first_line

LIMIT = 5.0
"""Plies of chess that a move may cost, unless its game says otherwise."""
PAIRING_LIMIT = 5.0
"""Thousands of plies of chess that pairing 64 players may cost."""


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


def pairing_s(rng: random.Random) -> float:
    """Return the time to pair 64 players, after five rounds with results by chance."""
    names = [f"P{at}" for at in range(MOST_PLAYERS)]
    evening = Evening(1, [first_line(Plan(("any",), SWISS, 7), rng.getrandbits(32), None)])
    for name in names:
        evening.add({"do": "here", "name": name}, None)
    for number in range(5):
        tables = [list(table) for table in evening.propose().tables]
        evening.add({"do": "round", "game": "any", "tables": tables, "out": []}, None)
        for at in range(len(tables)):
            ranks = rng.choice(((1, 2), (2, 1), (1, 1)))
            place = {"round": number, "table": at, "game": 0}
            evening.add({"do": "result", "ranks": [*ranks], "by": "", **place}, None)
    began = time.process_time()
    evening.propose()
    return time.process_time() - began


def row_of_pairing(taken_s: float, ply_s: float) -> Row:
    """Return the row of pairing 64 players, in thousands of plies of chess."""
    return Row("64 players paired", taken_s * 1e3, PAIRING_LIMIT, ply_s * 1e6, "ms")


def measure(rounds: int = 5) -> Iterator[Row]:
    """Time every way to play every game."""
    ply_s = statistics.median(chess_ply_s(2_000, random.Random(r)) for r in range(rounds))
    pairing = statistics.median(pairing_s(random.Random(r)) for r in range(rounds))
    yield row_of_pairing(pairing, ply_s)
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
