"""What the page costs: bytes before the first picture, time to it, a tap, and twelve who watch.

    python bench/page.py [--taps 60]

    bytes     everything that a browser fetches before the first picture, as it is on the wire
    first     from opening the socket to the first picture of the table, on this machine
    tap       from a tap to the changed picture: the median
    watchers  processor time of the event loop for a tap with twelve pages, against one: the ratio
              of the best rounds, as everything else that this machine does only adds to them


Exits with 1 when a limit is exceeded.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import socket
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from live_box import LiveBox
from rows import Row, judge
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from engines import catalog
from firmware_py.panels.web.session import MESSAGES_PER_S
from firmware_py.screens.play import play as play_screen

BYTES_AT_MOST = 60_000
FIRST_MS = 300
TAP_MS = 30
WATCHERS = 12
WATCHERS_RATIO = 1.2
ROUNDS = 5


class Page:
    """A page without a browser."""

    def __init__(self, live: LiveBox, stack: ExitStack, number: int = 1) -> None:
        host = f"127.0.0.1:{live.panel.port}"
        address = (f"127.0.0.{number}", 0)  # four pages of one address may be open
        self.bytes = 0
        self.socket: ClientConnection = stack.enter_context(
            connect(f"ws://{host}/panel", origin=Origin(f"http://{host}"), proxy=None,
                    source_address=address)
        )  # fmt: skip

    def hear(self) -> dict[str, Any]:
        data = self.socket.recv(timeout=20)
        self.bytes += len(data)
        return {} if isinstance(data, bytes) else json.loads(data)

    def wait_for(self, part: str) -> Any:
        while True:
            message = self.hear()
            if message.get("part") == part and message["value"]:
                return message["value"]

    def tap(self, code: str) -> float:
        begun = time.perf_counter()
        self.socket.send(json.dumps({"kind": "tap", "code": code}))
        self.wait_for("picture")
        return time.perf_counter() - begun


def fetch(live: LiveBox, path: str) -> tuple[int, str]:
    """Return how many bytes an answer has on the wire, and its text."""
    with socket.create_connection(("127.0.0.1", live.panel.port)) as connection:
        lines = (f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", "", "")
        connection.sendall("\r\n".join(lines).encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    if b"Content-Encoding: gzip" in head:
        body = gzip.decompress(body)
    return len(answer), body.decode(errors="replace")


def page_bytes(live: LiveBox) -> int:
    """Add up the page and whatever it loads by itself."""
    total, text = fetch(live, "/")
    return total + sum(fetch(live, f"/{path}")[0] for path in linked(text))


def linked(page: str) -> set[str]:
    """Return what a browser fetches for a page; icons for a home screen come later."""
    paths = set(re.findall(r'(?:href|src)="/?([\w.?-]+)"', page))
    return {path for path in paths if not path.endswith((".png", ".webmanifest"))}


def tap_codes(picture: str) -> list[str]:
    """Return what stands for one thing alone: each tap on another changes the picture."""
    return list(dict.fromkeys(re.findall(r'data-tap="([^" ]+)"', picture)))


def measure_taps(pages: list[Page], codes: list[str], taps: int) -> list[float]:
    """Tap so often; first rest so long that no page has sent more than it may."""
    time.sleep(taps / MESSAGES_PER_S)
    times = []
    for number in range(taps):
        times.append(pages[0].tap(codes[number % 2]))
        for page in pages[1:]:
            page.wait_for("picture")
    return times


def loop_time(live: LiveBox) -> float:
    return live.do(time.thread_time)


def rows_of(total: int, first_ms: float, tap_ms: float, ratio: float) -> list[Row]:
    """Return the rows of the table."""
    return [
        Row("bytes", total, BYTES_AT_MOST, unit="bytes"),
        Row("first", first_ms, FIRST_MS, unit="ms"),
        Row("tap", tap_ms, TAP_MS, unit="ms"),
        Row("watchers", ratio, WATCHERS_RATIO, note=f"{WATCHERS} pages against one"),
    ]


def run(taps: int) -> int:
    play_screen.BOUNCE_S = 0.0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        live = LiveBox(Path(folder))
        stack.callback(live.close)
        live.begin(next(iter(catalog.GAMES)))
        engine = live.match.engine
        for _ in range(3):
            text = engine.write(next(iter(engine.legal(live.match.state))))
            live.do(lambda text=text: live.services.current_table.play(text))  # type: ignore[misc]
        live.show_match()
        begun = time.perf_counter()
        first = Page(live, stack)
        picture = first.wait_for("picture")
        first_ms = (time.perf_counter() - begun) * 1000
        total = page_bytes(live)
        codes = [code for code in tap_codes(picture) if live.is_option(code)][:2]
        measure_taps([first], codes, 10)
        times: list[float] = []
        alone, watched = [], []
        for _ in range(ROUNDS):
            before = loop_time(live)
            times += measure_taps([first], codes, taps)
            alone.append(loop_time(live) - before)
            with ExitStack() as visit:
                others = [Page(live, visit, number) for number in range(2, WATCHERS + 1)]
                for page in others:
                    page.wait_for("picture")
                before = loop_time(live)
                measure_taps([first, *others], codes, taps)
                watched.append(loop_time(live) - before)
        ratio = min(watched) / min(alone)
    return judge(rows_of(total, first_ms, statistics.median(times) * 1000, ratio))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--taps", type=int, default=60)
    sys.exit(run(parser.parse_args().taps))
