"""What install and uninstall do to a file tree."""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from firmware_py.core.config import load
from hardware.controls.pins import Pins
from hardware.hats import HATS
from tests.support.service_files import (
    BASE_PYTHON,
    CONFIG_TXT,
    ROOT,
    SYSTEMD,
    UNITS,
    make_tree,
    needs_systemd,
    pins,
    quick_python,
    run,
    write_lock,
    write_wheel,
)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the project's wheel, and stand-ins for its libraries."""
    folder = tmp_path_factory.mktemp("wheels")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    for name, (version, _) in pins(SYSTEMD / "box.lock").items():
        write_wheel(folder, name, version.partition(" ")[0])
    return folder


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> Path:
    """Return what is installed from: the real scripts, and a lock that knows the stand-ins."""
    project = tmp_path_factory.mktemp("project")
    shutil.copytree(SYSTEMD, project / "systemd")
    (project / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "tablemate.example.toml", project / "docs")
    libraries = [wheel for wheel in wheels.iterdir() if not wheel.name.startswith("tablemate_box-")]
    write_lock(project / "systemd" / "box.lock", libraries)
    return project


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Python that makes environments quickly."""
    return quick_python(tmp_path_factory.mktemp("quick"))


def install_into(
    tree: Path, project: Path, wheels: Path, *more: str, python: Path = BASE_PYTHON,
    check: bool = True, umask: int = -1,
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Run systemd/install on a tree."""
    options: list[str | Path] = ["--root", tree, "--wheels", wheels, "--python", python, *more]
    done = run(project / "systemd" / "install", *options, check=check, umask=umask)
    for secret in (tree / "etc").glob("*shadow*"):  # only root reads them as they are made
        secret.chmod(0o600)
    return done


@pytest.fixture(scope="module")
def installed(
    tmp_path_factory: pytest.TempPathFactory, project: Path, wheels: Path, quick: Path
) -> Path:
    """Return a tree in which Tablemate was installed, used, and installed again."""
    tree = make_tree(tmp_path_factory.mktemp("pi"))
    install_into(tree, project, wheels)
    data = tree / "var" / "lib" / "tablemate"
    data.mkdir(parents=True)
    (data / "tablemate.db").write_text("matches")
    (tree / "etc" / "tablemate.toml").write_text("# mine\n")
    (tree / "said").write_text(install_into(tree, project, wheels, python=quick).stdout)
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
    """All five of them."""
    groups = [line.split(":") for line in (installed / "etc/group").read_text().splitlines()]
    member = {name for name, _, _, members in groups if "tablemate" in members.split(",")}
    assert member == {"gpio", "i2c", "spi", "dialout", "audio"}


@needs_systemd
def test_the_service_starts_with_the_system(installed: Path) -> None:
    """And so do the units that wait for wishes: to switch off, and about Wi-Fi."""
    wants = installed / "etc/systemd/system/multi-user.target.wants"
    assert sorted(path.name for path in wants.iterdir()) == [
        "tablemate-poweroff.path",
        "tablemate-update.path",
        "tablemate-wifi.path",
        "tablemate.service",
    ]


@needs_systemd
def test_what_reads_updates_is_the_program_s_own(installed: Path) -> None:
    """The helper that is root has the same reader and the same key, where only root writes."""
    place = installed / "usr/local/lib/tablemate"
    assert (place / "update_file.py").read_bytes() == (
        ROOT / "firmware_py/update/update_file.py"
    ).read_bytes()
    assert (place / "project.pem").read_bytes() == (
        ROOT / "firmware_py/update/keys/project.pem"
    ).read_bytes()
    assert "usage" in run(place / "update", "--help").stdout


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_units(installed: Path, tmp_path: Path) -> None:
    """Checked where the program they name is really there."""
    units = installed / "etc/systemd/system"
    copies = [tmp_path / unit.name for unit in UNITS]
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        system = Path(name) / "pi"  # a path without spaces, which end a word of a unit file
        system.symlink_to(installed)
        for copy in copies:
            text = (units / copy.name).read_text()
            for place in ("/opt/", "/usr/local/"):
                text = text.replace(f"={place}", f"={system}{place}")
            copy.write_text(text)
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
    """That is the default; everything else is as before."""
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
    again = run(SYSTEMD / "uninstall", "--root", tree)
    assert "nothing had to be changed" in again.stdout
    assert again.stderr == ""


@needs_systemd
def test_a_dry_run_changes_nothing(tmp_path: Path, project: Path, wheels: Path) -> None:
    """And says what it would do."""
    tree = make_tree(tmp_path / "pi")
    before = sorted(tree.rglob("*"))
    said = install_into(tree, project, wheels, "--dry-run").stdout
    assert sorted(tree.rglob("*")) == before
    assert "would write: /etc/systemd/system/tablemate.service" in said
    assert "would change: /boot/firmware/config.txt" in said


@pytest.fixture(scope="module")
def with_hat(
    tmp_path_factory: pytest.TempPathFactory, project: Path, wheels: Path, quick: Path
) -> Path:
    """Return a tree in which a root with a strict habit installed Tablemate for a HAT."""
    tree = make_tree(tmp_path_factory.mktemp("hat") / "pi")
    install_into(tree, project, wheels, "--hat", "waveshare-oled", python=quick, umask=0o077)
    return tree


@needs_systemd
def test_a_strict_habit_of_root_does_not_lock_the_service_out(with_hat: Path) -> None:
    """Installed under umask 077, everything can still be read by the service's user."""
    tree = with_hat
    places = [tree / "opt", *(tree / "opt").rglob("*"), *(tree / "etc/systemd").rglob("*")]
    modes = {path: path.stat().st_mode for path in places if not path.is_symlink()}
    wanted = {path: 0o005 if stat.S_ISDIR(mode) else 0o004 for path, mode in modes.items()}
    assert [path for path, mode in modes.items() if mode & wanted[path] != wanted[path]] == []
    assert len(modes) > 100


def install_hat(tree: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Say what would be done for a HAT."""
    given: list[str | Path] = ["--root", tree, "--python", BASE_PYTHON, "--dry-run", *options]
    return run(SYSTEMD / "install", *given, check=False)


def shell_table(name: str) -> dict[str, str]:
    """Return a table of the script, by its keys."""
    text = (SYSTEMD / "install").read_text()
    (body,) = re.findall(rf"declare -A {name}=\((.*?)\)", text, re.DOTALL)
    return {key: value.strip("'") for key, value in re.findall(r"\[(.+?)\]=('[^']*'|\w+)", body)}


def test_the_script_knows_the_hats_as_the_program_does() -> None:
    """Each with its bus and its lines."""
    assert shell_table("hat_bus") == {name: hat.display.bus for name, hat in HATS.items()}
    lines = {
        name: sorted(map(int, said.split())) for name, said in shell_table("hat_lines").items()
    }
    assert lines == {name: sorted(hat.lines) for name, hat in HATS.items()}


@needs_systemd
def test_a_hat_brings_its_bus_and_its_line_of_the_configuration(with_hat: Path) -> None:
    """SPI is switched on, and the service finds the HAT's name."""
    assert "dtparam=spi=on" in (with_hat / "boot/firmware/config.txt").read_text()
    assert load(with_hat / "etc/tablemate.toml").box.hat == "waveshare-oled"


@needs_systemd
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["adafruit-bonnet"], "no shutdown button: the HAT adafruit-bonnet has a key on its usual"),
        (["adafruit-bonnet", "--shutdown-pin", "4"], "adafruit-bonnet uses GPIO 4 itself"),
        (["sense"], "--hat sense: there are"),
    ],
)
def test_what_a_hat_leaves_no_room_for_is_said(
    tmp_path: Path, options: list[str], says: str
) -> None:
    """The usual line of the button is let go, one that was asked for is refused."""
    done = install_hat(make_tree(tmp_path / "pi"), "--hat", *options)
    assert says in done.stdout + done.stderr


def make_old_program(tree: Path) -> Path:
    """Make a tree in which a program is installed already."""
    make_tree(tree)
    (tree / "opt/tablemate/env-1").mkdir(parents=True)
    (tree / "opt/tablemate/env").symlink_to("env-1")
    return tree


@needs_systemd
def test_a_failed_install_leaves_the_old_program(
    tmp_path: Path, project: Path, wheels: Path, quick: Path
) -> None:
    """A library is missing from the directory of wheels."""
    tree = make_old_program(tmp_path / "pi")
    few = tmp_path / "few"
    few.mkdir()
    (mine,) = wheels.glob("tablemate_box-*.whl")
    shutil.copy(mine, few)
    done = install_into(tree, project, few, python=quick, check=False)
    assert done.returncode == 1
    assert "could not be installed; nothing was changed" in done.stderr
    assert sorted(path.name for path in (tree / "opt/tablemate").iterdir()) == ["env", "env-1"]


@needs_systemd
def test_a_library_that_is_not_the_one_that_was_locked_is_refused(
    tmp_path: Path, project: Path, wheels: Path, quick: Path
) -> None:
    """Same name and version, other contents."""
    tree = make_old_program(tmp_path / "pi")
    other = tmp_path / "other"
    shutil.copytree(wheels, other)
    (victim,) = other.glob("segno-*.whl")
    version = victim.name.split("-")[1]
    write_wheel(other, "segno", version, segno="print('not what you think')")
    done = install_into(tree, project, other, python=quick, check=False)
    assert done.returncode == 1
    assert "DO NOT MATCH THE HASHES" in done.stderr
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
    given: list[str | Path] = ["--root", tmp_path, "--python", BASE_PYTHON, *options]
    done = run(SYSTEMD / "install", *given, check=False)
    assert done.returncode == 1
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_library_that_the_system_has_is_installed_from_the_lock_all_the_same() -> None:
    """Else one of the same version would be the system's, with no hash, and go with its upgrade."""
    (command,) = re.findall(
        r"install (?:.*\\\n)*.*--requirement \"\$here/box.lock\"", (SYSTEMD / "program").read_text()
    )
    assert "--ignore-installed" in command
