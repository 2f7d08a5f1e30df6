"""The interface of a panel: something that shows pictures and posts events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hardware.errors import HardwareError

if TYPE_CHECKING:
    from firmware_py.core.picture import Picture, SleepStage
    from firmware_py.storage.settings import Settings
    from hardware.events import Event


class NoPanel(HardwareError, OSError):
    """A simulated box cannot be opened: no terminal, a port that is taken."""


class Panel:
    """Shows pictures, and posts events to the inbox that its constructor got.

    All methods are called from the event loop and must not block. By default they do nothing, so a
    panel overrides only what it needs:

    >>> panel = Panel()
    >>> panel.wants_table, panel.deadline_s()
    (False, None)
    """

    def show(self, picture: Picture) -> None:
        """Show a picture."""

    never_sleeps = False
    """Whether it shows the screen while the display rests, because nothing burns in on it."""

    @property
    def wants_table(self) -> bool:
        """Whether it shows the big table now."""
        return False

    def is_never_dark(self, source: str) -> bool:
        """Return whether an event source is this panel, and it never sleeps."""
        del source
        return False

    def is_remote(self, source: str) -> bool:
        """Return whether an event source is a page of this panel.

        An exception that such an event causes is reported to the page instead of the display.
        """
        del source
        return False

    def fail(self, source: str, what: str, error: Exception) -> None:
        """Report to a page that its request `what` failed, and log the error."""

    def show_table(
        self,
        parts: Mapping[str, Any],
        hidden: Mapping[str, Any],
        seats: Mapping[int, Mapping[str, Any]],
    ) -> None:
        """Show the big table (see `app.page_state`).

        Viewers get `hidden` instead of some parts; a page that holds a seat gets those of `seats`.
        """

    def give_seat(self, source: str, seat: int | None) -> None:
        """Show a page the table as a seat sees it; None: as everybody sees it."""

    def answer(self, source: str, what: str, value: Any) -> None:
        """Send a page the reply to its request `what`."""

    def translate(self, event: Event) -> list[Event]:
        """Return the events that an event of this panel stands for."""
        return [event]

    def listen(self) -> None:
        """Open what the first picture does not need; called after it was shown."""

    def light(self, level: SleepStage) -> None:
        """Set the brightness: normal, dimmed or off."""

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Apply the settings, and turn the picture to the other side of the table or back."""

    def set_language(self, language: str, translate: Callable[[str], str]) -> None:
        """Change the language of the panel's own words."""

    def show_turn(self, seat: int | None, winners: tuple[int, ...]) -> None:
        """Show whose turn it is, or who won."""

    def call_time(self, seat: int | None) -> None:
        """Signal that the time of a seat is up; None: that of all seats."""

    def warn(self, seat: int) -> None:
        """Signal that little of a seat's time is left."""

    def deadline_s(self) -> float | None:
        """Return when to call `due`, or None."""
        return None

    def due(self, now_s: float) -> None:
        """Do what is due at `now_s`."""

    def renew(self, now_s: float) -> float | None:
        """Do periodic work that nobody sees; return when to call it again at the latest, or None.

        It is also called whenever the box is awake anyway, so that the box seldom wakes for it.
        """
        del now_s
        return None

    def close(self) -> None:
        """Release everything; may be called twice."""


def announce(text: str) -> None:
    """Print a line and flush it."""
    print(text, flush=True)
