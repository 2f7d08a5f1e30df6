"""What is drawn: the table at one moment of an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engines.engine import ChoicePart, Reason
from engines.wording import Voice
from firmware_py.match.picker import Numbers
from firmware_py.ui.canvas import WIDTH
from firmware_py.ui.paged_text import Page
from firmware_py.ui.widgets import BODY, Rect

TOP = 10
"""The top bar of old ends here."""
ROOM = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
"""What the mark of the pages leaves of a page."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What the clock of one seat shows."""

    name: str
    text: str
    is_running: bool = False
    """It is this seat's turn."""
    is_paused: bool = False
    is_over: bool = False
    """No time is left."""
    free: str = ""
    """Time for the entry that is not charged; it runs now."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a face needs to draw the table at one moment of an entry."""

    state: Any
    voice: Voice
    say: Callable[..., str]
    """The application's words: say("text", place=value)."""
    title: str = ""
    """Whose turn it is; or what the screen is, where it is not the one of play."""
    corner: str = ""
    """The number of the page, or that something is not saved."""
    is_saved: bool = False
    """The last choice is on disk: a tick."""
    clocks: tuple[SeatClock, ...] = ()
    """In the order of the seats; empty without a clock."""
    told: Page | None = None
    """What hands do now, or what happened; the face has a place for it."""
    picked: tuple[ChoicePart, ...] = ()
    options: tuple[ChoicePart, ...] = ()
    index: int = 0
    complete: tuple[ChoicePart, ...] = ()
    """The whole choice that the next press plays; empty where it only goes on choosing."""
    reachable: Iterable[str] = ()
    """The choices that the highlighted option leads to."""
    numbers: Numbers | None = None
    """The number that is asked for, if one is."""
    large: bool = False
    """The large-text setting."""
    refused: Reason | None = None
    """Show why this is not possible (the path on the board), instead of what is."""
    last: str | None = None
    """The text of the choice played last, for a mark on the table."""
    before: Any = None
    """The state in which it was played."""

    eyes: int | None = None
    """The seat whose hand may be shown; None: only what lies open."""

    foot: int = 0
    """Rows at the lower edge, below the words, that something else covers."""

    @property
    def highlighted(self) -> ChoicePart | None:
        """The option under the cursor."""
        return self.options[self.index] if self.options else None

    @property
    def commits(self) -> bool:
        """Say whether the next press plays a choice, rather than picking a part of it."""
        return bool(self.complete)
