"""The port of the web page: opened, or an error that says what to do."""

from __future__ import annotations

import errno
import socket

from firmware_py.panels.base import NoPanel
from firmware_py.panels.web.connection_limits import SOCKETS_AT_MOST
from firmware_py.panels.web.lan import ANYWHERE

SEND_BUFFER_BYTES = 16 * 1024
"""A page that stalls finds at most this much of the past when it wakes up."""


def listen(host: str, port: int) -> socket.socket:
    """Open the port, or say what to do."""
    if not 0 <= port < 2**16:  # the system would take it for another one
        raise NoPanel(f"the web page cannot be at port {port}: choose one from 1024 to 65535")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise NoPanel(f"the web page cannot be at {host}, port {port}: {error}") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        listener.bind(address)
        listener.listen(SOCKETS_AT_MOST)
    except OSError as error:
        listener.close()
        raise NoPanel(f"the web page cannot be at {host}, port {port}: {_advice(error)}") from error
    return listener


def _advice(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                "the port is in use; is Tablemate running already? Else choose another: "
                "`port` in the section [web] of tablemate.toml"
            )
        case errno.EACCES:
            return (
                "ports below 1024 are for the system; choose another, such as 8080: "
                "`port` in the section [web] of tablemate.toml"
            )
        case errno.EADDRNOTAVAIL:
            return "this machine does not have that address; use 127.0.0.1, or 0.0.0.0 for all"
    return error.strerror or str(error)


def visitable(host: str) -> str:
    """Turn an address to listen on into one to open."""
    if host in ANYWHERE:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
