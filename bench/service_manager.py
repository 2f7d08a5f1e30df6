"""A little of systemd, for updates in a folder: starts the box, hears READY, and says how it is.

python service_manager.py FOLDER restart|reset-failed|show|stop ...   in the place of systemctl

FOLDER holds `programs/env`, `data`, and what is noted here. One process watches over each run of
the program, as systemd would; a run that ends by itself has failed.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

LONGEST_S = 60.0


def read_state(folder: Path) -> dict[str, Any]:
    """Return how the service is."""
    try:
        found: dict[str, Any] = json.loads((folder / "state").read_text())
    except (OSError, ValueError):
        return {"ActiveState": "inactive", "InvocationID": "", "watcher": 0, "program": 0}
    return found


def write_state(folder: Path, **state: object) -> None:
    """Note how the service is."""
    part = folder / f"state.{os.getpid()}"
    part.write_text(json.dumps(state))
    part.replace(folder / "state")


def end(number: int, how: signal.Signals) -> None:
    """End a process that this one started, and wait until it is gone."""
    ends_s = time.monotonic() + LONGEST_S
    while number and time.monotonic() < ends_s:
        try:
            os.kill(number, how)
        except ProcessLookupError:
            return
        time.sleep(0.02)
        if Path(f"/proc/{number}/stat").exists():
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
            if state == "Z":
                return


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Process requests one after the other."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def stop(folder: Path, how: signal.Signals = signal.SIGTERM) -> None:
    """End the program, and its watcher before it."""
    with alone(folder):
        _stop(folder, how)


def _stop(folder: Path, how: signal.Signals = signal.SIGTERM) -> None:
    state = read_state(folder)
    end(state["watcher"], signal.SIGKILL)
    end(state["program"], how)
    write_state(folder, ActiveState="inactive", InvocationID="", watcher=0, program=0)
    for place in folder.glob("notify-*"):
        place.unlink()


def restart(folder: Path) -> None:
    """End the program and start it anew; when this returns, somebody watches over it."""
    with alone(folder):
        _stop(folder)
        run = uuid4().hex
        write_state(folder, ActiveState="activating", InvocationID=run, watcher=0, program=0)
        begin("watch", folder, run)
        ends_s = time.monotonic() + LONGEST_S
        while read_state(folder).get("seen") != run and time.monotonic() < ends_s:
            time.sleep(0.01)


def begin(command: str, folder: Path, *more: str) -> subprocess.Popen[bytes]:
    """Run a function in a process of its own session, which outlives its caller."""
    return subprocess.Popen(
        [sys.executable, __file__, folder, command, *more],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def watch(folder: Path, run: str) -> None:
    """Run the program, hear what it says, and note how it is."""
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear,
        (folder / "said").open("ab") as said,
    ):
        place = folder / f"notify-{run[:8]}"
        ear.bind(str(place))
        ear.settimeout(0.05)
        (folder / "run").mkdir(exist_ok=True)
        places = {"NOTIFY_SOCKET": str(place), "RUNTIME_DIRECTORY": str(folder / "run")}
        # The first line of the script cannot name a Python below a folder with a space.
        python, script = (folder / "programs/env/bin" / name for name in ("python", "tablemate"))
        program = subprocess.Popen(
            [python, script, "--panel", "none", "--data", folder / "data"],
            env={**os.environ, **places},
            cwd=folder / "run",
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        mine = {"InvocationID": run, "seen": run, "watcher": os.getpid(), "program": program.pid}
        write_state(folder, ActiveState="activating", **mine)
        while program.poll() is None:
            try:
                if b"READY=1" in ear.recv(4096):
                    write_state(folder, ActiveState="active", **mine)
            except TimeoutError:
                continue
        place.unlink(missing_ok=True)
        write_state(folder, ActiveState="failed", **mine | {"watcher": 0, "program": 0})


def main(folder: Path, command: str, *_: str) -> None:
    """Do what systemctl would do."""
    if command == "restart":
        begin("restart-now", folder).wait()
    elif command == "restart-now":
        restart(folder)
    elif command == "watch":
        watch(folder, _[0])
    elif command == "stop":
        stop(folder)
    elif command == "show":
        state = read_state(folder)
        print(f"ActiveState={state['ActiveState']}\nSubState=\nNRestarts=0")
        print(f"InvocationID={state['InvocationID']}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
