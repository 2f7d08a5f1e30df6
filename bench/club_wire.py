"""What a club costs a move: from the input to the frame, with its broker gone, slow and flooding.

    python bench/club_wire.py [--matches 2] [--rounds 5]

A box of a club plays whole matches with the knob, in turns with one that is in none. Of each event
the median of the rounds counts, as the time that passes, and of all events the median. The brokers
are stand-ins in a process of their own, over TLS:

    gone    nobody listens
    slow    takes the connection, and says nothing
    flood   lets the box in and sends answers without end

A move may take at most 1.1 of what it takes without a club.
"""

from __future__ import annotations

import argparse
import socket
import ssl
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from box import NoopPanel, NotStored
from children import child
from matches import Box, Script, write_script
from rows import Row, judge

from engines import catalog
from firmware_py.club import membership
from firmware_py.club.box_link import ClubLink
from firmware_py.club.commands import answer_join
from firmware_py.club.identity import Identity
from firmware_py.club.membership import draw_code, key_of
from firmware_py.club.setup import ClubConfig, init
from firmware_py.core.picture import Picture
from firmware_py.storage.store import Store

LIMIT = 1.1
BETWEEN_S = 0.002
"""Between two inputs, as long as a fast turn of the knob takes."""
NOW = 1_800_000_000
BROKERS = ("gone", "slow", "flood")
HERE = str(Path(__file__).resolve())


class TimedPanel(NoopPanel):
    """Notes when the frame was there."""

    shown_s = 0.0

    def show(self, picture: Picture) -> None:
        """Show the frame."""
        super().show(picture)
        self.shown_s = time.perf_counter()


def stand_in(kind: str, folder: Path, port: int) -> None:
    """Be a broker, until the process is ended."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "broker.pem", folder / "broker.key")
    with socket.create_server(("127.0.0.1", port)) as listener:
        print("ready", flush=True)
        while True:
            plain, _ = listener.accept()
            if kind == "slow":
                time.sleep(3600)
            with suppress(OSError), context.wrap_socket(plain, server_side=True) as wire:
                wire.recv(4096)
                wire.sendall(b"\x20\x03\x00\x00\x00")
                where = b"club/players"
                content = b"[" + b'["0123456789abcdef", "Anna"],' * 300 + b'["0", "Ben"]]'
                body = len(where).to_bytes(2, "big") + where + b"\x00" + content
                length = bytes((len(body) % 128 | 0x80, len(body) // 128))
                packet = (b"\x30" + length + body) * 20
                while True:
                    wire.sendall(packet)


def join(config: ClubConfig, data: Path) -> Identity:
    """Let a box join."""
    data.mkdir(exist_ok=True)
    identity = Identity(data)
    identity.make()
    code = draw_code()
    archive = config.open_archive()
    archive.add_code(key_of(code), NOW + 100)
    archive.close()
    membership.join(
        data, lambda asked: answer_join(config, asked, lambda: NOW) or b"", "127.0.0.1", code,
        "Table", identity.sign, 0,
    )  # fmt: skip
    return identity


def times(script: Script, folder: Path, config: ClubConfig | None, is_flood: bool) -> list[float]:
    """Play a match, and return how long each input took to its frame."""
    spent = []
    with ExitStack() as stack:
        store = stack.enter_context(closing(Store(folder)))
        panel = stack.enter_context(closing(TimedPanel()))
        box = Box(script, panel, store, NotStored)
        if config is not None:
            identity = join(config, folder)
            member = membership.membership(folder)
            assert member is not None
            link = stack.enter_context(
                closing(ClubLink(folder, member, identity, clock=time.monotonic))
            )
            box.app.painter.join(link)
            ends_s = time.monotonic() + 20
            while is_flood and not link.is_connected:
                assert time.monotonic() < ends_s, "the box does not reach the broker"
                time.sleep(0.01)
        for event in box.play():
            time.sleep(BETWEEN_S)
            began_s = time.perf_counter()
            box.feed(event)
            spent.append(max(panel.shown_s - began_s, 0.0))
    return spent


def measure(folder: Path, matches: int, rounds: int) -> Iterator[Row]:
    """Yield a row for each broker."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    config = init(folder / "archive", "Bench", port=port, everywhere=False)
    games = list(catalog.GAMES)
    scripts = [write_script(games[seed % 2], seed) for seed in range(1, matches + 1)]
    for kind in BROKERS:
        spent: dict[bool, list[list[float]]] = {False: [], True: []}
        with ExitStack() as stack:
            if kind != "gone":
                words = [HERE, "--be", kind, "--folder", str(config.folder), "--port", str(port)]
                stack.enter_context(child(*words))
                wait_for(port)
            for number in range(rounds):
                for has_club in (False, True) if number % 2 else (True, False):
                    of: list[float] = []
                    for seed, script in enumerate(scripts):
                        data = folder / f"{kind}{number}{has_club}{seed}"
                        of += times(script, data, config if has_club else None, kind == "flood")
                    spent[has_club].append(of)
        with_club, without = (typical(spent[each]) for each in (True, False))
        yield row(kind, with_club, without)


def row(kind: str, with_club: float, without: float) -> Row:
    """Return the row of a broker."""
    name = f"input to frame, broker {kind}"
    return Row(name, with_club * 1e3, LIMIT, without * 1e3, "ms")


def typical(rounds: list[list[float]]) -> float:
    """Return the median of all events, of each the median of the rounds."""
    return float(statistics.median(map(statistics.median, zip(*rounds, strict=True))))


def wait_for(port: int) -> None:
    """Wait until somebody listens."""
    ends_s = time.monotonic() + 20
    while time.monotonic() < ends_s:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.02)
    raise RuntimeError("the stand-in of the broker does not start")


def main() -> int:
    """Measure and judge, or be a broker."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--be", choices=BROKERS)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--port", type=int)
    asked = parser.parse_args()
    if asked.be is not None:
        stand_in(asked.be, asked.folder, asked.port)
    with tempfile.TemporaryDirectory() as folder:
        return judge(measure(Path(folder), asked.matches, asked.rounds))


if __name__ == "__main__":
    sys.exit(main())
