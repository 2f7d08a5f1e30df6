"""Draws the pictures of the page for these documents, with a real browser and a real box.

    python docs/make_page_pictures.py

Needs Chromium. Writes pictures/page_*.png.
"""

from __future__ import annotations

import io
import sys
import tempfile
from functools import partial
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "bench"), str(HERE.parent)]


from live_box import LiveBox  # noqa: E402

from engines.rng import Chance  # noqa: E402
from firmware_py.games.draft import Draft  # noqa: E402
from firmware_py.screens.new_game.new_game import begin  # noqa: E402
from tests.support.browser import (  # noqa: E402 - found by the line above
    Chromium,
    Tab,
    chromium,
)
from tests.support.clocks import keep_clocks  # noqa: E402 - the same

SIZES = {
    "phone": (390, 844, True),
    "tablet": (768, 1024, False),
    "television": (1920, 1080, False),
}
GAMES = {"phone": ("mana", 8), "tablet": ("stones", 14), "television": ("mandala", 40)}
COLOURS = 160


def draw(browser: Chromium, size: str, view: str = "table") -> None:
    """Play a while, look, and keep what a page of that size shows."""
    game, moves = GAMES[size]
    width, height, is_phone = SIZES[size]
    with tempfile.TemporaryDirectory() as folder:
        live = LiveBox(Path(folder))
        live.do(lambda: keep_clocks(live.services, "fischer"))
        live.begin(game)
        chance = Chance(9, "pictures")
        for _ in range(moves):
            engine, state = live.match.engine, live.match.state
            text = engine.write(chance.choose(list(engine.legal(state))))
            live.do(partial(live.services.current_table.play, text))
        live.show_match()
        tab = browser.tab(browser.person())
        tab.size(width, height, phone=is_phone)
        tab.open(live.url)
        tab.wait_for("Boolean(document.querySelector('#picture svg'))")
        if size == "television":
            press = "document.getElementById('whole').click()"
            tab.call("Runtime.evaluate", expression=press, userGesture=True)
        if view != "table":
            tab.evaluate(f"document.querySelector('[data-go={view}]').click()")
            tab.wait_for("document.getElementById('set_language') !== null")
            tab.evaluate("document.getElementById('open_settings').click()")
        tab.wait_for("new Promise((done) => setTimeout(() => done(true), 700))")
        shot = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
        tab.close()
        live.close()
    save(shot, size if view == "table" else view)


def save(shot: Image.Image, name: str) -> None:
    small = shot.convert("P", palette=Image.Palette.ADAPTIVE, colors=COLOURS)
    small.save(HERE / "pictures" / f"page_{name}.png", optimize=True)


def in_a_row(shots: list[Image.Image], height: int, gap: int = 12) -> Image.Image:
    """Return pictures in a row, each as high as the others."""
    scaled = [shot.resize((shot.width * height // shot.height, height)) for shot in shots]
    row = Image.new("RGB", (sum(each.width + gap for each in scaled) - gap, height), "white")
    left = 0
    for each in scaled:
        row.paste(each, (left, 0))
        left += each.width + gap
    return row


def shot_of(tab: Tab) -> Image.Image:
    return Image.open(io.BytesIO(tab.screenshot())).convert("RGB")


MOMENTS_MS = (0, 40, 90, 160, 280)
HOLD_STILL = """
window.moving = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const made = animate.apply(this, how);
  made.pause();
  moving.push(made);
  return made;
};
"""


def draw_move(browser: Chromium) -> None:
    """Capture a ronin: the page is stopped at some moments of the move."""
    with tempfile.TemporaryDirectory() as folder:
        live = LiveBox(Path(folder))
        live.begin("mana", seed=1)
        chance, engine = Chance(7, "capture"), live.match.engine
        while True:
            choice = chance.choose(list(engine.legal(live.match.state)))
            after = engine.apply(live.match.state, choice)
            if sum(after.captured) > sum(live.match.state.captured) and engine.turn(after):
                break
            live.do(partial(live.services.current_table.play, engine.write(choice)))
        live.show_match()
        tab = browser.tab(browser.person())
        tab.size(390, 844, phone=True)
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=HOLD_STILL)
        tab.open(live.url)
        tab.wait_for("Boolean(document.querySelector('#picture svg'))")
        live.do(partial(live.services.current_table.play, engine.write(choice)))
        live.show_match()
        tab.wait_for("moving.length > 0")
        board = "document.querySelector('#picture svg').getBoundingClientRect()"
        top = tab.evaluate("document.querySelector('.head').getBoundingClientRect().top") - 6
        bottom = tab.evaluate(f"{board}.bottom") + 10
        shots = []
        for at in MOMENTS_MS:
            tab.evaluate(f"for (const each of moving) each.currentTime = {at}")
            shots.append(shot_of(tab).crop((0, top, 390, bottom)))
        tab.close()
        live.close()
    save(in_a_row(shots, 330), "move")


def draw_hands(browser: Chromium) -> None:
    """Two phones with a hand each, and the tablet between them."""
    with tempfile.TemporaryDirectory() as folder:
        live = LiveBox(Path(folder))
        plan = Draft("mandala", ["Anna", "Ben"], 0, practice=True)
        live.do(lambda: live.app.follow(begin(live.services, plan)))
        chance = Chance(9, "pictures")
        for _ in range(14):
            engine, state = live.match.engine, live.match.state
            text = engine.write(chance.choose(list(engine.legal(state))))
            live.do(partial(live.services.current_table.play, text))
        live.show_match()
        tabs = [browser.tab(browser.person()) for _ in range(3)]
        for tab, name in zip(tabs, ("Anna", "", "Ben"), strict=True):
            tab.size(*((390, 700) if name else (768, 900)), phone=bool(name))
            tab.open_to_act(live.url)
            if name:
                tab.wait_for("document.querySelector('#take_hand button') !== null")
                tab.evaluate(
                    "[...document.querySelectorAll('#take_hand button')]"
                    f".find((each) => each.textContent === '{name}').click()"
                )
                tab.wait_for("!document.getElementById('hand_of').hidden")
        for tab in tabs:
            tab.wait_for("!('moving' in document.getElementById('picture').dataset)")
        shots = [shot_of(tab) for tab in tabs]
        for tab in tabs:
            tab.close()
        live.close()
    save(in_a_row(shots, 520), "hands")


if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        chromium(Path(profile)) as started,
    ):
        for each in SIZES:
            draw(started, each)
        draw(started, "tablet", "desk")
        draw_move(started)
        draw_hands(started)
