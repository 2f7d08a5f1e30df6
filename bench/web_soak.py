"""Send very many hostile connections to the web page and look whether anybody else notices.

    python bench/web_soak.py [--connections 10000] [--requests 20000] [--seed 1]

Attackers (addresses 127.1.x.y, which count as the network here) send noise, half requests, huge
headers, wrong names, tricks with paths, frames of every kind, floods of pings that nobody reads,
requests to pair and guesses; some of them then sit there and say nothing. Now and then this
machine opens the page, a paired page turns the knob, and the program's memory, threads and log
are looked at. Then pages, half of them paired, send requests of every kind with whatever JSON and
Unicode can spell to a box with a match on its table. A broken promise stops the run; the same seed
sends the same bytes.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import socket
import struct
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

from page_requests import random_request
from page_table import NoAnswer, PageTable
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from firmware_py.panels.web.connection_limits import LOG_EVERY_S, SOCKETS_AT_MOST
from firmware_py.panels.web.panel import WebPanel
from firmware_py.system.pairing import Pairing
from hardware.events import Inbox, Turned

CONNECTIONS = 10_000
REQUESTS = 20_000
LOOK_EVERY = 250
IDLE_AT_MOST = 100
"""Silent sockets that attackers hold at a time: more than there are places."""
GROWTH_AT_MOST_KB = 48 * 1024
PATIENCE_S = 20.0
FRIEND = "127.0.0.2"
"""A page in the network that was paired."""
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
PATHS = (
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "//etc/passwd",
    "/panel/../panel",
    "http://evil.example/",
    "/" + "a" * 7000,
    "*",
    "/\u00e9",
    "/app.js%00.css",
    "/?" + "&".join(f"x={n}" for n in range(500)),
)


class Broken(Exception):
    """A promise was broken."""


class Counts(NamedTuple):
    """What was done, and what was seen."""

    connections: int
    looks: int
    growth_kb: int
    log_lines: int
    turns: int
    requests: int
    answers: int


# --- what attackers send ----------------------------------------------------------------------


def _request(host: str, path: str = "/", *more: str, method: str = "GET") -> bytes:
    lines = (f"{method} {path} HTTP/1.1", f"Host: {host}", *more)
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "replace")


def _upgrade(host: str) -> bytes:
    return _request(
        host,
        "/panel",
        f"Origin: http://{host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {KEY}",
        "Sec-WebSocket-Version: 13",
    )


def _frame(opcode: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        head = bytes((opcode, 0x80 | size))
    else:
        head = bytes((opcode, 0x80 | 126)) + struct.pack(">H", size)
    return head + bytes(4) + payload


def noise(lot: random.Random, _: str) -> bytes:
    """Anything at all."""
    return lot.randbytes(lot.randrange(1, 4000))


def half_a_request(lot: random.Random, host: str) -> bytes:
    """A request that stops in the middle."""
    whole = lot.choice((_request(host), _upgrade(host)))
    return whole[: lot.randrange(len(whole))]


def huge_headers(lot: random.Random, host: str) -> bytes:
    """Long lines, many lines."""
    if lot.random() < 0.5:
        return _request(host, "/", "X: " + "y" * lot.randrange(1000, 40_000))
    return _request(host, "/", *(f"X-{n}: y" for n in range(lot.randrange(100, 1000))))


def wrong_name(lot: random.Random, _: str) -> bytes:
    """A name that is not ours, in one way or another."""
    names = ("evil.example", "", "a b", "[::1", "127.0.0.1.evil.example", "\0", "x" * 3000)
    return _upgrade(lot.choice(names))


def odd_path(lot: random.Random, host: str) -> bytes:
    """A way out of the page's own files, or a method that is none."""
    return _request(host, lot.choice(PATHS), method=lot.choice(("GET", "HEAD", "POST", "\u2028")))


def request_and_noise(lot: random.Random, host: str) -> bytes:
    """Rubbish behind a request, in the same breath."""
    return lot.choice((_request(host), _upgrade(host))) + lot.randbytes(lot.randrange(1, 500))


def odd_frames(lot: random.Random, host: str) -> bytes:
    """Frames of every kind, some of them none."""
    frames = [
        _frame(lot.randrange(256), lot.randbytes(lot.choice((0, 1, 2, 125, 126, 400, 3000))))
        for _ in range(lot.randrange(1, 30))
    ]
    return _upgrade(host) + b"".join(frames)


def odd_messages(lot: random.Random, host: str) -> bytes:
    """Words the page might say, and words it would not."""
    words: list[object] = [
        {"kind": "pair"},
        {"kind": "code", "code": f"{lot.randrange(10**8):08}"},
        {"kind": "token", "token": "x" * lot.randrange(400)},
        {"kind": "turn", "steps": lot.choice((1, -64, 65, 10**30, 0.5))},
        {"kind": "edge", "control": lot.choice(("knob", "nose")), "down": True},
        {"kind": "ask"},
        [[[]]],
        lot.random(),
    ]
    chosen = (lot.choice(words) for _ in range(lot.randrange(1, 40)))
    return _upgrade(host) + b"".join(_frame(0x81, json.dumps(each).encode()) for each in chosen)


def pings(lot: random.Random, host: str) -> bytes:
    """A flood that wants an answer to each drop, and reads none."""
    return _upgrade(host) + _frame(0x89, b"x" * 125) * lot.randrange(10, 3000)


Attack = Callable[[random.Random, str], bytes]
ATTACKS: tuple[Attack, ...] = (
    noise,
    half_a_request,
    huge_headers,
    wrong_name,
    odd_path,
    request_and_noise,
    odd_frames,
    odd_messages,
    pings,
)


# --- the run ------------------------------------------------------------------------------------


class Siege:
    """A page, attackers around it, and people who use it."""

    def __init__(self, seed: int) -> None:
        self._lot = random.Random(seed)
        self.inbox = Inbox()
        self.pairing = Pairing(clock=time.monotonic)
        self.panel = WebPanel(
            self.inbox, self.pairing, port=0, is_local=lambda address: address == "127.0.0.1"
        )
        self.host = f"127.0.0.1:{self.panel.port}"
        self.turns = 0
        self._idle: deque[socket.socket] = deque()
        self._open = ExitStack()
        self._friend = self._pair()

    def close(self) -> None:
        """End it."""
        for each in self._idle:
            each.close()
        self._open.close()
        self.panel.close()

    def attack(self) -> None:
        """Send one attacker."""
        lot = self._lot
        client = socket.socket()
        client.settimeout(0.2)
        with suppress(OSError):
            client.bind((f"127.1.{lot.randrange(4)}.{lot.randrange(1, 20)}", 0))
            client.connect(("127.0.0.1", self.panel.port))
            client.sendall(lot.choice(ATTACKS)(lot, self.host))
            if lot.random() < 0.2:
                client.recv(2000)
        if lot.random() < 0.3:  # stays, and says nothing more
            self._idle.append(client)
            client = self._idle.popleft() if len(self._idle) > IDLE_AT_MOST else socket.socket()
        if lot.random() < 0.3:  # hangs up without a word
            with suppress(OSError):
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()

    def look(self) -> None:
        """Use the page from this machine and from the paired one; nothing else acts."""
        page = HTTPConnection("127.0.0.1", self.panel.port, timeout=PATIENCE_S)
        page.request("GET", "/")
        status = page.getresponse().status
        page.close()
        if status != 200:
            raise Broken(f"this machine got {status}")
        if self.inbox.waiting():
            raise Broken(f"an attacker did something: {self.inbox.take(0)}")
        self._friend.send('{"kind":"turn","steps":1}')
        ends_s = time.monotonic() + PATIENCE_S
        while not isinstance(self.inbox.take(0.1), Turned):
            if time.monotonic() > ends_s:
                raise Broken("the paired page cannot turn the knob")
        self.turns += 1
        if self.panel.limits.from_network > SOCKETS_AT_MOST:
            raise Broken(f"{self.panel.limits.from_network} sockets are open")

    def _pair(self) -> ClientConnection:
        answer = self.pairing.ask(FRIEND)
        assert answer.state == "asked"
        self.pairing.show()
        token = self.pairing.enter(FRIEND, self.pairing.code or "")
        assert token.state == "paired"
        client = self._open.enter_context(
            connect(
                f"ws://{self.host}/panel",
                origin=Origin(f"http://{self.host}"),
                proxy=None,
                source_address=(FRIEND, 0),
                max_queue=None,
            )
        )
        client.send(json.dumps({"kind": "token", "token": token.token}))
        return client


class _Count(logging.Handler):
    """Counts the lines of the log."""

    lines = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count, with the lines of a traceback."""
        self.lines += 1 + self.format(record).count("\n")


def resident_kb() -> int:
    """Return the memory this program has now."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


def send_requests(count: int, seed: int) -> int:
    """Send requests to a box with a match; return how many were answered, or raise Broken."""
    lot = random.Random(seed)
    answers: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        table = PageTable(Path(folder))
        try:
            for is_paired in (False, True):
                sent = [random_request(lot) for _ in range(count // 2)]
                wanted = sum(1 for _, what in sent if what)
                table.run(partial(_ask_all, table, sent, answers, is_paired=is_paired))
                # A paired page may open a request to pair; a viewer may open nothing.
                is_there = table.screen in table.app.screens if is_paired else False
                if not is_there and table.app.top is not table.screen:
                    raise Broken(f"the table left its match for {type(table.app.top).__name__}")
                if answers[-1] < wanted:
                    raise Broken(f"{wanted} requests were sent and {answers[-1]} answered")
        except NoAnswer as error:
            raise Broken(str(error)) from error
        finally:
            table.close()
    return sum(answers)


def _ask_all(
    table: PageTable, sent: list[tuple[str, str]], answers: list[int], *, is_paired: bool
) -> None:
    answers.append(table.ask_all(sent, is_paired=is_paired))


def run(
    connections: int,
    seed: int,
    requests: int = 0,
    besiege: Callable[[int], Siege] = Siege,
) -> Counts:
    """Send a number of attackers and requests; raise Broken when a user notices."""
    log = _Count()
    logging.getLogger().addHandler(log)
    threads = threading.active_count()
    began_s = time.monotonic()
    siege = besiege(seed)
    looks = before_kb = 0
    try:
        for number in range(1, connections + 1):
            siege.attack()
            if number % LOOK_EVERY == 0 or number == connections:
                siege.look()
                looks += 1
                before_kb = before_kb or resident_kb()
        growth_kb = resident_kb() - before_kb
        if growth_kb > GROWTH_AT_MOST_KB:
            raise Broken(f"the memory grew by {growth_kb} kB")
        siege.close()
        answers = send_requests(requests, seed)
    finally:
        siege.close()
        logging.getLogger().removeHandler(log)
    if threading.active_count() > threads:
        raise Broken("a thread is left")
    if log.lines > 1 + (time.monotonic() - began_s) / LOG_EVERY_S:
        raise Broken(f"the log has {log.lines} lines")
    return Counts(connections, looks, growth_kb, log.lines, siege.turns, requests, answers)


def main(arguments: Sequence[str] | None = None, besiege: Callable[[int], Siege] = Siege) -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--connections", type=int, default=CONNECTIONS)
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    began_s = time.monotonic()
    try:
        counts = run(given.connections, given.seed, given.requests, besiege)
    except Broken as broken:
        print(f"broken: {broken}")
        return 1
    for name, value in counts._asdict().items():
        print(f"{name:12} {value}")
    print(f"{'seconds':12} {time.monotonic() - began_s:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
