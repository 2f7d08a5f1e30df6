"""Every view of the page on a phone, light and dark: axe, and the size of everything to tap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_box import LiveBox
from real_tables import table_of

from engines import catalog
from engines.rng import Chance
from firmware_py.screens.play import entry
from firmware_py.screens.play import play as play_screen
from firmware_py.ui.navigation import GoToMatch
from tests.support.browser import CHROMIUM, Chromium, Tab

AXE = Path(__file__).parent / "axe/node_modules/axe-core/axe.min.js"

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium"),
    pytest.mark.skipif(not AXE.exists(), reason="npm ci --prefix tests/firmware_py/panels/axe"),
]

LEAST_PIXELS = 24
FINGER_PIXELS = 44
SUBJECTS = ("names", "settings", "history", "statistics", "papers", "files", "pages", "link")

SMALL = """(() => {
  const main = "nav button, .act, .plain, .choice, .row, .tile, .move, .key_digit, .key_next";
  const all = `${main}, button, a[href], summary, select, input, .picture [data-tap]`;
  const shown = [...document.querySelectorAll(all)].filter((each) => each.checkVisibility());
  return shown.map((each) => {
    const { width, height } = (each.querySelector(".hit") ?? each).getBoundingClientRect();
    const least = each.matches(main) ? FINGER : LEAST;
    if (!width || Math.min(width, height) >= least - 0.5) return "";
    const name = each.id || each.ariaLabel || each.textContent.trim().slice(0, 30);
    return `${name}: ${Math.round(width)} x ${Math.round(height)}, not ${least}`;
  }).filter(Boolean);
})()""".replace("FINGER", str(FINGER_PIXELS)).replace("LEAST", str(LEAST_PIXELS))
"""Whatever is smaller than a finger needs."""


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveBox]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play_screen, "BOUNCE_S", 0.0)
        patch.setattr(entry, "STILL_S", 0.0)
        box = LiveBox(tmp_path_factory.mktemp("box"))
        box.services.web_address = lambda: box.url
        yield box
        box.close()


@pytest.fixture
def tab(browser: Chromium, live: LiveBox) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(390, 844, phone=True)
    show(tab, "light")
    live.go_home()
    tab.open_to_act(live.url)
    tab.wait_for("document.body.dataset.view === 'table'")
    tab.evaluate(AXE.read_text())
    yield tab
    assert tab.complaints == []
    tab.close()


def show(tab: Tab, colours: str) -> None:
    """Show the page in light or dark colours, as on a phone, with nothing that moves."""
    wanted = {
        "prefers-color-scheme": colours,
        "prefers-reduced-motion": "reduce",
        "pointer": "coarse",
        "hover": "none",
    }
    features = [{"name": name, "value": value} for name, value in wanted.items()]
    tab.call("Emulation.setEmulatedMedia", features=features)


def faults(tab: Tab) -> list[str]:
    """Return what axe finds wrong, light and dark, and what is too small to tap."""
    script = (
        "axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) =>"
        "nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`)))"
    )
    found: list[str] = tab.evaluate(SMALL)
    for colours in ("dark", "light"):
        show(tab, colours)
        found += [f"{colours}: {each}" for each in tab.evaluate(script)]
    return found


def play(live: LiveBox, moves: int) -> None:
    """Play some choices by lot, or all."""
    chance = Chance(9, "views")

    def go_on() -> None:
        for _ in range(moves):
            if live.match.turn is None:
                break
            engine, state = live.match.engine, live.match.state
            text = engine.write(chance.choose(list(engine.legal(state))))
            live.services.current_table.play(text)
        live.app.follow(GoToMatch())
        live.app.paint()

    live.do(go_on)


def test_what_is_small_or_pale_is_found(tab: Tab) -> None:
    tab.wait_for("document.querySelector('#rows .tile') !== null")
    more = "<main><p>pale</p><button>x</button></main>"
    tab.evaluate(f"document.body.insertAdjacentHTML('beforeend', '{more}')")
    tab.evaluate("document.querySelector('main > p').className = 'pale'")
    sheet = "const sheet = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet];"
    rules = ".pale { color: #777; background: #888; } main > button { width: 9px; height: 9px; }"
    tab.evaluate(f"(() => {{ {sheet} sheet.replaceSync('{rules}'); }})()")
    found = " ".join(faults(tab))
    assert "x: " in found
    assert "color-contrast" in found
    assert "dark: " in found


def test_home(tab: Tab) -> None:
    tab.wait_for("document.querySelector('#rows .tile') !== null")
    assert faults(tab) == []
    tab.evaluate("document.querySelector('.gear summary').click()")
    tab.wait_for("document.querySelector('.gear').open")
    assert faults(tab) == []


def test_options_of_a_game(tab: Tab) -> None:
    tab.wait_for("document.querySelector('#rows .tile') !== null")
    tab.evaluate("document.querySelector('.options').click()")
    tab.wait_for("!document.getElementById('sheet_back').hidden")
    assert faults(tab) == []


@pytest.mark.parametrize("game", catalog.GAMES)
def test_the_table_looking_back_the_menu_and_the_end(tab: Tab, live: LiveBox, game: str) -> None:
    live.begin(game, given=table_of(game).given or None)
    play(live, 8)
    found: dict[str, list[str]] = {}
    tab.wait_for("document.body.classList.contains('playing')")
    tab.wait_for("document.querySelectorAll('.move').length >= 4")
    found["table"] = faults(tab)
    tab.evaluate("document.querySelectorAll('.move')[2].click()")
    tab.wait_for("document.getElementById('caption').textContent.startsWith('3. ')")
    found["back"] = faults(tab)
    tab.evaluate("document.getElementById('now').click()")
    tab.evaluate("document.querySelector('#acts [data-hold=knob]').click()")
    tab.wait_for("!document.getElementById('sheet').hidden")
    found["menu"] = faults(tab)
    live.show_match()
    play(live, 2000)
    tab.wait_for("document.querySelector('#rows .first') !== null")
    found["end"] = faults(tab)
    assert found == {"table": [], "back": [], "menu": [], "end": []}


def test_the_box(tab: Tab) -> None:
    tab.evaluate("document.querySelector('[data-go=box]').click()")
    tab.wait_for("document.getElementById('window').checkVisibility()")
    assert faults(tab) == []


def test_every_subject_of_the_desk(tab: Tab, live: LiveBox) -> None:
    live.begin("mana")
    play(live, 2000)
    live.do(lambda: live.services.queue.write(lambda store: store.add_player("Anna")))
    pairing = live.services.pairing
    assert pairing is not None
    live.do(lambda: pairing._tokens.add("phone"))  # noqa: SLF001 - as if it was paired before
    tab.evaluate("document.querySelector('[data-go=desk]').click()")
    tab.wait_for("document.querySelector('#desk_history tbody button') !== null")
    tab.wait_for("document.querySelector('#desk_papers li button') !== null")
    found: dict[str, Any] = {}
    for subject in SUBJECTS:
        tab.evaluate(f"document.getElementById('open_{subject}').click()")
        tab.wait_for(f"document.getElementById('desk_{subject}').checkVisibility()")
        if subject == "history":
            tab.evaluate("document.querySelector('#desk_history tbody button').click()")
            tab.wait_for("document.querySelector('.match svg') !== null")
        if subject == "papers":
            tab.evaluate("document.querySelector('#desk_papers li button').click()")
            tab.wait_for("document.querySelector('#paper_preview svg') !== null")
        found[subject] = faults(tab)
    tab.evaluate("document.getElementById('open_papers').click()")
    tab.evaluate("document.getElementById('paper_toml').click()")
    found["text"] = faults(tab)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
