"""A setting is declared once; these tests say what it still lacks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from firmware_py.panels.base import Panel
from firmware_py.storage.settings import BY_KEY, SETTINGS, Setting, Settings

FIRMWARE = Path(__file__).parents[3] / "firmware_py"


def looked_up() -> set[str]:
    """Return the keys that the application asks for by name."""
    sources = (path.read_text(encoding="utf-8") for path in FIRMWARE.rglob("*.py"))
    return {key for source in sources for key in re.findall(r'settings\["(\w+)"\]', source)}


def test_every_setting_is_heeded() -> None:
    """What nobody looks up changes nothing, and would be a promise to people."""
    idle = sorted(BY_KEY.keys() - looked_up())
    assert not idle, f"""nothing in firmware_py reads settings["{'"], settings["'.join(idle)}"]"""


def test_every_setting_that_is_looked_up_is_declared() -> None:
    """Else the first look fails, at the table."""
    strange = sorted(looked_up() - BY_KEY.keys())
    assert not strange, f"firmware_py/storage/settings.py declares no {', '.join(strange)}"


def test_no_key_is_declared_twice() -> None:
    """The later one would hide the other."""
    assert len(BY_KEY) == len(SETTINGS)


class Listener(Panel):
    """A panel that records the values of a setting."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.values: list[object] = []

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Keep the value."""
        self.values.append(settings[self.key])


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_panels_get_every_change(box: Any, setting: Setting) -> None:
    """With the next picture, whatever was set."""
    listener = Listener(setting.key)
    box.app.painter.join(listener)
    wanted = next(
        value for value, _ in setting.values if value != box.services.settings[setting.key]
    )
    box.services.settings.put(setting.key, wanted)
    box.app.paint()
    assert listener.values[-1] == wanted
