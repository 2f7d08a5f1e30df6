"""Pages that may act, listed on the box, and sent away again."""

from __future__ import annotations

import time
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.panels.web.pairing import Paired, Pairing
from firmware_py.ui.navigation import Push
from firmware_py.ui.screens.paired_pages import paired_pages


def paired(box: Any, *labels: str) -> Pairing:
    pairing = box.services.pairing = Pairing(clock=time.monotonic)
    for label in labels:
        pairing.ask("192.168.1.20")
        pairing.show()
        assert isinstance(pairing.enter("192.168.1.20", pairing.code or "", label), Paired)
    box.app._change(Push(paired_pages(box.services)))
    box.app.paint()
    return pairing


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_sent_away_and_everything_fits(box: Any, language: str) -> None:
    box.services.settings.put("language", language)
    pairing = paired(box, "Macintosh fe80::1ff:fe23:4567:890a", "iPhone 192.168.1.20")
    box.press().turn(1).press()
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
    box.choose("Send all away").turn(1).press()
    assert pairing.pages() == []
