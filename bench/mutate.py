"""Break the code in one small place at a time and see whether the tests notice.

    python bench/mutate.py engines/match.py engines/record.py -- tests/engines/test_match.py
    python bench/mutate.py --by-line --sample 200 --least 85 firmware_py -- -n 2 tests/firmware_py

Before `--` stand the files, or folders of files, that are broken; after it, what pytest is given.
With `--by-line` these tests run once, while it is recorded which of them run which lines
(`tests_by_line.py`; kept in build/mutate until the code or a test changes). Then each mutant meets
only tests that run its line, the fastest first, as far as they took `--limit-s` seconds. A mutant
on a line that no test runs is a survivor at once.

Each worker breaks a copy of the project of its own; the files here are only read. A mutant that
no test notices is printed with its place; those that hang or run out of memory count as noticed.
At the end every test that noticed something runs on the unbroken code: one that fails there too
has noticed nothing. Exits with 1 when less than `--least` percent are noticed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests_by_line import LineRecord, TimedTest, batches, environment, failed_of, record

ROOT = Path(__file__).parents[1]
LEFT_BEHIND = (
    ".git", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".coverage*",
    "__pycache__", "build", "dist",
)  # fmt: skip
PATIENCE_S = 300.0
START_S = 60.0
"""For pytest to load everything, on a busy machine."""
LIMIT_S = 240.0
LEAST = 100.0
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
    """One broken place: the file, its lines, what was changed and the whole text of the file."""

    path: Path
    line: int
    change: str
    text: str
    lines: frozenset[int] = frozenset()
    """The lines of the statement; none: it runs when the module is loaded."""

    def __str__(self) -> str:
        """Return the place and the change."""
        return f"{self.path}:{self.line}: {self.change}"


# --- breaking -------------------------------------------------------------------------------


def mutants(
    path: Path, root: Path = ROOT, wanted: Collection[int] | None = None
) -> Iterator[Mutant]:
    """Yield every mutant of a file, or those with the wanted numbers, counted from 0."""
    source = (root / path).read_text()
    tree = ast.parse(source)
    numbers = count()
    for parent, field, at, node, lines in list(_places(tree)):
        for broken in _broken(node):
            if wanted is not None and next(numbers) not in wanted:
                continue
            _put(parent, field, at, broken)
            aim = ast.dump(ast.fix_missing_locations(tree))
            text = _replaced(source, node, broken)
            if text is None or not _reads_as(text, aim):  # inside an f-string, for example
                text = ast.unparse(tree)
            _put(parent, field, at, node)
            change = f"{_short(node)}  ->  {_short(broken)}"
            yield Mutant(path, getattr(node, "lineno", 0), change, text, lines)


def count_mutants(path: Path, root: Path = ROOT) -> int:
    """Return the number of mutants of a file, without making them."""
    tree = ast.parse((root / path).read_text())
    return sum(1 for _, _, _, node, _ in _places(tree) for _ in _broken(node))


def sample(files: list[Path], size: int | None, seed: int, root: Path = ROOT) -> list[Mutant]:
    """Return some mutants of the files, drawn by lot; with no size, or a larger one, all."""
    places = [(file, number) for file in files for number in range(count_mutants(file, root))]
    if size is None or size >= len(places):
        return [mutant for file in files for mutant in mutants(file, root)]
    drawn = random.Random(seed).sample(places, size)
    made = {
        (file, number): mutant
        for file in {file for file, _ in drawn}
        for number, mutant in _numbered(file, {n for each, n in drawn if each == file}, root)
    }
    return [made[place] for place in drawn]


def _numbered(file: Path, wanted: set[int], root: Path) -> Iterator[tuple[int, Mutant]]:
    return zip(sorted(wanted), mutants(file, root, wanted), strict=True)


def _replaced(source: str, node: ast.AST, broken: ast.AST) -> str | None:
    """Return the source with one node replaced, so that all around it stays as it is."""
    if ast.get_source_segment(source, node) is None:
        return None
    assert isinstance(node, ast.expr | ast.stmt)
    rows = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before, after = rows[first][: node.col_offset], rows[last][node.end_col_offset :]
    written = ast.unparse(broken)
    if isinstance(node, ast.expr):
        written = f"({written})"
    rows[first : last + 1] = [before + written.encode() + after]
    return b"".join(rows).decode()


def _reads_as(text: str, wanted: str) -> bool:
    try:
        return ast.dump(ast.parse(text)) == wanted
    except SyntaxError:
        return False


Place = tuple[ast.AST, str, int | None, ast.AST, frozenset[int]]
NO_LINES: frozenset[int] = frozenset()


def _places(
    parent: ast.AST, lines: frozenset[int] = NO_LINES, *, in_function: bool = False
) -> Iterator[Place]:
    """Yield the nodes that run, with where they hang; types and decorators are left alone.

    The last of each are the lines by which it is seen that the node runs; none outside functions.
    """
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        if isinstance(parent, ast.If) and "TYPE_CHECKING" in ast.dump(parent.test):
            continue
        runs_later = in_function or (
            isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            and field == "body"
        )
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST):
                own = _own_lines(node, lines) if runs_later else NO_LINES
                yield parent, field, at, node, own
                yield from _places(node, own, in_function=runs_later)


def _own_lines(node: ast.AST, lines: frozenset[int]) -> frozenset[int]:
    """Return the lines of the simple statement that a node is in; else those of the node itself."""
    if isinstance(node, ast.stmt):
        if hasattr(node, "body") or hasattr(node, "cases"):
            return frozenset({node.lineno})
        return frozenset(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    if isinstance(node, ast.expr):
        return lines | set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


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


# --- a copy to break ------------------------------------------------------------------------


NOTICED, SURVIVED, HUNG = "noticed", "survived", "hung"
_TIMES = count(1_000_000_000)
"""File times that never repeat: bytecode of one mutant is never taken for that of another."""


class Result(NamedTuple):
    """What came of a mutant: how it ended, why, and the tests that failed."""

    mutant: Mutant
    how: str
    why: str = ""
    failed: tuple[str, ...] = ()


class Copy:
    """A copy of the project, in which one file at a time is broken."""

    def __init__(self, folder: Path, root: Path = ROOT, start_s: float = START_S) -> None:
        self.folder = folder
        self._start_s = start_s
        shutil.copytree(root, folder, ignore=shutil.ignore_patterns(*LEFT_BEHIND))

    def run(self, tests: list[str], patience_s: float = PATIENCE_S) -> int | None:
        """Return the exit code of pytest; None: it was stopped after `patience_s`."""
        fast = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *fast, "-p", "tests_by_line", *tests],
            cwd=self.folder,
            env=environment(self.folder),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(patience_s)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None

    def run_listed(self, tests: list[TimedTest], *more: str) -> tuple[int | None, tuple[str, ...]]:
        """Run these tests alone; return the exit code of pytest and which failed."""
        listed = self.folder.with_name(f"{self.folder.name}.tests")
        listed.write_text("".join(f"{test.name}\n" for test in tests))
        failed_of(listed).unlink(missing_ok=True)
        files = sorted({test.file for test in tests})
        patience_s = self._start_s + 4 * sum(test.taken_s for test in tests)
        code = self.run([f"--listed={listed}", *more, *files], patience_s)
        if not failed_of(listed).exists():
            return code, ()
        return code, tuple(failed_of(listed).read_text().splitlines())

    def write(self, path: Path, text: str) -> None:
        """Write a file with a time of its own."""
        target = self.folder / path
        target.write_text(text)
        at = next(_TIMES)
        os.utime(target, (at, at))

    def meet(self, mutant: Mutant, tests: list[str]) -> Result:
        """Break the copy, run the given tests, restore it."""
        whole = (self.folder / mutant.path).read_text()
        self.write(mutant.path, mutant.text)
        try:
            code = self.run(tests)
        finally:
            self.write(mutant.path, whole)
        if code is None:
            return Result(mutant, HUNG)
        return Result(mutant, NOTICED if code else SURVIVED)

    def meet_by_line(self, mutant: Mutant, tests: list[TimedTest], limit_s: float) -> Result:
        """Break the copy, run the tests in batches until one fails, restore it."""
        if not tests:
            return Result(mutant, SURVIVED, "no test runs it")
        whole = (self.folder / mutant.path).read_text()
        self.write(mutant.path, mutant.text)
        tried = 0
        try:
            for batch in batches(tests, limit_s):
                code, failed = self.run_listed(batch)
                if code is None:
                    return Result(mutant, HUNG)
                if code not in (0, FOUND_NONE):
                    return Result(mutant, NOTICED, failed=failed)
                tried += len(batch)
        finally:
            self.write(mutant.path, whole)
        return Result(mutant, SURVIVED, f"{tried} of {len(tests)} tests tried")


FOUND_NONE = 5
"""The exit code of pytest when none of the listed tests is there, as after a mutant in a list."""


# --- choosing tests -------------------------------------------------------------------------


class Chooser:
    """Chooses the tests of a mutant."""

    def __init__(self, tests: LineRecord, files: Collection[Path], root: Path = ROOT) -> None:
        self._tests = tests
        self._importers: dict[Path, set[Path]] = {}
        for file in files:
            for name in _imported(root / file):
                for target in (Path(f"{name}.py"), Path(name) / "__init__.py"):
                    self._importers.setdefault(target, set()).add(file)

    def tests_of(self, mutant: Mutant) -> list[TimedTest]:
        """Return the tests that run the lines of a mutant.

        What runs when its module is loaded is met by every test of that module; where that is
        nothing but data, by the tests of the modules that load it.
        """
        if mutant.lines:
            return self._tests.running(mutant.path, mutant.lines)
        seen: set[Path] = set()
        files = {mutant.path}
        while files:
            found = {test for file in files for test in self._tests.running(file)}
            if found:
                return sorted(found, key=lambda test: (test.taken_s, test.name))
            seen |= files
            files = {each for file in files for each in self._importers.get(file, ())} - seen
        return []


def _imported(file: Path) -> Iterator[str]:
    """Yield what a file imports, as paths without an ending."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.replace(".", "/") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.replace(".", "/")
            yield from (f"{node.module}.{alias.name}".replace(".", "/") for alias in node.names)


def recorded(place: Path, source: Copy, packages: list[str], arguments: list[str]) -> LineRecord:
    """Return which tests run which lines, from a run that is kept until something changes."""
    digest = hashlib.sha256(json.dumps([packages, arguments]).encode())
    for file in sorted(source.folder.rglob("*.py")):
        digest.update(file.read_bytes())
    note = place / "digest"
    place.mkdir(parents=True, exist_ok=True)
    if not note.exists() or note.read_text() != digest.hexdigest():
        note.unlink(missing_ok=True)
        began_s = time.monotonic()
        record(source.folder, place, packages, arguments)
        print(f"recorded in {time.monotonic() - began_s:.0f} s", flush=True)
        note.write_text(digest.hexdigest())
    return LineRecord(place)


# --- the run --------------------------------------------------------------------------------


def unproven(results: list[Result], source: Copy, tests: LineRecord) -> list[Result]:
    """Return the mutants that were noticed by nothing but tests that fail without them too."""
    names = sorted({name for result in results for name in result.failed})
    listed = [TimedTest(name, tests.taken_s[name]) for name in names if name in tests.taken_s]
    code, failed = source.run_listed(listed, "--maxfail=0") if listed else (0, ())
    if code is None:
        sys.exit("the tests that noticed something hang without any mutant")
    return [each for each in results if each.failed and set(each.failed) <= set(failed)]


def report(results: list[Result], least: float, seed: int) -> int:
    """Print the figures; return the exit code."""
    counts = Counter(each.how for each in results)
    unrun = sum(each.why == "no test runs it" for each in results)
    noticed = counts[NOTICED] + counts[HUNG]
    share = 100 * noticed / len(results)
    print(
        f"seed {seed}: {noticed} of {len(results)} mutants noticed ({counts[HUNG]} hung), "
        f"{counts[SURVIVED]} survived ({unrun} where no test runs): {share:.1f} %, "
        f"limit {least:g} %"
    )
    return int(share < least)


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Read the command line, try the mutants, print the share that was noticed."""
    own, tests = _split(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, help="only N mutants, drawn by lot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--by-line", action="store_true", help="only tests that run the line")
    parser.add_argument("--limit-s", type=float, default=LIMIT_S, help="of tests for one mutant")
    parser.add_argument("--least", type=float, default=LEAST, help="percent to be noticed")
    asked = parser.parse_args(own)
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        first = Copy(Path(place) / "0", root)
        copies = [
            first,
            *(Copy(Path(place) / str(n), first.folder) for n in range(1, asked.workers)),
        ]
        files = [file for path in asked.paths for file in _files(path, first.folder)]
        chosen = sample(files, asked.sample, asked.seed, first.folder)
        if asked.by_line:
            packages = sorted({path.parts[0] for path in files})
            record_of = recorded(root / "build" / "mutate", first, packages, tests)
            _say_failed(record_of.failed)
            chooser = Chooser(record_of, files, first.folder)
            chosen_tests = {each: chooser.tests_of(each) for each in chosen}
            results = look(
                chosen,
                copies,
                lambda copy, each: copy.meet_by_line(each, chosen_tests[each], asked.limit_s),
            )
            for each in unproven(results, first, record_of):
                print(f"unproven, fails without it too: {each.mutant}: {each.failed}")
                results[results.index(each)] = each._replace(how=SURVIVED)
        else:
            _check_tests(chosen[0].path, first, tests)
            results = look(chosen, copies, lambda copy, each: copy.meet(each, tests))
    return report(results, asked.least, asked.seed)


def look(
    chosen: list[Mutant], copies: list[Copy], meet: Callable[[Copy, Mutant], Result]
) -> list[Result]:
    """Try all mutants and print the survivors as they turn up."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for each in copies:
        free.put(each)

    def try_one(mutant: Mutant) -> Result:
        taken = free.get()
        try:
            return meet(taken, mutant)
        finally:
            free.put(taken)

    results = []
    with ThreadPoolExecutor(len(copies)) as pool:
        for result in pool.map(try_one, chosen):
            results.append(result)
            if result.how == SURVIVED:
                print(f"{result.mutant}  {result.why}".rstrip(), flush=True)
    return results


def _say_failed(names: list[str]) -> None:
    if names:
        print(f"{len(names)} tests failed or were skipped while recording; they are not chosen:")
        for name in names:
            print(f"  {name}")


def _check_tests(path: Path, source: Copy, tests: list[str]) -> None:
    """Make sure that the tests pass as they are, and fail when the file cannot be imported."""
    if source.run(tests) != 0:
        sys.exit("the tests do not pass as they are")
    if source.meet(Mutant(path, 1, "", "raise RuntimeError"), tests).how == SURVIVED:
        sys.exit(f"the tests do not import {path}")


def _limit_memory() -> None:
    """Limit the memory of this process and of its children; address space may be larger."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, most))


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def _files(path: Path, root: Path) -> list[Path]:
    whole = root / path
    found = sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]
    return [each.relative_to(root) for each in found]


if __name__ == "__main__":
    _limit_memory()
    sys.exit(main())
