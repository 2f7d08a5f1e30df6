"""What the box shows at one moment, as pixels and as words."""

from __future__ import annotations

from typing import NamedTuple

from hardware.display.frame import Frame


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
