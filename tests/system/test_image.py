"""The card's parts that fit together, or would be missed only on a Raspberry Pi."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import time
from fnmatch import fnmatch
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from firmware_py.core import config
from firmware_py.history.recent_frames import frames_file
from tests.support.service_files import ROOT, SYSTEMD, settings

IMAGE = SYSTEMD / "image"
TREE = IMAGE / "tree"


@pytest.fixture(scope="module")
def parts() -> Any:
    """Return the modules of the image: its tree, its boot partition, its packages, its card."""
    added = [str(IMAGE), str(ROOT / "tests" / "vm"), str(ROOT / "tests" / "image")]
    sys.path[:0] = added
    try:
        import boot
        import card
        import packages
        import tree

        yield tree, boot, packages, card
    finally:
        for path in added:
            sys.path.remove(path)


def test_a_card_asks_what_is_fitted_and_shows_its_page(parts: Any, tmp_path: Path) -> None:
    """Nothing has to be configured; the rest is as on any box."""
    tree, *_ = parts
    found = config.load(tree.card_config(tmp_path))
    assert found.box.hat == "ask"
    assert found.web.host == "0.0.0.0"
    assert found._replace(box=config.BoxConfig(), web=config.WebConfig()) == config.Config()


def test_partitions_are_found_by_the_names_they_are_given() -> None:
    """In the first program, in the table of file systems, and where they are made."""
    made = (IMAGE / "card.py").read_text()
    table = (TREE / "etc/fstab").read_text()
    init = (IMAGE / "init").read_text()
    for name in ("tablemate-root", "tablemate-data"):
        assert f"-L {name} " in made
        assert f"find_part {name}" in init
    assert '"TABLEMATE"' in made
    assert "LABEL=TABLEMATE /boot/firmware vfat ro," in table


def test_what_must_last_is_on_the_data_partition(parts: Any) -> None:
    """Each directory of it is mounted somewhere, and belongs to the user who writes there."""
    *_, card = parts
    init = (IMAGE / "init").read_text()
    mounted = dict(re.findall(r"^keep (\w+) (\S+)$", init, re.MULTILINE))
    assert mounted == {
        "tablemate": "/var/lib/tablemate",
        "network": "/etc/NetworkManager/system-connections",
        "clock": "/var/lib/systemd/timesync",
    }
    keys = (TREE / "etc/ssh/sshd_config.d/tablemate.conf").read_text()
    assert "HostKey /data/ssh/" in keys
    program = re.findall(
        r"overlay /opt/tablemate .*\n.*dir=/data/(\S+),.*dir=/data/([^\s,]+)", init
    )
    assert program == [("program/changes", "program/work")]
    assert set(card.OWNED) == {*mounted, "ssh", "program", *program[0]}
    (state,) = settings(SYSTEMD / "tablemate.service")["StateDirectoryMode"]
    assert card.OWNED["tablemate"] == int(state, 8)


def test_nobody_comes_in_with_a_password() -> None:
    """And without a key on the boot partition nothing listens."""
    rules = (TREE / "etc/ssh/sshd_config.d/tablemate.conf").read_text().splitlines()
    assert "PasswordAuthentication no" in rules
    assert "KbdInteractiveAuthentication no" in rules
    assert "PermitRootLogin prohibit-password" in rules
    unit = settings(TREE / "etc/systemd/system/ssh.service.d/tablemate.conf")
    assert unit["ConditionPathExists"] == ["/boot/firmware/authorized_keys"]
    assert "AuthorizedKeysFile /boot/firmware/authorized_keys" in rules


def test_no_console_asks_for_a_name(parts: Any) -> None:
    """Neither on the screen nor on a wire."""
    tree, *_ = parts
    assert {"getty@.service", "serial-getty@.service", "getty.target"} <= set(tree.MASKED)


def test_every_unit_of_ours_is_switched_on(parts: Any) -> None:
    """One that is not would be missed only on a Pi."""
    tree, *_ = parts
    units = (TREE / "etc/systemd/system").glob("*.service")
    assert {unit.name for unit in units} <= set(tree.ENABLED)


@pytest.mark.parametrize(
    "script",
    [IMAGE / "init", *(TREE / "usr/local/lib/tablemate").iterdir()],
    ids=lambda path: path.name,
)
def test_the_scripts_can_be_read_by_a_shell(script: Path) -> None:
    """They run where nobody sees what they say."""
    assert script.stat().st_mode & 0o111
    subprocess.run(["sh", "-n", script], check=True)


def test_the_list_of_packages(parts: Any, tmp_path: Path) -> None:
    """A line each, whatever their descriptions say."""
    *_, packages, _ = parts
    (tmp_path / "Packages").write_text(
        "Package: zed\nVersion: 1:2.0-1\nDescription: a\n b: c\nSHA256: ff\n\n"
        "Package: abc\nVersion: 3\nSHA256: 00\n\n"
    )
    assert packages.manifest(tmp_path) == "abc 3 00\nzed 1:2.0-1 ff\n"
    (tmp_path / "pyte_x-1.5-py3-none-any.whl").write_bytes(b"")
    contents = json.loads(packages.sbom(tmp_path, tmp_path, "1.2"))
    found = [part["purl"] for part in contents["components"]]
    assert found == [
        "pkg:deb/debian/abc@3?arch=arm64",
        "pkg:deb/debian/zed@1:2.0-1?arch=arm64",
        "pkg:pypi/pyte-x@1.5",
    ]
    assert contents["metadata"]["component"]["version"] == "1.2"


def test_the_files_named_in_the_configuration_of_the_firmware_exist(parts: Any) -> None:
    """The kernel, the first program and our overlay; and nobody waits for a logo or a menu."""
    _, boot, *_ = parts
    lines = dict(
        re.split("[ =]", line, maxsplit=1)
        for line in boot.CONFIG.splitlines()
        if line and line[0] != "#"
    )
    made = (IMAGE / "boot.py").read_text()
    assert lines["arm_64bit"] == "1"
    assert lines["core_freq_fixed"] == "1"  # else I2C may become faster than the display
    assert f'boot / "{lines["kernel"]}"' in made
    name, where = lines["initramfs"].split()
    assert f'boot / "{name}"' in made
    assert where == "followkernel"
    assert f'"overlays" / "{lines["dtoverlay"]}.dtbo"' in made
    assert (IMAGE / f"{lines['dtoverlay']}.dts").exists()
    assert boot.COMMAND_LINE.count("\n") == 1
    assert "root=" not in boot.COMMAND_LINE  # it is found by its name


def test_a_grown_card_has_room_for_programs_and_writes_few_tables(parts: Any) -> None:
    """Each part of 128 MB that is added gets as many inodes as the data partition has."""
    *_, card = parts
    inodes = card.DATA_MB * card.MB // card.BYTES_PER_INODE
    smallest, large = 3 * 1024 // 128, 64 * 1024 // 128  # of a card of 4 GB and one of 64 GB
    assert smallest * inodes > 4 * 5000  # two programs, and room
    assert large * inodes * 256 < 200 * card.MB
    assert '-i "$6"' in (IMAGE / "card.py").read_text()


def test_only_firmware_that_is_used_is_on_the_card(parts: Any) -> None:
    """For each chip its own, with what fits it."""
    _, boot, *_ = parts
    assert boot.FIRMWARE[0] == "bootcode.bin"
    assert set(boot.FIRMWARE[1:]) == {
        f"{name}{chip}.{ending}"
        for name, ending in (("start", "elf"), ("fixup", "dat"))
        for chip in ("", "4")
    }


def test_the_imager_gets_what_it_needs_and_offers_no_settings(parts: Any, tmp_path: Path) -> None:
    """Each field that its schema requires, with the image's true sizes and hashes."""
    import publish

    image, packed = tmp_path / "card", tmp_path / "tablemate-1.2.3.img.xz"
    image.write_bytes(b"card" * 1000)
    packed.write_bytes(b"packed")
    entry = publish.describe(image, packed, 0, "https://example.org/x/")
    required = {"name", "description", "icon", "url", "extract_size", "extract_sha256"}
    required |= {"image_download_size", "release_date", "devices"}
    assert required <= set(entry)
    assert "init_format" not in entry
    assert entry["url"] == "https://example.org/x/tablemate-1.2.3.img.xz"
    assert entry["icon"] == "https://example.org/x/tablemate-1.2.3.svg"
    assert (entry["extract_size"], entry["image_download_size"]) == (4000, 6)
    assert entry["extract_sha256"] == hashlib.sha256(b"card" * 1000).hexdigest()
    assert entry["image_download_sha256"] == hashlib.sha256(b"packed").hexdigest()
    assert entry["release_date"] == "1970-01-01"
    assert publish.ICON.exists()


def test_our_files_have_the_rights_that_git_knows(parts: Any, tmp_path: Path) -> None:
    """Two people with different habits make the same card."""
    tree, *_ = parts
    source, top = tmp_path / "source", tmp_path / "top"
    (source / "etc").mkdir(parents=True)
    (top / "etc").mkdir(parents=True, mode=0o755)
    for name, mode in (("plain", 0o664), ("script", 0o775)):
        (source / "etc" / name).write_text(name)
        (source / "etc" / name).chmod(mode)
    (source / "etc").chmod(0o775)
    tree.lay_files(source, top)
    found = {path.name: path.stat().st_mode & 0o777 for path in top.rglob("*")}
    assert found == {"etc": 0o755, "plain": 0o644, "script": 0o755}


SEEN = """board: /dev/spidev0.0
board: /dev/i2c-1
board: i2c-1 is bcm2835 (i2c@7e804000)
board: end
"""


@pytest.mark.parametrize(
    ("missing", "instead"),
    [
        ("board: /dev/spidev0.0\n", "spi-bcm2835: pin gpio7 already requested\n"),
        ("board: /dev/i2c-1\n", ""),
        ("i2c@7e804000", "i2c@7e205000"),
        ("board: end\n", "Kernel panic\n"),
    ],
)
def test_a_board_without_one_of_its_buses_is_noticed(
    parts: Any, missing: str, instead: str
) -> None:
    """Also one whose header has another number, or whose kernel stops."""
    import boards

    assert boards.judge("Pi", SEEN) == "Pi: /dev/spidev0.0, /dev/i2c-1"
    with pytest.raises(boards.NoBus):
        boards.judge("Pi", SEEN.replace(missing, instead))


def test_the_times_of_a_start_are_told_in_seconds(parts: Any) -> None:
    """What did not happen at a start is left out."""
    import card_scenes

    said = (
        "systemd begins: 15520000\nthe data partition has grown: 0\nthe first picture: 26700000\n"
        "Startup finished in 15s (kernel) + 28s (userspace) = 43s \ngraphical.target reached\n"
    )
    assert card_scenes.read_times(said) == (
        "systemd begins 15.5 s, the first picture 26.7 s, "
        "Startup finished in 15s (kernel) + 28s (userspace) = 43s, graphical.target reached"
    )


def test_the_boards_that_are_tried_are_those_of_the_card(parts: Any) -> None:
    """Their trees are copied to the boot partition, and the page for people names them."""
    import boards

    _, boot, *_ = parts
    page = (ROOT / "docs" / "flash.md").read_text()
    for board in boards.BOARDS:
        assert any(fnmatch(board.tree, pattern) for pattern in boot.BOARDS), board
        assert board.title in page, board


def test_the_overlay_shares_no_pin_and_names_its_lines() -> None:
    """What `make image-test` tries on every board: see the comments in the file."""
    overlay = (IMAGE / "tablemate.dts").read_text()
    assert "brcm,pins = <9 10 11>" in overlay  # 7 and 8 are lines, not pins of the controller
    assert "cs-gpios = <&gpio 8 1>, <&gpio 7 1>" in overlay
    assert 'i2c1 = "/soc/i2c@7e804000"' in overlay


def test_the_licences_are_on_the_card(parts: Any) -> None:
    """Of every package in its place; those of the firmware also where the firmware is."""
    tree, boot, packages, _ = parts
    assert tree.KEPT == "/usr/share/doc/*/copyright"
    assert not any(pattern.startswith("usr/share/doc") for pattern in tree.GONE)
    assert set(boot.LICENCES) <= set(packages.PACKAGES)


def test_somebody_can_see_why_a_card_does_not_start(parts: Any) -> None:
    """Two lines of config.txt switch a serial console on, and a kernel that stops starts again."""
    _, boot, *_ = parts
    assert "\n#enable_uart=1\n#cmdline=cmdline-serial.txt\n" in boot.CONFIG
    for line in (boot.COMMAND_LINE, boot.SERIAL_COMMAND_LINE):
        assert line.count("\n") == 1
        assert "panic=10" in line.split()
    assert "quiet" not in boot.SERIAL_COMMAND_LINE
    watchdog = settings(TREE / "etc/systemd/system.conf.d/tablemate.conf")
    assert watchdog["RuntimeWatchdogSec"] == ["14"]


@pytest.mark.parametrize(
    ("codes", "asked"), [("0", "-p"), ("1", "-p"), ("4 0", "-p -y"), ("8 1", "-p -y")]
)
def test_a_file_system_with_questions_is_repaired(tmp_path: Path, codes: str, asked: str) -> None:
    """The lines of the first program, with an e2fsck that ends with a given code."""
    init = (IMAGE / "init").read_text().replace("/dev/kmsg", "/dev/null")
    (lines,) = re.findall(r"(?m)^e2fsck -p .*\n.*e2fsck -y .*\n", init)
    fake = tmp_path / "e2fsck"
    fake.write_text(
        '#!/bin/sh\necho "$1" >>asked\nset -- $(cat codes)\nc=$1\nshift\n'
        'echo "$@" >codes\nexit "$c"\n'
    )
    fake.chmod(0o755)
    (tmp_path / "codes").write_text(codes)
    script = f'data=x\nPATH="{tmp_path}:$PATH"\n{lines}true\n'
    subprocess.run(["sh", "-c", script], cwd=tmp_path, check=True)
    assert (tmp_path / "asked").read_text().split() == asked.split()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_the_first_program_takes_the_configuration(tmp_path: Path, mark: bytes) -> None:
    """The lines of the first program: the box waits for no other program to bring it."""
    init = (IMAGE / "init").read_text()
    (lines,) = re.findall(r"(?ms)^mkdir -p /first\n.*?^fi\n", init)
    take_settings(tmp_path, lines, mark + b'[box]\nhat = "ask"\n')
    assert (tmp_path / "root/etc/tablemate.toml").read_bytes() == b'[box]\nhat = "ask"\n'
    assert (tmp_path / "part").read_text() == "/dev/mmcblk0p1\n"


def take_settings(folder: Path, lines: str, settings_file: bytes) -> None:
    """Run the lines of the first program that read the settings, in a folder."""
    for name in ("first", "root"):
        lines = lines.replace(f"/{name}", f"{folder}/{name}")
    (folder / "root/etc/modprobe.d").mkdir(parents=True)
    (folder / "first").mkdir()
    (folder / "first/tablemate.toml").write_bytes(settings_file)
    script = f'root=/dev/mmcblk0p2\nmount() {{ echo "$5" >part; }}\numount() {{ :; }}\n{lines}'
    subprocess.run(["sh", "-c", script], cwd=folder, check=True, env={"LC_ALL": "C.UTF-8"})


@pytest.mark.parametrize(
    ("line", "country"),
    [
        ('country = "CH"', "CH"),
        ("  country='DE'  # Berlin", "DE"),
        ('# country = "CH"', ""),
        ('country = ""', ""),
        ('country = "CH; reboot"', ""),
    ],
)
def test_the_radio_is_told_the_country(tmp_path: Path, line: str, country: str) -> None:
    """Else a network on channel 12 or 13 is never seen."""
    (lines,) = re.findall(r"(?ms)^mkdir -p /first\n.*?^fi\n", (IMAGE / "init").read_text())
    take_settings(tmp_path, lines, f"[wifi]\n{line}\n".encode())
    said = (tmp_path / "root/etc/modprobe.d/country.conf").read_text()
    assert said == (f"options cfg80211 ieee80211_regdom={country}\n" if country else "")


def test_the_first_picture_comes_before_udev_the_network_and_the_growth(parts: Any) -> None:
    """The box waits for none of them, nor for the targets of the system."""
    _, boot, *_ = parts
    units = TREE / "etc/systemd/system"
    for name in ("tablemate", "tablemate-goodbye"):
        found = settings(units / f"{name}.service.d/card.conf")
        assert found["DefaultDependencies"] == ["no"]
        assert found["Conflicts"] == found["Before"] == ["shutdown.target"]
        assert found["RequiresMountsFor"] == ["/opt/tablemate"]  # until it has ended
        assert found["PrivateTmp"] == ["disconnected"]
        assert "After" not in found
    for name in ("udevd", "udev-trigger", "tmpfiles-setup", "timesyncd", "modules-load"):
        found = settings(units / f"systemd-{name}.service.d/card.conf")
        assert found["After"] == ["tablemate-picture.service"]
    grown = settings(units / "tablemate-card.service")
    assert grown["After"] == ["tablemate.service"]
    assert "Before" not in grown
    assert {"vfat", "nls_cp437", "nls_ascii"} <= set(boot.INITRD_MODULES)
    assert {"i2c-bcm2835", "spi-bcm2835"} <= set(boot.INITRD_MODULES)
    usual = (SYSTEMD / "tablemate.modules").read_text().splitlines()
    assert {line for line in usual if not line.startswith("#")} <= set(boot.INITRD_MODULES)


def test_a_system_without_a_picture_starts_all_the_same(tmp_path: Path) -> None:
    """Repairing a box that does not start needs the network."""
    waits = TREE / "etc/systemd/system/tablemate-picture.service"
    made = str(frames_file(Path(), {"RUNTIME_DIRECTORY": "/run/tablemate"}))
    mark = tmp_path / "mark"
    (line,) = settings(waits)["ExecStart"]
    command = line.partition("'")[2].rstrip("'").replace("$$", "$")
    assert made in command
    script = f"sleep() {{ echo $1; }}\n{command.replace(made, str(mark))}"
    waited = subprocess.run(["sh", "-c", script], check=True, capture_output=True, text=True)
    assert sum(map(float, waited.stdout.split())) == 30.0
    mark.touch()
    waited = subprocess.run(["sh", "-c", script], check=True, capture_output=True, text=True)
    assert waited.stdout == ""


def test_buses_get_the_groups_of_the_rules(tmp_path: Path) -> None:
    """From the first program, as udev comes later than the box and gives the same groups."""
    init = (IMAGE / "init").read_text()
    (lines,) = re.findall(r"(?ms)^for pair in .*?^done\n", init)
    rules = (SYSTEMD / "90-tablemate.rules").read_text()
    groups = re.findall(r'GROUP="(gpio|i2c|spi)"', rules)
    for name in ("root/etc", "dev"):
        (tmp_path / name).mkdir(parents=True)
    table = [f"{name}:x:{990 + place}:\n" for place, name in enumerate(groups)]
    (tmp_path / "root/etc/group").write_text("".join(["spice:x:1:\n", *table]))
    for name in ("gpiochip0", "i2c-1", "spidev0.0", "spidev0.1", "null"):
        (tmp_path / "dev" / name).touch()
    script = lines.replace("/dev/", f"{tmp_path}/dev/").replace("/root/", f"{tmp_path}/root/")
    fake = 'chown() { echo "$1 ${2##*/}"; }\n'
    said = subprocess.run(["sh", "-c", fake + script], check=False, capture_output=True, text=True)
    assert sorted(said.stdout.splitlines()) == [
        *("0:990 gpiochip0", "0:991 i2c-1", "0:992 spidev0.0", "0:992 spidev0.1"),
    ]


def test_the_radio_has_the_options_of_raspberry_pi_os() -> None:
    """Without them a Pi fails with many routers, which no test on another machine can show."""
    lines = (TREE / "etc/modprobe.d/tablemate.conf").read_text().splitlines()
    assert "options brcmfmac roamoff=1 feature_disable=0x282000" in lines


def test_an_init_that_cannot_go_on_says_so(parts: Any) -> None:
    """With the light that every board has; nothing ends in a shell without a console."""
    _, boot, *_ = parts
    init = (IMAGE / "init").read_text()
    assert "exec sh" not in init
    assert init.count("give_up ") == 3
    assert "leds-gpio" in boot.INITRD_MODULES


def test_a_step_says_how_long_it_takes(
    parts: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As expected at first, then as it took here; how far it is meanwhile; nothing of a failure."""
    del parts
    import workshop

    times, now_s = tmp_path / "times.json", [0.0]

    def make(took_s: float) -> None:
        with workshop.progress("debian", times, lambda: now_s[0], tell_s=0.01):
            now_s[0] += took_s
            until_s = time.monotonic() + 30
            said = ""
            while " of about " not in said:
                assert time.monotonic() < until_s
                said += capsys.readouterr().out
            print(said, end="")

    make(200.0)
    assert "image: making debian, about 7 min\n" in (said := capsys.readouterr().out)
    assert "image: making debian: 3 min of about 7 min\n" in said
    assert said.endswith("image: made debian in 3 min\n")
    with pytest.raises(SystemExit), workshop.progress("debian", times, lambda: 0.0):
        raise SystemExit
    times.with_name("other").write_text("[not json")
    capsys.readouterr()
    make(100.0)
    assert "image: making debian, about 3 min\n" in capsys.readouterr().out
    assert workshop.in_words(workshop.EXPECTED_S["compressed image"]) == "45 s"


def test_two_builds_are_compared_file_by_file(tmp_path: Path) -> None:
    """A byte, a missing file, or no file at all is a difference."""
    loader = SourceFileLoader("twice", str(IMAGE / "twice"))
    spec = spec_from_loader("twice", loader)
    assert spec is not None
    script = module_from_spec(spec)
    loader.exec_module(script)
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "card.img.xz").write_bytes(b"the same")
    one, other = (script.hashes(tmp_path / name) for name in ("one", "other"))
    assert script.compare(one, other)[1]
    (tmp_path / "other" / "card.img.xz").write_bytes(b"the Same")
    text, is_same = script.compare(one, script.hashes(tmp_path / "other"))
    assert not is_same
    assert text.startswith("DIFFERS card.img.xz")
    assert not script.compare(one, {})[1]
    assert not script.compare({}, {})[1]
