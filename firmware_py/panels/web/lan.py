"""The box's address as the local network sees it."""

from __future__ import annotations

import fcntl
import socket
import struct
from ipaddress import ip_address

ANYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - compared, not listened on
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address for documentation: asking for the way there sends nothing."""
_GET_ADDRESS = 0x8915  # Linux: SIOCGIFADDR


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
    """Say whether a host is this machine itself, out of reach for others."""
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
