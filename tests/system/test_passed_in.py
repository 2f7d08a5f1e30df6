"""The product reads no clock, no user and no environment: it gets them from the start.

A module that looks it up itself differs from the rest: on a test's clock, as another user,
in a service. The exceptions are listed with their reasons; one that is no longer needed fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.sources import SOURCES, sources_of

ROOT = Path(__file__).parents[2]
PACKAGES = ("engines", "hardware", "firmware_py")
NOT_PACKAGES = ("hardware/case", "hardware/pico_panel")


class Exempt(NamedTuple):
    """What a module may read, and why."""

    sources: frozenset[str]
    why: str


def exempt(why: str, *sources: str) -> Exempt:
    """Return an exception."""
    return Exempt(frozenset(sources), why)


ROOT_FILES = "root must not leave files that the service's own user cannot use"

EXCEPTIONS = {
    # --- where the program starts: what these read is passed on ---
    "firmware_py/app/run.py": exempt(
        "puts the box together",
        *("time.monotonic", "os.environ", "firmware_py.storage.disk.is_root"),
    ),
    "firmware_py/app/tab.py": exempt("puts the box of a browser tab together", "time.monotonic"),
    "firmware_py/command_line.py": exempt(
        "starts the other commands",
        *("time.monotonic", "os.environ", "firmware_py.storage.store.now"),
    ),
    "firmware_py/app/club_try.py": exempt(
        "the broker of root would become a user who cannot read its certificate",
        *("firmware_py.storage.disk.is_root",),
    ),
    "firmware_py/app/service_screens.py": exempt(
        "a program of its own, started by units", "time.monotonic", "os.environ"
    ),
    "firmware_py/core/config.py": exempt(
        "finds the configuration and the data of the user or of the service",
        *("os.environ", "expanduser"),
    ),
    "firmware_py/match/engine_process/worker.py": exempt(
        "a program of its own, started by the box", "time.monotonic", "time.process_time"
    ),
    # --- what has to ask ---
    "engines/bots/deadline.py": exempt(
        "the only clock of the engines; it counts the processor time of this process",
        *("time.process_time",),
    ),
    "firmware_py/match/engine_process/client.py": exempt(
        "a child process gets the environment of its parent", "os.environ"
    ),
    "hardware/controls/pin_factory.py": exempt(
        "lgpio writes to the working directory when it is imported", "os.environ"
    ),
    "firmware_py/update/install.py": exempt(
        "the unit that installs an update watches the service's runtime directory", "os.environ"
    ),
    "firmware_py/doctor/findings.py": exempt(
        "the senses of the doctor, which a test replaces", "os.geteuid", "os.getegid",
        *("os.getgroups", "grp", "pwd"),
    ),
    # --- the date: the default of what stores it, and in the names of files ---
    "firmware_py/storage/store.py": exempt(
        "the default of `date`; a clock that was never set gives no date",
        *("time.time", "firmware_py.storage.store.now"),
    ),
    "firmware_py/storage/recovery.py": exempt(
        "the same default as the store's", "firmware_py.storage.store.now"
    ),
    # --- root, who works for the service's user ---
    "firmware_py/storage/disk.py": exempt(
        f"{ROOT_FILES}; gives up root for the owner of the data",
        *("os.geteuid", "firmware_py.storage.disk.is_root", "pwd"),
    ),
    "firmware_py/storage/backup.py": exempt(
        f"{ROOT_FILES}; the usual name of a backup has the date",
        *("firmware_py.storage.disk.is_root", "firmware_py.storage.store.now"),
    ),
    "firmware_py/history/problem_report.py": exempt(
        f"{ROOT_FILES}; the usual name of a report has the date",
        *("firmware_py.storage.disk.is_root", "firmware_py.storage.store.now"),
    ),
    "firmware_py/system/fitted_hat.py": exempt(ROOT_FILES, "firmware_py.storage.disk.is_root"),
}  # fmt: skip


def files() -> Iterator[tuple[str, Path]]:
    """Yield every module of the product, by its path in the project."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            place = file.relative_to(ROOT).as_posix()
            if not place.startswith(NOT_PACKAGES):
                yield place, file


def test_the_product_reads_no_clock_no_user_and_no_environment() -> None:
    """Except where it is listed, with the reason; and nothing is listed that is not so."""
    found = {}
    for place, file in files():
        module = place.removesuffix(".py").replace("/", ".")
        if sources := frozenset(sources_of(file.read_text(encoding="utf-8"), module)):
            found[place] = sources
    assert found == {place: each.sources for place, each in EXCEPTIONS.items()}


def test_every_exception_has_its_reason() -> None:
    """A list without reasons grows."""
    assert all(each.why for each in EXCEPTIONS.values())


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("import time\ntime.monotonic()", "time.monotonic"),
        ("from time import monotonic as clock\nclock()", "time.monotonic"),
        ("import time as watch\nwatch.time_ns()", "time.time_ns"),
        ("import time\ndef f(clock=time.monotonic): ...", "time.monotonic"),
        ("from datetime import UTC, datetime\ndatetime.now(UTC)", "datetime.datetime.now"),
        ("import datetime\ndatetime.date.today()", "datetime.date.today"),
        ("import os\nos.environ['HOME']", "os.environ"),
        ("from os import environ\nenviron.get('HOME')", "os.environ"),
        ("def f():\n    import os\n    return os.getuid()", "os.getuid"),
        ("import os.path\nos.path.expanduser('~')", "os.path.expanduser"),
        ("from pathlib import Path\nPath.home()", "pathlib.Path.home"),
        ("def f(path):\n    return path.expanduser()", "expanduser"),
        ("import pwd", "pwd"),
        ("from getpass import getuser", "getpass"),
        ("from firmware_py.storage.store import now\nnow()", "firmware_py.storage.store.now"),
    ],
)
def test_a_planted_source_is_found(text: str, source: str) -> None:
    """Under any name, in a function or as a default."""
    assert list(sources_of(text)) == [source]


@pytest.mark.parametrize(
    "text",
    [
        "def f(time):\n    return time()",
        "self.time.monotonic()",
        "from engines.scorepad.state import now\nnow(state)",
        "import os\nos.fsync(handle)",
        "from datetime import datetime\ndatetime.fromtimestamp(date)",
        "environment.get('HOME')",
    ],
)
def test_what_is_passed_in_is_no_source(text: str) -> None:
    """Nor is a name that only looks alike."""
    assert list(sources_of(text)) == []


def test_our_own_sources_are_there() -> None:
    """A function that was renamed would be looked for in vain."""
    for name in (each for each in SOURCES if each.startswith("firmware_py")):
        module, _, function = name.rpartition(".")
        text = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        assert f"\ndef {function}(" in text
