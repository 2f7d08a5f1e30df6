"""Count the bytes on the display's wire, as a share of the whole frames that luma sends.

    python bench/wire.py [--pictures FOLDER]

Both drivers run over the same model of the bus, which counts every byte: address, control,
commands and data. Exits with 1 when a figure is above its limit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import luma.oled.device
import smbus2
from luma.core.interface.serial import i2c
from PIL import Image, ImageChops, ImageDraw, ImageFont

from hardware.chip_model import MODELS, ModelBus
from hardware.display_config import DisplayConfig
from hardware.oled import open_display
from hardware.pins import Pins
from hardware.surface import FRAME_BYTES, HEIGHT, WIDTH, Frame

BAR = 10
CELL = 9
SIDE = 6
ROW = 10
ROWS = ("Mana", "Mandala", "Stones", "Icehouse", "Settings")
FONT = ImageFont.load_default_imagefont()
LIMITS = {"cursor, next square": 0.06, "list, next row": 0.40}


@dataclass(frozen=True)
class Change:
    """Two frames that follow each other, and what happened in between."""

    name: str
    before: Frame
    after: Frame


def draw_board(column: int, row: int) -> Frame:
    """Draw a board with the cursor on a square, and the prompt that names it."""
    picture, pen = _begin("Anna    12:03")
    for y in range(SIDE):
        for x in range(SIDE):
            _draw_square(pen, x, y, (5 * x + 7 * y + x * y) % 4)
    left, top = column * CELL, BAR + row * CELL
    inside = (left, top, left + CELL, top + CELL)
    picture.paste(ImageChops.invert(picture.crop(inside).convert("L")).convert("1"), inside)
    pen.text((60, 13), "Move from", fill=1, font=FONT)
    pen.text((60, 23), f"{'abcdef'[column]}{SIDE - row}", fill=1, font=FONT)
    return to_frame(picture)


def draw_list(selected: int, bar_height: int = 8) -> Frame:
    """Draw a list with an inverted bar."""
    picture, pen = _begin("New match")
    for number, name in enumerate(ROWS):
        top = BAR + ROW * number
        chosen = number == selected
        if chosen:
            pen.rectangle((0, top, WIDTH - 2, top + bar_height - 1), fill=1)
        pen.text((2, top - 2), name, fill=int(not chosen), font=FONT)
    return to_frame(picture)


def to_frame(picture: Image.Image) -> Frame:
    """Put a picture into the order of the chips."""
    frame = bytearray(FRAME_BYTES)
    pixels = picture.tobytes()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if pixels[y * WIDTH // 8 + x // 8] & 0x80 >> x % 8:
                frame[y // 8 * WIDTH + x] |= 1 << y % 8
    return bytes(frame)


def to_picture(frame: Frame) -> Image.Image:
    """Make a picture of a frame."""
    picture = Image.new("1", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            picture.putpixel((x, y), frame[y // 8 * WIDTH + x] >> y % 8 & 1)
    return picture


def _begin(title: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(picture)
    pen.text((0, -2), title, fill=1, font=FONT)
    pen.line((0, BAR - 1, WIDTH - 2, BAR - 1), fill=1)
    return picture, pen


def _draw_square(pen: ImageDraw.ImageDraw, x: int, y: int, kind: int) -> None:
    left, top = x * CELL, BAR + y * CELL
    middle = (left + 2, top + 2, left + 6, top + 6)
    if kind == 1:
        pen.ellipse(middle, outline=1)
    elif kind == 2:
        pen.ellipse(middle, fill=1)
    else:
        pen.point((left + 4, top + 4), fill=1)


def list_changes() -> Iterator[Change]:
    """Yield what people see most."""
    for y in range(SIDE):
        for x in range(SIDE):
            for name, dx, dy in (
                ("cursor, next square", 1, 0),
                ("cursor, next square", 0, 1),
                ("cursor, far square", 3, -2),
            ):
                if 0 <= x + dx < SIDE and 0 <= y + dy < SIDE:
                    yield Change(name, draw_board(x, y), draw_board(x + dx, y + dy))
    for row in range(len(ROWS) - 1):
        yield Change("list, next row", draw_list(row), draw_list(row + 1))
        yield Change("list, next row, tall bar", draw_list(row, ROW), draw_list(row + 1, ROW))
    yield Change("new screen", draw_list(0), draw_board(2, 3))
    yield Change("nothing changed", draw_board(2, 3), draw_board(2, 3))


@contextmanager
def model_bus(chip: str) -> Iterator[ModelBus]:
    """Let smbus2 open a model of the bus instead of a device file."""
    bus = ModelBus(MODELS[chip]())
    real = smbus2.SMBus
    smbus2.SMBus = bus.open
    try:
        yield bus
    finally:
        smbus2.SMBus = real


def measure_luma(chip: str) -> int:
    """Count the bytes of one frame sent by luma itself."""
    with model_bus(chip) as bus:
        device = getattr(luma.oled.device, chip)(i2c(port=1))
        device.persist = True
        before = bus.bytes_sent
        device.display(to_picture(draw_list(0)))
        assert bus.chip.frame() == draw_list(0)
        return bus.bytes_sent - before


def measure(chip: str) -> dict[str, list[int]]:
    """Count the bytes of every change, by the name of the change."""
    counts: dict[str, list[int]] = {}
    with model_bus(chip) as bus:
        display = open_display(DisplayConfig(chip=chip), Pins(), lambda _event: None)
        for change in list_changes():
            display.show(change.before)
            before = bus.bytes_sent
            display.show(change.after)
            assert bus.chip.frame() == change.after
            counts.setdefault(change.name, []).append(bus.bytes_sent - before)
        display.close()
    return counts


def save_pictures(folder: Path) -> None:
    """Write the frames that are measured, for people to look at."""
    for name, frame in (("board", draw_board(2, 3)), ("list", draw_list(1))):
        picture = to_picture(frame).resize((WIDTH * 4, HEIGHT * 4))
        picture.save(folder / f"wire-{name}.png")


def main() -> int:
    """Print the figures; 1 when one is above its limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="also save the frames")
    arguments = parser.parse_args()
    if arguments.pictures:
        save_pictures(arguments.pictures)
    failed = False
    print("chip     change                     mean   worst   of luma's frame   limit")
    for chip in MODELS:
        whole = measure_luma(chip)
        print(f"{chip:8} luma, any change           {whole:4}    {whole:4}            100.0%")
        for name, counts in measure(chip).items():
            mean, worst = sum(counts) / len(counts), max(counts)
            limit = LIMITS.get(name)
            note = f"{limit:6.0%}" if limit else ""
            if limit and worst > limit * whole:
                failed, note = True, f"{note} EXCEEDED"
            share = f"{worst / whole:.1%}"
            print(f"{chip:8} {name:25} {mean:5.0f}   {worst:5}   {share:>15}   {note}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
