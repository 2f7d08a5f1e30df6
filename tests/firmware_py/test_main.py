"""The command line, run as users run it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_py import run
from firmware_py.version import __version__

TABLEMATE = [sys.executable, "-m", "firmware_py"]


def tablemate(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run the command and return what it said."""
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [*TABLEMATE, *arguments], capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_the_version() -> None:
    """One place names it."""
    assert tablemate("--version").stdout == f"tablemate {__version__}\n"


def test_the_referee_answers_line_by_line() -> None:
    """Also the line that was too long, and the one after it."""
    lines = ['{"cmd":"games"}', "x" * 70_000, '{"cmd":"legal"}']
    said = tablemate("referee", input="\n".join(lines)).stdout.splitlines()
    assert [json.loads(line)["ok"] for line in said] == [True, False, False]
    assert json.loads(said[1])["error"]["code"] == "BAD_REQUEST"
    assert json.loads(said[2])["error"]["code"] == "NO_MATCH"


def test_a_reader_that_leaves_is_no_reason_to_shout() -> None:
    """As in `tablemate referee | head -1`."""
    command = f'yes \'{{"cmd":"games"}}\' | head -2000 | {sys.executable} -m firmware_py referee'
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_bad_configuration_is_named(tmp_path: Path) -> None:
    """With the file and the key, and exit code 2."""
    path = tmp_path / "t.toml"
    path.write_text("[web]\nprot = 1\n")
    done = tablemate("--config", str(path))
    assert done.returncode == 2
    assert "prot" in done.stderr
    assert "Traceback" not in done.stderr


def test_two_boxes_on_one_directory(tmp_path: Path) -> None:
    """The second says what to do; the first ends on a signal, cleanly."""
    data = ["--data", str(tmp_path / "data")]
    first = subprocess.Popen([*TABLEMATE, *data, "--panel", "none"], stderr=subprocess.PIPE)
    try:
        _wait_for(tmp_path / "data" / "tablemate.lock")
        second = tablemate(*data, "--panel", "none")
        assert second.returncode == 1
        assert "another Tablemate" in second.stderr
    finally:
        first.send_signal(signal.SIGTERM)
        _, said = first.communicate(timeout=20)
    assert first.returncode == 0
    assert said == b""


def _wait_for(path: Path) -> None:
    for _ in range(200):
        if path.exists():
            time.sleep(0.5)
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} did not appear")


def test_without_a_terminal_the_page_is_served(tmp_path: Path) -> None:
    """On loopback, and its address is said."""
    config = tmp_path / "t.toml"
    config.write_text("[web]\nport = 0\n")
    command = [*TABLEMATE, "--data", str(tmp_path / "d"), "--config", str(config)]
    box = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert box.stdout is not None
        assert "http://127.0.0.1:" in box.stdout.readline()
    finally:
        box.send_signal(signal.SIGTERM)
        box.communicate(timeout=20)
    assert box.returncode == 0


@pytest.mark.parametrize("wanted", ["box", "terminal", "web", "none"])
def test_a_panel_that_was_named_is_taken(wanted: str) -> None:
    """No fall-back."""
    assert run.choose(wanted) == wanted


def test_a_box_without_its_parts_says_so(tmp_path: Path) -> None:
    """`--panel box` on a desk: a clear error, not another panel."""
    done = tablemate("--data", str(tmp_path), "--panel", "box")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("tablemate: ")
