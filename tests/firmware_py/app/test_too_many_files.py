"""No file can be opened any more: a start ends with a word, and a running box gets over it."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from firmware_py.app import run
from firmware_py.core.config import Config
from firmware_py.storage.store import Store

LONG_S = 60.0
"""Only a test that fails waits so long."""
LIMITED = """
import os, resource, sys
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
os.execv(sys.executable, [sys.executable, "-m", "firmware_py", *sys.argv[2:]])
"""
STARVED = """
import os, sys, threading
from pathlib import Path
from firmware_py.app import run
from firmware_py.core.config import Config
from firmware_py.app.loop import App
from firmware_py.panels.base import Panel
from hardware.events import Control, Inbox, Pressed, Stopped

class Teller(Panel):
    def show(self, picture):
        print(" / ".join(picture.text), flush=True)

go = App.run

def say_and_go(app, beat):
    print("it runs", flush=True)
    return go(app, beat)

App.run = say_and_go
inbox = Inbox()
taken = []

def act():
    for line in sys.stdin:
        if line == "starve\\n":
            try:
                while True:
                    taken.append(os.dup(0))
            except OSError:
                pass
        elif line == "feed\\n":
            while taken:
                os.close(taken.pop())
        else:
            inbox.post(Stopped() if line == "stop\\n" else Pressed(Control.KNOB))

import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
run._open = lambda *_: [Teller()]
run.load_games = lambda *_: iter(())  # the first press loads one
threading.Thread(target=act, daemon=True).start()
sys.exit(run.run(Config(), Path(sys.argv[1]), "none", inbox))
"""


def start(folder: Path, limit: int, panel: str) -> tuple[int, str]:
    """Start the box with a limit of open files, end it if it starts, and return its output."""
    (folder / "t.toml").write_text("[web]\nport = 0\n", encoding="utf-8")
    options = ("--data", str(folder / "data"), "--config", str(folder / "t.toml"))
    process = subprocess.Popen(
        [sys.executable, "-c", LIMITED, str(limit), *options, "--panel", panel],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until_s = time.monotonic() + LONG_S
        while process.poll() is None and not (folder / "data" / "tablemate.log").exists():
            assert time.monotonic() < until_s, "it neither starts nor ends"
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=LONG_S)
    finally:
        process.kill()
    return process.returncode, said


@pytest.mark.parametrize("panel", ["none", "web"])
@pytest.mark.parametrize("limit", [5, 6, 8, 9, 10, 12, 14])
def test_a_start_that_fails_prints_one_line(tmp_path: Path, limit: int, panel: str) -> None:
    """From the fewest that Python itself needs to as many as the box needs."""
    code, said = start(tmp_path, limit, panel)
    assert "Traceback" not in said
    assert "Exception" not in said
    if limit == 5:
        assert code == 1
    if code:
        assert code == 1
        assert said.splitlines()[-1].startswith("tablemate: Too many open files")


def test_a_running_box_shows_the_fault_and_gets_over_it(tmp_path: Path) -> None:
    """A game cannot be loaded while there are no files, and can once there are some."""
    store = Store(tmp_path)
    store.put_setting("language", "en")
    store.put_setting("web", False)
    store.close()
    process = subprocess.Popen(
        [sys.executable, "-c", STARVED, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        shown = [process.stdout.readline()]
        assert process.stdout.readline() == "it runs\n"
        for words in (("starve", "press"), ("feed", "press"), ("press",)):
            for word in words:
                print(word, file=process.stdin, flush=True)
            shown.append(process.stdout.readline())
        _, said = process.communicate("stop\n", timeout=LONG_S)
    finally:
        process.kill()
    assert ["Something went wrong" in text for text in shown] == [False, True, False, False]
    assert shown[2] == shown[0]
    assert shown[3] not in shown[:3]
    assert (process.returncode, said) == (0, "")


def test_a_page_that_finds_no_file_is_left_out(
    box: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The box is up already, and plays without it."""

    def fail(*_what: Any) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(run, "PANELS", {"web": fail})
    monkeypatch.setattr(run, "_keep_log", lambda *_data, **_how: None)
    box.services.settings.put("web", True)
    with ExitStack() as stack:
        run._finish(stack, Config(), box.app, "box")  # noqa: SLF001 - the end of a start alone
    assert "no page" in caplog.text
