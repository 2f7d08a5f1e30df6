"""The shipped templates, in the order of their file names, but `plain` first."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engines.engine import Beginning
from engines.scorepad import template
from engines.scorepad.template_values import Template
from engines.scorepad.template_writer import value_of

FOLDER = Path(__file__).parent / "templates"
PLAIN = "plain"
SHORT = "low_rounds"
"""A template whose games end soon."""


@cache
def names() -> tuple[str, ...]:
    """Return the names of the files."""
    found = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return (PLAIN, *(name for name in found if name != PLAIN))


@cache
def shipped(name: str) -> Template:
    """Return a template by the name of its file."""
    return template.load((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def beginnings() -> tuple[Beginning, ...]:
    """Return a start for every shipped template, and some with a late player or teams."""
    short = value_of(shipped(SHORT))
    return (
        *(
            Beginning(name, shipped(name).players, {"template": value_of(shipped(name))})
            for name in names()
        ),
        Beginning("late", (3, 3), {"template": short, "late": [3]}),
        Beginning("teams", (5, 5), {"template": short, "teams": [1, 2, 2, 1, 3]}),
    )
