"""Pages that may act, listed on the box, and sent away again."""

from __future__ import annotations

import time
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.app.page_state import BigTable
from firmware_py.screens.settings.pairing import paired_pages
from firmware_py.system.pairing import WINDOW_S, Pairing, PairingResult
from firmware_py.ui.navigation import Push
from hardware.display.frame import pixel
from tests.firmware_py.history.test_share import read_codes


def paired(box: Any, *labels: str) -> Pairing:
    pairing = box.services.pairing = Pairing(clock=time.monotonic)
    for label in labels:
        pairing.ask("192.168.1.20")
        pairing.show()
        assert pairing.enter("192.168.1.20", pairing.code or "", label).state == "paired"
    box.app.follow(Push(paired_pages(box.services)))
    box.app.paint()
    return pairing


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_sent_away_and_everything_fits(box: Any, language: str) -> None:
    box.services.settings.put("language", language)
    pairing = paired(box, "Macintosh fe80::1ff:fe23:4567:890a", "iPhone 192.168.1.20")
    box.turn(1).press().turn(1).press()
    assert len(pairing.pages()) == 1
    box.press("why")
    assert box.unfit == {}


def test_requests_are_switched_off_for_tonight(box: Any) -> None:
    pairing = paired(box, "iPhone 192.168.1.20")
    box.choose("Requests")
    assert pairing.wants_none
    box.choose("Requests")
    assert not pairing.wants_none


def test_all_are_sent_away_at_once(box: Any) -> None:
    pairing = paired(box, "iPhone 192.168.1.20", "Linux 192.168.1.21")
    box.choose("Unpair all").turn(1).press()
    assert pairing.pages() == []


# --- pair a page now ---

LAN = "http://192.168.100.123:8080/"


def open_window(box: Any, address: str | None = LAN) -> Pairing:
    pairing = paired(box)
    pairing.clock = lambda: box.now
    box.services.web_address = lambda: address
    box.choose("Pair a page now")
    return pairing


@pytest.mark.parametrize(
    "address", [LAN, "http://raspberrypi.home.arpa:18080/", "http://[fd00::1:2]:80/"]
)
def test_a_phone_that_scans_the_code_is_paired(box: Any, address: str) -> None:
    """A reader finds the address with the secret behind it, where no server sees it."""
    pairing = open_window(box, address)
    [found] = read_codes(box.panel.pictures[-1].frame)
    page, _, secret = found.partition("#")
    assert page == address
    assert pairing.window is not None
    assert secret == pairing.window.secret
    assert pairing.redeem("192.168.1.20", secret).state == "paired"
    box.app.paint()
    assert "The page is paired." in box.text
    assert box.press().text[0] == "Paired pages"


def test_who_may_not_see_secrets_sees_no_code(box: Any) -> None:
    """Neither in the picture nor in its words."""
    pairing = open_window(box)
    picture = box.panel.pictures[-1]
    assert pairing.window is not None
    assert not any(pairing.window.secret in line for line in picture.text)
    frame, _ = picture.for_viewers()
    assert frame != picture.frame
    assert read_codes(frame) == []
    bare = [pixel(frame, x, y) for x in range(64) for y in range(64)]
    pairing.open_window()
    box.app.paint()
    frame, _ = box.panel.pictures[-1].for_viewers()
    assert [pixel(frame, x, y) for x in range(64) for y in range(64)] == bare


def test_the_pages_that_ask_are_listed_by_address(box: Any) -> None:
    """Whichever is chosen gets the code."""
    pairing = open_window(box)
    for address in ("192.168.1.66", "192.168.1.20"):
        pairing.ask(address)
    box.app.paint()
    assert any("2" in line for line in box.text)
    box.press().choose("192.168.1.20")
    assert pairing.code is not None
    assert pairing.enter("192.168.1.20", pairing.code).state == "paired"


@pytest.mark.parametrize("leave", ["back", "home", "time"])
def test_the_secret_ends_with_the_screen(box: Any, leave: str) -> None:
    """Closed, left for Home, or after some minutes."""
    pairing = open_window(box)
    assert pairing.window is not None
    secret = pairing.window.secret
    if leave == "time":
        box.now += WINDOW_S
        box.turn(1)  # the display rests by now
        assert "The time is up." in box.text
    elif leave == "home":
        box.hold("back")
    else:
        box.press("back")
    assert pairing.window is None
    assert pairing.redeem("192.168.1.20", secret) == PairingResult("ended")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", [LAN, None, f"http://{'x' * 60}.local:8080/"])
def test_every_screen_of_it_fits(make_box: Any, language: str, address: str | None) -> None:
    """With a code, without a network, and with an address that is too long for a code."""
    box = make_box(language)
    pairing = open_window(box, address)
    box.press().press("why").press("back")
    pairing.ask("192.168.100.123")
    box.press().press().press("back")
    box.now += WINDOW_S
    box.turn(1)
    assert box.unfit == {}


# --- what viewers see meanwhile ---


def test_viewers_see_neither_the_paired_pages_nor_the_history(box: Any, archive: Any) -> None:
    """They still see the screen below; a page that may act sees what the box shows."""
    archive(box.store, "mana", names=("Secretname", "Ben"))
    box.hold("back")
    home = box.panel.pictures[-1]
    box.choose("History")
    for _ in range(2):
        picture = box.panel.pictures[-1]
        assert picture.text != home.text
        assert picture.for_viewers()[1][0] == home.text[0]
        assert "Secretname" not in str(picture.for_viewers())
        parts, hidden = BigTable(box.services).parts(box.app.screens)
        assert "Secretname" not in str({**parts, **hidden})
        assert parts["screen"] != hidden["screen"]
        box.press()
    pairing = paired(box, "iPhone 192.168.1.20")
    pairing.open_window()
    box.app.paint()
    picture = box.panel.pictures[-1]
    assert any("192.168.1.20" in line for line in picture.text)
    parts, hidden = BigTable(box.services).parts(box.app.screens)
    assert "192.168.1.20" in str(parts)
    assert "192.168.1.20" not in str(({**parts, **hidden}, picture.for_viewers()))
