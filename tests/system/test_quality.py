"""Each promise that quality.md names is on its page, and each test or target behind it exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "quality.md").read_text(encoding="utf-8")
ROW = re.compile(r"^- “(?P<says>.*)” \(\[[^]]*\]\((?P<page>[^)]*)\)\): (?P<held>.*)$", re.MULTILINE)
RELIABILITY = "docs/reliability.md"


def faults(text: str) -> Iterator[str]:
    """Yield what is wrong with a page of promises."""
    rows = list(ROW.finditer(text))
    for line in text.splitlines():
        if line.startswith("- ") and not ROW.match(line):
            yield f"not a promise, its page and what holds it: {line}"
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for row in rows:
        page = ROOT / row["page"]
        if not page.is_file() or row["says"] not in page.read_text(encoding="utf-8"):
            yield f"{row['page']} does not say: {row['says']}"
        held = re.findall(r"`([^`]+)`", row["held"])
        if not held:
            yield f"nothing holds: {row['says']}"
        for each in held:
            if each.startswith("make "):
                if f"\n{each.removeprefix('make ')}:" not in makefile:
                    yield f"there is no {each}"
                continue
            file, _, name = each.partition("::")
            path = ROOT / file
            if not path.is_file() or (
                name and f"def {name}(" not in path.read_text(encoding="utf-8")
            ):
                yield f"there is no {each}"


def test_each_promise_is_made_and_held() -> None:
    assert list(faults(PAGE)) == []


def test_no_promise_of_reliability_is_left_out() -> None:
    """Those with a number."""
    promised = re.findall(
        r"^(\d+)\. ", (ROOT / RELIABILITY).read_text().partition("## How matches")[0], re.MULTILINE
    )
    named = [row["says"].partition(".")[0] for row in ROW.finditer(PAGE)]
    assert len(promised) >= 20
    assert [each for each in promised if each not in named] == []


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (
            "- “It flies.” ([README.md](README.md)): `make test`",
            "README.md does not say: It flies.",
        ),
        ("- “# Tablemate” ([README.md](README.md)): `make toast`", "there is no make toast"),
        (
            "- “# Tablemate” ([README.md](README.md)): `tests/system/test_quality.py::test_gone`",
            "there is no tests/system/test_quality.py::test_gone",
        ),
        ("- “# Tablemate” ([README.md](README.md)): trust us", "nothing holds: # Tablemate"),
        ("- trust us", "not a promise, its page and what holds it: - trust us"),
    ],
)
def test_a_promise_that_nothing_holds_is_noticed(row: str, fault: str) -> None:
    assert list(faults(row)) == [fault]
