"""A phone without a network: the box opens its own Wi-Fi, again and again."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from air import NAMES, STATE, Box, begin_radios, radios, wait_for
from image import Image, say
from machine import Machine, journal_of
from stage import Stage, check

DROP_IN = "/run/systemd/system/tablemate-wifi.service.d/vm.conf"
IDLE_S = 25
TELL_EVERY = 10
RESOLVE = (
    "ip netns exec phone busybox nslookup connectivitycheck.gstatic.com 10.42.0.1"
    " | sed -n '/^Name/,$p'"
)
LEFT = f"""
ls {NAMES} /run/NetworkManager/system-connections 2>/dev/null
nmcli --terse --fields NAME connection show
iw dev wlan0 info
systemctl is-active tablemate-wifi
"""


def open_for_phones(stage: Stage) -> str:
    """On, associate, lease, page fetched, a wrong password refused, off: again and again."""
    opened_s: list[float] = []
    joined_s: list[float] = []
    closed_s: list[float] = []
    with radios(stage) as (box, phone):
        for number in range(1, stage.cycles + 1):
            begun_s = time.monotonic()
            name, password = box.open().identity
            opened_s.append(time.monotonic() - begun_s)
            if number == 1:
                phone.be_refused(name, "not-the-password")
            begun_s = time.monotonic()
            phone.join(name, password)
            phone.fetch("10.42.0.1")
            phone.be_led("10.42.0.1")
            joined_s.append(time.monotonic() - begun_s)
            if number == 1:
                found = stage.machine.run("sh", "-c", RESOLVE)
                check("10.42.0.1" in found, f"names do not lead to the box: {found}")
                wait_for(stage, "the phone in the state", f"cat {STATE}", '"phones": 1')
            phone.leave()
            begun_s = time.monotonic()
            box.close()
            closed_s.append(time.monotonic() - begun_s)
            if number % TELL_EVERY == 0:
                say(f"Wi-Fi opened, joined and closed {number} times")
        close_by_itself(stage, box)
    times = (opened_s, joined_s, closed_s)
    opened, joined, closed = (f"{statistics.median(each):.0f} s" for each in times)
    longest = ", ".join(f"{max(each):.0f}" for each in times)
    return (
        f"{stage.cycles} times: open in {opened}, a phone with lease and page in {joined}, closed "
        f"in {closed} (longest {longest} s); all names lead to the box, and port 80 to the page; "
        f"a wrong password refused; closed by itself after {IDLE_S} s alone (an hour on a box)"
    )


def close_by_itself(stage: Stage, box: Box) -> None:
    """Where nobody comes, it closes; after an hour on a box, and sooner here."""
    text = f"[Service]\nExecStart=\nExecStart=/usr/local/lib/tablemate/wifi --idle-s {IDLE_S}\n"
    stage.machine.run("mkdir", "-p", DROP_IN.rpartition("/")[0])
    stage.machine.ask("write", path=DROP_IN, text=text)
    stage.machine.run("systemctl", "daemon-reload")
    box.open()
    wait_for(stage, "the end by itself", f"cat {STATE}", '"idle"')
    box.wait_closed()
    stage.machine.run("rm", DROP_IN)
    stage.machine.run("systemctl", "daemon-reload")


def stay_closed(image: Image, disk: Path, folder: Path, log: Path) -> str:
    """Open when the machine is switched off, and when the plug is pulled; closed at the start."""
    before = ""
    for end in ("switched off", "cut off", ""):
        with Machine(image, disk, log) as machine, journal_of(machine):
            machine.wait_for_agent()
            stage = Stage(machine, folder, log)
            stage.wait_for_service()
            if before == "switched off":  # looked at before a helper starts, which would tidy up
                left = machine.run("ls", NAMES.rpartition("/")[0])
                check("tablemate" not in left, f"outlived a shut down: {left}")
            box, phone = begin_radios(stage)
            if before:
                check_closed(stage)
            if end:
                name, password = box.open().identity
                phone.join(name, password)
                machine.power_off() if end == "switched off" else machine.cut_power()
            before = end
    return "open at a shut down and at a power cut: no access point, no profile after the start"


def check_closed(stage: Stage) -> None:
    """Nothing of the box's own Wi-Fi is there."""
    left = stage.machine.run("sh", "-c", LEFT, check=False)
    strange = [word for word in ("Tablemate-", "hotspot", "type AP") if word in left]
    check(not strange and "inactive" in left, f"something stayed: {left}")
