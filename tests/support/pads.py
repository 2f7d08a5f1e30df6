"""Ways to a score pad on the table, for its tests."""

from __future__ import annotations

import tomllib
from typing import Any

from engines import catalog
from engines.match import Match
from engines.scorepad import GAME, State
from engines.scorepad.shipped import shipped
from engines.scorepad.template_writer import value_of


def pad(
    text: str = "", seats: int = 2, first: int = 0, seed: int = 1, **given: Any
) -> Match[Any, Any]:
    """Return a match with the template of a TOML text, its title left out."""
    template = {"title": "Test", **tomllib.loads(text)}
    return begin({"template": template, **given}, seats, first, seed)


def ready(
    name: str, seats: int = 2, first: int = 0, seed: int = 1, **given: Any
) -> Match[Any, Any]:
    """Return a match with a shipped template."""
    return begin({"template": value_of(shipped(name)), **given}, seats, first, seed)


def begin(given: dict[str, Any], seats: int, first: int, seed: int) -> Match[Any, Any]:
    """Return a match with what is given."""
    return Match(GAME, catalog.begin(GAME, seats=seats, seed=seed, first=first, given=given))


def play(match: Match[Any, Any], *texts: str) -> State:
    """Play texts one after another."""
    for text in texts:
        match.play(text)
    state: State = match.state
    return state


def codes(match: Match[Any, Any], text: str) -> list[str]:
    """Play a text and return the codes of what happened."""
    return [event.code for event in match.play(text)]
