"""Adds the example to the catalog, as a line of `engines/catalog.py` does for other games.

pytest -p tests.firmware_py.example_game.plugin
                                  every test that takes the games of the catalog takes it too
"""

from __future__ import annotations

from pathlib import Path

import firmware_py.games
from engines import catalog

GAMES = str(Path(__file__).parent / "games")


def add(games: dict[str, str], path: list[str]) -> None:
    """Register the game and the folder of its UI."""
    games["nim"] = "tests.firmware_py.example_game.rules"
    path.append(GAMES)


def pytest_configure() -> None:
    """Add it before anything is collected."""
    add(catalog.GAMES, firmware_py.games.__path__)
