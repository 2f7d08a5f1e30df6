"""The page on glass of every size: a television, a phone on its side, four times magnified."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from live_box import LiveBox

from engines.rng import Chance
from engines.scorepad.shipped import shipped
from engines.scorepad.template_writer import value_of
from firmware_py.screens.play import entry
from firmware_py.screens.play import play as play_screen
from firmware_py.ui.navigation import GoToMatch
from tests.support.browser import CHROMIUM, Chromium, Tab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")
MOVES = 30
FINGER_PIXELS = 44


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveBox]:
    """A match of Mana in its middle; nothing here changes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play_screen, "BOUNCE_S", 0.0)  # a test has quicker fingers than people
        patch.setattr(entry, "STILL_S", 0.0)
        box = LiveBox(tmp_path_factory.mktemp("box"))
        box.begin("mana", seed=7)

        def go_on() -> None:
            engine, chance = box.match.engine, Chance(11, "sizes")
            for _ in range(MOVES):
                legal = list(engine.legal(box.match.state))
                quiet = [c for c in legal if engine.turn(engine.apply(box.match.state, c))]
                box.services.current_table.play(engine.write(chance.choose(quiet)))
            box.app.follow(GoToMatch())
            box.app.paint()

        box.do(go_on)
        yield box
        box.close()


@pytest.fixture
def tab(browser: Chromium) -> Iterator[Tab]:
    tab = browser.tab(browser.person())
    yield tab
    tab.close()


def high(tab: Tab) -> float:
    return float(tab.evaluate("document.querySelector('#picture svg').clientHeight"))


def open_table(tab: Tab, live: LiveBox) -> None:
    tab.open_to_act(live.url)
    tab.wait_for("document.body.dataset.view === 'table'")
    tab.wait_for("Boolean(document.querySelector('#picture svg'))")


def is_in_sight(tab: Tab, selector: str) -> bool:
    return bool(
        tab.evaluate(
            f"(() => {{ const r = document.querySelector('{selector}').getBoundingClientRect();"
            "return r.top > -1 && r.bottom < innerHeight + 1; })()"
        )
    )


def test_full_screen_on_a_television_is_for_the_table(tab: Tab, live: LiveBox) -> None:
    """It is done elsewhere; the way back stays."""
    tab.size(1920, 1080)
    open_table(tab, live)
    before = high(tab)
    press = "document.getElementById('whole').click()"
    tab.call("Runtime.evaluate", expression=press, userGesture=True)
    tab.wait_for("document.getElementById('whole').ariaPressed === 'true'")
    tab.wait_for("!document.getElementById('acts').checkVisibility()")
    assert high(tab) > before * 1.05
    assert tab.evaluate("document.getElementById('seats').checkVisibility()")
    assert tab.evaluate("document.getElementById('whole').checkVisibility()")
    tab.call("Runtime.evaluate", expression=press, userGesture=True)
    tab.wait_for("document.getElementById('acts').checkVisibility()")


def test_on_a_phone_on_its_side_what_plays_is_in_sight(tab: Tab, live: LiveBox) -> None:
    tab.size(740, 360, phone=True)
    open_table(tab, live)
    assert is_in_sight(tab, "#picture svg")
    for act in ("[data-act=why]", "[data-hold=undo]", "[data-hold=knob]", "#who"):
        assert is_in_sight(tab, act)


def test_four_times_magnified_nothing_has_to_be_scrolled_sideways(tab: Tab, live: LiveBox) -> None:
    tab.size(320, 256)
    open_table(tab, live)
    for act in ("1", "document.querySelector('[data-hold=knob]').click()",
                "document.querySelector('[data-go=box]').click()",
                "document.querySelector('[data-go=desk]').click()"):  # fmt: skip
        tab.evaluate(act)
        tab.wait_for("new Promise((done) => setTimeout(() => done(true), 300))")
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), act
    live.show_match()


LARGE = "document.documentElement.style.fontSize = '200%'"


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390), (1440, 900)])
def test_with_letters_twice_as_large_the_board_and_whose_turn_it_is_stay(
    tab: Tab, live: LiveBox, width: int, height: int
) -> None:
    tab.size(width, height, phone=width < 900)
    open_table(tab, live)
    tab.evaluate(LARGE)
    tab.wait_for("document.body.dataset.room.includes('low')")  # measured in a frame of its own
    tab.wait_for("document.documentElement.scrollWidth <= innerWidth")
    assert is_in_sight(tab, "#who")
    board = "document.querySelector('#picture svg').getBoundingClientRect()"
    assert tab.evaluate(f"{board}.height") >= min(0.6 * width, 0.6 * height)
    # What stays while the rest is scrolled leaves most of the glass to the rest.
    stays = """[...document.querySelectorAll(".bar, .dock")]
      .filter((each) => getComputedStyle(each).position === "sticky")
      .reduce((sum, each) => sum + each.offsetHeight, 0)"""
    assert tab.evaluate(stays) <= 0.4 * height
    tab.evaluate("document.documentElement.style.fontSize = ''")


def test_with_letters_twice_as_large_a_number_can_be_typed_on_a_phone(
    tab: Tab, long_sheet: LiveBox
) -> None:
    tab.size(360, 740, phone=True)
    open_table(tab, long_sheet)
    tab.evaluate(LARGE)
    tab.wait_for("document.documentElement.scrollWidth <= innerWidth")
    wide = tab.evaluate(
        "[...document.querySelectorAll('.keypad button')].filter((each) =>"
        " each.getBoundingClientRect().right > innerWidth || each.scrollWidth > each.clientWidth)"
        ".map((each) => each.textContent)"
    )
    assert wide == []


def test_on_a_television_outside_of_full_screen_nothing_covers_anything(
    tab: Tab, live: LiveBox
) -> None:
    """Also for a page that only looks on."""
    tab.size(1920, 1080)
    open_table(tab, live)
    tab.evaluate("document.body.classList.add('watcher')")
    met = tab.evaluate(
        """(() => {
          const bar = document.getElementById("bar").getBoundingClientRect();
          return [...document.querySelectorAll("#who, #binds, #game, .seat, #picture svg")]
            .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height)
            .filter((each) => each.getBoundingClientRect().top < bar.bottom)
            .map((each) => each.id || each.className);
        })()"""
    )
    assert met == []
    assert high(tab) > 700


def test_after_a_match_the_table_is_above_the_result_or_next_to_it(
    tab: Tab, tmp_path: Path
) -> None:
    """Where there is room for both it keeps its size."""
    box = LiveBox(tmp_path)
    box.begin("mana", seed=7)

    def end() -> None:
        box.services.current_table.play("resign", 0)
        box.app.follow(GoToMatch())
        box.app.paint()

    for width, height in ((390, 844), (1440, 900)):
        tab.size(width, height, phone=width < 900)
        open_table(tab, box)
        if width == 390:
            box.do(end)  # somebody looks on: the board does not leave
        tab.wait_for("document.querySelector('#rows .first') !== null")
        assert is_in_sight(tab, "#picture svg")
        assert high(tab) > (200 if width == 390 else 700)
        far, near = ("bottom", "top") if width == 390 else ("right", "left")
        assert tab.evaluate(
            f"document.querySelector('#picture svg').getBoundingClientRect().{far}"
            f" <= document.getElementById('sheet').getBoundingClientRect().{near} + 1"
        )
    box.close()


def test_on_a_phone_what_is_wrong_with_a_paper_is_in_sight(tab: Tab, live: LiveBox) -> None:
    """The text is long: the sentence about it stands above, and both are seen."""
    tab.size(360, 640, phone=True)
    open_table(tab, live)
    tab.evaluate("document.querySelector('[data-go=desk]').click()")
    tab.wait_for("Boolean(document.getElementById('open_scorepad_box_low_rounds'))")
    tab.evaluate("document.getElementById('open_papers').click()")
    tab.evaluate("document.getElementById('open_scorepad_box_low_rounds').click()")
    tab.wait_for("document.getElementById('paper_toml') !== null")
    tab.evaluate("document.getElementById('paper_toml').click()")
    tab.wait_for("document.activeElement.id === 'paper_text'")
    assert is_in_sight(tab, "#paper_check")
    text = "document.getElementById('paper_text')"
    tab.evaluate(f"{text}.value = {text}.value.replace('rounds = 9', 'rounds = many')")
    tab.evaluate("document.getElementById('paper_check').click()")
    tab.wait_for("document.getElementById('paper_says').textContent.startsWith('Line ')")
    tab.wait_for(f"{text}.selectionEnd > {text}.selectionStart")
    assert is_in_sight(tab, "#paper_says")


@pytest.fixture
def long_sheet(tmp_path: Path) -> Iterator[LiveBox]:
    """A score pad with thirteen lines."""
    box = LiveBox(tmp_path)
    given = {"template": value_of(shipped("dice_sheet"))}
    box.begin("scorepad", names=("Anna", "Ben", "Chloé", "Dario"), given=given)
    yield box
    box.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_on_a_phone_every_cell_of_a_long_sheet_is_as_large_as_a_finger(
    tab: Tab, long_sheet: LiveBox, width: int, height: int
) -> None:
    """The sheet is scrolled rather than small; names can be tapped as well, and on the line that
    may stay empty the cell of the player on turn.
    """
    tab.size(width, height, phone=True)
    open_table(tab, long_sheet)
    sizes = tab.evaluate(
        "[...document.querySelectorAll('#picture [data-tap]')]"
        ".map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    )
    assert len(sizes) == 4 + 13 * 4 + 1
    assert min(min(each) for each in sizes) >= FINGER_PIXELS


def test_on_a_television_a_long_sheet_is_seen_whole(tab: Tab, long_sheet: LiveBox) -> None:
    """Its rows stand closer there, and yet no cell takes the taps of another."""
    tab.size(1920, 1080)
    open_table(tab, long_sheet)
    assert is_in_sight(tab, "#picture svg")
    missed = tab.evaluate(
        "[...document.querySelectorAll('#picture [data-tap]')].filter((cell) => {"
        "const { x, y, width, height } = cell.getBoundingClientRect();"
        "return [0.1, 0.5, 0.9].some((part) => cell !=="
        " document.elementFromPoint(x + width / 2, y + height * part)?.closest('[data-tap]'));"
        "}).map((cell) => cell.getAttribute('aria-label'))"
    )
    assert missed == []
    size = "Math.min(...[...document.querySelectorAll('#picture text')]"
    size += ".map((each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().d))"
    assert tab.evaluate(size) >= 18


def test_the_last_move_is_in_sight_after_another_view(tab: Tab, live: LiveBox) -> None:
    """A list that is not shown cannot be scrolled."""
    tab.size(1280, 800)
    open_table(tab, live)
    tab.evaluate("document.querySelector('[data-go=box]').click()")
    tab.reload()
    tab.wait_for("document.body.dataset.view === 'box'")
    tab.wait_for(f"document.querySelectorAll('#moves li').length === {MOVES}")
    tab.evaluate("document.querySelector('[data-go=table]').click()")
    tab.wait_for("document.getElementById('moves').clientHeight > 0")
    assert tab.evaluate(
        "(({ scrollTop, scrollHeight, clientHeight }) => scrollTop + clientHeight + 2 >="
        " scrollHeight && scrollTop > 0)(document.getElementById('moves'))"
    )
