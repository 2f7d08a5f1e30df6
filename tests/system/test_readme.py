"""What the README shows is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.referee import Session

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OURS = ("engines", "hardware", "firmware_py", "tests", "bench", "docs", "systemd")
FILES = [path for folder in OURS for path in (ROOT / folder).rglob("*")]
FILES += [path for path in ROOT.iterdir() if path.is_file()]
PAGES = sorted(
    path.relative_to(ROOT)
    for path in FILES
    if path.suffix == ".md" and "node_modules" not in path.parts
)


def test_the_transcript_is_true() -> None:
    """Every answer begins as printed."""
    session = Session(draw_seed=lambda: 1)
    exchange = re.findall(r"^> (.*)\n< (.*)$", README, re.MULTILINE)
    assert len(exchange) >= 8
    for request, printed in exchange:
        answer = session.answer(request.encode()).decode().replace("\u00a0", " ")
        assert answer.startswith(printed.removesuffix("...").rstrip().replace("\u00a0", " "))


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    """Every file that a page links to is there, from where the page stands."""
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    targets += re.findall(r'<(?:a href|img src)="(?!https?:|#)([^"#]+)"', text)
    gone = [target for target in targets if not ((ROOT / page).parent / target).exists()]
    assert not gone, f"{page} links to {gone}"


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_files_that_are_named_exist(page: Path) -> None:
    """A path of ours from the top or from the page, a module without its ending, a file's name."""
    names = {path.name for path in FILES}
    gone = []
    for named in re.findall(r"`([\w.-]+(?:/[\w.-]+)*/?)`", (ROOT / page).read_text("utf-8")):
        first, slash, _ = named.partition("/")
        if slash and first in OURS:
            places = [ROOT / named, ROOT / f"{named}.py", (ROOT / page).parent / named]
            found = any(place.exists() for place in places)
        else:
            is_file = re.search(r"^\w.*\.(py|md|json|js|mjs|scad|service|po)$", named)
            found = not is_file or named.rpartition("/")[2] in names
        gone += [] if found else [named]
    assert not gone, f"{page} names {gone}"


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_make_target_named_exists(page: Path) -> None:
    """`make this` is in the Makefile."""
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"`make ([a-z-]+)", (ROOT / page).read_text(encoding="utf-8"))):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
