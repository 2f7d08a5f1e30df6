"""A network between a browser and the box that is slow, breaks off, or goes dead."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

PIECE_BYTES = 64 * 1024


class SlowNetwork:
    """Passes on what comes at a port of its own, later; connections can break off.

        browser --request--> half a round trip --> box
                <--answer--- half a round trip <--

    `breaks` is asked for every connection, with its number and its first line, whether it is reset
    in the place of an answer.
    """

    def __init__(
        self,
        port: int,
        *,
        round_trip_s: float = 0.0,
        breaks: Callable[[int, str], bool] = lambda _number, _line: False,
    ) -> None:
        self._to = port
        self._delay_s = round_trip_s / 2
        self._breaks = breaks
        self.lines: list[str] = []
        """The first line of each connection that sent one."""
        self.is_dead = False
        """Nothing gets through any more, and neither side notices."""
        self._number = 0
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Future[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._ending = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="slow network", daemon=True)
        self._thread.start()
        self._ready.wait()

    @property
    def url(self) -> str:
        """The address of the page behind this network."""
        return f"http://127.0.0.1:{self.port}/"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port: int = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._ending.wait()
        server.close()
        for _ in range(5):  # what was being accepted arrives, and is closed like the others
            await asyncio.sleep(0)
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Note a connection at once: a task that is cancelled too early would leave it open."""
        self._writers.append(writer)
        task = asyncio.ensure_future(self._pass_on(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError, ExceptionGroup):
            await self._connect(reader, writer)
        writer.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.read(PIECE_BYTES)
        if not asked:
            return  # a browser opens connections that it may need
        line = asked.partition(b"\r\n")[0].decode(errors="replace")
        self.lines.append(line)
        self._number += 1
        if self._breaks(self._number, line):
            await asyncio.sleep(2 * self._delay_s)
            linger = struct.pack("ii", 1, 0)
            connection: socket.socket = writer.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            writer.transport.abort()
            return
        from_box, to_box = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers.append(to_box)
        try:
            await self._send_later(asked, to_box)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pump(reader, to_box))
                both.create_task(self._pump(from_box, writer))
        finally:
            to_box.close()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Pass on what comes, each piece its time after it came."""
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due_s, piece = await on_the_way.get()
                await asyncio.sleep(due_s - self._loop.time())
                if self.is_dead:
                    continue
                if not piece:
                    if sink.can_write_eof():
                        sink.write_eof()
                    return
                sink.write(piece)
                await sink.drain()

        delivery = asyncio.create_task(deliver())
        try:
            piece = b"begin"
            while piece:
                with suppress(ConnectionError):
                    piece = b""
                    piece = await source.read(PIECE_BYTES)
                on_the_way.put_nowait((self._loop.time() + self._delay_s, piece))
            await delivery
        finally:
            delivery.cancel()

    async def _send_later(self, piece: bytes, sink: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self._delay_s)
        sink.write(piece)
        await sink.drain()
