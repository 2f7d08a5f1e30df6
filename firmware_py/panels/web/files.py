"""Downloads and uploads, each over its own socket, piece by piece.

    page                                         box
    {"token": .., "get": "backup"}        -->
                                          <--    {"kind": "file", "name": .., "size": ..}
                                          <--    pieces, and the end of the connection

    {"token": .., "put": "restore", "size": 1234, "name": "copy.db"} -->
                                          <--    {"kind": "go"}
    a piece                               -->
                                          <--    {"kind": "go"}    for each piece
                                          <--    {"kind": "done", "value": ..}
                                          <--    {"kind": "no", "why": ..}, if it is refused

A file that does not fit on the disk, or whose first bytes are wrong, is refused at once; a page
cancels by closing the connection. No file is held in memory as a whole. An upload is written to a
part and gets its name once it is complete; then the event loop or the backend handles it.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from engines.unicode import read_json
from firmware_py.core.files import atomic_path
from firmware_py.panels.web.connection import Connection
from firmware_py.panels.web.messages import to_json
from firmware_py.panels.web.page_backend import MadeFile, NotServed, PageBackend
from hardware.events import Event, PageRequest

PIECE_BYTES = 32 * 1024
SLOWEST_S = 30.0
"""The longest wait for a page to send or accept a piece."""
BYTES_AT_ONCE = 8 * PIECE_BYTES
BYTES_PER_S = 64 * 1024 * 1024
NAME_AT_MOST, ENDING = 32, 10
"""The length to which the name of a file is cut, and how much of that is its end."""
COPIES = 2
"""A restore copies the upload, so there must be room for both."""
FRAME_BYTES = 64
"""More than the frame header of a piece."""


class FileTransfer:
    """One download or upload."""

    def __init__(
        self,
        connection: Connection,
        library: PageBackend,
        may_act: Callable[[str], bool],
        post: Callable[[Event], None],
    ) -> None:
        self._connection = connection
        self._library = library
        self._may_act = may_act
        self._post = post

    async def run(self) -> None:
        """Receive the request and carry it out; send the page the reason if that fails."""
        with suppress(ConnectionClosed, TimeoutError):
            try:
                await self._begin()
            except NotServed as error:
                await self._tell(kind="no", why=str(error))
            except OSError as error:
                logging.warning("a file transfer failed: %s", error)
                await self._tell(kind="no", why=error.strerror or str(error))
        await self._connection.close()

    async def _begin(self) -> None:
        match _read(await self._hear()):
            case {"token": str(token), "get": str(what)} if self._may_act(token):
                self._connection.is_paired = True
                await self._send(await asyncio.to_thread(self._library.make, what))
            case {"token": str(token), "put": str(what), "size": int(size), **more} if (
                self._may_act(token)
            ):
                self._connection.is_paired = True
                await self._take(what, size, sent_name(more.get("name")))
            case _:
                await self._connection.close(CloseCode.POLICY_VIOLATION, "not for this page")

    async def _send(self, made: MadeFile) -> None:
        try:
            size = made.path.stat().st_size
            await self._tell(kind="file", name=made.name, type=made.kind, size=size)
            with made.path.open("rb") as file:
                while piece := await asyncio.to_thread(file.read, PIECE_BYTES):
                    async with asyncio.timeout(SLOWEST_S):
                        await self._connection.send(piece)
        finally:
            if made.is_temporary:
                made.path.unlink(missing_ok=True)

    async def _take(self, what: str, size: int, name: str) -> None:
        intake = self._library.intake(what)
        place, then = intake.path, intake.then
        if not 0 < size <= intake.bytes_at_most:
            await self._tell(kind="no", why="", size=intake.bytes_at_most)
            return
        free = shutil.disk_usage(place.parent).free
        if free < size * COPIES:
            await self._tell(kind="no", why="", free=free)
            return
        self._connection.widen(BYTES_AT_ONCE, BYTES_PER_S, PIECE_BYTES)
        left = size
        with atomic_path(place, durable=False) as part, part.open("wb") as file:
            while left:
                await self._tell(kind="go")
                piece = await self._hear()
                if not isinstance(piece, bytes) or not piece or len(piece) > left:
                    raise NotServed("")
                if left == size and not piece.startswith(intake.begins):
                    raise NotServed(intake.why_not)
                await asyncio.to_thread(file.write, piece)
                left -= len(piece)
        if then is None:
            found, why = await _look(intake.look, place)
            self._post(PageRequest(what, name, "web", found=found))
            await self._tell(**({"kind": "no", "why": why} if why else {"kind": "done"}))
            return
        try:
            value = await asyncio.to_thread(then, place)
        finally:
            place.unlink(missing_ok=True)
        await self._tell(kind="done", value=value)

    async def _hear(self) -> str | bytes:
        async with asyncio.timeout(SLOWEST_S):
            return await self._connection.recv()

    async def _tell(self, **message: Any) -> None:
        async with asyncio.timeout(SLOWEST_S):
            await self._connection.send(to_json(message))


def sent_name(sent: object) -> str:
    """Return the name of an upload for display: printable and short, with its ending."""
    if not isinstance(sent, str):
        return ""
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in sent).split())
    if len(name) <= NAME_AT_MOST:
        return name
    return f"{name[: NAME_AT_MOST - ENDING - 3]}...{name[-ENDING:]}"


async def _look(look: Callable[[Path], object] | None, file: Path) -> tuple[object, str]:
    """Check a file; return what was found in it, and why it is refused if it is."""
    try:
        return None if look is None else await asyncio.to_thread(look, file), ""
    except NotServed as error:
        return error.found, str(error)


def _read(data: str | bytes) -> object:
    try:
        return read_json(data)
    except (ValueError, RecursionError):
        return None
