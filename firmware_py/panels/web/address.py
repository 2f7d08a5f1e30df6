"""The address of the page: the port that the box listens on, and how the network sees it."""

from __future__ import annotations

import errno
import fcntl
import socket
import struct
from ipaddress import ip_address

from firmware_py.panels.base import NoPanel
from firmware_py.panels.web.connection_limits import SOCKETS_AT_MOST

ANYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - compared, not listened on
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address for documentation: asking for the way there sends nothing."""
_GET_ADDRESS = 0x8915  # Linux: SIOCGIFADDR
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


def lan_address(host: str, port: int, near: str | None = None) -> str | None:
    """Return where others open a page that listens on a host; None if they cannot.

    Of several networks the one near by counts: that of the box's own Wi-Fi, if it is open.
    """
    found = (near or own_address()) if host in ANYWHERE else host
    if found is None or is_only_here(found):
        return None
    shown = f"[{found}]" if ":" in found else found
    return f"http://{shown}:{port}/"


def is_only_here(host: str) -> bool:
    """Return whether a host is this machine itself, out of reach for others."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower().partition(".")[0] == "localhost"


def own_address() -> str | None:
    """Return an address of this machine in its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
            found = str(probe.getsockname()[0])
        except OSError:
            # No way out, as in a network of the box's own making: look at the interfaces.
            return next((each for each in _interfaces(probe) if not is_only_here(each)), None)
    return None if is_only_here(found) else found


def _interfaces(probe: socket.socket) -> list[str]:
    found = []
    for _, name in socket.if_nameindex():
        try:
            answer = fcntl.ioctl(probe, _GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
        except OSError:
            continue  # an interface without an address
        found.append(socket.inet_ntoa(answer[20:24]))
    return found
