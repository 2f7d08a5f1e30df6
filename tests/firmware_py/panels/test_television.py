"""The page of an evening on a television, in a browser: everything can be seen, and is large."""

from __future__ import annotations

from pathlib import Path

import pytest
from live_box import LiveBox

from firmware_py.evening.evening import SWISS, TABLES, Plan
from firmware_py.screens.evening.television import ON, PATH, refresh
from tests.support.browser import CHROMIUM, Chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")

HIDDEN = """[...document.querySelectorAll('h1, li, span')].filter((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
    || each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;
}).map((each) => each.textContent)"""
SMALLEST = """Math.min(...[...document.querySelectorAll('span')].map(
  (each) => parseFloat(getComputedStyle(each).fontSize))) / innerHeight"""


@pytest.mark.parametrize(
    ("form", "players", "least"),
    [(SWISS, 4, 0.05), (SWISS, 17, 0.035), (SWISS, 64, 0.03), (TABLES, 64, 0.03)],
)
def test_everything_fits_and_is_large(
    tmp_path: Path, browser: Chromium, form: str, players: int, least: float
) -> None:
    live = LiveBox(tmp_path)

    def play() -> None:
        services = live.services
        names = [f"Maximilia {at:02}" for at in range(players)]
        evening = services.evenings.begin(Plan(("mana",), form, 5), names, 1)
        made = evening.propose()
        tables = [list(table) for table in made.tables]
        line = {"do": "round", "game": "mana", "tables": tables, "out": list(made.out)}
        services.evenings.add(evening, line)
        place = {"round": 0, "table": 0, "game": 0}
        ranks = list(range(1, len(tables[0]) + 1))
        services.evenings.add(evening, {"do": "result", "ranks": ranks, "by": "", **place})
        services.settings.remember_own(ON, evening.number)
        refresh(services)

    live.do(play)
    tab = browser.tab(browser.person())
    for width, height in ((1920, 1080), (1280, 720)):
        tab.size(width, height)
        for path in (PATH, f"{PATH}/names", f"{PATH}/standings"):
            tab.call("Page.navigate", url=live.url.rstrip("/") + path)
            tab.wait_for(
                "document.querySelectorAll('li').length && document.readyState === 'complete'"
            )
            assert tab.evaluate(HIDDEN) == []
            assert tab.evaluate(SMALLEST) >= least
    (tmp_path / "television.png").write_bytes(tab.screenshot())
    assert tab.complaints == []
    tab.close()
    live.close()
