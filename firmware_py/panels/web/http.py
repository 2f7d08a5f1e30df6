"""The web page's files, and who may fetch them.

A browser on the same machine or network may be made to talk to us by a page from elsewhere. Two
rules keep such pages out: the Host must be an address or a name of ours (a rebound name of
somebody else's is neither), and a WebSocket's Origin must be the very page we served.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address

from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

from firmware_py.panels.web.connection import FILES_PATH, SOCKET_PATH
from firmware_py.panels.web.page_files import TYPES, PageFile, load_page

FIRST_PATH = "/first"
"""The public messages, which a page loads before its socket is open."""

Route = Callable[[], tuple[str, bytes]]
"""Returns the content type and the body for a path; read-only and fast."""

_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""For a picture opened on its own: it may use its inline style, and cannot load or run anything."""
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?P<port>:[0-9]{1,5})?")
_PROXY_MARKS = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine itself."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        return ip.ipv4_mapped.is_loopback
    return ip.is_loopback


def own_names() -> tuple[str, ...]:
    """Return the names under which people open this machine's page."""
    name = socket.gethostname().lower().partition(".")[0]
    return ("localhost", name, f"{name}.local", f"{name}.lan", f"{name}.home.arpa")


@dataclass(frozen=True, slots=True)
class Site:
    """Answers plain HTTP requests on the port of the WebSocket.

    `routes` adds read-only paths to the page, such as `/export/history.json`. They are
    served to everybody who may see the page, paired or not: nothing secret belongs there. A
    route may be added or taken away at any time.
    """

    names: tuple[str, ...] = field(default_factory=own_names)
    routes: Mapping[str, Route] = field(default_factory=dict)
    is_local: Callable[[str], bool] = is_loopback
    first: Route | None = None
    _page: Mapping[str, PageFile] = field(default_factory=load_page)

    def answer(self, request: Request) -> Response | None:
        """Answer a request; None lets the WebSocket handshake go on."""
        host = self.host(request.headers)
        if host is None:
            return refuse(
                HTTPStatus.MISDIRECTED_REQUEST,
                "This name is not known here. Open the page by the box's address, or add the "
                "name to the web section of the configuration.",
            )
        path = request.path.partition("?")[0]
        if path in (SOCKET_PATH, FILES_PATH):
            if self._is_own_page(request.headers, host):
                return None
            return refuse(HTTPStatus.FORBIDDEN, "Only the box's own page may connect.")
        if request.method not in ("GET", "HEAD"):
            return refuse(HTTPStatus.METHOD_NOT_ALLOWED, "This page can only be read.")
        found = self._page.get(path)
        if found is not None:
            return _send_file(found, request, host)
        route = self.first if path == FIRST_PATH else None
        if path in self.routes:  # `get` would find a shared page that was removed
            route = self.routes[path]
        if route is None:
            return refuse(HTTPStatus.NOT_FOUND, "There is nothing here. The box is at /")
        return _respond_to(request, PageFile(*route()), host)

    def host(self, headers: Headers) -> str | None:
        """Return the Host of a request, if it is an address or a name of this machine."""
        try:
            host = headers["Host"].lower()
        except (KeyError, MultipleValuesError):
            return None
        match = _HOST.fullmatch(host)
        if match is None:
            return None
        name = match["name"].removeprefix("[").removesuffix("]")
        return host if name in self.names or _is_address(name) else None

    def is_from_here(self, address: str, headers: Headers) -> bool:
        """Return whether a request comes from this machine and not through a proxy."""
        return self.is_local(address) and not any(mark in headers for mark in _PROXY_MARKS)

    def _is_own_page(self, headers: Headers, host: str) -> bool:
        try:
            origin = headers["Origin"].lower()
        except (KeyError, MultipleValuesError):
            return False
        return origin in (f"http://{host}", f"https://{host}")


def refuse(status: HTTPStatus, why: str) -> Response:
    """Return an error response with a sentence."""
    return _respond(status, "text/plain; charset=utf-8", f"{why}\n".encode())


def _send_file(file: PageFile, request: Request, host: str) -> Response:
    """Return a file of the page, or 304 if the browser has the same content."""
    known = ",".join(request.headers.get_all("If-None-Match"))
    if file.etag in known:
        headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Connection": "close"}
        return Response(304, HTTPStatus.NOT_MODIFIED.phrase, Headers(headers))
    response = _respond_to(request, file, host)
    del response.headers["Cache-Control"]
    response.headers["Cache-Control"] = "no-cache"
    response.headers["ETag"] = file.etag
    return response


def _respond_to(request: Request, file: PageFile, host: str) -> Response:
    takes_gzip = "gzip" in ",".join(request.headers.get_all("Accept-Encoding"))
    packed = file.packed if takes_gzip else None
    response = _respond(
        HTTPStatus.OK,
        file.kind,
        file.body if packed is None else packed,
        host,
        with_body=request.method == "GET",
    )
    if packed is not None:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _respond(
    status: HTTPStatus, kind: str, body: bytes, host: str | None = None, with_body: bool = True
) -> Response:
    # Older Safari does not count ws: as 'self', so the socket is named; the host was checked.
    sockets = "'self'" if host is None else f"'self' ws://{host} wss://{host}"
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"manifest-src 'self'; connect-src {sockets}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    if kind == TYPES[".svg"]:
        policy = _PICTURE_POLICY
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Connection": "close",
            "Cache-Control": "no-store",
            "Content-Security-Policy": policy,
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        }
    )
    return Response(status.value, status.phrase, headers, body if with_body else b"")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
