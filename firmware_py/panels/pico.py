"""An external panel on the serial port, as a panel of the application."""

from __future__ import annotations

from firmware_py.config import ControlsConfig
from firmware_py.panels import Picture
from firmware_py.sleep import Level
from hardware.events import Event
from hardware.panel_link import Link, PanelLink

DIM = 32


class PicoPanel:
    """Shows frames on the panel's display and turns its lines into events."""

    def __init__(self, link: Link, controls: ControlsConfig) -> None:
        self._panel = PanelLink(
            link,
            steps_per_detent=controls.steps_per_detent,
            direction=controls.direction,
        )

    def translate(self, event: Event) -> list[Event]:
        """Return what an event means; what does not come from the panel passes."""
        return self._panel.feed(event)

    def show(self, picture: Picture) -> None:
        """Show the frame."""
        self._panel.show(picture.frame)

    def light(self, level: Level) -> None:
        """Shine, dim or go dark."""
        self._panel.power(level is not Level.OFF)
        self._panel.contrast(255 if level is Level.AWAKE else DIM)

    def deadline_s(self) -> float | None:
        """Say when the panel has to be asked something again."""
        return self._panel.deadline_s()

    def due(self, now_s: float) -> None:
        """Ask again, if it is time."""
        self._panel.due(now_s)

    def close(self) -> None:
        """Let go of the panel; may be called twice."""
        self._panel.close()
