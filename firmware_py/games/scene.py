"""What is drawn: the table at one moment of an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engines.contract import ChoicePart, Reason
from engines.wording import Voice
from firmware_py.ui.canvas import WIDTH
from firmware_py.ui.widgets import BODY, Rect

TOP = 10
"""The top bar ends here; a face draws from this row down."""
ROOM = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
"""What the mark of the pages leaves of a page."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a face needs to draw the table at one moment of an entry."""

    state: Any
    voice: Voice
    say: Callable[..., str]
    """The application's words: say("text", place=value)."""
    picked: tuple[ChoicePart, ...] = ()
    options: tuple[ChoicePart, ...] = ()
    index: int = 0
    reachable: Iterable[str] = ()
    """The choices that the highlighted option leads to."""
    large: bool = False
    """The large-text setting."""
    refused: Reason | None = None
    """Show why this is not possible (the path on the board), instead of what is."""
    last: str | None = None
    """The text of the choice played last, for a mark on the table."""
    quiet: bool = False
    """Leave the prompt's place free: hands are told there what to do."""

    @property
    def highlighted(self) -> ChoicePart | None:
        """The option under the cursor."""
        return self.options[self.index] if self.options else None
