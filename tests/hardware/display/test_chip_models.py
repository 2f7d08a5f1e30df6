"""The models take the bytes as the datasheets say, so that they can be believed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.display.changed_windows import Window, find_runs
from hardware.display.chip_models import MODELS, ModelBus, Sh1106Model, Ssd1306Model
from hardware.display.chips import CHIPS, RunsOrRectangle
from hardware.display.frame import BLANK, WIDTH


def tell(chip: Any, *commands: int) -> None:
    """Send commands."""
    for command in commands:
        chip.command(command)


def test_ssd1306_wraps_at_the_right_and_at_the_end_of_its_window() -> None:
    """Row by row, and from the last byte to the first."""
    chip = Ssd1306Model()
    tell(chip, 0x20, 0x00, 0x21, 10, 11, 0x22, 3, 4)
    for byte in (1, 2, 3, 4, 5):
        chip.data(byte)
    assert bytes(chip.memory[3][10:12]) == bytes((5, 2))
    assert bytes(chip.memory[4][10:12]) == bytes((3, 4))


def test_ssd1306_knows_only_pages_after_a_reset() -> None:
    """A driver that forgets to set the mode gets a garbled picture here, too."""
    chip = Ssd1306Model()
    tell(chip, 0x21, 126, 127, 0x22, 0, 1)
    for byte in (1, 2, 3):
        chip.data(byte)
    assert chip.memory[1][126] != 3


def test_sh1106_shows_the_middle_of_its_memory() -> None:
    """Column 2 of the memory is the first that is seen."""
    chip = Sh1106Model()
    tell(chip, 0xB7, 0x02, 0x10)
    chip.data(0xAB)
    assert chip.frame()[7 * 128] == 0xAB


def test_sh1106_ignores_windows() -> None:
    """It has no such commands; a driver for the other chip fails on it."""
    chip = Sh1106Model()
    tell(chip, 0xB0, 0x02, 0x10, 0x22, 3, 4)
    assert chip.page == 0


def test_a_command_waits_for_its_arguments_across_transactions() -> None:
    """The strict reading: a stop does not end it."""
    bus = ModelBus(Ssd1306Model())
    bus.write_i2c_block_data(0x3C, 0x00, [0x81])
    bus.write_i2c_block_data(0x3C, 0x00, [0xAF])
    assert bus.chip.registers[0x81] == b"\xaf"
    assert not bus.chip.on


def test_a_control_byte_with_continuation_holds_for_one_byte() -> None:
    """Command, command, then data to the end."""
    bus = ModelBus(Sh1106Model())
    bus.write_i2c_block_data(0x3C, 0x80, [0xB2, 0x80, 0x04, 0x80, 0x10, 0x40, 7, 8])
    assert bytes(bus.chip.memory[2][4:6]) == bytes((7, 8))


def test_the_bus_counts_the_address_and_the_control_byte() -> None:
    """As a logic analyser does."""
    bus = ModelBus(Ssd1306Model())
    bus.write_i2c_block_data(0x3C, 0x00, [0xAE])
    assert bus.bytes_sent == 3


@pytest.mark.parametrize("name", sorted(CHIPS))
def test_two_chips_hold_different_noise(name: str) -> None:
    """So that no test passes by chance."""
    assert name in MODELS, f"add a model of {name} to hardware/display/chip_models.py"
    assert MODELS[name](seed=1).frame() != MODELS[name](seed=2).frame()


def test_runs_join_across_short_gaps_only() -> None:
    """Three equal bytes between are cheaper to send than a new place."""
    new = bytearray(BLANK)
    for column in (5, 9, 14):
        new[column] = 1
    assert list(find_runs(BLANK, bytes(new), join=3)) == [
        Window(0, 0, 5, 9),
        Window(0, 0, 14, 14),
    ]


def test_a_small_change_goes_by_page() -> None:
    """Its place is three bytes, and four are transactions."""
    new = bytes((*BLANK[:300], 0x10, *BLANK[301:]))
    addressing = CHIPS["ssd1306"].addressing
    (window,) = addressing.plan(BLANK, new)
    assert addressing.place(window, None) == bytes((0xB2, 0x0C, 0x12))
    assert addressing.leave(window) == b""


def test_a_new_screen_goes_as_a_rectangle() -> None:
    """One place for all of it, and back to page mode."""
    addressing = CHIPS["ssd1306"].addressing
    (window,) = addressing.plan(BLANK, b"\xff" * len(BLANK))
    assert addressing.place(window, None) == bytes((0x20, 0, 0x21, 0, 127, 0x22, 0, 7))
    assert addressing.leave(window) == bytes((0x20, 2))


class WideModel(Ssd1306Model):
    """Rectangles, and a memory that begins left of the glass."""

    COLUMNS = 132
    FIRST_COLUMN = 4


def test_a_rectangle_begins_where_the_glass_does() -> None:
    """On a chip whose memory is wider than the glass, as a run does."""
    chip, new = WideModel(), bytes(number % 251 for number in range(len(BLANK)))
    addressing = RunsOrRectangle(column_offset=4)
    (window,) = addressing.plan(None, new)
    tell(chip, *addressing.place(window, None))
    for byte in new:
        chip.data(byte)
    assert chip.frame() == new


def partitions(things: list[Window]) -> Iterator[list[list[Window]]]:
    """Yield every way to divide a list into groups."""
    if not things:
        yield []
        return
    first, *rest = things
    for rest_groups in partitions(rest):
        yield [[first], *rest_groups]
        for index, group in enumerate(rest_groups):
            yield [*rest_groups[:index], [first, *group], *rest_groups[index + 1 :]]


def scatter(chance: random.Random) -> bytes:
    """Return a frame with a few changed runs, some below each other."""
    new = bytearray(BLANK)
    left = chance.randrange(40)
    for _ in range(chance.randint(2, 7)):
        start = chance.randrange(8) * WIDTH + left + chance.randrange(30)
        length = chance.randint(1, 12)
        new[start : start + length] = b"\xff" * length
    return bytes(new)


def around(windows: list[Window]) -> Window:
    """Return the smallest window around some."""
    tops, bottoms, lefts, rights = zip(*windows, strict=True)
    return Window(min(tops), max(bottoms), min(lefts), max(rights))


def as_rectangles(windows: list[Window]) -> int:
    """Count what windows would cost in horizontal mode alone."""
    before = [(-1, -1, -1, -1), *windows]
    return sum(
        4 + 3 * (window[2:] != after[2:]) + 3 * (window[:2] != after[:2]) + window.area
        for after, window in zip(before, windows, strict=False)
    )


def test_runs_are_cheaper_than_the_best_rectangles() -> None:
    """Over a hundred changes of up to seven runs, against every way to join them."""
    addressing = CHIPS["ssd1306"].addressing
    assert isinstance(addressing, RunsOrRectangle)
    chance = random.Random(17)
    ours = best = 0
    for _ in range(100):
        new = scatter(chance)
        runs = list(find_runs(BLANK, new, 0))
        ours += addressing.cost(addressing.plan(BLANK, new))
        best += min(
            as_rectangles(sorted(around(group) for group in groups)) for groups in partitions(runs)
        )
    assert ours <= best
