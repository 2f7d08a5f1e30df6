"""What a user installs: the wheel, in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the project's wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_holds_three_packages_and_their_data(wheel: Path) -> None:
    """Catalogs, fonts and the page are in; what is not Python for the Pi is out."""
    names = ZipFile(wheel).namelist()
    catalog = ZipFile(wheel).read("engines/text/fr/LC_MESSAGES/engines.mo")
    assert b"POT-Creation-Date: 2000-01-01" in catalog  # no day of the build: bytes stay the same
    tops = {
        name.partition("/")[0]
        for name in names
        if ".dist-info" not in name and ".data/" not in name
    }
    assert tops == {"engines", "hardware", "firmware_py"}
    assert "engines/text/fr/LC_MESSAGES/engines.mo" in names
    assert "firmware_py/text/it/LC_MESSAGES/firmware_py.mo" in names
    assert any(name.startswith("firmware_py/ui/fonts/") and name.endswith(".txt") for name in names)
    assert not any("pico_panel" in name or name.endswith(".po") for name in names)
    shared = {name.partition(".data/data/")[2] for name in names if ".data/" in name}
    assert shared == {
        "share/man/man1/tablemate.1",
        "share/bash-completion/completions/tablemate",
        "share/zsh/site-functions/_tablemate",
    }


def test_a_fresh_environment_refuses_in_french(wheel: Path, tmp_path: Path) -> None:
    """The command is there, and so are the compiled catalogs."""
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    requests = [
        {"cmd": "lang", "lang": "fr"},
        {"cmd": "new", "game": "mana", "first": 0},
        {"cmd": "play", "move": "=a1"},
    ]
    run = subprocess.run(
        [str(python.with_name("tablemate")), "referee"],
        input="".join(json.dumps(request) + "\n" for request in requests),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert answers[2]["error"]["code"] == "DAIMIO_NOT_ON_DOUBLE"
    assert "case double" in answers[2]["error"]["text"]
