"""A plain web server for files, as any host is: compressed where that helps, and counted."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


@cache
def packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class PlainServer(SimpleHTTPRequestHandler):
    """Serves files as a plain web server does: compressed where that helps."""

    sent: list[int]
    extensions_map = {  # noqa: RUF012 - as the base has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        small = min((packed(path), path.read_bytes()), key=len)
        self.sent.append(len(small))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(small)))
        self.send_header("Cache-Control", "max-age=600")
        if small is packed(path):
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(small)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, list[int]]]:
    """Serve a folder; yield its address and the bytes of each answer."""
    sent: list[int] = []
    handler = type("Counted", (PlainServer,), {"sent": sent})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", sent
        finally:
            server.shutdown()
            thread.join()
