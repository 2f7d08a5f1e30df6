"""The static evaluation of a position, in points for the side on turn.

The weights were learned in a few thousand short games of both editions. The weight of material is
negative: a side with fewer pieces has fewer that must obey, and brings captured ronins back where
it likes.
"""

from __future__ import annotations

from engines.mana.fast_state import FastRules

PIECE_POINTS = -10
"""For each piece more than the opponent has on the board."""
THREAT_POINTS = 30
"""For each kind by which the opponent's daimio can be captured, minus the same for the own one."""
MOBILITY_POINTS = 1
"""For each square that can be landed on without losing the daimio at once."""
KIND_POINTS = -8
"""For each kind on which own pieces are, minus the same for the opponent."""

HALF_RESULT_POINTS = 120.0
"""The number of points that means an expected result of one half."""


def judge(
    fast: FastRules, own: int, foes: int, lords: int, taken: int, safe: int, danger: int
) -> int:
    """Return the points of a position.

    `danger` has the squares of the kinds by which the opponent captures the daimio, `safe` the
    reachable squares outside it.
    """
    attack = fast.hitters(own, taken, foes & lords)
    _, one, two, three, _ = fast.masks
    spread = bool(own & one) + bool(own & two) + bool(own & three)
    spread -= bool(foes & one) + bool(foes & two) + bool(foes & three)
    return (
        PIECE_POINTS * (own.bit_count() - foes.bit_count())
        + THREAT_POINTS * (attack.bit_count() - danger.bit_count()) // 12  # 12 squares of each kind
        + MOBILITY_POINTS * safe.bit_count()
        + KIND_POINTS * spread
    )


def expected(points: int) -> float:
    """Return the expected result, between -1 and 1, for a number of points."""
    return points / (abs(points) + HALF_RESULT_POINTS)
