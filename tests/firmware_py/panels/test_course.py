"""The course of a game that has ended: a strip to look at, and turning points to tap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from live_box import LiveBox

from firmware_py.match.turning_points import TurningPoint, TurningPointFiles, key_of
from firmware_py.ui.navigation import GoToMatch
from tests.support.browser import CHROMIUM, Chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")
LINES = ["=b1", "=b6", "b1-b3", "e6-e5", "a1-c2", "a6-a5", "e1-e4", "a5-b3"]
TURN = TurningPoint(7, 0, "e1-e4", "e1-d3", 0.4, -0.9)
COURSE = dict(enumerate((0.0, 0.0, 0.1, 0.2, 0.1, 0.3, 0.4, -0.9, -1.0)))


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveBox]:
    box = LiveBox(tmp_path)
    box.begin("mana", seed=1)

    def end() -> None:
        table = box.services.current_table
        for text in LINES:
            table.play(text)
        TurningPointFiles(tmp_path).write(table.number, key_of(table.match), (TURN,), COURSE)
        box.services.reviews = True  # it was thought about already
        box.app.follow(GoToMatch())

    box.do(end)
    yield box
    box.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_a_tap_on_a_turning_point_draws_the_better_move(
    browser: Chromium, live: LiveBox, width: int, height: int
) -> None:
    tab = browser.tab(browser.person())
    tab.size(width, height, phone=width < 900)
    tab.open_to_act(live.url)
    tab.wait_for("document.querySelector('#course .line') !== null")
    assert tab.evaluate("document.getElementById('now').hidden")
    tab.evaluate("document.querySelector('#course .turning').scrollIntoView({ block: 'center' })")
    tab.click("#course .turning")
    tab.wait_for("document.getElementById('caption').textContent.includes('Better: ')")
    tab.wait_for("!document.getElementById('now').hidden")
    stands_before = "Boolean(document.querySelector(`#picture [data-id$='@e1']`))"
    tab.wait_for(stands_before)
    assert tab.evaluate("document.querySelector('#picture .cursor') !== null")
    tab.click("#now")
    tab.wait_for(f"!{stands_before}")
    assert not tab.evaluate("document.getElementById('back_bar').hidden")
    assert tab.complaints == []
    tab.close()


def test_practice_goes_on_from_the_moment_that_is_looked_at(
    browser: Chromium, live: LiveBox
) -> None:
    """At a turning point that is the moment before it, which the picture shows."""
    tab = browser.tab(browser.person())
    tab.size(390, 844, phone=True)
    tab.open_to_act(live.url)
    tab.wait_for("document.querySelector('#course .line') !== null")
    assert tab.evaluate("document.getElementById('go_from').hidden")
    ended = live.services.current_table.number
    tab.evaluate("document.querySelector('#course .turning').scrollIntoView({ block: 'center' })")
    tab.click("#course .turning")
    tab.wait_for("document.getElementById('go_from').checkVisibility()")
    tab.click("#go_from")
    live.wait_until(lambda: live.services.current_table.number != ended)
    match = live.match
    assert match.practice
    assert [line.text for line in match.lines][: TURN.place - 1] == LINES[: TURN.place - 1]
    tab.wait_for("document.body.classList.contains('playing')")
    assert tab.evaluate("document.getElementById('back_bar').hidden")
    assert tab.complaints == []
    tab.close()
