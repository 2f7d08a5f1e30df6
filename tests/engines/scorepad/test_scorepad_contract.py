"""The ways to begin a game include every template of the score pad."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from engines.scorepad import GAME
from engines.scorepad.shipped import names


def test_every_template_is_a_way_to_begin() -> None:
    """With every number of seats, somebody who comes late, and teams."""
    path = Path(__file__).parents[1] / "conftest.py"
    spec = importlib.util.spec_from_file_location("ways", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert len(module.ways_to_begin([GAME.name])) == 10 + len(names()) + 2
