"""What a position is worth when the search stops there, in points for the side on turn.

Learned by playing weights against each other, a few thousand short games of both editions. The
odd one is material: a side with fewer pieces has fewer that must obey, and brings the others back
where it likes, so a captured ronin is rather a help to the one who lost it.
"""

from __future__ import annotations

from engines.mana.fast_state import FastRules

PIECE = -10
"""For each piece more than the foe has on the board."""
THREAT = 30
"""For each kind by which the foe's daimio could be taken, and against it for the own one."""
ROOM = 1
"""For each square that can be landed on without losing the daimio at once."""
SPREAD = -8
"""For each kind that own pieces stand on, and for it for the foe's."""

EVEN = 120.0
"""So many points make an expected result of one half."""


def judge(
    fast: FastRules, own: int, foes: int, lords: int, taken: int, safe: int, danger: int
) -> int:
    """Return the points of a position; `danger` is what the foe hits by, `safe` where not."""
    attack = fast.hitters(own, taken, foes & lords)
    _, one, two, three, _ = fast.masks
    spread = bool(own & one) + bool(own & two) + bool(own & three)
    spread -= bool(foes & one) + bool(foes & two) + bool(foes & three)
    return (
        PIECE * (own.bit_count() - foes.bit_count())
        + THREAT * (attack.bit_count() - danger.bit_count()) // 12  # 12 squares of each kind
        + ROOM * safe.bit_count()
        + SPREAD * spread
    )


def expected(points: int) -> float:
    """Return the expected result, between -1 and 1, that points stand for."""
    return points / (abs(points) + EVEN)
