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
from tests.support.browser import Chromium, chromium  # noqa: E402 - found by the line above

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
        live.do(lambda: live.services.settings.put("clock", "fischer"))
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
        tab.wait_for("new Promise((done) => setTimeout(() => done(true), 700))")
        shot = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
        tab.close()
        live.close()
    small = shot.convert("P", palette=Image.Palette.ADAPTIVE, colors=COLOURS)
    name = size if view == "table" else view
    small.save(HERE / "pictures" / f"page_{name}.png", optimize=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as started:
        for each in SIZES:
            draw(started, each)
        draw(started, "tablet", "desk")
