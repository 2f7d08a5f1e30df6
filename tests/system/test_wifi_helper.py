"""The helper for Wi-Fi is root, and what it is asked for was written by the service's user."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.service_files import SYSTEMD

HELPER = SYSTEMD / "wifi"
OPEN = {"do": "open", "number": 1, "name": "Tablemate-7F3A", "password": "abcdefgh23"}
CAFE = "Café".encode().hex()
NMCLI = """# A radio, and NetworkManager's way of speaking.
import json, pathlib, sys
here = pathlib.Path({here!r})
said = [each for each in sys.argv[1:] if each not in ("--terse", "--colors", "no")]
with (here / "asked").open("a") as file:
    file.write(json.dumps(said) + "\\n")
state = here / "radio"
if not (here / "runs").exists():
    sys.exit("Error: NetworkManager is not running.")
match said:
    case [*_, "device"]:
        print("eth0:ethernet:connected\\nlo:loopback:connected (externally)")
        if state.exists():
            now, _, later = state.read_text().partition(",")
            print("wlan0:wifi:" + now)
            state.write_text(later or now)
    case [*_, "--active"]:
        print("11111111-2222:802-3-ethernet:eth0")
        if state.read_text() == "connected":
            print("33333333-4444:802-11-wireless:wlan0")
    case [*_, "down", "uuid", _]:
        state.write_text("disconnected")
    case [*_, "load", place]:
        (here / "loaded").write_text(pathlib.Path(place).read_text())
    case [*_, "list", "--rescan", "yes"] if (here / "still_looks").exists():
        (here / "still_looks").unlink()
    case [*_, "list", "--rescan", "yes"]:
        print({around!r})
    case [*_, "up", "uuid", _, "ifname", "wlan0"] if "psk=wrong" in (here / "loaded").read_text():
        sys.exit("Error: Connection activation failed: Secrets were required, but not provided.")
"""
AROUND = "\n".join(
    (
        f" :{CAFE.upper()}:40:WPA2",
        f" :{CAFE.upper()}:92:WPA1 WPA2",
        "*:4C696272617279:60:",
        " ::99:WPA2",
        " :0000:99:WPA2",
        " :436F:20:WPA2 802.1X",
        " :4E6577:30:WPA3",
    )
)


class Rig:
    """A helper with places of its own, a NetworkManager that is a script, and phones."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wish = folder / "wish"
        self.state = folder / "state"
        self.profile = folder / "run" / "hotspot.nmconnection"
        self.names = folder / "dnsmasq" / "tablemate.conf"
        self.networks = folder / "networks"
        tools = folder / "bin"
        tools.mkdir()
        radio = folder / "nmcli.py"
        radio.write_text(NMCLI.format(here=str(folder), around=AROUND), "utf-8")
        command = shlex.join([sys.executable, str(radio)])  # after #! a path has no spaces
        (tools / "nmcli").write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (folder / "phones").write_text("0")
        (tools / "busctl").write_text(
            f'#!/bin/sh\ncase "$*" in *GetInterface*) echo \'o "/a/1"\';; '
            f'*) echo "ao $(cat {shlex.quote(str(folder))}/phones)";; esac\n'
        )
        for tool in tools.iterdir():
            tool.chmod(0o755)
        (folder / "runs").touch()
        (folder / "radio").write_text("disconnected")
        self.started: subprocess.Popen[bytes] | None = None

    def start(self, idle_s: float = 3600.0) -> subprocess.Popen[bytes]:
        """Start the helper, as the path unit does."""
        self.started = subprocess.Popen(
            [
                *(sys.executable, "-IS", HELPER, "--idle-s", str(idle_s)),
                *("--wish", self.wish, "--state", self.state, "--hotspot", self.profile),
                *("--networks", self.networks, "--names", self.names),
            ],
            env={"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"},
        )
        return self.started

    def grant(self, **wish: Any) -> dict[str, Any]:
        """Leave a wish, let the helper run to its end, and return what it says."""
        self.wish.write_text(json.dumps(wish))
        assert self.start().wait(60) == 0
        return self.said()

    def said(self) -> dict[str, Any]:
        """Return what the helper wrote down last."""
        return json.loads(self.state.read_text()) if self.state.exists() else {}

    def wait_for(self, number: int) -> dict[str, Any]:
        """Wait until a wish was answered."""
        until_s = time.monotonic() + 60
        while self.said().get("number") != number:
            assert time.monotonic() < until_s
            time.sleep(0.05)
        return self.said()

    def asked(self) -> list[list[str]]:
        """Return what NetworkManager was asked for."""
        file = self.folder / "asked"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def rig(tmp_path: Path) -> Any:
    """Return a rig, and end its helper."""
    made = Rig(tmp_path)
    yield made
    if made.started is not None and made.started.poll() is None:
        made.started.kill()
        made.started.wait()


def test_an_evening_of_the_own_wifi(rig: Rig) -> None:
    """Out of a network, open, a phone, the end: all as before, and back in that network."""
    (rig.folder / "radio").write_text("connected")
    rig.wish.write_text(json.dumps(OPEN))
    helper = rig.start()
    own = rig.wait_for(1)["own"]
    assert own == {"name": OPEN["name"], "address": "10.42.0.1", "phones": None}
    assert not rig.wish.exists()
    text = rig.profile.read_text()
    assert rig.profile.stat().st_mode & 0o777 == 0o600
    for line in ("mode=ap", "method=shared", "psk=abcdefgh23", "autoconnect=false", "proto=rsn;"):
        assert line in text.splitlines()
    assert "pmf=1" in text.splitlines()  # the radio of a Pi refuses the keys of protected frames
    # Left to itself NetworkManager may pick a channel on which this country forbids to send.
    assert {"channel=1", "channel=6", "channel=11"} & set(text.splitlines())
    assert rig.names.read_text() == "address=/#/10.42.0.1\n"
    (rig.folder / "phones").write_text("2")
    until_s = time.monotonic() + 60
    while rig.said()["own"]["phones"] != 2:
        assert time.monotonic() < until_s
        time.sleep(0.1)
    helper.send_signal(signal.SIGTERM)
    assert helper.wait(60) == 0
    assert rig.said()["own"] is None
    assert not rig.profile.exists()
    assert not rig.names.exists()
    ups = [asked[-1] for asked in rig.asked() if "up" in asked]
    assert ups == ["7ab1e3a7-e000-4000-8000-000000000001", "33333333-4444"]


def test_no_secret_is_on_a_command_line(rig: Rig) -> None:
    """Everybody on a machine can read those."""
    rig.wish.write_text(json.dumps(OPEN))
    rig.start()
    rig.wait_for(1)
    rig.wish.write_text(
        json.dumps({"do": "join", "number": 2, "ssid": CAFE, "password": "12345678"})
    )
    rig.wait_for(2)
    assert rig.asked()
    assert not any(secret in word for asked in rig.asked() for word in asked
                   for secret in ("abcdefgh23", "12345678"))  # fmt: skip


def test_it_closes_by_itself_when_nobody_comes(rig: Rig) -> None:
    """After an hour, which is short here; then the helper ends, too."""
    rig.wish.write_text(json.dumps(OPEN))
    assert rig.start(idle_s=1.0).wait(60) == 0
    assert rig.said() == {"own": None, "error": "idle"}
    assert not rig.profile.exists()


def test_the_radio_is_waited_for(rig: Rig) -> None:
    """Activating earlier fails."""
    (rig.folder / "radio").write_text("unavailable,unavailable,disconnected")
    rig.wish.write_text(json.dumps(OPEN))
    rig.start()
    assert "error" not in rig.wait_for(1)
    asked = [each[-1] if each[-1] == "device" else each[0] for each in rig.asked()]
    assert asked.count("device") >= 3


def test_the_networks_around(rig: Rig) -> None:
    """Each name once, the strongest first; without a name, none."""
    found = rig.grant(do="scan", number=5)["networks"]
    assert [(each["ssid"], each["signal"], each["kind"], each["used"]) for each in found] == [
        (CAFE, 92, "password", False),
        (b"Library".hex(), 60, "open", True),
        (b"New".hex(), 30, "sae", False),
        (b"Co".hex(), 20, "other", False),
    ]


def test_a_radio_that_still_looks_is_asked_again(rig: Rig) -> None:
    """One that just came up sees nothing yet."""
    (rig.folder / "still_looks").touch()
    assert rig.grant(do="scan", number=5)["networks"]


@pytest.mark.parametrize(
    ("password", "line"),
    [("12345678", "psk=12345678"), ("  a\\b;=~#", "psk=\\s\\sa\\\\b;=~#"), ("", None)],
)
def test_joining_writes_a_profile_for_root_alone(rig: Rig, password: str, line: str | None) -> None:
    """Of any name and password that there can be."""
    assert "error" not in rig.grant(do="join", number=6, ssid=CAFE, password=password)
    (place,) = rig.networks.iterdir()
    assert place.stat().st_mode & 0o777 == 0o600
    lines = place.read_text().splitlines()
    assert f"ssid={''.join(f'{byte};' for byte in bytes.fromhex(CAFE))}" in lines
    assert [each for each in lines if each.startswith("psk=")] == ([line] if line else [])


def test_a_wrong_password_is_reported_and_not_kept(rig: Rig) -> None:
    """What was kept before stays as it was."""
    said = rig.grant(do="join", number=7, ssid=CAFE, password="wrong one")
    assert (said["number"], said["error"]) == (7, "wrong-password")
    assert list(rig.networks.iterdir()) == []
    rig.grant(do="join", number=8, ssid=CAFE, password="right one")
    (place,) = rig.networks.iterdir()
    before = place.read_text()
    assert rig.grant(do="join", number=9, ssid=CAFE, password="wrong two")["error"]
    assert place.read_text() == before


def test_a_network_that_was_joined_is_forgotten(rig: Rig) -> None:
    """Its password, too; one that somebody else set up is left alone."""
    rig.grant(do="join", number=8, ssid=CAFE, password="right one")
    rig.folder.joinpath("asked").unlink()
    assert "error" not in rig.grant(do="forget", number=9, ssid=CAFE)
    assert list(rig.networks.iterdir()) == []
    assert [asked[3] for asked in rig.asked()[:2]] == ["down", "delete"]
    before = rig.asked()
    assert rig.grant(do="forget", number=10, ssid=b"Library".hex())["error"] == "not-ours"
    assert rig.asked() == before


def test_a_network_that_is_gone(rig: Rig) -> None:
    """It is not tried."""
    assert rig.grant(do="join", number=9, ssid="aa", password="12345678")["error"] == "gone"


@pytest.mark.parametrize(
    "wish",
    [
        {**OPEN, "name": "Tablemate-7F3A\n[ipv4]"},
        {**OPEN, "name": "Bank"},
        {**OPEN, "password": "short"},
        {**OPEN, "password": "abcdefgh\npsk"},
        {**OPEN, "password": 12345678},
        {"do": "join", "number": 1, "ssid": "zz", "password": ""},
        {"do": "join", "number": 1, "ssid": "aa" * 33, "password": ""},
        {"do": "join", "number": 1, "ssid": CAFE, "password": "12345678\n[x]"},
        {"do": "forget", "number": 1, "ssid": "../x"},
        {"do": "reboot", "number": 1},
        {"do": ["open"], "number": 1},
        {"do": {"open": 1}, "number": 1},
        {"do": None, "number": 1},
        {"do": 5, "number": 1},
        {"do": "__class__", "number": 1},
        {**OPEN, "name": ["Tablemate-7F3A"]},
        {**OPEN, "password": None},
        {"number": 1},
    ],
)
def test_what_is_no_wish_is_refused(rig: Rig, wish: dict[str, Any]) -> None:
    """Nothing of it reaches NetworkManager."""
    assert rig.grant(**wish)["error"] == "bad-wish"
    assert not any("load" in asked or "up" in asked for asked in rig.asked())


def test_a_link_in_the_place_of_a_request_is_not_followed(rig: Rig) -> None:
    """A link to a file of root's, noise, and a list are taken away and no more."""
    secret = rig.folder / "secret"
    secret.write_text(json.dumps(OPEN))
    rig.wish.symlink_to(secret)
    assert rig.start().wait(60) == 0
    assert secret.exists()
    assert not rig.wish.is_symlink()
    for noise in ("", "[1]", "{" * 5000, '{"do": "scan"}', "\xff"):
        rig.wish.write_text(noise, encoding="latin-1")
        assert rig.start().wait(60) == 0
        assert not rig.wish.exists()
    assert rig.said() == {}
    assert rig.asked() == []


@pytest.mark.parametrize("mode", [0o755, 0o000])
def test_a_folder_in_the_place_of_a_wish_is_put_aside(rig: Rig, mode: int) -> None:
    """With what is in it; the next wish is granted."""
    for _ in range(2):
        rig.wish.mkdir()
        (rig.wish / "x").touch()
        rig.wish.chmod(mode)
        assert rig.start().wait(60) == 0
        assert not rig.wish.exists()
    assert rig.grant(do="scan", number=3)["number"] == 3


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_what_is_no_file_is_taken_away(rig: Rig, kind: str) -> None:
    """It is not waited for either."""
    if kind == "pipe":
        os.mkfifo(rig.wish)
    else:
        with socket.socket(socket.AF_UNIX) as line:
            folder = os.open(rig.wish.parent, os.O_RDONLY)
            line.bind(f"/proc/self/fd/{folder}/{rig.wish.name}")  # paths of sockets are short
            os.close(folder)
    assert rig.start().wait(60) == 0
    assert not rig.wish.exists()


def test_without_a_radio_or_its_manager(rig: Rig) -> None:
    """It says which."""
    (rig.folder / "radio").unlink()
    assert rig.grant(**OPEN)["error"] == "no-radio"
    (rig.folder / "runs").unlink()
    assert rig.grant(**OPEN)["error"] == "no-manager"
