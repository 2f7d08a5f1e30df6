"""The test files that touch clocks, users or the environment, found in their source."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.sources import sources_of

TESTS = Path(__file__).parents[1]
CHANGES = re.compile(
    r"\bclock=|\btime=lambda|\b(set|del)env\(|\bneeds_root\b|\bch(mod|own)\(|[\"']HOME[\"']"
)
"""Ways of a test to give its own surroundings, such as a clock that stands still."""


LEFT_OUT = {
    "test_anywhere.py": "runs rows of its own, on planted tests",
    "test_gallery.py": "its variable says whether to write the pictures",
    "test_passed_in.py": "reads sources",
}
"""What touches something else by the same means, and takes long."""


def touching() -> list[Path]:
    """Return them."""
    files = (file for file in sorted(TESTS.rglob("test_*.py")) if file.name not in LEFT_OUT)
    return [file for file in files if touches(file.read_text("utf-8"))]


def touches(text: str) -> bool:
    """Return whether a module reads or changes a clock, a user or the environment."""
    return bool(CHANGES.search(text)) or any(sources_of(text))
