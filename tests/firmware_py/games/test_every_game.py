"""Every game of the catalog is whole, and its package reads like all others."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import firmware_py.games
from engines import catalog
from tests.support.completeness import missing


@pytest.mark.parametrize("game", catalog.GAMES)
def test_nothing_is_missing(game: str) -> None:
    """Title, names of options, game UI, aid, legend, samples, stories, target."""
    lacking = missing(game)
    assert not lacking, "\n".join(lacking)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_module_has_the_name_of_its_role_or_is_introduced(game: str) -> None:
    """What the list of roles does not know is explained where the package begins."""
    package = import_module(f"firmware_py.games.{game}")
    documented = f"{firmware_py.games.__doc__} {package.__doc__}".replace("`", " ").replace(
        ",", " "
    )
    (folder,) = package.__path__
    modules = {path.stem for path in Path(folder).glob("*.py")} - {"__init__"}
    names = set(documented.split())
    parts = {each for each in modules if each.partition("_")[0] in {"entry", "oled", "svg"}}
    assert modules - parts - names == set()
