"""The size and the order of the three packages, as a table with limits.

    python bench/house.py [--strict]

Lines and modules are those of the wheel. A class name has several meanings when modules of
different roles define it; the modules `state` of two games have the same role. A click is one
detent of the knob in the middle of a match, with and without a page of the web panel open; of
several detents the most expensive counts. Exits with 1 above a limit only with `--strict`.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from page_table import PATIENCE_S, PageTable
from rows import Row, judge

from engines import catalog
from firmware_py.app.loop import App
from hardware.events import Turned

ROOT = Path(__file__).parents[1]
PACKAGES = ("engines", "hardware", "firmware_py")
NOT_PACKAGES = ("hardware/case", "hardware/pico_panel")
DETENTS = 4


class Limits(NamedTuple):
    """The most of each that is accepted."""

    lines: int = 57_000
    modules: int = 220
    circle: int = 0
    names: int = 5
    click_modules: int = 28
    click_calls: int = 2_000
    game_lines: int = 1_700
    scenes: int = 1


LIMITS = Limits()


class Source(NamedTuple):
    """A file of the packages: its path below the project, and its text."""

    path: Path
    text: str

    @property
    def module(self) -> str:
        """Return its name for an import."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def lines(self) -> int:
        """Return the number of its lines."""
        return len(self.text.splitlines())

    def nodes(self) -> Iterator[ast.AST]:
        """Yield the nodes of its syntax tree."""
        return ast.walk(ast.parse(self.text))


def sources(root: Path = ROOT) -> list[Source]:
    """Return the files of the packages that the wheel holds."""
    files = sorted(file for package in PACKAGES for file in (root / package).rglob("*.py"))
    paths = [file.relative_to(root) for file in files]
    kept = [path for path in paths if not str(path).startswith(NOT_PACKAGES)]
    return [Source(path, (root / path).read_text(encoding="utf-8")) for path in kept]


# --- imports --------------------------------------------------------------------------------


def package_of(module: str) -> str:
    """Return the package that a module counts for: `firmware_py.ui` for `firmware_py.ui.lists`."""
    return ".".join(module.split(".")[:2])


def imports(files: list[Source]) -> dict[str, set[str]]:
    """Return which packages each package imports, also inside functions, but not for types."""
    known = {file.module for file in files}
    found: dict[str, set[str]] = defaultdict(set)
    for file in files:
        for name in _imported(ast.parse(file.text)):
            target = name if name in known else name.rpartition(".")[0]
            if target in known and package_of(target) != package_of(file.module):
                found[package_of(file.module)].add(package_of(target))
    return dict(found)


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _imported(child)


def circle(edges: Mapping[str, set[str]]) -> list[str]:
    """Return the packages that import themselves through others."""
    return sorted(package for package in edges if package in _reached(edges, package))


def _reached(edges: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(edges.get(start, ()))
    while waiting:
        if (package := waiting.pop()) not in found:
            found.add(package)
            waiting += edges.get(package, ())
    return found


# --- names ----------------------------------------------------------------------------------


def role_of(path: Path) -> str:
    """Return a path in which every game is called the same."""
    return str(Path(*("<game>" if part in catalog.GAMES else part for part in path.parts)))


def ambiguous_names(files: list[Source]) -> list[str]:
    """Return the class names that modules of different roles define."""
    roles: dict[str, set[str]] = defaultdict(set)
    for file in files:
        for node in file.nodes():
            if isinstance(node, ast.ClassDef):
                roles[node.name].add(role_of(file.path))
    return sorted(name for name, places in roles.items() if len(places) > 1)


def scenes_by_hand(files: list[Source]) -> list[str]:
    """Return the places that make a `Scene`."""
    return [
        f"{file.path}:{node.lineno}"
        for file in files
        for node in file.nodes()
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "Scene"
    ]


def smallest_game(files: list[Source]) -> tuple[str, int]:
    """Return the game with the fewest lines in firmware_py/games, and its lines."""
    lines = {
        game: sum(file.lines for file in files if file.path.parts[:3] == _package(game))
        for game in catalog.GAMES
    }
    return min(lines.items(), key=lambda item: item[1])


def _package(game: str) -> tuple[str, ...]:
    return ("firmware_py", "games", game)


# --- a click --------------------------------------------------------------------------------


class Walk(NamedTuple):
    """What ran between an input and its picture: modules of the packages, and calls in them."""

    modules: frozenset[str]
    calls: int


def walk_of(do: Callable[[], object], root: Path = ROOT) -> Walk:
    """Do something and return which modules of the packages ran, in this thread."""
    own = tuple(str(root / package) for package in PACKAGES)
    seen: list[str] = []

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(own):
            seen.append(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return Walk(frozenset(seen), len(seen))


def click(app: App) -> Walk:
    """Turn the knob a few times; return the detent with the most calls, and every module."""
    _turn(app)  # loads what is loaded only once
    walks = [walk_of(lambda: _turn(app)) for _ in range(DETENTS)]
    return Walk(frozenset().union(*(walk.modules for walk in walks)), max(w.calls for w in walks))


def _turn(app: App) -> None:
    app.feed(Turned(1, at_s=app.services.time()))
    app.paint()


def clicks() -> tuple[Walk, Walk]:
    """Return what a click takes without and with a page open, in the first game."""
    with tempfile.TemporaryDirectory() as folder:
        table = PageTable(Path(folder))
        try:
            engine = table.services.current_table.match.engine
            for _ in range(3):
                state = table.services.current_table.match.state
                table.services.current_table.play(engine.write(next(iter(engine.legal(state)))))
            alone = click(table.app)
            with table.open():
                ends = time.monotonic() + PATIENCE_S
                while not table.panel.wants_table:
                    assert time.monotonic() < ends, "the page was not let in"
                    table.app.step(0.02)
                return alone, click(table.app)
        finally:
            table.close()


# --- the table ------------------------------------------------------------------------------


def rows_of(files: list[Source], alone: Walk, watched: Walk) -> list[Row]:
    """Return the rows of the table."""
    firmware = [file for file in files if file.path.parts[0] == "firmware_py"]
    packages, names, scenes = circle(imports(files)), ambiguous_names(files), scenes_by_hand(files)
    game, game_lines = smallest_game(files)
    return [
        Row("lines of the three packages", sum(file.lines for file in files), LIMITS.lines),
        Row("modules in firmware_py", len(firmware), LIMITS.modules),
        Row("packages in an import circle", len(packages), LIMITS.circle, note=_list(packages)),
        Row("class names with several meanings", len(names), LIMITS.names, note=_list(names)),
        Row("modules on the way of a click", len(alone.modules), LIMITS.click_modules),
        Row("calls of a click with a page open", watched.calls, LIMITS.click_calls,
            note=f"{alone.calls} without a page"),
        Row("lines of the smallest game", game_lines, LIMITS.game_lines, note=game),
        Row("Scene( written by hand", len(scenes), LIMITS.scenes, note=_list(scenes)),
    ]  # fmt: skip


def _list(names: list[str]) -> str:
    return " ".join(names)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--strict", action="store_true", help="exit with 1 above a limit")
    asked = parser.parse_args(arguments)
    code = judge(rows_of(sources(), *clicks()))
    return code if asked.strict else 0


if __name__ == "__main__":
    sys.exit(main())
