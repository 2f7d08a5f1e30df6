"""The web page in a real browser: Chromium, driven by its DevTools protocol."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from firmware_py.core.picture import Picture
from firmware_py.panels.test_pattern import Pattern
from firmware_py.panels.web.panel import PAGES_PER_ADDRESS, WebPanel
from firmware_py.system.pairing import Pairing
from hardware.controls.gestures import Gestures
from hardware.display.frame import BLANK, pixel
from hardware.events import Control, Edge, Event, Held, Inbox, Lost, Pressed, Turned
from tests.support.browser import CHROMIUM, PATIENCE_S, Chromium, Tab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")

HOLD_S = 3600.0
"""Longer than any machine takes between two events of a test."""


class Box:
    """A web panel with somebody at its inbox."""

    def __init__(self, **settings: Any) -> None:
        self.inbox = Inbox()
        self.pairing = Pairing(clock=time.monotonic)
        self.panel = WebPanel(self.inbox, self.pairing, port=0, **settings)
        self.url = self.panel.url

    def take(self) -> Event:
        event = self.inbox.take(PATIENCE_S)
        assert event is not None, "nothing came from the page"
        return event

    def nothing_came(self) -> bool:
        return self.inbox.take(0.25) is None


@pytest.fixture
def tab(browser: Chromium) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(1280, 800)
    yield tab
    tab.close()


@pytest.fixture
def box() -> Iterator[Box]:
    box = Box()
    box.panel.show(Pattern("web").picture())
    yield box
    box.panel.close()


def take_edges(box: Box, number: int) -> list[tuple[Control, bool]]:
    events = [box.take() for _ in range(number)]
    assert all(isinstance(event, Edge) for event in events), events
    return [(event.control, event.down) for event in events if isinstance(event, Edge)]


def take_steps(box: Box, steps: int) -> None:
    """Take turns until they add up."""
    while steps:
        event = box.take()
        assert isinstance(event, Turned), event
        assert event.steps * steps > 0, f"turned by {event.steps} with {steps} to come"
        steps -= event.steps


def test_the_page_shows_the_frame_pixel_by_pixel(tab: Tab, box: Box) -> None:
    tab.open(box.url)
    frame = Pattern("web").picture().frame
    expected = [[pixel(frame, x, y) for x in range(128)] for y in range(64)]
    tab.wait_for("document.getElementById('words').textContent.includes('Test pattern')")

    assert expected == tab.lit()


def test_a_display_pixel_is_a_whole_number_of_device_pixels(tab: Tab, box: Box) -> None:
    for width, ratio in ((1280, 1), (1000, 1.5), (390, 3)):
        tab.size(width, 800, ratio=ratio)
        tab.open(box.url)
        real, drawn = tab.evaluate(
            "(() => { const c = document.getElementById('screen');"
            "return [c.getBoundingClientRect().width * devicePixelRatio, c.width]; })()"
        )
        assert real == pytest.approx(drawn, abs=0.1)
        assert drawn % 128 == 0


def test_the_page_has_nothing_to_complain_about(tab: Tab, box: Box) -> None:
    """No script error, no blocked style, no missing file."""
    tab.open_to_act(box.url)
    tab.click("#back")
    take_edges(box, 2)

    assert tab.complaints == []


def test_the_wheel_turns_the_knob(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    x, y = tab.middle("#knob")
    tab.mouse("mouseWheel", x, y, deltaX=0, deltaY=100)
    take_steps(box, 1)
    tab.mouse("mouseWheel", x, y, deltaX=0, deltaY=-100)
    take_steps(box, -1)


def test_small_moves_of_a_touch_pad_add_up_to_a_step(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    x, y = tab.middle("#knob")
    for _ in range(4):
        tab.mouse("mouseWheel", x, y, deltaX=0, deltaY=9)
    take_steps(box, 1)
    assert box.nothing_came()


def test_the_wheel_with_ctrl_belongs_to_the_browser(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    x, y = tab.middle("#knob")
    tab.mouse("mouseWheel", x, y, deltaX=0, deltaY=100, modifiers=2)

    assert box.nothing_came()


def test_dragging_round_the_rim_turns_and_presses_nothing(tab: Tab, box: Box) -> None:
    """A quarter turn is five detents; the press that began it is taken back."""
    tab.open_to_act(box.url)
    x, y = tab.middle("#knob")
    tab.mouse("mousePressed", x, y - 60)
    for across, down in ((15, -58), (30, -52), (42, -42), (52, -30), (58, -15), (60, 1)):
        tab.mouse("mouseMoved", x + across, y + down, button="left")
    tab.mouse("mouseReleased", x + 60, y)

    gestures = Gestures(hold_s=HOLD_S)
    meaning: list[Event] = []
    while sum(event.steps for event in meaning if isinstance(event, Turned)) < 5:
        meaning += gestures.feed(box.take(), time.monotonic())
    meaning += gestures.due(time.monotonic() + 2 * HOLD_S)
    assert not [event for event in meaning if isinstance(event, Pressed | Held)]


def test_dragging_from_the_middle_of_the_knob_turns_too(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    x, y = tab.middle("#knob")
    tab.mouse("mousePressed", x, y)
    tab.mouse("mouseMoved", x - 20, y, button="left")
    tab.mouse("mouseMoved", x - 50, y, button="left")
    tab.mouse("mouseReleased", x - 50, y)
    assert take_edges(box, 1) == [(Control.KNOB, True)]
    assert isinstance(box.take(), Lost)
    assert take_edges(box, 1) == [(Control.KNOB, False)]
    take_steps(box, -3)


def test_a_finger_turns_the_knob(tab: Tab, box: Box) -> None:
    tab.size(390, 844, phone=True, ratio=2)
    tab.open_to_act(box.url)
    x, y = tab.middle("#knob")
    tab.touch("touchStart", (x, y - 70))
    for across, down in ((25, -65), (48, -50), (65, -25), (70, 1)):
        tab.touch("touchMove", (x + across, y + down))
    tab.touch("touchEnd")
    steps = 0
    while steps < 5:
        event = box.take()
        steps += event.steps if isinstance(event, Turned) else 0

    assert steps == 5


def test_a_tap_presses_a_button(tab: Tab, box: Box) -> None:
    tab.size(390, 844, phone=True, ratio=2)
    tab.open_to_act(box.url)
    point = tab.middle("#undo .key")
    tab.touch("touchStart", point)
    tab.touch("touchEnd")

    assert take_edges(box, 2) == [(Control.UNDO, True), (Control.UNDO, False)]


def test_arrow_and_page_keys_turn(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    tab.key("ArrowRight")
    take_steps(box, 1)
    tab.key("ArrowLeft")
    take_steps(box, -1)
    tab.key("PageDown")
    take_steps(box, 5)


def test_enter_presses_the_knob_and_letters_press_buttons(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    tab.key("Enter")
    tab.key("b")

    assert take_edges(box, 4) == [
        (Control.KNOB, True),
        (Control.KNOB, False),
        (Control.BACK, True),
        (Control.BACK, False),
    ]


def test_enter_on_a_focused_button_presses_that_button(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    tab.evaluate("document.getElementById('why').focus()")
    tab.key("Enter")

    assert take_edges(box, 2) == [(Control.WHY, True), (Control.WHY, False)]


def test_holding_a_button_becomes_a_hold(tab: Tab, box: Box) -> None:
    """The page sends down and up; the gestures of the box make the hold."""
    tab.open_to_act(box.url)
    gestures, meaning = Gestures(hold_s=HOLD_S), []
    x, y = tab.middle("#undo .key")
    tab.mouse("mousePressed", x, y)
    meaning += gestures.feed(box.take(), time.monotonic())
    meaning += gestures.due(time.monotonic() + 2 * HOLD_S)
    tab.mouse("mouseReleased", x, y)
    meaning += gestures.feed(box.take(), time.monotonic())

    assert [event for event in meaning if isinstance(event, Pressed | Held)] == [
        Held(Control.UNDO, 1.0, "web-1")
    ]


def test_a_held_key_stays_down_until_it_is_let_go(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    tab.key("u", up=False)
    tab.key("u", up=False)
    assert take_edges(box, 1) == [(Control.UNDO, True)]
    assert box.nothing_came()
    tab.key("u", down=False)
    assert take_edges(box, 1) == [(Control.UNDO, False)]


def test_sliding_off_a_button_takes_the_press_back(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    x, y = tab.middle("#back")
    tab.mouse("mousePressed", x, y)
    tab.mouse("mouseMoved", x, y + 150, button="left")
    tab.mouse("mouseReleased", x, y + 150)
    gestures, meaning = Gestures(hold_s=HOLD_S), []
    for _ in range(3):
        meaning += gestures.feed(box.take(), time.monotonic())
    meaning += gestures.due(time.monotonic() + 2 * HOLD_S)

    assert not [event for event in meaning if isinstance(event, Pressed | Held)]


def test_a_page_that_loses_the_focus_lets_go(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    tab.key("u", up=False)
    take_edges(box, 1)
    tab.evaluate("dispatchEvent(new Event('blur'))")

    assert isinstance(box.take(), Lost)
    assert take_edges(box, 1) == [(Control.UNDO, False)]


def test_a_click_without_a_pointer_is_a_press(tab: Tab, box: Box) -> None:
    """So do screen readers click."""
    tab.open_to_act(box.url)
    tab.evaluate("document.getElementById('why').click()")

    assert take_edges(box, 2) == [(Control.WHY, True), (Control.WHY, False)]


def test_the_arrows_next_to_the_knob_turn_it(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    tab.click("#turn_right")
    take_steps(box, 1)
    tab.click("#turn_left")
    take_steps(box, -1)


def test_a_reloaded_page_shows_the_picture_again(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    box.panel.show(Picture(bytes([255]) + BLANK[1:], ("one corner",)))
    tab.reload()
    tab.wait_for("document.getElementById('words').textContent === 'one corner'")

    assert tab.lit()[7][0]
    assert not tab.lit()[8][0]


def test_a_lost_connection_is_shown_and_comes_back(tab: Tab, box: Box) -> None:
    tab.open_to_act(box.url)
    box.panel.close()
    tab.wait_for("document.getElementById('status').textContent.includes('lost')")
    assert tab.evaluate("document.getElementById('knob').getAttribute('aria-disabled')") == "true"

    again = WebPanel(box.inbox, box.pairing, port=box.panel.port)
    try:
        again.show(Picture(BLANK, ("back again",)))
        tab.wait_for("document.getElementById('words').textContent === 'back again'")
        assert tab.evaluate("document.getElementById('status').textContent") == ""
        tab.key("ArrowRight")
        take_steps(box, 1)
    finally:
        again.close()


def test_only_changed_lines_are_said_to_a_screen_reader(tab: Tab, box: Box) -> None:
    tab.open(box.url)
    box.panel.show(Picture(BLANK, ("same", "old")))
    tab.wait_for("document.getElementById('words').textContent === 'sameold'")
    tab.evaluate("window.first = document.getElementById('words').firstChild.firstChild; 1")
    box.panel.show(Picture(BLANK, ("same", "new")))
    tab.wait_for("document.getElementById('words').textContent === 'samenew'")

    assert tab.evaluate("window.first === document.getElementById('words').firstChild.firstChild")


def test_every_control_has_a_name_for_screen_readers(tab: Tab, box: Box) -> None:
    tab.open(box.url)
    buttons = [n for n in tab.accessible() if n.get("role", {}).get("value") == "button"]
    names = {button["name"]["value"] for button in buttons}

    assert {"BACK", "WHY", "UNDO", "Turn the knob left", "Turn the knob right"} < names
    assert any(name.startswith("Knob") for name in names)
    assert "" not in names


def test_the_page_fits_a_phone_without_scrolling(tab: Tab, box: Box) -> None:
    for width, height in ((390, 844), (844, 390), (360, 640)):
        tab.size(width, height, phone=True, ratio=2)
        tab.open(box.url)
        # The page fits its picture to the window once it has one.
        tab.wait_for(f"document.documentElement.scrollHeight <= {height + 1}")
        assert tab.evaluate("document.documentElement.scrollWidth") == width


def test_people_may_still_zoom(tab: Tab, box: Box) -> None:
    tab.open(box.url)
    content = tab.evaluate("document.querySelector('meta[name=viewport]').content")

    assert "user-scalable" not in content
    assert "maximum-scale" not in content


@pytest.fixture
def guarded_box() -> Iterator[Box]:
    """A box that takes every page for one from the network."""
    box = Box(is_local=lambda _address: False)
    box.panel.show(Pattern("web").picture())
    yield box
    box.panel.close()


def pair(tab: Tab, box: Box, code: str | None = None) -> None:
    tab.open(box.url)
    tab.click("#ask")
    tab.wait_for("!document.getElementById('code_form').hidden")
    box.pairing.show()
    tab.evaluate("document.getElementById('code').focus()")
    tab.call("Input.insertText", text=code or box.pairing.code)
    tab.key("Enter", up=False)
    tab.call("Input.dispatchKeyEvent", type="char", text="\r")


def test_a_page_from_the_network_may_look_but_not_act(tab: Tab, guarded_box: Box) -> None:
    tab.open(guarded_box.url)
    tab.wait_for("!document.getElementById('pairing').hidden")
    assert not tab.evaluate("document.getElementById('back').checkVisibility()")
    tab.evaluate("document.getElementById('back').click()")
    tab.key("ArrowRight")

    assert guarded_box.nothing_came()
    assert any(any(row) for row in tab.lit())


def test_a_phone_sees_at_once_how_to_pair(tab: Tab, guarded_box: Box) -> None:
    """The box fills the window, and the way to use it is not below the edge."""
    tab.size(360, 640, phone=True, ratio=2)
    tab.open(guarded_box.url)
    tab.wait_for("!document.getElementById('pairing').hidden")
    bottom = tab.evaluate("document.getElementById('ask').getBoundingClientRect().bottom")

    assert 0 < bottom <= 640


def test_the_code_on_the_box_makes_the_page_act(tab: Tab, guarded_box: Box) -> None:
    pair(tab, guarded_box)
    tab.wait_for("document.getElementById('pairing').hidden")
    tab.click("#back")

    assert take_edges(guarded_box, 2) == [(Control.BACK, True), (Control.BACK, False)]


def test_a_scanned_address_pairs_the_page_and_is_not_kept(tab: Tab, guarded_box: Box) -> None:
    """The secret leaves the address bar and the history; a reload needs it no more."""
    guarded_box.pairing.open_window()
    assert guarded_box.pairing.window is not None
    secret = guarded_box.pairing.window.secret
    tab.open(f"{guarded_box.url}#{secret}")
    tab.wait_for("!document.getElementById('box').classList.contains('look')")
    assert tab.evaluate("location.href") == guarded_box.url
    entries = tab.call("Page.getNavigationHistory")["entries"]
    assert not [each for each in entries if secret in each["url"]]
    tab.reload()
    tab.wait_for("!document.getElementById('box').classList.contains('look')")
    assert tab.complaints == []


def test_an_open_page_is_paired_when_it_is_scanned(tab: Tab, guarded_box: Box) -> None:
    """A browser may show the scanned address in the page that is there."""
    tab.open(guarded_box.url)
    tab.wait_for("!document.getElementById('pairing').hidden")
    tab.evaluate(f"location.hash = '{'A' * 16}'")
    tab.wait_for("document.getElementById('says').textContent.includes('has ended')")
    guarded_box.pairing.open_window()
    assert guarded_box.pairing.window is not None
    tab.evaluate(f"location.hash = '{guarded_box.pairing.window.secret}'")
    tab.wait_for("document.getElementById('pairing').hidden")
    assert "#" not in tab.evaluate("location.href")


def test_a_paired_page_stays_paired_over_a_reload(tab: Tab, guarded_box: Box) -> None:
    pair(tab, guarded_box)
    tab.wait_for("document.getElementById('pairing').hidden")
    tab.reload()
    tab.wait_for("!document.getElementById('box').classList.contains('look')")
    tab.click("#why")

    assert take_edges(guarded_box, 2) == [(Control.WHY, True), (Control.WHY, False)]


def test_a_wrong_code_is_reported(tab: Tab, guarded_box: Box) -> None:
    pair(tab, guarded_box, "0" * 7)  # too short: the browser keeps it
    tab.call("Input.insertText", text="0")
    tab.key("Enter", up=False)
    tab.call("Input.dispatchKeyEvent", type="char", text="\r")
    tab.wait_for("document.getElementById('says').textContent.includes('That is not the code')")


def test_a_page_that_was_refused_says_so(tab: Tab, guarded_box: Box) -> None:
    tab.open(guarded_box.url)
    tab.click("#ask")
    tab.wait_for("document.getElementById('says').textContent.includes('on the box')")
    guarded_box.pairing.refuse()
    tab.wait_for(
        "document.getElementById('says').textContent == 'The people at the table said no.'"
    )
    tab.click("#ask")
    tab.wait_for("document.getElementById('says').textContent.startsWith('Wait ')")


SHOWN_TEXTS = """(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = {};
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = node.parentElement;
    const isUnseen = place.closest(".unseen") || !place.checkVisibility();
    if (isUnseen || !node.data.trim()) continue;
    found[node.data] = parseFloat(getComputedStyle(place).fontSize);
  }
  return found;
})()"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1920, 1080)])
def test_a_fifth_page_says_large_why_it_cannot_open_and_what_to_do(
    tab: Tab, guarded_box: Box, width: int, height: int
) -> None:
    """The reason is its largest text; as soon as there is a place, the page is as any other."""
    address = guarded_box.url.replace("http", "ws") + "panel"
    origin = guarded_box.url.rstrip("/")
    tab.size(width, height, phone=width < 500)
    with ExitStack() as others:
        for _ in range(PAGES_PER_ADDRESS):
            others.enter_context(connect(address, origin=Origin(origin), proxy=None)).recv()
        tab.open(guarded_box.url)
        tab.wait_for("document.body.innerText.includes('Too many pages are open.')")
        texts = tab.evaluate(SHOWN_TEXTS)
        assert max(texts, key=texts.__getitem__) == "Too many pages are open."
        assert min(texts.values()) >= 20
        assert any("Close one of the others" in text for text in texts)
        assert tab.evaluate("document.getElementById('full').role") == "alert"
        # A try that fails takes nothing away: it would be said anew every few seconds.
        tab.evaluate(
            "window.changes = 0; new MutationObserver(() => window.changes++)"
            ".observe(document.getElementById('full'), { attributes: true })"
        )
        tab.evaluate("new Promise((done) => setTimeout(() => done(true), 1500))")
        assert tab.evaluate("changes") == 0
    tab.wait_for("document.getElementById('full').hidden")
    tab.wait_for("document.getElementById('box').checkVisibility()")


def test_a_screenshot_of_the_unpaired_page_does_not_depend_on_the_code(
    tab: Tab, guarded_box: Box
) -> None:
    """Two different codes on the box, one and the same picture for viewers."""
    lit = []
    for code in ("11111111", "98765432"):
        guarded_box.panel.show(Pattern("web").picture(code))
        tab.open(guarded_box.url)
        tab.wait_for(
            "document.getElementById('words').textContent.includes('Pairing code --------')"
        )
        lit.append(tab.lit())

    assert lit[0] == lit[1]


def test_the_connection_to_the_browser_sends_no_pings(browser: Chromium) -> None:
    """It is open during other tests, and each ping would use the global random numbers."""
    assert browser.socket.ping_interval is None
