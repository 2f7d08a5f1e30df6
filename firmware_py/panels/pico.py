"""An external panel on the serial port, as a panel of the application."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.core.config import ControlsConfig
from firmware_py.core.picture import Picture, SleepStage
from firmware_py.panels.base import Panel
from firmware_py.storage.settings import Settings
from hardware.display.frame import BLANK, turn_around
from hardware.events import Event
from hardware.serial.panel_link import Link, PanelLink

DIMMED = 8
"""The divisor of the brightness while dimmed, as for the box's own display."""


class PicoPanel(Panel):
    """Shows frames on the panel's display and turns its lines into events."""

    def __init__(self, link: Link, controls: ControlsConfig, *, clock: Callable[[], float]) -> None:
        self._panel = PanelLink(
            link,
            steps_per_detent=controls.steps_per_detent,
            direction=controls.direction,
            clock=clock,
        )
        self._frame = BLANK
        self._faces_away = False
        self._brightness = 255
        self._is_dim = False

    def translate(self, event: Event) -> list[Event]:
        """Return the events of a line of the panel; others are returned as they are."""
        return self._panel.feed(event)

    def show(self, picture: Picture) -> None:
        self._frame = picture.frame
        self._panel.show(turn_around(self._frame) if self._faces_away else self._frame)

    def light(self, level: SleepStage) -> None:
        """Set the brightness: normal, dimmed or off."""
        self._is_dim = level is not SleepStage.AWAKE
        self._panel.power(level is not SleepStage.OFF)
        self._shine()

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Apply brightness and which way the picture faces."""
        brightness = 255 * settings["contrast"] // 100
        if brightness != self._brightness:
            self._brightness = brightness
            self._shine()
        if faces_away != self._faces_away:
            self._faces_away = faces_away
            self.show(Picture(self._frame))

    def _shine(self) -> None:
        self._panel.contrast(self._brightness // DIMMED if self._is_dim else self._brightness)

    def deadline_s(self) -> float | None:
        return self._panel.deadline_s()

    def due(self, now_s: float) -> None:
        self._panel.due(now_s)

    def close(self) -> None:
        self._panel.close()
