"""What a game of the catalog must have: whatever is missing is said, with the file to write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from real_tables import table_of

from engines import catalog
from engines.errors import EngineError
from firmware_py.games import ui_of
from firmware_py.games.lesson import BadLesson, has_lesson, lesson_of
from firmware_py.match.game_info import GameInfo, info_of
from tests.support.gallery.games import stories_of

TESTS = Path(__file__).parents[1]


def missing(game: str) -> list[str]:
    """Return what a game lacks, as far as can be seen without playing it."""
    return [*_info(game), *_ui(game), *_lesson(game), *_puzzles(game), *_samples(game)]


def _info(game: str) -> Iterator[str]:
    info, home = info_of(game), f"firmware_py/games/{game}/__init__.py"
    if info == GameInfo(title=game):
        yield f"{home}: INFO, with a title"
        return
    options = {option.name for option in catalog.load(game).options}
    for name in sorted(options - info.option_names.keys() - info.hidden_options):
        yield f"{home}: a name for the option {name} in option_names, or put it in hidden_options"
    for name in sorted((info.option_names.keys() | info.hidden_options) - options):
        yield f"{home}: the rules have no option {name}"


def _puzzles(game: str) -> Iterator[str]:
    """Name what only one of the rules and the application has."""
    home = f"firmware_py/games/{game}/__init__.py"
    if (catalog.load(game).puzzles is not None) != bool(info_of(game).puzzle_sides):
        yield f"{home}: puzzle_sides for the puzzles of the rules, or neither"


def _ui(game: str) -> Iterator[str]:
    home = f"firmware_py/games/{game}/ui.py"
    try:
        ui = ui_of(game)
    except (ImportError, AttributeError, TypeError) as error:
        yield f"{home}: {error}"
        return
    engine = catalog.load(game)
    pages = ui.aid(engine.setup(catalog.begin(engine, seats=engine.seats[0], seed=1)))
    if not any(page.text for page in pages):
        yield f"{home}: aid, the pages of the player aid"
    if not any(page.draw for page in pages):
        yield f"{home}: a legend, a page of the aid that draws the signs"


def _lesson(game: str) -> Iterator[str]:
    home = f"firmware_py/games/{game}/lesson.toml"
    if not has_lesson(game):
        yield f"{home}: a lesson"
        return
    try:
        lesson = lesson_of(game)
        lesson.match_at(len(lesson.steps) - 1)
    except (BadLesson, EngineError) as error:
        yield f"{home}: {error}"


def _samples(game: str) -> Iterator[str]:
    if not (TESTS / "engines" / "vectors" / f"{game}.json").exists():
        yield f"tests/engines/vectors/{game}.json: sample games"
    if not [*(TESTS / "engines" / game).glob("test_*.py")]:
        yield f"tests/engines/{game}/: tests of its rules"
    if not stories_of(game):
        yield f"tests/support/gallery/games/{game}.py: STORIES, the moments of the gallery"
    if table_of(game).target is None:
        yield f"bench/real_tables/{game}.py: TABLE, with the target of what a turn costs"
