"""Modules do not import each other in a circle, and an import inside a function has its reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engines", "hardware", "firmware_py")
NOT_PACKAGES = ("hardware/case", "hardware/pico_panel")

FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
IMPORT = ast.Import | ast.ImportFrom


@cache
def files() -> dict[str, Path]:
    """Return the files of the three packages by the names of their modules."""
    found = {}
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            place = file.relative_to(ROOT)
            if not str(place).startswith(NOT_PACKAGES):
                found[".".join(place.with_suffix("").parts).removesuffix(".__init__")] = file
    return found


def imports(node: ast.AST) -> Iterator[IMPORT]:
    """Yield every import that is carried out, at the start or later."""
    for child in ast.iter_child_nodes(node):
        is_for_types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        if isinstance(child, IMPORT):
            yield child
        elif not is_for_types:
            yield from imports(child)


@cache
def neighbours(module: str) -> frozenset[str]:
    """Return the modules of ours that a module imports."""
    names = set()
    for node in imports(ast.parse(files()[module].read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        else:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= (whole & files().keys()) or {str(node.module)}
    return frozenset(names & files().keys() - {module})


def reached(module: str) -> set[str]:
    """Return everything that a module leads to."""
    seen: set[str] = set()
    ways = [module]
    while ways:
        new = neighbours(ways.pop()) - seen
        seen |= new
        ways += new
    return seen


def test_no_circle_of_imports() -> None:
    """Neither at the start nor later: a circle is a design that has not been found yet."""
    leads_to = {module: reached(module) for module in files()}
    circles = {
        frozenset(other for other in leads_to[module] if module in leads_to[other])
        for module in files()
        if module in leads_to[module]
    }
    assert not circles, f"modules that import each other: {[sorted(circle) for circle in circles]}"


def blocks(function: ast.AST) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of imports that stand together in a function."""
    lines = sorted(
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(function)
        if isinstance(node, IMPORT)
    )
    while lines:
        first, last = lines.pop(0)
        while lines and lines[0][0] <= last + 2:  # one empty line may part them
            last = lines.pop(0)[1]
        yield first, last


@pytest.mark.parametrize("package", PACKAGES)
def test_an_import_inside_a_function_says_why(package: str) -> None:
    """In a comment on one of its lines or on the line above, or once for the whole function."""
    silent = set()
    for module, file in files().items():
        if module.partition(".")[0] != package:
            continue
        text = file.read_text()
        lines = text.splitlines()
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, FUNCTION) and "import" not in str(ast.get_docstring(function)):
                silent |= {
                    f"{module}:{first}"
                    for first, last in blocks(function)
                    if not any("#" in line for line in lines[first - 2 : last])
                }
    assert not silent, f"imports without a reason: {sorted(silent)}"
