"""What the box shows at one moment, as pixels and as words, and how awake the display is."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from hardware.display.frame import Frame

SAVER_STEP_S = 5.0
"""The time between two pictures of the screen saver."""


class SleepStage(IntEnum):
    """How awake the display is."""

    AWAKE = 0
    DIM = 1
    SAVER = 2
    OFF = 3


class Picture(NamedTuple):
    """A frame and the same in words, for screen readers.

    `public` and `public_text` are for panels that may not see a secret, such as a pairing code:
    the same picture with the secret masked. None if there is no secret.
    """

    frame: Frame
    text: tuple[str, ...] = ()
    public: Frame | None = None
    public_text: tuple[str, ...] | None = None

    def for_viewers(self) -> tuple[Frame, tuple[str, ...]]:
        """Return the frame and text that anybody may see."""
        frame = self.frame if self.public is None else self.public
        text = self.text if self.public_text is None else self.public_text
        return frame, text
