"""Wi-Fi on the box: opening its own, the codes, joining another, and what it says if it cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.screens.settings.wifi import WHEEL, CharacterEntry, Codes, shown, tell_error
from firmware_py.system.wifi import ERRORS
from firmware_py.ui.background_job import Work
from firmware_py.ui.navigation import Push
from hardware.display.frame import Frame
from tests.support.fake_wifi import PASSWORD, FakeWifi

PAGE = "http://10.42.0.1:8080/"


def give(box: Any, folder: Path, **more: bool) -> FakeWifi:
    """Give a box Wi-Fi."""
    wifi = FakeWifi(folder / "wifi", **more)
    box.services.wifi = wifi
    box.services.web_address = lambda: PAGE
    return wifi


@pytest.fixture
def wifi(box: Any, tmp_path: Path) -> FakeWifi:
    """Return the Wi-Fi of a box whose menu for it is open."""
    made = give(box, tmp_path)
    box.choose("Settings").choose("Wi-Fi")
    return made


def press_and_wait(box: Any, label: str = "") -> None:
    """Choose something slow and wait for its end; without a label, hold the knob."""
    box.choose(label) if label else box.hold("knob")
    assert isinstance(box.screen, Work)
    box.screen.wait(20.0)
    box.app.paint()


def enter(box: Any, text: str) -> None:
    """Enter a password, sign by sign."""
    entry = box.screen
    assert isinstance(entry, CharacterEntry)
    for sign in text:
        entry.index = WHEEL.index(sign)
        box.press()


def codes_of(frame: Frame) -> list[str]:
    """Return what a phone reads."""
    from PIL import Image

    pyzbar = pytest.importorskip(
        "pyzbar.pyzbar", reason="apt install libzbar0", exc_type=ImportError
    )
    image = Image.new("L", (600, 340), 0)
    for y in range(64):
        for x in range(128):
            if frame[(y // 8) * 128 + x] >> (y % 8) & 1:
                image.paste(255, (40 + 4 * x, 40 + 4 * y, 44 + 4 * x, 44 + 4 * y))
    found = pyzbar.decode(image, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [code.data.decode() for code in found]


def test_opened_from_the_menu_with_both_codes(box: Any, wifi: FakeWifi) -> None:
    """First the network's, then the page's, as a phone reads them."""
    press_and_wait(box, "Open a Wi-Fi")
    name, password = wifi.identity
    assert codes_of(box.panel.pictures[-1].frame) == [f"WIFI:T:WPA;S:{name};P:{password};;"]
    assert password[:5] in box.text
    box.press()
    assert codes_of(box.panel.pictures[-1].frame) == [PAGE.upper()]
    assert box.press().find("Close the Wi-Fi")


def test_the_second_code_comes_when_a_phone_is_in(box: Any, wifi: FakeWifi) -> None:
    """Nobody has to touch the box, unless the first is wanted again."""
    press_and_wait(box, "Open a Wi-Fi")
    assert box.screen.deadline_s(box.now) is not None
    wifi.let_in(1)
    box.app.paint()
    assert "2. Open:" in box.text
    box.turn(-1)
    assert "1. Join:" in box.text
    wifi.let_in(2)
    box.app.paint()
    assert "1. Join:" in box.text


def test_viewers_do_not_see_the_password(box: Any, wifi: FakeWifi) -> None:
    """Neither in the picture nor in its words, on a page that is not paired."""
    press_and_wait(box, "Open a Wi-Fi")
    frame, words = box.panel.pictures[-1].for_viewers()
    _, password = wifi.identity
    assert codes_of(frame) == []
    assert not any(part in line for line in words for part in (password[:5], password[5:]))


def test_closed_from_the_menu(box: Any, wifi: FakeWifi) -> None:
    """And the row to open it is there again."""
    press_and_wait(box, "Open a Wi-Fi")
    box.press("back")
    press_and_wait(box, "Close the Wi-Fi")
    assert "The Wi-Fi is closed." in box.text
    assert [wish["do"] for wish in wifi.wishes] == ["open", "close"]
    assert box.press().find("Open a Wi-Fi")


def test_one_that_closed_by_itself_says_why(box: Any, wifi: FakeWifi) -> None:
    """Codes of a network that is gone would help nobody."""
    press_and_wait(box, "Open a Wi-Fi")
    wifi.tell(error="idle")
    box.app.paint()
    assert any("without a phone" in line for line in box.text)
    assert isinstance(box.press().screen, type(box.screen))


def test_joined_with_a_password(box: Any, wifi: FakeWifi) -> None:
    """Spaces, capitals and signs included; a wrong one can be changed."""
    press_and_wait(box, "Join a network")
    box.choose("Café")
    enter(box, "a B9~\\")
    box.hold("knob")
    assert isinstance(box.screen, CharacterEntry)  # too short: it says so
    assert any("8" in line for line in box.text)
    enter(box, "xy")
    press_and_wait(box)
    assert any("is wrong" in line for line in box.text)
    box.press()
    assert box.screen.password == "a B9~\\xy"
    for _ in range(8):
        box.press("back")
    enter(box, PASSWORD)
    press_and_wait(box)
    assert any("Café" in line for line in box.text)
    assert [wish["password"] for wish in wifi.wishes[1:]] == ["a B9~\\xy", PASSWORD]


def test_an_open_network_needs_no_password(box: Any, wifi: FakeWifi) -> None:
    """And one that wants a certificate cannot be chosen."""
    press_and_wait(box, "Join a network")
    box.find("Company").press()
    assert any("also needs a user name" in line for line in box.text)
    press_and_wait(box, "Square")
    assert wifi.wishes[-1]["password"] == ""


def test_the_network_that_it_is_in_can_be_left(box: Any, wifi: FakeWifi) -> None:
    """Asked first; then nothing of it is kept."""
    press_and_wait(box, "Join a network")
    box.choose("Library").choose("No")
    assert [wish["do"] for wish in wifi.wishes] == ["scan"]
    box.choose("Library")
    press_and_wait(box, "Yes")
    assert any("has left Library" in line for line in box.text)
    assert wifi.wishes[-1]["do"] == "forget"
    assert wifi.wishes[-1]["ssid"] == b"Library".hex()
    press_and_wait(box.press(), "Library")  # it can be joined again: the list knows what happened
    assert wifi.wishes[-1]["do"] == "join"
    assert box.press().choose("Library").find("No")


def test_undo_goes_through_the_parts_of_the_wheel(box: Any, wifi: FakeWifi) -> None:
    """Letters, digits, capitals, signs, letters: nobody turns past ninety signs."""
    press_and_wait(box, "Join a network")
    box.choose("Café")
    seen = [WHEEL[box.press("undo").screen.index] for _ in range(4)]
    assert seen == ["0", "A", "-", "a"]
    assert set(WHEEL) >= {chr(code) for code in range(32, 127)}


def test_a_box_without_a_radio_says_so(box: Any, tmp_path: Path) -> None:
    """The row is there and cannot be chosen; on a desk there is none."""
    box.choose("Settings")
    with pytest.raises(AssertionError):
        box.find("Wi-Fi")
    give(box, tmp_path, radio=False)
    box.find("Wi-Fi").press()
    assert any("no Wi-Fi" in line for line in box.text)


def test_a_box_without_a_helper_says_so(box: Any, tmp_path: Path) -> None:
    """As after an upgrade that was not complete."""
    give(box, tmp_path, helper=False)
    box.choose("Settings").choose("Wi-Fi")
    press_and_wait(box, "Open a Wi-Fi")
    assert any("Wi-Fi service" in line for line in box.text)


def test_names_are_shown_with_the_signs_there_are() -> None:
    """A name may hold anything."""
    assert shown("🎲 at 5") == "? at 5"


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits(make_box: Any, tmp_path: Path, language: str, size: str) -> None:
    """All rows and pages, with their explanations."""
    box = make_box(language=language)
    box.services.settings.put("text", size)
    wifi = give(box, tmp_path)
    box.choose("Settings").choose("Wi-Fi")
    for _ in range(3):
        box.press("why").press("back").turn(1)
    press_and_wait(box, "Open a Wi-Fi")
    box.turn(1).press("why").turn(3).press("back").press("back")
    wifi.let_in(3)
    box.app.paint()
    for _ in range(3):
        box.press("why").press("back").turn(1)
    box.app.paint()
    box.choose("Show the codes")
    box.services.web_address = lambda: None
    box.turn(1)
    wifi.tell(error="idle")
    box.app.paint()
    box.press("back")
    for error in ERRORS:
        box.app.follow(Push(tell_error(box.services, error)))
        box.app.paint()
        box.press()
    press_and_wait(box, "Join a network")
    for _ in range(5):
        box.press("why").press("back").turn(1)
    box.choose("Library").choose("No").turn(-5).press()
    for _ in range(4):
        box.press("undo")
    box.press("why").turn(9).press()
    enter(box, "WWWW mmmm" * 7)
    box.press("back").hold("knob")
    box.screen.wait(20.0)
    box.app.paint()
    assert box.unfit == {}
    assert not isinstance(box.screen, Codes)
