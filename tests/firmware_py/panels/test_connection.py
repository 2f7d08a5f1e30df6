"""How a page arrives and what it does without the box: slow, broken and dead networks."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from live_box import LiveBox

from engines import catalog
from engines.languages import NAMES
from firmware_py.panels.web.page_files import join_modules, load_page
from tests.support.browser import CHROMIUM, Chromium, Tab
from tests.support.slow_network import SlowNetwork
from tests.support.web_panel import Rig

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveBox]:
    box = LiveBox(tmp_path)
    box.begin("mana")
    box.show_match()
    yield box
    box.close()


@pytest.fixture
def tab(browser: Chromium) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(390, 844)
    yield tab
    tab.close()


def fetch(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    found = response.status, dict(response.headers), response.read()
    connection.close()
    return found


# Files


def test_a_browser_that_takes_gzip_gets_the_same_file_in_less(rig: Rig) -> None:
    plain = fetch(rig.panel.port, "/app.js")[2]
    _, headers, packed = fetch(rig.panel.port, "/app.js", **{"Accept-Encoding": "br, gzip"})

    assert headers["Content-Encoding"] == "gzip"
    assert headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed) == plain
    assert 2 * len(packed) < len(plain)


def test_a_file_that_the_browser_has_is_not_sent_again(rig: Rig) -> None:
    _, headers, _ = fetch(rig.panel.port, "/page.css")
    status, again, body = fetch(rig.panel.port, "/page.css", **{"If-None-Match": headers["ETag"]})

    assert headers["Cache-Control"] == "no-cache"
    assert (status, body, again["ETag"]) == (304, b"", headers["ETag"])
    assert fetch(rig.panel.port, "/page.css", **{"If-None-Match": '"another"'})[0] == 200


def test_a_module_comes_with_what_it_imports() -> None:
    """Each file is a round trip, and a connection carries one answer."""
    page = load_page()
    text = page["/app.js"].body.decode()

    assert "\nimport " not in text
    assert "class Link" in text
    assert "class Desk" not in text
    assert "class Desk" in page["/desk.js"].body.decode()


@pytest.mark.parametrize(
    "line", ['import "./b.js";', 'export * from "./b.js";', "export default 1;"]
)
def test_a_form_of_import_that_cannot_be_joined_is_refused(line: str) -> None:
    sources = {"a.js": 'import { b } from "./b.js";\n', "b.js": f"{line}\n"}
    with pytest.raises(ValueError, match=r"b\.js cannot be joined"):
        join_modules("a.js", sources.__getitem__)


# What everybody may see, before there is a socket


def test_the_table_comes_with_the_page_and_is_made_for_it(live: LiveBox) -> None:
    """Nobody has looked yet: the loop makes the table now."""
    _, headers, body = fetch(live.panel.port, "/first")
    messages = [json.loads(line) for line in body.decode().splitlines()]

    assert headers["Cache-Control"] == "no-store"
    assert messages[0]["kind"] == "words"
    parts = {message["part"]: message["value"] for message in messages[1:]}
    assert parts["head"]["game"] == "Mana"
    assert "<svg" in parts["picture"]


def test_what_comes_with_the_page_holds_nothing_secret(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig()
    rig.panel.show_table({"held": "Your hand: 2 vermilion", "head": 1}, {"held": ""}, {})

    messages = fetch(rig.panel.port, "/first")[2]
    assert b'"head"' in messages
    assert b"vermilion" not in messages


# In a browser


def picture_is_there(tab: Tab) -> None:
    tab.wait_for("document.querySelector('#picture svg') !== null")


@needs_browser
@pytest.mark.parametrize("path", ["/boot.js ", "/app.js ", "/page.css ", "/first ", "/panel "])
def test_a_page_of_which_one_file_breaks_off_comes_whole(
    tab: Tab, live: LiveBox, path: str
) -> None:
    broken: list[str] = []

    def breaks(_number: int, line: str) -> bool:
        if broken or f" {path}" not in line:
            return False
        broken.append(line)
        return True

    with SlowNetwork(live.panel.port, breaks=breaks) as network:
        tab.call("Page.navigate", url=network.url)
        picture_is_there(tab)
        tab.wait_for("!document.getElementById('acts').hidden")
        tab.wait_for("getComputedStyle(document.body).display === 'flex'")
        assert broken


@needs_browser
def test_a_page_that_waits_for_a_file_says_so(tab: Tab, live: LiveBox) -> None:
    is_broken = True
    with SlowNetwork(
        live.panel.port, breaks=lambda _number, line: is_broken and "/app.js" in line
    ) as network:
        tab.call("Page.navigate", url=network.url)
        tab.wait_for("document.getElementById('status')?.textContent.includes('Trying again')")
        is_broken = False
        picture_is_there(tab)


def test_the_page_says_so_in_every_language() -> None:
    text = load_page()["/boot.js"].body.decode()
    assert all(f"\n    {language}: " in text for language in NAMES)


@needs_browser
def test_a_page_is_there_before_its_socket_is_open(tab: Tab, live: LiveBox) -> None:
    with SlowNetwork(live.panel.port, breaks=lambda _number, line: "/panel" in line) as network:
        tab.call("Page.navigate", url=network.url)
        picture_is_there(tab)
        tab.wait_for("document.getElementById('acts').hidden")


@needs_browser
def test_without_the_box_the_table_is_dim_and_nothing_can_be_pressed(
    tab: Tab, live: LiveBox
) -> None:
    with SlowNetwork(live.panel.port) as network:
        tab.open(network.url)
        tab.wait_for("!document.getElementById('acts').hidden")
    tab.wait_for("document.body.classList.contains('lost')")

    state: dict[str, Any] = tab.evaluate(
        "({ inert: document.getElementById('acts').closest('[inert]') !== null,"
        " picture: document.getElementById('picture').inert,"
        " dim: getComputedStyle(document.getElementById('picture')).opacity,"
        " wide: document.documentElement.scrollWidth - innerWidth,"
        " says: document.body.dataset.status })"
    )
    assert state["inert"]
    assert state["picture"]
    assert float(state["dim"]) < 1
    assert state["wide"] <= 0
    assert "lost" in state["says"]


@needs_browser
def test_a_box_that_is_switched_off_says_so(tab: Tab, tmp_path: Path) -> None:
    box = LiveBox(tmp_path)
    box.begin(next(iter(catalog.GAMES)))
    tab.open(box.url)
    picture_is_there(tab)
    box.close()
    tab.wait_for("document.body.dataset.status?.includes('switched off')")


@needs_browser
def test_a_page_that_is_only_looked_at_notices_a_dead_network(tab: Tab, live: LiveBox) -> None:
    """It asks by itself after 8 s, and waits 5.5 s for an answer; the clock is the page's own."""
    with SlowNetwork(live.panel.port) as network:
        tab.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="""(() => {
              const real = window.setTimeout;
              window.waits = [];
              window.setTimeout = (act, ms, ...more) => {
                if (ms >= 1000) window.waits.push(ms);
                return real(act, ms / 50, ...more);
              };
            })()""",
        )
        tab.open(network.url)
        picture_is_there(tab)
        network.is_dead = True
        tab.wait_for("document.body.classList.contains('lost')")
        assert {8000, 1000, 4500} <= set(tab.evaluate("window.waits"))
        assert 8000 + 1000 + 4500 < 15_000
