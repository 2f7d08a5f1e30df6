"""A random source of our own, so that a seed deals the same game on any Python, for ever.

Block n of a stream is SHA-256(seed, purpose, n). Numbers are cut from the blocks by rejection
sampling, so every value is equally likely. `purpose` keeps the streams of one match apart: the
lot for the first player does not disturb the deal.

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
    """Draws from one stream; make it anew from seed and purpose to draw the same again."""

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
        """Return the items in a random order (Fisher and Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            pick = self.below(last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck)
