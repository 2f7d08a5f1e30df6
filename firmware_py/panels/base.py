"""Simulated boxes, and what a panel is."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from hardware.display.frame import Frame
from hardware.errors import HardwareError


class NoPanel(HardwareError, OSError):
    """A simulated box cannot be opened: no terminal, a port that is taken."""


class Picture(NamedTuple):
    """What the box shows now: the frame and the same in words, for those who cannot see it.

    `public` and `public_text` are what a panel gets that may not see a secret (a pairing code):
    the same picture with the secret masked. None: there is no secret.
    """

    frame: Frame
    text: tuple[str, ...] = ()
    public: Frame | None = None
    public_text: tuple[str, ...] | None = None

    def for_strangers(self) -> tuple[Frame, tuple[str, ...]]:
        """Return the frame and text that anybody may see."""
        frame = self.frame if self.public is None else self.public
        text = self.text if self.public_text is None else self.public_text
        return frame, text


class Panel(Protocol):
    """A box: shows pictures, and posts events to the inbox it was built with.

    A panel may also have any of these, and is then asked: `light(level)` when the display dims or
    wakes, `obey(settings, faces_away)` when something was set, `speak(language, translate)`,
    `tell(seat, winners)` when the turn changes, `deadline_s()` and `due(now_s)` for its own times,
    `listen()` once the first picture is up, to open what that one can do without.
    """

    def show(self, picture: Picture) -> None:
        """Show a picture; called from the event loop, must not block."""
        ...

    def close(self) -> None:
        """End cleanly; may be called twice."""
        ...


def announce(text: str) -> None:
    """Say something at once, also where a file or a pipe listens."""
    print(text, flush=True)
