"""A display that goes away, comes back, or was never there."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from hardware.display.chip_models import MODELS
from hardware.display.frame import BLANK, FRAME_BYTES
from hardware.display.oled import (
    FIRST_WAIT_S,
    LONGEST_FIRST_WAIT_S,
    LONGEST_WAIT_S,
    STEADY_S,
)
from hardware.events import Appeared, Lost

if TYPE_CHECKING:
    from tests.hardware.display.conftest import Bench

FRAME = random.Random(11).randbytes(FRAME_BYTES)
OTHER = bytes(byte ^ 0xFF if 130 < place < 150 else byte for place, byte in enumerate(FRAME))


def play_scene(bench: Bench) -> None:
    """Call every method of a display."""
    bench.oled.show(FRAME)
    bench.oled.show(OTHER)
    bench.oled.contrast(10)
    bench.oled.power(False)


def test_a_failure_at_any_byte_is_repaired_by_the_next_retry(
    make_bench: Callable[..., Bench],
) -> None:
    """Commands cut short at any byte, pixels at every fifth; then the memory is complete."""
    recorded = make_bench()
    play_scene(recorded)
    sent = recorded.bus.bytes_sent
    positions = {*range(200), *range(0, sent, 5), *range(sent - 200, sent)}
    for position in sorted(positions):
        bench = make_bench()
        bench.bus.fail_after = position
        play_scene(bench)
        bench.oled.power(True)
        bench.oled.show(FRAME)
        if bench.oled.retry_deadline_s is not None:
            bench.wait_and_retry()
        chip = bench.bus.chip
        assert chip.frame() == FRAME, position
        assert chip.on, position
        assert chip.upright, position
        assert chip.registers[0x81] == b"\x0a", position
        assert bench.oled.why is None, position


def test_the_first_frame_after_recovery_is_complete(bench: Bench) -> None:
    """Whatever the memory holds by then."""
    bench.oled.show(FRAME)
    bench.bus.plugged = False
    bench.oled.show(OTHER)
    bench.bus.chip = MODELS[bench.chip_name](seed=99)
    bench.bus.plugged = True
    bench.wait_and_retry()
    assert bench.bus.chip.frame() == OTHER


def test_the_display_is_dark_until_its_first_frame_is_complete(bench: Bench) -> None:
    """Nobody sees the noise of the memory."""
    seen = []
    chip: Any = bench.bus.chip
    take = chip.data

    def watch(byte: int) -> None:
        seen.append(chip.on)
        take(byte)

    chip.data = watch
    bench.oled.show(FRAME)
    assert seen
    assert not any(seen)
    assert chip.on


def test_a_lost_display_is_announced_once_with_the_reason(bench: Bench) -> None:
    """However many frames are shown meanwhile."""
    bench.oled.show(FRAME)
    bench.events.clear()
    bench.bus.plugged = False
    for number in range(20):
        bench.now_s += 1
        bench.oled.show(bytes((number, *FRAME[1:])))
    assert [type(event) for event in bench.events] == [Lost]
    assert bench.events[0].source == "display"
    assert bench.events[0].why.startswith("no display at 0x3C on i2c-1; check its four wires")


def test_a_display_that_comes_back_is_announced(bench: Bench) -> None:
    """Once, when the frame is on it."""
    bench.bus.plugged = False
    bench.oled.show(FRAME)
    bench.bus.plugged = True
    bench.wait_and_retry()
    assert [type(event) for event in bench.events] == [Lost, Appeared]


def test_a_display_that_is_there_is_announced(bench: Bench) -> None:
    """The first frame says that there is one."""
    bench.oled.show(FRAME)
    assert bench.events == [Appeared("display")]


def test_the_last_frame_wanted_is_the_one_shown_after_recovery(bench: Bench) -> None:
    """Frames, brightness and rotation asked for during the loss are remembered."""
    bench.bus.plugged = False
    bench.oled.show(BLANK)
    bench.oled.show(FRAME)
    bench.oled.contrast(33)
    bench.bus.plugged = True
    bench.wait_and_retry()
    assert bench.bus.chip.frame() == FRAME
    assert bench.bus.chip.registers[0x81] == b"\x21"


def test_nothing_is_tried_before_the_deadline(bench: Bench) -> None:
    """A lost display does not slow the table down."""
    bench.bus.plugged = False
    bench.oled.show(FRAME)
    tries = len(bench.bus.log)
    bench.oled.show(OTHER)
    bench.oled.retry(bench.now_s)
    assert len(bench.bus.log) == tries


def waits_of(bench: Bench) -> list[float]:
    """Return the next ten waits of a display that stays away."""
    waits = []
    for _ in range(10):
        assert bench.oled.retry_deadline_s is not None
        waits.append(round(bench.oled.retry_deadline_s - bench.now_s, 6))
        bench.wait_and_retry()
    return waits


def test_a_display_that_never_answered_is_looked_for_every_second(bench: Bench) -> None:
    """Its driver may be late, or its HAT is being pressed on; nobody waits ten seconds for that."""
    bench.bus.plugged = False
    bench.oled.show(FRAME)
    waits = waits_of(bench)
    assert max(waits) == LONGEST_FIRST_WAIT_S == 1.0
    bench.bus.plugged = True
    bench.wait_and_retry()
    assert bench.bus.chip.frame() == FRAME


def test_waits_double_up_to_the_longest(bench: Bench) -> None:
    """From a tenth of a second to ten seconds."""
    bench.oled.show(FRAME)
    bench.bus.plugged = False
    bench.oled.show(OTHER)
    waits = waits_of(bench)
    assert waits[:4] == [FIRST_WAIT_S, 2 * FIRST_WAIT_S, 4 * FIRST_WAIT_S, 8 * FIRST_WAIT_S]
    assert waits[-1] == LONGEST_WAIT_S


def test_a_display_that_worked_for_a_while_starts_with_short_waits_again(bench: Bench) -> None:
    """One bad evening does not make the next glitch slow."""
    bench.bus.plugged = False
    bench.oled.show(FRAME)
    for _ in range(10):
        bench.wait_and_retry()
    bench.bus.plugged = True
    bench.wait_and_retry()
    bench.now_s += STEADY_S
    bench.bus.plugged = False
    bench.oled.show(OTHER)
    assert bench.oled.retry_deadline_s == pytest.approx(bench.now_s + FIRST_WAIT_S)


def test_a_flickering_display_keeps_its_long_waits(bench: Bench) -> None:
    """A loose contact must not cost a new start ten times a second."""
    bench.oled.show(FRAME)
    for number in range(6):
        bench.bus.plugged = False
        bench.oled.show(bytes((number, *FRAME[1:])))
        bench.bus.plugged = True
        bench.wait_and_retry()
    bench.bus.plugged = False
    bench.oled.show(OTHER)
    assert bench.oled.retry_deadline_s is not None
    assert bench.oled.retry_deadline_s > bench.now_s + 10 * FIRST_WAIT_S


def test_a_working_display_has_no_deadline(bench: Bench) -> None:
    """The event loop may sleep as long as it likes."""
    bench.oled.show(FRAME)
    assert bench.oled.retry_deadline_s is None
    assert not bench.oled.due(bench.now_s + 1000)


def test_the_bus_is_let_go_at_every_loss(bench: Bench) -> None:
    """A thousand retries do not use a thousand files."""
    bench.bus.plugged = False
    bench.oled.show(FRAME)
    for _ in range(50):
        bench.wait_and_retry()
    assert bench.bus.handles == 0


def test_a_command_cut_short_does_not_swallow_the_initialisation(bench: Bench) -> None:
    """The chip waits for two arguments when it is initialised again."""
    bench.oled.show(FRAME)
    if 0x21 in bench.bus.chip.ARGUMENTS:
        bench.bus.chip.command(0x21)
    else:
        bench.bus.chip.command(0x81)
    bench.oled.power(False)
    bench.oled.power(True)
    bench.oled.show(OTHER)
    assert bench.bus.chip.frame() == OTHER
    assert bench.bus.chip.upright


def test_darkness_keeps_the_frame(bench: Bench) -> None:
    """Off and on again shows the same."""
    bench.oled.show(FRAME)
    bench.oled.power(False)
    assert not bench.bus.chip.on
    bench.oled.power(True)
    assert bench.bus.chip.on
    assert bench.bus.chip.frame() == FRAME


def test_a_frame_shown_in_the_dark_is_there_in_the_light(bench: Bench) -> None:
    """And costs nothing before."""
    bench.oled.show(FRAME)
    bench.oled.power(False)
    assert bench.sent_by(lambda: bench.oled.show(OTHER)) == 0
    bench.oled.power(True)
    assert bench.bus.chip.frame() == OTHER


def test_a_display_that_lost_its_power_in_the_dark_is_initialised_when_lit(bench: Bench) -> None:
    """Nobody noticed, as nothing was sent."""
    bench.oled.show(FRAME)
    bench.oled.power(False)
    bench.bus.chip = MODELS[bench.chip_name](seed=5)
    bench.oled.power(True)
    assert bench.bus.chip.frame() == FRAME
    assert bench.bus.chip.upright


def test_closing_leaves_the_display_dark_and_the_bus_free(bench: Bench) -> None:
    """No picture burns in after the program ended."""
    bench.oled.show(FRAME)
    bench.oled.close()
    bench.oled.close()
    assert not bench.bus.chip.on
    assert bench.bus.handles == 0


def test_closing_a_display_that_is_gone_is_quiet(bench: Bench) -> None:
    """The box may be unplugged before the program ends."""
    bench.oled.show(FRAME)
    bench.bus.plugged = False
    bench.oled.close()
    assert bench.oled.retry_deadline_s is None


def test_a_closed_display_stays_closed(bench: Bench) -> None:
    """A late frame does not light it again."""
    bench.oled.show(FRAME)
    bench.oled.close()
    assert bench.sent_by(lambda: bench.oled.show(OTHER)) == 0


def test_a_display_at_another_address_is_not_found(bench: Bench) -> None:
    """The bus is there, but nobody answers."""
    bench.bus.address = 0x3D
    bench.oled.show(FRAME)
    assert "0x3C" in str(bench.oled.why)
