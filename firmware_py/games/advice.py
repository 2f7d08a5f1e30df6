"""A choice that is shown on the table as advice: whole, with nothing else on offer."""

from __future__ import annotations

from dataclasses import replace

from firmware_py.games.game_ui import GameUI
from firmware_py.match.picker import Picker, way_to
from firmware_py.match.scene import AnyScene, entry_of


def advised(ui: GameUI, scene: AnyScene, choice: str) -> AnyScene:
    """Return a scene with a choice of its position; without one that the knob cannot enter."""
    tree = ui.tree(scene.state)
    way = way_to(tree, choice)
    if way is None:
        return scene
    picker = Picker(tree)
    picker.go(way)
    part = picker.highlighted
    options = () if part is None else (part,)
    shown = {**entry_of(picker), "options": options, "index": 0, "reachable": (choice,)}
    return replace(scene, is_advice=True, **shown)
