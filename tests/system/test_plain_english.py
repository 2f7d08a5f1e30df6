"""`make check` counts the phrases that CONTRIBUTING asks to avoid: a planted one is found."""

from __future__ import annotations

from pathlib import Path

import plain_english
import pytest
from plain_english import FOLDERS, LIMITS, Limit, judge, places

FAULTS = [
    ('"""Say whether it is open."""', "say whether"),
    ("# after so many turns", "so many"),
    ("# this is no colour", "is no X"),
    ("told = 1", "told"),
    ("cups_told = 1", "told"),
    ("# beside the board", "beside"),
    ("# the card lies there", "lies"),
    ("# whoever asks", "whoever"),
    ("# it was mended", "mend"),
]
FINE = ["# it is no longer open", "# besides the two cards", "recommended = 1", "replies = 2"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with a plain file in each folder, in which no phrase is allowed."""
    for folder in FOLDERS:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "plain.py").write_text('"""Return whether it is open."""\n')
        monkeypatch.setitem(LIMITS, folder, Limit(0, "none"))
    return tmp_path


@pytest.mark.parametrize(("line", "phrase"), FAULTS)
def test_a_planted_phrase_is_found(project: Path, line: str, phrase: str) -> None:
    assert judge(list(places(project))) == []
    (project / "hardware/planted.py").write_text(f"x = 1\n{line}\n")
    assert list(places(project)) == [("hardware", "hardware/planted.py", 2, phrase)]
    assert len(judge(list(places(project)))) == 1


def test_pages_are_read_too(project: Path) -> None:
    (project / "docs/page.md").write_text("# Clocks\n\nThe clock of whoever chooses runs.\n")
    assert list(places(project)) == [("docs", "docs/page.md", 3, "whoever")]


@pytest.mark.parametrize("line", FINE)
def test_other_words_are_not_counted(project: Path, line: str) -> None:
    (project / "bench/fine.py").write_text(line)
    assert not list(places(project))


def test_every_folder_has_a_limit_with_a_reason() -> None:
    assert set(LIMITS) == set(FOLDERS)
    assert all(limit.reason for limit in LIMITS.values())


def test_it_fails_above_a_limit(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plain_english.places, "__defaults__", (project,))
    assert plain_english.main([]) == 0
    (project / "docs/planted.py").write_text("# whoever\n")
    assert plain_english.main(["--where"]) == 1
    shown = capsys.readouterr()
    assert "docs/planted.py:1: whoever" in shown.out
    assert "docs: 1 phrases, 0 allowed" in shown.err
