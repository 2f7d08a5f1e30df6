"""The base of all screens, and what they return. Screens never wait: they answer with data.

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
    """The answer of a screen that closes to the one below it."""

    TAKE_BACK = auto()
    """Take the last choice back."""
    TABLE_AGREES = auto()
    """Everyone agrees to go back to the turn before."""
    REDO = auto()
    """Play again what was taken back."""
    REFUSED = auto()
    """The agreement could not be played."""
    CHANGED = auto()
    """A name was entered, changed or removed."""
    DELETED = auto()
    """The match is gone."""
    PLAY = auto()
    """Yes, play it."""
    CHOOSE = auto()
    """People choose for the box, whose own choice cannot be made on the table."""
    LAID = auto()
    """The table is set up."""


class PlayedAgreement(NamedTuple):
    """The table's agreement was played; it should see these events."""

    events: tuple[Message, ...]


class PlayChecked(NamedTuple):
    """A move is legal, and a press said that it should be played."""

    text: str


class TapThrough(NamedTuple):
    """The screen above closed because of a tap on the table, which is for the screen below."""

    code: str


class HoldThrough(NamedTuple):
    """The screen above closed because of a hold that is for the screen below."""

    event: Held


class TypeThrough(NamedTuple):
    """The screen above closed because of a typed number, which is for the screen below."""

    text: str
    enters: bool


class Advised(NamedTuple):
    """A hint was read: put the cursor on the choice."""

    choice: str


Returned = (
    ScreenAnswer
    | PlayedAgreement
    | PlayChecked
    | TapThrough
    | HoldThrough
    | TypeThrough
    | Advised
    | None
)
"""The answer to the screen below; None if nothing happened."""


class Stay:
    """Remain on this screen."""

    __slots__ = ()


class Ignored:
    """Remain on this screen, which ignores the input; the application shows a toast."""

    __slots__ = ()


class Push(NamedTuple):
    """Open a screen above this one."""

    screen: Screen


class PushAll(NamedTuple):
    """Open several screens, each above the one before; BACK leads through them."""

    screens: tuple[Screen, ...]


class Replace(NamedTuple):
    """Replace this screen."""

    screen: Screen


class Pop(NamedTuple):
    """Close this screen; the one below gets the answer."""

    answer: Returned = None


class GoHome:
    """Close all screens above Home."""

    __slots__ = ()


class GoToMatch:
    """Show the match on the table above Home: play, or its result."""

    __slots__ = ()


class Quit(NamedTuple):
    """End the program, and switch the power off if asked."""

    power_off: bool = False
    accepts_loss: bool = False
    """Somebody accepted the loss of unsaved data, so there is no wait for the disk."""


Next = Stay | Ignored | Push | PushAll | Replace | Pop | GoHome | GoToMatch | Quit

STAY = Stay()
IGNORED = Ignored()


class ScreenWords(NamedTuple):
    """The words of a screen, which a web page shows instead of the display."""

    title: str = ""
    text: str = ""
    typed: str | None = None
    """The text so far, where a name is asked for."""
    longest: int = 0
    """The most letters of the name."""


class TapRow(NamedTuple):
    """A row of a list, or a button, that can be tapped on a web page."""

    code: str
    label: str
    detail: str = ""
    is_chosen: bool = False
    """The bar is on it."""
    is_enabled: bool = True
    hint: str = ""
    key: str = ""
    """What it does, for pages that give it a place of its own."""


class Screen(ABC):
    """A screen of the box."""

    shows_games = False
    """Whether a page shows the games next to the rows, as at Home."""
    is_end = False
    """It shows how a match ended."""
    is_private = False
    """Whether viewers see the screen below instead of this one and those above it."""

    @property
    def may_sleep(self) -> bool:
        """False during an entry, an explanation or a final score."""
        return True

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw on an empty canvas; nothing else."""

    @abstractmethod
    def handle(self, event: Input) -> Next:
        """Handle an input and return what comes next, IGNORED if it has no effect.

        Only complete holds arrive.
        """

    def words(self) -> ScreenWords | None:
        """Return the screen in words; None if only its picture shows it."""
        return None

    def write(self, text: str) -> Next:
        """Handle a typed text, where one is asked for."""
        del text
        return STAY

    def asked_number(self) -> AskedNumber | None:
        """Return the number that is asked for, if it can be typed."""
        return None

    def type_number(self, text: str, *, enters: bool) -> Next:
        """Handle a number as far as it was typed; `enters` once it is complete."""
        del text, enters
        return STAY

    def tapped(self, code: str) -> Next:
        """Handle a tap on a picture of the table, or on a row."""
        del code
        return STAY

    def rows(self) -> tuple[TapRow, ...]:
        """Return the rows that can be tapped, where the screen is a list or a question."""
        return ()

    def table_scene(self) -> AnyScene | None:
        """Return what everybody may see of the table, for pictures, or None."""
        return None

    def extra_buttons(self) -> tuple[TapRow, ...]:
        """Return buttons that only pages have: next to a picture, or above the rows."""
        return ()

    def draw_for_viewers(self, canvas: Canvas) -> bool:
        """Draw what viewers see instead of this screen and those above; return whether they do."""
        del canvas
        return False

    def returned(self, answer: Returned) -> Next:
        """Handle the answer of the screen above, which has closed."""
        del answer
        return STAY

    def thought_arrived(self) -> Next:
        """Called when a thought has arrived; it may be for this screen."""
        return STAY

    def dropped(self) -> None:  # noqa: B027 - most screens need not know
        """Called when the screen is discarded without a result."""

    def rings(self) -> bool:
        """Return True once when a time that the screen shows is up, to ring for it."""
        return False

    def deadline_s(self, now_s: float) -> float | None:
        """Return when the screen must be drawn again without an input, or None."""
        del now_s
        return None


def public_part(stack: Sequence[Screen]) -> Sequence[Screen]:
    """Return the screens that viewers may see: those below the first private one."""
    private = next((place for place, each in enumerate(stack) if each.is_private), len(stack))
    return stack[: max(private, 1)]
