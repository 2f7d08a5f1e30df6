"""Finds where a module reads a clock, a user or the environment."""

from __future__ import annotations

import ast
from collections.abc import Iterator

SOURCES = frozenset(
    {
        *(
            f"time.{name}{unit}"
            for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time")
            for unit in ("", "_ns")
        ),
        *(f"time.{name}" for name in ("localtime", "gmtime", "ctime", "strftime", "clock_gettime")),
        *(f"datetime.datetime.{name}" for name in ("now", "today", "utcnow")),
        "datetime.date.today",
        *(f"os.{name}" for name in ("environ", "environb", "getenv", "getenvb")),
        *(f"os.{name}" for name in ("getuid", "geteuid", "getgid", "getegid")),
        *(f"os.{name}" for name in ("getgroups", "getlogin", "getresuid", "getresgid")),
        "os.path.expanduser",
        "os.path.expandvars",
        "pathlib.Path.home",
        # Our own functions that read one of these.
        "firmware_py.storage.store.now",
        "firmware_py.storage.disk.is_root",
    }
)
MODULES = frozenset({"getpass", "grp", "locale", "pwd"})
"""Importing one of these counts, whatever is called."""
METHODS = frozenset({"expanduser"})
"""Reads the home directory, on a path of any name."""


def origins(tree: ast.AST, module: str) -> dict[str, str]:
    """Return what the names of a module stand for: `{"now": "firmware_py.storage.store.now"}`."""
    names = {
        node.name: f"{module}.{node.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                names[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def dotted(node: ast.AST, names: dict[str, str]) -> str:
    """Return the full name that an expression stands for, or "" if it is not one."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute):
        before = dotted(node.value, names)
        return f"{before}.{node.attr}" if before else ""
    return ""


def sources_of(text: str, module: str = "") -> Iterator[str]:
    """Yield every source that a module names, called or not: a default argument counts."""
    tree = ast.parse(text)
    names = origins(tree, module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            first = getattr(node, "module", None)
            for alias in node.names:
                name = (first or alias.name).partition(".")[0]
                if name in MODULES:
                    yield name
                assert alias.name != "*", f"{module} imports everything"
        elif isinstance(node, ast.Name | ast.Attribute):
            name = dotted(node, names)
            if name in SOURCES:
                yield name
            elif isinstance(node, ast.Attribute) and node.attr in METHODS:
                yield node.attr
