"""A first start on a card that fits any HAT: it asks, is answered by a press, and remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import smbus2
from gpiozero.pins.mock import MockFactory

from engines.languages import LANGUAGES
from firmware_py.core.config import ASK, Config, parse
from firmware_py.panels.box import BoxPanel
from firmware_py.panels.unknown_box import CHIP_S, REACTION_S, UnknownBox, draw_chip, draw_question
from firmware_py.storage.schema import OWN_KEY
from firmware_py.storage.store import Store
from firmware_py.system.fitted_hat import (
    MEMORY,
    WIRED_CHIPS,
    Candidate,
    as_remembered,
    known,
    may_be_there,
    settle,
    with_hat,
)
from firmware_py.ui import canvas as canvas_module
from hardware.display.chip_models import MODELS, ModelBus, orbits
from hardware.display.frame import WIDTH, Frame, turn_around
from hardware.hats import HATS

UNKNOWN = parse({"box": {"hat": ASK}, "controls": {"pin_factory": "mock"}})
MIDDLE = {name: hat.middle.gpio for name, hat in HATS.items()} | {"": Config().pins.knob_press}


def make_devices(folder: Path, *names: str) -> Path:
    """Make a folder of devices."""
    for name in names:
        (folder / name).touch()
    return folder


def test_a_chip_is_drawn_for_with_a_frame_along_the_edges_of_the_glass() -> None:
    """Whether all of it is there is what people look at."""
    canvas = draw_chip("sh1106", is_chosen=False)
    right, bottom = canvas_module.WIDTH - 1, canvas_module.HEIGHT - 1
    assert all(canvas.lit(x, y) for x in range(right + 1) for y in (0, bottom))
    assert all(canvas.lit(x, y) for x in (0, right) for y in range(bottom + 1))


def silence(_bus: int, _address: int) -> None:
    raise OSError(121, "Remote I/O error")


def names(candidates: tuple[Candidate, ...]) -> list[str]:
    return [candidate.name for candidate in candidates]


def test_a_display_that_answers_leaves_out_those_that_cannot(tmp_path: Path) -> None:
    """Both buses are switched on, and something is on I2C."""
    devices = make_devices(tmp_path, "i2c-1", "spidev0.0")
    found = may_be_there(UNKNOWN, devices, lambda _bus, _address: None)
    assert names(found) == ["", "adafruit-bonnet"]


def test_where_nothing_answers_those_are_left_that_cannot(tmp_path: Path) -> None:
    """A display on SPI is never seen."""
    devices = make_devices(tmp_path, "i2c-1", "spidev0.0")
    assert names(may_be_there(UNKNOWN, devices, silence)) == ["waveshare-oled"]
    assert names(may_be_there(UNKNOWN, tmp_path / "none", silence)) == []


def test_what_is_written_down_is_never_asked() -> None:
    """Nor is anything looked at."""
    for config in (Config(), parse({"box": {"hat": "adafruit-bonnet"}})):
        assert settle(config, None, look=lambda _config: pytest.fail("looked")) == (config, ())


def test_what_was_found_is_remembered_as_long_as_it_may_be_there() -> None:
    """The card moves on to another box: it asks again."""
    both = known(UNKNOWN)
    config, asked = settle(UNKNOWN, "waveshare-oled", look=lambda _config: both)
    assert (config.box.hat, asked) == ("waveshare-oled", ())
    others = tuple(each for each in both if each.name != "waveshare-oled")
    config, asked = settle(UNKNOWN, "waveshare-oled", look=lambda _config: others)
    assert (config.box.hat, asked) == ("", others)


def test_with_nothing_there_the_question_waits_for_whatever_appears() -> None:
    """Drivers may be late; each display is looked for again."""
    found = settle(UNKNOWN, None, look=lambda _config: ())
    assert found == (with_hat(UNKNOWN, ""), known(UNKNOWN))


def test_a_display_on_i2c_that_is_silent_at_a_first_start_is_waited_for(tmp_path: Path) -> None:
    """Every card has SPI: that alone does not say that the display is there."""
    devices = make_devices(tmp_path, "i2c-1", "spidev0.0")
    found = settle(UNKNOWN, None, look=lambda config: may_be_there(config, devices, silence))
    assert found == (with_hat(UNKNOWN, ""), known(UNKNOWN))


@pytest.mark.parametrize("name", ["adafruit-bonnet", "waveshare-oled", "wired-ssd1306"])
@pytest.mark.parametrize("there", [("i2c-1", "spidev0.0"), ("i2c-1",), ()])
def test_what_is_remembered_survives_a_start_at_which_nothing_answers(
    tmp_path: Path, name: str, there: tuple[str, ...]
) -> None:
    """A bad contact or a late driver is not another display."""
    devices = make_devices(tmp_path, *there)
    found = settle(UNKNOWN, name, look=lambda config: may_be_there(config, devices, silence))
    assert found == (with_hat(UNKNOWN, name), ())


@pytest.mark.parametrize("kept", ["waveshare-oled", "wired-sh1106", "wired-?", "gone", None, 5])
def test_other_programs_read_what_the_box_stored(tmp_path: Path, kept: object) -> None:
    """And go by the usual wiring where that means nothing to them."""
    store = Store(tmp_path)
    store.put_setting(f"{OWN_KEY}{MEMORY}", kept)
    store.close()
    hat = kept if kept in ("waveshare-oled", "wired-sh1106") else ""
    assert as_remembered(UNKNOWN, tmp_path) == with_hat(UNKNOWN, str(hat))
    assert as_remembered(UNKNOWN, tmp_path / "nowhere") == with_hat(UNKNOWN, "")
    assert as_remembered(Config(), tmp_path) == Config()


@pytest.mark.parametrize("named", [None, *known(UNKNOWN)])
def test_the_question_is_asked_in_every_language_and_fits(named: Candidate | None) -> None:
    """Nobody has chosen a language yet."""
    canvas = draw_question(named)
    assert canvas.check() == []
    assert len(canvas.reading()) == 1 + len(LANGUAGES)


@pytest.mark.parametrize("chip", WIRED_CHIPS)
@pytest.mark.parametrize("is_chosen", [False, True])
def test_the_question_for_a_chip_fits_within_its_frame(chip: str, is_chosen: bool) -> None:
    """In every language."""
    canvas = draw_chip(chip, is_chosen=is_chosen)
    assert canvas.check() == []
    assert len(canvas.reading()) == 1 + len(LANGUAGES)


class Asking:
    """A whole box that does not know its HAT, on mock pins and a model of its display."""

    def __init__(self, box: Any, bus: ModelBus, candidates: tuple[Candidate, ...]) -> None:
        self.box = box
        self.bus = bus
        self.factory = MockFactory()
        self.remembered: list[str] = []
        self.panel = UnknownBox(
            box.app.inbox,
            candidates,
            self.remembered.append,
            open_box=self._open,
            make_factory=lambda _name: self.factory,
            clock=lambda: box.now,
        )
        box.app.painter.join(self.panel)
        box.app.translate = self.panel.translate
        self.panel.listen()

    def _open(self, inbox: Any, config: Config, *, clock: Callable[[], float]) -> BoxPanel:
        self.factory.reset()
        return BoxPanel(inbox, config, clock=clock)

    def press(self, gpio: int, for_s: float = 0.1) -> None:
        """Press what is on a line, and let the loop go on for a moment."""
        pin = self.factory.pin(gpio)
        for drive, after_s in ((pin.drive_low, for_s), (pin.drive_high, 0.5)):
            drive()
            self.wait(after_s)

    def wait(self, seconds: float) -> None:
        """Run the loop for some time."""
        end_s = self.box.now + seconds
        while True:
            while self.box.app.inbox.waiting():
                self.box.app.step(0)
            due_s = self.box.app.due_s()
            if due_s is None or due_s > end_s:
                break
            self.box.now = max(due_s, self.box.now)
            self.box.app.step(0)
        self.box.now = end_s

    def shows(self, frame: bytes) -> bool:
        """Return whether the display shows the frame, either way round."""
        seen = self.bus.chip.frame()
        return self.bus.chip.on and (seen in orbits(frame) or turn_around(seen) in orbits(frame))

    def asks(self, frame: Frame) -> bool:
        """Return whether the glass shows a question, as its chip does; and nothing else."""
        if isinstance(self.bus.chip, MODELS["sh1106"]):
            return self.shows(frame)
        pages = [frame[start : start + WIDTH] for start in range(0, len(frame), WIDTH)]
        assert all(page.endswith(bytes(3)) for page in pages)  # nothing of it is cut
        return self.bus.chip.on and self.bus.chip.frame() == b"".join(
            bytes(2) + page[:-2] for page in pages
        )


@pytest.fixture(params=WIRED_CHIPS)
def bus(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> ModelBus:
    """Return a display that answers, of either chip."""
    made = ModelBus(MODELS[request.param](seed=3))
    monkeypatch.setattr(smbus2, "SMBus", made.open)
    return made


@pytest.fixture
def asking(make_box: Any, bus: ModelBus) -> Iterator[Asking]:
    """A first start with a display on I2C: a bonnet, or a box that was wired by hand."""
    i2c = tuple(each for each in known(UNKNOWN) if each.config.display.bus == "i2c")
    made = Asking(make_box(language=""), bus, i2c)
    yield made
    made.panel.close()
    made.factory.reset()


def test_it_asks_and_the_rest_goes_on_meanwhile(asking: Asking) -> None:
    """The other panels show the choice of a language, and a press on them chooses one."""
    assert asking.asks(draw_question(None).frame())
    asking.box.press()
    assert asking.box.services.settings.is_set("language")
    assert asking.asks(draw_question(None).frame())


on_a_bonnet = pytest.mark.parametrize("bus", ["ssd1306"], indirect=True)
"""The chip that the board has."""


@on_a_bonnet
def test_two_presses_of_the_same_middle_decide(asking: Asking) -> None:
    """The first shows a name, the second says that it is right; then the box is there."""
    asking.press(MIDDLE["adafruit-bonnet"])
    assert asking.remembered == []
    (candidate,) = (each for each in known(UNKNOWN) if each.name == "adafruit-bonnet")
    assert asking.asks(draw_question(candidate).frame())
    asking.press(MIDDLE["adafruit-bonnet"])
    assert asking.remembered == ["adafruit-bonnet"]
    assert asking.panel.box is not None
    assert asking.shows(asking.box.panel.pictures[-1].frame)
    assert not asking.box.services.settings.is_set("language")


def straight_chip(asking: Asking) -> str:
    """Return the chip for which the frame is whole on the glass, or nothing."""
    return next(
        (
            chip
            for chip in WIRED_CHIPS
            for is_chosen in (False, True)
            if asking.shows(draw_chip(chip, is_chosen=is_chosen).frame())
        ),
        "",
    )


def test_who_wired_by_hand_is_asked_which_picture_is_straight(asking: Asking) -> None:
    """Exactly one of the two is whole on either chip; that one is remembered, and drawn with."""
    for _ in range(2):
        asking.press(MIDDLE[""])
    assert asking.remembered == []
    seen = [straight_chip(asking)]
    asking.wait(CHIP_S)
    seen.append(straight_chip(asking))
    (chip,) = (each for each in seen if each)
    assert isinstance(asking.bus.chip, MODELS[chip])
    while straight_chip(asking) != chip:
        asking.wait(CHIP_S)
    asking.wait(REACTION_S)
    asking.press(MIDDLE[""])
    assert asking.remembered == []
    assert asking.shows(draw_chip(chip, is_chosen=True).frame())
    asking.press(MIDDLE[""])
    assert asking.remembered == [f"wired-{chip}"]
    assert asking.shows(asking.box.panel.pictures[-1].frame)


def test_a_press_at_the_wrong_picture_is_forgotten(asking: Asking) -> None:
    """Without a second press the pictures go on; what was pressed too soon does not count."""
    for _ in range(3):  # the third at once, for the picture before
        asking.press(MIDDLE[""], for_s=0.01)
    asking.wait(CHIP_S)
    first = straight_chip(asking)
    asking.wait(REACTION_S)
    asking.press(MIDDLE[""])
    asking.wait(CHIP_S)
    assert asking.remembered == []
    assert bool(straight_chip(asking)) is not bool(first)


def test_a_configured_display_is_not_asked_for(make_box: Any, bus: ModelBus) -> None:
    """The configuration is believed."""
    written = UNKNOWN._replace(display=parse({"display": {"chip": "ssd1309"}}).display)
    asking = Asking(make_box(language=""), bus, known(written)[:1])
    asking.press(MIDDLE[""])
    assert asking.remembered == [""]
    asking.panel.close()
    asking.factory.reset()


def test_a_push_to_a_side_is_put_right_by_the_middle(asking: Asking) -> None:
    """A bonnet's stick pushed down closes the line of the other's knob."""
    down = next(key.gpio for key in HATS["adafruit-bonnet"].keys if key.name == "down")
    assert down == MIDDLE[""]
    asking.press(down)
    asking.press(MIDDLE["adafruit-bonnet"])
    assert asking.remembered == []
    asking.press(MIDDLE["adafruit-bonnet"])
    assert asking.remembered == ["adafruit-bonnet"]


def test_a_long_press_is_an_answer_too(asking: Asking) -> None:
    """Once, however long it is."""
    asking.press(MIDDLE["adafruit-bonnet"], for_s=3.0)
    assert asking.remembered == []
    asking.press(MIDDLE["adafruit-bonnet"], for_s=3.0)
    assert asking.remembered == ["adafruit-bonnet"]


@on_a_bonnet
def test_afterwards_the_keys_of_the_hat_work(asking: Asking) -> None:
    """The stick chooses the second language, with the press that comes next."""
    for _ in range(2):
        asking.press(MIDDLE["adafruit-bonnet"])
    asking.factory = asking.panel.box._factory  # noqa: SLF001 - the pins of the box
    asking.press(22)
    asking.press(4)
    assert asking.box.services.settings["language"] == LANGUAGES[1]


def test_one_press_is_enough_where_only_one_may_be_fitted(make_box: Any, bus: ModelBus) -> None:
    """Nothing else could be meant."""
    only = tuple(each for each in known(UNKNOWN) if each.name == "adafruit-bonnet")
    asking = Asking(make_box(language=""), bus, only)
    asking.press(MIDDLE["adafruit-bonnet"])
    assert asking.remembered == ["adafruit-bonnet"]
    asking.panel.close()
    asking.factory.reset()


@pytest.fixture
def all_asked(
    make_box: Any, bus: ModelBus, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Asking, Callable[[], None]]]:
    """A first start at which nothing answers on I2C; a call lets the display answer."""

    def refuse(_number: int) -> Any:
        raise OSError(121, "Remote I/O error")

    monkeypatch.setattr(smbus2, "SMBus", refuse)
    made = Asking(make_box(language=""), bus, known(UNKNOWN))
    yield made, lambda: monkeypatch.setattr(smbus2, "SMBus", bus.open)
    made.panel.close()
    made.factory.reset()


@on_a_bonnet
def test_a_display_that_answers_late_is_asked_on_within_a_second(
    all_asked: tuple[Asking, Callable[[], None]],
) -> None:
    """Pressed on firmly after the power came; before, only the display on SPI was asked on."""
    asking, answer = all_asked
    asking.wait(60.0)
    answer()
    asking.wait(1.0)
    assert asking.asks(draw_question(None).frame())
    for _ in range(2):
        asking.press(MIDDLE["adafruit-bonnet"])
    assert asking.remembered == ["adafruit-bonnet"]


@on_a_bonnet
def test_one_press_is_enough_while_every_other_display_is_silent(
    all_asked: tuple[Asking, Callable[[], None]],
) -> None:
    """A display on SPI cannot say that it is there, but the others say that they are not."""
    asking, _ = all_asked
    asking.press(MIDDLE["waveshare-oled"])
    assert asking.remembered == ["waveshare-oled"]


@on_a_bonnet
def test_after_a_long_wait_the_answer_finds_the_box_awake(asking: Asking) -> None:
    """The other panels had gone dark; after the answer they show the screen."""
    asking.wait(3600.0)
    for _ in range(2):
        asking.press(MIDDLE["adafruit-bonnet"])
    assert asking.shows(asking.box.panel.pictures[-1].frame)
