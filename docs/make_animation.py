"""Make the moving picture of the README, docs/pictures/play.gif: the display of a box in play.

python docs/make_animation.py

Every picture is a frame of the real program; below it is what the hands do.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT), str(ROOT / "bench")]

from firmware_py.ui.canvas import Canvas  # noqa: E402 - the path was just made longer
from hardware.display.frame import HEIGHT, WIDTH  # noqa: E402 - the same
from tests.support.box import Box  # noqa: E402 - the same
from tests.support.gallery.sheets import picture_of  # noqa: E402 - the same
from tests.support.gallery.steps import prepare, sit  # noqa: E402 - the same

TARGET = ROOT / "docs" / "pictures" / "play.gif"
SCALE = 4
MARGIN = 16
CAPTION = 12
"""The height of the line below the display, in its pixels."""
GLASS, LIT, CASE, WORDS = (8, 12, 18), (214, 236, 255), (44, 70, 58), (244, 240, 226)
QUICK_MS, READ_MS = 700, 2600


def story(box: Box) -> Iterator[tuple[str, int, bytes]]:
    """Play some of Mana; yield what was done, how long to look, and the frame."""

    def now() -> bytes:
        return box.panel.pictures[-1].frame

    prepare(box)
    yield "A box for the table", QUICK_MS * 2, now()
    players = sit(box, "mana")
    players.set_up()
    players.play_on(2)
    players.ready()
    for words in ("The knob stops only at legal moves", "The bird demands a kind of square"):
        yield words, READ_MS, now()
        before = len(box.panel.pictures)
        players.play_on(1)
        for each in box.panel.pictures[before:-1]:
            yield words, QUICK_MS, each.frame
        yield "Played, safe, and what to do now", READ_MS, now()
        players.ready()
    box.press("why")
    yield "WHY: what binds, and what is possible", READ_MS + QUICK_MS, now()
    box.press("back")
    box.press("undo")
    yield "UNDO: what would be undone", READ_MS, now()
    box.press("back")
    box.hold("knob")
    yield "Hold the knob: everything else", READ_MS, now()


def picture(frame: bytes, words: str) -> Image.Image:
    """Return a frame behind its glass, with a line below it."""
    size = (WIDTH * SCALE + 2 * MARGIN, (HEIGHT + CAPTION) * SCALE + 2 * MARGIN)
    made = Image.new("RGB", size, CASE)
    glass = picture_of(frame).resize((WIDTH * SCALE, HEIGHT * SCALE), 0)
    made.paste(GLASS, (MARGIN - 6, MARGIN - 6, size[0] - MARGIN + 6, MARGIN + HEIGHT * SCALE + 6))
    made.paste(LIT, (MARGIN, MARGIN), glass)
    x = MARGIN
    for word in words.split():
        line = Canvas()
        width = line.text(0, 0, f"{word} ") * SCALE // 2
        half = picture_of(line.frame()).resize((WIDTH * SCALE // 2, HEIGHT * SCALE // 2), 0)
        made.paste(WORDS, (x, MARGIN + HEIGHT * SCALE + 18), half.crop((0, 0, width, 24)))
        x += width
    return made


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        box = Box(Path(folder) / "data")
        shown = [(picture(frame, done), ms) for done, ms, frame in story(box)]
        box.close()
    frames = [each.quantize(8, dither=Image.Dither.NONE) for each, _ in shown]
    frames[0].save(
        TARGET, save_all=True, append_images=frames[1:], duration=[ms for _, ms in shown], loop=0,
        optimize=True,
    )  # fmt: skip
    print(TARGET.relative_to(ROOT), TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
