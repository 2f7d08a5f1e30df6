"""A PostgreSQL and a Mosquitto of their own for tests: in a temporary folder, on loopback."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

PATIENCE_S = 60.0
POSTGRES = max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), default=None)
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")

needs_postgres = pytest.mark.skipif(POSTGRES is None, reason="apt install postgresql")
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="apt install mosquitto")


def free_port() -> int:
    """Return a port of loopback that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def ordinary_user() -> str | None:
    """Return whom a server runs as that refuses root; None if we are not root."""
    return "nobody" if os.geteuid() == 0 else None


@contextmanager
def postgres(folder: Path, *, syncs: bool = False) -> Iterator[str]:
    """Run PostgreSQL over a new database, and yield its address; its log is in the folder.

    With `syncs` it is set as Debian sets it, to be measured.
    """
    with ExitStack() as stack:
        if ordinary_user() is not None:
            # Every start of pytest closes its own folders to other users, also in a test.
            place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            place.chmod(0o711)
        else:
            place = folder
        yield stack.enter_context(
            _postgres(place / "postgres", folder / "postgres.log", syncs=syncs)
        )


@contextmanager
def _postgres(data: Path, log_file: Path, *, syncs: bool) -> Iterator[str]:
    assert POSTGRES is not None
    user = ordinary_user()
    data.mkdir(mode=0o700)
    # A path for a socket has a limit of about 100 characters, so it listens on a port only.
    port = free_port()
    if user is not None:
        os.chown(data, pwd.getpwnam(user).pw_uid, -1)
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    initdb = [
        str(POSTGRES.with_name("initdb")),
        "--no-sync",
        "-D",
        str(data),
        "-U",
        "club",
        "-A",
        "trust",
    ]
    subprocess.run(
        initdb, user=user, env=environment, cwd="/", check=True, stdout=subprocess.DEVNULL
    )
    options = [f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=",
               *(() if syncs else ("fsync=off", "shared_buffers=16MB"))]  # fmt: skip
    command = [str(POSTGRES), "-D", str(data), *(word for each in options for word in ("-c", each))]
    with log_file.open("w") as log:
        process = subprocess.Popen(command, user=user, env=environment, cwd="/", stderr=log)
        try:
            wait_for_port(port, process)
            yield f"postgresql://club@127.0.0.1:{port}/postgres"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE_S)


def wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return once a server takes connections."""
    ends = time.monotonic() + PATIENCE_S
    while True:
        assert process.poll() is None, "the server ended at once"
        assert time.monotonic() < ends, "the server does not start"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
