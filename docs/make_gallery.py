"""Writes docs/gallery: every screen of the box in every language, and the page that shows them;
and the moving picture of the README.

    make gallery

Look at what has changed before you commit it: each changed picture is written to
build/gallery-changes as it was in the last commit, as it is now, and where the two differ.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from engines.languages import LANGUAGES
from firmware_py.match.game_info import info_of

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests" / "firmware_py"
CHANGES = ROOT / "build" / "gallery-changes"
# The stories are part of the tests, and the people in them know what the benches know.
sys.path += [str(ROOT), str(ROOT / "bench")]

from tests.support.fingerprints import FOLDER  # noqa: E402 - the same
from tests.support.gallery.sheets import (  # noqa: E402 - found on the path that was just made longer
    GALLERY,
    caption_of,
    compared,
    differing,
    section,
    sheet_path,
)

HEAD = """# The gallery

Every screen of the box, in every language. `make gallery` writes this page and its pictures,
and the tests compare the box with them.
The pictures of a story are in rows from left to right, in the order of its list.
Next to each play screen is how high its largest capitals are, and those of its most important
text: whose turn it is, or the question to the table.
On a display of 1.3 inches 6 pixels are 1.4 mm, 11 pixels 2.5 mm.

"""

TABLES = """## The tables

What the page and exports show of each game: at set-up, in the middle and at the end of a match,
and in the middle of another way to play. Light or dark, as your system is.

"""


def write_sheets() -> None:
    """Write the sheets of all stories, and all fingerprints; stop if something does not fit."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto"]
    command += ["-k", "looks_as_it_did or whole_game or begins_with_taps or where_it_was"]
    command += ["ui/test_gallery.py", "ui/test_flows_games.py", "games/test_pictures.py"]
    command += ["ui/test_test_pattern.py"]
    environment = {**os.environ, "TABLEMATE_GALLERY": "write"}
    subprocess.run(command, cwd=TESTS, env=environment, check=True)  # noqa: S603 - our own tests


def captions(story: str) -> list[str]:
    """Tell a story on a box that nobody sees, and return the captions of its pictures."""
    from tests.support.box import Box
    from tests.support.gallery.stories import shots

    with tempfile.TemporaryDirectory() as folder:
        box: Any = Box(Path(folder) / "data")
        captions = [caption_of(caption, box.screen) for _, caption, _ in shots(box, story)]
        box.close()
    return captions


def files() -> Iterator[tuple[Path, bytes]]:
    """Yield the page and the pictures of the tables that pages show."""
    from tests.support.gallery.stories import STORIES, title_of
    from tests.support.gallery.table_pictures import games, pictures

    page = [HEAD, *(section(story, title_of(story), captions(story)) for story in STORIES), TABLES]
    for game in games():
        for moment, svg in pictures(game):
            file = f"table-{game}-{moment}.svg"
            title = info_of(game).title
            page.append(f"### {title}: {moment}\n\n![{title}, {moment}]({file})\n\n")
            yield GALLERY / file, svg.encode()
    yield GALLERY / "README.md", "".join(page).rstrip("\n").encode() + b"\n"


def committed(path: Path) -> bytes:
    """Return a file as it is in the last commit, or nothing."""
    command = ["git", "show", f"HEAD:{path.relative_to(ROOT).as_posix()}"]
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).stdout  # noqa: S603 - fixed words
    except OSError:
        return b""


def write_changes() -> int:
    """Write each picture that differs from the last commit, and return how many these are."""
    shutil.rmtree(CHANGES, ignore_errors=True)
    CHANGES.mkdir(parents=True)
    count = 0
    for path in sorted(GALLERY.glob("*.png")):
        old = committed(path)
        if not old or old == path.read_bytes():
            continue
        before, after = Image.open(io.BytesIO(old)), Image.open(path)
        for number in differing(before, after):
            compared(before, after, number).save(CHANGES / f"{path.stem}-{number + 1}.png")
            count += 1
    return count


def main() -> None:
    """Write the gallery."""
    import make_animation

    from tests.support.gallery.stories import STORIES

    make_animation.main()
    GALLERY.mkdir(exist_ok=True)
    write_sheets()
    tables = dict(files())
    for path, data in tables.items():
        path.write_bytes(data)
    sheets = {sheet_path(story, language) for story in STORIES for language in LANGUAGES}
    for path in set(GALLERY.iterdir()) - tables.keys() - sheets:
        path.unlink()
    print(f"{len(sheets)} sheets in {GALLERY.relative_to(ROOT)}")
    print(f"{write_changes()} changed pictures in {CHANGES.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
