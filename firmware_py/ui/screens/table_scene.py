"""The table of a screen as everybody may see it, for pictures."""

from __future__ import annotations

from typing import Any

from engines.match import Match
from firmware_py.app.services import Services
from firmware_py.games.picture import PublicScene, public_scene
from firmware_py.games.scene import Scene


def table_scene(
    services: Services, match: Match[Any, Any], scene: Scene, why: str = ""
) -> PublicScene:
    """Return what a picture is made of, in the words of the table."""
    return public_scene(match, scene, services.settings["language"], match.names, why)


def final_scene(services: Services, match: Match[Any, Any]) -> PublicScene:
    """Return the table of a match as it stands, with nothing being chosen."""
    scene = Scene(
        state=match.state,
        voice=services.voice(match.engine, match.names),
        say=services.say,
        last=None if match.last is None else match.last.text,
        before=match.before_last,
    )
    return table_scene(services, match, scene)
