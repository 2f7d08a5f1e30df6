"""Seat lights and buzzer on gpiozero's mock pins."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import pytest
from gpiozero import DigitalOutputDevice

from hardware.controls.pins import Pins
from hardware.errors import NoControls
from hardware.lights import Lights

PINS = Pins.full()
assert PINS.buzzer is not None


@pytest.fixture
def lights(factory: Any) -> Iterator[Lights]:
    with Lights(PINS, factory, beat_s=0.002) as made:
        yield made


def lit(factory: Any) -> list[int]:
    """Return the seats whose light is on."""
    return [seat for seat, gpio in enumerate(PINS.seats) if factory.pin(gpio).state]


def wait_until_still(timeout_s: float = 60.0) -> None:
    """Wait until no pattern is being played."""
    deadline_s = monotonic() + timeout_s
    while any("_copy_values" in thread.name for thread in threading.enumerate()):
        assert monotonic() < deadline_s, "a pattern never ends"
        sleep(0.002)


def heard(factory: Any) -> list[int]:
    """Return what the buzzer did, as changes."""
    wait_until_still()
    return [int(state.state) for state in factory.pin(PINS.buzzer).states[1:]]


def test_turn_lights_one_seat(factory: Any, lights: Lights) -> None:
    """The seat on turn is lit, and no other."""
    lights.turn(2)
    assert lit(factory) == [2]
    lights.turn(0)
    assert lit(factory) == [0]


def test_nobodys_turn_is_dark(factory: Any, lights: Lights) -> None:
    """A question to the table lights nobody."""
    lights.turn(1)
    lights.turn(None)
    assert lit(factory) == []


def test_time_that_is_up_is_heard_long_and_seen_at_the_seat(factory: Any, lights: Lights) -> None:
    """Three tones; the light blinks with them and is steady again."""
    lights.turn(1)
    wait_until_still()
    lights.call_time(1)
    assert heard(factory) == [1, 0, 1, 0, 1, 0, 1, 0]
    assert lit(factory) == [1]
    lights.call_time(99)  # a seat without a light


def test_a_warning_is_heard_shorter_and_seen_at_the_seat(factory: Any, lights: Lights) -> None:
    """Two tones; the light blinks with them and is steady again."""
    lights.turn(1)
    wait_until_still()
    lights.warn(1)
    assert heard(factory) == [1, 0, 1, 0, 1, 0]
    assert lit(factory) == [1]
    lights.warn(99)  # a seat without a light


def test_new_turn_is_heard_once(factory: Any, lights: Lights) -> None:
    """A blip for a change of turn, none when the same seat is set again."""
    lights.turn(1)
    wait_until_still()
    lights.turn(1)
    assert heard(factory) == [1, 0]


def test_refusal_flickers_and_beeps_twice(factory: Any, lights: Lights) -> None:
    """The light goes off and on again and stays on; two blips."""
    lights.turn(1)
    wait_until_still()
    factory.pin(PINS.seats[1]).clear_states()
    factory.pin(PINS.buzzer).clear_states()
    lights.refuse()
    assert heard(factory) == [1, 0, 1, 0]
    flicker = [int(state.state) for state in factory.pin(PINS.seats[1]).states]
    assert flicker == [1, 0, 1, 0, 1, 0, 1]
    assert lit(factory) == [1]


def test_refusal_with_nobody_on_turn_only_beeps(factory: Any, lights: Lights) -> None:
    """A question to the table can be answered wrongly, too."""
    lights.refuse()
    assert heard(factory) == [1, 0, 1, 0]
    assert lit(factory) == []


def test_end_celebrates_the_winners(factory: Any, lights: Lights) -> None:
    """The winners' lights blink and stay on, the buzzer ends silent."""
    lights.turn(1)
    lights.end([0, 3])
    changes = heard(factory)
    assert changes[-1] == 0
    assert lit(factory) == [0, 3]
    assert len(factory.pin(PINS.seats[3]).states) > 8


def test_next_turn_ends_the_celebration(factory: Any, lights: Lights) -> None:
    """A new match does not wait for the old one's lights."""
    lights.end([0])
    lights.turn(1)
    wait_until_still()
    assert lit(factory) == [1]


def test_muted_buzzer_is_silent(factory: Any, lights: Lights) -> None:
    """Sound can be switched off while running; the lights go on."""
    lights.sound = False
    lights.turn(1)
    lights.refuse()
    lights.end([1])
    assert heard(factory) == []
    assert lit(factory) == [1]


def test_off_is_dark_and_silent(factory: Any, lights: Lights) -> None:
    """Whatever was playing stops at once."""
    lights.end([0, 1, 2])
    lights.off()
    assert lit(factory) == []
    assert not factory.pin(PINS.buzzer).state


def test_seat_without_a_light_is_no_error(factory: Any) -> None:
    """Five players, two lights: the other three see nothing."""
    with Lights(Pins(seats=(16, 20)), factory) as lights:
        lights.turn(4)
        lights.refuse()
        lights.end([4])
        assert not factory.pin(16).state


def test_nothing_blocks(factory: Any) -> None:
    """With beats of an hour, patterns that were started are still playing."""
    with Lights(PINS, factory, beat_s=3600) as lights:
        for _ in range(5):
            lights.turn(0)
            lights.refuse()
            lights.end([0, 1, 2, 3, 4])
        playing = [each for each in threading.enumerate() if "_copy_values" in each.name]
        assert len(playing) == 6


def test_closing_ends_the_threads(factory: Any) -> None:
    """Closed, twice even, nothing plays on and the pins are free."""
    lights = Lights(PINS, factory)
    lights.end([0, 1])
    lights.close()
    lights.close()
    assert not [thread for thread in threading.enumerate() if "_copy_values" in thread.name]
    with DigitalOutputDevice(PINS.buzzer, pin_factory=factory):
        pass


def test_every_line_is_low_before_it_is_let_go(
    factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel of Raspberry Pi OS keeps the level of a line that nobody holds."""
    levels: list[int] = []
    close = DigitalOutputDevice.close

    def watched(device: DigitalOutputDevice) -> None:
        if not device.closed:
            levels.append(int(device.pin.state))
        close(device)

    monkeypatch.setattr(DigitalOutputDevice, "close", watched)
    lights = Lights(PINS, factory)
    lights.turn(1)
    lights.call_time(1)
    lights.close()
    assert levels == [0] * (len(PINS.seats) + 1)


def test_nothing_fitted_leaves_no_trace() -> None:
    """Without lights and buzzer gpiozero is not even imported, and every call is harmless."""
    program = (
        "import sys\n"
        "from hardware.lights import Lights\n"
        "from hardware.controls.pins import Pins\n"
        "with Lights(Pins()) as lights:\n"
        "    lights.turn(0); lights.refuse(); lights.end([0]); lights.off()\n"
        "print('gpiozero' in sys.modules)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"


def test_pin_in_use_is_a_clear_error(factory: Any) -> None:
    """A line that something else holds is named; the lights opened before are let go."""
    with (
        DigitalOutputDevice(PINS.buzzer, pin_factory=factory),
        pytest.raises(NoControls, match="buzzer on GPIO12"),
    ):
        Lights(PINS, factory)
    with Lights(PINS, factory):
        pass
