"""A random source that gives the same game for a seed on every Python version.

Block n of a stream is SHA-256(seed, purpose, n). Rejection sampling makes every value equally
likely. Streams with different purposes are independent: drawing the first player does not change
the deal.

>>> Chance(7, "deal").shuffle("ABCDE")
('D', 'B', 'C', 'A', 'E')
>>> Chance(7, "first").below(4)
2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def words(seed: int, purpose: str) -> Iterator[int]:
    """Yield the 32-bit numbers of a stream."""
    block = 0
    while True:
        digest = sha256(f"tablemate {seed} {purpose} {block}".encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


class Chance:
    """Draws from one stream; a new one with the same seed and purpose repeats it."""

    def __init__(self, seed: int, purpose: str) -> None:
        self._words = words(seed, purpose)

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1."""
        assert 0 < limit <= 2**32
        fair = 2**32 - 2**32 % limit
        return next(word for word in self._words if word < fair) % limit

    def choose(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order (Fisher-Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            pick = self.below(last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck)
