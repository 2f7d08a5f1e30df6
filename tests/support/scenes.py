"""Scenes of any state, as the box makes them of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.engine import Engine
from engines.wording import Voice, translator
from firmware_py.match.picker import Picker
from firmware_py.match.scene import Scene, entry_of


def make_scene(
    engine: Engine[Any, Any],
    state: Any,
    names: Sequence[str] | None = None,
    language: str = "en",
    picker: Picker | None = None,
    **more: Any,
) -> Scene[Any]:
    """Return the scene of a state, with what a picker has picked; `more` are its other fields."""
    entry = {} if picker is None else entry_of(picker)
    voice = more.pop("voice", None) or Voice(engine.words, translator(language), names)
    return Scene(engine=engine, state=state, voice=voice, language=language, **{**entry, **more})
