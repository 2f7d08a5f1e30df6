"""Whole games on a phone, by fingers alone: every touch is counted.

A turn of Mana is two touches or one drag. The other games are counted against limits of their own:
a tower or a claim has more parts than a move.

    .venv/bin/python -m pytest -n 0 -s tests/firmware_py/panels/test_whole_games.py

prints the table of counts.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from live_box import LiveBox
from real_tables import table_of

from engines.rng import Chance
from engines.scorepad.shipped import shipped
from engines.scorepad.template_writer import value_of
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.match.taps import ROOT, play_code
from firmware_py.screens.play import entry
from firmware_py.screens.play import play as play_screen
from firmware_py.screens.play.play import Play
from firmware_py.ui.lists import Ask
from tests.support.browser import CHROMIUM, Chromium, Tab
from tests.support.tapping import codes_by_part, is_typed

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")

PATIENCE_S = 60.0
TAPS = re.compile(r' data-tap="([^"]*)"')
GRAB = re.compile(r' data-grab="([^"]*)"')
TAP = """((selector) => {
  if (document.querySelector("[data-moving], .dragged")) return false;
  const found = document.querySelector(selector);
  return Boolean(found?.checkVisibility())
    && found.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
})(%s)"""
"""A tap on something that is shown; `test_motion` measures whether a finger can meet it."""
ENDS = """((grab, end) => {
  const tappable = [...document.querySelectorAll("#picture [data-tap]")];
  const ends = (each) => each.dataset.tap.split(" ").map((way) => way.split("/").at(-1));
  const found = [document.querySelector(`#picture [data-grab="${grab}"]`),
    tappable.find((each) => ends(each).includes(end) && each.dataset.grab !== grab)];
  if (!found[0] || !found[1] || document.querySelector("[data-moving], .dragged")) return null;
  const middles = () => found.map((each) => {
    const area = each.querySelector(":scope > .hit") ?? each;
    const { x, y, width, height } = area.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  const [[, from], [, to]] = middles();
  scrollBy(0, (from + to - innerHeight) / 2); // both are in sight
  return middles();
})(%s, %s)"""
"""Where a thing is that is dragged, and where it goes."""
MEDIAN_AT_MOST = {"mana": 2, "mandala": 3, "stones": 3, "icehouse": 2}
"""Touches for a choice: the median of a whole game."""
MOST = {"mana": 2}
"""Touches for any choice of a game."""


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
    tab.size(390, 844, phone=True)
    phone = {"pointer": "coarse", "hover": "none", "prefers-reduced-motion": "reduce"}
    features = [{"name": name, "value": value} for name, value in phone.items()]
    tab.call("Emulation.setEmulatedMedia", features=features)
    yield tab
    assert tab.complaints == []
    tab.close()


class Counts(NamedTuple):
    """Touches for each choice of a game, and how many of them were drags."""

    touches: list[int]
    drags: int

    def line(self, game: str, by: str) -> str:
        """Return a row of the table."""
        each = self.touches
        middle, mean = statistics.median(each), statistics.mean(each)
        return (
            f"{game:10} {by:5} {len(each):4} choices, {sum(each):4} touches, {self.drags:3} drags: "
            f"median {middle:g}, mean {mean:.2f}, most {max(each)}"
        )


def _ways(play: Play, svg: str) -> list[tuple[str, str]]:
    """Return what can be taken, with each place in sight that is legal for it."""
    ends = {way.split("/")[-1] for taps in TAPS.findall(svg) for way in unescape(taps).split()}
    grabs = sorted({unescape(each) for each in GRAB.findall(svg)})
    legal = {grab: play.entry.after(grab.removeprefix(ROOT)) for grab in grabs}
    return [
        (grab, end) for grab, after in legal.items() for end in after if end in ends and end != grab
    ]


class Fingers:
    """Plays by lot, with touches on what can be seen, and with drags if wanted."""

    def __init__(self, tab: Tab, live: LiveBox, *, drags: bool) -> None:
        self.tab, self.live, self.drags = tab, live, drags
        self.screen: Any = None
        self.taps: list[str] = []
        """Of the picture that something is chosen from: the page has to show it first."""
        self.services = live.services
        self.chance = Chance(3, "fingers")
        self.touched = 0
        self.dragged = 0

    def play_out(self) -> Counts:
        """Play until nobody is on turn."""
        each: list[int] = []
        while self.live.match.turn is not None:
            lines = len(self.live.match.lines)
            self._step()
            if len(self.live.match.lines) != lines:
                each.append(self.touched)
                self.touched = 0
        return Counts(each, self.dragged)

    def _step(self) -> None:
        """Do the next thing; what it is, is found in the thread that changes the screens."""
        match self.live.do(self._find_next):
            case "":
                pass  # that was the last choice
            case "back":
                self.tab.evaluate("document.querySelector('[data-act=back]').click()")
                self.live.wait_until(lambda: isinstance(self.live.app.top, Play))
            case int(number):
                self.type_number(number)
            case (str(grab), str(end)):
                self._drag(grab, end)
            case selector:
                self.tap(str(selector))

    def _find_next(self) -> str | int | tuple[str, str]:
        """Choose by lot; return what to tap, the number to type, or what to drag where."""
        self.screen = top = self.live.app.top
        if self.live.match.turn is None:
            return ""
        self.taps = []
        if isinstance(top, Ask):
            return "#rows li:nth-child(2) button"
        if not isinstance(top, Play):
            return "back"
        if top.entry.shown:
            return f".commit[data-tap='{play_code(top.picker.reachable[0])}']"
        scene = top.table_scene()
        picture = table_picture(ui_of(scene.engine.name), scene)
        assert picture is not None
        self.taps = sorted(map(unescape, TAPS.findall(picture.svg)))
        if self.drags and not top.picker.picked and (ways := _ways(top, picture.svg)):
            return self.chance.choose(ways)
        part = self.chance.choose(top.picker.options)
        if is_typed(top, part):
            return int(str(part.value))
        return f"[data-tap='{codes_by_part(self, picture)[part]}']"

    # --- what fingers do ---

    def _wait_for_picture(self) -> None:
        """Wait until the page shows what was chosen from."""
        if not self.taps:
            return
        self.tab.wait_for(
            "[...document.querySelectorAll('#picture [data-tap]')].map((e) => e.dataset.tap)"
            f".sort().join('|') === {json.dumps('|'.join(self.taps))}"
        )

    def tap(self, selector: str) -> None:
        before = self.live.do(self._moment)
        self._wait_for_picture()
        self.tab.wait_for(TAP % json.dumps(selector))
        self.touched += 1
        self._wait_for_other(before, selector)

    def _drag(self, grab: str, end: str) -> None:
        before = self.live.do(self._moment)
        self._wait_for_picture()
        begin, target = self.tab.wait_for(ENDS % (json.dumps(grab), json.dumps(end)))
        self.tab.mouse("mousePressed", *begin)
        for part in (0.4, 1.0):
            x, y = (a + (b - a) * part for a, b in zip(begin, target, strict=True))
            self.tab.mouse("mouseMoved", x, y, button="left")
        self.tab.mouse("mouseReleased", *target)
        self.touched += 1
        self.dragged += 1
        self._wait_for_other(before, f"{grab} to {end}")

    def type_number(self, number: int) -> None:
        before, form = self.live.do(self._moment), "document.getElementById('number_form')"
        self.live.wait_until(lambda: self._asked() is not None)
        asked = self.live.do(self._asked)
        assert asked is not None
        self.tab.wait_for(f"{form}.dataset.asked === '{asked.code}'")  # not the question before
        for key in str(number).replace("-", "±"):
            self.tab.evaluate(f"document.querySelector('[data-key=\"{key}\"]').click()")
            self.touched += 1
        self.tab.evaluate(f"{form}.requestSubmit()")
        self.touched += 1
        self._wait_for_other(before, f"typing {number}")

    def _asked(self) -> Any:
        return self.live.app.top.asked_number()

    def _moment(self) -> Any:
        top = self.live.app.top
        if not isinstance(top, Play):
            return top
        picker = top.picker
        return len(self.live.match.lines), picker.picked, picker.index, top.entry.shown

    def _wait_for_other(self, before: Any, what: str) -> None:
        ends = time.monotonic() + PATIENCE_S
        while self.live.do(self._moment) == before:
            assert time.monotonic() < ends, f"nothing came of {what}"
            time.sleep(0.005)


GAMES: dict[str, tuple[str, dict[str, Any], bool]] = {
    "mana": ("mana", {}, True),
    "mandala": ("mandala", {}, True),
    "icehouse": ("icehouse", {}, True),
    "stones": ("stones", {}, False),  # towers alone: there is nothing to take
    "board": ("stones", {"tracking": "board"}, True),
}


@pytest.mark.parametrize(
    ("name", "by"),
    [(name, by) for name, (_, _, drags) in GAMES.items() for by in ("taps", "drags")[: 1 + drags]],
)
def test_a_whole_game_on_a_phone(tab: Tab, live: LiveBox, name: str, by: str) -> None:
    game, options, _ = GAMES[name]
    live.begin(game, given=None if options else table_of(game).given or None, **options)
    tab.open_to_act(live.url)
    tab.wait_for("document.querySelector('#picture svg') !== null")
    counts = Fingers(tab, live, drags=by == "drags").play_out()
    print(counts.line(name, by))
    tab.wait_for("document.querySelector('#rows .first') !== null")
    assert statistics.median(counts.touches) <= MEDIAN_AT_MOST[game]
    assert max(counts.touches) <= MOST.get(game, max(counts.touches))
    assert bool(counts.drags) == (by == "drags")


def test_a_cell_of_a_score_sheet_is_two_taps_and_its_digits(tab: Tab, live: LiveBox) -> None:
    """A tap on the cell, the digits, and *Next*; in the order of the sheet no tap on the cell."""
    names = ("Anna", "Ben", "Chloé")
    live.begin("scorepad", names=names, given={"template": value_of(shipped("plain"))})
    tab.open_to_act(live.url)
    fingers, numbers = Fingers(tab, live, drags=False), (12, 7, -3, 105, 0, 31)
    touches = []
    for number in numbers:
        fingers.touched = 0
        fingers.type_number(number)
        touches.append(fingers.touched)
    digits = [len(str(number)) for number in numbers]
    print(f"scorepad   cells: {touches} touches for numbers of {digits} signs")
    assert touches == [count + 1 for count in digits]
    fingers.touched = 0
    cell = "#picture [data-tap][aria-label^='Anna, 1: ']"
    fingers.tap(cell)
    fingers.type_number(14)
    assert fingers.touched <= 2 + 2
    live.wait_until(lambda: live.match.engine.scores(live.match.state)[0] == 14 + 105)
