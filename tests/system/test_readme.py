"""What the README shows is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.referee import Session

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_transcript_is_true() -> None:
    """Every answer begins as printed."""
    session = Session(draw_seed=lambda: 1)
    exchange = re.findall(r"^> (.*)\n< (.*)$", README, re.MULTILINE)
    assert len(exchange) >= 8
    for request, printed in exchange:
        answer = session.answer(request.encode()).decode().replace("\u00a0", " ")
        assert answer.startswith(printed.removesuffix("...").rstrip().replace("\u00a0", " "))


@pytest.mark.parametrize("page", sorted(p.relative_to(ROOT) for p in ROOT.glob("*.md")), ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    """Every file that a page of the top level names is there."""
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text("utf-8")):
        assert (ROOT / target).exists(), target


def test_every_make_target_named_exists() -> None:
    """`make this` is in the Makefile."""
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"make ([a-z-]+)`", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
