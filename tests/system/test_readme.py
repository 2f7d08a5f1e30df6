"""What the README and the pages show is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.referee import RefereeSession

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFEREE = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8")
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
    session = RefereeSession(draw_seed=lambda: 1)
    exchange = re.findall(r"^> (.*)\n< (.*)$", REFEREE, re.MULTILINE)
    assert len(exchange) >= 8
    for request, printed in exchange:
        answer = session.answer(request.encode()).decode().replace("\u00a0", " ")
        assert answer.startswith(printed.removesuffix("...").rstrip().replace("\u00a0", " "))


def test_the_readme_quotes_the_transcript() -> None:
    """Word for word."""
    quoted = re.findall(r"^> .*\n< .*$", README, re.MULTILINE)
    assert quoted
    assert all(each in REFEREE for each in quoted)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    """Every file that a page links to is there, from where the page stands."""
    gone = gone_links((ROOT / page).read_text(encoding="utf-8"), (ROOT / page).parent)
    assert not gone, f"{page} links to {gone}"


def gone_links(text: str, folder: Path) -> list[str]:
    """Return the links of a page in a folder that lead nowhere."""
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    targets += re.findall(r'<(?:a href|img src)="(?!https?:|#)([^"#]+)"', text)
    return [target for target in targets if not (folder / target).exists()]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_files_that_are_named_exist(page: Path) -> None:
    """A path of ours from the top or from the page, a module without its ending, a file's name."""
    gone = gone_names((ROOT / page).read_text("utf-8"), (ROOT / page).parent)
    assert not gone, f"{page} names {gone}"


def gone_names(text: str, folder: Path) -> list[str]:
    """Return the files that a page in a folder names, and that are not there."""
    names = {path.name for path in FILES}
    gone = []
    for named in re.findall(r"`([\w.-]+(?:/[\w.-]+)*/?)`", text):
        first, slash, _ = named.partition("/")
        if slash and first in OURS:
            places = [ROOT / named, ROOT / f"{named}.py", folder / named]
            found = any(place.exists() for place in places)
        else:
            is_file = re.search(r"^\w.*\.(py|md|json|js|mjs|scad|service|po)$", named)
            found = not is_file or named.rpartition("/")[2] in names
        gone += [] if found else [named]
    return gone


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_make_target_named_exists(page: Path) -> None:
    """`make this` is in the Makefile."""
    assert gone_targets((ROOT / page).read_text(encoding="utf-8")) == set()


def gone_targets(text: str) -> set[str]:
    """Return the targets that a text names, and that the Makefile does not have."""
    makefile = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"`make ([a-z-]+)", text))
    return {each for each in named if not re.search(rf"^{each}:", makefile, re.MULTILINE)}


def test_what_is_not_there_is_seen() -> None:
    """A link, a path, a module, the name of a file, a target; and what is there is not."""
    links = '[a](gone.md) [b](README.md) <img src="gone.png"> [c](https://example.org/x)'
    assert gone_links(links, ROOT) == ["gone.md", "gone.png"]
    names = "`engines/gone.py` `engines/match` `engines/gone` `gone.py` `match.py` `bench/`"
    assert gone_names(names, ROOT) == ["engines/gone.py", "engines/gone", "gone.py"]
    assert gone_targets("`make test` and `make gone-too`") == {"gone-too"}
