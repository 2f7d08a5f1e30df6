"""`make dist-test` fails where a wheel does not start or does not play."""

from __future__ import annotations

from pathlib import Path

import dist_smoke
import pytest

ANSWERS = """#!/bin/sh
while read line; do
  case "$line" in
    *games*) echo '{"ok": true, "games": {"one": {}}}' ;;
    *legal*) echo '{"ok": true, "moves": ['"$(cat moves)"']}'; : >moves ;;
    *play*) cat plays ;;
    *) echo '{"ok": true}' ;;
  esac
done
"""


@pytest.fixture
def referee(tmp_path: Path) -> Path:
    """Return a referee that is a script: one game, one move."""
    made = tmp_path / "tablemate"
    made.write_text(ANSWERS)
    made.chmod(0o755)
    (tmp_path / "moves").write_text('"a"')
    (tmp_path / "plays").write_text('{"ok": true}\n')
    return made


def test_a_name_without_an_interpreter_is_left_out(tmp_path: Path) -> None:
    """As version managers have them."""
    for minor, code in ((11, 127), (12, 0)):
        made = tmp_path / f"python3.{minor}"
        made.write_text(f"#!/bin/sh\nexit {code}\n")
        made.chmod(0o755)
    assert dist_smoke.find_pythons(str(tmp_path)) == [str(tmp_path / "python3.12")]


def test_a_match_is_played_to_its_end(referee: Path, tmp_path: Path) -> None:
    """Legal moves, until there are none."""
    assert dist_smoke.play(referee, tmp_path) == {"one": 1}


def test_a_program_without_a_move_is_noticed(referee: Path, tmp_path: Path) -> None:
    """Nor does one that has nothing to play pass."""
    (tmp_path / "moves").write_text("")
    with pytest.raises(AssertionError, match="no move of one"):
        dist_smoke.play(referee, tmp_path)


def test_a_legal_move_that_is_refused_is_noticed(referee: Path, tmp_path: Path) -> None:
    """With what was asked."""
    (tmp_path / "plays").write_text('{"ok": false}\n')
    with pytest.raises(AssertionError, match="play"):
        dist_smoke.play(referee, tmp_path)
