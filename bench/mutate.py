"""Break the code in one small place at a time and see whether the tests notice.

    python bench/mutate.py engines/match.py engines/record.py -- tests/engines/test_match.py
    python bench/mutate.py --sample 100 firmware_py/storage -- -n 2 tests/firmware_py/storage

Before `--` stand the files, or folders of files, that are broken; after it, what pytest is given.
Each worker breaks a copy of the project of its own; the files here are only read. A mutant that
no test notices is printed with its place; those that hang or run out of memory count as noticed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LEFT_BEHIND = (".*", "__pycache__", "dist")
PATIENCE_S = 300
MEMORY = 4 << 30

SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


class Mutant(NamedTuple):
    """One broken place: the file, its line, what was changed and the whole text of the file."""

    path: Path
    line: int
    change: str
    text: str


# --- breaking -------------------------------------------------------------------------------


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    tree = ast.parse((ROOT / path).read_text())
    for parent, field, at, node in list(_places(tree)):
        for broken in _broken(node):
            _put(parent, field, at, broken)
            text = ast.unparse(ast.fix_missing_locations(tree))
            _put(parent, field, at, node)
            change = f"{_short(node)}  ->  {_short(broken)}"
            yield Mutant(path, getattr(node, "lineno", 0), change, text)


Place = tuple[ast.AST, str, int | None, ast.AST]


def _places(parent: ast.AST) -> Iterator[Place]:
    """Yield the nodes that run, with where they hang; types and decorators are left alone."""
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        if isinstance(parent, ast.If) and "TYPE_CHECKING" in ast.dump(parent.test):
            continue
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST):
                yield parent, field, at, node
                yield from _places(node)


def _put(parent: ast.AST, field: str, at: int | None, node: ast.AST) -> None:
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def _broken(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node."""
    match node:
        case ast.Compare(ops=ops):
            for at, operator in enumerate(ops):
                swapped = [*ops[:at], SWAPS[type(operator)](), *ops[at + 1 :]]
                yield _changed(node, ops=swapped)
        case ast.BoolOp(op=operator):
            yield _changed(node, op=ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(op=operator) if type(operator) in ARITHMETIC:
            yield _changed(node, op=ARITHMETIC[type(operator)]())
        case ast.Constant(value=bool(value)):
            yield _changed(node, value=not value)
        case ast.Constant(value=int(value)):
            yield _changed(node, value=value + 1)
        case ast.Return(value=value) if value is not None and ast.unparse(value) != "None":
            yield _changed(node, value=ast.Constant(None))
        case ast.Expr(value=ast.Constant()):
            return  # a docstring, or the three dots of a protocol
        case ast.Expr() | ast.Raise() | ast.AugAssign() | ast.Delete() | ast.Continue():
            yield ast.copy_location(ast.Pass(), node)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.copy_location(ast.Pass(), node)


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:60]


# --- looking --------------------------------------------------------------------------------


def passes(folder: Path, tests: list[str]) -> bool:
    """Say whether the tests pass in a copy of the project."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", *tests]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(PATIENCE_S) == 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False


def survives(mutant: Mutant, folder: Path, tests: list[str]) -> bool:
    """Say whether no test notices a mutant, and mend the copy again."""
    target = folder / mutant.path
    whole = target.read_text()
    target.write_text(mutant.text)
    try:
        return passes(folder, tests)
    finally:
        target.write_text(whole)


def look(chosen: list[Mutant], tests: list[str], workers: int) -> list[Mutant]:
    """Try all mutants and print the survivors as they turn up."""
    with (
        tempfile.TemporaryDirectory(prefix="mutants-") as place,
        ThreadPoolExecutor(workers) as pool,
    ):
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            folder = Path(place) / str(number)
            shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
            folders.put(folder)
        _check_tests(chosen[0].path, folder, tests)

        def lives(mutant: Mutant) -> bool:
            folder = folders.get()
            try:
                return survives(mutant, folder, tests)
            finally:
                folders.put(folder)

        survivors = []
        for mutant, alive in zip(chosen, pool.map(lives, chosen), strict=True):
            if alive:
                survivors.append(mutant)
                print(f"{mutant.path}:{mutant.line}: {mutant.change}", flush=True)
    return survivors


def _check_tests(path: Path, folder: Path, tests: list[str]) -> None:
    """Make sure that the tests pass as they are, and fail when the file cannot be imported."""
    if not passes(folder, tests):
        sys.exit("the tests do not pass as they are")
    if survives(Mutant(path, 1, "", "raise RuntimeError"), folder, tests):
        sys.exit(f"the tests do not import {path}")


def main() -> int:
    """Read the command line, try the mutants, print the share that was noticed."""
    own, tests = _split(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, help="so many mutants only, drawn by lot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(own)
    files = [file for path in asked.paths for file in _files(path.resolve().relative_to(ROOT))]
    chosen = [mutant for file in files for mutant in mutants(file)]
    if asked.sample is not None and asked.sample < len(chosen):
        chosen = random.Random(asked.seed).sample(chosen, asked.sample)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # children inherit it
    survivors = look(chosen, tests, asked.workers)
    noticed = len(chosen) - len(survivors)
    print(f"{noticed} of {len(chosen)} mutants noticed, {noticed / len(chosen):.1%}")
    return int(bool(survivors))


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def _files(path: Path) -> list[Path]:
    found = sorted((ROOT / path).rglob("*.py")) if (ROOT / path).is_dir() else [ROOT / path]
    return [each.relative_to(ROOT) for each in found]


if __name__ == "__main__":
    sys.exit(main())
