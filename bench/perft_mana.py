"""Count leaves of Mana with the fast rules, and of chess with python-chess, in one run.

    python bench/perft_mana.py

Mana: edition 2005, the positions of the rules' table of node counts, depth 6. Chess: the start
position at depth 4 and Kiwipete at depth 3, `legal_moves.count()` at the last ply; the mean of
the two rates. Each rate is the best of three, so that a busy machine disturbs both alike.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING

from rows import Row, judge

from engines.engine import Start
from engines.mana import GAME
from engines.mana.perft import perft

if TYPE_CHECKING:
    import chess

MANA_POSITIONS = (
    "wWwwww/....../....../....../....../bBbbbb b 0 00 -",
    "w.w.w./.w.W.w/....../....../b.B.b./.b.b.b b 0 00 -",
    "..wWw./.w.w.w/....../....../bb..bb/..Bb.. b 0 00 -",
)
MANA_DEPTH = 6
CHESS_POSITIONS = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
)
WANTED = 4


def count_chess(board: chess.Board, depth: int) -> int:
    """Return the leaves of a chess position."""
    if depth == 1:
        return int(board.legal_moves.count())
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += count_chess(board, depth - 1)
        board.pop()
    return leaves


def rate(name: str, count: Callable[[], int]) -> float:
    """Print and return the leaves a second of a count, the best of three."""
    best = 0.0
    for _ in range(3):
        began = perf_counter()
        leaves = count()
        best = max(best, leaves / (perf_counter() - began))
    print(f"{name:<58} {leaves:>9,} leaves {best:>12,.0f} a second")
    return best


def row_of(mana: list[float], games: list[float]) -> Row:
    """Return the row of both means, in leaves a second."""
    return Row("perft", fmean(mana), WANTED, fmean(games), "1/s", at_least=True)


def main() -> int:
    """Print both rates and their ratio; exit 1 if it is too low."""
    import chess  # of the group of the benches alone

    start = Start({"edition": "2005"}, 2, 0, 0)
    mana = []
    for position in MANA_POSITIONS:
        state = GAME.from_position(position, start)
        mana.append(rate(position, partial(perft, state, MANA_DEPTH)))
    games = []
    for fen, depth in CHESS_POSITIONS:
        board = chess.Board(fen)
        name = f"chess {fen.split()[0][:40]} depth {depth}"
        games.append(rate(name, partial(count_chess, board, depth)))
    return judge([row_of(mana, games)])


if __name__ == "__main__":
    sys.exit(main())
