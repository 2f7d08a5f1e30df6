"""Every net has a test that plants a fault and sees it caught; `nets.toml` lists them all.

A net is whatever watches for a kind of fault: a fixture that looks at every picture, a bench with
a limit, a soak, a search through the code. One that has gone dead looks like one that finds
nothing, so a new one must bring its proof.
"""

from __future__ import annotations

import ast
import importlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LIST = tomllib.loads(Path(__file__).with_name("nets.toml").read_text(encoding="utf-8"))
PLACES = (
    "bench/*.py",
    "tests/system/test_*.py",
    "tests/support/*.py",
    "tests/**/conftest.py",
    ".ci/*",
    "tests/*/__main__.py",
    "tests/vm/run",
    "tests/image/run_card",
)
PRODUCT = ("engines", "hardware", "firmware_py")
FIELDS = {"where", "watches", "fault", "proof"}


def candidates(root: Path) -> set[str]:
    """Return every file and every fixture that may be a net."""
    found = {
        str(path.relative_to(root))
        for pattern in PLACES
        for path in root.glob(pattern)
        if path.name != "__init__.py" and path.is_file()
    }
    for path in (root / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                "autouse=True" in ast.unparse(decorator) for decorator in node.decorator_list
            ):
                found.add(f"{path.relative_to(root)}::{node.name}")
    return found


def has_test(root: Path, name: str) -> bool:
    """Return whether a test is there: `tests/test_file.py::TestClass::test_name`."""
    path, *parts = name.split("::")
    if not parts or not parts[-1].startswith("test_") or not (root / path).is_file():
        return False
    body: list[ast.stmt] = ast.parse((root / path).read_text(encoding="utf-8")).body
    for part in parts:
        found = [
            node
            for node in body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == part
        ]
        if not found:
            return False
        body = found[0].body
    return True


def faults(root: Path, listed: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a list of nets."""
    nets, others = listed["net"], listed["not_a_net"]
    places = [net["where"] for net in nets]
    known = {*places, *others}
    yield from (f"{each} is listed twice" for each in known if [*places, *others].count(each) > 1)
    for each in sorted(candidates(root) - known):
        yield f"{each} is neither a net nor named as not a net"
    for each in sorted(known):
        if not (root / each.partition("::")[0]).is_file():
            yield f"{each} is not there"
    for net in nets:
        if set(net) != FIELDS or not all(net.values()):
            yield f"{net['where']} lacks a field"
        for proof in net.get("proof", ()):
            if not has_test(root, proof):
                yield f"{net['where']} has no proof {proof}"
    for name, reason in others.items():
        if not reason:
            yield f"{name} has no reason"
    for path in sorted((root / "bench").glob("*.py")):
        name = str(path.relative_to(root))
        if name in others and "judge(" in path.read_text(encoding="utf-8"):
            yield f"{name} judges, so it is a net"


def test_every_net_has_its_proof() -> None:
    """And what is none has its reason."""
    assert list(faults(ROOT, LIST)) == []


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with one net and its proof."""
    for name, text in (
        ("bench/speed.py", "judge([])\n"),
        ("bench/tools.py", "\n"),
        ("tests/test_speed.py", "class TestIt:\n    def test_slow(self):\n        pass\n"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_what_is_wrong_with_a_list_is_seen(project: Path) -> None:
    """A bench and a fixture that are not listed, a proof and a file that are gone, and the rest."""
    net = {"where": "bench/speed.py", "watches": "speed", "fault": "a slow row"}
    sound = net | {"proof": ["tests/test_speed.py::TestIt::test_slow"]}
    others = {"bench/tools.py": "a tool"}

    def found(nets: list[dict[str, Any]], others: dict[str, str]) -> list[str]:
        return list(faults(project, {"net": nets, "not_a_net": others}))

    assert found([sound], others) == []
    assert found([sound], {}) == ["bench/tools.py is neither a net nor named as not a net"]
    assert found([sound], others | {"bench/gone.py": "x"})[0] == "bench/gone.py is not there"
    assert found([net | {"proof": []}], others) == ["bench/speed.py lacks a field"]
    assert found([sound], {"bench/tools.py": ""}) == ["bench/tools.py has no reason"]
    assert found([], others | {"bench/speed.py": "a tool"}) == [
        "bench/speed.py judges, so it is a net"
    ]
    for gone in ("tests/test_speed.py::test_slow", "tests/test_gone.py::test_slow", "tests"):
        assert found([net | {"proof": [gone]}], others) == [f"bench/speed.py has no proof {gone}"]
    fixture = "import pytest\n\n@pytest.fixture(autouse=True)\ndef watch():\n    pass\n"
    (project / "tests/test_more.py").write_text(fixture)
    assert found([sound], others) == [
        "tests/test_more.py::watch is neither a net nor named as not a net"
    ]


# --- private methods of the product ---


def is_private(name: str) -> bool:
    """Return whether a name begins with one underscore."""
    return name.startswith("_") and not name.startswith("__")


def overridden(code: str) -> Iterator[str]:
    """Yield the private methods of product classes that a file of tests or benches overrides."""
    tree = ast.parse(code)
    imported = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] in PRODUCT
        for alias in node.names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id in imported:
                module, name = imported[base.id]
                parent = getattr(importlib.import_module(str(module)), name)
                yield from (
                    f"{node.name}.{each.name}"
                    for each in node.body
                    if isinstance(each, ast.FunctionDef)
                    and is_private(each.name)
                    and hasattr(parent, each.name)
                )
    for called in ast.walk(tree):
        if isinstance(called, ast.Attribute) and ast.unparse(called.value) == "super()":
            yield from [f"super().{called.attr}"] * is_private(called.attr)


def test_no_test_overrides_a_private_method_of_the_product() -> None:
    """It would go on passing once that method has another name: a public hook instead."""
    found = [
        f"{path.relative_to(ROOT)}: {each}"
        for folder in ("tests", "bench")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for each in overridden(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_an_overridden_private_method_is_seen() -> None:
    """As the one that once left every picture unchecked; also after that method has gone."""
    head = "from firmware_py.app.painter import Painter\n\nclass Watched(Painter):\n"
    body = "    def {name}(self, layers):\n        return {call}(layers)\n"
    there = head + body.format(name="_compose", call="draw")
    gone = head + body.format(name="_made_up", call="super()._made_up")
    public = head + body.format(name="draw", call="super().draw")
    assert list(overridden(there)) == ["Watched._compose"]
    assert list(overridden(gone)) == ["super()._made_up"]
    assert list(overridden(public)) == []
