"""The examples in the docstrings of the application are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def modules_with_examples(package: str) -> list[str]:
    """Return the names of the modules of a package that have an example in a docstring."""
    files = sorted((ROOT / package).rglob("*.py"))
    return [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for file in files
        if ">>> " in file.read_text(encoding="utf-8") and "pico_panel" not in file.parts
    ]


@pytest.mark.parametrize("name", modules_with_examples("firmware_py"))
def test_the_examples_of_a_module(name: str) -> None:
    found = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert found.failed == 0


@pytest.mark.parametrize("package", ["engines", "hardware"])
def test_no_example_of_another_package_is_left_out(package: str) -> None:
    listed = (ROOT / "tests" / package / "test_doctests.py").read_text(encoding="utf-8")
    assert not [name for name in modules_with_examples(package) if f'"{name}"' not in listed]
