"""The chip's memory is the frame, whatever changes and however."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from hardware.display.frame import BLANK, FRAME_BYTES, HEIGHT, WIDTH, pixel, turn_around

if TYPE_CHECKING:
    from tests.hardware.display.conftest import Bench


def change(frame: bytes, chance: random.Random) -> bytes:
    """Change a frame: a few bytes, a rectangle, a line, or all of it."""
    new = bytearray(frame)
    kind = chance.random()
    if kind < 0.4:
        for _ in range(chance.randint(1, 12)):
            new[chance.randrange(FRAME_BYTES)] = chance.randrange(256)
    elif kind < 0.9:
        top, left = chance.randrange(8), chance.randrange(WIDTH)
        bottom, right = chance.randint(top, 7), chance.randint(left, min(left + 40, WIDTH - 1))
        for page in range(top, bottom + 1):
            for column in range(left, right + 1):
                new[page * WIDTH + column] ^= chance.choice((0, 0xFF))
    elif kind < 0.99:
        page = chance.randrange(8)
        new[page * WIDTH : (page + 1) * WIDTH] = chance.randbytes(WIDTH)
    else:
        new[:] = chance.randbytes(FRAME_BYTES)
    return bytes(new)


def test_memory_equals_the_frame_after_10_000_random_changes(bench: Bench) -> None:
    """After each change, not only after the last."""
    chance = random.Random(42)
    frame = BLANK
    for number in range(10_000):
        frame = change(frame, chance)
        bench.oled.show(frame)
        assert bench.bus.chip.frame() == frame, number


def test_memory_equals_the_frame_after_1_000_realistic_changes(
    bench: Bench, wire_figures: ModuleType
) -> None:
    """Cursors, lists and new screens in any order."""
    frames = [
        *(wire_figures.draw_board(x, y) for x in range(6) for y in range(6)),
        *(wire_figures.draw_list(row, height) for row in range(5) for height in (8, 10)),
    ]
    chance = random.Random(43)
    at = 0
    for number in range(1_000):
        at = chance.randrange(len(frames)) if chance.random() < 0.2 else (at + 1) % len(frames)
        bench.oled.show(frames[at])
        assert bench.bus.chip.frame() == frames[at], number


def test_the_first_frame_replaces_the_noise_of_a_cold_chip(bench: Bench) -> None:
    """A chip's memory holds anything after power came."""
    assert bench.bus.chip.frame() != BLANK
    bench.oled.show(BLANK)
    assert bench.bus.chip.frame() == BLANK


def test_an_equal_frame_costs_nothing(bench: Bench) -> None:
    """Not a byte goes over the wire."""
    frame = random.Random(1).randbytes(FRAME_BYTES)
    bench.oled.show(frame)
    assert bench.sent_by(lambda: bench.oled.show(bytes(frame))) == 0


def test_a_single_pixel_costs_its_byte_and_its_address(bench: Bench) -> None:
    """4 bytes of transactions, 3 of commands, 1 of data."""
    bench.oled.show(BLANK)
    frame = bytes((*BLANK[:300], 0x10, *BLANK[301:]))
    assert bench.sent_by(lambda: bench.oled.show(frame)) == 4 + 3 + 1


def test_no_change_ever_costs_more_than_the_whole_frame(bench: Bench) -> None:
    """Many small windows are not sent where a large one is cheaper; its mode costs 6 bytes."""
    chance = random.Random(3)
    whole = 1080 if bench.chip_name == "sh1106" else 1034 + 6
    frame = BLANK
    bench.oled.show(frame)
    for _ in range(300):
        new = bytearray(frame)
        for place in chance.sample(range(FRAME_BYTES), chance.randint(1, 400)):
            new[place] ^= 0xFF
        frame = bytes(new)
        assert bench.sent_by(partial(bench.oled.show, frame)) <= whole


def test_a_slip_of_the_chip_heals_with_the_next_frame(bench: Bench) -> None:
    """The window is set again for a chip that lost its address counter."""
    bench.oled.show(BLANK)
    bench.bus.chip.page, bench.bus.chip.column = 5, 77
    frame = bytes((1, *BLANK[1:]))
    bench.oled.show(frame)
    assert bench.bus.chip.frame() == frame


@pytest.mark.parametrize("upside_down", [False, True])
@pytest.mark.parametrize(("right", "down"), [(False, True), (True, False), (True, True)])
def test_the_orbit_moves_everything_and_loses_nothing(
    make_bench: Callable[..., Bench], right: bool, down: bool, upside_down: bool
) -> None:
    """As a reader sees it; also while it is renewed, and after its power failed."""
    bench = make_bench(upside_down=upside_down)
    frame = bytearray(FRAME_BYTES)
    chance = random.Random(9)
    for y in range(HEIGHT - 1):
        for x in range(WIDTH - 1):
            frame[y // 8 * WIDTH + x] |= chance.randrange(2) << y % 8
    bench.oled.show(BLANK)
    bench.oled.orbit(right, down)
    bench.oled.show(bytes(frame))

    def lit() -> set[tuple[int, int]]:
        glass = bench.bus.chip.frame()
        seen = turn_around(glass) if upside_down else glass
        return {(x, y) for x in range(WIDTH) for y in range(HEIGHT) if pixel(seen, x, y)}

    moved = {
        (x + right, y + down)
        for x in range(WIDTH)
        for y in range(HEIGHT)
        if pixel(bytes(frame), x, y)
    }
    assert lit() == moved
    bench.bus.chip.lose_power()
    bench.now_s += 60.0
    bench.oled.renew(bench.now_s)
    assert lit() == moved
    bench.oled.power(False)
    bench.oled.power(True)
    assert lit() == moved


def test_the_orbit_costs_a_step_down_nothing_but_its_command(bench: Bench) -> None:
    """Everything stays in the pages of the chip that it was drawn for."""
    bench.oled.show(random.Random(4).randbytes(FRAME_BYTES))
    assert bench.sent_by(lambda: bench.oled.orbit(False, True)) <= 4
    cell = bytearray(BLANK)
    bench.oled.show(BLANK)
    cell[300] = 0xFF
    assert bench.sent_by(lambda: bench.oled.show(bytes(cell))) == 4 + 3 + 1


def test_turning_around_moves_every_pixel_to_the_opposite_place() -> None:
    """By 180 degrees: x and y are both counted from the other end."""
    frame = random.Random(5).randbytes(FRAME_BYTES)
    turned = turn_around(frame)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            assert pixel(turned, WIDTH - 1 - x, HEIGHT - 1 - y) == pixel(frame, x, y)


def test_turning_around_twice_changes_nothing() -> None:
    """It is its own opposite."""
    frame = random.Random(6).randbytes(FRAME_BYTES)
    assert turn_around(turn_around(frame)) == frame


def test_a_display_mounted_upside_down_gets_turned_frames(make_bench: Callable[..., Bench]) -> None:
    """The configuration says how the display is mounted."""
    bench = make_bench(upside_down=True)
    frame = random.Random(7).randbytes(FRAME_BYTES)
    bench.oled.show(frame)
    assert bench.bus.chip.frame() == turn_around(frame)


def test_the_picture_turns_to_the_other_side_at_once(bench: Bench) -> None:
    """Rotating shows the same frame the other way round."""
    frame = random.Random(8).randbytes(FRAME_BYTES)
    bench.oled.show(frame)
    bench.oled.rotate(True)
    assert bench.bus.chip.frame() == turn_around(frame)


def test_rotating_to_where_it_is_costs_nothing(bench: Bench) -> None:
    """Nothing is turned twice."""
    bench.oled.show(random.Random(9).randbytes(FRAME_BYTES))
    assert bench.sent_by(lambda: bench.oled.rotate(False)) == 0


def test_the_figures_of_the_wire_keep_their_limits(
    chip_name: str, wire_figures: ModuleType
) -> None:
    """A cursor move at most 6 %, a selection at most 40 % of what luma sends."""
    whole = wire_figures.measure_luma(chip_name)
    counts = wire_figures.measure(chip_name)
    for name, limit in wire_figures.LIMITS.items():
        assert max(counts[name]) <= limit * whole, name


def test_luma_sends_what_it_was_measured_to_send(chip_name: str, wire_figures: ModuleType) -> None:
    """The yardstick: 1,034 bytes for a frame, 1,080 for the SH1106."""
    expected = 1080 if chip_name == "sh1106" else 1034
    assert wire_figures.measure_luma(chip_name) == expected


def test_the_program_that_measures_prints_and_succeeds(
    wire_figures: ModuleType,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """`python bench/wire.py` names every chip, and saves its pictures when asked."""
    monkeypatch.setattr("sys.argv", ["wire.py", "--pictures", str(tmp_path)])
    assert wire_figures.main() == 0
    assert "sh1106" in capsys.readouterr().out
    assert (tmp_path / "wire-board.png").exists()
