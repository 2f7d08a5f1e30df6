"""The words of the application and of its controls; games have their own (`engines.wording`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engines.translation import N_, N_context, N_plural, Translator, capitalized, open_catalog
from hardware.events import Control

if TYPE_CHECKING:
    from collections.abc import Callable


__all__ = ["N_", "N_context", "N_plural", "capitalized", "labelled", "translator"]


def labelled(say: Callable[..., str], label: object, content: object) -> str:
    """Return "label: content" with the colon of the language; French has a space before it."""
    return say(N_("{label}: {content}"), label=label, content=content)


@cache
def translator(language: str) -> Translator:
    """Return the function that translates the application's texts: say("text", place=value)."""
    return open_catalog("firmware_py", Path(__file__).parents[1] / "text", language)


CONTROL_WORDS: Mapping[Control, str] = {
    Control.KNOB: N_("KNOB"),
    Control.BACK: N_("BACK"),
    Control.WHY: N_("WHY"),
    Control.UNDO: N_("UNDO"),
}
