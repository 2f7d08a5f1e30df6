"""Pieces that move: dragged by a mouse or a finger, gliding, leaving, and never in the way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_box import LiveBox

from engines.mana.board import NAMES
from engines.rng import Chance
from firmware_py.screens.play import play as play_screen
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.why import Verdict
from firmware_py.ui.navigation import GoToMatch
from tests.support.browser import CHROMIUM, Chromium, Tab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")
FINGER_PIXELS = 44
LEAST_PIXELS = 24
RESTS = "!('moving' in document.getElementById('picture').dataset)"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveBox]:
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


def begin(live: LiveBox, moves: int = 4, game: str = "mana", **given: Any) -> None:
    """Begin a match and play some choices by lot, none of which ends it."""
    live.begin(game, **given)

    def play() -> None:
        engine, chance = live.match.engine, Chance(5, "motion")
        for _ in range(moves):
            legal = list(engine.legal(live.match.state))
            quiet = [each for each in legal if engine.turn(engine.apply(live.match.state, each))]
            live.services.current_table.play(engine.write(chance.choose(quiet)))
        live.app.follow(GoToMatch())
        live.app.paint()

    live.do(play)


def open_table(tab: Tab, live: LiveBox) -> None:
    tab.open_to_act(live.url)
    tab.wait_for("Boolean(document.querySelector('#picture svg'))")


def centre(tab: Tab, code: str) -> tuple[float, float]:
    """Return the middle of the square, or thing, that has a code among its own."""
    x, y = tab.evaluate(
        f"(() => {{ const r = document.querySelector(`#picture [data-tap~='{code}']`)"
        ".getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    )
    return x, y


def a_move(live: LiveBox) -> tuple[str, str]:
    """Return the squares of a legal move that the knob has not gone to."""
    engine = live.match.engine
    moves = [engine.write(each) for each in engine.legal(live.match.state)]
    begin, end = next(each for each in reversed(moves) if each[2:3] == "-").split("-")
    return begin, end


def drag(tab: Tab, begin: tuple[float, float], end: tuple[float, float], *, by: str) -> None:
    middle = ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2)
    if by == "touch":
        tab.touch("touchStart", begin)
        for point in (middle, end):
            tab.touch("touchMove", point)
        tab.wait_for("Boolean(document.querySelector('#picture .dragged'))")
        tab.wait_for("document.querySelectorAll('#picture .legal').length > 0")
        tab.touch("touchEnd")
        return
    tab.mouse("mousePressed", *begin)
    for point in (middle, end):
        tab.mouse("mouseMoved", *point, button="left")
    tab.wait_for("Boolean(document.querySelector('#picture .dragged'))")
    tab.wait_for("document.querySelectorAll('#picture .legal').length > 0")
    tab.mouse("mouseReleased", *end)


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_a_legal_move_that_is_dragged_is_played_and_its_piece_is_the_same_one(
    tab: Tab, live: LiveBox, by: str
) -> None:
    """Whatever the knob is on: it asks for nothing, and refuses nothing."""
    begin(live)
    if by == "touch":
        tab.size(390, 844, phone=True)
    open_table(tab, live)
    start, end = a_move(live)
    lines = len(live.match.lines)
    tab.evaluate(f"window.piece = document.querySelector(`#picture [data-id$='@{start}']`)")
    drag(tab, centre(tab, f"piece:{start}"), centre(tab, f"destination:{end}"), by=by)
    live.wait_until(lambda: len(live.match.lines) > lines)
    assert live.match.lines[lines].text == f"{start}-{end}"
    tab.wait_for(f"window.piece.dataset.id.endsWith('@{end}') && window.piece.isConnected")
    tab.wait_for(RESTS)
    assert not tab.evaluate("document.querySelectorAll('.dragged, .lifted, .legal').length")


def test_what_is_dropped_where_it_cannot_go_floats_back_and_the_rule_is_shown(
    tab: Tab, live: LiveBox
) -> None:
    begin(live)
    open_table(tab, live)
    start, end = a_move(live)
    lines = len(live.match.lines)
    legal = set(map(live.match.engine.write, live.match.engine.legal(live.match.state)))
    board = dict(zip(NAMES, live.match.state.board, strict=True))
    far = next(
        name for name, there in board.items() if there == "." and f"{start}-{name}" not in legal
    )
    tab.evaluate(f"window.piece = document.querySelector(`#picture [data-id$='@{start}']`)")
    x, y = centre(tab, f"piece:{start}")
    drag(tab, (x, y), centre(tab, f"destination:{far}"), by="mouse")
    tab.wait_for("document.getElementById('toast').classList.contains('refused')")
    assert isinstance(live.app.top, Verdict)
    assert start in tab.evaluate("document.getElementById('note').textContent")
    tab.wait_for("!document.querySelector('#picture .dragged')")
    assert tab.evaluate(f"window.piece.isConnected && window.piece.dataset.id.endsWith('@{start}')")
    assert len(live.match.lines) == lines
    drag(tab, centre(tab, f"piece:{start}"), centre(tab, f"destination:{end}"), by="mouse")
    live.wait_until(lambda: len(live.match.lines) > lines)


def test_two_moves_at_once_are_seen_one_after_the_other(tab: Tab, live: LiveBox) -> None:
    """The answer waits until what it answers has landed."""
    begin(live)
    open_table(tab, live)
    tab.evaluate(
        "window.seen = []; new MutationObserver(() => seen.push([...document.querySelectorAll("
        "'#picture [data-id]')].map((each) => each.dataset.id).join(' '))).observe("
        "document.getElementById('picture'), { attributeFilter: ['data-moving'] })"
    )

    def play_one() -> None:
        engine = live.match.engine
        text = next(
            each for each in map(engine.write, engine.legal(live.match.state)) if "-" in each
        )
        live.services.current_table.play(text)
        live.app.follow(GoToMatch())
        live.app.paint()

    live.do(play_one)
    live.do(play_one)
    tab.wait_for("seen.length >= 2 && seen[0] !== seen.at(-1)")
    tab.wait_for(RESTS)


def test_who_wants_no_motion_gets_none(tab: Tab, live: LiveBox) -> None:
    begin(live)
    calm = {"name": "prefers-reduced-motion", "value": "reduce"}
    tab.call("Emulation.setEmulatedMedia", features=[calm])
    open_table(tab, live)
    tab.evaluate("Element.prototype.animate = () => { throw new Error('it moves'); }")
    start, end = a_move(live)
    lines = len(live.match.lines)
    drag(tab, centre(tab, f"piece:{start}"), centre(tab, f"destination:{end}"), by="mouse")
    live.wait_until(lambda: len(live.match.lines) > lines)
    tab.wait_for(f"Boolean(document.querySelector(`#picture [data-id$='@{end}']`))")


def test_a_turn_of_mana_is_two_taps_and_the_knobs_proposal_plays_nothing(
    tab: Tab, live: LiveBox
) -> None:
    begin(live)
    tab.size(390, 844, phone=True)
    open_table(tab, live)
    assert isinstance(live.app.top, Play)
    assert tab.evaluate("document.getElementById('commit').hidden")
    assert tab.evaluate("Boolean(document.querySelector('#picture .proposed'))")
    start, end = a_move(live)
    lines = len(live.match.lines)
    for code in (f"piece:{start}", f"destination:{end}"):
        assert tab.evaluate("document.getElementById('commit').hidden")
        x, y = centre(tab, code)
        tab.touch("touchStart", (x, y))
        tab.touch("touchEnd")
        if code.startswith("piece"):
            live.wait_until(lambda: isinstance(top := live.app.top, Play) and top.picker.has_begun)
    live.wait_until(lambda: len(live.match.lines) > lines)
    assert live.match.lines[lines].text == f"{start}-{end}"


def test_undo_is_one_button_and_can_be_undone_itself(
    tab: Tab, live: LiveBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also at once, while messages about the move still arrive."""
    monkeypatch.setattr(play_screen, "SLIP_S", 1e9)  # however slow the machine is
    begin(live)
    open_table(tab, live)
    start, end = a_move(live)
    lines = len(live.match.lines)
    drag(tab, centre(tab, f"piece:{start}"), centre(tab, f"destination:{end}"), by="mouse")
    live.wait_until(lambda: len(live.match.lines) > lines)
    state = live.match.state
    tab.click("[data-hold='undo']")
    tab.wait_for("document.getElementById('note').textContent === 'Undone'")
    assert live.match.state != state
    tab.click("#redo")
    live.wait_until(lambda: live.match.state == state)
    tab.wait_for("document.getElementById('toast').hidden")


TARGETS = """[...document.querySelectorAll('#picture [data-tap]')].map((each) => {
  const { x, y, width, height } = (each.querySelector('.hit') ?? each).getBoundingClientRect();
  return [width, height, x + width / 2, y + height / 2];
})"""


@pytest.mark.parametrize(
    ("game", "given", "moves", "least"),
    [
        ("mana", {}, 6, FINGER_PIXELS),
        ("stones", {}, 8, FINGER_PIXELS),
        ("stones", {"tracking": "board"}, 8, FINGER_PIXELS),
        ("mandala", {}, 12, FINGER_PIXELS),
        ("icehouse", {}, 4, LEAST_PIXELS),
    ],
)
def test_on_a_phone_every_target_has_room_for_a_finger(
    tab: Tab, live: LiveBox, game: str, given: dict[str, Any], moves: int, least: int
) -> None:
    """Where two are so near that their areas meet, the nearer one wins."""
    begin(live, moves, game, **given)
    tab.size(390, 844, phone=True)
    open_table(tab, live)
    found = tab.evaluate(TARGETS)
    assert found
    assert min(min(width, height) for width, height, _, _ in found) >= least
    apart = [
        ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        for place, (_, _, x, y) in enumerate(found)
        for _, _, u, v in found[:place]
    ]
    assert min(apart) >= LEAST_PIXELS


def test_a_finger_between_two_targets_means_the_nearer(tab: Tab, live: LiveBox) -> None:
    begin(live, 4, "icehouse")
    tab.size(390, 844, phone=True)
    open_table(tab, live)
    wrong = tab.evaluate(
        """[...document.querySelectorAll('#picture [data-tap] > .hit')].filter((hit) => {
          const { x, y, width, height } = hit.getBoundingClientRect();
          const under = document.elementsFromPoint(x + width / 2, y + height / 2);
          return y < innerHeight - 120 && y > 60 && !under.includes(hit);
        }).length"""
    )
    assert wrong == 0
    assert json.dumps(found_twice(tab)) == "[]"


def found_twice(tab: Tab) -> Any:
    """Return the codes of things that cannot be tapped, because another is nearer everywhere."""
    return tab.evaluate(
        """(() => {
          const hits = [...document.querySelectorAll('#picture [data-tap] > .hit')];
          const middles = hits.map((hit) => {
            const { x, y, width, height } = hit.getBoundingClientRect();
            return `${Math.round(x + width / 2)} ${Math.round(y + height / 2)}`;
          });
          return middles.filter((each, place) => middles.indexOf(each) !== place);
        })()"""
    )
