"""A display chip is added to one list; these tests name every other place that it needs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from hardware.display.chip_models import MODELS
from hardware.display.chips import CHIPS
from hardware.display.config import DisplayConfig
from hardware.display.frame import PAGES, WIDTH
from hardware.errors import BadSetting

ROOT = Path(__file__).parents[3]
PICO = ROOT / "hardware" / "pico_panel"
PAGES_FOR_PEOPLE = (
    "hardware/WIRING.md",
    "hardware/pico_panel/README.md",
    "hardware/pico_panel/main.py",
    "docs/tablemate.example.toml",
    "docs/make_schematic.py",
)


@pytest.fixture(scope="module")
def pico_oled() -> ModuleType:
    """Return the Pico's own driver, which needs no MicroPython to be read."""
    spec = importlib.util.spec_from_file_location("pico_oled", PICO / "oled.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_chip_has_a_model() -> None:
    """Without one nothing about it is tested."""
    missing = sorted(CHIPS.keys() - MODELS.keys())
    assert not missing, f"add models of {missing} to hardware/display/chip_models.py"
    strange = sorted(MODELS.keys() - CHIPS.keys())
    assert not strange, f"models of {strange}, which are not in hardware/display/chips.py"


@pytest.mark.parametrize("name", sorted(CHIPS))
def test_every_chip_can_be_configured(name: str) -> None:
    """By the name it has in the list."""
    assert DisplayConfig.from_mapping({"chip": name}).chip == CHIPS[name].name == name


def test_the_refusal_of_another_chip_names_them_all() -> None:
    """So that nobody has to look them up."""
    with pytest.raises(BadSetting) as refusal:
        DisplayConfig.from_mapping({"chip": "ssd9999"})
    assert all(name in str(refusal.value) for name in CHIPS)


def test_the_pico_knows_every_chip(pico_oled: ModuleType) -> None:
    """It cannot import the list."""
    assert pico_oled.CHIPS.keys() == CHIPS.keys(), "hardware/pico_panel/oled.py differs"


@pytest.mark.parametrize("name", sorted(CHIPS))
def test_the_pico_draws_where_the_model_shows_it(pico_oled: ModuleType, name: str) -> None:
    """The memory of a chip may begin left of its glass."""

    class Bus:
        """A bus with the model on it."""

        chip = MODELS[name](seed=3)

        def writeto(self, address: int, data: bytes) -> None:
            """Take a transaction: a control byte and what it announces."""
            take = self.chip.data if data[0] & 0x40 else self.chip.command
            for byte in bytes(data)[1:]:
                take(byte)

    oled = pico_oled.Oled(Bus(), name, 0x3C)
    oled.set_up(255)
    rows = [bytes((page * 16 + column) % 251 for column in range(WIDTH)) for page in range(PAGES)]
    for page, row in enumerate(rows):
        oled.draw(page, 0, row)
    assert Bus.chip.frame() == b"".join(rows)


@pytest.mark.parametrize("page", PAGES_FOR_PEOPLE)
def test_every_chip_is_named_where_people_look(page: str) -> None:
    """Wiring, settings, schematic and the Pico's own page."""
    text = (ROOT / page).read_text(encoding="utf-8").lower()
    missing = [name for name in CHIPS if name not in text]
    assert not missing, f"{page} does not name {missing}"
