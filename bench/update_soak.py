"""Kills in the middle of updates: after each there is one program that works, and every match.

The real helper (`systemd/update`) installs real updates of the real program in a folder of its
own; a stand-in for systemd starts it and hears READY. The helper is killed at a moment drawn by
lot, half of the times everything else with it, as when the power goes. Then what `env` leads to
must run, and a next start must come to an end: the new version, or the old one again. Every fourth
update holds a program that fails, in turn at once, before READY, and soon after it, and has to be
taken back.

python bench/update_soak.py [--kills 200] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import service_manager

from engines import catalog
from engines.match import Match
from engines.start import Start
from firmware_py.storage.store import PAUSED, Store
from tests.support.stored import open_numbers

ROOT = Path(__file__).resolve().parents[1]
UPDATE = ROOT / "systemd" / "update"
PYTHON = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info[1]}"
LONGEST_S = 120.0
TELL_EVERY = 10
FAULTS = (
    "raise SystemExit(1)\n",
    "import time\ntime.sleep(0.5)\nraise SystemExit(1)\n",
    "import os, threading\nthreading.Timer(0.6, lambda: os._exit(1)).start()\n",
)


def load_script(path: Path) -> ModuleType:
    """Load a program without an ending as a module."""
    loader = SourceFileLoader(path.name, str(path))
    spec = spec_from_loader(path.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def write_wheel(wheel: Path, folder: Path, version: str, fault: str) -> Path:
    """Write another version of a wheel, or one that fails in some way."""
    made = folder / f"tablemate_box-{version}-py3-none-any.whl"
    with ZipFile(wheel) as source, ZipFile(made, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "firmware_py/version.py":
                data = f'__version__ = "{version}"\n'.encode()
            if name == "firmware_py/command_line.py" and fault:
                data = data.replace(b"from __future__ import annotations\n", b"", 1)
                data = fault.encode() + data
            target.writestr(name, data)
    return made


class Table:
    """A box in a folder: programs, matches, keys, and what would be systemd."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.wheel = wheel
        self.maker = load_script(ROOT / "systemd" / "make_update")
        self.programs = folder / "programs"
        self.data = folder / "data"
        self.key = folder / "key"
        self.update = folder / "new.update"
        (folder / "keys").mkdir()
        (folder / "project.pem").write_text(self.maker.make_key(self.key))
        self.matches = 0
        self.manager = [sys.executable, str(ROOT / "bench" / "service_manager.py"), str(folder)]
        self._make_first()

    def _make_first(self) -> None:
        """Install the first version without any trial."""
        self.programs.mkdir()
        script = load_script(UPDATE)
        self.write_update("1.0", "")
        options = argparse.Namespace(python=str(PYTHON), update=self.update, compile=False)
        keys = script.update_file.load_keys(
            self.folder / "project.pem", self.folder / "keys", self.programs / "trust"
        )
        with script.update_file.open_update(self.update) as file:
            manifest = script.update_file.read_manifest(file, keys, script.is_signed)
            script.make_program(self.programs / "env-1", options, file, manifest)
        (self.programs / "env").symlink_to("env-1")
        self.add_match()

    def _machine(self) -> tuple[str, str, int]:
        return f"3.{sys.version_info[1]}", os.uname().machine, self.maker.SCHEMA_VERSION

    def write_update(self, version: str, fault: str, keys: list[str] | None = None) -> None:
        """Sign a version of the program, or one that fails in some way."""
        made = write_wheel(self.wheel, self.folder, version, fault)
        python, machine, _ = self._machine()
        self.maker.write_update(self.update, [made], version, python, machine, self.key, keys=keys)
        made.unlink()

    def add_match(self) -> None:
        """Keep one more match, while no box runs."""
        store = Store(self.data)
        engine = catalog.load(next(iter(catalog.GAMES)))
        options = {option.name: option.default for option in engine.options}
        self.matches += 1
        match = Match(engine, Start(options, seats=2, first=0, seed=self.matches))
        store.begin(self.matches, match.header, tuple(match.lines))
        store.set_status(self.matches, PAUSED)
        store.close()

    def count_matches(self) -> int:
        """Return the number of matches that can be read, while no box runs."""
        store = Store(self.data)
        found = len(open_numbers(store))
        store.close()
        return found

    def helper(self, note: Path | None = None) -> subprocess.Popen[bytes]:
        """Start the helper, as its unit does; the update itself is the note that it waits."""
        command: list[str | Path] = [
            PYTHON, "-IS", UPDATE, "--programs", self.programs, "--update", self.update,
            "--note", note or self.update, "--project-key", self.folder / "project.pem",
            "--keys", self.folder / "keys", "--python", PYTHON, "--trial-s", "0.8",
            "--start-s", "60", "--look-s", "0.05", "--anywhere", "--no-compile",
            "--systemctl", *self.manager,
        ]  # fmt: skip
        with (self.folder / "helper").open("ab") as said:
            return subprocess.Popen(
                command, stdout=said, stderr=subprocess.STDOUT, start_new_session=True
            )

    def version(self) -> str:
        """Ask the program that `env` leads to."""
        said = subprocess.run(
            [self.programs / "env/bin/python", "-I", "-c",
             "from firmware_py.version import __version__;print(__version__)"],
            capture_output=True, text=True, check=True, timeout=LONGEST_S,
        )  # fmt: skip
        return said.stdout.strip()

    def start(self) -> None:
        """Start the service, as a boot does."""
        subprocess.run([*self.manager, "restart"], check=True)

    def wait_active(self) -> bool:
        """Return whether the service starts."""
        ends_s = time.monotonic() + LONGEST_S
        while time.monotonic() < ends_s:
            state = service_manager.read_state(self.folder)["ActiveState"]
            if state in ("active", "failed"):
                return bool(state == "active")
            time.sleep(0.02)
        return False

    def said(self) -> str:
        """Return the end of what the programs wrote to standard error."""
        return (self.folder / "said").read_text(errors="replace")[-2000:]

    def verdict(self) -> dict[str, object]:
        """Return what the helper wrote last."""
        try:
            found: dict[str, object] = json.loads((self.programs / "verdict").read_text())
        except FileNotFoundError:
            return {}
        return found


def build_wheel(folder: Path) -> Path:
    """Build the project's own wheel."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("tablemate_box-*.whl")
    return wheel


def one_kill(table: Table, number: int, dice: random.Random, length_s: float) -> str:
    """Begin an update, kill it, start again; return what came of it, or say what is wrong."""
    fault = FAULTS[number // 4 % len(FAULTS)] if number % 4 == 3 else ""
    new = f"1.{number + 1}"
    old = table.version()
    table.write_update(new, fault)
    table.start()
    assert table.wait_active(), f"no start before the update: {table.said()}"
    helper = table.helper()
    try:
        helper.wait(dice.uniform(0.0, length_s))
        was_killed = False
    except subprocess.TimeoutExpired:
        os.killpg(helper.pid, signal.SIGKILL)
        helper.wait()
        was_killed = True
    moment = "on trial" if (table.programs / "trial").exists() else "in the making"
    if table.verdict().get("version") == new:
        moment = "after the verdict"
    if dice.random() < 0.5:  # the power went
        service_manager.stop(table.folder, signal.SIGKILL)
    if was_killed:
        assert table.version() in (old, new), "no program"
        table.start()
        if (table.programs / "trial").exists():  # what the path unit looks for
            table.helper().wait(LONGEST_S)
    assert not (table.programs / "trial").exists(), "the trial did not end"
    verdict, here = table.verdict(), table.version()
    assert here in (old, new), here
    assert not (fault and here == new), "a program that fails was kept"
    if verdict.get("version") == new:
        assert bool(verdict["kept"]) == (here == new), verdict
    if service_manager.read_state(table.folder)["ActiveState"] != "active":
        table.start()
    assert table.wait_active(), f"{here} does not start: {table.said()}"
    service_manager.stop(table.folder)
    assert table.count_matches() == table.matches, "a match is lost"
    table.add_match()
    what = f"killed {moment}" if was_killed else "in peace"
    return f"{what}, {'new' if here == new else 'old'}"


def tell(counts: Counter[str]) -> str:
    """Say how often each came."""
    return ", ".join(f"{what} {count}" for what, count in sorted(counts.items()))


def soak(table: Table, least: int, seed: int) -> int:
    """Update a box until `kills` updates were killed; return the exit code."""
    dice = random.Random(seed)
    counts: Counter[str] = Counter()
    length_s = 4.0
    kills = number = 0
    while kills < least:
        began_s = time.monotonic()
        try:
            came = one_kill(table, number, dice, length_s)
        except AssertionError as error:
            service_manager.stop(table.folder)
            kept = Path(tempfile.mkdtemp()) / "box"
            ignored = shutil.ignore_patterns("notify-*")
            shutil.copytree(table.folder, kept, symlinks=True, ignore=ignored)
            print(f"update {number}: {error}; left in {kept}", flush=True)
            return 1
        counts[came] += 1
        kills += came.startswith("killed")
        number += 1
        if number % TELL_EVERY == 0:
            print(f"{kills} kills in {number} updates: {tell(counts)}", flush=True)
        if came == "in peace, new":  # as long as a whole update takes, and not much more
            length_s = 0.5 * length_s + 0.5 * min(length_s, time.monotonic() - began_s)
        elif number % 10 == 0:
            length_s *= 1.05
    service_manager.stop(table.folder)
    print(f"{kills} kills in {number} updates, {table.matches} matches: {tell(counts)}")
    return 0


def main() -> int:
    """Kill so often, and tell what happened."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return soak(Table(folder / "box", build_wheel(folder)), asked.kills, asked.seed)


if __name__ == "__main__":
    raise SystemExit(main())
