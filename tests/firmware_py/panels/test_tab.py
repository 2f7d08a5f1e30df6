"""The box in a browser tab: played in a real Chromium, from files that any web server can serve."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import randbytes
from shutil import copytree
from unittest.mock import patch

import pytest
from rows import judge
from tab import BYTES_AT_MOST, measure

from tests.support.browser import CHROMIUM, Chromium, Tab
from tests.support.plain_server import serving

ROOT = Path(__file__).parents[3]
with patch.object(sys, "path", [*sys.path, str(ROOT / "docs")]):
    import make_tab

REASON = "" if make_tab.PYODIDE.exists() else "npm ci --prefix docs/tab"
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium"),
    pytest.mark.skipif(bool(REASON), reason=REASON),
]
HAS_TABLE = "document.querySelectorAll('#picture [data-tap]').length > 0"
MOVES = "document.querySelectorAll('#moves li').length"
FAULT = "(document.getElementById('status')?.textContent ?? '')"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site with the tab below its top, as on a host for many projects."""
    site = tmp_path_factory.mktemp("site")
    make_tab.make(site / "project" / "try")
    return site


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer: Python is loaded twice or more, and other tests run meanwhile."""
    monkeypatch.setattr("tests.support.browser.PATIENCE_S", 300.0)


@pytest.fixture
def tab(browser: Chromium, patient: None) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(1200, 900)
    yield tab
    tab.close()


def start(tab: Tab, url: str) -> None:
    """Open the tab and wait for its first picture."""
    tab.call("Page.navigate", url=f"{url}/project/try/")
    tab.wait_for("document.getElementById('words')?.textContent.includes('English')")


def begin_mana(tab: Tab) -> None:
    """Choose English, and practise Mana up to the first move after the set-up."""
    tab.click("#rows li:first-child button")
    tab.wait_for("document.body.innerText.includes('Puzzles')")
    tab.click(".game_tile button")
    tab.wait_for(HAS_TABLE)
    press_until(tab, "Boolean(document.querySelector('#picture [data-tap^=\"piece:\"]'))")


def press_until(tab: Tab, is_so: str) -> None:
    """Press the knob, again and again; right after a turn the box takes no press for a moment."""
    tab.wait_for(
        f"(async () => {{ if ({is_so}) return true;"
        "document.querySelector(\".act[data-act='knob']\").click();"
        "await new Promise((done) => setTimeout(done, 1500));"
        f"return {is_so}; }})()"
    )


def test_mana_is_played_refused_kept_and_exported_without_a_server(tab: Tab, folder: Path) -> None:
    """A move and a refused one; the same game after a reload, and without any network."""
    with serving(folder) as (url, sent):
        start(tab, url)
        tab.wait_for("navigator.serviceWorker.ready.then(() => true)")
        assert sum(sent) <= BYTES_AT_MOST, sent
        begin_mana(tab)
        own = tab.evaluate(
            "document.querySelector('#moves li').innerText.includes('Player 1') "
            "? document.querySelector('#moves li').innerText "
            ": document.querySelector('#moves li:nth-child(2)').innerText"
        )
        row = int(re.findall(r"[a-f]([1-6])", own)[0])
        before = tab.evaluate(MOVES)
        tab.click(f"#picture [data-tap*='piece:b{7 - row}']")  # of the other player
        refusal = tab.wait_for("document.getElementById('note').textContent")
        assert f"b{7 - row}" in refusal
        assert tab.evaluate(MOVES) == before
        press_until(tab, f"{MOVES} > {before}")
        tab.wait_for(f"{MOVES} >= {before + 2}")  # the bot has answered
        played = tab.evaluate(MOVES)
    # The server is gone.
    tab.call("Page.reload")
    tab.wait_for(f"document.readyState === 'complete' && {MOVES} === {played}")
    export(tab)
    assert not [each for each in tab.complaints if "favicon" not in each]


def export(tab: Tab) -> None:
    """End the match, and fetch its record at the desk."""
    tab.evaluate("window.saved = []; URL.createObjectURL = (file) => (saved.push(file), '#')")
    tab.click("[data-go='desk']")
    tab.click("#open_files")
    tab.click("#get_backup")
    tab.wait_for("document.getElementById('file_says').textContent.startsWith('tablemate')")
    assert tab.evaluate("saved[0].text().then((text) => text.startsWith('SQLite format 3'))")


def test_a_tab_that_is_too_large_is_noticed(
    patient: None, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the bench, which fetches it as a browser does."""
    site = tmp_path / "site"
    copytree(folder / "project" / "try", site)
    page = (site / "index.html").read_text()
    more = page.replace("</head>", '<link rel="preload" as="fetch" href="noise.bin"></head>')
    (site / "index.html").write_text(more)
    (site / "noise.bin").write_bytes(randbytes(1_000_000))
    assert judge(measure(site, tmp_path / "profile")) == 1
    wire = next(line for line in capsys.readouterr().out.splitlines() if "tab: wire" in line)
    assert "EXCEEDED" in wire


def test_after_quit_the_box_starts_anew(tab: Tab, folder: Path) -> None:
    """With what was chosen before."""
    with serving(folder) as (url, _):
        start(tab, url)
        tab.click("#rows li:first-child button")
        tab.wait_for("document.body.innerText.includes('Puzzles')")
        tab.wait_for("Boolean(document.querySelector('[data-key=end] button'))")
        tab.evaluate("document.querySelector('[data-key=end] button').click()")
        yes = (
            "[...document.querySelectorAll('#rows button')].find((row) => row.innerText === 'Yes')"
        )
        tab.wait_for(f"Boolean({yes})")
        tab.evaluate(f"{yes}.click()")
        tab.wait_for("document.body.classList.contains('lost')")
        tab.wait_for(
            "!document.body.classList.contains('lost')"
            " && document.getElementById('words').textContent.includes('New game')"
        )


def test_a_second_tab_waits_for_the_first(browser: Chromium, folder: Path, patient: None) -> None:
    """Both would write into the same files."""
    person = browser.person()
    first, second = browser.tab(person), browser.tab(person)
    with serving(folder) as (url, _):
        start(first, url)
        second.call("Page.navigate", url=f"{url}/project/try/")
        second.wait_for(f"{FAULT}.includes('open in another tab')")
        first.close()
        second.wait_for("document.getElementById('words')?.textContent.includes('English')")
    second.close()


def test_what_fails_is_said(tab: Tab, folder: Path, tmp_path: Path) -> None:
    """Not an endless wait: the reason is on the page."""
    broken = tmp_path / "project"
    make_tab.make(broken / "try")
    (broken / "try" / "program.tar.xz").write_bytes(b"nothing")
    with serving(tmp_path) as (url, _):
        tab.call("Page.navigate", url=f"{url}/project/try/")
        tab.wait_for(f"document.readyState === 'complete' && {FAULT}.includes('cannot start')")


def test_the_same_tree_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """So that a release with the tab can be made twice."""
    make_tab.make(tmp_path / "again")
    once, again = (
        {each.relative_to(place): each.read_bytes() for each in place.rglob("*") if each.is_file()}
        for place in (folder / "project" / "try", tmp_path / "again")
    )
    assert once == again
