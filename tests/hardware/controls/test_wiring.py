"""The wiring page, its pictures and the case say what the table of pins says."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hardware.controls.pins import HEADER, Pins
from hardware.display.config import DisplayConfig
from hardware.hats import HATS

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "hardware" / "WIRING.md"
CASE = ROOT / "hardware" / "case" / "tablemate.scad"
ROW = re.compile(r"^\| (\w+) \| ([^|]+) \| GPIO(\d+) \| (\d+) \|$", re.MULTILINE)
GROUND = {6, 9, 14, 20, 25, 30, 34, 39}


@pytest.fixture(scope="module")
def page() -> str:
    """The text of the wiring page."""
    return PAGE.read_text(encoding="utf-8")


def test_the_page_lists_every_line_as_the_table_has_it(page: str) -> None:
    """Name, purpose, line and pin, for both buses, and nothing else."""
    listed = {(name, what, int(gpio), int(pin)) for name, what, gpio, pin in ROW.findall(page)}
    wires = {*Pins.full("i2c").wires(), *Pins.full("spi").wires()}
    assert listed == {(wire.name, wire.purpose, wire.gpio, wire.header_pin) for wire in wires}


def test_no_line_is_listed_twice(page: str) -> None:
    """A reader believes the first one found."""
    names = [name for name, *_ in ROW.findall(page)]
    assert len(names) == len(set(names))


def test_supply_pins_are_no_lines(page: str) -> None:
    """The pins for ground are those of the header."""
    (listed,) = re.findall(r"^\| ground \| (.+) \|$", page, re.MULTILINE)
    pins = {int(pin) for pin in re.findall(r"\d+", listed)}
    assert pins == GROUND
    assert not pins & set(HEADER.values())


def test_the_suggested_settings_are_read(page: str) -> None:
    """What the page tells people to write is understood."""
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    settings = tomllib.loads(text)
    assert DisplayConfig.from_mapping(settings["display"]).chip == "ssd1306"
    assert Pins.from_mapping(settings["pins"]).shutdown == Pins.full().shutdown


def test_every_picture_on_the_page_exists(page: str) -> None:
    """No reader looks at a broken picture."""
    pictures = re.findall(r"\]\((\.\./docs/[^)]+)\)", page)
    assert len(pictures) >= 5
    for picture in pictures:
        assert (PAGE.parent / picture).is_file(), picture


def test_the_schematic_shows_every_line_and_its_pin() -> None:
    """It was drawn from the present table."""
    drawing = (ROOT / "docs" / "pictures" / "schematic.svg").read_text(encoding="utf-8")
    words = re.findall(r">([^<>]+)<", drawing)
    for wire in Pins.full().wires():
        assert f"GPIO{wire.gpio}" in words, wire.name
        assert str(wire.header_pin) in words, wire.name


needs_openscad = pytest.mark.skipif(shutil.which("openscad") is None, reason="apt install openscad")


def run_openscad(tmp_path: Path, name: str, case: Path = CASE, /, **settings: Any) -> str:
    """Render the case without window; return what OpenSCAD said."""
    arguments = [
        argument for key, value in settings.items() for argument in ("-D", f"{key}={value}")
    ]
    done = subprocess.run(
        ["openscad", *arguments, "-o", str(tmp_path / name), str(case)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stderr


@needs_openscad
@pytest.mark.parametrize("board", ["zero", "full"])
@pytest.mark.parametrize("display", ["0.96", "1.3", "2.42"])
def test_the_case_takes_every_pi_and_display(board: str, display: str, tmp_path: Path) -> None:
    """Its own checks hold, without a warning."""
    for part in ("base", "lid"):
        said = run_openscad(
            tmp_path, "case.csg", part=f'"{part}"', pi=f'"{board}"', display=f'"{display}"'
        )
        assert "ERROR" not in said
        assert "WARNING" not in said
        assert (tmp_path / "case.csg").stat().st_size > 1000


@needs_openscad
def test_nothing_touches_in_the_case(tmp_path: Path) -> None:
    """Base, lid, Pi and what hangs from the lid have nothing in common."""
    settings = {"part": '"clash"', "labels": "false", "$fn": "8"}
    said = run_openscad(tmp_path, "clash.stl", **settings)
    assert "ERROR" not in said
    assert "top level object is empty" in said


@needs_openscad
def test_the_base_is_a_sound_body(tmp_path: Path) -> None:
    """One closed surface that a printer can fill."""
    said = run_openscad(tmp_path, "base.stl", part='"base"', **{"$fn": "8"})
    assert "Simple:        yes" in said
    assert "WARNING" not in said


HAT_CASE = CASE.with_name("hats.scad")


@needs_openscad
@pytest.mark.parametrize("board", ["zero", "full"])
@pytest.mark.parametrize("hat", HATS)
def test_a_hat_fits_its_case(board: str, hat: str, tmp_path: Path) -> None:
    """Nothing touches, the card on its way out included; both parts are sound bodies."""
    chosen = {"pi": f'"{board}"', "hat": f'"{hat}"', "$fn": "8"}
    said = run_openscad(tmp_path, "clash.stl", HAT_CASE, part='"clash"', **chosen)
    assert "ERROR" not in said
    assert "top level object is empty" in said
    for part in ("base", "lid"):
        said = run_openscad(tmp_path, f"{part}.stl", HAT_CASE, part=f'"{part}"', **chosen)
        assert "Simple:        yes" in said
        assert "WARNING" not in said


@needs_openscad
@pytest.mark.parametrize("wrong", [{"hat_gap": "-1"}, {"around": "-1"}])
def test_a_hat_that_does_not_fit_is_noticed(wrong: dict[str, str], tmp_path: Path) -> None:
    """An opening that is too small, or walls where the board is."""
    said = run_openscad(tmp_path, "clash.stl", HAT_CASE, part='"clash"', **{"$fn": "8"}, **wrong)
    assert "top level object is empty" not in said


@needs_openscad
def test_a_hat_without_a_case_is_refused(tmp_path: Path) -> None:
    """By name, and the names are those of the configuration."""
    said = run_openscad(tmp_path, "case.csg", HAT_CASE, hat='"another"')
    assert f"hat is {' or '.join(HATS)}" in said
