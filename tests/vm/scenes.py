"""What is tried on the machine, one function each; each returns what it saw, or raises."""

from __future__ import annotations

import base64
import json
import random
import re
import socket
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hands import Eyes, Hands, NotSeen, Tally
from machine import Machine
from twin import Row, Twin, read_rows

from firmware_py.notice import draw
from firmware_py.store import FILE_NAME
from hardware.surface import Frame

DATA = "/var/lib/tablemate"
READ_DATABASE = (
    "import base64, sqlite3, sys;"
    f"db = sqlite3.connect('file:{DATA}/{FILE_NAME}?mode=ro', uri=True);"
    "print(base64.b64encode(db.serialize()).decode())"
)
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
    print(urllib.request.urlopen(f"http://{sys.argv[1]}:8080/", timeout=5).status)
except OSError as error:
    print(error)
"""
SERVICE_S = 180.0


@dataclass
class Stage:
    """A running machine with its twin."""

    machine: Machine
    folder: Path
    log: Path
    tally: Tally = field(default_factory=Tally)
    hands: Hands | None = None
    _twins: int = 0

    @property
    def pair(self) -> Hands:
        """The hands on machine and twin."""
        assert self.hands is not None
        return self.hands

    def meet(self, limit_s: float = SERVICE_S) -> float:
        """Make a twin from what the machine has stored; wait until both show the same."""
        begun_s = time.monotonic()
        self.wait_for_service(limit_s)
        if self.hands is not None:
            self.hands.twin.close()
        self._twins += 1
        twin = Twin(self.folder / f"twin{self._twins}", self.database())
        self.hands = Hands(self.machine, twin, self.tally, seed=self._twins)
        self.hands.expect(limit_s)
        return time.monotonic() - begun_s

    def wait_for_service(self, limit_s: float = SERVICE_S) -> None:
        """Wait until the service says that it is ready."""
        until_s = time.monotonic() + limit_s
        while self.show("ActiveState") != "active":
            if time.monotonic() > until_s:
                raise NotSeen(self.machine.run("journalctl", "-u", "tablemate", "--no-pager"))
            time.sleep(0.5)

    def show(self, name: str) -> str:
        """Return a property of the service."""
        command = ("systemctl", "show", "tablemate", "--value", "-p", name)
        return self.machine.run(*command).strip()

    def database(self) -> bytes:
        """Return the stored matches; the service holds the file, so looking at it is harmless."""
        return base64.b64decode(self.machine.run("python3", "-c", READ_DATABASE))

    def rows(self) -> list[Row]:
        """Return the stored events."""
        copy = self.folder / "look.db"
        copy.write_bytes(self.database())
        found = read_rows(copy)
        for left in self.folder.glob("look.db*"):
            left.unlink()
        return found


Scene = Callable[[Stage], str]


def check(fact: bool, otherwise: str) -> None:
    """Raise NotSeen with a message unless a fact holds."""
    if not fact:
        raise NotSeen(otherwise)


def check_rows(stored: list[Row], wanted: list[Row]) -> None:
    """Raise NotSeen unless the stored events are those that are wanted."""
    missing = [row for row in wanted if row not in stored]
    strange = [row for row in stored if row not in wanted]
    check(stored == wanted, f"stored are {len(stored)}; missing {missing}, strange {strange}")


# --- one after the other, on one machine ---


def start(stage: Stage) -> str:
    """The service is ready after boot, and the first picture is the twin's."""
    boot_s = stage.machine.wait_for_agent()
    stage.meet()
    ready_s = int(stage.show("ActiveEnterTimestampMonotonic")) / 1e6
    return f"agent after {boot_s:.0f} s, service ready {ready_s:.0f} s after the kernel began"


def play_mana(stage: Stage) -> str:
    """A whole game of Mana through knob and buttons; every picture is the twin's."""
    hands = stage.pair
    hands.choose("English")
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
        f"{tally.repeated_turns} detents turned again; ended: {hands.twin.text[1]}"
    )


def hang(stage: Stage) -> str:
    """A program that hangs is replaced, and the match goes on at the same turn."""
    hands = stage.pair
    hands.hold("back")
    hands.begin_mana()
    for _ in range(4):
        hands.play_move()
    hands.read_on()
    turn, rows = hands.twin.frame, hands.twin.rows
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
    check(stage.pair.twin.frame == turn, "the match did not come back to the same turn")
    journal = stage.machine.run("journalctl", "-u", "tablemate", "--no-pager")
    check("Watchdog timeout" in journal, "systemd says nothing of a watchdog")
    traced = "with" if "most recent call first" in journal else "without"
    return (
        f"replaced and ready after {took_s:.0f} s, same turn, {traced} a traceback in the journal"
    )


def resume(hands: Hands) -> None:
    """Go on with the match, from Home or where the box is by itself."""
    if hands.twin.top_name != "Play":
        hands.choose("Resume")
    hands.read_on()


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
    back_s = hands.expect(30.0)
    check(hands.eyes.on, "the display stayed dark")
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
    games = ask_referee(machine.serial_path)
    pages = {
        address: machine.run("python3", "-c", ASK_PAGE, address).strip()
        for address in ("127.0.0.1", "192.168.77.1", "203.0.113.77")
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
    """A configuration that cannot be read: the display says so, and a correction mends it."""
    machine = stage.machine
    machine.ask("write", path="/etc/tablemate.toml", text="[display]\nchip = 7\n")
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S, check=False)
    wanted = draw("failed", "en").frame()
    until_s = time.monotonic() + 60
    while stage.pair.eyes.frame != wanted:
        check(time.monotonic() < until_s, "the display does not say that it cannot start")
        time.sleep(0.3)
    check(stage.show("NRestarts") == "0", "the service was tried again and again")
    machine.ask("write", path="/etc/tablemate.toml", text="")
    machine.run("systemctl", "restart", "tablemate", limit_s=SERVICE_S)
    stage.meet()
    return "'cannot start' on the display, no restarts; well again after the correction"


def ask_referee(path: Path) -> int:
    """Ask over the serial line which games there are; return how many."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(path))
        line.settimeout(3.0)
        heard = b""
        for _ in range(5):
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


def upgrade(stage: Stage) -> str:
    """Installing again keeps the matches, and the service is ready afterwards."""
    rows = stage.rows()
    begun_s = time.monotonic()
    command = ("/project/systemd/install", "--wheels", "/project/wheels")
    said = stage.machine.run(*command, limit_s=900)
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


# --- a machine for each ---


@dataclass
class Cuts:
    """What came of pulling the plug."""

    number: int = 0
    sure: list[Row] = field(default_factory=list)
    """What was confirmed before the last cut."""
    possible: list[Row] = field(default_factory=list)
    """The same with the move that was on its way."""
    kept_unconfirmed: int = 0
    dropped_unconfirmed: int = 0
    boots_s: list[float] = field(default_factory=list)


def check_after_cut(stage: Stage, cuts: Cuts) -> None:
    """Everything confirmed is there; of what was not, at most the one move that was on its way."""
    rows = stage.rows()
    kept = len(rows)
    check(
        len(cuts.sure) <= kept and rows == cuts.possible[:kept],
        f"after a cut there are {kept} events, confirmed were {len(cuts.sure)}",
    )
    if len(cuts.sure) < len(cuts.possible):
        cuts.kept_unconfirmed += rows == cuts.possible
        cuts.dropped_unconfirmed += rows != cuts.possible
    left = stage.machine.run("ls", DATA).split()
    strange = [name for name in left if re.search("damaged|aside|broken|recovered", name)]
    check(not strange, f"files were set aside: {strange}")


def play_until_cut(stage: Stage, cuts: Cuts, chance: random.Random) -> None:
    """Play some moves, then pull the plug around a last one."""
    hands = stage.pair
    if any("English" in line for line in hands.twin.text):
        hands.choose("English")
    for _ in range(chance.randint(1, 3)):
        step_on(hands)
    step_on(hands, last_press=False)
    cuts.sure = hands.twin.rows
    hands.twin.press("knob")
    cuts.possible = hands.twin.rows
    hands.send_press("knob", 0.03)
    # Half of the cuts come about when the move is being written.
    until_s = time.monotonic() + chance.uniform(0.0, chance.choice((0.06, 0.8)))
    while time.monotonic() < until_s and cuts.sure != cuts.possible:
        if hands.eyes.frame == hands.twin.frame:
            cuts.sure = cuts.possible
    stage.machine.cut_power()
    cuts.number += 1


def step_on(hands: Hands, *, last_press: bool = True) -> None:
    """Make a move in whatever match there is, up to its last press or with it."""
    while True:
        if hands.twin.match is None:
            if any("Resume" in line for line in hands.twin.text):
                resume(hands)
            else:
                hands.begin_mana()
        if hands.pick_move():
            break
        hands.hold("back")
    if last_press:
        hands.press()
