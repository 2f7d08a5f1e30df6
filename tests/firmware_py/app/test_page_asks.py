"""A page asks to pair: the note disturbs nobody, and anybody at the table can open it."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.app.run import _surroundings
from firmware_py.core.config import Config
from firmware_py.panels.kinds import PANELS
from firmware_py.screens.play.play import Play
from firmware_py.screens.settings.pairing import PairingScreen
from firmware_py.system.backoff import FIRST_WAIT_S
from firmware_py.system.pairing import CODE_LIFE_S, Pairing, PairingResult, Stage
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import PAGE_ASKS, corner_note
from hardware.display.frame import FRAME_BYTES
from tests.support.clocks import keep_clocks

PHONE = "192.168.1.20"
ROW = "A page asks to pair"


@pytest.fixture
def pairing(box: Any) -> Pairing:
    """Return where pages ask this box."""
    codes = cycle(("48291357", "11111111"))
    box.services.pairing = Pairing(clock=lambda: box.now, draw=lambda: next(codes))
    return box.services.pairing  # type: ignore[no-any-return]  # the box of the tests is untyped


def ask(box: Any, pairing: Pairing) -> None:
    pairing.ask(PHONE)
    box.app.paint()


def begin(box: Any) -> None:
    box.choose("New game").choose("Mana").choose("Start")
    while not isinstance(box.screen, Play):
        box.press()


def test_a_request_adds_a_mark_and_takes_nothing_away(box: Any, pairing: Pairing) -> None:
    """Every dot and every word of the match is still there."""
    begin(box)
    before = box.panel.pictures[-1]
    ask(box, pairing)
    after = box.panel.pictures[-1]
    assert set(after.text) - set(before.text) == {ROW}
    assert set(before.text) <= set(after.text)
    assert all(new & old == old for new, old in zip(after.frame, before.frame, strict=True))
    assert after.frame != before.frame


def test_knob_and_clock_go_on_as_if_nobody_had_asked(box: Any, pairing: Pairing) -> None:
    """The same pictures but for the mark, and the same match."""
    keep_clocks(box.services, "up")
    begin(box)
    ask(box, pairing)
    before = box.text
    box.turn(1)
    assert box.text != before
    assert isinstance(box.screen, Play)
    seat = box.services.table.match.turn.seat
    box.press()
    while box.screen.picker.has_begun:
        box.press()
    assert box.services.table.match.turn.seat != seat
    assert not box.services.table.clock.paused


def test_a_request_does_not_light_a_dark_display(box: Any, pairing: Pairing) -> None:
    """The person with the page turns the knob."""
    box.now += 10_000
    box.app.paint()
    lit: list[object] = []
    box.panel.light = lit.append
    ask(box, pairing)
    assert lit == []


def test_home_has_it_as_its_last_row(box: Any, pairing: Pairing) -> None:
    """No row moves under somebody's hand."""
    before = box.panel.pictures[-1].text[1]
    ask(box, pairing)
    assert box.panel.pictures[-1].text[2] == before
    box.choose(ROW)
    assert isinstance(box.screen, PairingScreen)


def test_a_hold_opens_it_where_there_is_no_menu(box: Any, pairing: Pairing) -> None:
    """At Home, and in a record that is shown; without a request a hold does nothing there."""
    box.hold("knob")
    assert not isinstance(box.screen, PairingScreen)
    ask(box, pairing)
    box.hold("knob")
    assert isinstance(box.screen, PairingScreen)


def test_the_menu_of_the_match_has_it_first(box: Any, pairing: Pairing) -> None:
    """But not in a menu that is open already."""
    begin(box)
    box.hold("knob")
    ask(box, pairing)
    assert f"> {ROW}" not in box.text
    box.press("back").hold("knob")
    assert f"> {ROW}" in box.text
    box.press()
    assert isinstance(box.screen, PairingScreen)
    box.press("back").press("back")
    assert isinstance(box.screen, Play)


def open_it(box: Any, pairing: Pairing) -> None:
    ask(box, pairing)
    box.choose(ROW)


def test_there_is_no_code_before_people_open_it(box: Any, pairing: Pairing) -> None:
    """So there is nothing to guess."""
    ask(box, pairing)
    assert pairing.code is None
    box.choose(ROW)
    assert pairing.code == "48291357"
    assert "4829 1357" in box.text


def test_the_code_is_masked_for_viewers(box: Any, pairing: Pairing) -> None:
    """Two codes, one and the same picture for them."""
    public = []
    for _ in range(2):
        open_it(box, pairing)
        picture = box.panel.pictures[-1]
        assert picture.public not in (None, picture.frame)
        assert not any("4829" in line or "1111" in line for line in picture.for_viewers()[1])
        public.append(picture.for_viewers())
        pairing.refuse()
        box.press()
        box.now += 1000
    assert public[0] == public[1]


def test_leaving_refuses_nothing(box: Any, pairing: Pairing) -> None:
    """The first row and BACK close it; the code can still be typed."""
    for leave in ("knob", "back"):
        open_it(box, pairing)
        box.press(leave)
        assert "> New game" in box.text or f"> {ROW}" in box.text
        assert pairing.code is not None


@pytest.mark.parametrize(("steps", "may_ask_again"), [(1, True), (2, False)])
def test_it_can_be_refused(box: Any, pairing: Pairing, steps: int, may_ask_again: bool) -> None:
    """This one, or all of them until the next start."""
    open_it(box, pairing)
    box.turn(steps).press()
    assert pairing.request is not None
    assert pairing.request.stage is Stage.REFUSED
    assert ROW not in box.text
    box.now += 100_000
    pairing.ask(PHONE)
    assert box.services.page_asks is may_ask_again


def test_the_screen_says_when_the_page_is_paired(box: Any, pairing: Pairing) -> None:
    """And closes with a press."""
    open_it(box, pairing)
    pairing.enter(PHONE, "48291357")
    box.app.paint()
    assert "The page is paired." in box.text
    box.press()
    assert not isinstance(box.screen, PairingScreen)
    assert ROW not in box.text


def test_the_screen_says_when_the_request_has_ended(box: Any, pairing: Pairing) -> None:
    """Its code is gone from the display."""
    open_it(box, pairing)
    box.now += CODE_LIFE_S
    box.app.paint()
    assert "The request has expired." in box.text


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_in_every_language_and_size(
    box: Any, pairing: Pairing, language: str, size: str
) -> None:
    """With each of its rows chosen, and when it is over."""
    box.services.settings.put("language", language)
    box.services.settings.put("text", size)
    ask(box, pairing)
    box.turn(9).press()
    assert isinstance(box.screen, PairingScreen)
    box.turn(1).turn(1)
    pairing.refuse()
    box.app.paint()
    assert box.unfit == {}


def test_the_note_covers_nothing() -> None:
    """On a full screen it is words alone."""
    full = Canvas()
    full.fill(0, 0, 128, 64)
    before = full.frame()
    corner_note(full, PAGE_ASKS, ROW)
    assert full.frame() == before
    assert full.reading() == (ROW,)
    empty = Canvas()
    corner_note(empty, PAGE_ASKS, ROW)
    assert empty.frame() != bytes(FRAME_BYTES)
    assert empty.lit(121, 0)


def test_who_has_to_wait_still_waits_after_a_restart(box: Any) -> None:
    """StoredWaits in the store by the loop, not in memory alone."""
    config = Config()._replace(web=Config().web._replace(port=0))

    def open_page() -> Pairing:
        around = _surroundings(config, box.services, box.app.inbox)
        web = PANELS["web"](around._replace(say=lambda _text: None))
        web.close()
        box.app.painter.join(web)
        return box.services.pairing  # type: ignore[no-any-return]  # as above

    open_page().ask(PHONE)
    box.services.pairing.refuse()
    box.app.step(0)
    box.restart()
    answer = open_page().ask(PHONE)
    assert answer == PairingResult("wait", seconds=FIRST_WAIT_S)
