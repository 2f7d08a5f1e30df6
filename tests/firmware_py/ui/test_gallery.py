"""The pictures of docs/gallery: what the box shows at its moments, pixel by pixel.

After a change that is meant to be seen run

    make gallery

and look at the pictures in build/gallery-changes before you commit docs/gallery.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engines.languages import LANGUAGES
from tests.support import fingerprints
from tests.support.gallery.sheets import (
    GALLERY,
    HEIGHT,
    SCALE,
    WIDTH,
    caption_of,
    cell,
    compared,
    differing,
    picture_of,
    section,
    sheet_of,
    sheet_path,
)
from tests.support.gallery.stories import STORIES, shots, title_of
from tests.support.gallery.table_pictures import games, pictures

WRITES = os.environ.get("TABLEMATE_GALLERY") == "write"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("story", STORIES)
def test_the_box_looks_as_it_did(make_box: Any, tmp_path: Path, story: str, language: str) -> None:
    """And nothing on the way to any picture was cut or touched something."""
    box = make_box(language=language)
    taken, captions = dict[str, Image.Image](), list[str]()
    for name, caption, frame in shots(box, story):
        assert name not in taken
        taken[name] = picture_of(frame)
        if language == LANGUAGES[0] and not WRITES:
            captions.append(caption_of(caption, box.screen))
    if language == LANGUAGES[0]:
        assert fingerprints.changed(f"story-{story}", fingerprints.shown(box)) == ""
    path, sheet = sheet_path(story, language), sheet_of([*taken.values()])
    if WRITES:
        sheet.save(path, optimize=True)
    assert box.unfit == {}
    assert [name for name, picture in taken.items() if crowds_its_mark(picture)] == []
    if WRITES:
        return
    said = changed(path, sheet, [*taken], tmp_path)
    assert not said, f"{path.name} has changed: {said}; if that is right, run: make gallery"
    if captions:
        page = (GALLERY / "README.md").read_text(encoding="utf-8")
        assert section(story, title_of(story), captions) in page, "run: make gallery"


def changed(path: Path, sheet: Image.Image, names: list[str], folder: Path) -> str:
    """Return which pictures of a stored sheet differ, and leave them in a folder to look at."""
    if not path.exists():
        return "there is no such sheet"
    stored = Image.open(path)
    wrong = differing(stored, sheet)
    for number in wrong:
        compared(stored, sheet, number).save(folder / f"{number + 1}.png")
    if wrong:
        named = ", ".join(names[number] if number < len(names) else "(gone)" for number in wrong)
        return f"{named}; see {folder}"
    return "" if stored.size == sheet.size else "it has other pictures"


def crowds_its_mark(picture: Image.Image) -> bool:
    """Return whether anything comes within two columns of the mark of pages or rows."""
    marked = all(picture.getpixel((WIDTH - 2, y)) for y in range(10, HEIGHT - 1, 3))
    has_note = all(picture.getpixel((x, HEIGHT - 3)) for x in (0, WIDTH - 2))
    edge = picture.crop((WIDTH - 5, 10, WIDTH - 3, HEIGHT))
    return marked and not has_note and edge.getbbox() is not None


def test_a_frame_becomes_its_pixels() -> None:
    """Bit by bit, as the display has them."""
    frame = bytes((n * 37 + n // 128 * 11) % 256 for n in range(WIDTH * HEIGHT // 8))
    picture = picture_of(frame)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            assert bool(picture.getpixel((x, y))) == bool(frame[y // 8 * WIDTH + x] >> y % 8 & 1)


def test_a_single_pixel_is_noticed(tmp_path: Path) -> None:
    """In the right picture, also in the last row; and so is a picture more or less."""
    taken = [Image.new("1", (WIDTH, HEIGHT)) for _ in range(5)]
    path = tmp_path / "sheet.png"
    assert changed(path, sheet_of(taken), [*"abcde"], tmp_path) == "there is no such sheet"
    sheet_of(taken).save(path)
    assert changed(path, sheet_of(taken), [*"abcde"], tmp_path) == ""
    assert "(gone)" in changed(path, sheet_of(taken[:4]), [*"abcd"], tmp_path)
    assert changed(path, sheet_of([*taken, taken[0]]), [*"abcdef"], tmp_path).startswith("f;")
    assert changed(path, sheet_of([*taken, taken[0], taken[0]]), [*"abcdefg"], tmp_path) != ""
    taken[4].putpixel((127, 63), 1)
    assert changed(path, sheet_of(taken), [*"abcde"], tmp_path) == f"e; see {tmp_path}"
    with Image.open(tmp_path / "5.png") as shown:
        assert [cell(shown, n).histogram()[-1] for n in range(3)] == [0, SCALE**2, SCALE**2]


def test_the_gallery_has_no_picture_too_many() -> None:
    """Each file stands on the page."""
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    names = {path.name for path in GALLERY.iterdir()} - {"README.md"}
    assert names == set(re.findall(r"\(([^()]+\.(?:png|svg))\)", page))


@pytest.mark.parametrize("game", games())
def test_the_tables_look_as_they_did(game: str) -> None:
    """Byte by byte: a picture is a function of the match."""
    for moment, svg in pictures(game):
        path = GALLERY / f"table-{game}-{moment}.svg"
        assert path.exists(), "run: make gallery"
        assert path.read_text(encoding="utf-8") == svg, f"{path.name} is old; run: make gallery"
