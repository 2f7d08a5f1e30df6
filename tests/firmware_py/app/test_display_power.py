"""A box at rest whose display loses its power: it comes back, and the rest stays a rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import smbus2

from firmware_py.app.interrupted import TableNote
from firmware_py.app.run import _beat
from firmware_py.core.config import Config
from firmware_py.panels.box import BoxPanel
from firmware_py.system.systemd import Watchdog
from hardware.controls.pins import Pins
from hardware.display.chip_models import ModelBus, Sh1106Model, orbits
from hardware.display.config import DisplayConfig
from hardware.display.oled import open_display
from hardware.events import Event, Inbox, Stopped

PROMISED_S = 10.0
WATCHDOG = {"WATCHDOG_USEC": "10000000"}


class Rest(Inbox):
    """An inbox at which nobody knocks: the time jumps to the end of each wait."""

    def __init__(self, box: Any, for_s: float, fault: Callable[[], None], at_s: float) -> None:
        super().__init__()
        self.wakes = 0
        self._box = box
        self._until_s = box.now + for_s
        self._fault = fault
        self._fault_s = box.now + at_s

    def take(self, timeout_s: float | None = None) -> Event | None:
        """Pass the time; the fault happens on the way."""
        event = super().take(0)
        if event is not None:
            return event
        self.wakes += 1
        wait_s = self._until_s - self._box.now if timeout_s is None else timeout_s
        self._box.now = min(self._until_s, self._box.now + wait_s)
        if self._box.now >= self._fault_s:
            self._fault_s = float("inf")
            self._fault()
        return Stopped("the end") if self._box.now >= self._until_s else None


class Resting:
    """A box with a display on a model of its bus."""

    def __init__(self, box: Any, bus: ModelBus) -> None:
        self.box = box
        self.bus = bus
        self.panel = BoxPanel(Inbox(), Config(), clock=lambda: self.box.now)
        self.panel.display = open_display(
            DisplayConfig(), Pins(), lambda _event: None, clock=lambda: box.now
        )
        box.app.painter.join(self.panel)

    def rest(
        self, for_s: float, watchdog: dict[str, str] | None = None, loss_s: float = float("inf")
    ) -> Rest:
        """Let the box rest, alone or under a watchdog; at some time the display's power goes."""
        inbox = Rest(self.box, for_s, self.bus.chip.lose_power, loss_s)
        self.box.app.inbox = inbox
        self.box.app.result = None
        dog = Watchdog(self.box.services.time, watchdog or {})
        self.box.app.run(lambda: _beat(dog, self.box.app, iter(()), TableNote(self.box.app)))
        dog.close()
        return inbox

    @property
    def is_right(self) -> bool:
        """Whether the glass shows what the box shows."""
        chip = self.bus.chip
        return chip.on and chip.frame() in orbits(self.box.panel.pictures[-1].frame)


@pytest.fixture
def resting(box: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Resting]:
    """A box that shows Home."""
    bus = ModelBus(Sh1106Model(seed=7))
    monkeypatch.setattr(smbus2, "SMBus", bus.open)
    made = Resting(box, bus)
    yield made
    made.panel.close()


@pytest.fixture
def notified(tmp_path: Path) -> dict[str, str]:
    """The watchdog of the service, with nobody at the other end of its line."""
    return WATCHDOG | {"NOTIFY_SOCKET": str(tmp_path / "nobody")}


@pytest.mark.parametrize("after_s", [0.0, 7.0, 100.0, 200.0, 400.0])
@pytest.mark.parametrize("is_watched", [False, True])
def test_the_picture_comes_back_though_nobody_touches_the_box(
    resting: Resting, notified: dict[str, str], after_s: float, is_watched: bool
) -> None:
    """Bright, dimmed, and in the saver; under the service and without it."""
    resting.rest(after_s + PROMISED_S, notified if is_watched else None, loss_s=after_s)
    assert resting.is_right


def test_under_the_watchdog_it_costs_no_waking(resting: Resting, notified: dict[str, str]) -> None:
    """The box is awake to feed it, and the display is renewed then: a minute is twelve feeds."""
    resting.rest(30.0, notified)
    sent = resting.bus.bytes_sent
    assert resting.rest(60.0, notified).wakes <= 14
    assert resting.bus.bytes_sent > sent + 6 * 1024


def test_a_picture_that_stands_moves_by_a_pixel(resting: Resting) -> None:
    """Every minute, around and back, and nothing of it is lost; the others show it as it is."""
    resting.box.services.settings.put("sleep", "never")
    shown = []
    for _ in range(8):
        resting.rest(61.0)
        assert resting.is_right
        shown.append(resting.bus.chip.frame())
    assert set(shown) == set(orbits(resting.box.panel.pictures[-1].frame))
    assert len(set(shown)) == 4


def test_a_dark_display_is_no_reason_to_wake(resting: Resting) -> None:
    """From the moment it is off, nothing goes over its wire."""
    resting.rest(1300.0)
    assert not resting.bus.chip.on
    sent = resting.bus.bytes_sent
    assert resting.rest(24 * 3600.0).wakes == 1
    assert resting.bus.bytes_sent == sent
