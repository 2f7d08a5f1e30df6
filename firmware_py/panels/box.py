"""The real box as a panel: display, knob, buttons and lights.

The display is opened first. gpiozero, which reads the contacts and drives the lights, takes longer
to load than everything the first frame needs, so `listen` loads it afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from firmware_py.core.config import Config
from firmware_py.core.picture import Picture, SleepStage
from firmware_py.panels.base import Panel
from firmware_py.storage.settings import Settings
from hardware.display.oled import Oled, open_display
from hardware.events import Inbox

if TYPE_CHECKING:
    from hardware.controls.gpio_controls import Controls
    from hardware.lights import Lights

ORBIT = ((False, False), (True, False), (True, True), (False, True))
"""The shifts of the picture: by one column, by both, by one row, none."""
ORBIT_STEP_S = 60.0
"""Shift the picture by a pixel every minute, so that it burns in less."""
DIMMED = 8
"""The divisor of the brightness while dimmed."""


class BoxPanel(Panel):
    """The box. Retries a missing display; raises HardwareError for pins that are not available."""

    def __init__(self, inbox: Inbox, config: Config, *, clock: Callable[[], float]) -> None:
        self._inbox = inbox
        self._config = config
        self._clock = clock
        self._factory: Any = None
        self._controls: Controls | None = None
        self._lights: Lights | None = None
        self._sound = True
        self._orbit = 0
        self._orbited_s: float | None = None
        if config.display.bus == "spi":
            self._open_pins()  # two lines of the display are driven by gpiozero
        self.display: Oled = open_display(
            config.display, config.pins, inbox.post, pin_factory=self._factory, clock=clock
        )
        self.brightness = config.display.contrast
        self._flipped = config.display.rotate == 180

    def listen(self) -> None:
        """Open the knob, the buttons and the lights."""
        # Imported after the first frame, because these import gpiozero.
        from hardware.controls.gpio_controls import Controls
        from hardware.lights import Lights

        if self._factory is None:
            self._open_pins()
        self._controls = Controls(
            self._factory,
            self._config.pins,
            self._inbox,
            steps_per_detent=self._config.controls.steps_per_detent,
            direction=self._config.controls.direction,
            clock=self._clock,
        )
        self._lights = Lights(self._config.pins, self._factory, sound=self._sound)

    def _open_pins(self) -> None:
        from hardware.controls.pin_factory import make_factory  # slow to import, as gpiozero is

        self._factory = make_factory(self._config.controls.pin_factory)

    def show(self, picture: Picture) -> None:
        self.display.show(picture.frame)

    def light(self, level: SleepStage) -> None:
        """Set the brightness: normal, dimmed or off."""
        self.display.power(level is not SleepStage.OFF)
        dim = level is not SleepStage.AWAKE
        self.display.contrast(self.brightness // DIMMED if dim else self.brightness)

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Apply brightness, sound, and which way the picture faces."""
        self.brightness = 255 * settings["contrast"] // 100
        self.display.contrast(self.brightness)
        self.display.rotate(faces_away != self._flipped)
        self._sound = settings["sounds"]
        if self._lights is not None:
            self._lights.sound = self._sound

    def show_turn(self, seat: int | None, winners: tuple[int, ...]) -> None:
        """Light the seat on turn, or the winners."""
        if self._lights is None:
            return  # not open yet: no match is on the table before the first frame
        if winners:
            self._lights.end(winners)
        else:
            self._lights.turn(seat)

    def call_time(self, seat: int | None) -> None:
        """Sound the buzzer, and blink at the seat."""
        if self._lights is not None:
            self._lights.call_time(seat)

    def warn(self, seat: int) -> None:
        """Sound the buzzer, shorter, and flicker at the seat."""
        if self._lights is not None:
            self._lights.warn(seat)

    def deadline_s(self) -> float | None:
        """Return when to retry a lost display."""
        return self.display.retry_deadline_s

    def due(self, now_s: float) -> None:
        """Retry a lost display, if it is time."""
        self.display.retry(now_s)

    def renew(self, now_s: float) -> float | None:
        """Send the display everything again, in case it lost power, and shift the picture."""
        due_s = self.display.renew(now_s)
        if self._orbited_s is None:
            self._orbited_s = now_s
        if due_s is not None and now_s >= self._orbited_s + ORBIT_STEP_S:
            self._orbited_s = now_s
            self._orbit = (self._orbit + 1) % len(ORBIT)
            self.display.orbit(*ORBIT[self._orbit])
        return due_s

    def close(self) -> None:
        """Switch off and release the pins; may be called twice."""
        self.display.close()
        for opened in (self._lights, self._controls, self._factory):
            if opened is not None:
                opened.close()
