"""One archive pulls from another, over HTTPS: the same batches, checked as those of a box.

    pulling archive                                    serving archive
        GET /boxes                     -->   its boxes, with cards that its club signed
        GET /have/BOX                  -->   the logs of a box, as on the wire
        GET /events/BOX/LOG/12         -->   the batch after entry 12, as on the wire or on a stick
        `Archive.take`: signature of the box, hashes, the head

Both sides show certificates of the serving club's own authority. The one of the pulling archive
comes from `tablemate club partner`, with the club's public key.
"""

from __future__ import annotations

import json
import logging
import ssl
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPException, HTTPSConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from engines.unicode import read_json
from firmware_py.club.archive import Archive, NotTaken
from firmware_py.club.archive_database import DatabaseDown
from firmware_py.club.batch import LARGEST, BadBatch, read_batch, verify
from firmware_py.club.setup import ClubConfig
from firmware_py.club.wire import Broker

PARTNER = "partner"
"""The user name in the certificate of an archive that pulls."""
CLUB_KEY = "club.key"
SHARE_PORT = 8891
WAIT_S = 10.0
ANSWER_LIMIT = LARGEST + 1
_LOG = logging.getLogger(__name__)


class NotPulled(Exception):
    """The other archive cannot be asked, or sends what it should not; the message says what."""


class Server:
    """Serves the logs of an archive to partners, one request after the other, in a thread."""

    def __init__(self, config: ClubConfig, host: str, port: int) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(config.folder / "ca.pem")
        context.load_cert_chain(config.folder / "broker.pem", config.folder / "broker.key")

        class Handler(_Handler):
            club = config

        self._server = _Quiet((host, port), Handler)
        self._server.socket = context.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port: int = self._server.server_address[1]
        self._thread = Thread(target=self._server.serve_forever, name="share", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and free the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(WAIT_S)


class _Quiet(HTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Say who failed, such as somebody without a certificate; the next one is served."""
        del request
        _LOG.warning("not served: %s: %s", client_address, sys.exception())


class _Handler(BaseHTTPRequestHandler):
    club: ClubConfig
    timeout = WAIT_S  # also of the handshake

    def setup(self) -> None:
        self.connection = self.request
        self.request.settimeout(self.timeout)
        self.request.do_handshake()
        super().setup()

    def do_GET(self) -> None:
        """Answer a request of a partner."""
        subject = dict(pair for each in self.request.getpeercert()["subject"] for pair in each)
        if subject.get("commonName") != PARTNER:
            self.send_error(403)
            return
        archive = self.club.open_archive()
        try:
            text = _answer(archive, self.path.strip("/").split("/"))
        except DatabaseDown:
            self.send_error(503)
            return
        finally:
            archive.close()
        if text is None:
            self.send_error(404)
            return
        content = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - of the base class
        """Say nothing of each request."""


def _answer(archive: Archive, words: list[str]) -> str | None:
    match words:
        case ["boxes"]:
            own = archive.own_boxes()
            return json.dumps([each.card for each in archive.members() if each.box in own])
        case ["have", box]:
            return archive.answer(box)
        case ["events", box, log, after] if after.isdecimal() and len(after) < 16:
            batch = archive.next_batch(box, log, int(after))
            return None if batch is None else batch.text()
    return None


Ask = Callable[[str], str]
"""Returns the answer to a path; raises NotPulled."""


def asking(host: str, port: int, folder: Path) -> Ask:
    """Return how an archive is asked, with the files that `tablemate club partner` wrote there."""
    files = (folder / name for name in ("ca.pem", "partner.pem", "partner.key"))
    context = Broker(host, port, *files).context()

    def ask(path: str) -> str:
        wire = HTTPSConnection(host, port, timeout=WAIT_S, context=context)
        try:
            wire.request("GET", path)
            answer = wire.getresponse()
            content = answer.read(ANSWER_LIMIT)
            if answer.status != 200:
                raise NotPulled(f"the archive at {host} answers {answer.status} to {path}")
            return content.decode("ascii")
        except (OSError, HTTPException, UnicodeDecodeError) as error:
            raise NotPulled(f"no archive answers at {host}, port {port}: {error}") from error
        finally:
            wire.close()

    return ask


def pull(archive: Archive, ask: Ask, club_key: str, say: Callable[[str], object]) -> int:
    """Take everything that another archive has of its boxes; return the number of new batches.

    Raises NotPulled, or DatabaseDown; what came before it stays, and the next pull goes on there.
    """
    count = 0
    for card in _list(ask("/boxes")):
        try:
            text, signature = read_json(card)
            _, club, box, name, since = str(text).split("\n")
            if not verify(club_key, signature, text.encode()):
                raise ValueError("not signed by that club")  # noqa: TRY301 - as one that cannot be read
            archive.admit(box, f"{name} ({club})", int(since), card, club_key)
        except (ValueError, TypeError, AttributeError) as error:
            raise NotPulled(f"the card of a box cannot be used: {error}") from error
        try:
            count += sum(1 for _ in _take_logs(archive, ask, box))
        except (BadBatch, NotTaken) as no:
            say(f"not taken from {name}: {no}")
    return count


def _take_logs(archive: Archive, ask: Ask, box: str) -> Iterator[None]:
    """Take what is new of a box, and yield for each batch."""
    for row in _list(ask(f"/have/{box}")):
        match row:
            case [str(log), int(last), str()] if log.isalnum():
                while (head := archive.head(box, log)).n < last:
                    batch = read_batch(ask(f"/events/{box}/{log}/{head.n}"))
                    if batch.box != box or archive.take(batch).head == head:
                        raise BadBatch(f"log {log} does not go on at entry {head.n}")
                    yield
            case _:
                raise NotPulled("the list of logs cannot be read")


def _list(text: str) -> list[Any]:
    try:
        found = read_json(text)
    except (ValueError, RecursionError) as error:
        raise NotPulled(f"an answer cannot be read: {error}") from error
    if not isinstance(found, list):
        raise NotPulled("an answer is not a list")
    return found
