"""The table of a screen as everybody may see it, for pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engines.match import Match
from firmware_py.games.picture import PublicScene, public_scene
from firmware_py.games.scene import Scene
from firmware_py.match.game_info import facts_of
from firmware_py.ui.services import Services


def hides_hands(match: Match[Any, Any]) -> bool:
    """Say whether the box keeps hands that not everybody may see, until the match is over."""
    practice = facts_of(match.engine.name).practice
    return match.practice and practice is not None and practice.has_hands and match.turn is not None


def table_scene(
    services: Services,
    match: Match[Any, Any],
    scene: Scene,
    why: str = "",
    *,
    may_choose: bool = False,
    is_seen: bool = False,
) -> PublicScene:
    """Return what a picture is made of, in the words of the table.

    Where the box keeps hands, what can be chosen, and why something cannot, would tell of them:
    only whoever sees the hand gets it, and strangers a scene without (`ui.big_table`).
    """
    if hides_hands(match) and not is_seen:
        scene, why = replace(scene, **_NO_ENTRY), ""
    language = services.settings["language"]
    public = public_scene(match, scene, language, match.names, why)
    is_here = services.table is not None and services.table.match is match
    return replace(public, may_choose=may_choose, is_here=is_here)


_NO_ENTRY: Mapping[str, Any] = MappingProxyType(
    {
        "picked": (),
        "options": (),
        "index": 0,
        "complete": (),
        "reachable": (),
        "refused": None,
        "numbers": None,
    }
)


def resting_scene(services: Services, match: Match[Any, Any]) -> Scene:
    """Return a match as it stands, with nothing being chosen."""
    return Scene(
        state=match.state,
        voice=services.voice(match.engine, match.names),
        say=services.say,
        last=None if match.last is None else match.last.text,
        before=match.before_last,
    )


def final_scene(services: Services, match: Match[Any, Any]) -> PublicScene:
    """Return the table of a match as it stands, for a picture."""
    return table_scene(services, match, resting_scene(services, match))
