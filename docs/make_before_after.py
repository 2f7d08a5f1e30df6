"""Writes docs/pictures/before_after.png: ten screens as they were in a commit, and as they are now.

    python docs/make_before_after.py [COMMIT]

Each screen has two rows, before and after, in every language. How it was comes from the gallery of
the commit, which had a file for each screen; how it is now comes from the stories of the gallery.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from engines.languages import LANGUAGES

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "before_after.png"
# The stories are part of the tests, and the people in them know what the benches know.
sys.path += [str(ROOT), str(ROOT / "bench")]

from tests.support.gallery.sheets import (  # noqa: E402 - found on the path that was just made longer
    HEIGHT,
    WIDTH,
    cell,
    picture_of,
    sheet_of,
)

BEFORE = "ce683681066297e1d6991f378d8cabe09fd46c69"
"""The last commit before the words and pictures of all screens were gone through."""
SCREENS = (
    ("mandala", "turn"),
    ("mandala", "claim"),
    ("mandala", "legend-2"),
    ("stones", "first"),
    ("stones", "mandala"),
    ("lessons", "mandala"),
    ("scorepad", "others"),
    ("settings", "mandala-empty"),
    ("icehouse", "undo"),
    ("edges", "not-saved"),
)
"""Story and name of each screen."""
APART = 12
"""Gap between two screens, in pixels."""


def before(commit: str, story: str, name: str) -> list[Image.Image]:
    """Return a screen in every language, as it was."""
    file = f"{commit}:docs/gallery/{story}-{name}.png"
    command = ["git", "show", file]
    stored = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout  # noqa: S603 - fixed words
    sheet = Image.open(io.BytesIO(stored))
    return [cell(sheet, at).resize((WIDTH, HEIGHT), 0) for at in range(len(LANGUAGES))]


def after(story: str, language: str) -> Iterator[tuple[str, Image.Image]]:
    """Tell a story on a box that nobody sees; yield its screens."""
    from tests.support.box import Box
    from tests.support.gallery.stories import shots

    with tempfile.TemporaryDirectory() as folder:
        box: Any = Box(Path(folder) / "data", language=language)
        for name, _, frame in shots(box, story):
            yield name, picture_of(frame)
        box.close()


def main() -> None:
    """Write the picture."""
    commit = sys.argv[1] if len(sys.argv) > 1 else BEFORE
    stories = {story for story, _ in SCREENS}
    now = {
        (story, language): dict(after(story, language))
        for story in stories
        for language in LANGUAGES
    }
    pairs = [
        sheet_of(
            before(commit, story, name) + [now[story, language][name] for language in LANGUAGES]
        )
        for story, name in SCREENS
    ]
    width, height = pairs[0].size
    picture = Image.new("1", (width, len(pairs) * (height + APART) - APART), 1)
    for at, pair in enumerate(pairs):
        picture.paste(pair, (0, at * (height + APART)))
    picture.save(PICTURE, optimize=True)
    print(f"{len(pairs)} screens in {PICTURE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
