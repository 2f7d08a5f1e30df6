"""Golden pictures: what the box shows at the moments of the gallery, pixel by pixel.

After a change that is meant to be seen: look at the new pictures, then run

    make gallery

which takes them over (TABLEMATE_GOLDEN=update) and writes docs/gallery anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from moments import STORIES, shots
from PIL import Image, ImageChops
from table_pictures import games, pictures

from engines.languages import LANGUAGES

GALLERY = Path(__file__).parents[3] / "docs" / "gallery"
GOLDEN = Path(__file__).parents[1] / "golden"
COLUMNS = 4
WIDTH, HEIGHT = 128, 64
SCALE, GAP = 2, 4
UPDATES = os.environ.get("TABLEMATE_GOLDEN") == "update"


def picture_of(frame: bytes) -> Image.Image:
    """Return a frame of the display as an image."""
    image = Image.new("1", (WIDTH, HEIGHT))
    image.putdata(
        [frame[y // 8 * WIDTH + x] >> y % 8 & 1 for y in range(HEIGHT) for x in range(WIDTH)]
    )
    return image


def place_of(number: int) -> tuple[int, int, int, int]:
    """Return where a picture stands on its sheet."""
    row, column = divmod(number, COLUMNS)
    x, y = column * WIDTH, row * HEIGHT
    return x, y, x + WIDTH, y + HEIGHT


def save_sheet(pictures: list[Image.Image], path: Path) -> None:
    """Put the pictures of a story on one sheet."""
    sheet = Image.new("1", (COLUMNS * WIDTH, -(-len(pictures) // COLUMNS) * HEIGHT))
    for number, picture in enumerate(pictures):
        sheet.paste(picture, place_of(number))
    path.parent.mkdir(exist_ok=True)
    sheet.save(path, optimize=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("story", STORIES)
def test_the_box_looks_as_it_did(make_box: Any, tmp_path: Path, story: str, language: str) -> None:
    """And nothing on the way to any picture was cut or touched something."""
    box = make_box(language=language)
    told = list(shots(box, story))
    taken = {name: picture_of(frame) for name, _, frame in told}
    assert len(taken) == len(told)
    path = GOLDEN / f"{story}.{language}.png"
    if UPDATES:
        save_sheet([*taken.values()], path)
    assert box.unfit == {}
    assert [name for name, picture in taken.items() if crowds_its_mark(picture)] == []
    if UPDATES:
        return
    save_sheet([*taken.values()], tmp_path / path.name)
    said = f"the new sheet is {tmp_path / path.name}; if it is right, run: make gallery"
    assert path.exists(), f"{path.name} is missing; {said}"
    golden = Image.open(path)
    count = golden.size[1] // HEIGHT * COLUMNS
    assert count - COLUMNS < len(taken) <= count, f"{path.name} has other pictures; {said}"
    wrong = []
    for number, (name, picture) in enumerate(taken.items()):
        differs = pixels_between(golden.crop(place_of(number)), picture)
        if differs:
            picture.resize((512, 256), 0).save(tmp_path / f"{name}.png")
            wrong.append(f"{name}: {differs} pixels, see {tmp_path / name}.png")
    assert not wrong, f"{story} in {language} has changed: {wrong}; {said}"
    check_gallery(story, language, [(name, caption) for name, caption, _ in told], taken)


def crowds_its_mark(picture: Image.Image) -> bool:
    """Say whether anything comes within two columns of the mark of pages or rows."""
    marked = all(picture.getpixel((WIDTH - 2, y)) for y in range(10, HEIGHT - 1, 3))
    has_note = all(picture.getpixel((x, HEIGHT - 3)) for x in (0, WIDTH - 2))
    beside = picture.crop((WIDTH - 5, 10, WIDTH - 3, HEIGHT))
    return marked and not has_note and beside.getbbox() is not None


def pixels_between(before: Image.Image, after: Image.Image) -> int:
    """Count the pixels that differ."""
    return ImageChops.logical_xor(before, after).histogram()[-1]


def check_gallery(
    story: str, language: str, captions: list[tuple[str, str]], taken: dict[str, Image.Image]
) -> None:
    """Compare the page of the gallery with what the box shows."""
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    x = LANGUAGES.index(language) * (WIDTH * SCALE + GAP)
    for name, caption in captions:
        file = f"{story}-{name}.png"
        assert f"| {caption} | ![{caption}]({file}) |" in page, "run: make gallery"
        shown = Image.open(GALLERY / file).crop((x, 0, x + WIDTH * SCALE, HEIGHT * SCALE))
        large = taken[name].resize(shown.size, 0)
        assert not pixels_between(shown, large), f"{file} is old; run: make gallery"


def test_the_gallery_has_no_picture_too_many() -> None:
    """Each file stands on the page."""
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    names = {path.name for path in GALLERY.iterdir()} - {"README.md"}
    assert names == set(re.findall(r"\(([^)]+\.(?:png|svg))\)", page))


@pytest.mark.parametrize("game", games())
def test_the_tables_look_as_they_did(game: str) -> None:
    """Byte by byte: a picture is a function of the match."""
    for moment, svg in pictures(game):
        path = GALLERY / f"table-{game}-{moment}.svg"
        assert path.exists(), "run: make gallery"
        assert path.read_text(encoding="utf-8") == svg, f"{path.name} is old; run: make gallery"
