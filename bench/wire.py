"""Count the bytes on the display's wire, as a share of the whole frames that luma sends.

    python bench/wire.py [--pictures FOLDER]

Both drivers run over the same model of the bus, which counts every byte: address, control,
commands and data. Besides test pictures real faces and the real menus are measured:
every step among the destinations of a match, every step through a menu. Exits with 1 when a
figure is above its limit: the worst of the pictures and menus, the mean of the match.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import luma.oled.device
import smbus2
from luma.core.interface.serial import i2c
from PIL import Image, ImageChops, ImageDraw, ImageFont
from real_tables import table_of
from rows import Row, judge

from engines import catalog
from engines.match import Match
from engines.rng import Chance
from engines.wording import Voice, translator
from firmware_py.games import ui_of
from firmware_py.games.game_ui import GameUI
from firmware_py.match.picker import Picker
from firmware_py.match.scene import entry_of, scene_of
from firmware_py.storage.settings import SETTINGS
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Item, menu, top_bar
from hardware.controls.pins import Pins
from hardware.display.chip_models import MODELS, ModelBus
from hardware.display.config import DisplayConfig
from hardware.display.frame import FRAME_BYTES, HEIGHT, WIDTH, Frame
from hardware.display.oled import open_display

BAR = 10
CELL = 9
ROW_HEIGHT = 8
TOP = 16
"""The squares of the board lie in the pages of the chip, as those of the real one do."""
SIDE = 6
ROW = 10
ROWS = ("Quit", "History", "Resume", "New game", "Settings")
FONT = ImageFont.load_default_imagefont()
LIMITS = {"cursor, next square": 0.06, "list, next row": 0.40, "menu, next row": 0.40}
"""For the worst change of each name."""
MEAN_LIMITS = {
    f"{game}, next {part}": 0.12 for game in catalog.GAMES if (part := table_of(game).measured_part)
}
MATCHES = 3
MENU_ROWS = 4


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
    left, top = column * CELL, TOP + row * ROW_HEIGHT
    inside = (left, top, left + CELL, top + ROW_HEIGHT)
    picture.paste(ImageChops.invert(picture.crop(inside).convert("L")).convert("1"), inside)
    pen.text((60, 14), "Move from", fill=1, font=FONT)
    pen.text((60, 22), f"{'abcdef'[column]}{SIDE - row}", fill=1, font=FONT)
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
    left, top = x * CELL, TOP + y * ROW_HEIGHT
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
    for game in catalog.GAMES:
        if part := table_of(game).measured_part:
            yield from steps_in_play(game, part)
    yield from menu_steps()


def steps_in_play(game: str, part: str) -> Iterator[Change]:
    """Yield every step of the knob among the options of one part, in some matches."""
    ui, engine = ui_of(game), catalog.load(game)
    for seed in range(1, MATCHES + 1):
        chance = Chance(seed, "wire")
        match = Match(engine, catalog.begin(engine, seats=2, seed=seed, options={}, given={}))
        while match.turn is not None and len(match.lines) < 60:
            picker = Picker(ui.tree(match.state))
            text = chance.choose(picker.reachable)
            while picker.options[0].name != part:
                picker.turn(chance.below(len(picker.options)))
                chosen = picker.press()
                if chosen is not None or not picker.options:
                    break
            else:
                frames = []
                for _ in picker.options:
                    frames.append(draw_play(ui, match, picker))
                    picker.turn(1)
                for before, after in pairwise(frames):
                    yield Change(f"{game}, next {part}", before, after)
            match.play(text)


def draw_play(ui: GameUI, match: Match[Any, Any], picker: Picker) -> Frame:
    """Draw the table as the box shows it at one moment of an entry."""
    voice = Voice(match.engine.words, translator("en"), ("Anna", "Ben"))
    scene = replace(scene_of(match, voice, "en"), title="Anna", before=None, **entry_of(picker))
    canvas = Canvas()
    ui.draw(canvas, scene)
    return canvas.frame()


def menu_steps() -> Iterator[Change]:
    """Yield every step through the menu of the settings, which turns over by the screenful."""
    items = [Item(setting.title, str(setting.values[0][1])) for setting in SETTINGS]
    frames = []
    for index in range(len(items)):
        canvas = Canvas()
        top_bar(canvas, "Settings")
        menu(canvas, items, index)
        frames.append(canvas.frame())
    for place, (before, after) in enumerate(pairwise(frames), 1):
        turned_over = place % MENU_ROWS == 0 or place > len(items) - MENU_ROWS
        yield Change("menu, turned over" if turned_over else "menu, next row", before, after)


@contextmanager
def model_bus(chip: str) -> Iterator[ModelBus]:
    """Let smbus2 open a model of the bus instead of a device file."""
    bus = ModelBus(MODELS[chip]())
    real = smbus2.SMBus
    module: Any = smbus2
    module.SMBus = bus.open
    try:
        yield bus
    finally:
        module.SMBus = real


def measure_luma(chip: str) -> int:
    """Count the bytes of one frame sent by luma itself; to an SSD1306 if it does not know ours."""
    known = chip if hasattr(luma.oled.device, chip) else "ssd1306"
    with model_bus(known) as bus:
        device = getattr(luma.oled.device, known)(i2c(port=1), width=WIDTH, height=HEIGHT)
        device.persist = True
        before = bus.bytes_sent
        device.display(to_picture(draw_list(0)))
        assert bus.chip.frame() == draw_list(0)
        return bus.bytes_sent - before


def measure(chip: str) -> dict[str, list[int]]:
    """Count the bytes of every change, by the name of the change."""
    counts: dict[str, list[int]] = {}
    with model_bus(chip) as bus:
        display = open_display(
            DisplayConfig(chip=chip), Pins(), lambda _event: None, clock=time.monotonic
        )
        for change in list_changes():
            display.show(change.before)
            before = bus.bytes_sent
            display.show(change.after)
            assert bus.chip.frame() == change.after
            counts.setdefault(change.name, []).append(bus.bytes_sent - before)
        display.close()
    return counts


def row_of(chip: str, name: str, counts: list[int], whole: int) -> Row:
    """Return the row of one kind of change, against a whole frame sent by luma."""
    mean, worst = sum(counts) / len(counts), max(counts)
    figure = mean if name in MEAN_LIMITS else worst
    limit = LIMITS.get(name) or MEAN_LIMITS.get(name)
    note = f"mean {mean:.0f}, worst {worst}"
    return Row(f"{chip}, {name}", figure, limit, whole, "bytes", note)


def measure_all() -> Iterator[Row]:
    """Measure every kind of change on every chip."""
    for chip in MODELS:
        whole = measure_luma(chip)
        for name, counts in measure(chip).items():
            yield row_of(chip, name, counts, whole)


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
    return judge(measure_all())


if __name__ == "__main__":
    sys.exit(main())
