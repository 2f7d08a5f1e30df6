"""`make house` counts what it says: each figure rises with a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import house
import pytest

from engines import catalog

NO_WALK = house.Walk(frozenset(), 0)
FILES = {
    "engines/match.py": "import engines.record\n",
    "engines/record.py": "class Record: ...\n",
    "hardware/events.py": "\n",
    "hardware/case/make.py": "class Record: ...\n",
    "firmware_py/ui/__init__.py": "",
    "firmware_py/ui/lists.py": "from engines import match\n",
    **{f"firmware_py/games/{game}/entry.py": "class Entry: ...\n" for game in catalog.GAMES},
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with a few files."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def figures(root: Path) -> dict[str, float]:
    """Return the figure of each row."""
    return {row.name: row.measured for row in house.rows_of(house.sources(root), NO_WALK, NO_WALK)}


CIRCLE = "packages in an import circle"
NAMES = "class names with several meanings"
SCENES = "Scene( written by hand"


@pytest.mark.parametrize(
    ("row", "rise", "file", "text"),
    [
        ("lines of the three packages", 2, "hardware/events.py", "\n\n"),
        ("lines of the three packages", 0, "hardware/case/make.py", "\n\n"),
        ("modules in firmware_py", 1, "firmware_py/oddments.py", ""),
        (CIRCLE, 2, "engines/record.py", "import engines.match\n"),
        (CIRCLE, 2, "engines/record.py", "def late():\n    from engines.match import Match\n"),
        (CIRCLE, 0, "engines/record.py", "if TYPE_CHECKING:\n    import engines.match\n"),
        (CIRCLE, 3, "engines/record.py", "from firmware_py.ui.lists import Menu\n"),
        (CIRCLE, 0, "firmware_py/ui/__init__.py", "import firmware_py.ui.lists\n"),
        (NAMES, 1, "engines/match.py", "class Record: ...\n"),
        (NAMES, 1, "firmware_py/games/mana/aid.py", "class Entry: ...\n"),
        (NAMES, 0, "engines/match.py", "class Match: ...\n"),
        (SCENES, 1, "firmware_py/ui/lists.py", "x = scene.Scene(state=None)\n"),
        (SCENES, 0, "firmware_py/ui/lists.py", "# Scene(state=None)\n"),
    ],
)
def test_a_planted_fault_is_counted(
    row: str, rise: int, file: str, text: str, project: Path
) -> None:
    """By exactly what it adds; what is not a fault adds nothing."""
    before = figures(project)
    with (project / file).open("a") as opened:
        opened.write(text)
    assert figures(project)[row] - before[row] == rise


def test_the_game_with_the_fewest_lines_is_counted(project: Path) -> None:
    for game in catalog.GAMES:
        if game != "stones":
            (project / f"firmware_py/games/{game}/more.py").write_text("\n\n")
    assert house.smallest_game(house.sources(project)) == ("stones", 1)


def test_calls_and_modules_of_a_walk_are_those_of_the_packages(tmp_path: Path) -> None:
    """A function from elsewhere is not counted."""
    place = tmp_path / "engines" / "planted.py"
    scope: dict[str, Callable[[], object]] = {}
    exec(compile("def f():\n    g()\n    g()\ndef g():\n    return 1", place, "exec"), scope)
    walk = house.walk_of(lambda: [scope["f"](), figures], tmp_path)
    assert walk == house.Walk(frozenset({str(place)}), 3)


def test_a_click_is_walked_with_and_without_a_page() -> None:
    """A page wants the table drawn as well."""
    alone, watched = house.clicks()
    assert len(alone.modules) > 10
    assert watched.modules - alone.modules
    assert watched.calls > alone.calls


@pytest.mark.parametrize("at", range(len(house.LIMITS)))
def test_every_limit_is_judged(at: int, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only with --strict does a figure above its limit end the run with a failure."""
    found = house.sources(project)
    monkeypatch.setattr(house, "sources", lambda: found)
    monkeypatch.setattr(house, "clicks", lambda: (NO_WALK, NO_WALK))
    limits = [int(row.measured) for row in house.rows_of(found, NO_WALK, NO_WALK)]
    monkeypatch.setattr(house, "LIMITS", house.Limits(*limits))
    assert house.main(["--strict"]) == 0
    limits[at] -= 1
    monkeypatch.setattr(house, "LIMITS", house.Limits(*limits))
    assert house.main(["--strict"]) == 1
    assert house.main([]) == 0
