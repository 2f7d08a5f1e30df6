"""The table in a real browser: a box with its loop, and people who tap, type, ask and listen."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from live_box import LiveBox
from real_tables import table_of
from websockets.sync.client import connect
from websockets.typing import Origin

from engines import catalog
from engines.mana.board import NAMES
from engines.rng import Chance
from engines.scorepad.template import load
from firmware_py.app.page_requests import Request, handle
from firmware_py.app.page_state import BigTable
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import EndedMatch, gather
from firmware_py.history.statistics import reckon
from firmware_py.match.taps import play_code
from firmware_py.panels.web.panel import PAGES_PER_ADDRESS
from firmware_py.screens.history.share import PhoneCode
from firmware_py.screens.history.statistics import _player
from firmware_py.screens.learn.lesson import open_lesson
from firmware_py.screens.play import entry
from firmware_py.screens.play import play as play_screen
from firmware_py.screens.play.corrections import Compare
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.why import Verdict
from firmware_py.storage.backup import UPLOADED, back_up
from firmware_py.storage.backup_import import LARGEST
from firmware_py.storage.disk import MAGIC
from firmware_py.ui.background_job import Work
from firmware_py.ui.lists import Ask
from firmware_py.ui.name_entry import NameEntry
from firmware_py.ui.navigation import GoHome, GoToMatch, Pop, Push, Screen
from tests.support.browser import CHROMIUM, Chromium, Tab
from tests.support.clocks import keep_clocks
from tests.support.tapping import codes_by_part, is_typed

AXE = Path(__file__).parent / "axe/node_modules/axe-core/axe.min.js"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveBox]:
    monkeypatch.setattr(play_screen, "BOUNCE_S", 0.0)  # a test has quicker fingers than people
    monkeypatch.setattr(entry, "STILL_S", 0.0)
    box = LiveBox(tmp_path)
    yield box
    box.close()


@pytest.fixture
def tab(browser: Chromium) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    tab.size(1280, 800)
    yield tab
    assert tab.complaints == []
    tab.close()


def open_table(tab: Tab, live: LiveBox) -> None:
    tab.open(live.url)
    tab.wait_for("document.body.dataset.view === 'table'")
    tab.wait_for("!document.getElementById('acts').hidden")


def shown(tab: Tab, selector: str) -> str:
    return str(tab.evaluate(f"document.querySelector({json.dumps(selector)}).textContent"))


def click(tab: Tab, selector: str) -> None:
    """Click what is there, as soon as it is there."""
    tab.wait_for(
        f"document.querySelector({json.dumps(selector)})"
        "?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))"
    )


def options(live: LiveBox) -> Any:
    top = live.app.top
    assert isinstance(top, Play)
    return top.picker.options


def play_out(live: LiveBox) -> None:
    engine, chance = live.match.engine, Chance(1, "out")
    while live.match.turn is not None:
        legal = list(engine.legal(live.match.state))
        live.services.current_table.play(engine.write(chance.choose(legal)))
    live.app.follow(GoToMatch())
    live.app.paint()


def violations(tab: Tab) -> list[str]:
    """Return what axe finds wrong with what can be seen now."""
    script = (
        "axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) =>"
        "nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`)))"
    )
    found: list[str] = tab.evaluate(script)
    return found


# Taps


class TabTapper:
    """Plays by lot, with taps on the picture of a page and on nothing else."""

    def __init__(self, tab: Tab, live: LiveBox, seed: int = 3) -> None:
        self.tab = tab
        self.live = live
        self.screen: Any = None
        self.services = live.services
        self.chance = Chance(seed, "tapper")

    def play_out(self) -> None:
        while self.live.match.turn is not None:
            if not self.live.do(lambda: isinstance(self.live.app.top, Play)):
                self._tap("[data-act='back']")  # a choice may open a screen, such as a countdown
            wanted = self.live.do(self._choose)
            if isinstance(wanted, int):
                self._type(wanted)
                continue
            self._tap(wanted)
            whole = self._whole()
            if whole:
                self._tap(f".commit[data-tap='{whole}']")
            if isinstance(self.live.app.top, Ask):
                self._tap("#rows li:nth-child(2) button")

    def lay(self, moves: int = 2) -> None:
        """Play the first choices without a tap: the daimios are placed, and some moves made."""

        def make_moves() -> None:
            engine = self.live.match.engine
            for _ in range(moves):
                legal = list(engine.legal(self.live.match.state))
                self.live.services.current_table.play(engine.write(self.chance.choose(legal)))
            self.live.app.follow(GoToMatch())
            self.live.app.paint()

        self.live.do(make_moves)

    def _choose(self) -> str | int:
        """Choose a part by lot; return what to tap for it, or the number to type."""
        self.screen = top = self.live.app.top
        assert isinstance(top, Play), top
        scene = top.table_scene()
        picture = table_picture(ui_of(scene.engine.name), scene)
        assert picture is not None
        codes = codes_by_part(self, picture)
        part = self.chance.choose(top.picker.options)
        if is_typed(top, part):
            return int(str(part.value))
        assert all(each in codes or is_typed(top, each) for each in top.picker.options)
        return f"[data-tap='{codes[part]}']"

    def _type(self, number: int) -> None:
        before, form = self._moment(), "document.getElementById('number_form')"
        asked = self.live.app.top.asked_number()
        assert asked is not None
        self.tab.wait_for(f"{form}.dataset.asked === '{asked.code}'")  # not the question before
        self.tab.evaluate(
            f"document.getElementById('number').value = '{number}'; {form}.requestSubmit()"
        )
        self._wait_for_other(before, f"typing {number}")

    def _whole(self) -> str:
        """Return the code that plays what is shown whole, if something is."""
        top = self.live.app.top
        if not isinstance(top, Play) or not top.entry.shown:
            return ""
        return play_code(top.picker.reachable[0])

    def _moment(self) -> Any:
        top = self.live.app.top
        if not isinstance(top, Play):
            return top
        picker = top.picker
        return len(self.live.match.lines), picker.picked, picker.index, top.entry.shown

    def _tap(self, selector: str) -> None:
        before = self._moment()
        click(self.tab, selector)
        self._wait_for_other(before, selector)

    def _wait_for_other(self, before: Any, what: str) -> None:
        ends = time.monotonic() + 60
        while self._moment() == before:
            assert time.monotonic() < ends, f"nothing came of {what}"
            time.sleep(0.002)


@pytest.mark.parametrize("game", [game for game in catalog.GAMES if ui_of(game).picture])
def test_a_whole_game_by_taps_on_the_picture(tab: Tab, live: LiveBox, game: str) -> None:
    live.begin(game, given=table_of(game).given or None)
    open_table(tab, live)
    tab.wait_for("Boolean(document.querySelector('#picture svg'))")
    TabTapper(tab, live).play_out()
    tab.wait_for("/wins|win$|draw/.test(document.getElementById('who').textContent)")
    assert live.services.current_table.is_over


def test_a_tap_on_what_is_not_possible_says_why_at_once(tab: Tab, live: LiveBox) -> None:
    live.begin("mana")
    open_table(tab, live)
    TabTapper(tab, live).lay()
    board = live.match.state.board
    may = {part.value for part in options(live)}
    wrong = next(NAMES[n] for n in range(36) if board[n] != "." and NAMES[n] not in may)
    click(tab, f"#picture [data-tap*='piece:{wrong}']")  # not of the set-up before
    tab.wait_for("document.getElementById('toast').classList.contains('refused')")
    assert isinstance(live.app.top, Verdict)
    assert re.search(r"\nMana: [a-z ,]+$", shown(tab, "#note"))  # the place in the rulebook
    assert not tab.evaluate("document.getElementById('caption').checkVisibility()")
    assert tab.evaluate("document.querySelectorAll('#picture .open').length > 0")  # what may
    assert not tab.evaluate("Boolean(document.querySelector('#picture .way-trace'))")


def test_a_move_of_the_list_shows_the_table_as_it_was_on_this_page_alone(
    tab: Tab, live: LiveBox
) -> None:
    live.begin("mana")
    open_table(tab, live)
    TabTapper(tab, live).lay(moves=4)
    tab.wait_for("document.querySelectorAll('#moves button').length >= 4")
    stands = "[...document.querySelectorAll('#picture [data-id]')].map((p) => p.dataset.id).sort()"
    stands += ".join(' ')"
    now = tab.evaluate(stands)
    click(tab, "#moves li:first-child button")
    tab.wait_for("document.getElementById('caption').textContent.startsWith('1. ')")
    tab.wait_for(f"{stands} !== {json.dumps(now)}")
    assert isinstance(live.app.top, Play)
    assert not tab.evaluate("document.getElementById('acts').checkVisibility()")  # nothing plays
    click(tab, "#later")
    tab.wait_for("document.getElementById('caption').textContent.startsWith('2. ')")
    assert tab.evaluate("document.getElementById('moment').value") == "2"
    click(tab, "#now")
    tab.wait_for(f"{stands} === {json.dumps(now)}")


# Names


def test_on_a_phone_what_was_asked_for_comes_into_view(tab: Tab, live: LiveBox) -> None:
    """The moves are far below the picture; and behind a question no choice can be tapped."""
    live.begin("mana")
    tab.size(360, 640, phone=True)
    open_table(tab, live)
    TabTapper(tab, live).lay(moves=4)
    tab.wait_for("document.querySelectorAll('.move').length === 4")
    for act, wanted in ((".move", "#caption"), ("[data-act=why]", "#sheet")):
        tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        click(tab, act)
        tab.wait_for(f"!document.querySelector('{wanted}').hidden")
        place = f"document.querySelector('{wanted}').getBoundingClientRect()"
        tab.wait_for(f"{place}.top >= 0 && {place}.top < innerHeight")
    assert not tab.evaluate("document.getElementById('choices').checkVisibility()")


def test_a_name_is_typed_and_typing_erases_nothing(tab: Tab, live: LiveBox) -> None:
    done: list[str] = []

    def take(name: str) -> Pop:
        done.append(name)
        return Pop()

    def ask() -> None:
        live.app.follow(Push(NameEntry(live.services, "", (), take)))

    live.do(ask)
    open_table(tab, live)
    tab.wait_for("document.activeElement.id === 'name'")
    for letter in "Bub":
        tab.call("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
        tab.call("Input.dispatchKeyEvent", type="keyUp", key=letter)
    click(tab, "#name_form button")
    tab.wait_for("document.getElementById('name_form').hidden")
    assert done == ["Bub"]


# Keys and words


class Blind:
    """Plays with keys, and knows what is said and nothing else."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def ask(self, key: str) -> str:
        self.tab.evaluate("document.getElementById('said').textContent = ''")
        self.press(key)
        return str(self.tab.wait_for("document.getElementById('said').textContent"))

    def choices(self) -> list[str]:
        """Ask what may be chosen: one sentence, its choices at the end, in the knob's order."""
        return self.ask("5").rpartition(": ")[2].rstrip(".").split(", ")

    def press(self, key: str, times: int = 1) -> None:
        # Dispatched in the page: a game has thousands of keys.
        self.tab.evaluate(
            f"""for (let n = 0; n < {times}; n += 1) {{
              for (const type of ["keydown", "keyup"]) {{
                document.body.dispatchEvent(new KeyboardEvent(type,
                  {{ key: {json.dumps(key)}, code: {json.dumps(key)}, bubbles: true }}));
              }}
            }}"""
        )


def test_a_whole_game_of_mana_by_keys_and_text_alone(tab: Tab, live: LiveBox) -> None:
    live.begin("mana")
    open_table(tab, live)
    player, chance = Blind(tab), Chance(4, "blind")
    turns = set()
    for _ in range(1500):
        turn = player.ask("1")
        turns.add(turn)
        if turn.startswith("The game is over"):
            break
        player.press("ArrowRight", chance.below(len(player.choices())))
        player.press("Enter")
    assert live.services.current_table.is_over
    assert any(turn.startswith("Anna. bird: ") for turn in turns)
    tab.wait_for("document.getElementById('live').textContent.includes('wins')")


def test_every_question_has_an_answer_by_one_key(tab: Tab, live: LiveBox) -> None:
    live.do(lambda: keep_clocks(live.services, "fischer"))
    live.begin("mana")
    open_table(tab, live)
    TabTapper(tab, live).lay(moves=4)
    player = Blind(tab)
    assert re.fullmatch(r"(Anna|Ben)\. bird: \w+", player.ask("1"))
    assert re.match(r"Anna: \d+:\d\d\. Ben: \d+:\d\d", player.ask("2"))
    assert re.match(r"(Anna|Ben): Moved from \w\d to \w\d: (black|white) \w+", player.ask("3"))
    assert "ronin: " in player.ask("4")
    assert player.ask("5").startswith("Choose a piece to move: ")
    assert set(player.choices()) == {str(part.value) for part in options(live)}
    assert "black daimio" in player.ask("6")
    tab.evaluate("document.getElementById('place').value = 'a6'")
    click(tab, "#place_form button")
    assert shown(tab, "#said").startswith("a6, ")


def test_an_answer_stands_as_long_as_it_is_true(tab: Tab, live: LiveBox) -> None:
    """Not after a part was picked, not after a move, and never in the match that comes next."""
    live.begin("mana")
    open_table(tab, live)
    TabTapper(tab, live).lay(moves=2)
    player = Blind(tab)
    assert player.ask("5").startswith("Choose a piece to move: ")
    player.press("ArrowRight")
    assert player.ask("1") == shown(tab, "#said")
    player.press("Enter")  # picks a piece
    tab.wait_for("document.getElementById('said').textContent === ''")
    player.ask("5")
    player.press("Enter")
    tab.wait_for("document.getElementById('said').textContent === ''")
    player.ask("3")
    live.begin("stones")
    tab.wait_for("document.getElementById('said').textContent === ''")


def test_an_answer_that_comes_too_late_is_asked_for_anew(tab: Tab, live: LiveBox) -> None:
    """A move was made while it was on its way: what it says is not so any more."""
    live.begin("mana")
    open_table(tab, live)

    def answered_late() -> None:
        at = f"en.{live.services.current_table.number}.0"
        live.panel.answer(
            next(iter(live.panel._sessions)).source,  # noqa: SLF001 - the name of the page
            "question",
            {"of": "turn", "says": "It is nobody's turn", "at": f"{at}.old"},
        )

    live.do(answered_late)
    assert tab.wait_for("document.getElementById('said').textContent").startswith("Anna")


def test_the_seconds_of_a_clock_are_never_said(tab: Tab, live: LiveBox) -> None:
    live.do(lambda: keep_clocks(live.services, "up"))
    live.begin("mana")
    open_table(tab, live)
    tab.wait_for("document.getElementById('live').textContent !== ''")
    tab.evaluate(
        "window.said = []; new MutationObserver(() => said.push("
        "document.getElementById('live').textContent)).observe("
        "document.getElementById('live'), { childList: true })"
    )
    clock = shown(tab, ".seat .clock")
    tab.wait_for(f"document.querySelector('.seat .clock').textContent !== {json.dumps(clock)}")
    tab.wait_for("new Promise((done) => setTimeout(() => done(true), 500))")
    assert not any(re.search(r"\d:\d\d", each) for each in tab.evaluate("said"))


def test_sentences_that_follow_each_other_are_ended_once(tab: Tab, live: LiveBox) -> None:
    """Through a match with several things for the hands at a time, to its end."""
    live.begin("icehouse")
    open_table(tab, live)
    tab.evaluate(
        "window.said = []; new MutationObserver(() => said.push("
        "document.getElementById('live').textContent)).observe("
        "document.getElementById('live'), { childList: true })"
    )
    tapper, seen = TabTapper(tab, live), 0
    while live.match.turn is not None:
        live.do(lambda: put_hands_to_work(tapper))
        hands = live.do(lambda: BigTable(live.services).parts(live.app.screens)[0].get("hands", ()))
        if len(hands) > 1 and seen < 3:
            seen += 1
            tab.wait_for(f"said.some((each) => each.includes({json.dumps(hands[-1][:-1])}))")
    tab.wait_for("said.some((each) => each.includes('wins'))")
    assert seen
    assert not any(".." in each for each in tab.evaluate("said"))


def put_hands_to_work(tapper: TabTapper) -> None:
    """Play a choice by lot at the table itself, as the knob does."""
    top, engine = tapper.live.app.top, tapper.live.match.engine
    assert isinstance(top, Play)
    legal = list(engine.legal(tapper.live.match.state))
    tapper.live.app.follow(top._play(engine.write(tapper.chance.choose(legal))))  # noqa: SLF001 - as the knob does, at once
    tapper.live.app.paint()


def test_shortcut_keys_can_be_switched_off(tab: Tab, live: LiveBox) -> None:
    live.begin("mana")
    open_table(tab, live)
    click(tab, "#shortcuts")
    tab.evaluate("document.getElementById('said').textContent = 'before'")
    Blind(tab).press("1")
    Blind(tab).press("m")
    assert isinstance(live.app.top, Play)
    assert shown(tab, "#said") == "before"


def test_read_aloud_speaks_what_is_new_once_it_is_switched_on(tab: Tab, live: LiveBox) -> None:
    """On the table what the page itself says, and the newest cuts off what is being said."""
    live.begin("mana")
    open_table(tab, live)
    tab.evaluate(
        "window.spoken = [];"
        "speechSynthesis.speak = ({ text, lang }) => spoken.push(`${lang} ${text}`);"
        "speechSynthesis.cancel = () => spoken.push('stop')"
    )
    tab.key("ArrowRight")
    click(tab, "#aloud")
    tab.wait_for("spoken.length > 1")
    assert tab.evaluate("spoken.find((each) => each !== 'stop')").startswith("en ")
    tab.evaluate("document.getElementById('live').textContent = 'It is over'")
    tab.wait_for("spoken.at(-1) === 'en It is over' && spoken.at(-2) === 'stop'")
    click(tab, "#aloud")
    tab.evaluate("document.getElementById('live').textContent = 'Not said'")
    tab.wait_for("spoken.at(-1) === 'stop'")
    assert not any("Not said" in each for each in tab.evaluate("spoken"))


def test_after_a_turn_of_the_knob_enter_is_its_own_again(tab: Tab, live: LiveBox) -> None:
    """After moving to a button by keys, a turn of the knob acts on its own cursor."""
    live.begin("mana")
    open_table(tab, live)
    tab.evaluate("document.querySelector(\"[data-hold='knob']\").focus()")
    tab.key("Enter")
    tab.call("Input.dispatchKeyEvent", type="char", text="\r", key="Enter")
    tab.wait_for("document.querySelectorAll('#rows button').length > 3")
    tab.key("ArrowRight")
    tab.wait_for("document.querySelector('#rows .chosen').textContent.startsWith('Check a move')")
    tab.key("Enter")
    tab.wait_for("document.getElementById('caption').textContent.startsWith('Check.')")


def test_holding_has_a_button_of_its_own(tab: Tab, live: LiveBox) -> None:
    live.begin("mana")
    open_table(tab, live)
    click(tab, "[data-hold='knob']")
    tab.wait_for("document.querySelectorAll('#rows button').length > 3")
    click(tab, "[data-hold='back']")
    tab.wait_for("document.getElementById('who').textContent === 'Tablemate'")


# Watching, and pairing


def test_a_page_that_may_only_look_has_no_controls(browser: Chromium, tmp_path: Path) -> None:
    live = LiveBox(tmp_path, is_local=False)
    tab = browser.tab(browser.person())
    tab.size(390, 844, phone=True)
    try:
        live.begin("mana")
        tab.open(live.url)
        tab.wait_for("Boolean(document.querySelector('#picture svg'))")
        tab.wait_for("document.body.classList.contains('watcher')")
        for selector in ("#acts", "#choices", "[data-go='desk']"):
            assert tab.evaluate(f"document.querySelector({json.dumps(selector)}).hidden")
        before = live.do(lambda: live.app.top)
        click(tab, "#picture [data-tap]")
        assert live.do(lambda: live.app.top) is before
        click(tab, "#only_watch")
        assert not tab.evaluate("document.getElementById('pairing').checkVisibility()")
        tab.reload()
        tab.wait_for("document.getElementById('pair_again').checkVisibility()")
        assert not tab.evaluate("document.getElementById('pairing').checkVisibility()")
        click(tab, "#pair_again")
        assert tab.evaluate("document.activeElement.id") == "ask"
    finally:
        tab.close()
        live.close()


def test_pairing_is_kept_over_tabs_and_restarts_and_ends_when_it_is_revoked(
    browser: Chromium, tmp_path: Path
) -> None:
    person = browser.person()
    live = LiveBox(tmp_path, is_local=False, port=0)
    tab = browser.tab(person)
    try:
        tab.open(live.url)
        tab.wait_for("!document.getElementById('pairing').hidden")
        click(tab, "#ask")
        tab.wait_for("!document.getElementById('code_form').hidden")
        pairing = live.services.pairing
        assert pairing is not None
        pairing.show()
        tab.evaluate(f"document.getElementById('code').value = '{pairing.code}'")
        click(tab, "#code_form button")
        tab.wait_for("document.getElementById('pairing').hidden")
        port = live.panel.port
        tab.close()
        live.close()
        live = LiveBox(tmp_path, is_local=False, port=port)
        tab = browser.tab(person)
        tab.open(live.url)
        tab.wait_for("!document.getElementById('acts').hidden")
        assert live.services.pairing is not None
        (page,) = live.services.pairing.pages()
        live.services.pairing.forget(page.key)
        tab.wait_for("document.getElementById('acts').hidden")
        tab.wait_for("!document.getElementById('pairing').hidden")
    finally:
        tab.close()
        live.close()


def test_a_page_forgets_the_match_of_a_box_that_began_again_without_one(
    browser: Chromium, tmp_path: Path
) -> None:
    live = LiveBox(tmp_path / "before", port=0)
    tab = browser.tab(browser.person())
    try:
        live.begin("mana")
        open_table(tab, live)
        tab.wait_for("document.getElementById('seats').childElementCount === 2")
        port = live.panel.port
        live.close()
        live = LiveBox(tmp_path / "after", port=port)
        tab.wait_for("document.getElementById('seats').childElementCount === 0")
        assert tab.evaluate("document.getElementById('picture').childElementCount") == 0
        assert tab.evaluate("document.getElementById('game').textContent") == ""
    finally:
        tab.close()
        live.close()


# The desk


def test_the_desk_sets_names_shows_history_and_gives_files(tab: Tab, live: LiveBox) -> None:
    live.begin("mana")
    live.do(lambda: play_out(live))
    open_table(tab, live)
    tab.evaluate("window.saved = []; URL.createObjectURL = (file) => (saved.push(file), '#')")
    click(tab, "[data-go='desk']")
    tab.wait_for("Boolean(document.getElementById('new_name'))")
    tab.evaluate("document.getElementById('new_name').value = 'Émile'")
    click(tab, "#desk_names form:last-of-type button")
    tab.wait_for("document.getElementById('name_0')?.value === 'Émile'")
    tab.wait_for("Boolean(document.getElementById('set_language'))")
    tab.evaluate(
        "(() => { const s = document.getElementById('set_text'); s.value = '1';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    tab.wait_for("document.querySelectorAll('#desk_history tbody tr').length === 1")
    click(tab, "#desk_history tbody button")
    tab.wait_for("document.querySelector('.match h3')?.textContent.startsWith('Mana')")
    tab.wait_for("Boolean(document.querySelector('.match svg.table-picture'))")
    click(tab, "#share")
    shared = tab.wait_for("document.querySelector('.shared a')?.href")
    with urlopen(shared) as page:
        assert b"Mana" in page.read()
    for what in ("backup", "report", "all_json"):
        click(tab, f"#get_{what}")
        tab.wait_for("document.getElementById('file_says').textContent.startsWith('tablemate')")
        tab.evaluate("document.getElementById('file_says').textContent = ''")
    assert tab.evaluate("saved.map((file) => file.size > 100)") == [True] * 3
    assert live.services.settings["text"] == "large"


def test_a_backup_that_is_sent_is_asked_for_twice_on_the_box(
    tab: Tab, live: LiveBox, tmp_path_factory: pytest.TempPathFactory
) -> None:
    live.begin("mana")
    live.do(lambda: play_out(live))
    backup = tmp_path_factory.mktemp("backup") / "copy.db"
    back_up(live.services.queue.store.path.parent, backup)
    open_table(tab, live)
    click(tab, "[data-go='desk']")
    tab.wait_for("Boolean(document.getElementById('restore_file'))")
    upload(tab, "restore", backup)
    tab.wait_for("document.getElementById('file_says').textContent === 'Now answer on the box.'")
    live.wait_until(lambda: isinstance(live.app.top, Work) and live.app.top.after is not None)
    assert live.do(lambda: [row.label for row in live.app.top.rows()]) == ["No", "Yes"]


def upload(tab: Tab, what: str, file: Path) -> None:
    """Choose a file at the desk."""
    tab.call("DOM.enable")
    field = f"document.getElementById('{what}_file')"
    found = tab.call("Runtime.evaluate", expression=field)["result"]["objectId"]
    tab.call("DOM.setFileInputFiles", files=[str(file)], objectId=found)


def text_of(screen: Screen) -> str:
    words = screen.words()
    return "" if words is None else words.text


NO_BACKUP = "Ce n'est pas une sauvegarde de Tablemate, ou elle est abîmée. Prenez-en une autre."
WRONG_FILES = {
    ("restore", b"a photograph"): NO_BACKUP,
    ("restore", MAGIC + b"and a photograph"): NO_BACKUP,
    ("restore", b""): "Il n'y a rien dans ce fichier.",
    ("update", b"a photograph"): "Ce n'est pas une mise à jour.",
}


def test_the_fault_of_an_upload_is_shown_where_it_was_chosen(
    tab: Tab, live: LiveBox, tmp_path: Path
) -> None:
    """In the page's language, in sight and to screen readers.

    The box says it too, where it is not seen by the first bytes.
    """
    live.do(lambda: live.services.settings.put("language", "fr"))
    tab.size(390, 844, phone=True)
    open_table(tab, live)
    tab.wait_for("document.documentElement.lang === 'fr'")
    click(tab, "[data-go='desk']")
    tab.wait_for("Boolean(document.querySelector('#desk_papers li'))")  # it is whole
    shown = "document.getElementById('file_says')"
    assert tab.evaluate(f"{shown}.role") == "status"
    wrong = tmp_path / ("très " * 40 + "faux.jpg")
    for (what, content), why in WRONG_FILES.items():
        wrong.write_bytes(content)
        tab.evaluate(f"{shown}.textContent = ''")
        upload(tab, what, wrong)
        tab.wait_for(f"{shown}.textContent && !{shown}.textContent.includes('%')")
        assert tab.evaluate(f"{shown}.textContent") == why
        tab.wait_for(
            f"(({{ top, bottom }}) => top >= 0 && bottom < innerHeight + 1)"
            f"({shown}.getBoundingClientRect())"
        )
        if content.startswith(MAGIC):
            live.wait_until(lambda: getattr(live.app.top, "after", None) is not None)
            said = live.do(lambda: text_of(live.app.top))
            assert said.startswith(why)
            assert said.endswith("\ntrès très très très...s faux.jpg")
            live.do(lambda: live.app.follow(GoHome()))


def test_a_file_that_cannot_be_read_any_more_is_reported(
    tab: Tab, live: LiveBox, tmp_path: Path
) -> None:
    """A stick that is pulled out in the middle: the page does not wait for ever."""
    file = tmp_path / "backup.db"
    file.write_bytes(MAGIC + bytes(1000))
    open_table(tab, live)
    click(tab, "[data-go='desk']")
    tab.wait_for("Boolean(document.getElementById('restore_file'))")
    tab.evaluate("Blob.prototype.arrayBuffer = () => Promise.reject(new Error('gone'))")
    upload(tab, "restore", file)
    shown = "document.getElementById('file_says').textContent"
    tab.wait_for(f"{shown} && !{shown}.includes('%')")
    tab.wait_for("!document.getElementById('cancel_file')")


def test_an_upload_can_be_cancelled(tab: Tab, live: LiveBox, tmp_path: Path) -> None:
    """Nothing of it is left, and the box does not hear of it."""
    large = tmp_path / "large.db"
    with large.open("wb") as file:
        file.write(MAGIC)
        file.truncate(LARGEST // 2)
    open_table(tab, live)
    click(tab, "[data-go='desk']")
    tab.wait_for("Boolean(document.getElementById('restore_file'))")
    top = live.do(lambda: live.app.top)
    upload(tab, "restore", large)
    tab.wait_for("Boolean(document.getElementById('cancel_file'))")
    tab.evaluate("document.getElementById('cancel_file').click()")
    shown = "document.getElementById('file_says').textContent"
    tab.wait_for(f"{shown} === 'Cancelled. Nothing was changed.'")
    assert not tab.evaluate("document.getElementById('cancel_file')")
    data = live.services.queue.store.path.parent
    live.wait_until(lambda: not list(data.glob(f"{UPLOADED}*")))
    assert live.do(lambda: live.app.top) is top


def test_what_the_display_alone_shows_is_there_in_words_as_well(tab: Tab, live: LiveBox) -> None:
    """Compare, statistics and codes for phones: readable on a phone, next to the small picture."""
    live.services.web_address = lambda: live.url
    live.begin("mana")
    live.do(lambda: play_out(live))
    live.begin("mana")
    tab.size(390, 844, phone=True)
    open_table(tab, live)
    archive = live.do(lambda: EndedMatches(live.services.queue.store.connection).older(None, 1))
    screens = {
        "board": lambda: Compare(live.services),
        "Won ": lambda: _player(live.services, reckon(everything(live)), "Anna"),
        live.url.rstrip("/"): lambda: PhoneCode(live.services, ended(live, archive[0].id)),
    }
    for said, make in screens.items():
        live.do(lambda make=make: live.app.follow(Push(make())))  # type: ignore[misc]
        live.do(live.app.paint)
        text = "document.getElementById('sheet_text')"
        tab.wait_for(f"{text}.checkVisibility() && {text}.textContent.includes({json.dumps(said)})")
        assert tab.evaluate("document.getElementById('screen').checkVisibility()")
        assert tab.evaluate(f"parseFloat(getComputedStyle({text}).fontSize)") >= 16
        live.do(lambda: live.app.follow(Pop()))
        live.do(live.app.paint)
        tab.wait_for("document.getElementById('sheet').hidden")


def everything(live: LiveBox) -> Any:
    return EndedMatches(live.services.queue.store.connection).results()


def ended(live: LiveBox, number: int) -> EndedMatch:
    return gather(EndedMatches(live.services.queue.store.connection), number)


def open_paper(tab: Tab, key: str) -> None:
    click(tab, "[data-go='desk']")
    click(tab, "#open_papers")
    click(tab, f"#open_{key}")
    tab.wait_for("document.getElementById('paper_toml') !== null")
    tab.evaluate("document.getElementById('paper_toml').click()")
    tab.wait_for("document.activeElement.id === 'paper_text'")


def test_a_paper_is_opened_corrected_saved_and_removed_at_the_desk(tab: Tab, live: LiveBox) -> None:
    open_table(tab, live)
    open_paper(tab, "scorepad_box_low_rounds")
    text = "document.getElementById('paper_text')"
    says = "document.getElementById('paper_says')?.textContent"
    tab.evaluate(f"{text}.value = {text}.value.replace('rounds = 9', 'rounds = many')")
    assert tab.evaluate("document.getElementById('paper_says').role") == "status"
    for button in ("#paper_new", "#paper_check"):  # what is wrong is not kept, and shown here
        click(tab, button)
        tab.wait_for(f"{says}.startsWith('Line 11 ')")
        tab.evaluate("document.getElementById('paper_says').textContent = ''")
    chosen = f"{text}.value.slice({text}.selectionStart, {text}.selectionEnd)"
    assert tab.evaluate(chosen) == "rounds = many"
    tab.evaluate(f"{text}.value = {text}.value.replace('rounds = many', 'rounds = 5')")
    click(tab, "#paper_new")
    tab.wait_for(f"{says}?.startsWith('Saved: ')")
    folder = live.services.queue.store.path.parent / "templates"
    (file,) = folder.iterdir()
    assert "rounds = 5" in file.read_text()
    tab.evaluate("window.confirm = () => true")
    click(tab, f"#remove_scorepad_own_{file.stem}")
    tab.wait_for(f"!document.getElementById('open_scorepad_own_{file.stem}')")
    assert list(folder.iterdir()) == []
    assert "rounds = 5" in tab.evaluate(f"{text}.value")  # what is open can still be saved
    click(tab, "#paper_close")
    tab.wait_for(f"!{text}")


def type_in(tab: Tab, label: str, value: str, place: int = 0) -> None:
    """Fill in a field of the form, found by its label."""
    fields = (
        "[...document.querySelectorAll('.text_form label')]"
        f".filter((each) => each.textContent === {json.dumps(label)})"
    )
    tab.evaluate(
        f"((field) => {{ field.value = {json.dumps(value)};"
        f" field.dispatchEvent(new Event('input')); }})({fields}[{place}].control)"
    )


def test_a_template_is_changed_in_a_form_with_a_preview(tab: Tab, live: LiveBox) -> None:
    """The form changes its own lines of the text, and no other."""
    open_table(tab, live)
    click(tab, "[data-go='desk']")
    click(tab, "#open_papers")
    click(tab, "#open_scorepad_box_plain")
    tab.wait_for("document.querySelector('#paper_preview svg') !== null")
    before = tab.evaluate("document.getElementById('paper_text').value")
    type_in(tab, "Title", 'Ann\'s "game"')
    type_in(tab, "Who wins", "lowest")
    type_in(tab, "Most players", "6")
    type_in(tab, "Ends at points", "80")
    tab.evaluate("document.getElementById('add_line').click()")
    tab.evaluate("document.getElementById('add_line').click()")
    for place, name in enumerate(("Cards", "Fines")):
        type_in(tab, "Name", name, place)
        type_in(tab, "Short name", name.lower(), place)
    type_in(tab, "One of it counts", "-1", 1)
    tab.wait_for("document.getElementById('paper_preview').textContent.includes('Fines')")
    click(tab, "#paper_new")
    tab.wait_for("document.getElementById('paper_says')?.textContent.startsWith('Saved: ')")
    folder = live.services.queue.store.path.parent / "templates"
    made = load(next(folder.iterdir()).read_text())
    assert (made.wins, made.players, made.end.target) == ("lowest", (1, 6), 80)
    assert [(line.id, line.times) for line in made.lines] == [("cards", 1), ("fines", -1)]
    kept = [line for line in before.splitlines() if line.startswith("#")]
    text = tab.evaluate("document.getElementById('paper_text').value")
    assert all(line in text for line in kept)
    type_in(tab, "Most players", "0")
    tab.wait_for("document.getElementById('paper_says').textContent.startsWith('Line ')")


# For everybody


VIEWS = {
    "home": "1",
    "menu": "document.querySelector(\"[data-hold='knob']\").click()",
    "box": "document.querySelector(\"[data-go='box']\").click()",
    "desk": "document.querySelector(\"[data-go='desk']\").click()",
    "paper": "document.querySelector('#desk_papers li button').click()",
}


@pytest.mark.skipif(not AXE.exists(), reason="npm ci --prefix tests/firmware_py/panels/axe")
def test_axe_finds_nothing_on_any_view(tab: Tab, live: LiveBox) -> None:
    """Colours, names, roles, landmarks, targets: whatever can be checked without a person."""
    tab.size(390, 844, phone=True)
    found = {}
    open_table(tab, live)
    tab.evaluate(AXE.read_text())
    for name, script in VIEWS.items():
        if name == "menu":
            live.do(lambda: live.app.follow(Push(open_lesson(live.services, "mana"))))
            live.do(live.app.paint)
            tab.wait_for("document.getElementById('who').textContent.startsWith('Lesson')")
            found["lesson"] = violations(tab)
            live.begin("scorepad")
            tab.wait_for("!document.getElementById('number_form').hidden")
            found["number"] = violations(tab)
            live.begin("mana")
            TabTapper(tab, live).lay(moves=4)
            found["table"] = violations(tab)
        tab.evaluate(script)
        tab.wait_for("new Promise((done) => setTimeout(() => done(true), 400))")
        found[name] = violations(tab)
    views = ("home", "lesson", "number", "table", "menu", "box", "desk", "paper")
    assert found == {name: [] for name in views}


@pytest.mark.skipif(not AXE.exists(), reason="npm ci --prefix tests/firmware_py/panels/axe")
def test_axe_finds_nothing_on_a_shared_match_nor_for_a_watcher(
    browser: Chromium, tmp_path: Path
) -> None:
    """On a phone, light and dark; the watcher of a match opens the code for one more phone."""
    live = LiveBox(tmp_path, is_local=False)
    live.services.web_address = lambda: live.url
    tab = browser.tab(browser.person())
    tab.size(390, 844, phone=True)
    found = {}
    try:
        live.begin("mandala")
        live.do(lambda: play_out(live))
        shared = live.do(lambda: handle("share", Request(live.services, (), "1"))).value["url"]
        live.begin("mana")
        for colours in ("light", "dark"):
            scheme = {"name": "prefers-color-scheme", "value": colours}
            tab.call("Emulation.setEmulatedMedia", features=[scheme])
            tab.call("Page.navigate", url=shared)
            tab.wait_for("document.querySelector('img')?.naturalWidth > 0")
            tab.evaluate(AXE.read_text())
            found["shared", colours] = violations(tab)
            tab.open(live.url)
            tab.wait_for("Boolean(document.querySelector('#picture svg'))")
            click(tab, "#link_part summary")
            assert tab.wait_for("document.querySelector('#link a')?.href") == live.url
            tab.wait_for("document.querySelector('#link .code')?.clientWidth > 100")
            tab.evaluate(AXE.read_text())
            found["watcher", colours] = violations(tab)
            with ExitStack() as others:
                tab.call("Page.navigate", url="about:blank")
                live.wait_until(lambda: not live.panel.wants_table)  # its own place is free
                socket, origin = live.url.replace("http", "ws") + "panel", live.url.rstrip("/")
                for _ in range(PAGES_PER_ADDRESS):
                    others.enter_context(
                        connect(
                            socket,
                            origin=Origin(origin),
                            proxy=None,
                            max_queue=None,
                            close_timeout=1,
                        )
                    )
                tab.call("Page.navigate", url=live.url)
                tab.wait_for("document.getElementById('full')?.checkVisibility()")
                tab.evaluate(AXE.read_text())
                found["full", colours] = violations(tab)
    finally:
        tab.close()
        live.close()
    assert {name: shown for name, shown in found.items() if shown} == {}
    assert len(found) == 6
