"""The doctor looks at made-up machines: a tree of files in a temporary directory."""

from __future__ import annotations

import errno
import random
import re
import shutil
import socket
import sqlite3
import tempfile
import time
import tomllib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.core.config import Config, ControlsConfig, SerialConfig, VoiceConfig, WebConfig
from firmware_py.doctor import EVERYWHERE, describe, examine, run_doctor, sum_up
from firmware_py.doctor.findings import Environment, Finding, Status, fail, warn, well
from firmware_py.doctor.machine import (
    LIBRARIES,
    check_back_end,
    check_data,
    check_disk,
    check_groups,
    check_libraries,
    check_pins,
    check_power,
    check_python,
    check_serial,
    check_stored,
    check_voice,
    check_web,
)
from firmware_py.doctor.wiring import (
    PersonAtBox,
    check_bus,
    check_display,
    check_radio,
    check_speed,
    try_controls,
)
from firmware_py.storage.schema import write_version
from firmware_py.storage.store import Store
from hardware.controls.pins import Pins
from hardware.display.config import DisplayConfig
from tests.support.service_files import ROOT

PI = "Raspberry Pi 4 Model B Rev 1.4"


def nobody_answers(_bus: int, _address: int) -> None:
    raise OSError(errno.EREMOTEIO, "Remote I/O error")


def answers_at(*addresses: int) -> Callable[[int, int], None]:
    def probe(bus: int, address: int) -> None:
        if address not in addresses:
            nobody_answers(bus, address)

    return probe


@pytest.fixture
def services(tmp_path: Path) -> Environment:
    """A machine without anything."""
    for folder in ("dev", "boot/firmware", "proc/device-tree"):
        (tmp_path / folder).mkdir(parents=True)
    return Environment(
        config=Config(web=WebConfig(port=0)),
        data=tmp_path / "data",
        root=tmp_path,
        user="anna",
        groups=frozenset({"anna"}),
        later_groups=lambda _user: frozenset(),
        probe=nobody_answers,
        version=lambda _name: "1.0",
        has_module=lambda _name: True,
        free_bytes=lambda _path: 10**10,
        python=(3, 11, 2),
    )


@pytest.fixture
def pi(services: Environment) -> Environment:
    """A Pi on which all is well."""
    services.at("proc/device-tree/model").write_text(f"{PI}\0")
    for name in ("i2c-1", "gpiochip0"):
        services.at(f"dev/{name}").touch()
    services.at("boot/firmware/config.txt").write_text("dtparam=i2c_arm=on\n")
    speed = services.at("sys/class/i2c-adapter/i2c-1/of_node/clock-frequency")
    speed.parent.mkdir(parents=True)
    speed.write_bytes((400_000).to_bytes(4, "big"))
    groups = frozenset({"anna", "gpio", "i2c"})
    return replace(services, groups=groups, probe=answers_at(0x3C))


def switch_off(pi: Environment, config_txt: str) -> Environment:
    pi.at("dev/i2c-1").unlink()
    pi.at("boot/firmware/config.txt").write_text(config_txt)
    return pi


# The whole


def test_a_healthy_pi_has_no_problem(pi: Environment) -> None:
    assert [finding for finding in examine(pi) if finding.status is not Status.OK] == []


def test_a_desktop_computer_is_recognised(services: Environment) -> None:
    said: list[str] = []

    assert (
        run_doctor(
            services.config,
            services.data,
            environment=services,
            say=said.append,
            clock=time.monotonic,
        )
        == 0
    )
    assert "not a Raspberry Pi" in "\n".join(said)
    assert said[-1].strip() == "All is well."


def test_a_desk_is_not_asked_about_wires(services: Environment) -> None:
    assert len(list(examine(services))) == len(EVERYWHERE)


def test_a_problem_makes_the_exit_code_1(pi: Environment) -> None:
    said: list[str] = []
    sick = replace(pi, probe=nobody_answers)

    assert run_doctor(sick.config, sick.data, False, sick, said.append, clock=time.monotonic) == 1
    assert "1 problem: see the arrows above." in said[-1]


def test_a_warning_alone_does_not(pi: Environment) -> None:
    slow = replace(pi, groups=frozenset())

    assert (
        run_doctor(slow.config, slow.data, False, slow, lambda _text: None, clock=time.monotonic)
        == 0
    )


def test_every_bad_finding_says_what_to_do(services: Environment) -> None:
    """A Pi on which everything is wrong."""
    services.at("proc/device-tree/model").write_text(PI)
    services.at("sys/devices/platform/soc/soc:firmware").mkdir(parents=True)
    services.at("sys/devices/platform/soc/soc:firmware/get_throttled").write_text("50005\n")
    sick = replace(
        services,
        config=Config(serial=SerialConfig(use="panel"), web=WebConfig(host="203.0.113.1")),
        version=lambda _name: None,
        has_module=lambda _name: False,
        free_bytes=lambda _path: 0,
        python=(3, 9, 1),
    )
    findings = list(examine(sick))
    bad = [finding for finding in findings if finding.status is not Status.OK]

    assert len(bad) >= 9
    assert all(finding.remedy for finding in bad)


def test_a_finding_is_written_with_its_remedy_under_it() -> None:
    text = describe(fail("bus", "I2C is switched off", "switch it on"))

    assert text.splitlines() == [
        "  problem  bus           I2C is switched off",
        "                         -> switch it on",
    ]


def test_colours_are_for_terminals_only() -> None:
    assert "\x1b[31m" in describe(fail("bus", "off", "on"), has_colour=True)
    assert "\x1b" not in describe(fail("bus", "off", "on"))


@pytest.mark.parametrize(
    ("findings", "text"),
    [
        ([], "All is well."),
        ([well("a", "b")], "All is well."),
        ([warn("a", "b", "c")], "1 warning: see the arrows above."),
        ([fail("a", "b", "c")] * 2, "2 problems: see the arrows above."),
        (
            [fail("a", "b", "c"), warn("a", "b", "c")],
            "1 problem and 1 warning: see the arrows above.",
        ),
    ],
)
def test_the_sum_says_how_many(findings: list[Finding], text: str) -> None:
    assert sum_up(findings) == text


def test_this_very_machine_can_be_examined(tmp_path: Path) -> None:
    """No made-up senses: whatever this machine is, the doctor comes through."""
    findings = list(examine(Environment(Config(web=WebConfig(port=0)), tmp_path)))

    assert "Python" in [finding.about for finding in findings]


def test_every_library_of_the_project_is_looked_for() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert [re.split("[><=]", each)[0] for each in wanted] == list(LIBRARIES)


# The bus and the display


def test_a_bus_that_is_off_gets_advice(pi: Environment) -> None:
    finding = check_bus(switch_off(pi, "# dtparam=i2c_arm=on\n"))

    assert finding.status is Status.PROBLEM
    assert "I2C is switched off" in finding.says
    assert "dtparam=i2c_arm=on" in finding.remedy
    assert str(pi.config_txt) in finding.remedy


@pytest.mark.parametrize(
    "config_txt",
    [
        "dtparam=i2c_arm=on",
        "dtparam=i2c=on",
        "dtparam=i2c_arm",
        "dtparam=audio=on,i2c_arm=on  # the display",
        "[pi4]\ndtparam=i2c_arm=on",
    ],
)
def test_a_bus_that_is_switched_on_but_missing_needs_a_restart(
    pi: Environment, config_txt: str
) -> None:
    assert "restart the Pi" in check_bus(switch_off(pi, config_txt)).remedy
    assert "switches I2C on" in check_bus(pi).says


@pytest.mark.parametrize(
    "config_txt", ["dtparam=i2c_arm=off", "[none]\ndtparam=i2c_arm=on", "dtparam=spi=on", ""]
)
def test_other_lines_do_not_switch_it_on(pi: Environment, config_txt: str) -> None:
    assert "switched off" in check_bus(switch_off(pi, config_txt)).says


def test_the_old_place_of_config_txt_is_read_too(pi: Environment) -> None:
    pi.at("dev/i2c-1").unlink()
    pi.at("boot/firmware/config.txt").rename(pi.at("boot/config.txt"))

    assert "switches I2C on" in check_bus(pi).says


def test_the_remedy_on_a_card_is_its_own_overlay(pi: Environment) -> None:
    pi.at("etc/systemd/system").mkdir(parents=True)
    pi.at("etc/systemd/system/tablemate-card.service").touch()
    pi.at("sys/class/i2c-adapter/i2c-1/of_node/clock-frequency").write_bytes(
        (100_000).to_bytes(4, "big")
    )
    slow = check_speed(pi)
    assert slow is not None
    for finding in (slow, check_bus(switch_off(pi, ""))):
        assert "dtoverlay=tablemate" in finding.remedy
        assert "dtparam" not in finding.remedy
        assert "raspi-config" not in finding.remedy


def test_a_bus_without_permission_names_the_group(pi: Environment) -> None:
    finding = check_bus(replace(pi, can_use=lambda _path: False))

    assert finding.remedy == "sudo usermod -aG i2c anna, then log in again"


def test_an_spi_display_wants_the_spi_bus(pi: Environment) -> None:
    config = Config(display=DisplayConfig(bus="spi"), pins=Pins(bus="spi"))
    finding = check_bus(replace(pi, config=config))

    assert "there is no /dev/spidev0.0" in finding.says
    assert "dtparam=spi=on" in finding.remedy


def test_an_spi_display_cannot_be_asked(pi: Environment) -> None:
    config = Config(display=DisplayConfig(bus="spi"), pins=Pins(bus="spi"))
    pi.at("dev/spidev0.0").touch()
    finding = check_display(replace(pi, config=config))

    assert finding is not None
    assert "tablemate panel box" in finding.says
    assert check_speed(replace(pi, config=config)) is None


def test_an_spi_display_wants_its_python_module(pi: Environment) -> None:
    config = Config(display=DisplayConfig(bus="spi"), pins=Pins(bus="spi"))
    pi.at("dev/spidev0.0").touch()
    finding = check_display(replace(pi, config=config, has_module=lambda name: name != "spidev"))

    assert finding == fail(
        "display", "Python's spidev is missing", "sudo apt install python3-spidev"
    )


def test_an_i2c_display_does_not_want_the_module_of_spi(pi: Environment) -> None:
    finding = check_display(replace(pi, has_module=lambda name: name != "spidev"))

    assert finding == well("display", "answers at 0x3C on i2c-1")


def test_a_fast_bus_is_well(pi: Environment) -> None:
    pi.at("sys/class/i2c-adapter/i2c-1/of_node/clock-frequency").write_bytes(
        (400_000).to_bytes(4, "big")
    )

    assert check_speed(pi) == well("bus speed", "400 kHz")


def test_a_slow_bus_is_a_warning(pi: Environment) -> None:
    pi.at("sys/class/i2c-adapter/i2c-1/of_node/clock-frequency").write_bytes(
        (100_000).to_bytes(4, "big")
    )
    finding = check_speed(pi)

    assert finding is not None
    assert finding.status is Status.WARNING
    assert "100 kHz" in finding.says
    assert "i2c_arm_baudrate=400000" in finding.remedy


def test_the_display_is_found(pi: Environment) -> None:
    assert check_display(pi) == well("display", "answers at 0x3C on i2c-1")


def test_a_display_at_the_other_address_is_a_setting(pi: Environment) -> None:
    finding = check_display(replace(pi, probe=answers_at(0x3D)))

    assert finding is not None
    assert finding.remedy == "set address = 0x3D under [display]"


def test_a_silent_display_names_its_wires(pi: Environment) -> None:
    finding = check_display(replace(pi, probe=nobody_answers))

    assert finding is not None
    assert finding.status is Status.PROBLEM
    assert "SDA to pin 3, SCL to pin 5" in finding.remedy


def test_a_display_used_by_the_kernel_is_reported(pi: Environment) -> None:
    def busy(_bus: int, _address: int) -> None:
        raise OSError(errno.EBUSY, "Device or resource busy")

    finding = check_display(replace(pi, probe=busy))

    assert finding is not None
    assert "the kernel itself uses" in finding.says


def test_a_bus_that_may_not_be_used_is_not_searched_for_a_display(pi: Environment) -> None:
    assert check_display(replace(pi, can_use=lambda _path: False)) is None


def test_without_a_bus_nobody_looks_for_a_display(pi: Environment) -> None:
    pi.at("dev/i2c-1").unlink()

    assert check_display(pi) is None


# The machine


@pytest.mark.parametrize(
    ("version", "status"),
    [((3, 10, 9), "problem"), ((3, 11, 0), "ok"), ((3, 13, 5), "ok"), ((3, 14, 0), "ok")],
)
def test_pythons(services: Environment, version: tuple[int, int, int], status: str) -> None:
    assert check_python(replace(services, python=version)).status == status


def test_a_missing_library_is_named(services: Environment) -> None:
    finding = check_libraries(
        replace(services, version=lambda name: None if name == "luma.oled" else "1.0")
    )

    assert (finding.status, finding.says) == (Status.PROBLEM, "missing: luma.oled")


@pytest.mark.parametrize(
    ("flags", "status"), [("0", "ok"), ("50000", "warning"), ("50005", "warning"), ("80000", "ok")]
)
def test_a_weak_power_supply_is_a_warning(pi: Environment, flags: str, status: str) -> None:
    path = pi.at("sys/devices/platform/soc/soc:firmware/get_throttled")
    path.parent.mkdir(parents=True)
    path.write_text(f"{flags}\n")
    finding = check_power(pi)

    assert finding is not None
    assert finding.status == status


def test_a_missing_pin_library_names_its_package(pi: Environment) -> None:
    """Where one is asked for by name; else the one that comes with the program."""
    bare = replace(pi, has_module=lambda _name: False)
    finding = check_back_end(bare)
    assert finding is not None
    assert "pip install 'tablemate-box[pi]'" in finding.remedy

    asked = Config(controls=ControlsConfig(pin_factory="lgpio"))
    finding = check_back_end(replace(bare, config=asked))
    assert finding is not None
    assert "sudo apt install python3-lgpio" in finding.remedy


@pytest.mark.parametrize("name", ["gpiod", "lgpio"])
def test_the_pin_library_that_is_there_is_used(pi: Environment, name: str) -> None:
    """gpiod before lgpio, and either will do."""
    finding = check_back_end(replace(pi, has_module=lambda wanted: wanted == name))
    assert finding == well("pin library", name)


def test_pins_without_permission_name_the_group(pi: Environment) -> None:
    finding = check_pins(replace(pi, can_use=lambda _path: False))

    assert "sudo usermod -aG gpio anna" in finding.remedy


def test_a_pi_without_pins_is_a_problem(pi: Environment) -> None:
    pi.at("dev/gpiochip0").unlink()

    assert check_pins(pi).status is Status.PROBLEM


def test_missing_groups_are_named(pi: Environment) -> None:
    config = Config(serial=SerialConfig(use="referee"))
    finding = check_groups(replace(pi, config=config, groups=frozenset({"i2c"})))

    assert finding.remedy == "sudo usermod -aG gpio,dialout anna, then log in again"


def test_a_group_given_in_this_session_needs_a_new_one(pi: Environment) -> None:
    finding = check_groups(
        replace(
            pi, groups=frozenset({"i2c"}), later_groups=lambda _user: frozenset({"i2c", "gpio"})
        )
    )

    assert finding.remedy == "log out and in again"


def test_root_gets_the_hint_that_the_service_is_not_root(pi: Environment) -> None:
    assert check_groups(replace(pi, user="root")).status is Status.WARNING


def test_an_unused_serial_port_is_fine_and_listed(services: Environment) -> None:
    services.at("dev/ttyACM0").touch()

    assert check_serial(services) == well("serial port", "not used (found /dev/ttyACM0)")


def test_a_missing_serial_port_lists_what_there_is(services: Environment) -> None:
    services.at("dev/ttyUSB0").touch()
    finding = check_serial(replace(services, config=Config(serial=SerialConfig(use="panel"))))

    assert finding.status is Status.PROBLEM
    assert finding.says == "/dev/ttyACM0 is not there (found /dev/ttyUSB0)"


def test_a_serial_port_without_permission_names_the_group(services: Environment) -> None:
    services.at("dev/ttyACM0").touch()
    config = Config(serial=SerialConfig(use="panel"))
    finding = check_serial(replace(services, config=config, can_use=lambda _path: False))

    assert "dialout" in finding.remedy


@pytest.fixture
def speaking(services: Environment) -> Environment:
    """A machine whose box speaks, with a sound device."""
    device = services.at("dev/snd/pcmC0D0p")
    device.parent.mkdir()
    device.touch()
    config = Config(voice=VoiceConfig(speak=True))
    return replace(
        services,
        config=config,
        can_use=lambda _path: True,
        find_program=lambda name: f"/usr/bin/{name}",
    )


def test_a_voice_that_is_off_is_not_looked_at(services: Environment) -> None:
    assert check_voice(services) == well("voice", "off")


def test_a_voice_with_programs_and_device_is_fine(speaking: Environment) -> None:
    assert check_voice(speaking) == well("voice", "espeak-ng speaks through aplay, on default")


def test_a_missing_program_of_the_voice_names_its_package(speaking: Environment) -> None:
    finding = check_voice(replace(speaking, find_program=lambda _name: None))

    assert finding.says == "missing: espeak-ng, aplay"
    assert finding.remedy == "sudo apt install espeak-ng alsa-utils"


def test_a_missing_sound_device_is_a_problem(speaking: Environment) -> None:
    speaking.at("dev/snd/pcmC0D0p").unlink()
    finding = check_voice(speaking)

    assert (finding.status, finding.says) == (Status.PROBLEM, "there is no sound device")


def test_a_sound_device_without_permission_names_the_group(speaking: Environment) -> None:
    finding = check_voice(replace(speaking, can_use=lambda _path: False))

    assert "sudo usermod -aG audio anna" in finding.remedy


def test_a_folder_that_is_not_there_is_not_made(services: Environment) -> None:
    """Made by root, it would be root's."""
    finding = check_data(services)

    assert finding.status is Status.OK
    assert "will be made" in finding.says
    assert not services.data.exists()


def test_a_folder_that_can_be_written_is_left_as_it_was(services: Environment) -> None:
    services.data.mkdir()

    assert check_data(services).status is Status.OK
    assert list(services.data.iterdir()) == []


def test_a_file_in_the_way_of_the_folder_is_a_problem(services: Environment) -> None:
    services.data.touch()
    finding = check_data(services)

    assert finding.status is Status.PROBLEM
    assert "--data" in finding.remedy


def test_somebody_elses_files_are_a_problem(services: Environment) -> None:
    services.data.mkdir()
    (services.data / "matches.sqlite").touch()
    finding = check_data(replace(services, can_use=lambda _path: False))

    assert finding.remedy == f"sudo chown -R anna {services.data}"


def test_a_folder_without_permission_is_a_problem(
    services: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)  # root may write everywhere

    assert "give yourself the right" in check_data(services).remedy


@pytest.mark.parametrize(("megabytes", "status"), [(5, "problem"), (50, "warning"), (500, "ok")])
def test_the_disks_room(services: Environment, megabytes: int, status: str) -> None:
    finding = check_disk(replace(services, free_bytes=lambda _path: megabytes * 2**20))

    assert finding is not None
    assert finding.status == status


def as_the_kernel_writes(path: Path) -> str:
    """Return a path as in /proc/self/mounts."""
    return str(path).replace("\\", r"\134").replace(" ", r"\040")


def test_a_folder_with_a_space_is_found_among_the_mounts(pi: Environment, tmp_path: Path) -> None:
    """The kernel writes \\040 for it."""
    spaced = replace(pi, data=tmp_path / "for two")
    file = pi.at("proc/self/mounts")
    file.parent.mkdir(parents=True)
    file.write_text(
        f"/dev/sda1 / ext4 rw 0 0\ntmpfs {as_the_kernel_writes(spaced.data)} tmpfs rw\n"
    )

    finding = check_disk(spaced)

    assert finding is not None
    assert finding.status is Status.PROBLEM


@pytest.mark.parametrize(
    ("mounts", "status"),
    [
        ("overlay / overlay rw 0 0\n", "problem"),
        ("overlay / overlay rw 0 0\n/dev/mmcblk0p3 {data} ext4 rw 0 0\n", "ok"),
        ("/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs {data} tmpfs rw 0 0\n", "problem"),
        ("/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /run tmpfs rw 0 0\n", "ok"),
        ("", "ok"),
    ],
)
def test_a_disk_that_forgets_is_a_problem(pi: Environment, mounts: str, status: str) -> None:
    file = pi.at("proc/self/mounts")
    file.parent.mkdir(parents=True)
    file.write_text(mounts.format(data=as_the_kernel_writes(pi.data)))

    finding = check_disk(pi)

    assert finding is not None
    assert finding.status == status


def test_a_port_in_use_is_a_warning(services: Environment) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        config = Config(web=WebConfig(port=taken.getsockname()[1]))
        finding = check_web(replace(services, config=config))

    assert finding.status is Status.WARNING


@pytest.mark.parametrize("web", [WebConfig(host="203.0.113.1"), WebConfig(port=70000)])
def test_an_impossible_address_is_a_problem(services: Environment, web: WebConfig) -> None:
    assert check_web(replace(services, config=Config(web=web))).status is Status.PROBLEM


# The radio


def test_a_zero_2_w_whose_radio_has_no_firmware_is_named(pi: Environment) -> None:
    """Debian has none for the second kind; other Pis are sold with one kind."""
    assert check_radio(pi) is None
    pi.at("proc/device-tree/model").write_text("Raspberry Pi Zero 2 W Rev 1.0\0")
    finding = check_radio(pi)
    assert finding is not None
    assert finding.status is Status.WARNING
    assert "BCM43430/2" in finding.says
    assert "Raspberry Pi OS" in finding.remedy
    pi.at("sys/class/net/wlan0/phy80211").mkdir(parents=True)
    assert check_radio(pi) == well("Wi-Fi", "wlan0 is there")


# The controls


def wait_shortly(_wait_s: float) -> bool:
    time.sleep(0.002)
    return False


class Hands:
    """Does what the doctor asks, on mock pins."""

    def __init__(self, *, edges: int = 4, direction: int = 1, swapped: bool = False) -> None:
        self.factory = MockFactory()
        self.said: list[str] = []
        self.edges = edges
        self.direction = direction
        self.lines = {"the knob": 22, "BACK": 5, "WHY": 6, "UNDO": 13}
        if swapped:
            self.lines["BACK"], self.lines["WHY"] = 6, 5

    def say(self, text: str) -> None:
        self.said.append(text)
        if text.startswith("Press "):
            pin = self.factory.pin(self.lines[text.removeprefix("Press ").partition(" and ")[0]])
            pin.drive_low()
            pin.drive_high()
        if text.startswith("Turn "):
            self.turn(self.edges)

    def turn(self, edges: int) -> None:
        a, b = (self.factory.pin(number) for number in (17, 27)[:: self.direction])
        walk = [a.drive_low, b.drive_low, a.drive_high, b.drive_high] * 2
        for step in walk[:edges]:
            step()

    def try_all(self, config: Config | None = None) -> dict[str, Finding]:
        who = PersonAtBox(self.say, wait_shortly, time.monotonic, patience_s=0.3)
        found = try_controls(config or Config(), lambda: self.factory, who)
        return {finding.about: finding for finding in found}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A knob of mock pins rests at once."""
    monkeypatch.setattr("firmware_py.doctor.wiring.QUIET_S", 0.01)


def test_working_controls_are_well() -> None:
    findings = Hands().try_all()

    assert list(findings) == ["the knob", "BACK", "WHY", "UNDO", "turning"]
    assert {finding.status for finding in findings.values()} == {Status.OK}


@pytest.mark.parametrize("edges", [1, 2, 4])
@pytest.mark.parametrize("direction", [1, -1])
def test_one_click_tells_the_settings(edges: int, direction: int) -> None:
    config = Config(controls=ControlsConfig(steps_per_detent=edges, direction=direction))

    assert Hands(edges=edges, direction=direction).try_all(config)["turning"].status is Status.OK


def test_other_settings_are_advised() -> None:
    finding = Hands(edges=2, direction=-1).try_all()["turning"]

    assert finding.status is Status.PROBLEM
    assert finding.remedy == "write under [controls]: steps_per_detent = 2 and direction = -1"


def test_swapped_wires_are_found() -> None:
    finding = Hands(swapped=True).try_all()["BACK"]

    assert finding.says == "the press came from WHY (GPIO6)"
    assert "swap" in finding.remedy


def test_a_dead_button_names_its_wire() -> None:
    hands = Hands()
    hands.lines["UNDO"] = 4
    finding = hands.try_all()["UNDO"]

    assert finding.status is Status.PROBLEM
    assert "pin 33 (GPIO13)" in finding.remedy


def test_a_dead_knob_names_its_wires() -> None:
    finding = Hands(edges=0).try_all()["turning"]

    assert finding.says == "nothing was felt"
    assert "pin 11 (GPIO17), pin 13 (GPIO27)" in finding.remedy


def test_three_clicks_instead_of_one_are_asked_again() -> None:
    hands = Hands(edges=3)
    finding = hands.try_all()["turning"]

    assert finding.status is Status.PROBLEM
    assert sum(text.startswith("Turn ") for text in hands.said) == 3


def test_everything_can_be_skipped() -> None:
    hands = Hands()
    who = PersonAtBox(lambda _text: None, lambda _wait_s: True, time.monotonic)
    findings = list(try_controls(Config(), lambda: hands.factory, who))

    assert {finding.says for finding in findings} == {"not tried"}
    assert {finding.status for finding in findings} == {Status.WARNING}


def test_pins_that_cannot_be_had_are_one_problem() -> None:
    def no_factory() -> MockFactory:
        from hardware.errors import NoControls

        raise NoControls("the pin factory lgpio does not work")

    (finding,) = try_controls(
        Config(), no_factory, PersonAtBox(print, lambda _wait_s: True, time.monotonic)
    )

    assert finding.says == "the pin factory lgpio does not work"
    assert "systemctl stop tablemate" in finding.remedy


class TestStored:
    """The stored matches, checked as a start does."""

    @pytest.fixture
    def database(self, services: Environment) -> Path:
        """Return a database of a box that was shut down."""
        store = Store(services.data)
        store.add_player("Ada")
        store.close()
        return services.data / "tablemate.db"

    def check(self, services: Environment, status: Status) -> str:
        """Look, twice, and see that nothing changes; return the words."""
        before = {path.name: path.read_bytes() for path in services.data.iterdir()}
        finding = check_stored(services)
        assert finding == check_stored(services)
        after = {path.name: path.read_bytes() for path in services.data.iterdir()}
        assert {name: data for name, data in after.items() if not name.endswith("-shm")} == before
        assert finding.status is status, finding
        assert bool(finding.remedy) == (status is Status.PROBLEM)
        return finding.says

    def test_a_sound_file(self, services: Environment, database: Path) -> None:
        """It says so."""
        assert "sound" in self.check(services, Status.OK)

    @pytest.mark.parametrize("size", [0, 100, 5000, 40_000])
    def test_random_bytes(self, services: Environment, database: Path, size: int) -> None:
        """They are not a database, and the next start would set them aside."""
        database.write_bytes(random.Random(size).randbytes(size))
        assert "damaged" in self.check(services, Status.PROBLEM)

    @pytest.mark.parametrize("place", [20, 63, b"Ada"])
    def test_a_changed_byte(
        self, services: Environment, database: Path, place: int | bytes
    ) -> None:
        """In the header, in a page."""
        data = bytearray(database.read_bytes())
        data[place if isinstance(place, int) else data.index(place)] ^= 0x20
        database.write_bytes(data)
        assert "damaged" in self.check(services, Status.PROBLEM)

    def test_a_newer_file(self, services: Environment, database: Path) -> None:
        """It is not damaged."""
        with closing(sqlite3.connect(database)) as db, db:
            write_version(db, 99)
        assert "newer Tablemate" in self.check(services, Status.PROBLEM)

    def test_after_a_power_cut(self, services: Environment, tmp_path: Path) -> None:
        """With the log all is well, without it something is missing."""
        live = Store(tmp_path / "live")
        live.add_player("Ada")
        services.data.mkdir()
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"live/tablemate.db{ending}", services.data)
        live.close()
        assert "sound" in self.check(services, Status.OK)
        for file in services.data.glob("*-*"):
            file.unlink()
        assert "log is missing" in self.check(services, Status.PROBLEM)

    def test_while_a_box_runs(self, services: Environment) -> None:
        """Whatever it writes meanwhile."""
        store = Store(services.data)
        store.add_player("Ada")
        assert "sound" in check_stored(services).says
        store.add_player("Bo")
        assert "sound" in check_stored(services).says
        store.close()

    def test_a_file_that_does_not_answer(self, services: Environment) -> None:
        """It cannot be read, which is not the same as damaged."""
        services.data.mkdir()
        (services.data / "tablemate.db").symlink_to("tablemate.db")
        assert "cannot be read" in check_stored(services).says
