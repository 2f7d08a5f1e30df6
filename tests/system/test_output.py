"""What a run of the tests prints, and what .ci/run makes of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.service_files import ROOT
from tests.support.skips import summed_up

PLANTED = """
import pytest

def test_it_runs():
    pass

@pytest.mark.skipif(True, reason="apt install openscad")
def test_it_is_skipped():
    pass
"""


def run_tests(folder: Path, *more: str) -> str:
    """Run planted tests as `make test` does, and return what is printed."""
    planted = folder / "test_planted.py"
    planted.write_text(PLANTED, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-n", "1", "-p", "tests.support.skips"]
    command += ["-p", "no:cacheprovider", *more, str(planted)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def test_skips_are_one_line(tmp_path: Path) -> None:
    """The line says what to install; there is no list of skips besides."""
    printed = run_tests(tmp_path)
    assert "\n1 tests skipped. To run them: apt install openscad\n" in printed
    assert "test_planted.py:" not in printed


def test_a_skip_fails_in_ci() -> None:
    """Every run of tests in .ci/run counts a skipped test as a failure."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    runs = re.findall(r"^ *make test.*$", script, re.MULTILINE)
    assert runs
    assert [run for run in runs if "--no-skips" not in run] == []


def test_a_run_without_a_skip_is_calm(tmp_path: Path) -> None:
    """No line about skips."""
    printed = run_tests(tmp_path, "-k", "runs")
    assert "1 passed" in printed
    assert "skipped" not in printed


@pytest.mark.parametrize(
    ("reasons", "steps"),
    [
        (["apt install xvfb", "run as root", "apt install nodejs npm"], "nodejs npm xvfb"),
        (["run as root", "run as root"], "To run them: run as root"),
    ],
)
def test_equal_steps_are_said_once(reasons: list[str], steps: str) -> None:
    line = summed_up(reasons)
    assert line.startswith(f"{len(reasons)} tests skipped. To run them: ")
    assert steps in line
    assert line.count("apt install") == any("apt" in reason for reason in reasons)
    assert line.count("run as root") == 1
