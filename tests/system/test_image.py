"""The card's parts that fit together, or would be missed only on a Raspberry Pi."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from firmware_py.core import config
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
    assert "LABEL=tablemate-data /data " in table
    assert '"TABLEMATE"' in made
    assert "LABEL=TABLEMATE /boot/firmware vfat ro," in table


def test_what_must_last_is_on_the_data_partition(parts: Any) -> None:
    """Each directory of it is mounted somewhere, and belongs to whoever writes there."""
    *_, card = parts
    table = (TREE / "etc/fstab").read_text()
    mounted = dict(re.findall(r"^/data/(\w+) (\S+) none bind", table, re.MULTILINE))
    assert mounted == {
        "tablemate": "/var/lib/tablemate",
        "network": "/etc/NetworkManager/system-connections",
        "clock": "/var/lib/systemd/timesync",
    }
    keys = (TREE / "etc/ssh/sshd_config.d/tablemate.conf").read_text()
    assert "HostKey /data/ssh/" in keys
    program = re.findall(
        r"^overlay /opt/tablemate .*dir=/data/(\S+),.*dir=/data/([^\s,]+)", table, re.MULTILINE
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


@pytest.mark.parametrize("script", [IMAGE / "init", TREE / "usr/local/lib/tablemate/grow-data"])
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


def test_what_the_firmware_reads_is_there_under_the_names_it_is_told(parts: Any) -> None:
    """The kernel, the first program and our overlay; and nobody waits for a logo or a menu."""
    _, boot, *_ = parts
    lines = dict(
        re.split("[ =]", line, maxsplit=1)
        for line in boot.CONFIG.splitlines()
        if line and line[0] != "#"
    )
    made = (IMAGE / "boot.py").read_text()
    assert lines["arm_64bit"] == "1"
    assert f'boot / "{lines["kernel"]}"' in made
    name, where = lines["initramfs"].split()
    assert f'boot / "{name}"' in made
    assert where == "followkernel"
    assert f'"overlays" / "{lines["dtoverlay"]}.dtbo"' in made
    assert (IMAGE / f"{lines['dtoverlay']}.dts").exists()
    assert boot.COMMAND_LINE.count("\n") == 1
    assert "root=" not in boot.COMMAND_LINE  # it is found by its name


def test_the_imager_is_told_what_it_needs_and_offers_no_settings(
    parts: Any, tmp_path: Path
) -> None:
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
    """The lines of the first program, with an e2fsck that ends as it is told."""
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


def test_an_init_that_cannot_go_on_says_so(parts: Any) -> None:
    """With the light that every board has; nothing ends in a shell without a console."""
    _, boot, *_ = parts
    init = (IMAGE / "init").read_text()
    assert "exec sh" not in init
    assert init.count("give_up ") == 3
    assert "leds-gpio" in boot.INITRD_MODULES
