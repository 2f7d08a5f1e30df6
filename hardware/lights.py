"""Seat lights and a buzzer, if fitted: turn, refusal, time, end.

A pattern is a list of on and off, one beat each; the last value stays. gpiozero plays it on its own
thread, which ends with the pattern, so nothing here waits. If nothing is fitted, gpiozero is not
imported.

>>> from gpiozero.pins.mock import MockFactory
>>> from hardware.controls.pins import Pins
>>> factory, pins = MockFactory(), Pins.full()
>>> with Lights(pins, factory) as lights:
...     lights.turn(0)
...     [bool(factory.pin(gpio).state) for gpio in pins.seats]
[True, False, False, False, False]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from hardware.controls.pins import Pins
from hardware.errors import NoControls

BEAT_S = 0.08

ON = (1,)
OFF = (0,)
# A seat's light: it flickers after a refusal; after a win it blinks slowly, then stays on.
FLICKER = (0, 1, 0, 1, 0, 1)
CELEBRATION = (1, 1, 1, 1, 0, 0, 0, 0) * 5 + (1,)
# The buzzer: a short tone for a turn, two for a refusal, a fanfare for the end.
BLIP = (1, 0)
TWO_BLIPS = (1, 0, 1, 0)
FANFARE = (1, 0, 1, 0, 1, 1, 1, 1, 0)
# Time is up: three long tones, with the light of the seat.
ALARM = (1, 1, 1, 1, 1, 0, 0) * 3
ALARM_LIGHT = (*ALARM, 1)

# Little time is left: two tones, with the light of the seat.
WARNING = (1, 1, 0, 1, 1, 0)
WARNING_LIGHT = (*WARNING, 1)


class Lights:
    """Seat lights and buzzer; does nothing where nothing is fitted.

    `factory` is a gpiozero pin factory, needed if anything is fitted; `sound` switches the buzzer;
    `beat_s` is the duration of a pattern's step. Raise NoControls if a pin cannot be used.
    """

    def __init__(
        self, pins: Pins, factory: Any = None, *, sound: bool = True, beat_s: float = BEAT_S
    ) -> None:
        self.sound = sound
        self._beat_s = beat_s
        self._seat: int | None = None
        self._seats: list[Any] = []
        self._buzzer: Any = None
        if not pins.seats and pins.buzzer is None:
            return
        assert factory is not None, "gpiozero would pick a pin factory by itself"
        try:
            for gpio in pins.seats:
                self._seats.append(_open(gpio, factory))
            if pins.buzzer is not None:
                self._buzzer = _open(pins.buzzer, factory)
        except BaseException:
            self.close()
            raise

    def turn(self, seat: int | None) -> None:
        """Light the seat on turn (None: no seat), with a short tone if it changed."""
        if seat == self._seat:
            return
        self._seat = seat
        self._light(() if seat is None else (seat,), ON)
        if seat is not None:
            self._sound(BLIP)

    def refuse(self) -> None:
        """Signal a refusal to the seat on turn."""
        if self._seat is not None and self._seat < len(self._seats):
            self._play(self._seats[self._seat], FLICKER)
        self._sound(TWO_BLIPS)

    def call_time(self, seat: int | None) -> None:
        """Signal that the time of a seat is up; None: the time of all seats."""
        if seat is not None and seat < len(self._seats):
            self._play(self._seats[seat], ALARM_LIGHT)
        self._sound(ALARM)

    def warn(self, seat: int) -> None:
        """Signal that little of a seat's time is left."""
        if seat < len(self._seats):
            self._play(self._seats[seat], WARNING_LIGHT)
        self._sound(WARNING)

    def end(self, winners: Iterable[int]) -> None:
        """Signal the end of the match, with the lights of the winners."""
        self._seat = None
        self._light(winners, CELEBRATION)
        self._sound(FANFARE)

    def off(self) -> None:
        """Switch all lights and the buzzer off."""
        self._seat = None
        self._light((), OFF)
        if self._buzzer is not None:
            self._play(self._buzzer, OFF)

    def close(self) -> None:
        """Switch everything off and release the pins; may be called twice.

        The kernel of Raspberry Pi OS keeps the level of a released line, so it must be off before.
        """
        self.off()
        for device in (*self._seats, self._buzzer):
            if device is not None:
                device.close()
        self._seats.clear()
        self._buzzer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _light(self, seats: Iterable[int], pattern: Sequence[int]) -> None:
        lit = set(seats)
        for seat, device in enumerate(self._seats):
            self._play(device, pattern if seat in lit else OFF)

    def _sound(self, pattern: Sequence[int]) -> None:
        if self._buzzer is not None and self.sound:
            self._play(self._buzzer, pattern)

    def _play(self, device: Any, pattern: Sequence[int]) -> None:
        """Stop the device's pattern and play this one."""
        device.source = None
        device.value = pattern[0]
        if len(pattern) > 1:
            device.source_delay = self._beat_s
            device.source = iter(pattern)


def _open(gpio: int, factory: Any) -> Any:
    from gpiozero import DigitalOutputDevice  # here: not where nothing is fitted

    try:
        return DigitalOutputDevice(gpio, pin_factory=factory)
    except Exception as error:  # every back end has its own exceptions
        raise NoControls(
            f"cannot drive the light or buzzer on GPIO{gpio} ({error}): another program or a "
            "device tree overlay may use this line; change it in [pins] of the configuration"
        ) from error
