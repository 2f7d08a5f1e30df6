"""Lights at the seats and a buzzer, where they are fitted: turn, refusal, time, end.

A pattern is a list of on and off, a beat each; the last one stays. gpiozero plays it on a
thread of its own, which ends with the pattern, so nothing here waits. Where nothing is fitted,
gpiozero is not even imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from hardware.controls.pins import Pins
from hardware.errors import NoControls

BEAT_S = 0.08

ON = (1,)
OFF = (0,)
# A seat's light: refused, it flickers and is steady again; won, it blinks slowly, then stays on.
FLICKER = (0, 1, 0, 1, 0, 1)
CELEBRATION = (1, 1, 1, 1, 0, 0, 0, 0) * 5 + (1,)
# The buzzer: a blip for a turn, two short ones for a refusal, a fanfare of one tone for the end.
BLIP = (1, 0)
TWO_BLIPS = (1, 0, 1, 0)
FANFARE = (1, 0, 1, 0, 1, 1, 1, 1, 0)
# Time is up: three long tones, and the light of the seat with them.
ALARM = (1, 1, 1, 1, 1, 0, 0) * 3
ALARM_LIGHT = (*ALARM, 1)


class Lights:
    """What the seats see and the table hears; does nothing where nothing is fitted."""

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
        """Light the seat whose turn it is, None for nobody's; a change is heard."""
        if seat == self._seat:
            return
        self._seat = seat
        self._light(() if seat is None else (seat,), ON)
        if seat is not None:
            self._sound(BLIP)

    def refuse(self) -> None:
        """Tell the seat on turn that this is not allowed."""
        if self._seat is not None and self._seat < len(self._seats):
            self._play(self._seats[self._seat], FLICKER)
        self._sound(TWO_BLIPS)

    def call_time(self, seat: int | None) -> None:
        """Tell everybody that the time of a seat is up; None: that of all of them."""
        if seat is not None and seat < len(self._seats):
            self._play(self._seats[seat], ALARM_LIGHT)
        self._sound(ALARM)

    def end(self, winners: Iterable[int]) -> None:
        """Celebrate the winners."""
        self._seat = None
        self._light(winners, CELEBRATION)
        self._sound(FANFARE)

    def off(self) -> None:
        """Go dark and silent."""
        self._seat = None
        self._light((), OFF)
        if self._buzzer is not None:
            self._play(self._buzzer, OFF)

    def close(self) -> None:
        """Switch everything off and let go of the pins; may be called twice.

        The kernel of Raspberry Pi OS keeps the level of a line that nobody holds any more.
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
        """Stop what the device plays, and play this."""
        device.source = None
        device.value = pattern[0]
        if len(pattern) > 1:
            device.source_delay = self._beat_s
            device.source = iter(pattern)


def _open(gpio: int, factory: Any) -> Any:
    from gpiozero import DigitalOutputDevice  # here: not where nothing is fitted

    try:
        return DigitalOutputDevice(gpio, pin_factory=factory)
    except Exception as error:  # every back end has its own kind of error
        raise NoControls(
            f"cannot drive the light or buzzer on GPIO{gpio} ({error}): another program or a "
            "device tree overlay may use this line; change it in [pins] of the configuration"
        ) from error
