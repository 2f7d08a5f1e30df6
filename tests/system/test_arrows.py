"""The arrows between the packages point one way."""

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import catalog
from firmware_py.match.game_info import info_of

ROOT = Path(__file__).parents[2]
ALLOWED = {
    "engines": {"engines"},
    "hardware": {"hardware", "gpiozero", "luma", "serial", "PIL", "lgpio", "gpiod", "smbus2"},
    "firmware_py": {
        *("firmware_py", "engines", "hardware", "websockets", "segno", "nacl", "paho", "psycopg"),
        "openskill",
    },
}
NOT_PACKAGES = ("hardware/case", "hardware/pico_panel")
IMPURE = {"time", "datetime", "random", "secrets", "os", "io", "socket"}


def modules(package: str) -> list[Path]:
    """Return the files of a package that the wheel holds."""
    files = sorted((ROOT / package).rglob("*.py"))
    return [f for f in files if not str(f.relative_to(ROOT)).startswith(NOT_PACKAGES)]


def imported(file: Path) -> set[str]:
    """Return the top-level names a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_what_it_may(package: str) -> None:
    """Rule 1: engines know the standard library, hardware its drivers, the firmware both."""
    files = modules(package)
    assert files
    for file in files:
        strange = strange_imports(file, package)
        assert not strange, f"{file.relative_to(ROOT)} imports {sorted(strange)}"


def strange_imports(file: Path, package: str) -> set[str]:
    """Return what a file of a package imports and may not."""
    return imported(file) - ALLOWED[package] - set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    "line",
    ["import websockets", "from firmware_py.app import loop", "def f():\n    import PIL.Image"],
)
def test_an_import_that_points_the_wrong_way_is_seen(line: str, tmp_path: Path) -> None:
    """Wherever in the file it stands."""
    file = tmp_path / "rules.py"
    file.write_text(f"import json\nfrom engines import match\n{line}\n")
    assert len(strange_imports(file, "engines")) == 1


def test_engines_touch_no_clock_no_chance_no_file() -> None:
    """Rule 2: no clock, no chance, no I/O in the rules; players share one watch and one dice."""
    shared = {ROOT / "engines/bots/deadline.py", ROOT / "engines/bots/rng.py"}
    for file in set(modules("engines")) - shared:
        strange = imported(file) & IMPURE
        assert not strange, f"{file.relative_to(ROOT)} imports {sorted(strange)}"


@pytest.mark.parametrize("line", ["import time", "from random import choice", "import os.path"])
def test_a_clock_chance_or_file_in_the_rules_is_seen(line: str, tmp_path: Path) -> None:
    """However it is imported."""
    file = tmp_path / "rules.py"
    file.write_text(f"{line}\n")
    assert imported(file) & IMPURE


# --- a game is named in its own rooms only ---

CATALOG = "engines/catalog.py"
SAID = {tokenize.NAME, tokenize.STRING, tokenize.COMMENT}
EXAMPLE = re.compile(r"^ *>>> .*(\n.*\S.*)*$", re.MULTILINE)  # with what it prints


def rooms(game: str) -> tuple[str, ...]:
    """Return where a game lives."""
    return (
        f"engines/{game}/",
        f"firmware_py/games/{game}/",
        f"bench/real_tables/{game}.py",
        f"bench/opponents/{game}.py",
        f"bench/perft_{game}.py",
        f"bench/learn_{game}.py",
        f"bench/entry_{game}.py",
        f"bench/sheets_{game}.py",
        f"bench/count_{game}.py",
        f"bench/puzzles_{game}.py",
        f"bench/solve_{game}.py",
        f"bench/advice_{game}.py",
    )


def lines_naming(file: Path, words: re.Pattern[str]) -> Iterator[str]:
    """Yield the lines of a file whose names, strings or comments hold one of the words.

    Examples in docstrings are tests, which may play a game: they are not looked at.
    """
    with file.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            said = EXAMPLE.sub("", token.string) if token.type == tokenize.STRING else token.string
            # Within a name an underscore parts words.
            if token.type in SAID and words.search(said.replace("_", " ")):
                yield f"{file}:{token.start[0]}: {token.string.strip()[:60]}"


def names_of_games() -> re.Pattern[str]:
    """Return an expression that finds the name or the title of a game."""
    names = [*catalog.GAMES, *(info_of(game).title for game in catalog.GAMES)]
    return re.compile(rf"\b({'|'.join(names)})\b", re.IGNORECASE)


def test_the_name_of_a_game_is_seen(tmp_path: Path) -> None:
    """In a name, a string and a comment, and as a part of them."""
    game = next(iter(catalog.GAMES))
    file = tmp_path / "screens.py"
    file.write_text(
        f"is_{game}_here = 1\nwords = 'Play {game.title()}!'\n# only {game}\nother = 2\n"
    )
    assert len(list(lines_naming(file, names_of_games()))) == 3


def test_an_example_may_play_a_game_but_the_text_around_it_may_not_name_it(tmp_path: Path) -> None:
    game = next(iter(catalog.GAMES))
    file = tmp_path / "screens.py"
    example = f">>> show('{game}')\n'{game}'\n"
    file.write_text(f'"""Shows a game.\n\n{example}\nThe end.\n"""\n')
    assert not list(lines_naming(file, names_of_games()))
    file.write_text(f'"""Shows a game.\n\n{example}\nOnly {game}.\n"""\n')
    assert len(list(lines_naming(file, names_of_games()))) == 1


def test_a_game_is_named_in_its_own_rooms_only() -> None:
    """Adding or removing a game changes its packages, its words and the catalog."""
    words = names_of_games()
    own = (CATALOG, *(room for game in catalog.GAMES for room in rooms(game)))
    files = [file for package in (*ALLOWED, "bench") for file in modules(package)]
    strange = [file for file in files if not str(file.relative_to(ROOT)).startswith(own)]
    assert strange
    assert [line for file in strange for line in lines_naming(file, words)] == []


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_game_knows_no_other(game: str) -> None:
    """Nothing of one game is imported by another."""
    files = [file for package in (*ALLOWED, "bench") for file in modules(package)]
    own = [file for file in files if str(file.relative_to(ROOT)).startswith(rooms(game))]
    assert own
    for file in own:
        found = other_games(file.read_text(), game)
        assert not found, f"{file.relative_to(ROOT)} names {sorted(found)}"


def other_games(text: str, game: str) -> set[str]:
    """Return the packages of other games that a text names."""
    others = {f"{home}.{other}" for other in catalog.GAMES if other != game
              for home in ("engines", "firmware_py.games", "real_tables")}  # fmt: skip
    return {other for other in others if re.search(rf"\b{other}\b", text)}


def test_another_game_is_seen() -> None:
    """In each of its packages; the game itself may be named there."""
    game, other, *_ = catalog.GAMES
    assert other_games(f"from engines.{other}.rules import x", game) == {f"engines.{other}"}
    assert other_games(f"import firmware_py.games.{other}", game) == {f"firmware_py.games.{other}"}
    assert other_games(f"from engines.{game} import GAME", game) == set()
