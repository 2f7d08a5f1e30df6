"""The score pad: the modules that every game has, and

countdown         the countdown
score_cells       the score sheet with a cursor, where a press corrects
new_game_rows     rows in New Game
user_files        templates edited in a browser
templates         the built-in templates, and the table's own as files
template_screens  screens to save, import, export, remove and change a template
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from firmware_py.core.language import N_
from firmware_py.match.game_info import GameInfo, OwnSetting, Played

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_py.games.user_files import UserFiles
    from firmware_py.ui.navigation import Screen
    from firmware_py.ui.services import Services


def _templates(services: Services) -> Screen:
    from firmware_py.games.scorepad.template_screens import (
        templates_menu,  # not needed for Home
    )

    return templates_menu(services)


def _user_files(data: Path, language: str) -> UserFiles:
    from firmware_py.games.scorepad.user_files import TemplateFiles  # not needed for Home

    return TemplateFiles(data, language)


def _played(given: Mapping[str, Any]) -> Played | None:
    """Return the game whose score was kept, from its template."""
    match given.get("template"):
        case {"title": str(title), **rest}:
            titles = {"en": title}
        case {"title": {**texts}, **rest}:
            titles = {str(code): str(text) for code, text in texts.items()}
        case _:
            return None
    bgg = rest.get("bgg")
    return Played(titles, bgg if isinstance(bgg, int) else 0, rest.get("wins") == "lowest")


INFO = GameInfo(
    title=N_("Score pad"),
    settings=(
        OwnSetting(
            N_("Templates"),
            N_("Score pad: templates of your own, from a game on the table or from a stick."),
            _templates,
        ),
    ),
    played=_played,
    user_files=_user_files,
)
