"""The test files that touch clocks, users or the environment, found in their source."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import sources_of

TESTS = Path(__file__).parents[1]
CHANGES = ("clock=", "time=", "setenv(", "delenv(", "needs_root", "chmod(", "chown(", "HOME")
"""Ways of a test to give its own surroundings, such as a clock that stands still."""


def touching() -> list[Path]:
    """Return them."""
    return [file for file in sorted(TESTS.rglob("test_*.py")) if touches(file.read_text("utf-8"))]


def touches(text: str) -> bool:
    """Return whether a module reads or changes a clock, a user or the environment."""
    return any(word in text for word in CHANGES) or any(sources_of(text))
