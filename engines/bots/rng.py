"""Chance for players: fast, and the same for the same seed."""

from __future__ import annotations

from random import Random

__all__ = ["Random", "random_for"]


def random_for(seed: int, purpose: str) -> Random:
    """Return a source of its own for each purpose, so that one does not disturb another."""
    return Random(f"{purpose} {seed}")  # noqa: S311 - it plays a game, it keeps no secret
