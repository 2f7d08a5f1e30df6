"""Takes over the golden pictures of the tests, and writes docs/gallery from them.

    make gallery

Every picture with its caption, in every language. Look at what has changed before it is kept.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from engines.languages import LANGUAGES, NAMES
from firmware_py.games import facts_of
from firmware_py.ui.canvas import Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import Screen
from firmware_py.ui.screens.play import Play

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests" / "firmware_py"
# The stories are modules beside the tests, and the people in them know what the benches know.
sys.path += [str(TESTS), str(ROOT / "bench")]
GOLDEN = TESTS / "golden"
GALLERY = ROOT / "docs" / "gallery"
COLUMNS = 4
WIDTH, HEIGHT = 128, 64
SCALE = 2
GAP = 4

HEAD = """# The gallery

Every screen of the box, in every language.
The pictures are the golden pictures of the tests: `make gallery` writes this page.
Beside each play screen stands how high its largest capitals are, and those of its most important
text: whose turn it is, or the question to the table.
On a display of 1.3 inches 6 pixels are 1.4 mm, 11 pixels 2.5 mm.

"""

TABLES = """## The tables

What the page and exports show of each game: at set-up, in the middle and at the end of a match,
and in the middle of another way to play. Light or dark, as your system is.

"""


def take_over() -> None:
    """Tell every story in every language and keep its pictures; stop if something does not fit."""
    command = [sys.executable, "-m", "pytest", "-q", "-k", "looks_as_it_did", "ui/test_gallery.py"]
    environment = {**os.environ, "TABLEMATE_GOLDEN": "update"}
    subprocess.run(command, cwd=TESTS, env=environment, check=True)  # noqa: S603 - our own tests


def captions(story: str) -> list[tuple[str, str, str]]:
    """Tell a story on a box that nobody sees: names, captions and letters of its pictures."""
    from conftest import Box
    from moments import shots

    with tempfile.TemporaryDirectory() as folder:
        box: Any = Box(Path(folder) / "data")
        told = [(name, caption, sizes(box.screen)) for name, caption, _ in shots(box, story)]
        box.close()
    return told


class Measured(Canvas):
    """A canvas that notes how high the capitals of its texts are."""

    def __init__(self) -> None:
        super().__init__()
        self.heights: dict[str, int] = {}

    def text(self, x: int, y: int, text: str, font: FontName = "medium", **how: Any) -> int:
        """Write a line, and note its size."""
        line = font_of(font).line("0" if font == "digits" else "H")
        self.heights[text] = max(self.heights.get(text, 0), line.bottom - line.top)
        return super().text(x, y, text, font, **how)


def sizes(screen: Screen) -> str:
    """Return how large the letters of a play screen are; nothing for any other."""
    if not isinstance(screen, Play):
        return ""
    canvas, scene = Measured(), screen.scene()
    screen.face.draw(canvas, scene)
    whose = {scene.title, *screen.table.names} & canvas.heights.keys()
    largest = max(canvas.heights.values())
    if not whose:
        return f"{largest} px, the question"
    first = max(canvas.heights[name] for name in whose)
    return f"{largest} px, whose turn {first} px"


def titles() -> dict[str, str]:
    """Return the stories and what each is about."""
    from moments import STORIES

    return {name: (story.__doc__ or name).strip(".") for name, story in STORIES.items()}


def strip(sheets: list[Image.Image], number: int) -> bytes:
    """Return a picture in all languages, side by side, as a PNG."""
    row, column = divmod(number, COLUMNS)
    x, y = column * WIDTH, row * HEIGHT
    wide, high = WIDTH * SCALE, HEIGHT * SCALE
    image = Image.new("1", (len(sheets) * (wide + GAP) - GAP, high), 1)
    for place, sheet in enumerate(sheets):
        picture = sheet.crop((x, y, x + WIDTH, y + HEIGHT)).resize((wide, high), 0)
        image.paste(picture, (place * (wide + GAP), 0))
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def tables() -> Iterator[tuple[str, str, str]]:
    """Yield game, moment and picture of the tables that pages show."""
    from table_pictures import games, pictures

    for game in games():
        for moment, svg in pictures(game):
            yield game, moment, svg


def files() -> Iterator[tuple[Path, bytes]]:
    """Yield everything that belongs in the gallery."""
    page = [HEAD]
    for story, title in titles().items():
        page.append(f"## {title}\n\n| | {' · '.join(NAMES.values())} | |\n|---|---|---|\n")
        sheets = [Image.open(GOLDEN / f"{story}.{language}.png") for language in LANGUAGES]
        for number, (name, caption, letters) in enumerate(captions(story)):
            file = f"{story}-{name}.png"
            page.append(f"| {caption} | ![{caption}]({file}) | {letters} |\n")
            yield GALLERY / file, strip(sheets, number)
        page.append("\n")
    page.append(TABLES)
    for game, moment, svg in tables():
        file = f"table-{game}-{moment}.svg"
        title = facts_of(game).title
        page.append(f"### {title}: {moment}\n\n![{title}, {moment}]({file})\n\n")
        yield GALLERY / file, svg.encode()
    yield GALLERY / "README.md", "".join(page).rstrip("\n").encode() + b"\n"


def main() -> None:
    """Write the gallery anew."""
    take_over()
    GALLERY.mkdir(exist_ok=True)
    wanted = dict(files())
    for path in set(GALLERY.iterdir()) - wanted.keys():
        path.unlink()
    for path, data in wanted.items():
        path.write_bytes(data)
    print(f"{len(wanted) - 1} pictures in {GALLERY.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
