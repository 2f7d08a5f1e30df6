"""People who mean harm: an attacker on the network, and one who took over the service's user."""

from __future__ import annotations

from stage import DATA, SERVICE_S, Stage, check

from firmware_py.panels.web.connection import SOCKET_PATH
from firmware_py.storage.database import LOCK_NAME, NEW_NAME
from firmware_py.storage.event_log import NEWEST_NAME as NEWEST
from firmware_py.storage.recovery_report import RECOVERED, RECOVERING
from firmware_py.storage.store import FILE_NAME

FLOOD_S = 40
GROUP = "/sys/fs/cgroup/system.slice/tablemate.service"
FLOOD = f"""
import base64, os, socket, struct, time
until = time.monotonic() + {SERVICE_S}
while True:  # the page comes a moment after the first picture
    try:
        line = socket.create_connection(("127.0.0.1", 8080), timeout=240)
        break
    except ConnectionRefusedError:
        if time.monotonic() > until:
            raise
        time.sleep(1)
line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
head = ["GET {SOCKET_PATH} HTTP/1.1", "Host: 127.0.0.1:8080", "Origin: http://127.0.0.1:8080",
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
line.sendall("\\r\\n".join([*head, "", ""]).encode())
answer = line.recv(12)
ping = struct.pack("BB", 0x89, 0x80 | 125) + bytes(4) + bytes(125)
sent, begun = 0, time.monotonic()
line.settimeout(1)
while time.monotonic() < begun + {FLOOD_S}:
    try:
        sent += line.send(ping * 64)
    except TimeoutError:
        continue
    except OSError:
        break
print(answer.decode(), sent, time.monotonic() - begun)
"""
"""Asks for an answer again and again, and reads none. Pings may be cut anywhere: all are alike."""

PLANT = """
import os, sys
data, victim, *names = sys.argv[1:]
for name in names:
    if not os.path.lexists(f"{data}/{name}"):
        os.symlink(victim, f"{data}/{name}")
"""
NAMES = (
    *(LOCK_NAME, NEW_NAME, RECOVERING, RECOVERED, NEWEST),
    *(f"{FILE_NAME}-wal", f"{FILE_NAME}-shm", f"{FILE_NAME}-journal"),
    *("tablemate-before-1.db", "tablemate-damaged-1.db"),
)
"""What the box itself writes in its folder."""
OUTSIDE = "/srv/outside"
STATE = (
    f"find {OUTSIDE} -printf '%p %y %m %u %s %l\\n' | sort; "
    f"find {OUTSIDE} -type f | sort | xargs sha256sum"
)


def flood(stage: Stage) -> str:
    """An attacker who asks and never listens: the box stays within its memory, and goes on."""
    machine = stage.machine
    before = stage.show("MainPID"), stage.show("NRestarts")
    limit = int(stage.show("MemoryMax"))
    command = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
    said = machine.run(*command, "python3", "-c", FLOOD, limit_s=FLOOD_S + 2 * SERVICE_S)
    answer, sent, took_s = said.strip().rsplit(" ", 2)
    check(answer == "HTTP/1.1 101", f"the page did not let the attacker in: {said}")
    check((stage.show("MainPID"), stage.show("NRestarts")) == before, "the box was replaced")
    peak = int(machine.run("cat", f"{GROUP}/memory.peak"))
    check(peak < limit, f"the box used {peak} bytes, all that it may")
    stage.pair.turn(1)
    stage.pair.turn(-1)
    return (
        f"{int(sent) >> 10} KB of pings in {float(took_s):.0f} s of at most {FLOOD_S}, none of the "
        f"answers read; "
        f"{peak >> 20} MB at most of {limit >> 20}, same program, and it answers the knob"
    )


def plant_links(stage: Stage) -> str:
    """The service's user puts links into its folder; root's commands touch nothing outside."""
    machine = stage.machine
    rows = stage.rows()
    machine.run("sh", "-c", f"mkdir -p {OUTSIDE}/made && echo precious >{OUTSIDE}/victim")
    good = f"{OUTSIDE}/made/good.db"
    as_root(stage, "backup", good)
    machine.run("systemctl", "stop", "tablemate", limit_s=SERVICE_S)
    user = ("setpriv", "--reuid=tablemate", "--regid=tablemate", "--clear-groups")
    done: list[str] = []
    for target in (f"{OUTSIDE}/victim", f"{OUTSIDE}/new"):
        for command in (
            *(("report",), ("backup",), ("restore", good)),
            *(("export", "--match", "1"), ("doctor", "--no-input")),
        ):
            machine.run("sh", "-c", f"rm -f {DATA}/{LOCK_NAME}")
            machine.run(*user, "python3", "-c", PLANT, DATA, target, *NAMES)
            before = machine.run("sh", "-c", STATE)
            named = (
                command[1:]
                if command[0] in ("restore", "doctor")
                else (*command[1:], f"/root/{command[0]}-{len(done)}")
            )
            as_root(stage, command[0], *named, check=False)
            after = machine.run("sh", "-c", STATE)
            check(after == before, f"{command} through a link changed\n{before}\nto\n{after}")
            done.append(command[0])
    machine.run("sh", "-c", f"find {DATA} -maxdepth 1 -type l -delete")
    as_root(stage, "restore", good)
    machine.run("chown", "-R", "tablemate:tablemate", DATA)
    machine.run("systemctl", "start", "tablemate", limit_s=SERVICE_S)
    stage.meet()
    check(stage.rows() == rows, "the matches are not those that were backed up")
    return f"{len(done)} commands of root over {len(NAMES)} planted links: nothing outside changed"


def as_root(stage: Stage, *command: str, check: bool = True) -> str:
    """Run one of the box's commands on its data, as root."""
    whole = ("tablemate", "--data", DATA, *command)
    return stage.machine.run(*whole, limit_s=SERVICE_S, check=check)
