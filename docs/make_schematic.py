"""Draw the schematic from the table of pins: docs/pictures/schematic.svg and .png.

pip install schemdraw matplotlib
python docs/make_schematic.py
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import schemdraw
from schemdraw import elements as elm
from schemdraw.segments import SegmentText

from hardware.controls.pins import Pins

PICTURES = Path(__file__).parent / "pictures"
STEP = 1.1
"""Distance between two pins of the header, in schemdraw's units."""

WIDTH = 4.6
RED, BLUE, GREEN, BLACK, GREY = "#b3261e", "#1f4e9c", "#1b6e3c", "#000000", "#555555"

Place = tuple[float, float]
LEFT = (
    ("3V3", 1), ("sda", None), ("scl", None), ("GND", 9), None,
    ("knob_a", None), ("knob_b", None), ("knob_press", None), ("GND", 14), None,
    ("back", None), ("why", None), ("undo", None), ("GND", 39),
)  # fmt: skip
"""Lines and supply pins on the left side from the top; None is a gap."""

RIGHT = (
    ("5V", 2), None, ("buzzer", None), None,
    ("seat_1", None), None, ("seat_2", None), None, ("seat_3", None), None,
    ("seat_4", None), None, ("seat_5", None),
)  # fmt: skip
"""The optional parts on the right side; the shutdown button and ground come below."""


class Sheet:
    """The header in the middle, display and fingers on the left, optional parts on the right."""

    def __init__(self, pins: Pins) -> None:
        self.wires = {wire.name: wire for wire in pins.wires()}
        self.drawing = schemdraw.Drawing(show=False)
        self.drawing.config(font="DejaVu Sans", lw=1.5, margin=0.4)
        self.ends: dict[str, Place] = {}

    def draw(self) -> None:
        """Draw everything."""
        self._draw_header()
        self._draw_module("OLED", ("128 x 64, I2C", "SSD1306, SSD1309,", "SSD1315 or SH1106"), {
            "3V3 1": ("VCC", RED), "sda": ("SDA", BLUE), "scl": ("SCL", GREEN),
            "GND 9": ("GND", BLACK),
        })  # fmt: skip
        self._draw_module("knob", ("rotary encoder", "with switch, EC11"), {
            "knob_a": ("A", BLUE), "knob_b": ("B", BLUE), "knob_press": ("switch", BLUE),
            "GND 14": ("C and switch", BLACK),
        })  # fmt: skip
        self._draw_buttons()
        self._draw_optional_parts()
        self._draw_notes()

    def _draw_header(self) -> None:
        rows = [*RIGHT, None, ("shutdown", None), ("GND", 34)]
        bottom = -STEP * (max(len(LEFT), len(rows)) - 0.2)
        self._box((0, 0.8), (WIDTH, bottom))
        self._text((WIDTH / 2, 1.75), "Raspberry Pi", 16)
        self._text((WIDTH / 2, 1.2), "40-pin header, pin numbers in grey", 10, GREY)
        for names, x, sign in ((LEFT, 0.0, -1), (rows, WIDTH, 1)):
            for row, entry in enumerate(names):
                if entry is not None:
                    name, supply_pin = entry
                    self._draw_pin(name, supply_pin, (x, -STEP * row), sign)

    def _draw_pin(self, name: str, supply_pin: int | None, place: Place, sign: int) -> None:
        x, y = place
        label, pin = name, supply_pin
        if supply_pin is None:
            wire = self.wires[name]
            label, pin = f"GPIO{wire.gpio}", wire.header_pin
        key = name if supply_pin is None else f"{name} {pin}"
        self.ends[key] = (x + sign * 0.9, y)
        self._line((x, y), self.ends[key], BLACK)
        self._text((x - sign * 0.2, y), label, 12, align="left" if sign < 0 else "right")
        self._text((x + sign * 0.45, y + 0.2), str(pin), 9, GREY)

    def _draw_module(
        self, title: str, remarks: tuple[str, ...], lines: dict[str, tuple[str, str]]
    ) -> None:
        heights = [self.ends[name][1] for name in lines]
        left, right = -9.0, -3.6
        self._box((left, max(heights) + 0.6), (right, min(heights) - 0.6))
        middle = (max(heights) + min(heights)) / 2
        self._text((left + 1.75, middle + 0.25 * len(remarks) + 0.2), title, 16)
        for row, remark in enumerate(remarks):
            y = middle + 0.25 * len(remarks) - 0.5 - 0.45 * row
            self._text((left + 1.75, y), remark, 10, GREY)
        for name, (label, colour) in lines.items():
            y = self.ends[name][1]
            self._line((right, y), self.ends[name], colour)
            self._text((right - 0.2, y), label, 11, align="right")

    def _draw_buttons(self) -> None:
        ground = self.ends["GND 39"]
        rail = ground[0] - 4.6
        top = self.ends["back"]
        self._line((rail, top[1]), (rail, ground[1]), BLACK)
        self._line((rail, ground[1]), ground, BLACK)
        for name in ("back", "why", "undo"):
            x, y = self.ends[name]
            self._line((x, y), (x - 1.2, y), BLUE)
            self.drawing.add(elm.Button().at((x - 3.2, y)).to((x - 1.2, y)))
            self._line((x - 3.2, y), (rail, y), BLACK)
            self._text((rail - 0.4, y), name.upper(), 13, align="right")
            if name != "back":
                self.drawing.add(elm.Dot().at((rail, y)))

    def _draw_optional_parts(self) -> None:
        ground = self.ends["GND 34"]
        rail = ground[0] + 6.4
        for name in self.ends:
            if name.startswith("seat_"):
                self._draw_light(name, rail)
        self._draw_shutdown(rail)
        emitter = self._draw_buzzer(rail)
        self._line((rail, emitter[1]), (rail, ground[1]), BLACK)
        self._line((rail, ground[1]), ground, BLACK)

    def _draw_light(self, name: str, rail: float) -> None:
        x, y = self.ends[name]
        self._line((x, y), (x + 0.6, y), BLUE)
        self.drawing.add(elm.Resistor().at((x + 0.6, y)).to((x + 2.8, y)))
        self.drawing.add(elm.LED().at((x + 2.8, y)).to((x + 5.0, y)))
        self._line((x + 5.0, y), (rail, y), BLACK)
        self.drawing.add(elm.Dot().at((rail, y)))
        self._text((x + 1.7, y + 0.5), "470 Ω", 9, GREY)
        self._text((rail + 0.4, y), f"seat {name.removeprefix('seat_')}", 13, align="left")

    def _draw_shutdown(self, rail: float) -> None:
        x, y = self.ends["shutdown"]
        self._line((x, y), (x + 2.2, y), BLUE)
        self.drawing.add(elm.Button().at((x + 2.2, y)).to((x + 4.2, y)))
        self._line((x + 4.2, y), (rail, y), BLACK)
        self.drawing.add(elm.Dot().at((rail, y)))
        self._text((rail + 0.4, y), "shut down", 13, align="left")

    def _draw_buzzer(self, rail: float) -> Place:
        """Draw buzzer and transistor; return where its ground joins the others."""
        x, y = self.ends["buzzer"]
        supply = self.ends["5V 2"]
        self._line((x, y), (x + 0.6, y), BLUE)
        self.drawing.add(elm.Resistor().at((x + 0.6, y)).to((x + 2.8, y)))
        self._text((x + 1.7, y + 0.5), "1 kΩ", 9, GREY)
        transistor = self.drawing.add(
            elm.BjtNpn(circle=True).at((x + 2.8, y)).anchor("base").right()
        )
        collector, emitter = transistor.collector, transistor.emitter
        self._text((x + 4.4, y), "NPN, 2N3904", 9, GREY, align="left")
        left, right, height = x + 1.6, x + 4.6, supply[1]
        self._box((left, height + 0.45), (right, height - 0.45))
        self._text(((left + right) / 2, height), "buzzer, 5 V", 12)
        self._text((left - 0.2, height + 0.25), "+", 12)
        self._line(supply, (left, height), RED)
        corner = (right + 0.5, height)
        self._line((right, height), corner, BLACK)
        # Across the buzzer, with its ring at the 5 V.
        before, above = left - 0.7, height + 1.0
        self._line((before, height), (before, above), RED)
        self._line(corner, (corner[0], above), BLACK)
        self.drawing.add(elm.Diode().at((corner[0], above)).to((before, above)))
        self._text(((before + corner[0]) / 2, above + 0.5), "1N4148", 9, GREY)
        self._line(corner, (corner[0], collector[1]), BLACK)
        self._line((corner[0], collector[1]), tuple(collector), BLACK)
        joint = (rail, emitter[1])
        self._line(tuple(emitter), joint, BLACK)
        return joint

    def _draw_notes(self) -> None:
        lines = (
            "Contacts close to ground; the Pi's own pull-ups hold the lines high: no resistors.",
            "The right side is optional. For an SPI display see the table.",
        )
        bottom = min(y for _x, y in self.ends.values()) - 1.7
        for row, line in enumerate(lines):
            self._text((WIDTH / 2, bottom - 0.55 * row), line, 11, GREY)

    def _box(self, corner: Place, opposite: Place) -> None:
        (left, top), (right, bottom) = corner, opposite
        points = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        for start, end in pairwise(points):
            self._line(start, end, BLACK, width=2)

    def _line(self, start: Place, end: Place, colour: str, width: float = 1.5) -> None:
        self.drawing.add(elm.Line(color=colour, lw=width).at(start).to(end))

    def _text(
        self, place: Place, text: str, size: float, colour: str = BLACK, align: str = "center"
    ) -> None:
        element = elm.Element()
        element.segments.append(
            SegmentText((0, 0), text, align=(align, "center"), fontsize=size, color=colour)
        )
        self.drawing.add(element.at(place).right())


def main() -> None:
    """Draw once for each format."""
    PICTURES.mkdir(exist_ok=True)
    for backend, name in (("svg", "schematic.svg"), ("matplotlib", "schematic.png")):
        schemdraw.use(backend)
        sheet = Sheet(Pins.full())
        sheet.draw()
        sheet.drawing.save(str(PICTURES / name), transparent=False, dpi=100)


if __name__ == "__main__":
    main()
