"""The modules of the page: types and lint are checked, and what is wrong is seen."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKS = ROOT / "tests/firmware_py/panels/lint"
TOOLS = CHECKS / "node_modules/.bin"
PAGE = ROOT / "firmware_py/panels/web/page"

installed = pytest.mark.skipif(
    not TOOLS.exists(), reason="npm ci --prefix tests/firmware_py/panels/lint"
)


def tsc(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check copies of the modules in a folder, with the project's own options."""
    options = json.loads((CHECKS / "tsconfig.json").read_text())
    options["include"] = ["*"]
    (folder / "tsconfig.json").write_text(json.dumps(options))
    shutil.copy(CHECKS / "page.d.ts", folder)
    command = [str(TOOLS / "tsc"), "--project", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def eslint(folder: Path) -> subprocess.CompletedProcess[str]:
    rules = str(CHECKS / "eslint.config.js")
    command = [str(TOOLS / "eslint"), "--max-warnings=0", "--config", rules, "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@installed
def test_a_call_of_what_a_module_does_not_have_is_seen(tmp_path: Path) -> None:
    for module in PAGE.glob("*.js"):
        shutil.copy(module, tmp_path)
    assert tsc(tmp_path).returncode == 0
    app = tmp_path / "app.js"
    app.write_text(app.read_text() + "live.shout();\n")

    found = tsc(tmp_path)
    assert found.returncode != 0
    assert "Property 'shout' does not exist on type 'Live'" in found.stdout


@installed
def test_what_a_linter_warns_of_is_seen(tmp_path: Path) -> None:
    module = tmp_path / "fault.js"
    module.write_text("export class Unused {\n  #never = 1;\n}\n")
    assert "no-unused-private-class-members" in eslint(tmp_path).stdout
    module.write_text("export class Used {}\n")
    assert eslint(tmp_path).returncode == 0


def test_every_module_of_the_page_is_checked() -> None:
    """Also in an editor, which heeds the first line alone."""
    modules = list(PAGE.glob("*.js"))
    assert modules
    assert all(module.read_text().startswith("// @ts-check\n") for module in modules)


def test_a_machine_without_node_learns_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text((ROOT / "Makefile").read_text())
    lock = tmp_path / "tests/firmware_py/panels/lint/package-lock.json"
    lock.parent.mkdir(parents=True)
    lock.write_text("{}")
    for tool in ("sh", "touch", "make", "true"):
        found = shutil.which(tool)
        assert found is not None
        (tmp_path / tool).symlink_to(found)
    target = "tests/firmware_py/panels/lint/node_modules/.package-lock.json"
    done = subprocess.run(
        [tmp_path / "make", "SHELL=sh", target],
        cwd=tmp_path,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "sudo apt install nodejs npm" in done.stdout
