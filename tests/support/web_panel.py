"""A web panel for tests, and pages without a browser."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from websockets.sync.client import ClientConnection, connect

from firmware_py.panels.web.panel import WebPanel
from firmware_py.system.pairing import Pairing
from hardware.events import Inbox

PATIENCE_S = 60.0


class Page:
    """A page without a browser."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[bytes] = []
        self.messages: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def hear(self) -> None:
        data = self.connection.recv(timeout=PATIENCE_S)
        if isinstance(data, bytes):
            self.frames.append(data)
        else:
            self.messages.append(json.loads(data))

    def wait_for(self, kind: str) -> dict[str, Any]:
        """Hear until a message of that kind came that was not asked for before."""
        while True:
            for message in self.messages:
                if message["kind"] == kind:
                    self.messages.remove(message)
                    return message
            self.hear()

    def wait_for_frame(self) -> bytes:
        before = len(self.frames)
        while len(self.frames) == before:
            self.hear()
        return self.frames[-1]

    def settle(self) -> None:
        """Hear everything that was sent so far."""
        self.send(kind="ask")
        self.wait_for("here")


class Rig:
    """A panel, its inbox, and pages to open."""

    def __init__(self, **settings: Any) -> None:
        self.inbox = Inbox()
        self.pairing = Pairing(clock=time.monotonic)
        self.panel = WebPanel(self.inbox, self.pairing, port=0, **settings)
        self._pages = ExitStack()

    def keep(self, client: socket.socket) -> None:
        """Close a connection with the rig."""
        self._pages.enter_context(client)

    def page(self, **settings: Any) -> Page:
        host = f"127.0.0.1:{self.panel.port}"
        settings = {"origin": f"http://{host}", "proxy": None, **settings}
        return Page(self._pages.enter_context(connect(f"ws://{host}/panel", **settings)))

    def raw(self) -> socket.socket:
        """Return a connection that said nothing yet."""
        return self._pages.enter_context(
            socket.create_connection(("127.0.0.1", self.panel.port), timeout=PATIENCE_S)
        )

    def raw_page(self) -> socket.socket:
        """Return a connection that asked for the WebSocket, and reads nothing by itself."""
        client = self.raw()
        client.sendall(self.handshake())
        return client

    def handshake(self) -> bytes:
        """Return the request that opens the WebSocket."""
        host = f"127.0.0.1:{self.panel.port}"
        return (
            f"GET /panel HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    def get(self, path: str, method: str = "GET", **headers: str) -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self.panel.port, timeout=PATIENCE_S)
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        response.text = response.read().decode()  # type: ignore[attr-defined]  # for the tests
        connection.close()
        return response

    def close(self) -> None:
        self._pages.close()
        self.panel.close()


def wait_until(is_so: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < ends, "it never came to pass"
        time.sleep(0.01)
