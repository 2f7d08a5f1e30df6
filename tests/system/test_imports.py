"""Modules do not import each other in a circle, and an import inside a function has its reason."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
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


def neighbours(module: str, code: str, modules: Collection[str]) -> set[str]:
    """Return which of the modules a module imports."""
    names = set()
    for node in imports(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        else:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= whole.intersection(modules) or {str(node.module)}
    return names.intersection(modules) - {module}


def reached(module: str, neighbours_of: dict[str, set[str]]) -> set[str]:
    """Return everything that a module leads to."""
    seen: set[str] = set()
    ways = [module]
    while ways:
        new = neighbours_of[ways.pop()] - seen
        seen |= new
        ways += new
    return seen


def circles(code: dict[str, str]) -> list[list[str]]:
    """Return the modules that import each other, from the code of all of them."""
    neighbours_of = {module: neighbours(module, text, code) for module, text in code.items()}
    leads_to = {module: reached(module, neighbours_of) for module in code}
    found = {
        frozenset(other for other in leads_to[module] if module in leads_to[other])
        for module in code
        if module in leads_to[module]
    }
    return sorted(sorted(circle) for circle in found)


def test_no_circle_of_imports() -> None:
    """Neither at the start nor later: a circle is a design that has not been found yet."""
    assert circles({module: file.read_text() for module, file in files().items()}) == []


def test_a_circle_is_seen() -> None:
    """Also one of three, closed inside a function; not one that is only for types."""
    code = {
        "p": "",
        "p.a": "from p import b",
        "p.b": "import p.c",
        "p.c": "def f():\n    from p.a import x",
        "p.d": "if TYPE_CHECKING:\n    from p.e import x",
        "p.e": "from p.d import x",
    }
    assert circles(code) == [["p.a", "p.b", "p.c"]]


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
        silent |= {f"{module}:{line}" for line in silent_imports(file.read_text())}
    assert not silent, f"imports without a reason: {sorted(silent)}"


def silent_imports(text: str) -> set[int]:
    """Return the lines with imports inside functions that nothing explains."""
    silent = set()
    lines = text.splitlines()
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, FUNCTION) and "import" not in str(ast.get_docstring(function)):
            silent |= {
                first
                for first, last in blocks(function)
                if not any("#" in line for line in lines[first - 2 : last])
            }
    return silent


def test_an_import_without_a_reason_is_seen() -> None:
    """One with a comment has its reason."""
    assert silent_imports("def f():\n    x = 1\n    import json\n") == {3}
    assert silent_imports("def f():\n    x = 1\n    import json  # slow\n") == set()
