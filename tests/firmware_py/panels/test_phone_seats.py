"""Mandala on two phones and a tablet: each phone has a hand, and the tablet what everybody sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_box import LiveBox

from engines.rng import Chance
from firmware_py.games.draft import Draft
from firmware_py.games.mandala.entry import tree
from firmware_py.match.taps import part_code, play_code
from firmware_py.screens.new_game.new_game import begin
from tests.support.browser import CHROMIUM, Chromium, Tab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")
LISTEN = """
window.heard = [];
const Kept = WebSocket;
window.WebSocket = class extends Kept {
  constructor(...where) {
    super(...where);
    this.addEventListener("message", ({ data }) => typeof data === "string" && heard.push(data));
  }
};
"""
NAMES = ("Anna", "Ben")
TURNS = 8


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveBox]:
    box = LiveBox(tmp_path)
    plan = Draft("mandala", list(NAMES), 0, practice=True)
    box.do(lambda: box.app.follow(begin(box.services, plan)))
    yield box
    box.close()


@pytest.fixture
def tabs(browser: Chromium, live: LiveBox) -> Iterator[list[Tab]]:
    """Two phones and a tablet, each another person's."""
    opened = [browser.tab(browser.person()) for _ in range(3)]
    for tab, size in zip(opened, [(390, 844), (390, 844), (768, 1024)], strict=True):
        tab.size(*size, phone=size[0] < 500)
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=LISTEN)
        tab.open_to_act(live.url)
    yield opened
    for tab in opened:
        assert tab.complaints == []
        tab.close()


def take_hand(tab: Tab, name: str) -> None:
    tab.wait_for("!document.getElementById('take_hand').hidden")
    tab.evaluate(
        f"[...document.querySelectorAll('#take_hand button')]"
        f".find((each) => each.textContent === '{name}').click()"
    )
    tab.wait_for(f"document.getElementById('hand_of').textContent.includes('{name}')")


def tap(tab: Tab, code: str) -> None:
    """Tap what has a code among its own, as soon as the box has drawn it."""
    place = f"[...document.querySelectorAll('[data-tap~=\"{code}\"]')].at(-1)"
    tab.wait_for(f"Boolean({place}) && !('moving' in document.getElementById('picture').dataset)")
    x, y = tab.evaluate(
        f"(() => {{ const found = {place}; found.scrollIntoView({{ block: 'center' }});"
        "const r = (found.querySelector('.hit') ?? found).getBoundingClientRect();"
        "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    )
    tab.touch("touchStart", (x, y))
    tab.touch("touchEnd")


def play(tab: Tab, live: LiveBox, text: str) -> int:
    """Enter a choice part by part on the phone of its seat; return the taps that it took."""
    lines, taps = len(live.match.lines), 0
    node = tree(live.match.state)
    while node.choice is None:
        part = next(each for each, child in node.children.items() if text in child.walk())
        is_asked = len(node.children) > 1
        node = node.children[part]
        if is_asked:
            tap(tab, part_code(part))
            taps += 1
    live.wait_until(lambda: len(live.match.lines) > lines or is_shown(live))
    if len(live.match.lines) == lines:  # it is shown whole, and named on its button
        tap(tab, play_code(text))
        taps += 1
    live.wait_until(lambda: len(live.match.lines) > lines)
    return taps


def is_shown(live: LiveBox) -> bool:
    """Return whether the phone on turn shows a whole choice, which a second tap plays."""
    phones, turn = live.app.painter.phones, live.match.turn
    assert phones is not None
    seats = [] if turn is None else [phones._phones[turn.seat].seat]  # noqa: SLF001 - its entry
    return any(bool(seat.entry.shown) for seat in seats)


def test_two_phones_play_from_their_hands_and_the_tablet_learns_neither(
    tabs: list[Tab], live: LiveBox
) -> None:
    *phones, tablet = tabs
    for tab, name in zip(phones, NAMES, strict=True):
        take_hand(tab, name)
    chance = Chance(5, "phones")
    hands: list[str] = []
    for _ in range(TURNS):
        hands += [tab.wait_for("document.getElementById('held').textContent") for tab in phones]
        seat, legal = live.match.turn.seat, list(live.match.engine.legal(live.match.state))
        text = live.match.engine.write(chance.choose(legal))
        assert play(phones[seat], live, text) <= 3
        tab = phones[live.match.turn.seat]
        tab.wait_for("Boolean(document.querySelector('#picture .open'))")
    assert tablet.evaluate("document.getElementById('held').textContent") == ""
    assert not tablet.evaluate("document.querySelectorAll('#choices button').length")
    heard = tablet.evaluate("heard")
    assert len(heard) > TURNS
    for message in map(json.loads, heard):
        if message["kind"] == "part" and message["part"] in ("picture", "held"):
            assert "×" not in (message["value"] or "")
    assert not [each for each in heard for hand in hands if hand in each]
    # The other hand is in nothing that a phone heard either.
    for own, tab in enumerate(phones):
        others = set(hands[1 - own :: 2]) - set(hands[own::2])
        assert not [each for each in tab.evaluate("heard") for hand in others if hand in each]


def test_a_phone_that_is_opened_again_has_its_hand_again(tabs: list[Tab], live: LiveBox) -> None:
    phone = tabs[0]
    take_hand(phone, "Anna")
    held = phone.wait_for("document.getElementById('held').textContent")
    phone.reload()
    assert phone.wait_for("document.getElementById('held').textContent") == held
    phone.wait_for("document.getElementById('hand_of').textContent.includes('Anna')")
    phone.click('[data-hold="knob"]')
    phone.click("#rows li:nth-child(2) button")
    phone.wait_for("!document.getElementById('take_hand').hidden")
    assert phone.evaluate("document.getElementById('held').textContent") == ""
    live.wait_until(lambda: not live.services.phone_seats.holders(live.services.table))
