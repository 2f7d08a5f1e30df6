"""Updates under a real systemd: a good one stays, a bad one goes, an unsigned one is refused."""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cuts import step_on
from image import PYTHON, Image, run
from outfit import PROJECT
from stage import DATA, SERVICE_S, Stage, check, check_rows
from stick import STICK, Stick, go_to_stick, wait_for_mount
from twin import Row

from firmware_py.screens.system import update as screens
from firmware_py.storage.schema import SCHEMA_VERSION
from firmware_py.update.install import check as check_update
from firmware_py.update.install import hand_over, read_result
from firmware_py.update.update_file import Installed, read_key
from firmware_py.version import __version__

SOURCES = (
    *("engines", "hardware", "firmware_py", "pyproject.toml", "hatch_build.py"),
    *("README.md", "LICENSE"),
)
GOOD, BAD, UNSIGNED = "9.0.1", "9.0.2", "9.0.3"
NEVER_READY = "\n\ndef main() -> int:\n    return 1\n"
"""Put at the end of the program: it ends before it has said READY."""
KEY = "/etc/tablemate/keys/vm.pem"
VERDICT = "/opt/tablemate/verdict"
PEAK = "/sys/fs/cgroup/system.slice/tablemate-update.service/memory.peak"
VERSION = "from firmware_py.version import __version__ as v; print(v)"
AS_SERVICE = ("setpriv", "--reuid=tablemate", "--regid=tablemate", "--clear-groups")
STICK_SECTORS = 131072
LATER_S = 20.0
"""Longer than a unit needs to be started once more by mistake."""


class UpdateMaker:
    """Updates for the machine, signed with a key that was made for them."""

    def __init__(self, image: Image, folder: Path) -> None:
        self._image = image
        self.folder = folder
        folder.mkdir()
        self._key = folder / "release.key"
        self._script = PROJECT / "systemd" / "make_update"
        self.public = run(sys.executable, self._script, "--new-key", self._key).stdout
        self.machine = image.arch.machine

    def make(self, version: str, fault: str = "") -> Path:
        """Make a version with a fault, from this very code."""
        build = self.folder / version
        source, wheels = build / "source", build / "wheels"
        source.mkdir(parents=True)
        for name in SOURCES:
            place = PROJECT / name
            (shutil.copytree if place.is_dir() else shutil.copy)(place, source / name)
        named = source / "firmware_py" / "version.py"
        named.write_text(re.sub(r'"[\d.]+"', f'"{version}"', named.read_text()))
        with (source / "firmware_py" / "__main__.py").open("a") as program:
            program.write(fault)
        shutil.copytree(self._image.libraries(), wheels)
        command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels)
        run(*command, cwd=source)
        kind = ("--python", PYTHON, "--machine", self.machine)
        given = ("--key", self._key, "--wheels", wheels, *kind, "--out", self.folder)
        run(sys.executable, self._script, *given)
        shutil.rmtree(build)
        (made,) = self.folder.glob(f"tablemate-{version}-*.update")
        return made

    def unsign(self, update: Path, version: str) -> Path:
        """Copy an update under another name, without its signature."""
        head, size, signature, rest = update.read_bytes().split(b"\n", 3)
        made = update.with_name(update.name.replace(GOOD, version))
        made.write_bytes(b"\n".join((head, size, b"0" * len(signature), rest)))
        return made


class Updater:
    """Somebody at the box with a stick, and what the helper makes of it."""

    def __init__(self, stage: Stage, maker: UpdateMaker) -> None:
        self.stage = stage
        self.machine = stage.machine
        self.maker = maker
        self.peak = 0

    def verdict(self) -> dict[str, Any]:
        """Return what the helper has written down last."""
        said = self.machine.run("cat", VERDICT, check=False)
        found: dict[str, Any] = json.loads(said) if said.startswith("{") else {"number": 0}
        return found

    def version(self) -> str:
        """Return the version that is started."""
        return self.machine.run("/opt/tablemate/env/bin/python", "-I", "-c", VERSION).strip()

    def choose(self, version: str) -> None:
        """Go to an update on the stick, and have it looked at."""
        hands = self.stage.pair
        twin = hands.twin
        twin.sticks[:] = [STICK]
        go_to_stick(hands)
        hands.point("Update")
        twin.sticks[:] = [self.maker.folder]
        hands.press()
        hands.point(version)
        self._work()

    def accept(self) -> None:
        """Say yes."""
        self.stage.pair.point("Yes")
        self._work()

    def _work(self) -> None:
        """Press, and wait for what both boxes do about it."""
        hands = self.stage.pair
        hands.twin.press("knob")
        hands.twin.wait_for_work()
        hands.send_press()
        hands.expect(SERVICE_S)

    def wait_for_verdict(self, number: int) -> dict[str, Any]:
        """Wait until the helper has said what came of it, and has ended."""
        until_s = time.monotonic() + SERVICE_S
        while True:
            peak = self.machine.run("cat", PEAK, check=False).strip()
            self.peak = max(self.peak, int(peak) if peak.isdigit() else 0)
            state = self.machine.run("systemctl", "is-active", "tablemate-update", check=False)
            found = self.verdict()
            if found["number"] >= number and state.strip() in ("inactive", "failed"):
                return found
            check(time.monotonic() < until_s, f"no verdict; the helper is {state.strip()}")
            time.sleep(1.0)

    def meet_verdict(self) -> str:
        """Wait until the box says what came of an update, close it, and return it."""
        copy = self.stage.folder / "verdict"
        copy.write_text(json.dumps(self.verdict()))
        verdict = read_result(copy)
        assert verdict is not None
        verdicts: list[str] = []

        def tell(app: Any) -> None:
            app.tell(app.services.say("Update"), verdict.text(app.services.say))
            verdicts.append(verdict.text(app.services.say))

        self.stage.meet(tell=tell)
        self.stage.pair.press("back")
        return verdicts[0]

    @contextmanager
    def on_the_desk(self) -> Iterator[None]:
        """Let the twin check updates as the machine does: its Python, its keys, its version."""
        runtime = self.maker.folder / "runtime"
        runtime.mkdir(exist_ok=True)
        here = Installed(__version__, PYTHON, self.maker.machine, SCHEMA_VERSION)
        keys: Callable[[], list[bytes]] = lambda: [read_key(self.maker.public)]  # noqa: E731
        checked = partial(check_update, keys=keys, here=here)
        note = {"RUNTIME_DIRECTORY": str(runtime)}
        hand = partial(hand_over, environment=note)
        usual = screens.choose_update
        with patch.object(screens, "choose_update", partial(usual, check=checked, hand=hand)):
            yield


def update(stage: Stage) -> str:
    """From a stick, through the menu: one that stays, one that does not, one that is not signed."""
    machine = stage.machine
    for _ in range(2):
        step_on(stage.pair)
    maker = UpdateMaker(machine.image, stage.folder / "updates")
    good = maker.make(GOOD)
    stick = Stick(stage.folder / "update-stick", STICK_SECTORS)
    for update in (good, maker.make(BAD, NEVER_READY), maker.unsign(good, UNSIGNED)):
        stick.put(update)
    machine.ask("write", path=KEY, text=maker.public)
    machine.plug_in(stick.file)
    wait_for_mount(machine, there=True)
    updater = Updater(stage, maker)
    with updater.on_the_desk():
        seen = (refuse(updater), keep(updater), take_back(updater), refuse_behind(updater))
    machine.pull_out()
    wait_for_mount(machine, there=False)
    stage.pair.twin.sticks.clear()
    stage.pair.hold("back")
    return f"{'; '.join(seen)}; the helper used {updater.peak >> 20} MB at most"


def refuse(updater: Updater) -> str:
    """One that is not signed: the box says so, and hands nothing on."""
    updater.choose(UNSIGNED)
    shown = " ".join(updater.stage.pair.twin.text)
    check("not signed" in shown, f"the box says of an unsigned update: {shown}")
    left = updater.machine.run("ls", f"{DATA}/update", check=False)
    check("new.update" not in left.split(), f"an unsigned update was handed on: {left}")
    return "unsigned refused by the box"


def keep(updater: Updater) -> str:
    """A good one: tried and kept, and the next start says so."""
    stage = updater.stage
    begun_s = time.monotonic()
    rows = install(updater, GOOD, kept=True, code="KEPT")
    took_s = time.monotonic() - begun_s
    check(updater.version() == GOOD, f"{updater.version()} is started")
    stage.meet()
    check_rows(stage.rows(), rows)
    stage.machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    verdict = updater.meet_verdict()
    return f"{GOOD} kept after {took_s:.0f} s ({verdict})"


def take_back(updater: Updater) -> str:
    """One that never becomes ready: the good one is back, and says so by itself."""
    begun_s = time.monotonic()
    rows = install(updater, BAD, kept=False, code="TAKEN_BACK")
    took_s = time.monotonic() - begun_s
    verdict = updater.meet_verdict()
    check(updater.version() == GOOD, f"{updater.version()} is started")
    check_rows(updater.stage.rows(), rows)
    return f"{BAD} taken back after {took_s:.0f} s ({verdict}); {len(rows)} events kept"


def install(updater: Updater, version: str, *, kept: bool, code: str) -> list[Row]:
    """Have an update installed from the menu; return the events that were there before."""
    number = updater.verdict()["number"] + 1
    updater.choose(version)
    rows = updater.stage.rows()
    updater.accept()
    found = updater.wait_for_verdict(number)
    wanted = {"number": number, "version": version, "kept": kept, "code": code}
    check(found | wanted == found, f"the helper says {found}, and not {wanted}")
    left = updater.machine.run("ls", "/opt/tablemate").split()
    check(sum(name.startswith("env-") for name in left) == 1, f"there are {left}")
    check("trial" not in left, "the trial was not ended")
    return rows


def refuse_behind(updater: Updater) -> str:
    """One who took over the service's user leaves an unsigned file: the helper refuses it, once."""
    machine = updater.machine
    number = updater.verdict()["number"] + 1
    source = STICK / f"tablemate-{UNSIGNED}-python{PYTHON}-{updater.maker.machine}.update"
    leave = f"cat {source} >{DATA}/update/new.update && echo {UNSIGNED} >/run/tablemate/update"
    machine.run(*AS_SERVICE, "sh", "-c", leave)
    found = updater.wait_for_verdict(number)
    check(found["code"] == "NOT_SIGNED", f"the helper says of an unsigned update: {found}")
    check(updater.version() == GOOD, f"{updater.version()} is started")
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    verdict = updater.meet_verdict()
    time.sleep(LATER_S)
    check(updater.wait_for_verdict(number)["number"] == number, "a start tried it once more")
    return f"unsigned behind its back refused by the helper, once ({verdict})"
