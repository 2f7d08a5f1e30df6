"""TOML that people wrote: read as tomllib reads it, or refused before it costs much."""

from __future__ import annotations

import sys
import tomllib
import tracemalloc
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from engines.scorepad.template import BadTemplate, load
from engines.toml_text import DEPTH_LIMIT, LINE_LIMIT, SIZE_LIMIT, check_bounds, read_toml
from tests.support.hostile_toml import HOSTILE

PROJECT = Path(__file__).parents[2]
OURS = [
    *PROJECT.glob("engines/scorepad/templates/*.toml"),
    *PROJECT.glob("firmware_py/games/*/lesson.toml"),
    *PROJECT.glob("docs/*.toml"),
]
MEMORY_LIMIT = 32 * 1024 * 1024
STEP_LIMIT = 3_000_000
"""Calls of functions. The bomb of the first case takes 500 times the memory."""


class Cost:
    """Counts calls, and the most memory in use."""

    def __enter__(self) -> Cost:
        self.steps = 0
        tracemalloc.start()
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        self.memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()

    def _count(self, _frame: FrameType, _event: str, _what: Any) -> None:
        self.steps += 1


@pytest.mark.parametrize("kind", HOSTILE)
def test_no_text_costs_much(kind: str) -> None:
    """Neither to be read, nor to find where a template is wrong."""
    text = HOSTILE[kind]
    with Cost() as cost:
        try:
            load(text)
        except BadTemplate as error:
            line = error.line
        else:
            line = 0
    assert line > 0
    assert cost.memory < MEMORY_LIMIT
    assert cost.steps < STEP_LIMIT


def test_the_count_sees_a_bomb() -> None:
    """A smaller one than the worst: tomllib alone is over the limit, before it had its own."""
    with Cost() as cost, suppress(RecursionError):
        tomllib.loads("a." * 4_000 + "a=1")
    assert cost.memory > MEMORY_LIMIT or sys.version_info >= (3, 14)


@pytest.mark.parametrize("path", OURS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_everything_that_comes_with_the_box_is_within_the_bounds(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n" + "#" * (LINE_LIMIT + 1), f"more than {LINE_LIMIT} characters (at line 2, "),
        ("\n\n" + "a." * DEPTH_LIMIT + "a = 1", f"more than {DEPTH_LIMIT} parts (at line 3, "),
        ("é\n" * (SIZE_LIMIT // 3 + 1), "more than 64 kB"),
    ],
)
def test_the_reason_and_the_line_are_given(text: str, said: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as refused:
        check_bounds(text)
    assert said in str(refused.value)


def test_the_bounds_themselves_are_allowed() -> None:
    assert read_toml("x = '" + "a" * (LINE_LIMIT - 6) + "'")
    assert read_toml("a." * (DEPTH_LIMIT - 1) + "a = 1")
