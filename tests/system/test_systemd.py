"""The service's units, and what install and uninstall do to a file tree."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from firmware_py.app.power import NOTE, WAIT_S
from firmware_py.app.service_screens import TAPE_NAME
from firmware_py.storage.files import STICKS
from hardware.controls.pins import Pins

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
UNITS = sorted([*SYSTEMD.glob("*.service"), *SYSTEMD.glob("*.path")])
CONFIG_TXT = "# my Pi\ndtparam=audio=on\n[cm4]\notg_mode=1\n"

needs_systemd = pytest.mark.skipif(
    not (shutil.which("systemd-analyze") and shutil.which("systemd-sysusers")),
    reason="systemd is not installed; on Debian: apt install systemd",
)


def run(*command: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a command and return what it said."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise AssertionError(f"{command} failed\n{done.stdout}\n{done.stderr}")
    return done


def settings(unit: Path) -> dict[str, list[str]]:
    """Return the settings of a unit file, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        if match := re.match(r"(\w+)=(.*)", line):
            found.setdefault(match[1], []).append(match[2])
    return found


# --- the units ---


@needs_systemd
@pytest.mark.parametrize(
    ("unit", "limit"),
    [
        ("tablemate.service", 1.5),
        ("tablemate-goodbye.service", 1.5),
        ("tablemate-failed.service", 1.5),
    ],
)
def test_the_units_are_hardened(unit: str, limit: float) -> None:
    """As systemd itself measures it."""
    said = run("systemd-analyze", "security", "--offline=yes", "--no-pager", SYSTEMD / unit).stdout
    found = re.search(r"exposure level for .*: ([\d.]+)", said)
    assert found is not None
    assert float(found[1]) <= limit


def test_a_stick_is_mounted_where_the_box_looks_for_sticks() -> None:
    """Below a directory that the hardened unit may write to."""
    (mount,) = settings(SYSTEMD / "tablemate-stick@.service")["ExecStart"]
    place = mount.split()[-1].replace("%I", "sda1")
    assert any(Path(place).match(pattern) for pattern in STICKS)
    writable = settings(SYSTEMD / "tablemate.service")["ReadWritePaths"]
    assert f"-{Path(place).parents[1]}" in writable[0].split()


def test_a_stick_belongs_to_the_user_of_the_service() -> None:
    """FAT knows no owners: the mount says who may write, and that nothing may be run from it."""
    (user,) = settings(SYSTEMD / "tablemate.service")["User"]
    (mount,) = settings(SYSTEMD / "tablemate-stick@.service")["ExecStart"]
    options = mount.split()[mount.split().index("--options") + 1].split(",")
    assert {f"uid={user}", "nosuid", "nodev", "noexec"} <= set(options)


def test_the_rule_starts_the_unit_that_mounts_a_stick() -> None:
    """For USB alone, and for the file systems that sticks are sold with."""
    rules = (SYSTEMD / "90-tablemate.rules").read_text()
    (rule,) = (line for line in rules.splitlines() if "tablemate-stick@" in line)
    assert (SYSTEMD / "tablemate-stick@.service").exists()
    assert 'ENV{ID_BUS}=="usb"' in rule
    assert 'ENV{ID_FS_TYPE}=="vfat|exfat"' in rule


def test_the_last_words_wait_less_than_the_watchdog() -> None:
    """Nobody feeds it while the program waits for its end."""
    (patience,) = settings(SYSTEMD / "tablemate.service")["WatchdogSec"]
    assert float(patience) > WAIT_S


def test_the_path_unit_watches_for_the_note_of_the_program() -> None:
    """In the runtime directory of the service."""
    (directory,) = settings(SYSTEMD / "tablemate.service")["RuntimeDirectory"]
    assert settings(SYSTEMD / "tablemate-poweroff.path")["PathExists"] == [
        f"/run/{directory}/{NOTE}"
    ]


def test_the_hook_plays_the_tape_of_the_last_words() -> None:
    """From the directory that outlives its service."""
    goodbye = settings(SYSTEMD / "tablemate-goodbye.service")
    (directory,) = goodbye["RuntimeDirectory"]
    assert goodbye["RuntimeDirectoryPreserve"] == ["yes"]
    assert f'"/run/{directory}/{TAPE_NAME}"' in (SYSTEMD / "shutdown-hook").read_text()


def test_the_readme_tells_the_exposure_that_is_measured() -> None:
    """Of the unit as it stands."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed; on Debian: apt install systemd")
    unit = SYSTEMD / "tablemate.service"
    said = run("systemd-analyze", "security", "--offline=yes", "--no-pager", unit).stdout
    found = re.search(r"exposure level for .*: ([\d.]+)", said)
    assert found is not None
    assert (
        f"`systemd-analyze security` gives {found[1]} that way"
        in (SYSTEMD / "README.md").read_text()
    )


# --- installing into a tree ---


def write_wheel(folder: Path, name: str, version: str) -> None:
    """Make an empty library that pip believes."""
    stem = f"{name.replace('.', '_')}-{version}"
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as wheel:
        for path, text in files.items():
            wheel.writestr(f"{stem}.dist-info/{path}", text)
        record = "".join(f"{stem}.dist-info/{path},,\n" for path in (*files, "RECORD"))
        wheel.writestr(f"{stem}.dist-info/RECORD", record)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the project's wheel, and stand-ins for its libraries."""
    folder = tmp_path_factory.mktemp("wheels")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for requirement in project["dependencies"]:
        found = re.match(r"([\w.]+)>=([\d.]+)", requirement)
        assert found is not None
        write_wheel(folder, found[1], found[2])
    write_wheel(folder, "lgpio", "0.2.2")
    return folder


def install_into(tree: Path, wheels: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run systemd/install on a tree."""
    python = Path(sys.base_prefix) / "bin" / "python3"
    options = ["--root", tree, "--wheels", wheels, "--python", python, *more]
    done = run(SYSTEMD / "install", *options)
    for secret in (tree / "etc").glob("*shadow*"):  # only root reads them as they are made
        secret.chmod(0o600)
    return done


def make_tree(tree: Path) -> Path:
    """Make the little of a Pi that matters."""
    (tree / "boot" / "firmware").mkdir(parents=True)
    (tree / "etc").mkdir()
    (tree / "boot" / "firmware" / "config.txt").write_text(CONFIG_TXT)
    return tree


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> Path:
    """Return a tree in which Tablemate was installed, used, and installed again."""
    tree = make_tree(tmp_path_factory.mktemp("pi"))
    install_into(tree, wheels)
    data = tree / "var" / "lib" / "tablemate"
    data.mkdir(parents=True)
    (data / "tablemate.db").write_text("matches")
    (tree / "etc" / "tablemate.toml").write_text("# mine\n")
    (tree / "said").write_text(install_into(tree, wheels).stdout)
    return tree


@needs_systemd
def test_the_program_runs_from_its_place(installed: Path) -> None:
    """Through the name that the unit uses."""
    program = installed / "opt" / "tablemate" / "env" / "bin" / "tablemate"
    assert run(program, "--version").stdout.startswith("tablemate ")


@needs_systemd
def test_an_upgrade_leaves_one_program(installed: Path) -> None:
    """The old one goes when the new one is complete."""
    names = sorted(path.name for path in (installed / "opt" / "tablemate").iterdir())
    assert names == ["env", "env-2"]


@needs_systemd
def test_an_upgrade_keeps_matches_and_configuration(installed: Path) -> None:
    """Neither is ours to write."""
    assert (installed / "var/lib/tablemate/tablemate.db").read_text() == "matches"
    assert (installed / "etc/tablemate.toml").read_text() == "# mine\n"


@needs_systemd
def test_a_second_run_says_that_it_changed_nothing_but_the_program(installed: Path) -> None:
    """It can be run as often as one likes."""
    said = (installed / "said").read_text()
    assert "wrote" not in said
    assert "changed" not in said
    assert "kept /etc/tablemate.toml" in said


@needs_systemd
def test_the_buses_and_the_button_are_described_once(installed: Path) -> None:
    """In a block of our own, for every model, and nothing else is touched."""
    text = (installed / "boot/firmware/config.txt").read_text()
    assert text.startswith(CONFIG_TXT)
    button = Pins.full().shutdown
    ours = text.removeprefix(CONFIG_TXT).splitlines()
    assert [line for line in ours if not line.startswith("#")] == [
        "[all]",
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
        f"dtoverlay=gpio-shutdown,gpio_pin={button}",
    ]


@needs_systemd
def test_the_user_is_in_the_groups_of_the_devices(installed: Path) -> None:
    """All four of them."""
    groups = [line.split(":") for line in (installed / "etc/group").read_text().splitlines()]
    member = {name for name, _, _, members in groups if "tablemate" in members.split(",")}
    assert member == {"gpio", "i2c", "spi", "dialout"}


@needs_systemd
def test_the_service_starts_with_the_system(installed: Path) -> None:
    """And so does the unit that waits for the wish to switch off."""
    wants = installed / "etc/systemd/system/multi-user.target.wants"
    assert sorted(path.name for path in wants.iterdir()) == [
        "tablemate-poweroff.path",
        "tablemate.service",
    ]


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_units(installed: Path, tmp_path: Path) -> None:
    """Checked where the program they name is really there."""
    units = installed / "etc/systemd/system"
    for unit in UNITS:
        text = (units / unit.name).read_text()
        (tmp_path / unit.name).write_text(text.replace("/opt/", f"{installed}/opt/"))
    copies = [tmp_path / unit.name for unit in UNITS]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, copies)],
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in done.stderr.splitlines() if "tablemate" in line]
    assert (ours, done.returncode) == ([], 0)


@needs_systemd
def test_uninstalling_keeps_the_matches(installed: Path, tmp_path: Path) -> None:
    """Unless told otherwise; all the rest is as it was."""
    tree = tmp_path / "pi"
    shutil.copytree(installed, tree, symlinks=True)
    said = run(SYSTEMD / "uninstall", "--root", tree).stdout
    assert (tree / "boot/firmware/config.txt").read_text() == CONFIG_TXT
    left = {str(path.relative_to(tree)) for path in tree.rglob("*tablemate*")}
    assert left == {
        "etc/tablemate.toml",
        "var/lib/tablemate",
        "var/lib/tablemate/tablemate.db",
    }
    assert "the matches stay in /var/lib/tablemate" in said


@needs_systemd
def test_uninstalling_twice_is_no_mistake(installed: Path, tmp_path: Path) -> None:
    """The second time there is nothing to do."""
    tree = tmp_path / "pi"
    shutil.copytree(installed, tree, symlinks=True)
    run(SYSTEMD / "uninstall", "--root", tree, "--purge")
    assert list(tree.rglob("*tablemate*")) == []
    assert "nothing had to be changed" in run(SYSTEMD / "uninstall", "--root", tree).stdout


@needs_systemd
def test_a_dry_run_changes_nothing(tmp_path: Path, wheels: Path) -> None:
    """And says what it would do."""
    tree = make_tree(tmp_path / "pi")
    before = sorted(tree.rglob("*"))
    said = install_into(tree, wheels, "--dry-run").stdout
    assert sorted(tree.rglob("*")) == before
    assert "would write: /etc/systemd/system/tablemate.service" in said
    assert "would change: /boot/firmware/config.txt" in said


def test_a_failed_install_leaves_the_old_program(tmp_path: Path, wheels: Path) -> None:
    """A library is missing from the directory of wheels."""
    if shutil.which("systemd-sysusers") is None:
        pytest.skip("systemd is not installed; on Debian: apt install systemd")
    tree = make_tree(tmp_path / "pi")
    old = tree / "opt/tablemate/env-1"
    old.mkdir(parents=True)
    (tree / "opt/tablemate/env").symlink_to("env-1")
    few = tmp_path / "few"
    few.mkdir()
    (mine,) = wheels.glob("tablemate-*.whl")
    shutil.copy(mine, few)
    python = Path(sys.base_prefix) / "bin" / "python3"
    options = ["--root", tree, "--wheels", few, "--python", python]
    done = run(SYSTEMD / "install", *options, check=False)
    assert done.returncode == 1
    assert "could not be installed; nothing was changed" in done.stderr
    assert sorted(path.name for path in (tree / "opt/tablemate").iterdir()) == ["env", "env-1"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--shutdown-pin", "3"], "GPIO 3 belongs to the display's bus"),
        (["--shutdown-pin", "40"], "give a GPIO from 4 to 27"),
        (["--wheels", "/nowhere"], "there is no directory /nowhere"),
        (["--wheels"], "--wheels needs a value"),
        (["--frobnicate"], "unknown option --frobnicate"),
        (["--python", "/nowhere/python3"], "there is no /nowhere/python3"),
    ],
)
def test_a_bad_option_is_refused_with_a_reason(
    tmp_path: Path, options: list[str], message: str
) -> None:
    """Before anything is changed."""
    python = Path(sys.base_prefix) / "bin" / "python3"
    given = ["--root", tmp_path, "--python", python, *options]
    done = run(SYSTEMD / "install", *given, check=False)
    assert done.returncode == 1
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []
