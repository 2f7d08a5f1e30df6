"""What a screen is, and what it can ask for. Screens never wait: they answer with data.

event --> screen.handle --> Next --> the application changes its stack of screens
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from hardware.events import Held, Pressed, Turned

if TYPE_CHECKING:
    from engines.engine import Message
    from firmware_py.match.scene import AnyScene
    from firmware_py.match.taps import AskedNumber
    from firmware_py.ui.canvas import Canvas

Input = Turned | Pressed | Held


class ScreenAnswer(Enum):
    """What a screen that closes tells the one below it."""

    TAKE_BACK = auto()
    """Take the last choice back."""
    TABLE_AGREES = auto()
    """Everyone agrees to go back into the turn before."""
    REDO = auto()
    """Play again what was taken back."""
    REFUSED = auto()
    """What was agreed on could not be played."""
    CHANGED = auto()
    """A name was entered, changed or removed."""
    DELETED = auto()
    """The match is gone."""
    PLAY = auto()
    """Yes, play it."""
    CHOOSE = auto()
    """People choose for the box, whose own choice cannot be carried out."""
    LAID = auto()
    """Everything lies on the table."""


class PlayedAgreement(NamedTuple):
    """What the table agreed on was played; these events are news to it."""

    events: tuple[Message, ...]


class PlayChecked(NamedTuple):
    """A move was found legal, and a press says that it shall be played."""

    text: str


class TapThrough(NamedTuple):
    """The screen above closed because of a tap on what lies below it."""

    code: str


class TypeThrough(NamedTuple):
    """The screen above closed because of a number that was typed for what lies below it."""

    text: str
    enters: bool


Returned = ScreenAnswer | PlayedAgreement | PlayChecked | TapThrough | TypeThrough | None
"""What the screen below is told; None: nothing happened."""


class Stay:
    """Remain on this screen."""

    __slots__ = ()


class Ignored:
    """Remain on this screen, which has no use for the input: a button gets a toast instead."""

    __slots__ = ()


class Push(NamedTuple):
    """Open a screen above this one."""

    screen: Screen


class PushAll(NamedTuple):
    """Open several screens, each above the one before: BACK leads through them."""

    screens: tuple[Screen, ...]


class Replace(NamedTuple):
    """Open a screen in the place of this one."""

    screen: Screen


class Pop(NamedTuple):
    """Close this screen; the one below gets the answer."""

    answer: Returned = None


class GoHome:
    """Close everything down to Home."""

    __slots__ = ()


class GoToMatch:
    """Show the match that is on the table now, above Home: its play, or its result."""

    __slots__ = ()


class Quit(NamedTuple):
    """End the program, and switch the power off if asked."""

    power_off: bool = False
    accepts_loss: bool = False
    """Somebody was asked whether what is not saved may be lost: there is no wait for the disk."""


Next = Stay | Ignored | Push | PushAll | Replace | Pop | GoHome | GoToMatch | Quit

STAY = Stay()
IGNORED = Ignored()


class ScreenWords(NamedTuple):
    """A screen as its words alone: what a page with room shows instead of the display."""

    title: str = ""
    text: str = ""
    typed: str | None = None
    """What was written so far, where a name is asked for."""
    longest: int = 0
    """So many letters it may have."""


class TapRow(NamedTuple):
    """A row of a list, or a button, that can be tapped on a page: its code and its words."""

    code: str
    label: str
    detail: str = ""
    is_chosen: bool = False
    """The bar is on it."""
    is_enabled: bool = True
    hint: str = ""


class Screen(ABC):
    """One thing the box shows."""

    is_private = False
    """Viewers go on seeing what lies below it, instead of it and all above it."""

    @property
    def may_sleep(self) -> bool:
        """False during an entry, an explanation or a final score."""
        return True

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw on an empty canvas; nothing else."""

    @abstractmethod
    def handle(self, event: Input) -> Next:
        """Take an input and return what comes next, IGNORED if the screen has no use for it.

        Of holds only the complete ones arrive.
        """

    def words(self) -> ScreenWords | None:
        """Return the screen in words; None: there is nothing but its picture."""
        return None

    def write(self, text: str) -> Next:
        """Take a text that somebody typed, where one is asked for."""
        del text
        return STAY

    def asked_number(self) -> AskedNumber | None:
        """Return the number that is asked for, where it can be typed as well as dialled."""
        return None

    def type_number(self, text: str, *, enters: bool) -> Next:
        """Take a number for that question, as far as it was typed; whole if it shall count."""
        del text, enters
        return STAY

    def tapped(self, code: str) -> Next:
        """Take a tap on a picture of the table, or on a row; most screens have no use for it."""
        del code
        return STAY

    def rows(self) -> tuple[TapRow, ...]:
        """Return the rows that can be tapped, where the screen is a list or a question."""
        return ()

    def table_scene(self) -> AnyScene | None:
        """Return what everybody may see of the table, where the screen shows one; for pictures."""
        return None

    def beside_picture(self) -> tuple[TapRow, ...]:
        """Return buttons beside the picture of the table, for what is no choice on it."""
        return ()

    def draw_for_strangers(self, canvas: Canvas) -> bool:
        """Draw what strangers see instead of this screen and all above it; say whether they do."""
        del canvas
        return False

    def returned(self, answer: Returned) -> Next:
        """Take the answer of the screen above, which has closed."""
        del answer
        return STAY

    def told(self) -> Next:
        """Look whether a thought that this screen waits for has arrived."""
        return STAY

    def dropped(self) -> None:  # noqa: B027 - most screens need not know
        """Learn that the table went elsewhere, and that nobody will answer this screen."""

    def rings(self) -> bool:
        """Say, once, that a time which the screen shows is up: the table hears it."""
        return False

    def deadline_s(self, now_s: float) -> float | None:
        """Say when this screen must be drawn again by itself; None: never."""
        del now_s
        return None


def public_part(stack: Sequence[Screen]) -> Sequence[Screen]:
    """Return the screens that viewers may see: those below the first private one."""
    private = next((place for place, each in enumerate(stack) if each.is_private), len(stack))
    return stack[: max(private, 1)]
