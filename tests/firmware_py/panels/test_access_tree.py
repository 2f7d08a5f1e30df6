"""What a screen reader finds on every view: Chromium's own tree of roles and names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_box import LiveBox

from engines import catalog
from engines.rng import Chance
from firmware_py.app.page_requests import Request, handle
from firmware_py.ui.navigation import GoToMatch
from tests.support.browser import CHROMIUM, Chromium, Tab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")

NAMED = frozenset(
    {"button", "textbox", "combobox", "checkbox", "link", "image", "img", "heading", "navigation"}
)
"""Roles that say nothing without a name."""
Tree = list[tuple[str, str]]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveBox]:
    """One box for all views: nothing here changes what another test looks at."""
    box = LiveBox(tmp_path_factory.mktemp("box"))
    box.services.web_address = lambda: box.url
    yield box
    box.close()


@pytest.fixture(scope="module")
def tab(browser: Chromium, live: LiveBox) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(1280, 800)
    tab.open_to_act(live.url)
    tab.wait_for("document.body.dataset.view === 'table'")
    yield tab
    tab.close()


@pytest.fixture(scope="module")
def ended(live: LiveBox) -> int:
    """Play a match to its end; return its number."""
    live.begin("icehouse")

    def play_out() -> int:
        engine, chance = live.match.engine, Chance(1, "out")
        while live.match.turn is not None:
            legal = list(engine.legal(live.match.state))
            live.services.current_table.play(engine.write(chance.choose(legal)))
        live.app.follow(GoToMatch())
        live.app.paint()
        return live.services.current_table.number

    return live.do(play_out)


def tree(tab: Tab) -> Tree:
    """Return role and name of every node; check that nodes that need a name have one."""
    nodes = tab.accessible()
    found = [
        (node["role"]["value"], " ".join(node.get("name", {}).get("value", "").split()))
        for node in nodes
        if not node.get("ignored") and "role" in node
    ]
    assert [role for role, name in found if role in NAMED and not name] == []
    return found


def show(tab: Tab, view: str, ready: str) -> Tree:
    """Open a view, and look when it is there."""
    tab.evaluate(f"document.querySelector(\"[data-go='{view}']\").click()")
    tab.wait_for(ready)
    return tree(tab)


def lay(tab: Tab, live: LiveBox, game: str) -> Tree:
    """Put a match on the table, and look once its own picture has come in place of the last."""
    live.go_home()
    tab.wait_for("!document.querySelector('#picture svg')")
    live.begin(game)
    return show(tab, "table", "Boolean(document.querySelector('#picture svg'))")


def has(found: Tree, role: str, *names: str) -> bool:
    """Return whether each name is followed by a role."""
    return all(any(r == role and n.startswith(name) for r, n in found) for name in names)


def is_there(text: str) -> str:
    """Return a script: whether a heading or a row says something."""
    return (
        "[...document.querySelectorAll('h1, h2, h3, .row .label')]"
        f".some((each) => each.textContent.startsWith({json.dumps(text)}))"
    )


def test_home(tab: Tab, live: LiveBox) -> None:
    live.go_home()
    found = show(tab, "table", is_there("New game"))
    assert has(found, "heading", "Tablemate")
    assert has(found, "navigation", "Views")
    assert has(found, "button", "New game", "Learn", "Mana. Play Mana against the box")
    assert has(found, "button", "Options of Mana", "Home")
    assert has(found, "log", "")


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_table_of_each_game(tab: Tab, live: LiveBox, game: str) -> None:
    """The picture is a group with a name; whatever can be tapped in it is a button that says so."""
    found = lay(tab, live, game)
    assert has(found, "button", "Choose", "What may I do?", "Last move", "Undo", "Why", "Hint")
    assert has(found, "heading", "Moves", "Questions")
    assert has(found, "list", "")
    drawn = tab.evaluate(
        "[...document.querySelectorAll('#picture [data-tap]')].map((e) => e.ariaLabel)"
    )
    assert set(drawn) <= {name for role, name in found if role == "button"}
    assert tab.evaluate("document.querySelector('#picture svg').ariaLabel") in {
        name for role, name in found if role == "group"
    }


def test_the_menu(tab: Tab, live: LiveBox) -> None:
    lay(tab, live, "mana")
    tab.evaluate("document.querySelector(\"[data-hold='knob']\").click()")
    tab.wait_for(is_there("Player aid"))
    found = tree(tab)
    assert has(found, "heading", "Game")
    assert has(found, "button", "Player aid", "Check a move", "Moves")
    assert has(found, "listitem", "")
    live.show_match()


def test_the_box(tab: Tab, live: LiveBox) -> None:
    lay(tab, live, "mana")
    found = show(tab, "box", "document.getElementById('window').checkVisibility()")
    assert has(found, "image", "Display of the box") or has(found, "img", "Display of the box")
    assert has(found, "button", "Knob: press to choose", "Turn the knob left", "BACK", "UNDO")


@pytest.mark.usefixtures("ended")
def test_the_desk_with_a_match_and_the_editor(tab: Tab) -> None:
    show(tab, "desk", "document.querySelectorAll('#desk_history tbody tr').length > 0")
    tab.wait_for("Boolean(document.getElementById('set_language'))")
    tab.wait_for("Boolean(document.querySelector('#desk_papers li button'))")
    tab.evaluate("document.querySelector('#desk_history tbody button').click()")
    tab.wait_for("Boolean(document.querySelector('.match svg'))")
    tab.evaluate("document.getElementById('open_papers').click()")
    tab.evaluate("document.querySelector('#desk_papers li button').click()")
    tab.wait_for("document.querySelector('#paper_preview svg') !== null")
    found = tree(tab)  # with the form and its preview, then the text; then each other subject
    assert has(found, "textbox", "Title", "Ends at points")
    tab.evaluate("document.getElementById('paper_toml').click()")
    found += tree(tab)
    for subject in tab.evaluate(
        "[...document.querySelectorAll('[id^=open_][aria-current]')].map((b) => b.id)"
    ):
        tab.evaluate(f"document.getElementById({json.dumps(subject)}).click()")
        found += tree(tab)
    parts = ("Names", "Settings", "History", "Statistics", "Files", "Paired pages")
    assert has(found, "heading", *parts, "Icehouse Mandala", "Score sheet")
    assert has(found, "navigation", "Manage")
    assert has(found, "button", "Templates", "Settings", "Files")
    assert has(found, "combobox", "Language", "Text size", "Game")
    assert has(found, "textbox", "Name", "Player")
    assert has(found, "columnheader", "Game", "Day", "Result")
    assert has(found, "button", "Backup of everything", "Check", "Save as a new one", "Record")
    assert has(found, "checkbox", "Allow pairing requests")
    text = tab.evaluate("document.getElementById('paper_text').labels[0].textContent")
    assert has(found, "textbox", text)


def test_a_shared_match(browser: Chromium, live: LiveBox, ended: int) -> None:
    shared = live.do(lambda: handle("share", Request(live.services, (), str(ended)))).value["url"]
    other = browser.tab(browser.person())
    other.call("Page.navigate", url=shared)
    other.wait_for("document.querySelector('img')?.naturalWidth > 0")
    found = tree(other)
    other.close()
    assert has(found, "heading", "Icehouse Mandala")
    assert has(found, "rowheader", "") or has(found, "columnheader", "")
    assert any(role in ("image", "img") and name for role, name in found)


def test_who_only_watches(browser: Chromium, tmp_path: Path) -> None:
    """No control without an effect is in the tree."""
    live = LiveBox(tmp_path, is_local=False)
    tab = browser.tab(browser.person())
    tab.size(390, 844, phone=True)
    try:
        live.begin("mandala")
        tab.open(live.url)
        tab.wait_for("Boolean(document.querySelector('#picture svg'))")
        found = tree(tab)
    finally:
        tab.close()
        live.close()
    assert has(found, "button", "Pair this page", "Just watch", "Whose turn?")
    buttons = {name for role, name in found if role == "button"}
    assert not buttons & {"Choose", "BACK", "Menu", "Manage", "Hint"}
    assert has(found, "region", "Pair this page")
