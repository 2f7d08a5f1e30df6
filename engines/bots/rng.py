"""Random numbers for bots: fast, and reproducible for a seed."""

from __future__ import annotations

from random import Random

__all__ = ["Random", "random_for"]


def random_for(seed: int, purpose: str) -> Random:
    """Return an independent random source for each purpose."""
    return Random(f"{purpose} {seed}")  # noqa: S311 - for a game, not for security
