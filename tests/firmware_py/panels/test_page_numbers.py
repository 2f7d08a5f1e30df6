"""Numbers typed at a page, in a real browser: the box dials them, and Enter enters them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_box import LiveBox

from engines.scorepad.shipped import shipped
from engines.scorepad.template_writer import value_of
from firmware_py.match.taps import AskedNumber
from firmware_py.screens.play import entry
from firmware_py.screens.play import play as play_screen
from firmware_py.screens.play.why import Verdict
from tests.support.browser import CHROMIUM, FOUND, Chromium, Tab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveBox]:
    box = LiveBox(tmp_path)
    box.begin("scorepad", given={"template": value_of(shipped("low_rounds"))})
    yield box
    box.close()


@pytest.fixture
def tab(browser: Chromium, live: LiveBox) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(1280, 800)
    tab.open(live.url)
    tab.wait_for("!document.getElementById('number_form').hidden")
    yield tab
    assert tab.complaints == []
    tab.close()


def type_keys(tab: Tab, text: str) -> None:
    for letter in text:
        tab.call("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
        tab.call("Input.dispatchKeyEvent", type="keyUp", key=letter)


def press_enter(tab: Tab) -> None:
    key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
    tab.call("Input.dispatchKeyEvent", type="keyDown", text="\r", **key)
    tab.call("Input.dispatchKeyEvent", type="keyUp", **key)


def lines(live: LiveBox) -> list[str]:
    return [line.text for line in live.match.lines]


def top(live: LiveBox) -> Any:
    """Return the screen on top, of whatever kind it is."""
    return live.app.top


def asked(live: LiveBox) -> AskedNumber:
    """Look at the question; from the thread of the loop, or while nothing happens."""
    found = live.app.top.asked_number()
    assert found is not None
    return found


def test_a_sheet_is_kept_by_typing_alone(tab: Tab, live: LiveBox) -> None:
    """Shown while it is typed, entered once, and the field keeps the focus."""
    tab.click("#number")
    for place, text in enumerate(("12", "-7", "104"), 1):
        type_keys(tab, text)
        want = int(text)
        live.wait_until(lambda: asked(live).value == want)  # noqa: B023 - it is over before the next
        assert len(lines(live)) == place - 1
        press_enter(tab)
        live.wait_until(lambda: len(lines(live)) == place)  # noqa: B023 - the same
        tab.wait_for("document.getElementById('number').value === ''")
    assert lines(live) == ["2=12", "1=-7", "1=104"]
    assert tab.evaluate("document.activeElement.id") == "number"


def test_enter_is_the_knobs_while_the_field_is_empty_or_elsewhere(tab: Tab, live: LiveBox) -> None:
    likeliest = asked(live).value
    assert tab.evaluate("document.activeElement === document.body")
    press_enter(tab)
    live.wait_until(lambda: lines(live) == [f"2={likeliest}"])
    live.wait_until(lambda: live.services.time() - top(live)._played_s > 0.3)  # noqa: SLF001 - since when a press counts again
    tab.click("#number")
    press_enter(tab)
    live.wait_until(lambda: len(lines(live)) == 2)


def test_a_turn_of_the_knob_goes_on_from_the_typed_number(tab: Tab, live: LiveBox) -> None:
    """What stands in the field is never something else than what a press would enter."""
    tab.click("#number")
    type_keys(tab, "30")
    live.wait_until(lambda: asked(live).value == 30)
    tab.evaluate("document.querySelector('[data-turn=\"1\"]').click()")
    tab.wait_for("document.getElementById('number').value === ''")
    tab.wait_for("document.getElementById('number').placeholder === '31'")


def test_a_number_out_of_range_is_marked_with_its_rule(tab: Tab, live: LiveBox) -> None:
    tab.click("#number")
    type_keys(tab, "999")
    tab.wait_for("document.getElementById('number').getAttribute('aria-invalid') === 'true'")
    press_enter(tab)
    tab.wait_for("document.getElementById('caption').textContent.includes('200')")
    assert isinstance(live.app.top, Verdict)
    assert tab.evaluate("document.getElementById('number').value") == "999"
    tab.evaluate("document.getElementById('number').select()")
    type_keys(tab, "99")
    press_enter(tab)
    live.wait_until(lambda: lines(live) == ["2=99"])


@pytest.mark.parametrize(("typed", "rule"), [("1.5", "A whole number"), ("999", "200")])
def test_why_a_number_is_refused_stands_where_it_is_typed(
    tab: Tab, live: LiveBox, typed: str, rule: str
) -> None:
    """On a phone the sheet is long: below it nobody would see it. It is rule once."""
    tab.size(390, 844, phone=True)
    tab.evaluate(
        "window.said = []; new MutationObserver(() => said.push("
        "document.getElementById('live').textContent)).observe("
        "document.getElementById('live'), { childList: true })"
    )
    tab.evaluate("document.getElementById('number').focus()")
    type_keys(tab, typed)
    press_enter(tab)
    why = "document.getElementById('number_why')"
    text = tab.wait_for(f"{why}.checkVisibility() && {why}.textContent")
    assert rule in text
    box = f"(({{ top, bottom }}) => [top, bottom])({why}.getBoundingClientRect())"
    field = tab.evaluate("document.getElementById('number').getBoundingClientRect().bottom")
    top, bottom = tab.evaluate(box)
    assert 0 < top - field < 30
    keys = tab.evaluate("document.querySelector('.keypad').getBoundingClientRect().top")
    assert 0 < bottom <= keys < 844
    for place in ("note", "caption"):
        assert not tab.evaluate(f"document.getElementById('{place}').checkVisibility()")
    rule = text.removesuffix(".")  # what is said last is said without its full stop
    tab.wait_for(f"said.some((each) => each.includes({json.dumps(rule)}))")
    tab.wait_for("new Promise((done) => setTimeout(() => done(true), 500))")
    assert sum(each.count(rule) for each in tab.evaluate("said")) == 1
    tab.evaluate("document.getElementById('number').select()")
    type_keys(tab, "7")
    tab.wait_for(f"{why}.hidden")
    assert live.do(lambda: lines(live)) == []


# A whole sheet


def catch_up(tab: Tab) -> None:
    """Let the page show all that the box has: an answer is the last thing that is sent.

    A tap before that may hit a part that still moves.
    """
    tab.evaluate("document.getElementById('said').textContent = ''")
    tab.evaluate("document.querySelector('[data-ask=turn]').click()")
    tab.wait_for("document.getElementById('said').textContent !== ''")


def tap_cell(tab: Tab, label: str) -> None:
    """Put a finger on a cell, and wait until it is the one in question."""
    cell = f'#picture [aria-label^="{label}:"]'
    catch_up(tab)
    tab.click(cell)
    tab.wait_for(f"Boolean(document.querySelector('{cell} .cursor, {cell} .against-frame'))")
    catch_up(tab)


def enter_by_taps(tab: Tab, live: LiveBox) -> None:
    """Tap a number that the box proposes; where no cell was picked, the button plays it."""
    count = len(lines(live))
    tab.click("#choices [data-tap^=lik]:not([aria-pressed=true])")
    live.wait_until(lambda: len(lines(live)) > count or bool(top(live).entry.shown))
    if len(lines(live)) == count:
        tab.click("#commit .commit")
    live.wait_until(lambda: len(lines(live)) == count + 1)


def enter_by_keys(tab: Tab, live: LiveBox, number: int) -> None:
    count = len(lines(live))
    tab.click("#number")
    type_keys(tab, str(number))
    press_enter(tab)
    live.wait_until(lambda: len(lines(live)) == count + 1)


def test_a_whole_sheet_is_kept_by_taps_on_its_cells(
    tab: Tab, live: LiveBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any cell in any order, one corrected later, one that is impossible; knob and page agree."""
    monkeypatch.setattr(play_screen, "BOUNCE_S", 0.0)  # a test has quicker fingers than people
    monkeypatch.setattr(entry, "STILL_S", 0.0)
    for number in range(1, 10):
        if number == 4:  # what was entered before is corrected where it stands
            tap_cell(tab, "Anna, 2")
            enter_by_keys(tab, live, 33)
            assert lines(live)[-1] == "!1@2=33"
        if number == 6:  # a seat that sits out has no cell, but a sentence
            live.do(lambda: live.services.current_table.play("skip 2"))
            live.show_match()
            tap_cell(tab, "Ben, 6")
            tab.wait_for("document.getElementById('note').textContent.includes('Ben')")
            assert isinstance(live.app.top, Verdict)
        tap_cell(tab, f"Anna, {number}")
        seat = live.do(lambda: top(live).picker.reachable[0][0])
        assert seat == "1"  # the box is where the finger was
        enter_by_taps(tab, live)
        if number != 6:
            tap_cell(tab, f"Ben, {number}")
            enter_by_keys(tab, live, -number)
    tab.wait_for("document.getElementById('who').textContent === 'Ben wins'")
    assert live.services.current_table.is_over
    scores = live.match.engine.scores(live.match.state)
    assert scores[1] == -(45 - 6)
    said = "[...document.querySelectorAll('#picture [role=group]')].map((each) => each.ariaLabel)"
    assert f"Ben: {scores[1]}, 1." in tab.evaluate(said)


def test_on_a_wide_page_the_course_is_next_to_the_sheet(tab: Tab, live: LiveBox) -> None:
    """And below it on a phone; nothing is scrolled sideways there."""
    svg = "document.querySelector('#picture svg')"
    tops = f"[...{svg}.querySelectorAll('[data-wide]')].map((e) => e.getBoundingClientRect().top)"
    tab.wait_for(f"Boolean({svg})")
    sheet, course = tab.evaluate(tops)
    assert abs(sheet - course) < 10
    tab.size(360, 740, phone=True)
    tab.wait_for(f"{svg}.getAttribute('viewBox') === {svg}.dataset.plain")
    sheet, course = tab.evaluate(tops)
    assert course > sheet + 100
    assert tab.evaluate("document.documentElement.scrollWidth <= 360")
    sizes = f"[...{svg}.querySelectorAll('.tap')].map((e) => e.getBoundingClientRect().height)"
    assert min(tab.evaluate(sizes)) > 24


def test_a_page_that_may_only_look_has_no_field_and_is_not_heard(
    browser: Chromium, tmp_path: Path
) -> None:
    live = LiveBox(tmp_path, is_local=False)
    live.begin("scorepad", given={"template": value_of(shipped("low_rounds"))})
    tab = browser.tab(browser.person())
    tab.open(live.url)
    tab.wait_for("Boolean(document.querySelector('#picture svg'))")
    assert not tab.evaluate("document.getElementById('number_form').checkVisibility()")
    code = asked(live).code
    tab.evaluate(
        f"""new Promise((done) => {{
          const link = new WebSocket(`ws://${{location.host}}/panel`);
          link.onopen = () => {{
            link.send(JSON.stringify({{ kind: "want", what: "enter", text: "{code} 5" }}));
            link.send(JSON.stringify({{ kind: "ask" }}));
          }};
          link.onmessage = ({{ data }}) => {{
            if (typeof data === "string" && JSON.parse(data).kind === "here") done(link.close());
          }};
        }})"""
    )
    assert live.do(lambda: lines(live)) == []
    tab.close()
    live.close()


# On a phone: the sheet and the keys


def tap_key(tab: Tab, key: str) -> None:
    tab.click(f'.keypad [data-key="{key}"]' if key != "next" else ".key_next")


@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_sheet_and_keys_are_both_in_sight_on_a_phone(
    tab: Tab, live: LiveBox, size: tuple[int, int]
) -> None:
    """The cell that is asked for, a key of each row and Next can be touched at once."""
    tab.size(*size, phone=True)
    tab.reload()
    for number in range(1, 13):
        live.do(lambda number=number: play_next(live, number))  # type: ignore[misc]
    tab.wait_for("document.querySelector('#picture .cursor') !== null")
    for selector in ("#picture g:has(> .cursor)", '[data-key="1"]', '[data-key="0"]', ".key_next"):
        tab.wait_for(FOUND % json.dumps(selector))
    heights = tab.evaluate(
        "[...document.querySelectorAll('.keypad button')].map((key) => key.offsetHeight)"
    )
    assert min(heights) >= 44
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def play_next(live: LiveBox, number: int) -> None:
    top(live).type_number(f"{asked(live).code} {number}", enters=True)


def test_a_score_takes_its_digits_and_one_tap(tab: Tab, live: LiveBox) -> None:
    """With a sign, one more; the keyboard of the phone stays away."""
    tab.size(390, 844, phone=True)
    tab.reload()
    for number, keys in ((17, "17"), (-8, "8±")):
        before = len(lines(live))
        for key in keys:
            tap_key(tab, key)
        tap_key(tab, "next")
        live.wait_until(lambda before=before: len(lines(live)) > before)  # type: ignore[misc]
        assert lines(live)[-1].endswith(f"={number}")
        tab.wait_for("document.getElementById('number').value === ''")  # the next question is there
    assert tab.evaluate("document.getElementById('number').inputMode") == "none"
