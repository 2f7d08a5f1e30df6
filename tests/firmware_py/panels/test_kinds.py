"""A panel is added to one list; these tests name every other place that it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.app import run
from firmware_py.command_line import read_arguments
from firmware_py.core.config import Config
from firmware_py.panels.kinds import PANELS

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_can_be_asked_for(name: str) -> None:
    """As the box itself, and with the test pattern; no other is taken instead."""
    assert run.choose(read_arguments(["--panel", name]).panel, Config()) == name
    assert read_arguments(["panel", name]).name == name


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_is_named_where_people_look(name: str) -> None:
    """By what they have to type."""
    page = (ROOT / "docs" / "panels.md").read_text(encoding="utf-8")
    assert f"`--panel {name}`" in page, f"docs/panels.md does not say `--panel {name}`"
