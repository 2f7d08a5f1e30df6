"""Two simulated radios in the machine, and who uses them.

    wlan0   the box's, under NetworkManager          both are mac80211_hwsim: frames of the kernel's
    phone   a second radio, in a network namespace   own Wi-Fi stack, without an antenna

The phone is wpa_supplicant and a DHCP client; it can also be the network that others join.
The wishes come from the box's code, as its user, in one process that stays: starting a Python for
each would take longer than most of what is wished for. That the menu leaves them is a matter of
the other tests.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from stage import DATA, SERVICE_S, Stage, check

CONFIG = "/etc/tablemate.toml"
EVERYWHERE = '[web]\nhost = "0.0.0.0"\n'
STATE = "/run/tablemate-wifi/state"
NAMES = "/etc/NetworkManager/dnsmasq-shared.d/tablemate.conf"
PROFILES = "/etc/NetworkManager/system-connections"
PREPARE = """
set -e
modprobe mac80211_hwsim radios=2
for _ in $(seq 100); do [ -e /sys/class/net/wlan1 ] && break; sleep 0.1; done
systemctl start NetworkManager
for _ in $(seq 100); do nmcli device set wlan1 managed no && break; sleep 0.1; done
ip netns add phone
iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
ip -n phone link set lo up
"""
PUT_AWAY = """
ip netns delete phone
systemctl stop NetworkManager wpa_supplicant
for _ in $(seq 100); do modprobe -r mac80211_hwsim && break; sleep 0.2; done
"""

# --- the box's side ---

WISHES = f"""
import json, time
from pathlib import Path
from firmware_py.system.wifi import CLOSE, SCAN, Wifi, forget, join
wifi = Wifi(Path("{DATA}"), Path("/run/tablemate/wifi"), clock=time.monotonic)
while True:
    with open("/run/wishes/in") as asked:
        wish = asked.read()
    try:
        state = wifi.ask(eval(wish))
        answer = [state.error, state.own, state.networks, wifi.identity]
    except Exception as error:
        answer = [repr(error), None, [], ["", ""]]
    with open("/run/wishes/out", "w") as file:
        json.dump(answer, file)
"""
BEGIN_WISHES = """
mkdir /run/wishes && mkfifo /run/wishes/in /run/wishes/out && chown -R tablemate /run/wishes
setpriv --reuid tablemate --regid tablemate --init-groups \
  /opt/tablemate/env/bin/python -c "$1" </dev/null >/run/wishes/log 2>&1 &
echo $! >/run/wishes/pid
"""
END_WISHES = "kill $(cat /run/wishes/pid); rm -r /run/wishes"
WISH = """printf '%s' "$1" >/run/wishes/in; cat /run/wishes/out"""


class Answer(NamedTuple):
    """What the box's code says after a wish."""

    error: str
    own: list[str] | None
    networks: list[list[object]]
    """Name in hexadecimal digits, strength, kind, whether the box is in it."""
    identity: tuple[str, str]


class Box:
    """The box's code, with its wishes."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def ask(self, wish: str) -> Answer:
        """Leave a wish, and return what came of it."""
        said = self.stage.machine.run("sh", "-c", WISH, "sh", wish, limit_s=SERVICE_S)
        return Answer(*json.loads(said))

    def open(self) -> Answer:
        """Open the box's own Wi-Fi."""
        answer = self.ask("wifi.open_wish()")
        check(answer.own is not None and not answer.error, f"it does not open: {answer}")
        return answer

    def close(self) -> None:
        """Close it, and wait until nothing of it is left."""
        answer = self.ask("CLOSE")
        check(answer.own is None and not answer.error, f"it does not close: {answer}")
        self.wait_closed()

    def wait_closed(self) -> None:
        """Wait until nothing of the box's own Wi-Fi is left."""
        gone = "ip -4 address show dev wlan0 | grep -q 10.42.0.1 || echo gone"
        wait_for(self.stage, "the address gone", gone, "gone", 60.0)
        left = self.stage.machine.run(
            "sh", "-c", f"ls {NAMES} /run/NetworkManager/system-connections; true"
        )
        check("tablemate-hotspot" not in left and f"\n{NAMES}" not in f"\n{left}", left)

    def address(self) -> str:
        """Return the address of the box's radio, or nothing."""
        said = self.stage.machine.run("ip", "-4", "-o", "address", "show", "dev", "wlan0")
        words = said.split()
        return words[words.index("inet") + 1].partition("/")[0] if "inet" in words else ""


# --- the phone's side ---

PHONE = "/run/phone"
BEGIN = f"""
mkdir -p {PHONE}
printf '%s\\n' "$1" >{PHONE}/conf
ip netns exec phone wpa_supplicant -B -i wlan1 -c {PHONE}/conf -P {PHONE}/pid -f {PHONE}/log
"""
STATUS = f"ip netns exec phone wpa_cli -p {PHONE}/control -i wlan1 status"
JOIN = """ctrl_interface=/run/phone/control
network={{
  ssid="{name}"
  psk="{password}"
  scan_ssid=1
  scan_freq=2412 2437 2462
}}"""
"""It looks where access points of NetworkManager are: all channels would take ten times as long."""
SERVE = """ctrl_interface=/run/phone/control
ap_scan=2
network={{
  ssid={name}
  psk="{password}"
  mode=2
  frequency=2437
  key_mgmt=WPA-PSK
  proto=RSN
  pairwise=CCMP
  group=CCMP
}}"""
LEASES = f"""
ip -n phone address add 10.77.0.1/24 dev wlan1
ip netns exec phone dnsmasq --conf-file=/dev/null --port=0 --interface=wlan1 --bind-interfaces \
  --user=root --dhcp-range=10.77.0.10,10.77.0.20,255.255.255.0,1h \
  --dhcp-leasefile={PHONE}/leases --pid-file={PHONE}/leases.pid
"""
LEAVE = f"""
[ -e {PHONE}/leases.pid ] && kill $(cat {PHONE}/leases.pid)
kill $(cat {PHONE}/pid) && while [ -e {PHONE}/pid ]; do sleep 0.1; done
ip -n phone address flush dev wlan1
rm -rf {PHONE}
"""
LEASE = "ip netns exec phone busybox udhcpc -i wlan1 -n -q -f -t 10 -s /usr/local/sbin/vm-lease"
FETCH = """
import socket, sys
host, port = sys.argv[1:]
ask = f"GET / HTTP/1.1\\r\\nHost: {host}:{port}\\r\\nConnection: close\\r\\n\\r\\n"
with socket.create_connection((host, int(port)), 60.0) as line:
    line.sendall(ask.encode())
    page = b"".join(iter(lambda: line.recv(65536), b""))
print(page.decode())
"""
"""A few lines of Python start faster than its libraries for the web, and busybox's wget crashes."""


class Phone:
    """The second radio: somebody with a phone, or whose network others join."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def _begin(self, text: str) -> None:
        self.stage.machine.run("sh", "-c", BEGIN, "sh", text)

    def join(self, name: str, password: str) -> str:
        """Join a network, and return the lease."""
        self._begin(JOIN.format(name=name, password=password))
        wait_for(self.stage, "the phone in the Wi-Fi", STATUS, "wpa_state=COMPLETED")
        lease = self.stage.machine.run("sh", "-c", LEASE, limit_s=SERVICE_S)
        check("10.42.0." in lease, f"no lease: {lease}")
        return lease

    def be_refused(self, name: str, password: str) -> None:
        """Try to join with a wrong password."""
        self._begin(JOIN.format(name=name, password=password))
        wait_for(self.stage, "the refusal", f"cat {PHONE}/log", "WRONG_KEY")
        status = self.stage.machine.run("sh", "-c", STATUS)
        check("COMPLETED" not in status, "a wrong password was taken")
        self.leave()

    def serve(self, name: str, password: str) -> None:
        """Be a network: its name in hexadecimal digits."""
        self._begin(SERVE.format(name=name, password=password))
        wait_for(self.stage, "the phone's network", STATUS, "wpa_state=COMPLETED")
        self.stage.machine.run("sh", "-c", LEASES)

    def leave(self) -> None:
        """Leave the network, or end it."""
        self.stage.machine.run("sh", "-c", LEAVE, check=False)

    def fetch(self, address: str) -> None:
        """Fetch the box's page."""
        wait_for(self.stage, "the page's port", "ss -ltn", ":8080")
        command = ("ip", "netns", "exec", "phone", "python3", "-ISc", FETCH, address, "8080")
        page = self.stage.machine.run(*command, limit_s=SERVICE_S)
        is_page = page.startswith("HTTP/1.1 200") and "<title>" in page
        check(is_page, f"no page from {address}: {page[:300]}")

    def be_led(self, address: str) -> None:
        """Ask on port 80, as a phone does that looks for the Internet."""
        command = ("ip", "netns", "exec", "phone", "python3", "-ISc", FETCH, address, "80")
        said = self.stage.machine.run(*command, limit_s=SERVICE_S)
        check(f"Location: http://{address}:8080/" in said, f"not led to the page: {said[:300]}")


def wait_for(stage: Stage, what: str, command: str, word: str, limit_s: float = SERVICE_S) -> str:
    """Run a command until its output has a word."""
    until_s = time.monotonic() + limit_s
    while word not in (said := stage.machine.run("sh", "-c", command, check=False)):
        check(time.monotonic() < until_s, f"{what} is not to be seen: {said[-300:]}")
        time.sleep(0.2)
    return said


def begin_radios(stage: Stage) -> tuple[Box, Phone]:
    """Give the machine its radios, the page to the network, and the box's code its wishes."""
    machine = stage.machine
    machine.run("sh", "-c", PREPARE, limit_s=SERVICE_S)
    machine.ask("write", path=CONFIG, text=EVERYWHERE)
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    machine.run("sh", "-c", BEGIN_WISHES, "sh", WISHES)
    return Box(stage), Phone(stage)


@contextmanager
def radios(stage: Stage) -> Iterator[tuple[Box, Phone]]:
    """Give the machine radios for a scene; afterwards it has none, as its twin."""
    machine = stage.machine
    before = machine.run("cat", CONFIG)
    yield begin_radios(stage)
    machine.run("sh", "-c", END_WISHES)
    machine.run("sh", "-c", PUT_AWAY, limit_s=SERVICE_S)
    machine.ask("write", path=CONFIG, text=before)
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    stage.meet()
