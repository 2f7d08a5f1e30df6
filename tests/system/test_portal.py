"""Phones in the box's own Wi-Fi are led to the page, whatever they ask for on port 80."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.service_files import SYSTEMD, needs_systemd, run, settings

PORTAL = SYSTEMD / "portal"
ADDRESS = "10.42.0.1"
ANDROID = b"GET /generate_204 HTTP/1.1\r\nHost: connectivitycheck.gstatic.com\r\n\r\n"
IPHONE = b"GET /hotspot-detect.html HTTP/1.0\r\nHost: captive.apple.com\r\n\r\n"


class PortalRig:
    """The program with a port of this machine, passed on as systemd does."""

    def __init__(self, folder: Path, config: str = "", idle_s: float = 60.0) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.place = self.listening.getsockname()
        (folder / "tablemate.toml").write_text(config)
        arguments = ["--idle-s", str(idle_s), "--config", str(folder / "tablemate.toml")]
        pass_on = f'exec 3<&{self.listening.fileno()}; exec "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", pass_on, "bash", sys.executable, "-IS", str(PORTAL), *arguments],
            pass_fds=[self.listening.fileno()],
            env={**os.environ, "LISTEN_FDS": "1"},
        )

    def ask(self, question: bytes) -> str:
        """Return the whole answer to a question."""
        with socket.create_connection(self.place, 30) as phone:
            phone.sendall(question)
            return b"".join(iter(lambda: phone.recv(4096), b"")).decode()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.listening.close()


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[PortalRig]:
    """A portal with the usual configuration."""
    made = PortalRig(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("question", [ANDROID, IPHONE], ids=["android", "iphone"])
def test_a_phone_that_looks_for_the_internet_finds_the_page(
    portal: PortalRig, question: bytes
) -> None:
    """Neither 204 nor "Success", which would mean that there is nothing to sign in to."""
    head, _, body = portal.ask(question).partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 302 ")
    assert f"Location: http://{ADDRESS}:8080/" in head.split("\r\n")
    assert f"Content-Length: {len(body)}" in head.split("\r\n")
    assert "Cache-Control: no-store" in head.split("\r\n")
    assert "Success" not in body


@pytest.mark.parametrize(
    "question", [b"\x16\x03\x01\x02\r\n\r\n", b"x" * 9000, b"GET / HTTP/1.1\r\n"]
)
def test_a_strange_question_does_not_disturb_the_next(portal: PortalRig, question: bytes) -> None:
    """Nor does a phone that leaves at once, or says nothing."""
    with socket.create_connection(portal.place, 30):
        pass
    silent = socket.create_connection(portal.place, 30)
    with socket.create_connection(portal.place, 30) as phone:
        phone.sendall(question)
    assert "302" in portal.ask(ANDROID)
    silent.close()


@pytest.mark.parametrize(
    ("config", "port"),
    [
        ("[web]\nport = 9090\n", 9090),
        ("[web]\nhost = '0.0.0.0'\n", 8080),
        ("[web]\nport = 'x'\n", 8080),
        ("web = 3\n", 8080),
        ("no [toml", 8080),
    ],
)
def test_the_page_is_where_the_configuration_has_it(tmp_path: Path, config: str, port: int) -> None:
    """As the box reads it."""
    portal = PortalRig(tmp_path, config)
    assert f"Location: http://{ADDRESS}:{port}/\r\n" in portal.ask(ANDROID)
    portal.close()


def test_it_ends_when_nobody_asks(tmp_path: Path) -> None:
    """systemd starts it again for the next phone."""
    portal = PortalRig(tmp_path, idle_s=0.2)
    assert portal.process.wait(30) == 0
    portal.close()


def test_the_port_is_open_with_the_own_wifi_alone() -> None:
    """On the address that the helper gives, which comes after the helper has started."""
    opened = settings(SYSTEMD / "tablemate-portal.socket")
    assert opened["ListenStream"] == [f"{ADDRESS}:80"]
    assert opened["FreeBind"] == ["yes"]
    assert opened["BindsTo"] == ["tablemate-wifi.service"]
    assert f'ADDRESS = "{ADDRESS}"' in (SYSTEMD / "wifi").read_text()
    assert f'ADDRESS = "{ADDRESS}"' in PORTAL.read_text()
    assert settings(SYSTEMD / "tablemate-wifi.service")["Wants"] == ["tablemate-portal.socket"]
    assert "tablemate-portal.socket" in (SYSTEMD / "parts").read_text()


@needs_systemd
def test_the_units_are_understood(tmp_path: Path) -> None:
    """By systemd itself; the programs are where the installer puts them."""
    units = [
        SYSTEMD / f"tablemate-{name}"
        for name in ("portal.socket", "portal.service", "wifi.service")
    ]
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        programs = Path(name) / "systemd"  # a path without spaces, which end a word of a unit file
        programs.symlink_to(SYSTEMD)
        for unit in units:
            text = unit.read_text().replace("/usr/local/lib/tablemate/", f"{programs}/")
            (tmp_path / unit.name).write_text(text)
        said = run("systemd-analyze", "verify", "--man=no", *tmp_path.iterdir(), check=False)
    assert [line for line in said.stderr.splitlines() if "portal" in line] == []
