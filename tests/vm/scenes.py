"""What is tried on one machine, one function each; each returns what it saw, or raises."""

from __future__ import annotations

import base64
import json
import re
import socket
import statistics
import time
from pathlib import Path

from hands import Eyes, Hands, NotSeen
from stage import DATA, INSTALL_S, SERVICE_S, Stage, check, check_rows, resume, wait_for_notice

from firmware_py.app.service_screens import draw
from firmware_py.storage.store import FILE_NAME
from hardware.display.frame import Frame

DAMAGE_DATABASE = f"""
import base64, sqlite3
path = "{DATA}/{FILE_NAME}"
db = sqlite3.connect(f"file:{{path}}?immutable=1", uri=True)
(page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name='events'").fetchone()
(size,) = db.execute("PRAGMA page_size").fetchone()
with open(path, "r+b") as file:
    file.seek((page - 1) * size)
    file.write(bytes([0x55]) * size)
    file.seek(0)
    print(base64.b64encode(file.read()).decode())
"""
ADD_ADDRESSES = """
import fcntl, socket, struct
with socket.socket() as any:
    for number, address in enumerate(["192.168.77.1", "203.0.113.77"], 1):
        name = f"lo:{number}".encode()
        packed = struct.pack("16sH2s4s8x", name, socket.AF_INET, b"", socket.inet_aton(address))
        fcntl.ioctl(any, 0x8916, packed)
"""
ASK_PAGE = """
import sys, urllib.request
try:
    address, limit_s = sys.argv[1], float(sys.argv[2])
    print(urllib.request.urlopen(f"http://{address}:8080/", timeout=limit_s).status)
except OSError as error:
    print(error)
"""


def start(stage: Stage) -> str:
    """The service is ready after boot, and the first picture is the twin's."""
    boot_s = stage.machine.wait_for_agent()
    stage.meet()
    stage.pair.choose("English")
    ready_s = int(stage.show("ActiveEnterTimestampMonotonic")) / 1e6
    return f"agent after {boot_s:.0f} s, service ready {ready_s:.0f} s after the kernel began"


def play_mana(stage: Stage) -> str:
    """A whole game of Mana through knob and buttons; every picture is the twin's."""
    hands = stage.pair
    hands.begin_mana()
    moves = 0
    while hands.play_move():
        moves += 1
    check_rows(stage.rows(), hands.twin.rows)
    tally = stage.tally
    typical_ms = 1000 * statistics.median(tally.times_s)
    return (
        f"{moves} moves, {tally.inputs} inputs, {tally.equal} pictures equal, 0 different; "
        f"picture after {typical_ms:.0f} ms (median), {tally.longest_s:.1f} s at most; "
        f"{tally.repeated} inputs repeated; ended: {hands.twin.text[1]}"
    )


def hang(stage: Stage) -> str:
    """A program that hangs is replaced, and the match goes on at the same turn."""
    hands = stage.pair
    hands.hold("back")
    hands.begin_mana()
    for _ in range(4):
        hands.play_move()
    state, rows = hands.twin.match.state, hands.twin.rows
    old = stage.show("MainPID")
    begun_s = time.monotonic()
    stage.machine.run("sh", "-c", f"kill -STOP {old}")
    while stage.show("MainPID") in (old, "0") or stage.show("ActiveState") != "active":
        check(time.monotonic() < begun_s + SERVICE_S, "the hung program was not replaced")
        time.sleep(0.3)
    took_s = time.monotonic() - begun_s
    stage.meet()
    check_rows(stage.rows(), rows)
    resume(stage.pair)
    check(stage.pair.twin.match.state == state, "the match did not come back to the same turn")
    journal = stage.machine.run("journalctl", "-u", "tablemate", "--no-pager")
    check("Watchdog timeout" in journal, "systemd says nothing of a watchdog")
    traced = "with" if "most recent call first" in journal else "without"
    return (
        f"replaced and ready after {took_s:.0f} s, same turn, {traced} a traceback in the journal"
    )


def lose_display(stage: Stage) -> str:
    """The display is silent for ten seconds; play goes on, and the picture comes back whole."""
    hands = stage.pair
    hands.pick_move()
    restarts = stage.show("NRestarts")
    parameter = "/sys/module/i2c_oled/parameters/nak"
    stage.machine.ask("write", path=parameter, text="Y")
    gone_s = time.monotonic()
    hands.twin.press("knob")
    hands.send_press("knob")
    time.sleep(2)
    check_rows(stage.rows(), hands.twin.rows)
    time.sleep(max(0.0, gone_s + 10 - time.monotonic()))
    stage.machine.ask("tape")
    hands.eyes = Eyes(stage.machine, seed=99)
    stage.machine.ask("write", path=parameter, text="N")
    back_s = hands.expect(SERVICE_S)
    check(stage.show("NRestarts") == restarts, "the service was restarted")
    return (
        f"a move made meanwhile was stored; whole picture {back_s:.1f} s after the display was back"
    )


def reach_devices(stage: Stage) -> str:
    """The hardened unit reaches pins, display, serial port and page, and the Internet cannot."""
    machine = stage.machine
    machine.run("python3", "-c", ADD_ADDRESSES)
    settings = '[web]\nhost = "0.0.0.0"\n[serial]\nuse = "referee"\nport = "/dev/ttyUSB0"\n'
    machine.ask("write", path="/etc/tablemate.toml", text=settings)
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    stage.meet()
    games = ask_referee(machine.serial)
    pages = {
        address: machine.run("python3", "-c", ASK_PAGE, address, limit_s).strip()
        for address, limit_s in (
            *(("127.0.0.1", "240"), ("192.168.77.1", "240")),
            ("203.0.113.77", "20"),  # nobody answers, however long one waits
        )
    }
    check(pages["127.0.0.1"] == "200", f"no page on the machine itself: {pages}")
    check(pages["192.168.77.1"] == "200", f"no page on a private network: {pages}")
    check("timed out" in pages["203.0.113.77"], f"a public address got an answer: {pages}")
    said = machine.run("systemd-analyze", "security", "tablemate", "--no-pager")
    score = re.search(r"exposure level .*: ([\d.]+)", said)
    return (
        f"GPIO, I2C, USB serial ({games} games) and page answer; a private address is served, "
        f"a public one is not; exposure {score[1] if score else '?'}"
    )


def misconfigure(stage: Stage) -> str:
    """A configuration that cannot be read: the display says so, and a correction helps."""
    machine = stage.machine
    machine.ask("write", path="/etc/tablemate.toml", text="[display]\nchip = 7\n")
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S, check=False)
    wait_for_notice(stage, "failed")
    check(stage.show("NRestarts") == "0", "the service was tried again and again")
    machine.ask("write", path="/etc/tablemate.toml", text="")
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    stage.meet()
    return "'cannot start' on the display, no restarts; well again after the correction"


def ask_referee(line: socket.socket) -> int:
    """Ask over the serial line which games there are; return how many."""
    line.settimeout(5.0)
    heard = b""
    for _ in range(60):
        line.sendall(b'{"cmd":"games","id":7}\n')
        try:
            while b"\n" not in heard or b'"id"' not in heard:
                heard += line.recv(65536)
        except TimeoutError:
            continue
        break
    for text in heard.decode(errors="replace").splitlines():
        if '"games"' in text:
            return len(json.loads(text)["games"])
    raise NotSeen(f"the referee on the serial port said {heard!r}")


def give_up(stage: Stage) -> str:
    """A program that ends again and again: after some tries the display says where to look."""
    machine = stage.machine
    begun_s = time.monotonic()
    while stage.show("ActiveState") != "failed":
        check(time.monotonic() < begun_s + 2 * SERVICE_S, "it was tried again and again")
        machine.run("systemctl", "kill", "--signal=KILL", "tablemate", check=False)
        time.sleep(0.3)
    tries, result = stage.show("NRestarts"), stage.show("Result")
    wait_for_notice(stage, "failed")
    machine.run("systemctl", "reset-failed", "tablemate")
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    stage.meet()
    return f"gave up after {tries} restarts ({result}), 'cannot start' on the display"


def damage(stage: Stage) -> str:
    """A damaged page of the file: it is set aside, what is readable stays, the display says so."""
    machine = stage.machine
    before = stage.rows()
    machine.run("systemctl", "stop", "tablemate", limit_s=SERVICE_S)
    damaged = base64.b64decode(machine.run("python3", "-c", DAMAGE_DATABASE))
    machine.run("systemctl", "start", "tablemate", limit_s=SERVICE_S)
    stage.meet(damaged)
    twin = stage.pair.twin
    shown = " / ".join(twin.text)
    check("damaged" in shown, f"the display says nothing: {shown}")
    after = stage.rows()
    check_rows(after, twin.rows)
    left = machine.run("ls", DATA).split()
    check(f"{Path(FILE_NAME).stem}-damaged-1.db" in left, f"nothing was set aside: {left}")
    stage.pair.press()
    return f"{len(after)} of {len(before)} events recovered, the display says: {shown}"


def upgrade(stage: Stage) -> str:
    """Installing again keeps the matches, and the service is ready afterwards."""
    rows = stage.rows()
    begun_s = time.monotonic()
    command = ("/project/systemd/install", "--wheels", "/project/wheels")
    said = stage.machine.run(*command, limit_s=INSTALL_S)
    took_s = time.monotonic() - begun_s
    check("started the service" in said, said)
    stage.meet()
    check_rows(stage.rows(), rows)
    return f"installed again in {took_s:.0f} s without a network, {len(rows)} events kept"


def switch_off(stage: Stage) -> str:
    """Shut down from the menu: the two last pictures, the second with the disk read-only."""
    hands = stage.pair
    hands.hold("back")
    hands.choose("Shut down")
    hands.choose("Yes")
    hands.point("Yes")
    hands.send_press()
    begun_s = time.monotonic()
    stage.machine.wait_for_end()
    took_s = time.monotonic() - begun_s
    text = stage.log.read_text(errors="replace").rpartition("VM-ROOT")[2]
    root = text.partition("\n")[0]
    check(" ro," in root, f"the disk was still writable: {root}")
    tape = text.partition("VM-TAPE-BEGIN")[2].partition("VM-TAPE-END")[0]
    seen = frames_of(bytes.fromhex("".join(re.findall(r"\b[0-9a-f]{2}\b", tape))), hands)
    check(draw("shutting-down", "en").frame() in seen, "'shutting down' was not drawn")
    check(seen[-1:] == [draw("safe-to-unplug", "en").frame()], "'safe to unplug' is not the last")
    return (
        f"'shutting down', then 'safe to unplug' with the disk read-only; off after {took_s:.0f} s"
    )


def frames_of(tape: bytes, hands: Hands) -> list[Frame]:
    """Return every picture that a tape gives, while the display is lit."""
    eyes, seen, at = hands.eyes, [], 0
    while at < len(tape):
        end = at + 2 + int.from_bytes(tape[at : at + 2], "little")
        eyes.feed(tape[at:end])
        if eyes.on:
            seen.append(eyes.picture)
        at = end
    return seen
