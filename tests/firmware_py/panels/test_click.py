"""A click of the tests' browser reaches what it is meant for, or nothing at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.browser import CHROMIUM, Chromium, Tab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")

PAGE = """
<div id="around"><button id="one">1</button><button id="two">2</button></div>
<script>
window.said = [];
for (const type of ["pointerdown", "click"])
  addEventListener(type, (event) => said.push(`${type} ${event.target.id}`));
</script>
"""
MOVE = "document.getElementById('around').style.marginLeft = '300px'"


@pytest.fixture
def tab(browser: Chromium) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(800, 600)
    tab.call("Page.navigate", url=f"data:text/html,{PAGE}")
    tab.wait_for("window.said && document.readyState === 'complete'")
    yield tab
    tab.close()


@pytest.mark.parametrize("when", ["mousePressed", "mouseReleased"])
def test_a_part_that_moves_away_is_looked_for_again(
    tab: Tab, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Whether it moves before the press or before the release."""
    mouse = tab.mouse
    kinds = []

    def late(kind: str, x: float, y: float, **more: Any) -> None:
        kinds.append(kind)
        if kinds.count(when) == 1 and kind == when:
            tab.evaluate(MOVE)
        mouse(kind, x, y, **more)

    monkeypatch.setattr(tab, "mouse", late)
    tab.click("#one")
    said = tab.evaluate("said")
    assert kinds.count("mousePressed") == 2
    assert [each for each in said if each.startswith("click")] == ["click one"]
    assert {each.split()[1] for each in said} == {"one"}


def test_what_the_page_clicks_itself_is_no_miss(tab: Tab) -> None:
    tab.evaluate(
        "document.getElementById('one').onclick = () => document.getElementById('two').click()"
    )
    tab.click("#one")
    assert tab.evaluate("said") == ["pointerdown one", "click two", "click one"]
