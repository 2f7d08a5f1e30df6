"""What a panel is, and what it is given to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hardware.errors import HardwareError

if TYPE_CHECKING:
    from firmware_py.core.picture import Picture
    from firmware_py.core.sleep import SleepStage
    from firmware_py.storage.settings import Settings
    from hardware.events import Event


class NoPanel(HardwareError, OSError):
    """A simulated box cannot be opened: no terminal, a port that is taken."""


class Panel:
    """A box: shows pictures, and posts events to the inbox it was built with.

    All of it is called from the event loop and must not block; what a panel has no use for does
    nothing.
    """

    def show(self, picture: Picture) -> None:
        """Show a picture."""

    never_sleeps = False
    """Nothing wears out on it: it shows the screen while a display rests."""

    @property
    def wants_table(self) -> bool:
        """Say whether somebody looks at the table itself, beyond what the display shows of it."""
        return False

    def is_never_dark(self, source: str) -> bool:
        """Say whether a source is this panel, and it never sleeps."""
        del source
        return False

    def is_remote(self, source: str) -> bool:
        """Return whether an event came from a page of this panel, whose faults stay there."""
        del source
        return False

    def fail(self, source: str, what: str, error: Exception) -> None:
        """Tell a page that what it sent failed, and log why; `what` it wanted, if anything."""

    def show_table(self, parts: Mapping[str, Any], hidden: Mapping[str, Any]) -> None:
        """Show the table: what is on it, part by part, ready for JSON; see `ui.big_table`.

        `hidden` is what strangers get instead of some parts.
        """

    def answer(self, source: str, what: str, value: Any) -> None:
        """Tell whoever wanted something what came of it."""

    def translate(self, event: Event) -> list[Event]:
        """Make events for the loop of one that only this panel understands."""
        return [event]

    def listen(self) -> None:
        """Open what the first picture can do without; called once it is up."""

    def light(self, level: SleepStage) -> None:
        """Shine, dim or go dark."""

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Take over what people set, and whether the picture faces the other side of the table."""

    def set_language(self, language: str, translate: Callable[[str], str]) -> None:
        """Change the language of what the panel itself says."""

    def show_turn(self, seat: int | None, winners: tuple[int, ...]) -> None:
        """Show whose turn it is, or who has won."""

    def call_time(self, seat: int | None) -> None:
        """Let the table hear that the time of a seat is up; None: that of all of them."""

    def deadline_s(self) -> float | None:
        """Say when the panel has something to do by itself; None: never."""
        return None

    def due(self, now_s: float) -> None:
        """Do it, if it is time."""

    def renew(self, now_s: float) -> float | None:
        """Do what is done now and then, unseen; return when to come back at the latest.

        Asked whenever the box is awake, so that it wakes for this as seldom as can be. None: never.
        """
        del now_s
        return None

    def close(self) -> None:
        """End cleanly; may be called twice."""


def announce(text: str) -> None:
    """Say something at once, also where a file or a pipe listens."""
    print(text, flush=True)
