"""Draw each HAT with what its keys do, from the profiles, and the question of a first start.

docs/pictures/hat-<name>.svg, docs/pictures/first-start.png and docs/pictures/which-chip.png

python docs/make_hats.py
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from luma.core.interface.serial import i2c
from PIL import Image

from firmware_py.panels.unknown_box import draw_chip, draw_question
from firmware_py.system.fitted_hat import WIRED_CHIPS
from hardware.controls.pins import Key
from hardware.display.chip_models import MODELS, ModelBus
from hardware.display.chips import CHIPS, UNKNOWN_CHIP, Chip
from hardware.display.frame import Frame
from hardware.display.oled import Oled
from hardware.events import Control
from hardware.hats import HATS, Hat

PICTURES = Path(__file__).parent / "pictures"
WIDTH, HEIGHT = 960, 430
LEFT = -30
"""Where the sheet begins, so that the longest words have room."""
MIDDLE = 450
BOARD = (215, 95, 470, 240)
"""The board on the sheet: x, y, width, height. Real ones are 65 mm wide."""
STICK = (285, 225)
REACH = 44
"""How far the tips of the stick's arrows are from its middle."""
SIDES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0), "press": (0, 0)}
STICK_TEXT = {"up": 120, "left": 172, "press": 224, "right": 276, "down": 328}
"""Where the words about each side of the stick stand on the left margin."""
KEY_X = 640
DARK, LIGHT, INK, GREY = "#1d2b3a", "#f5f7fa", "#1a1a1a", "#5c6773"
ACCENT = "#b3261e"


class Words(NamedTuple):
    """What a key does, for people."""

    pressed: str
    held: str


HELD = {
    Control.KNOB: "menu",
    Control.BACK: "Home",
    Control.WHY: "WHY for a hint",
    Control.UNDO: "UNDO: take back",
}


def words_of(key: Key) -> Words:
    """Return what a key does when it is pressed and when it is held."""
    if key.control is None:
        way = "next" if key.steps > 0 else "previous"
        return Words(way, "on and on")
    name = "KNOB: choose" if key.control is Control.KNOB else key.control.upper()
    return Words(name, HELD[key.hold or key.control])


class Sheet:
    """An SVG that grows."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def add(self, tag: str, text: str = "", **attributes: object) -> None:
        """Add an element."""
        said = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.parts.append(f"<{tag} {said}>{text}</{tag}>" if text else f"<{tag} {said}/>")

    def text(
        self, x: float, y: float, text: str, size: int = 17, fill: str = INK, **more: object
    ) -> None:
        """Write some words."""
        self.add("text", text, x=x, y=y, font_size=size, fill=fill, **more)

    def written(self) -> str:
        """Return the file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{LEFT} 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" font-family="DejaVu Sans, Arial, sans-serif">'
        )
        return "\n".join((head, *self.parts, "</svg>")) + "\n"


def draw(hat: Hat) -> str:
    """Draw a HAT from above, with its display the right way up."""
    sheet = Sheet()
    sheet.add("rect", x=LEFT, y=0, width=WIDTH, height=HEIGHT, fill="#ffffff")
    sheet.text(MIDDLE, 40, hat.title, 24, text_anchor="middle", font_weight="bold")
    x, y, w, h = BOARD
    sheet.add("rect", x=x, y=y, width=w, height=h, rx=18, fill=DARK)
    for column in range(20):
        for row in range(2):
            sheet.add("circle", cx=x + 54 + column * 19, cy=y + 16 + row * 14, r=4, fill="#c9a227")
    draw_display(sheet)
    stick = [key for key in hat.keys if key.name in SIDES]
    draw_stick(sheet, stick)
    draw_keys(sheet, [key for key in hat.keys if key not in stick])
    sheet.text(
        MIDDLE,
        HEIGHT - 22,
        "grey: what it does when it is held",
        14,
        GREY,
        text_anchor="middle",
    )
    return sheet.written()


def draw_display(sheet: Sheet) -> None:
    """Draw the glass, with the beginning of a menu."""
    x, y, w, h = 362, 150, 236, 140
    sheet.add("rect", x=x, y=y, width=w, height=h, rx=6, fill="#000000", stroke="#44576b")
    for row, (text, chosen) in enumerate(
        (("Tablemate", False), ("New game", True), ("History", False))
    ):
        top = y + 14 + row * 40
        if chosen:
            sheet.add("rect", x=x + 10, y=top, width=w - 20, height=32, fill="#e8f4ff")
        fill = "#000000" if chosen else "#e8f4ff"
        sheet.text(x + 20, top + 23, text, 20, fill, font_family="monospace")


def draw_stick(sheet: Sheet, keys: list[Key]) -> None:
    """Draw the stick, and words for its middle and its four sides."""
    cx, cy = STICK
    sheet.add("rect", x=cx - 52, y=cy - 52, width=104, height=104, rx=10, fill="#31475c")
    for key in keys:
        dx, dy = SIDES[key.name]
        if (dx, dy) == (0, 0):
            continue
        tip, back, half = REACH, REACH - 14, 11
        corners = (
            (cx + dx * tip, cy + dy * tip),
            (cx + dx * back + dy * half, cy + dy * back + dx * half),
            (cx + dx * back - dy * half, cy + dy * back - dx * half),
        )
        sheet.add("polygon", points=" ".join(f"{a},{b}" for a, b in corners), fill=LIGHT)
    sheet.add("circle", cx=cx, cy=cy, r=21, fill=LIGHT)
    for key in keys:
        dx, dy = SIDES[key.name]
        line_to(sheet, cx + dx * (REACH - 8), cy + dy * (REACH - 8), 196, STICK_TEXT[key.name] - 5)
        label(sheet, key, 188, STICK_TEXT[key.name], "end")


def draw_keys(sheet: Sheet, keys: list[Key]) -> None:
    """Draw the keys on the right, from the top, with their words."""
    room = 66
    first = 225 - room * (len(keys) - 1) / 2
    for row, key in enumerate(keys):
        cy = first + row * room
        sheet.add("rect", x=KEY_X - 22, y=cy - 22, width=44, height=44, rx=6, fill="#8fa3b5")
        sheet.add("circle", cx=KEY_X, cy=cy, r=13, fill=LIGHT)
        line_to(sheet, KEY_X, cy, 706, cy)
        label(sheet, key, 714, cy + 5, "start")


def line_to(sheet: Sheet, x0: float, y0: float, x1: float, y1: float) -> None:
    """Draw the line that leads from a key to its words."""
    sheet.add("circle", cx=x0, cy=y0, r=4, fill=ACCENT)
    sheet.add("line", x1=x0, y1=y0, x2=x1, y2=y1, stroke=ACCENT, stroke_width=2)


def label(sheet: Sheet, key: Key, x: float, y: float, anchor: str) -> None:
    """Write what a key is called, what it does, and where it is connected."""
    words = words_of(key)
    name = f'<tspan font-weight="bold" fill="{INK}">{key.name}</tspan>'
    does = f'<tspan fill="{ACCENT}">{words.pressed}</tspan>'
    gap = '<tspan dx="9">&#8203;</tspan>'
    order = (does, gap, name) if anchor == "end" else (name, gap, does)
    sheet.text(x, y, "".join(order), 17, text_anchor=anchor)
    where = f'<tspan font-size="12">GPIO{key.gpio}</tspan>'
    held = f"<tspan>{words.held}</tspan>"
    order = (where, gap, held) if anchor == "end" else (held, gap, where)
    sheet.text(x, y + 17, "".join(order), 14, GREY, text_anchor=anchor)


def draw_first_start(target: Path, scale: int = 3) -> None:
    """Draw what either display shows of the question of a first start."""
    question = draw_question(None).frame()
    draw_displays(target, [[(each, UNKNOWN_CHIP, question) for each in WIRED_CHIPS]], scale)


def draw_which_chip(target: Path, scale: int = 3) -> None:
    """Draw what either display shows of the question for its chip: a row for each display."""
    frames = {each: draw_chip(each, is_chosen=False).frame() for each in WIRED_CHIPS}
    rows = [[(each, CHIPS[chip], frames[chip]) for chip in WIRED_CHIPS] for each in WIRED_CHIPS]
    draw_displays(target, rows, scale)


def draw_displays(
    target: Path, rows: Sequence[Sequence[tuple[str, Chip, Frame]]], scale: int
) -> None:
    """Draw displays, each with the chip that it has, the chip that is driven, and the frame."""
    image = Image.new("L", (len(rows[0]) * 140 * scale, len(rows) * 76 * scale), 128)
    for row, displays in enumerate(rows):
        for column, (glass_chip, chip, frame) in enumerate(displays):
            bus = ModelBus(MODELS[glass_chip](seed=1))
            Oled(chip, partial(i2c, bus=bus), clock=lambda: 0.0).show(frame)
            place = ((6 + 140 * column) * scale, (6 + 76 * row) * scale)
            image.paste(glass(bus.chip.frame(), scale), place)
    image.save(target)


def glass(frame: Frame, scale: int) -> Image.Image:
    """Return a frame as a picture."""
    image = Image.new("L", (128, 64))
    for y in range(64):
        for x in range(128):
            image.putpixel((x, y), 255 * (frame[(y // 8) * 128 + x] >> (y % 8) & 1))
    return image.resize((128 * scale, 64 * scale), Image.Resampling.NEAREST)


if __name__ == "__main__":
    for name, hat in HATS.items():
        (PICTURES / f"hat-{name}.svg").write_text(draw(hat), encoding="utf-8")
    draw_first_start(PICTURES / "first-start.png")
    draw_which_chip(PICTURES / "which-chip.png")
