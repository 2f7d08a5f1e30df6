"""A phone without a network: the box opens its own Wi-Fi, on two simulated radios.

    wlan0   the box's, under NetworkManager          both are mac80211_hwsim: frames of the kernel's
    phone   a second radio, in a network namespace   own Wi-Fi stack, without an antenna

The phone is wpa_supplicant and a DHCP client. The wishes come from the box's code, as its user;
that the menu leaves them is a matter of the other tests.
"""

from __future__ import annotations

import json
import statistics
import time
from typing import Any

from stage import DATA, SERVICE_S, Stage, check

DROP_IN = "/run/systemd/system/tablemate-wifi.service.d/vm.conf"
IDLE_S = 25
PHONE = "/run/phone"
STATE = "/run/tablemate-wifi/state"
CONFIG = "/etc/tablemate.toml"
EVERYWHERE = '[web]\nhost = "0.0.0.0"\n'
PREPARE = """
set -e
modprobe mac80211_hwsim radios=2
for _ in $(seq 100); do [ -e /sys/class/net/wlan1 ] && break; sleep 0.1; done
systemctl start NetworkManager
nmcli device set wlan1 managed no
ip netns add phone
iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
ip -n phone link set lo up
"""
PUT_AWAY = """
ip netns delete phone
systemctl stop NetworkManager wpa_supplicant
for _ in $(seq 100); do modprobe -r mac80211_hwsim && break; sleep 0.2; done
"""
JOIN = f"""
mkdir -p {PHONE}
cat >{PHONE}/conf <<TEXT
ctrl_interface={PHONE}/control
network={{
  ssid="$1"
  psk="$2"
  scan_ssid=1
}}
TEXT
ip netns exec phone wpa_supplicant -B -i wlan1 -c {PHONE}/conf -P {PHONE}/pid -f {PHONE}/log
"""
STATUS = f"ip netns exec phone wpa_cli -p {PHONE}/control -i wlan1 status"
LEAVE = f"kill $(cat {PHONE}/pid) && while [ -e {PHONE}/pid ]; do sleep 0.1; done; rm -rf {PHONE}"
LEASE = "ip netns exec phone busybox udhcpc -i wlan1 -n -q -f -t 10 -s /usr/local/sbin/vm-lease"
FETCH = (
    "import sys, urllib.request; page = urllib.request.urlopen(sys.argv[1], timeout=60);"
    "print(page.status, len(page.read()))"
)
GONE = "ip -4 address show dev wlan0 | grep -q 10.42 || echo gone"
RESOLVE = (
    "ip netns exec phone busybox nslookup connectivitycheck.gstatic.com 10.42.0.1"
    " | sed -n '/^Name/,$p'"
)


def wait_for(stage: Stage, what: str, command: str, word: str, limit_s: float = SERVICE_S) -> str:
    """Run a command until its output has a word."""
    until_s = time.monotonic() + limit_s
    while word not in (said := stage.machine.run("sh", "-c", command, check=False)):
        check(time.monotonic() < until_s, f"{what} is not to be seen: {said[-300:]}")
        time.sleep(0.5)
    return said


def ask(stage: Stage, wish: str) -> dict[str, Any]:
    """Let the box's own code leave a wish, as its user, and return the answer."""
    code = (
        "from pathlib import Path; from firmware_py.app.wifi import *;"
        f"import json; wifi = Wifi(Path('{DATA}'), Path('/run/tablemate/wifi'));"
        f"state = wifi.ask({wish}); print(json.dumps([state.error, state.own, wifi.identity]))"
    )
    command = ("setpriv", "--reuid", "tablemate", "--regid", "tablemate", "--init-groups")
    python = "/opt/tablemate/env/bin/python"
    said = stage.machine.run(*command, python, "-c", code, limit_s=SERVICE_S)
    error, own, identity = json.loads(said)
    return {"error": error, "own": own, "identity": identity}


def open_for_phones(stage: Stage) -> str:
    """On, associate, lease, page fetched, a wrong password refused, off: again and again."""
    machine, cycles = stage.machine, stage.cycles
    machine.run("sh", "-c", PREPARE, limit_s=SERVICE_S)
    before = machine.run("cat", CONFIG)
    machine.ask("write", path=CONFIG, text=EVERYWHERE)
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    opened_s, joined_s = [], []
    for number in range(cycles):
        begun_s = time.monotonic()
        answer = ask(stage, "wifi.open_wish()")
        check(not answer["error"], f"cycle {number}: it does not open: {answer}")
        opened_s.append(time.monotonic() - begun_s)
        name, password = answer["identity"]
        if number == 0:
            refuse_stranger(stage, name)
        begun_s = time.monotonic()
        machine.run("sh", "-c", JOIN, "sh", name, password)
        wait_for(stage, "the phone in the Wi-Fi", STATUS, "wpa_state=COMPLETED")
        lease = machine.run("sh", "-c", LEASE, limit_s=SERVICE_S)
        check("10.42.0." in lease, f"cycle {number}: no lease: {lease}")
        joined_s.append(time.monotonic() - begun_s)
        fetch = ("ip", "netns", "exec", "phone", "python3", "-c", FETCH)
        wait_for(stage, "the page's port", "ss -ltn", ":8080")
        page = machine.run(*fetch, "http://10.42.0.1:8080/", limit_s=SERVICE_S)
        check(page.startswith("200 "), f"cycle {number}: no page: {page}")
        if number == 0:
            check("10.42.0.1" in machine.run("sh", "-c", RESOLVE), "names do not lead to the box")
            wait_for(stage, "the phone in the state", f"cat {STATE}", '"phones": 1')
        machine.run("sh", "-c", LEAVE, check=False)
        closed = ask(stage, "CLOSE")
        check(closed["own"] is None and not closed["error"], f"it does not close: {closed}")
        wait_for(stage, "the address gone", GONE, "gone", 60.0)
    close_by_itself(stage)
    left = machine.run("sh", "-c", "ls /run/NetworkManager/system-connections", check=False)
    check("tablemate" not in left, f"something stayed: {left}")
    machine.run("sh", "-c", PUT_AWAY, limit_s=SERVICE_S)  # the twin has no radio
    machine.ask("write", path=CONFIG, text=before)
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    stage.meet()
    return (
        f"{cycles} times: open in {statistics.median(opened_s):.0f} s, a phone with its lease in "
        f"{statistics.median(joined_s):.0f} s, page fetched, closed; all names lead to the box; a "
        f"wrong password refused; closed by itself after {IDLE_S} s alone (an hour on a box)"
    )


def close_by_itself(stage: Stage) -> None:
    """Where nobody comes, it closes; after an hour on a box, and sooner here."""
    text = f"[Service]\nExecStart=\nExecStart=/usr/local/lib/tablemate/wifi --idle-s {IDLE_S}\n"
    stage.machine.run("mkdir", "-p", DROP_IN.rpartition("/")[0])
    stage.machine.ask("write", path=DROP_IN, text=text)
    stage.machine.run("systemctl", "daemon-reload")
    check(not ask(stage, "wifi.open_wish()")["error"], "it does not open once more")
    wait_for(stage, "the end by itself", f"cat {STATE}", '"idle"')


def refuse_stranger(stage: Stage, name: str) -> None:
    """A wrong password does not get in."""
    machine = stage.machine
    machine.run("sh", "-c", JOIN, "sh", name, "not-the-password")
    wait_for(stage, "the refusal", f"cat {PHONE}/log", "WRONG_KEY")
    check("COMPLETED" not in machine.run("sh", "-c", STATUS), "a wrong password was taken")
    machine.run("sh", "-c", LEAVE, check=False)
