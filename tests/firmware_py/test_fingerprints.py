"""A fingerprint notices what changed, and none is left of a test that is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware_py.games.test_pictures import first_ways, with_picture
from tests.support import fingerprints
from tests.support.fingerprints import FOLDER, changed
from tests.support.gallery.stories import STORIES
from tests.support.table_players import shown_ways

MOMENTS = [(bytes(1024), ("Anna",), None, ()) for _ in range(50)]


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the fingerprint of `MOMENTS`."""
    monkeypatch.setattr(fingerprints, "WRITES", True)
    assert changed("test", MOMENTS, tmp_path) == ""
    monkeypatch.setattr(fingerprints, "WRITES", False)
    return tmp_path


def test_what_is_as_it_was_is_not_reported(stored: Path) -> None:
    assert changed("test", MOMENTS, stored) == ""


@pytest.mark.parametrize(
    "moment",
    [
        (bytes(1023) + b"\x01", ("Anna",), None, ()),
        (bytes(1024), ("Anna", "Ben"), None, ()),
        (bytes(1024), ("Anna",), bytes(1024), ()),
    ],
)
def test_a_pixel_and_a_word_are_noticed(stored: Path, moment: object) -> None:
    """With the moment at which it happened."""
    assert "at moment 30 of 50" in changed("test", [*MOMENTS[:30], moment, *MOMENTS[31:]], stored)


def test_a_moment_more_or_less_is_noticed(stored: Path) -> None:
    assert "at moment 49 of 49" in changed("test", MOMENTS[:49], stored)
    assert "at moment 50 of 51" in changed("test", [*MOMENTS, MOMENTS[0]], stored)
    assert "at moment 0 of 50" in changed("other", MOMENTS, stored)


def test_every_fingerprint_belongs_to_a_test() -> None:
    """`make gallery` writes a new one; that of a test that is gone has to go."""
    wanted = {"test-pattern", *(f"story-{name}" for name in STORIES)}
    wanted |= {f"game-{way.id}" for way in shown_ways()}
    wanted |= {f"taps-{way.id}" for way in first_ways()}
    wanted |= {f"begin-{way.id}" for way in with_picture()}
    assert {path.stem for path in FOLDER.iterdir()} == wanted
