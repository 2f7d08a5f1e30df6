"""What a group that is still on the path is worth to a seat, in points, before anybody has it.

It hangs on five small numbers: how many the seat has, how many its strongest rival has, how many
still stand ahead of each of the two, and whose pawn is further forward. `bench/learn_icehouse.py`
plays thousands of games against itself and writes down what each case brought on average.
"""

from __future__ import annotations

from engines.icehouse.state import COPIES

STEPS = 18
"""A point has so many steps in the tables."""
SIDE = COPIES + 1


def place(mine: int, theirs: int, my_rest: int, their_rest: int, in_front: bool) -> int:
    """Return where a case is in a table."""
    return (((mine * SIDE + theirs) * SIDE + my_rest) * SIDE + their_rest) * 2 + in_front


CASES = tuple(
    place(mine, theirs, my_rest, their_rest, in_front)
    for mine in range(SIDE)
    for theirs in range(SIDE - mine)
    for my_rest in range(SIDE - mine - theirs)
    for their_rest in range(SIDE - mine - theirs)
    for in_front in (False, True)
)
"""The cases that can be: a group has five pyramids."""


def read(text: str) -> tuple[float, ...]:
    """Return a table: each character is a case, by its place after the sign #."""
    table = [0.0] * (place(COPIES, COPIES, COPIES, COPIES, True) + 1)
    for case, letter in zip(CASES, text, strict=True):
        table[case] = (ord(letter) - ord("#")) / STEPS
    return tuple(table)


def write(table: list[float]) -> str:
    """Return a table as text."""
    return "".join(chr(ord("#") + round(table[case] * STEPS)) for case in CASES)


LEARNED: dict[int, str] = {}
"""By the number of seats."""
