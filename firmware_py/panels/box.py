"""The real box as a panel: its display, its knob and its buttons, its lights."""

from __future__ import annotations

from firmware_py.app.config import Config
from firmware_py.app.settings import Settings
from firmware_py.app.sleep import Level
from firmware_py.panels.base import Panel, Picture
from hardware.controls.contacts import Controls
from hardware.controls.pin_factory import make_factory
from hardware.display.oled import Oled, open_display
from hardware.events import Inbox
from hardware.lights import Lights

DIMMED = 8
"""Of the set brightness, an eighth."""


class BoxPanel(Panel):
    """Raises HardwareError where the pins cannot be had; a missing display is looked for again."""

    def __init__(self, inbox: Inbox, config: Config) -> None:
        self._factory = make_factory(config.controls.pin_factory)
        try:
            self._controls = Controls(
                self._factory,
                config.pins,
                inbox,
                steps_per_detent=config.controls.steps_per_detent,
                direction=config.controls.direction,
            )
            self.lights = Lights(config.pins, self._factory)
            self.display: Oled = open_display(
                config.display, config.pins, inbox.post, pin_factory=self._factory
            )
        except BaseException:
            self._factory.close()
            raise
        self.brightness = config.display.contrast
        self._flipped = config.display.rotate == 180

    def show(self, picture: Picture) -> None:
        """Show the frame."""
        self.display.show(picture.frame)

    def light(self, level: Level) -> None:
        """Shine, dim or go dark."""
        self.display.power(level is not Level.OFF)
        dim = level is not Level.AWAKE
        self.display.contrast(self.brightness // DIMMED if dim else self.brightness)

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Take over what people set: brightness, sound, and which way the picture faces."""
        self.brightness = 255 * settings["contrast"] // 100
        self.display.contrast(self.brightness)
        self.display.rotate(faces_away != self._flipped)
        self.lights.sound = settings["sounds"]

    def show_turn(self, seat: int | None, winners: tuple[int, ...]) -> None:
        """Light the seat on turn, or the winners."""
        if winners:
            self.lights.end(winners)
        else:
            self.lights.turn(seat)

    def deadline_s(self) -> float | None:
        """Say when to look for a lost display again."""
        return self.display.retry_deadline_s

    def due(self, now_s: float) -> None:
        """Look for a lost display, if it is time."""
        self.display.retry(now_s)

    def close(self) -> None:
        """Go dark and free the pins; may be called twice."""
        self.display.close()
        self.lights.close()
        self._controls.close()
        self._factory.close()
