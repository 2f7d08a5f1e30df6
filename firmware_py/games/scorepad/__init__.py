"""The score pad on the box: the roles that all games have, and

dial      a ring of likely numbers and all others     likely    which numbers those are
actions   people, chance and time                     attempts  what could be tried
focus     what the cursor is on, in words             strip     the numbers around it
grid      everybody's score in two rows               sheet     rounds by players
chart     the course of a game                        ranking   places, and the pages of a result
choosing  its rows on the sheet of a new game         adapting  a template changed on the box
keeping   templates among the settings                template_files  the table's own, as files
listing   which templates there are, in a few words   countdown seconds that tick
picture   the sheet and the course for a page         papers    templates written at a browser
cells     the cells of that sheet, and their codes    course    the lines of that course
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
    from firmware_py.games.scorepad.keeping import templates_menu  # Home shows the facts, not this

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
