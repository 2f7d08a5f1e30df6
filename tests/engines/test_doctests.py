"""The examples of the engines' own API are true: in docstrings, and on their page."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/engines.md"
MODULES = (
    "engines.catalog",
    "engines.engine",
    "engines.json_reader",
    "engines.match",
    "engines.record",
    "engines.referee",
    "engines.rng",
    "engines.shape",
    "engines.stones.board",
    "engines.toml_text",
    "engines.translation",
    "engines.unicode",
    "engines.wording",
)
HOW = doctest.ELLIPSIS


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    found = doctest.testmod(import_module(name), optionflags=HOW)
    assert found.attempted
    assert found.failed == 0


def test_the_examples_of_the_page() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=HOW, encoding="utf-8")
    assert found.attempted > 20
    assert found.failed == 0


def test_an_example_that_is_not_true_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.read_text(encoding="utf-8").replace("'WRONG_KIND'", "'NO_PIECE'"))
    found = doctest.testfile(str(page), module_relative=False, optionflags=HOW)
    assert found.failed == 1
