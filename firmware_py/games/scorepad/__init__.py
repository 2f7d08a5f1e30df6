"""The score pad on the box: the roles that all games have, and

countdown         seconds that tick
new_game_rows     its rows on the sheet of a new game
papers            templates that are written in a browser
templates         which templates there are, and the table's own as files
template_screens  screens to keep, bring, take, remove and change a template
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from firmware_py.core.language import N_
from firmware_py.match.game_info import Facts, OwnSetting, Played

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_py.games.papers import Papers
    from firmware_py.ui.navigation import Screen
    from firmware_py.ui.services import Services


def _templates(services: Services) -> Screen:
    from firmware_py.games.scorepad.template_screens import (
        templates_menu,  # Home shows the facts, not this
    )

    return templates_menu(services)


def _papers(data: Path, language: str) -> Papers:
    from firmware_py.games.scorepad.papers import TemplatePapers  # Home shows the facts, not this

    return TemplatePapers(data, language)


def _played(given: Mapping[str, Any]) -> Played | None:
    """Return the game whose score was kept, as its template tells it."""
    match given.get("template"):
        case {"title": str(title), **rest}:
            titles = {"en": title}
        case {"title": {**texts}, **rest}:
            titles = {str(code): str(text) for code, text in texts.items()}
        case _:
            return None
    bgg = rest.get("bgg")
    return Played(titles, bgg if isinstance(bgg, int) else 0, rest.get("wins") == "lowest")


FACTS = Facts(
    title=N_("Score pad"),
    settings=(
        OwnSetting(
            N_("Templates"),
            N_("Score pad: templates of your own, from a game on the table or from a stick."),
            _templates,
        ),
    ),
    played=_played,
    papers=_papers,
)
