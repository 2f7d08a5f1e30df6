"""Boxes for tests, and matches that were played on them before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.ui.navigation import Screen
from firmware_py.ui.services import Services
from tests.support.archive import archive, forget_dates, set_dates
from tests.support.box import Box

__all__ = ["archive", "forget_dates", "set_dates"]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """Return a box that speaks English."""
    made = Box(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def make_box(tmp_path: Path) -> Iterator[Any]:
    """Return a function that makes boxes, and put them away at the end."""
    made: list[Box] = []

    def make(
        language: str = "en",
        folder: Path | None = None,
        home: Callable[[Services], Screen] | None = None,
    ) -> Box:
        box = Box(folder or tmp_path / f"data{len(made)}", language, home)
        made.append(box)
        return box

    yield make
    for box in made:
        box.close()
