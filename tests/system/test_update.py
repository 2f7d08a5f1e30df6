"""The helper that installs updates, on real updates in a folder: kept, taken back, cut short."""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
import service_manager
from update_soak import FAULTS, LONGEST_S, PYTHON, Table, build_wheel, load_script, one_kill

from tests.support.service_files import ROOT

pytestmark = [
    pytest.mark.skipif(shutil.which("openssl") is None, reason="apt install openssl"),
    pytest.mark.skipif(not PYTHON.exists(), reason="use a virtual environment"),
    pytest.mark.needs_root,
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A box with one program, and all that comes after it."""
    folder = tmp_path_factory.mktemp("updates")
    made = Table(folder / "box", build_wheel(folder))
    yield made
    service_manager.stop(made.folder)


def update(
    table: Table, version: str, fault: str = "", keys: list[str] | None = None
) -> dict[str, object]:
    """Install an update to the end; return the verdict."""
    table.write_update(version, fault, keys)
    table.start()
    assert table.wait_active(), table.said()
    assert table.helper().wait(LONGEST_S) == 0
    return table.verdict()


def programs(table: Table) -> list[str]:
    """Return the names in the folder of the programs."""
    return sorted(path.name for path in table.programs.glob("env*"))


def leads_to(table: Table) -> str:
    """Return the name of the program that is started."""
    return str((table.programs / "env").readlink())


def next_version(table: Table) -> str:
    """Return a version that is newer."""
    return f"1.{int(table.version().split('.')[1]) + 1}"


def test_a_version_that_runs_is_kept(table: Table) -> None:
    """Next to the old one during the trial, alone afterwards; and it is the one that runs."""
    wanted = next_version(table)
    verdict = update(table, wanted)
    assert (verdict["version"], verdict["kept"]) == (wanted, True)
    assert table.version() == wanted
    assert programs(table) == ["env", leads_to(table)]
    assert table.wait_active(), table.said()


@pytest.mark.parametrize("fault", FAULTS[::2], ids=["at once", "soon after READY"])
def test_a_version_that_fails_is_taken_back(table: Table, fault: str) -> None:
    """The old one runs again, and the box can say so."""
    old = table.version()
    verdict = update(table, next_version(table), fault)
    assert (verdict["kept"], verdict["code"]) == (False, "TAKEN_BACK")
    assert table.version() == old
    assert programs(table) == ["env", leads_to(table)]
    assert table.wait_active(), table.said()


def test_what_is_not_newer_is_refused_by_the_helper_too(table: Table) -> None:
    """It believes nobody: not the program, which checked before."""
    old = table.version()
    verdict = update(table, "0.9")
    assert (verdict["code"], table.version()) == ("OLDER", old)


def test_a_foreign_signature_is_refused_by_the_helper_too(table: Table) -> None:
    """And nothing was made."""
    old = table.version()
    key, other = table.key, table.folder / "other"
    other.unlink(missing_ok=True)
    table.maker.make_key(other)
    table.key = other
    try:
        verdict = update(table, next_version(table))
    finally:
        table.key = key
    assert (verdict["code"], table.version()) == ("BAD_SIGNATURE", old)
    assert programs(table) == ["env", leads_to(table)]


def test_nothing_of_the_new_program_runs_as_root(table: Table, tmp_path: Path) -> None:
    """What imports its version, or starts with its Python, would run before any trial."""
    seen = tmp_path / "ran"
    spy = f"open({str(seen)!r}, 'a').write(__name__)\n"
    old = table.version()
    wheel = table.wheel
    spied = tmp_path / wheel.name
    with ZipFile(wheel) as source, ZipFile(spied, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name in ("firmware_py/__init__.py", "firmware_py/storage/schema.py"):
                data = data.replace(
                    b"from __future__ import annotations\n",
                    b"from __future__ import annotations\n" + spy.encode(), 1,
                ) if b"annotations" in data else data + spy.encode()  # fmt: skip
            target.writestr(ZipInfo(name), data)  # the day may be 1970
        spying = f"import sys; open({str(seen)!r}, 'a').write('pth')\n"
        target.writestr(ZipInfo("zz_spy.pth"), spying)
    script = load_script(ROOT / "systemd" / "update")
    table.wheel = spied
    try:
        table.write_update(next_version(table), "")
    finally:
        table.wheel = wheel
    options = argparse.Namespace(
        project_key=table.folder / "project.pem", keys=table.folder / "keys", anywhere=True,
        update=table.update, python=str(PYTHON), compile=True,
    )  # fmt: skip
    place = script.Place(table.programs)
    assert script.install(place, options)
    assert not seen.exists()
    assert table.version() != old  # this runs it, and not as the helper
    assert seen.exists(), "the spy sees nothing"
    place.point_to(place.read(place.trial)["old"])
    place.forget(place.trial)
    place.clean(place.running)


def test_the_helper_checks_an_update_once(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two checks: `test_update_screen.py` counts the first."""
    script = load_script(ROOT / "systemd" / "update")
    counted: list[str] = []

    def count(module: Any, name: str) -> None:
        real = getattr(module, name)

        def call(*arguments: Any) -> Any:
            counted.append(name)
            return real(*arguments)

        monkeypatch.setattr(module, name, call)

    for module, name in (
        (script, "is_signed"), (script.update_file, "read_manifest"),
        (script.update_file, "read_parts"), (script.update_file, "open_update"),
    ):  # fmt: skip
        count(module, name)
    table.write_update(next_version(table), "")
    options = argparse.Namespace(
        project_key=table.folder / "project.pem", keys=table.folder / "keys", anywhere=True,
        update=table.update, python=str(PYTHON), compile=False,
    )  # fmt: skip
    place = script.Place(table.programs)
    assert script.install(place, options)
    assert sorted(counted) == ["is_signed", "open_update", "read_manifest", "read_parts"]
    place.point_to(place.read(place.trial)["old"])
    place.forget(place.trial)
    place.clean(place.running)


@pytest.mark.parametrize("damage", ["part", "manifest", "end"])
def test_an_update_that_is_damaged_leaves_nothing(table: Table, damage: str) -> None:
    """Each file is checked while it is written: the half-made program goes."""
    old, before = table.version(), programs(table)
    table.write_update(next_version(table), "")
    data = bytearray(table.update.read_bytes())
    at = {"part": len(data) - 1, "manifest": data.index(b"{") + 40, "end": len(data)}[damage]
    data[at : at + 1] = bytes([data[at] ^ 1]) if at < len(data) else b"x"
    table.update.write_bytes(data)
    assert table.helper().wait(LONGEST_S) == 0
    codes = {"part": "DAMAGED", "manifest": "BAD_SIGNATURE", "end": "NOT_AN_UPDATE"}
    assert table.verdict()["code"] == codes[damage]
    assert (table.version(), programs(table)) == (old, before)


def test_keys_are_replaced_by_an_update_and_stay_revoked(table: Table) -> None:
    """With the real helper; an update that is taken back revokes as well."""
    old_key, new_key = table.key, table.folder / "second"
    new = table.maker.make_key(new_key)
    keys = [update_reader().read_key(new).hex()]
    verdict = update(table, next_version(table), FAULTS[0], keys)
    assert verdict["code"] == "TAKEN_BACK"
    assert update(table, next_version(table))["code"] == "BAD_SIGNATURE"
    table.key = new_key
    assert update(table, next_version(table))["code"] == "KEPT"
    # The tests after this one sign with the first key again.
    (table.programs / "trust").unlink()
    table.key = old_key


def test_without_a_note_nobody_asked(table: Table) -> None:
    """The unit starts also when the note goes with the service: it must not judge again."""
    result = update(table, "0.9")
    assert table.helper(table.folder / "no-note").wait(LONGEST_S) == 0
    assert table.verdict() == result


def kill_when(table: Table, moment: Callable[[], bool]) -> None:
    """Begin an update, and cut everything off at a moment."""
    table.start()
    assert table.wait_active(), table.said()
    helper = table.helper()
    ends_s = time.monotonic() + LONGEST_S
    while not moment():
        assert time.monotonic() < ends_s
        time.sleep(0.001)
    os.killpg(helper.pid, signal.SIGKILL)
    helper.wait()
    service_manager.stop(table.folder, signal.SIGKILL)


def test_cut_off_while_unpacking_the_old_one_goes_on(table: Table) -> None:
    """And what was half made is gone with the next update."""
    old = table.version()
    table.write_update(next_version(table), "")
    before = set(programs(table))
    kill_when(table, lambda: any((table.programs / new / "wheels").exists()
                                 for new in set(programs(table)) - before))  # fmt: skip
    assert table.version() == old
    assert not (table.programs / "trial").exists()
    update(table, "0.9")
    assert set(programs(table)) == before


def test_cut_off_in_the_trial_the_next_start_ends_it(table: Table) -> None:
    """The power went within the minute: the new one is tried again, and kept."""
    wanted = next_version(table)
    table.write_update(wanted, "")
    before = leads_to(table)
    kill_when(table, lambda: leads_to(table) != before)
    assert (table.programs / "trial").exists()
    assert (table.programs / before / "bin" / "tablemate").exists()
    table.start()
    assert table.helper().wait(LONGEST_S) == 0
    assert (table.version(), table.verdict()["code"]) == (wanted, "KEPT")


def test_a_trial_that_never_ends_is_given_up(table: Table) -> None:
    """A version with which the system itself does not stay up for a minute, three times."""
    script = load_script(ROOT / "systemd" / "update")
    old = table.version()
    table.write_update(next_version(table), "")
    before = leads_to(table)
    kill_when(table, lambda: leads_to(table) != before)
    place = script.Place(table.programs)
    place.write(place.trial, {**place.read(place.trial), "tries": script.TRIES})
    assert table.helper().wait(LONGEST_S) == 0
    assert (table.version(), table.verdict()["code"]) == (old, "TAKEN_BACK")


def test_kills_at_any_moment_leave_a_program_and_every_match(table: Table) -> None:
    """A few of the two hundred of `make update-soak`."""
    dice = random.Random(5)
    first = int(next_version(table).split(".")[1])
    service_manager.stop(table.folder)
    # The first at a moment by lot, which a fast machine may miss; the second before it can end.
    came = [one_kill(table, first + at, dice, length) for at, length in enumerate((3.0, 0.05))]
    assert came[1].startswith("killed")


def update_reader() -> Any:
    return load_script(ROOT / "systemd" / "update").update_file


@pytest.mark.parametrize("kind", ["encrypted", "unknown", "bzip2", "cut"])
def test_a_wheel_that_cannot_be_unpacked_is_a_verdict(
    table: Table, tmp_path: Path, kind: str
) -> None:
    """And not a traceback: the box says it."""
    method = ZIP_BZIP2 if kind == "bzip2" else ZIP_DEFLATED
    path = tmp_path / "tablemate_box-9.9-py3-none-any.whl"
    with ZipFile(path, "w", method) as wheel:
        wheel.writestr(ZipInfo("firmware_py/version.py"), '__version__ = "9.9"\n' * 50, method)
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    if kind == "encrypted":
        data[6] |= 1
        data[at + 8] |= 1
    elif kind == "unknown":
        data[8:10] = data[at + 10 : at + 12] = b"\x63\x00"
    elif kind == "cut":
        data[40:60] = bytes(20)
    path.write_bytes(data)
    python, machine, _ = table._machine()  # noqa: SLF001 - the machine that wheels name
    table.maker.write_update(table.update, [path], "9.9", python, machine, table.key)
    old = table.version()
    assert table.helper().wait(LONGEST_S) == 0
    assert table.verdict()["code"] in ("BAD_MANIFEST", "NOT_MADE")
    assert table.version() == old
    assert "Traceback" not in (table.folder / "helper").read_text()


def test_a_wheel_may_hold_more_than_modules(tmp_path: Path) -> None:
    """One of the box's libraries brings a manual page: it is left out, and not refused."""
    script = load_script(ROOT / "systemd" / "update")
    names = ["a/b.py", "a-1.data/purelib/c.py", "a-1.data/scripts/a", "a-1.data/data/share/a.1"]
    with ZipFile(tmp_path / "wheel", "w") as wheel:
        for name in names:
            wheel.writestr(name, name)
    libraries = tmp_path / "libraries"
    script.unpack(tmp_path / "wheel", libraries)
    found = {str(path.relative_to(libraries)) for path in libraries.rglob("*.*")}
    assert found == {"a/b.py", "c.py"}


@pytest.mark.parametrize("name", ["../a.py", "/a.py", "a/./b.py", "a-1.data/purelib/../a.py"])
def test_a_wheel_stays_in_its_folder(tmp_path: Path, name: str) -> None:
    """Whatever its names say."""
    script = load_script(ROOT / "systemd" / "update")
    with ZipFile(tmp_path / "wheel", "w") as wheel:
        wheel.writestr(name, "")
    with pytest.raises(script.update_file.BadUpdate):
        script.unpack(tmp_path / "wheel", tmp_path / "libraries")
    assert not (tmp_path / "libraries").exists()


LASTING = """overlay / overlay rw,lowerdir=/lower,upperdir=/upper,workdir=/w 0 0
/dev/mmcblk0p3 /data ext4 rw 0 0
overlay /opt/tablemate overlay rw,lowerdir=/x,upperdir=/data/program,workdir=/w 0 0
"""
"""A root that forgets, and programs in a layer of their own on a disk."""


@pytest.mark.parametrize(
    ("mounts", "is_forgotten"),
    [
        ("/dev/root / ext4 rw 0 0", False),
        ("tmpfs / tmpfs rw 0 0", True),
        ("overlay / overlay rw,lowerdir=/lower,upperdir=/upper,workdir=/w 0 0", True),
        (LASTING, False),
        ("overlay / overlay rw,upperdir=/upper 0 0\n/dev/sda1 /opt/tablemate ext4 rw 0 0", False),
    ],
)
def test_a_card_that_forgets_is_known(tmp_path: Path, mounts: str, is_forgotten: bool) -> None:
    """A root in memory, or a layer of changes that is gone after a restart."""
    (tmp_path / "mounts").write_text(mounts)
    script = load_script(ROOT / "systemd" / "update")
    assert script.forgets(Path("/opt/tablemate"), tmp_path / "mounts") == is_forgotten
